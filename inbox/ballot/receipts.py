"""Receipts: the bot's comments on a pull request that record an applied verdict (protocol P29-P32).

A receipt comes before every other write of a verdict and names nonce, head and option, so that the
next tick recognises a half-done verdict and completes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from inbox.authorship import own_words
from inbox.ballot.choice import Choice
from inbox.ballot.signals import Signal, describe
from inbox.markdown import Marker, find_markers, neutral, render_marker
from inbox.refs import Account, HeadSha, IssueRef, RefError
from inbox.world import Comment

KIND = "receipt"
REASON_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a receipt's marker names."""

    option: Choice
    head: HeadSha
    base: str
    ballot: IssueRef
    nonce: str

    def is_for(self, option: Choice, head: HeadSha, nonce: str) -> bool:
        """True for a receipt of this verdict on this head by this ballot (protocol P47)."""
        return (self.option, self.head, self.nonce) == (option, head, nonce)


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a receipt tells people beside its marker; absent where the PR is more visible (P48)."""

    signal: Signal
    ballot_url: str
    bot_merges: bool
    unproven_push: bool = False


def render_receipt(receipt: Receipt, ballot_url: str, particulars: Particulars | None) -> str:
    """The comment for `receipt`, for people and for the next tick."""
    if particulars is None:
        told = f"The owner's answer about {receipt.head} is in the ballot: {ballot_url}"
    else:
        told = "\n\n".join(_told(receipt, particulars))
    return f"{told}\n\n{_marker(receipt)}"


def _told(receipt: Receipt, particulars: Particulars) -> list[str]:
    signal = particulars.signal
    who = neutral(str(signal.by))
    base = neutral(receipt.base)
    lines = [
        f"**Owner's decision: {describe(receipt.option)}** for {receipt.head} into {base}.",
        f"Given by {who} ({signal.source.medium.value}) at {iso(signal.at)}, "
        f"in the ballot {particulars.ballot_url}",
        _consequence(receipt.option, bot_merges=particulars.bot_merges),
    ]
    if signal.reason:
        lines.append(f"Reason: {neutral(signal.reason, REASON_LIMIT)}")
    if particulars.unproven_push:
        lines.append(
            "The branch's activity log does not show when this head was pushed, so its order "
            "before the answer rests on the bot's own notice."
        )
    return lines


def _consequence(option: Choice, *, bot_merges: bool) -> str:
    if option is Choice.REJECT:
        return "The pull request is closed."
    if option is Choice.A:
        return "A push, or another base, ends this approval, and the owner is asked again."
    if bot_merges:
        return (
            "The owner chose the alternate. The description should now state it; as configured, "
            "an approved alternate may be merged like option A."
        )
    return (
        "The owner chose the alternate. The description should now state it, and the bot does not "
        "merge it by itself: the alternate is not yet what the pull request does. A push gets a "
        "fresh ballot; to merge this very head, the owner comments `/approve A` on the ballot."
    )


def iso(instant: datetime) -> str:
    """The instant as GitHub writes it, in UTC and whole seconds."""
    return instant.strftime("%Y-%m-%dT%H:%M:%SZ")


def _marker(receipt: Receipt) -> str:
    return render_marker(
        KIND,
        option=receipt.option.value,
        head=receipt.head,
        base=receipt.base,
        ballot=str(receipt.ballot),
        nonce=receipt.nonce,
    )


def read_receipts(comments: tuple[Comment, ...], bot: Account) -> tuple[Receipt, ...]:
    """The receipts of the bot, oldest first, as it wrote them.

    What others wrote over one does not take it away: it only says where to look (protocol P34).
    """
    return tuple(
        receipt
        for comment in comments
        for marker in find_markers(own_words(bot, comment), KIND)
        if (receipt := _values(marker))
    )


def _values(marker: Marker) -> Receipt | None:
    values = marker.fields
    try:
        return Receipt(
            Choice(values["option"]),
            HeadSha.parse(values["head"]),
            values["base"],
            IssueRef.parse(values["ballot"]),
            values["nonce"],
        )
    except (KeyError, RefError, ValueError):
        return None
