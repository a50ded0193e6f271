"""Records: the bot's comments that keep who answered what, for people and machines (D14).

A record is the bot's only if nobody else touched it. It proves no answer, the owner's own words do;
it says what was recorded already, and when the clock of a follow-up began (D17).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from inbox.authorship import is_only_by
from inbox.decisions.block import QuestionKind
from inbox.decisions.given import Given, Marks, stamped
from inbox.decisions.standing import Recorded, Standing
from inbox.markdown import find_markers, neutral, normalise, render_marker
from inbox.refs import Account
from inbox.world import Comment

KIND = "record"
HEADING = "Decisions from the owner"
VERSION = 1
_FENCE = re.compile(r"^(`{3,})marvin-decisions\n(.*?)\n\1$", re.DOTALL | re.MULTILINE)
LONGEST_RECORD = 50_000
_LONGEST_TEXTS = (20_000, 500, 50)
"""How much of an answer is kept, and how little where a record would not fit into a comment."""

_MOST_MARKS = 20


@dataclass(frozen=True, slots=True)
class Record:
    """One record as read: which comment it is, since when it stands, and what it says of each.

    `sources` are the questions that each saving or comment text is on record for, `answers` what
    was answered to each; a question with no more than a note is not among them.
    """

    id: int
    at: datetime | None
    sources: Mapping[str, tuple[str, ...]]
    answers: Mapping[str, Marks]
    raw: str = ""

    def given(self) -> Iterator[tuple[str, tuple[datetime, Marks]]]:
        """The answers by question, with when each was given, never later than it was recorded."""
        for id_, marks in self.answers.items():
            keys = (key for key, questions in self.sources.items() if id_ in questions)
            if at := min(filter(None, map(stamped, keys)), default=None):
                yield id_, (min(at, self.at or at), marks)


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
            for source, questions in record.sources.items()
            for question in questions
        }
        last = {
            question: marks for record in self.read for question, marks in record.answers.items()
        }
        answered = frozenset(one for one, marks in last.items() if marks)
        given = {id_: answer for record in self.read for id_, answer in record.given()}
        return Recorded(frozenset(pairs), answered, given)


@dataclass(frozen=True, slots=True)
class Entry:
    """What one record says of one question: its standing, and the note that goes with it.

    Without an answer the standing has none; one of the two is there, and one person gave both.
    """

    standing: Standing
    note: Given | None = None

    @property
    def sources(self) -> tuple[Given, ...]:
        """The words that it rests on."""
        return tuple(one for one in (self.standing.given, self.note) if one)

    @property
    def by(self) -> Account:
        """Who gave them."""
        return self.sources[0].by


def render_records(entries: Sequence[Entry], by: Account, digest: str) -> list[str]:
    """The comments that record the answers of `by`, mostly one; `digest` names what was asked.

    Each fits into a comment: many answers are spread, a single one that is too long is cut. One
    whose very id is too long stands on no record.
    """
    if len(entries) > 1:
        whole = _render(entries, by, digest, _LONGEST_TEXTS[0])
        if len(whole) <= LONGEST_RECORD:
            return [whole]
        half = len(entries) // 2
        halves = entries[:half], entries[half:]
        return [text for some in halves for text in render_records(some, by, digest)]
    cuts = (_render(entries, by, digest, limit) for limit in _LONGEST_TEXTS)
    return [text for text in cuts if len(text) <= LONGEST_RECORD][:1]


def _render(entries: Sequence[Entry], by: Account, digest: str, limit: int) -> str:
    sources: dict[str, list[str]] = {}
    for entry in entries:
        for given in entry.sources:
            sources.setdefault(given.source.key, []).append(entry.standing.id)
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
        f"### {HEADING}\n\n{who}\n\n{lines}\n\n{_fenced(data)}\n\n"
        f"{render_marker(KIND, v=str(VERSION))}"
    )


def _answer(entry: Entry, limit: int) -> dict[str, object]:
    question, given = entry.standing.question, entry.standing.given
    said: dict[str, object] = {}
    if given and question and question.kind is QuestionKind.TEXT:
        said["text"] = "".join(given.marks)[:limit]
    elif given:
        # A record that is cut keeps the first of very many.
        most = None if limit == _LONGEST_TEXTS[0] else _MOST_MARKS
        said["choices"] = [mark[:limit] for mark in given.marks[:most]]
    if entry.note:
        said["note"] = "".join(entry.note.marks)[:limit]
    return said


def _line(entry: Entry) -> str:
    said = [_said(entry.standing.given)] if entry.standing.given else []
    if entry.note:
        said.append(f"Note: {neutral(''.join(entry.note.marks))}")
    return f"- {neutral(entry.standing.id)}: {'. '.join(said)}"


def _said(given: Given) -> str:
    if given.is_absence:
        return "taken out of the description, which the owner confirms"
    if not given.marks:
        return "no answer any more"
    said = ", ".join(neutral(mark) for mark in given.marks[:_MOST_MARKS])
    more = given.marks[_MOST_MARKS:]
    return f"{said}, and {len(more)} more" if more else said


def _fenced(data: object) -> str:
    """The JSON in a fence that nothing in it can close, and that says nothing to a runner (P3)."""
    text = json.dumps(data).replace("`", "\\u0060").replace("#[", "#\\u005b")
    return f"```marvin-decisions\n{text}\n```"


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
    found = _FENCE.search(normalise(comment.body))
    try:
        data: Any = json.loads(found[2]) if found else None
        sources = {str(key): _texts(ids) for key, ids in data["source"].items()}
        marks = {str(id_): _marks(answer) for id_, answer in data["answers"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    answers = {id_: given for id_, given in marks.items() if given is not None}
    return Record(comment.id, comment.created_at, sources, answers, found[2] if found else "")


def _marks(answer: Any) -> Marks | None:
    """What an answer says, None where it is no more than a note."""
    if (text := answer.get("text")) is not None:
        return _texts([text] if text else [])
    return _texts(answer["choices"]) if "choices" in answer else None


def _texts(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise TypeError("no list of texts")
    return tuple(found)
