"""Answers given by comment, written into the description, and what cannot be written (D14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from inbox.decisions.applying import Answer, Mismatch, NotApplicable, apply_answers
from inbox.decisions.block import QuestionKind, read_block
from inbox.decisions.given import Given, marks_of
from inbox.decisions.saved import questions_of
from inbox.decisions.standing import Standing, State
from inbox.markdown import Plain

LONGEST_DESCRIPTION = 65_536
_NOT_READ_BACK = "What was written there would not be read as this answer."


@dataclass(frozen=True, slots=True)
class Unwritten:
    """Words that count and that cannot be in the description, and the sentence why."""

    given: Given
    why: str
    mismatch: Mismatch = Mismatch.WOULD_MOVE


@dataclass(frozen=True, slots=True)
class Written:
    """A description with the answers that it lacked, and where its questions stand then."""

    body: str
    standings: tuple[Standing, ...]
    unwritten: tuple[Unwritten, ...] = ()


@dataclass(frozen=True, slots=True)
class _Change:
    given: Given
    answer: Answer

    @property
    def is_words(self) -> bool:
        return self.answer.choices is None


def write(text: str, standings: Sequence[Standing], notes: Mapping[str, Given]) -> Written:
    """`text` with every answer and note that it lacks; one that does not fit stops no other."""
    changes = sorted((*_answers(standings), *_notes(notes)), key=lambda one: one.is_words)
    body, unwritten = _as_many(text, changes) if changes else (text, [])
    asked = questions_of(read_block(body))
    settled = []
    for one in standings:
        now = replace(one, question=asked.get(one.id))
        settled.append(_settled(now) if one.applies else now)
        is_told = any(each.given == one.given for each in unwritten)
        if settled[-1].applies and one.given and not is_told:
            unwritten.append(Unwritten(one.given, _NOT_READ_BACK))
    return Written(body, tuple(settled), tuple(unwritten))


def _answers(standings: Iterable[Standing]) -> Iterable[_Change]:
    for one in standings:
        if one.applies and one.question and one.given:
            if one.question.kind is QuestionKind.TEXT:
                yield _Change(one.given, Answer(text="".join(one.given.marks)))
            else:
                yield _Change(one.given, Answer(choices=one.given.marks))


def _notes(notes: Mapping[str, Given]) -> Iterable[_Change]:
    for given in notes.values():
        yield _Change(given, Answer(note="".join(given.marks)))


def _as_many(text: str, changes: Sequence[_Change]) -> tuple[str, list[Unwritten]]:
    """The text with all the changes that fit it, and those that do not.

    Where the text is full, no later words are tried; ticks, which come first, take no room.
    """
    try:
        return _apply(text, changes), []
    except NotApplicable as why:
        if len(changes) == 1 or why.why in (Mismatch.NO_SECTION, Mismatch.BROKEN_SECTION):
            return text, [Unwritten(one.given, why.what, why.why) for one in changes]
    half = len(changes) // 2
    body, first = _as_many(text, changes[:half])
    if first and first[-1].mismatch is Mismatch.TOO_LONG:
        rest = [Unwritten(one.given, first[-1].why, Mismatch.TOO_LONG) for one in changes[half:]]
        return body, first + rest
    body, second = _as_many(body, changes[half:])
    return body, first + second


def _apply(text: str, changes: Sequence[_Change]) -> str:
    answers: dict[str, Answer] = {}
    for change in changes:
        id_, answer = change.given.question, change.answer
        earlier = answers.get(id_)
        answers[id_] = replace(earlier, note=answer.note) if earlier else answer
    body = apply_answers(text, answers)
    if len(body) > max(LONGEST_DESCRIPTION, len(text)):
        words = "The description would be longer than GitHub takes."
        raise NotApplicable(Mismatch.TOO_LONG, Plain(words))
    return body


def _settled(standing: Standing) -> Standing:
    """Where the question stands after the writing; what could not be written keeps it open."""
    question, given = standing.question, standing.given
    if question is None or given is None or marks_of(question) != given.marks:
        return replace(standing, state=State.OPEN)
    state = State.ANSWERED if question.is_answered else State.OPEN
    return replace(standing, state=state, applies=False)
