"""Where each question stands: open, answered by somebody who may, or answered by nobody knows whom.

An answer stands while three things agree: the latest that an allowlisted actor gave, the form of
the question then and now, and the marks that the description carries (rulings D10, D11).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from inbox.decisions.block import Block, Question
from inbox.decisions.given import Given, Medium, marks_of
from inbox.decisions.hearing import Heard, Version, note_of, questions_of


class State(Enum):
    """Where a question stands; the value completes “this question …”."""

    OPEN = "waits for an answer"
    ANSWERED = "is answered"
    GONE = "was taken out, and the owner confirmed that"
    TICKED_BY_OTHERS = "was answered by somebody who is not on the allowlist"
    CHANGED = "reads differently since it was answered"
    OVERWRITTEN = "was answered, and somebody else changed the answer"
    MISSING = "was answered, and is no longer there"
    UNREADABLE = "has an answer, and a text on the way is missing from the history"


UNATTRIBUTED = frozenset(State) - {State.OPEN, State.ANSWERED, State.GONE}


@dataclass(frozen=True, slots=True)
class Standing:
    """One question, where it stands, and the latest answer to it, if there is one.

    `question` is None where it is not in the description now; `applies` is True for an answer that
    was given by comment and that the description does not carry yet.
    """

    id: str
    question: Question | None
    state: State
    given: Given | None = None
    applies: bool = False

    @property
    def is_pending(self) -> bool:
        """True for a required question that waits."""
        required = self.question is not None and self.question.required
        return required and self.state is State.OPEN


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the records say: which source answered which question, and the last word on each."""

    pairs: Collection[tuple[str, str]] = frozenset()
    answered: Collection[str] = frozenset()


NOTHING_RECORDED = Recorded()


def latest(given: Iterable[Given]) -> dict[str, Given]:
    """The latest of each question; `given` is in the order of time (D14)."""
    return {one.question: one for one in given}


def stand(
    block: Block, past: Sequence[Version], heard: Heard, recorded: Recorded = NOTHING_RECORDED
) -> tuple[Standing, ...]:
    """Where every question stands that is asked now, or was answered before."""
    asked, last = questions_of(block), latest(heard.answers)
    known = dict.fromkeys((*asked, *last, *sorted(recorded.answered)))
    return tuple(_stands(id_, asked.get(id_), last.get(id_), past, recorded) for id_ in known)


def _stands(
    id_: str,
    question: Question | None,
    given: Given | None,
    past: Sequence[Version],
    recorded: Recorded,
) -> Standing:
    if question is None:
        was_answered = given.marks != () if given else id_ in recorded.answered
        return Standing(id_, None, State.MISSING if was_answered else State.GONE, given)
    marks = marks_of(question)
    if given is None:
        return Standing(id_, question, State.TICKED_BY_OTHERS if marks else State.OPEN)
    if not marks and not given.marks:
        return Standing(id_, question, State.OPEN, given)
    if _is_overtaken(given, past):
        return Standing(id_, question, State.UNREADABLE, given)
    if given.asked != question.asked:
        return Standing(id_, question, State.CHANGED, given)
    if marks == given.marks:
        state = State.ANSWERED if question.is_answered else State.OPEN
        return Standing(id_, question, state, given)
    is_new = (given.source.key, id_) not in recorded.pairs
    if given.source.medium is Medium.COMMENT and is_new:
        return Standing(id_, question, State.ANSWERED, given, applies=True)
    return Standing(id_, question, State.OVERWRITTEN, given)


def _is_overtaken(given: Given, past: Sequence[Version]) -> bool:
    """True when a description saved after the answer is not shown any more (D11, P16).

    The time of a text that is missing altogether is before that of the next one.
    """
    for place, version in enumerate(past):
        if version.block is not None:
            continue
        if given.place is not None:
            if place > given.place:
                return True
            continue
        later = [one.at for one in past[place:] if one.at is not None]
        if not later or later[0] > given.at:
            return True
    return False


def new_notes(block: Block, heard: Heard, recorded: Recorded) -> dict[str, Given]:
    """The notes given by comment that the description does not carry yet, by question."""
    asked = questions_of(block)
    return {
        id_: given
        for id_, given in latest(heard.notes).items()
        if given.source.medium is Medium.COMMENT
        and id_ in asked
        and note_of(asked[id_]) != given.marks
        and (given.source.key, id_) not in recorded.pairs
    }
