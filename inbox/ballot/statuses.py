"""The commit status `decision-inbox/approval`: what it says, and for whom (protocol P35)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from inbox.markdown import log_safe
from inbox.refs import Account
from inbox.world import Pull, State, Status

BASE_LIMIT = 60
DIGEST_DIGITS = 8
DESCRIPTION_LIMIT = 140


def waiting(pull: Pull, ballot_url: str, bot: Account, why: str = "waits for its owner") -> Status:
    """Pending, with the ballot's link."""
    return _status(State.PENDING, pull, why, ballot_url, bot)


def held(pull: Pull, ballot_url: str, bot: Account) -> Status:
    """Pending: something may be a refusal, and nobody can be sure (protocol P22a)."""
    return waiting(pull, ballot_url, bot, "held: an answer is unclear")


def undecided(pull: Pull, ballot_url: str, bot: Account, option: str) -> Status:
    """Pending: the questions of the pull request come first (protocol P29, P35)."""
    return waiting(pull, ballot_url, bot, f"approved ({option}), answer the decisions first")


def settling(pull: Pull, ballot_url: str, bot: Account, option: str, until: datetime) -> Status:
    """Pending while a mis-click can still be taken back (protocol P36)."""
    return waiting(pull, ballot_url, bot, f"approved ({option}), settles until {until:%H:%M} UTC")


def approved(pull: Pull, ballot_url: str, bot: Account, option: str) -> Status:
    """Success for an approval that stands."""
    return _status(State.SUCCESS, pull, f"approved ({option}) by its owner", ballot_url, bot)


def alternate(pull: Pull, ballot_url: str, bot: Account) -> Status:
    """Pending: the alternate is not yet what the pull request does (protocol P30)."""
    return waiting(pull, ballot_url, bot, "alternate chosen (B)")


def rejected(pull: Pull, ballot_url: str, bot: Account) -> Status:
    """Failure: the owner said no."""
    return _status(State.FAILURE, pull, "rejected by its owner", ballot_url, bot)


def not_needed(pull: Pull, digest: str, bot: Account) -> Status:
    """Success for a classified pull request below quadrant D, by the rules of that digest."""
    why = f"no owner decision needed, rules {digest[:DIGEST_DIGITS]}"
    return _status(State.SUCCESS, pull, why, "", bot)


def break_glass(pull: Pull, bot: Account) -> Status:
    """Success: the bot does not gate its own repository (protocol P5)."""
    return _status(State.SUCCESS, pull, "the bot's own repository: break-glass", "", bot)


def _status(state: State, pull: Pull, why: str, url: str, bot: Account | None) -> Status:
    base = log_safe(pull.base, BASE_LIMIT)
    description = f"#{pull.ref.number} → {base}: {why}"
    return Status(state, description[:DESCRIPTION_LIMIT], url, bot)


def takes_success_away(found: Status | None, wanted: Status) -> bool:
    """True when the head is called good and `wanted` says that it is not."""
    return found is not None and found.state is State.SUCCESS is not wanted.state


def stands(found: Status | None, wanted: Status) -> bool:
    """True when `found` already says `wanted`, and the bot itself said it."""
    if found is None or wanted.by is None or not wanted.by.is_same(found.by):
        return False
    return (found.state, found.description, found.target_url) == (
        wanted.state,
        wanted.description,
        wanted.target_url,
    )


_CAUTION = (State.SUCCESS, State.PENDING, State.ERROR, State.FAILURE)


def most_cautious(statuses: Iterable[Status]) -> Status:
    """The one that open pull requests with the same head share; raises ValueError for none."""
    return max(statuses, key=lambda status: (_CAUTION.index(status.state), status.description))
