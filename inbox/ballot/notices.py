"""Notices: the bot's comments that end a round and begin the next (protocol P24, P25, P34).

A notice is evidence only while its text is, to the letter, what the bot writes for the values in
its hidden marker; so rendering and reading live side by side, and a text version in the marker
keeps notices of earlier releases readable.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from inbox.authorship import is_only_by
from inbox.ballot.choice import Choice
from inbox.markdown import Marker, find_markers, neutral, normalise, render_marker
from inbox.refs import Account, HeadSha, RefError
from inbox.world import Comment

KIND = "notice"
TEXT_VERSION = "1"


class Ending(Enum):
    """Why an approval stands no longer, or was never applied (protocol P34)."""

    PUSHED = "pushed"
    RETARGETED = "retargeted"
    WITHDRAWN = "withdrawn"
    LABEL_TAKEN_OFF = "label-taken-off"
    NOT_COUNTED = "not-counted"
    CLOSED = "closed"
    DUPLICATE = "duplicate"
    HIDDEN = "hidden"


_ENDINGS = {
    Ending.PUSHED: "the head of the pull request moved",
    Ending.RETARGETED: "the pull request has another base now",
    Ending.WITHDRAWN: (
        "the answer it rested on was taken back, or who gave it is not on the allowlist any more"
    ),
    Ending.LABEL_TAKEN_OFF: "the approval label was taken off by someone on the allowlist",
    Ending.NOT_COUNTED: "the answer it rested on does not count any longer",
    Ending.CLOSED: "the pull request was closed elsewhere before the answer was applied",
    Ending.DUPLICATE: "another ballot about the same pull request decides",
    Ending.HIDDEN: "this ballot was closed and taken off the list before the answer was applied",
}


@dataclass(frozen=True, slots=True)
class Notice:
    """What a notice says: from which head and base to which, what it voided, what it ended."""

    from_head: HeadSha
    to_head: HeadSha
    from_base: str
    to_base: str
    voided: Choice | None = None
    ended: Ending | None = None


@dataclass(frozen=True, slots=True)
class Posted:
    """A comment of the bot that is or was a notice; `notice` is None when it binds nothing.

    Every one starts a round at its last edit, also one that somebody else edited (protocol P24).
    """

    comment: Comment
    notice: Notice | None

    @property
    def at(self) -> datetime | None:
        """When its present text was saved."""
        return self.comment.last_changed


def render_notice(notice: Notice) -> str:
    """The comment for `notice`, in the seeds' words, with how to answer; it is never a vote."""
    if notice.ended:
        told = [_what_ended(notice, notice.ended), _ELSEWHERE]
    else:
        told = [*_what_happened(notice), _VOIDED[notice.voided], _HOW]
    return "\n\n".join([*told, _marker(notice)])


_HOW = (
    "How to answer: a new 👍 or 👎 on this issue's description (take an old one off first), a box "
    "ticked there (untick an old one first), or a comment with one command on a line of its own: "
    "`/approve A`, `/approve B`, `/approve C` or `/reject`. A 👍 on this comment is no answer, "
    "a 👎 on it is a reject."
)
_ELSEWHERE = "Please answer in that ballot: a yes that is given here is not read any more."


def _what_happened(notice: Notice) -> list[str]:
    ask = "Please re-confirm your verdict if applicable."
    said = []
    if notice.from_base != notice.to_base:
        old, new = neutral(notice.from_base), neutral(notice.to_base)
        said.append(f"PR base changed from {old} to {new}. {ask}")
    if notice.from_head == notice.to_head and not said:
        said.append(f"This ballot still asks about {notice.to_head}. {ask}")
    elif notice.from_head != notice.to_head:
        said.append(f"PR head changed from {notice.from_head} to {notice.to_head}. {ask}")
    return said


_VOIDED = {
    Choice.A: "The answer A (approve) given before does not count for it.",
    Choice.B: "The answer B (alternate) given before does not count for it.",
    Choice.C: "The answer C (defer) given before does not count for it.",
    Choice.REJECT: "The reject given before does not count for it.",
    Choice.HOLD: "What was said before does not count for it.",
    None: "Only an answer given after this comment counts.",
}


def _what_ended(notice: Notice, why: Ending) -> str:
    return (
        f"The approval of {notice.from_head} has ended: {_ENDINGS[why]}. "
        "If the pull request still needs an answer, a fresh ballot asks for it."
    )


def _marker(notice: Notice) -> str:
    return render_marker(
        KIND,
        text=TEXT_VERSION,
        **{"from": notice.from_head, "to": notice.to_head},
        was=notice.from_base,
        base=notice.to_base,
        voided=notice.voided.value if notice.voided else "none",
        ended=notice.ended.value if notice.ended else "no",
    )


def read_notices(comments: tuple[Comment, ...], bot: Account) -> tuple[Posted, ...]:
    """Every comment that is, was or may have been a notice, in the order they were made."""
    return tuple(
        Posted(comment, _genuine(comment, bot))
        for comment in comments
        if may_be_notice(comment, bot)
    )


def may_be_notice(comment: Comment, bot: Account) -> bool:
    """True for a comment of the bot one of whose texts has a notice's marker, is missing or unread.

    One that others edited still starts a round, also where they took the marker out (protocol P24).
    """
    if not bot.is_same(comment.author):
        return False
    revisions = comment.revisions
    return revisions is None or any(
        revision.text is None or find_markers(revision.text, KIND) for revision in revisions
    )


def _genuine(comment: Comment, bot: Account) -> Notice | None:
    markers = find_markers(comment.body, KIND)
    if len(markers) != 1 or not is_only_by(bot, comment):
        return None
    notice = _values(markers[0])
    if notice is None or normalise(comment.body).strip() != render_notice(notice).strip():
        return None
    return notice


def _values(marker: Marker) -> Notice | None:
    values = marker.fields
    try:
        if values["text"] != TEXT_VERSION:
            return None
        voided, ended = values["voided"], values["ended"]
        return Notice(
            HeadSha.parse(values["from"]),
            HeadSha.parse(values["to"]),
            values["was"],
            values["base"],
            None if voided == "none" else Choice(voided),
            None if ended == "no" else Ending(ended),
        )
    except (KeyError, RefError, ValueError):
        return None
