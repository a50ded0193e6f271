"""What was saved as a description: ticks and written lines, and who made them (D11, P16)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from inbox.decisions.block import Block, Question, QuestionKind, read_block
from inbox.decisions.given import Given, Marks, Medium, Source, marks_of, note_of, stamp
from inbox.decisions.lines import split_lines, trimmed
from inbox.electorate import Electorate
from inbox.refs import Account
from inbox.world import Revision


@dataclass(frozen=True, slots=True)
class Version:
    """One saved description and its block; both None where GitHub no longer shows the text."""

    at: datetime | None
    by: Account | None
    block: Block | None
    text: str | None = None


def versions(revisions: Iterable[Revision]) -> tuple[Version, ...]:
    """The descriptions with what they asked, oldest first."""
    return tuple(
        Version(one.at, one.by, None if one.text is None else read_block(one.text), one.text)
        for one in revisions
    )


def version_at(past: Sequence[Version], instant: datetime) -> Version | None:
    """The description as it stood then: the newest saving that is earlier (D13).

    One of the very same second may have come after the words, by somebody who waited for them; it
    is what was seen only where nothing else was there yet. None where savings that GitHub tells no
    time of may lie between.
    """
    there = [place for place, one in enumerate(past) if one.at is not None and one.at <= instant]
    before = [place for place in there if past[place].at != instant]
    if not there:
        return None
    place = before[-1] if before else there[0]
    if place + 1 < len(past) and past[place + 1].at is None:
        return None
    return past[place]


def questions_of(block: Block | None) -> dict[str, Question]:
    """The questions by id, less those whose id is used twice."""
    if block is None:
        return {}
    times = Counter(question.id for question in block.questions)
    return {question.id: question for question in block.questions if times[question.id] == 1}


def written(past: Sequence[Version], bot: Account) -> Mapping[str, bool]:
    """The questions that savings of the bot answered, and whether the last one left an answer.

    It writes only what somebody gave who may: where nothing else tells of that any more, an answer
    was given all the same (D10).
    """
    found: dict[str, bool] = {}
    for before, now in pairwise(past):
        if bot.is_same(now.by):
            earlier = questions_of(before.block)
            for id_, question in questions_of(now.block).items():
                if id_ in earlier and marks_of(earlier[id_]) != marks_of(question):
                    found[id_] = bool(marks_of(question))
    return found


def ticked(past: Sequence[Version], electorate: Electorate) -> Iterator[Given]:
    """The answers that savings of allowlisted actors made; the original text answers nothing."""
    return _made(past, electorate, marks_of)


def noted(past: Sequence[Version], electorate: Electorate) -> Iterator[Given]:
    """The notes that savings of allowlisted actors made."""
    return _made(past, electorate, note_of)


def _made(
    past: Sequence[Version], electorate: Electorate, read: Callable[[Question], Marks]
) -> Iterator[Given]:
    for place in range(1, len(past)):
        before, now = past[place - 1], past[place]
        is_known = now.block is not None and before.block is not None
        if is_known and electorate.allowlist.counts(now.by):
            yield from _Saving(before, now, place, read).made()


class _Saving:
    """One saving against the text before it, both known."""

    def __init__(
        self, before: Version, now: Version, place: int, read: Callable[[Question], Marks]
    ) -> None:
        self._now, self._place, self._read = now, place, read
        self._before: dict[str, list[Question]] = defaultdict(list)
        for question in before.block.questions if before.block else ():
            self._before[question.id].append(question)
        asked = questions_of(now.block)
        self._asked = [one for one in asked.values() if read(one) or one.id in self._before]
        is_moved = any(one.id not in self._before for one in self._asked)
        self._stood = set(_lines(before)) if is_moved else set()
        self._lines = _lines(now) if is_moved else []

    def made(self) -> Iterator[Given]:
        """What it made under each question, and no saving before it."""
        for question in self._asked:
            marks = self._read(question)
            if earlier := self._before.get(question.id):
                is_old = any(self._read(one) == marks for one in earlier)
                kept = {mark for one in earlier for mark in self._read(one)}
                kept |= self._reworded(earlier, question, kept)
            else:
                kept = self._marked_before(question)
                is_old = kept.issuperset(marks)
            if not is_old and (one := self._given(question, marks, kept)) is not None:
                yield one

    def _reworded(
        self, earlier: Sequence[Question], question: Question, ticked: set[str]
    ) -> set[str]:
        """The new labels, where one that was ticked is gone: the same tick under other words."""
        if self._read is not marks_of or question.kind is QuestionKind.TEXT:
            return set()
        now = {option.label for option in question.options}
        if ticked <= now:
            return set()
        return now - {option.label for one in earlier for option in one.options}

    def _marked_before(self, question: Question) -> set[str]:
        """The marks whose lines stood in the text where no such question was read from it."""
        if self._read is marks_of and question.kind is not QuestionKind.TEXT:
            return {
                option.label
                for option in question.options
                if option.ticked and self._lines[option.line - 1] in self._stood
            }
        written = question.answer_lines if self._read is marks_of else question.note_lines
        is_there = written and self._lines[written[-1] - 1] in self._stood
        return set(self._read(question)) if is_there else set()

    def _given(self, question: Question, marks: Marks, kept: set[str]) -> Given | None:
        by, at, what = self._now.by, self._now.at, "" if self._read is marks_of else ":note"
        if by is None or at is None:
            return None
        is_choice = not what and question.kind is not QuestionKind.TEXT
        carried = tuple(mark for mark in marks if mark in kept) if is_choice else ()
        source = Source(Medium.EDIT, f"edit:{by.login.lower()}:{stamp(at)}{what}")
        return Given(question.id, marks, question.asked, by, at, source, self._place, carried)


def _lines(version: Version) -> list[str]:
    return [trimmed(line.text) for line in split_lines(version.text or "")]
