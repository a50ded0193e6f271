"""The words of answering: what was given for a question, by whom, when, and how (D11, D13)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from inbox.decisions.block import Question, QuestionKind
from inbox.decisions.lines import in_words
from inbox.refs import Account

_STAMP = "%Y%m%dT%H%M%SZ"
Marks = tuple[str, ...]
"""What stands under a question as its answer: the ticked labels in their order, or the one text."""


def marks_of(question: Question) -> Marks:
    """The marks under `question` now; runs of blanks in a written answer count as one."""
    if question.kind is QuestionKind.TEXT:
        return _written(question.answer)
    return tuple(option.label for option in question.options if option.ticked)


def note_of(question: Question) -> Marks:
    """The note under the question, as marks."""
    return _written(question.note)


def _written(text: str | None) -> Marks:
    words = in_words(text or "")
    return (words,) if words else ()


class Medium(Enum):
    """How an answer was given; the value says it in words."""

    EDIT = "in the description"
    COMMENT = "by comment"
    CONFIRM = "by `/confirm`"


_RANKS = {Medium.CONFIRM: 0, Medium.COMMENT: 1, Medium.EDIT: 2}


@dataclass(frozen=True, slots=True)
class Source:
    """Where an answer was given; `key` names this very saving or comment text in records."""

    medium: Medium
    key: str
    url: str = ""
    comment: int = 0


@dataclass(frozen=True, slots=True)
class Given:
    """One answer, or note, that an allowlisted actor gave to a question as it then stood.

    `asked` is the question's form at that time (None for one that was confirmed as taken out, whose
    `marks` are empty), `place` the revision of the description that holds it, None for a comment.
    `carried` are those of the marks that stood there before, and `is_mixed` says that nobody who
    may had made all of these (P16).
    """

    question: str
    marks: Marks
    asked: str | None
    by: Account
    at: datetime
    source: Source
    place: int | None = None
    carried: Marks = ()
    is_mixed: bool = False

    @property
    def is_absence(self) -> bool:
        """True for what somebody confirmed as taken out."""
        return self.asked is None

    @property
    def order(self) -> tuple[datetime, int, int, int]:
        """Its place in time; of one second, what was saved comes after what was said (D13).

        A confirmation covers what the same second does not answer in so many words.
        """
        rank = _RANKS[self.source.medium]
        return self.at, rank, self.place or 0, self.source.comment


@dataclass(frozen=True, slots=True)
class Misheard:
    """A comment of an allowlisted actor that asks for something it cannot have, and why."""

    comment: int
    by: Account
    lines: tuple[str, ...]
    why: tuple[str, ...]


def stamp(instant: datetime) -> str:
    """The instant as a part of a source's key."""
    return instant.strftime(_STAMP)


def stamped(key: str) -> datetime | None:
    """The instant in a source's key; None where there is none."""
    try:
        return datetime.strptime(key.rpartition(":")[2], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None
