"""Several pending ballots about one pull request: one stays, and no vote is lost (protocol P6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inbox.actions import RemoveLabel
from inbox.ballot.case import Case
from inbox.ballot.endings import is_yes, write_end
from inbox.ballot.integrity import Integrity, examine
from inbox.ballot.judgement import Judgement, judge, rank
from inbox.ballot.notices import Ending
from inbox.ballot.sayings import duplicate
from inbox.ballot.upkeep import say
from inbox.ballot.verdicts import close_ballot
from inbox.labels import DUPLICATE, PENDING
from inbox.steps import Step
from inbox.world import Ballot


@dataclass(frozen=True, slots=True)
class Sorted:
    """Which ballot stays, and the writes that close each of the others."""

    keeper: Case
    others: tuple[tuple[Case, tuple[Step, ...]], ...]


def sort_out(cases: Sequence[Case]) -> Sorted:
    """The ballot with the deciding signal of them all stays, else the oldest (protocol P22).

    The cases are whole readings of honoured ballots about the same pull request.
    """
    keeper = max(cases, key=_claim)
    others = [case for case in cases if case.ballot.ref != keeper.ballot.ref]
    return Sorted(keeper, tuple((case, _closing(case, keeper.ballot)) for case in others))


def _claim(case: Case) -> tuple[object, ...]:
    judgement = _judged(case)
    deciding = judgement.verdict if judgement else None
    age = -case.ballot.ref.number
    return (1, *rank(deciding), age) if deciding else (0, age)


def _judged(case: Case) -> Judgement | None:
    examined = examine(case.ballot, case.terms.electorate.bot)
    if not isinstance(examined, Integrity) or not case.ballot.created_at:
        return None
    return judge(case.ballot, case.ballot.created_at, examined, case.terms.electorate)


def _closing(case: Case, keeper: Ballot) -> tuple[Step, ...]:
    return (
        *say(case, [duplicate(keeper)]),
        *_ended(case),
        *close_ballot(case.ballot, DUPLICATE, completed=False),
        Step(RemoveLabel(case.ballot.ref, PENDING)),
    )


def _ended(case: Case) -> Iterator[Step]:
    """The yes of a ballot that does not decide is over, whoever points to it later (P34)."""
    judgement = _judged(case)
    if judgement and case.pull and is_yes(judgement):
        yield from write_end(case, judgement, case.pull.base, Ending.DUPLICATE)
