"""Where each question stands: open, answered by somebody who may, or answered by nobody knows whom.

An answer stands while three things agree: the latest that an allowlisted actor gave, the form of
the question then and now, and the marks that the description carries (rulings D10, D11).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum

from inbox.decisions.block import Block, Question
from inbox.decisions.given import Given, Marks, Medium, marks_of, note_of
from inbox.decisions.hearing import Heard
from inbox.decisions.saved import Version, questions_of
from inbox.refs import Account


class State(Enum):
    """Where a question stands; the value completes “this question …”."""

    OPEN = "waits for an answer"
    ANSWERED = "is answered"
    GONE = "is not there any more, and no answer to it stands"
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
    the description does not carry and that the bot is to write there.
    """

    id: str
    question: Question | None
    state: State
    given: Given | None = None
    applies: bool = False

    @property
    def is_pending(self) -> bool:
        """True for a required question that waits, and for any whose answer is not written yet."""
        required = self.question is not None and self.question.required
        return self.state is State.OPEN and (required or self.applies)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the records say: which source answered which question, and the last word on each.

    `last` is when the last word on record was given, and which answer it is, by question.
    """

    pairs: Collection[tuple[str, str]] = frozenset()
    answered: Collection[str] = frozenset()
    last: Mapping[str, tuple[datetime, Marks]] = field(default_factory=dict)

    def with_written(self, written: Mapping[str, bool]) -> Recorded:
        """These, and the answers that the bot wrote of questions on no record: somebody may have
        deleted it, together with the words it rests on."""
        known = {question for _, question in self.pairs}
        more = {one for one, is_there in written.items() if is_there and one not in known}
        return replace(self, answered={*self.answered, *more})

    def is_overtaken(self, given: Given) -> bool:
        """True for what another answer, given later, took the place of on record.

        Whoever deletes the later one does not bring this one back (D11, D14).
        """
        at, marks = self.last.get(given.question, (given.at, given.marks))
        return given.at < at and given.marks != marks


NOTHING_RECORDED = Recorded()


def latest(given: Iterable[Given]) -> dict[str, Given]:
    """The latest of each question; `given` is in the order of time (D14)."""
    return {one.question: one for one in given}


@dataclass(frozen=True, slots=True)
class Background:
    """What standings rest on beside the questions and the answers."""

    past: Sequence[Version]
    bot: Account
    recorded: Recorded = NOTHING_RECORDED

    def is_new(self, given: Given) -> bool:
        """True for what is on no record yet."""
        return (given.source.key, given.question) not in self.recorded.pairs


def stand(block: Block, heard: Heard, behind: Background) -> tuple[Standing, ...]:
    """Where every question stands that is asked now, or was answered before."""
    asked, newest = questions_of(block), latest(heard.answers)
    # What is overtaken leaves nothing behind it: an older one is overtaken as well.
    last = {id_: one for id_, one in newest.items() if not behind.recorded.is_overtaken(one)}
    in_time = (last[one.question] for one in heard.answers if one.question in last)
    meant = (one.question for one in in_time if one.marks or one.is_absence)
    known = dict.fromkeys((*asked, *meant, *sorted(behind.recorded.answered)))
    return tuple(_stands(id_, asked.get(id_), last.get(id_), heard, behind) for id_ in known)


def _stands(
    id_: str, question: Question | None, given: Given | None, heard: Heard, behind: Background
) -> Standing:
    was_answered = given.marks != () if given else id_ in behind.recorded.answered
    if question is None:
        return Standing(id_, None, State.MISSING if was_answered else State.GONE, given)
    marks = marks_of(question)
    if given is None:
        state = State.OVERWRITTEN if was_answered else State.OPEN
        return Standing(id_, question, State.TICKED_BY_OTHERS if marks else state)
    if not marks and not given.marks:
        return Standing(id_, question, State.OPEN, given)
    if _is_overtaken(given, behind.past) or (heard.lost and given.at < heard.lost):
        return Standing(id_, question, State.UNREADABLE, given)
    if given.asked != question.asked:
        return Standing(id_, question, State.CHANGED, given)
    if marks == given.marks:
        return Standing(id_, question, _where_it_is(question, given), given)
    if given.is_mixed or not behind.is_new(given):
        return Standing(id_, question, State.OVERWRITTEN, given)
    if _is_ours_to_write(given, heard.answers, behind, marks_of):
        return Standing(id_, question, State.ANSWERED, given, applies=True)
    return Standing(id_, question, State.OVERWRITTEN, given)


def _where_it_is(question: Question, given: Given) -> State:
    if given.is_mixed:
        return State.TICKED_BY_OTHERS
    return State.ANSWERED if question.is_answered else State.OPEN


def _is_ours_to_write(
    given: Given, said: Iterable[Given], behind: Background, read: Callable[[Question], Marks]
) -> bool:
    """True for what a comment says, and for a saving that the bot wrote over unseen (D14).

    The bot's text then has what stood there before that saving, or what was `said` before it.
    """
    if given.place is None:
        return given.source.medium is Medium.COMMENT
    before = questions_of(behind.past[given.place - 1].block).get(given.question)
    for version in behind.past[given.place + 1 :]:
        now = questions_of(version.block).get(given.question)
        if now is None or now.asked != given.asked:
            return False
        if (marks := read(now)) != given.marks:
            earlier = (one for one in said if one.question == given.question)
            known = [one.marks for one in earlier if one.place is None and one.at <= given.at]
            known.append(read(before) if before else ())
            return behind.bot.is_same(version.by) and marks in known
    return False


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
        if not later or later[0] >= given.at:
            return True
    return False


def new_notes(block: Block, heard: Heard, behind: Background) -> dict[str, Given]:
    """The notes that were given and that the bot is to write into the description, by question."""
    asked = questions_of(block)
    return {
        id_: given
        for id_, given in latest(heard.notes).items()
        if id_ in asked
        and note_of(asked[id_]) != given.marks
        and behind.is_new(given)
        and _is_ours_to_write(given, heard.notes, behind, note_of)
    }
