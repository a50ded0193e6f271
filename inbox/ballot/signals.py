"""The words of this package: signals, what was set aside and why, and whose count."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from inbox.ballot.choice import Choice
from inbox.policy import Standing
from inbox.refs import Account


class Medium(Enum):
    """How something was said; the value says it in words."""

    REACTION = "reaction on the ballot"
    NOTICE_REACTION = "reaction on a notice"
    COMMENT = "comment"
    BOX = "ticked box"
    PULL_COMMENT = "comment on the pull request"
    EARLIER_BALLOT = "earlier ballot"

    @property
    def word(self) -> str:
        """The one word with which the keys of what was said so begin."""
        return self.name.lower().replace("_", ".")


@dataclass(frozen=True, slots=True)
class Source:
    """Where something was said: `id` is the comment's or reaction's, 0 for a box."""

    medium: Medium
    id: int = 0
    url: str = ""


class Doubt(Enum):
    """Why a word became a hold instead of the refusal, or the answer, that it may be."""

    UNCLEAR = "it is not understood"
    UNREADABLE = "an earlier text of it was removed from its history"
    UNATTRIBUTED = "the history does not show who ticked the box"
    CLEARED = "somebody else cleared the box again"
    THROUGH_APP = "an app wrote it in the person's name"
    UNSURE_WHO = "the account may or may not be the one that the allowlist pins"
    ELSEWHERE = "it was said on an earlier ballot, after that was closed"


class Unheard(Enum):
    """Why something that was seen does not count; the value completes 'not counted: …'."""

    MISSING = Standing.MISSING.value
    GHOST = Standing.GHOST.value
    BOT = Standing.BOT.value
    NO_PERSON = Standing.NO_PERSON.value
    UNLISTED = Standing.UNLISTED.value
    ID_UNKNOWN = Standing.ID_UNKNOWN.value
    REREGISTERED = Standing.REREGISTERED.value
    RENAMED = Standing.RENAMED.value
    NO_TIME = "its time could not be read"
    NO_MEANING = "this reaction has no meaning here"
    UNATTRIBUTED = Doubt.UNATTRIBUTED.value
    REMOVED = "its text was removed from the history"
    THROUGH_APP = Doubt.THROUGH_APP.value
    QUOTED = "the command stands in a quotation, in code or in hidden text"
    MAILED = "below the first paragraph or the reply header of an e-mail nothing approves"
    MAILED_LATE = "by e-mail an approval counts in a ballot's first round only"
    OTHERS_WORDS = "somebody else wrote the command into this comment"
    EARLIER_ROUND = "it was given before the ballot began to ask about this head and base"
    TAMPERED = "the ballot's text was changed, so it approves nothing"
    NOT_YET_PUSHED = "it was given before the branch's log shows this head"
    ELSEWHERE = "it was given on the pull request and not on its ballot"
    CLOSED = "it was given on an earlier ballot, which is closed"


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing an allowlisted actor said, with its instant and the reason given in words.

    A hold says in `doubt` why it is no clear answer; only a hold may be without an actor. `mailed`
    is True where it came by e-mail, or may have come so.
    """

    choice: Choice
    by: Account | None
    at: datetime
    source: Source
    reason: str = ""
    doubt: Doubt | None = None
    mailed: bool = False

    @property
    def key(self) -> str:
        """Names this very signal in receipts and answers; another text or time is another key."""
        return _key(self.source, self.by, self.at)


@dataclass(frozen=True, slots=True)
class Uncounted:
    """Something seen and not counted; `answerable` when an allowlisted person is told (P21)."""

    what: str
    by: Account | None
    at: datetime | None
    source: Source
    why: Unheard
    answerable: bool = False

    @property
    def key(self) -> str:
        """Names this very thing in the answer to it."""
        return _key(self.source, self.by, self.at)


def _key(source: Source, by: Account | None, at: datetime | None) -> str:
    what = str(source.id) if source.id else (by.login.lower() if by else "nobody")
    stamp = at.strftime("%Y%m%dT%H%M%SZ") if at else "unknown"
    return f"{source.medium.word}:{what}:{stamp}"


Said = Signal | Uncounted


def describe(choice: Choice) -> str:
    """The choice in an owner's words."""
    return _WORDS[choice]


_WORDS = {
    Choice.A: "A (approve)",
    Choice.B: "B (alternate)",
    Choice.C: "C (defer)",
    Choice.REJECT: "reject",
    Choice.HOLD: "something unclear",
}
