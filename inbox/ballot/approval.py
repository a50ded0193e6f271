"""The outcome table of a pull request's approval: does it stand, and if not, what follows (P34).

Label and receipt only say where to look; the proof is the owner's own signal on the closed ballot,
judged afresh with today's allowlist, its closing ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from inbox.actions import AddLabel, SetIssue
from inbox.ballot import statuses
from inbox.ballot.case import Approved, Case, Need
from inbox.ballot.choice import Choice
from inbox.ballot.endings import write_end
from inbox.ballot.integrity import Integrity, examine
from inbox.ballot.judgement import Judgement, judge
from inbox.ballot.needs import missing_histories
from inbox.ballot.notices import Ending
from inbox.ballot.pushes import Proof, prove_push
from inbox.ballot.receipts import Receipt, read_receipts
from inbox.ballot.round import find_move
from inbox.ballot.signals import Uncounted, Unheard
from inbox.ballot.upkeep import say, sayings_about
from inbox.ballot.verdicts import Resolution, set_status, verdict_status
from inbox.labels import APPROVED_A, APPROVED_B, OURS, PENDING
from inbox.refs import Account, IssueRef
from inbox.steps import Step
from inbox.world import Pull, State, Status

LABELS = {Choice.A: APPROVED_A, Choice.B: APPROVED_B}


class Fate(Enum):
    """What became of an answer that had been applied."""

    NEVER = "was never given"
    STANDS = "stands"
    HELD = "stands, and waits for a clear word"
    REJECTED = "was a reject, and stands"
    OVERRULED = "another verdict was given on its ballot"
    ENDED = "has ended"
    UNKNOWN = "could not be judged"


@dataclass(frozen=True, slots=True)
class ApprovalPlan:
    """The fate of an approval and the writes that follow from it alone.

    After an ended one a fresh ballot is opened where one is needed, and only then the label goes.
    """

    fate: Fate
    steps: tuple[Step, ...] = ()
    status: Status | None = None
    approved: Approved | None = None


def newest_receipt(pull: Pull, bot: Account) -> Receipt | None:
    """The newest receipt on the pull request, as far as its comments were read."""
    receipts = read_receipts(pull.comments or (), bot)
    return receipts[-1] if receipts else None


def plan_approval(case: Case, receipt: Receipt, *, withdrawn: bool = False) -> ApprovalPlan | Need:
    """What becomes of the approval that `receipt` names, judged on its ballot in `case`.

    `withdrawn` is True when an allowlisted actor took the approval label off. Writes follow only
    from a whole reading; only that proves the push, for an approval that merely waits costs
    nothing more (protocol P43).
    """
    ballot, pull, electorate = case.ballot, case.pull, case.terms.electorate
    if missing_histories(ballot, electorate):
        return Need.CLOSER
    if pull is None or (ballot.overflow and not case.is_whole):
        return Need.WHOLE
    integrity = examine(ballot, electorate.bot)
    if not isinstance(integrity, Integrity) or not ballot.created_at:
        return ApprovalPlan(Fate.ENDED)
    if (case.asks_about or integrity.original.pull) != pull.ref:
        return ApprovalPlan(Fate.ENDED)
    judgement = judge(ballot, ballot.created_at, integrity, electorate, elsewhere=case.elsewhere)
    proof = prove_push(case, judgement) if case.is_whole else Proof.NOT_NEEDED
    if isinstance(proof, Need):
        return proof
    ending = _ending(case, receipt, judgement, pull)
    if ending is None and proof is Proof.TOO_EARLY:
        ending = Ending.NOT_COUNTED
    if ending is None and withdrawn:
        ending = Ending.LABEL_TAKEN_OFF
    found = _judged(case, receipt, judgement, pull, ending)
    return Need.WHOLE if found.steps and not case.is_whole else found


def _judged(
    case: Case, receipt: Receipt, judgement: Judgement, pull: Pull, ending: Ending | None
) -> ApprovalPlan:
    verdict = judgement.verdict
    if ending or verdict is None:
        written = write_end(case, judgement, pull.base, ending) if ending else ()
        steps = (*written, *_no_longer_green(case, pull))
        return ApprovalPlan(Fate.ENDED, steps)
    told = say(case, sayings_about(judgement, case))
    if verdict.choice is Choice.HOLD:
        held = statuses.held(pull, case.ballot.url, case.terms.electorate.bot)
        return ApprovalPlan(Fate.HELD, (*told, *set_status(case, pull, held)), held)
    if case.is_deaf:
        return ApprovalPlan(Fate.UNKNOWN)  # a no may have been said elsewhere
    if verdict.choice is not receipt.option:
        return ApprovalPlan(Fate.OVERRULED, (Step(AddLabel(case.ballot.ref, PENDING)),))
    resolution = Resolution(verdict, pull, judgement.integrity.original.nonce)
    status = verdict_status(case, resolution)
    steps = (
        *told,
        *_labelled(receipt, pull),
        *_closed_again(case, receipt),
        *set_status(case, pull, status),
    )
    approved = Approved(verdict.choice.value, verdict.at, case.ballot.ref)
    return ApprovalPlan(Fate.STANDS, steps, status, approved)


def _ending(case: Case, receipt: Receipt, judgement: Judgement, pull: Pull) -> Ending | None:
    """Why the approval stands no longer; None while nothing in its ballot speaks against it."""
    move = find_move(judgement.round, pull)
    if receipt.head != pull.head or (move and move.of_head):
        return Ending.PUSHED
    if receipt.base != pull.base or move:
        return Ending.RETARGETED
    verdict = judgement.verdict
    if verdict is None:
        is_there = any(_was_an_answer(said, case) for said in judgement.uncounted)
        return Ending.NOT_COUNTED if is_there else Ending.WITHDRAWN
    return Ending.WITHDRAWN if verdict.choice is Choice.C else None


def _was_an_answer(said: Uncounted, case: Case) -> bool:
    """True for an answer of somebody who counts, that does not; what strangers say is no reason."""
    counts = case.terms.electorate.allowlist.counts(said.by)
    return counts and said.why not in (Unheard.NO_MEANING, Unheard.QUOTED)


def _no_longer_green(case: Case, pull: Pull) -> Iterator[Step]:
    """A success that nothing stands behind goes before the fresh ballot comes (protocol P34)."""
    if case.status and case.status.state is State.SUCCESS:
        bot = case.terms.electorate.bot
        ended = statuses.waiting(pull, case.ballot.url, bot, "its approval has ended")
        yield from set_status(case, pull, ended)


def _labelled(receipt: Receipt, pull: Pull) -> Iterator[Step]:
    label = LABELS[receipt.option]
    if label not in pull.labels:
        yield Step(AddLabel(IssueRef.of(pull.ref), label))


def _closed_again(case: Case, receipt: Receipt) -> Iterator[Step]:
    """A ballot that is open and decided, because somebody reopened it, is closed (protocol P29)."""
    ballot = case.ballot
    if ballot.is_open:
        labels = (ballot.labels - OURS) | {LABELS[receipt.option]}
        yield Step(SetIssue(ballot.ref, is_open=False, reason="completed", labels=labels))
