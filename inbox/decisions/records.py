"""Records: the bot's comments that keep who answered what, for people and machines (D14).

A record is the bot's only if nobody else touched it. It proves no answer, the owner's own words do;
it says what was recorded already, and when the clock of a follow-up began (D17).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from inbox.authorship import is_only_by
from inbox.decisions.block import QuestionKind
from inbox.decisions.given import Given, Marks
from inbox.decisions.standing import Recorded, Standing
from inbox.markdown import find_markers, neutral, render_marker
from inbox.refs import Account
from inbox.world import Comment

KIND = "record"
HEADING = "Decisions from the owner"
VERSION = 1
_FENCE = re.compile(r"^(`{3,})marvin-decisions\n(.*?)\n\1$", re.DOTALL | re.MULTILINE)
LONGEST_RECORD = 50_000
_LONGEST_TEXT = 20_000
_LONGEST_CUT_TEXT = 500
_MOST_MARKS = 20


@dataclass(frozen=True, slots=True)
class Record:
    """One record as read: which comment it is, since when it stands, and what it says of each."""

    id: int
    at: datetime | None
    sources: tuple[str, ...]
    answers: Mapping[str, Marks]
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """The bot's records under one text, oldest first, and the comments that are broken ones."""

    read: tuple[Record, ...]
    broken: tuple[int, ...] = ()

    @property
    def newest(self) -> Record | None:
        """The newest one."""
        return self.read[-1] if self.read else None

    @property
    def recorded(self) -> Recorded:
        """Which source answered what, and which questions the last word on them calls answered."""
        pairs = {
            (source, question)
            for record in self.read
            for source in record.sources
            for question in record.answers
        }
        last = {
            question: marks for record in self.read for question, marks in record.answers.items()
        }
        return Recorded(frozenset(pairs), frozenset(one for one, marks in last.items() if marks))


@dataclass(frozen=True, slots=True)
class Entry:
    """What one record says of one question: its standing, and the note that goes with it."""

    standing: Standing
    note: Given | None = None

    @property
    def sources(self) -> Iterable[Given]:
        """The words that it rests on."""
        return (one for one in (self.standing.given, self.note) if one)


def render_records(entries: Sequence[Entry], by: Account, digest: str) -> list[str]:
    """The comments that record the answers of `by`, mostly one; `digest` names what was asked.

    Each fits into a comment: many answers are spread, a single one that is too long is cut.
    """
    whole = _render(entries, by, digest, _LONGEST_TEXT)
    if len(whole) <= LONGEST_RECORD:
        return [whole]
    if len(entries) == 1:
        return [_render(entries, by, digest, _LONGEST_CUT_TEXT)]
    half = len(entries) // 2
    return [
        *render_records(entries[:half], by, digest),
        *render_records(entries[half:], by, digest),
    ]


def _render(entries: Sequence[Entry], by: Account, digest: str, limit: int) -> str:
    sources = list(dict.fromkeys(one.source.key for entry in entries for one in entry.sources))
    data = {
        "version": VERSION,
        "actor": str(by),
        "source": sources,
        "body": digest,
        "answers": {entry.standing.id: _answer(entry, limit) for entry in entries},
    }
    lines = "\n".join(_line(entry) for entry in entries)
    who = f"Given by {neutral(str(by))}."
    return (
        f"### {HEADING}\n\n{who}\n\n{lines}\n\n{_fenced(json.dumps(data))}\n\n"
        f"{render_marker(KIND, v=str(VERSION))}"
    )


def _answer(entry: Entry, limit: int) -> dict[str, object]:
    standing = entry.standing
    marks = [mark[:limit] for mark in _marks_kept(standing, limit)]
    said: dict[str, object] = {}
    if standing.question and standing.question.kind is QuestionKind.TEXT:
        said["text"] = "".join(marks)
    else:
        said["choices"] = marks
    if entry.note:
        said["note"] = "".join(entry.note.marks)[:limit]
    return said


def _marks_kept(standing: Standing, limit: int) -> Marks:
    """The marks, as many as may be; a record that is cut keeps the first of very many."""
    marks = standing.given.marks if standing.given else ()
    return marks if limit == _LONGEST_TEXT else marks[:_MOST_MARKS]


def _line(entry: Entry) -> str:
    standing = entry.standing
    marks = standing.given.marks if standing.given else ()
    said = ", ".join(neutral(mark) for mark in marks[:_MOST_MARKS])
    if more := marks[_MOST_MARKS:]:
        said += f", and {len(more)} more"
    if standing.question is None:
        said = "taken out of the description, which the owner confirms"
    elif not said:
        said = "no answer any more" if standing.given else "no answer yet"
    note = f" Note: {neutral(''.join(entry.note.marks))}" if entry.note else ""
    return f"- {neutral(standing.id)}: {said}{note}"


def _fenced(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}marvin-decisions\n{text}\n{ticks}"


def read_records(comments: Iterable[Comment], bot: Account) -> Records:
    """The records among the comments; edited comments of the bot come with their history."""
    read: list[Record] = []
    broken: list[int] = []
    for comment in comments:
        if not is_only_by(bot, comment) or not find_markers(comment.body, KIND):
            continue
        record = _read(comment)
        if record is None:
            broken.append(comment.id)
        else:
            read.append(record)
    return Records(tuple(read), tuple(broken))


def _read(comment: Comment) -> Record | None:
    found = _FENCE.search(comment.body.replace("\r\n", "\n"))
    try:
        data: Any = json.loads(found[2]) if found else None
        answers = {str(key): _marks(value) for key, value in data["answers"].items()}
        sources = tuple(str(one) for one in data["source"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return Record(comment.id, comment.created_at, sources, answers, found[2] if found else "")


def _marks(answer: Any) -> Marks:
    if "text" in answer:
        return (str(answer["text"]),) if answer["text"] else ()
    return tuple(str(one) for one in answer.get("choices", ()))
