"""The outcome table of a pending ballot: what happens when, in one place (protocol sections 5-7).

`plan` answers with the writes that follow, or with the reading it needs first. It is asked with a
scouted case, then with closer and whole ones; only a whole one leads to writes.
"""

from __future__ import annotations

from inbox.actions import SetIssue
from inbox.ballot.case import Case, Need, Plan, Stage, Step
from inbox.ballot.choice import Choice
from inbox.ballot.integrity import NotHonoured, Tampering, examine
from inbox.ballot.judgement import Judgement, judge
from inbox.ballot.needs import missing_histories
from inbox.ballot.pushes import Proof, prove_push
from inbox.ballot.round import Move, find_move
from inbox.ballot.sayings import ended, tampered
from inbox.ballot.upkeep import (
    labels_as,
    move_steps,
    say,
    sayings_about,
    waiting,
    waiting_status,
)
from inbox.ballot.verdicts import (
    Resolution,
    apply,
    close_ballot,
    has_receipt,
    set_status,
    verdict_status,
)
from inbox.counted import Counted
from inbox.labels import AUTO_CLOSED, AUTO_MERGED, OURS, PENDING, TAMPERED
from inbox.refs import Account
from inbox.world import Ballot, EventKind, Pull

RESOLVING = (Choice.A, Choice.B, Choice.REJECT)


def plan(case: Case) -> Plan | Need | NotHonoured:
    """The outcome for one ballot, or the reading without which none is sure (protocol P23, P43)."""
    ballot, electorate = case.ballot, case.terms.electorate
    if missing_histories(ballot, electorate):
        return Need.CLOSER
    examined = examine(ballot, electorate.bot)
    if isinstance(examined, NotHonoured):
        return examined
    if isinstance(examined, Tampering):
        return _beyond_reading(case, examined) if ballot.whole else Need.WHOLE
    if (case.pull is None or ballot.overflow) and not case.is_whole:
        return Need.WHOLE
    if ballot.created_at is None or case.pull is None:
        return NotHonoured("the time of its opening could not be read")
    judgement = judge(ballot, ballot.created_at, examined, electorate)
    found = _outcome(case, judgement, case.pull)
    if isinstance(found, Plan) and found.steps and not case.is_whole:
        return Need.WHOLE
    return found


def _beyond_reading(case: Case, tampering: Tampering) -> Plan:
    """The original text is gone, so nobody can say what was asked: said, and left alone (P28)."""
    steps = (*labels_as(case.ballot, {TAMPERED: True}), *say(case, [tampered(tampering)]))
    return Plan(Stage.TAMPERED, steps)


def _outcome(case: Case, judgement: Judgement, pull: Pull) -> Plan | Need:
    if not pull.is_open:
        return _nothing_left(case, judgement, pull)
    move = find_move(judgement.round, pull)
    if not case.ballot.is_open and not _closed_by(case.ballot, case.terms.electorate.bot):
        return _closed_by_hand(case, judgement, pull, move)
    if move:
        return _reopened_if_closed(case, _asked_again(case, judgement, pull, move))
    return _by_verdict(case, judgement, pull)


def _by_verdict(case: Case, judgement: Judgement, pull: Pull) -> Plan | Need:
    """Head and base are the bound ones: what the verdict says is done."""
    verdict = judgement.verdict
    if verdict is None or verdict.choice not in RESOLVING:
        return _reopened_if_closed(case, waiting(case, judgement, pull))
    proof = prove_push(case, judgement)
    if isinstance(proof, Need):
        return proof
    if proof is Proof.TOO_EARLY:
        move = _doubled(judgement, pull)
        return _reopened_if_closed(case, _asked_again(case, judgement, pull, move))
    nonce = judgement.integrity.original.nonce
    resolution = Resolution(verdict, pull, nonce, unproven_push=proof is Proof.UNKNOWN)
    steps = (*say(case, sayings_about(judgement, case)), *apply(case, resolution))
    return Plan(Stage.RESOLVED, steps, judgement, verdict_status(case, resolution))


def _doubled(judgement: Judgement, pull: Pull) -> Move:
    """Asks again about the head that an earlier notice bound: that one came before the push."""
    bound = judgement.round.binding
    earlier = bound.notice.notice if bound.notice else None
    return Move(earlier.from_head if earlier else bound.head, pull.head, pull.base, pull.base)


def _asked_again(case: Case, judgement: Judgement, pull: Pull, move: Move) -> Plan:
    stage = Stage.TAMPERED if judgement.tampering else Stage.STALE
    status = waiting_status(case, pull, stage)
    steps = (
        *move_steps(case, judgement, move),
        *say(case, sayings_about(judgement, case)),
        *set_status(case, pull, status),
    )
    return Plan(stage, steps, judgement, status)


def _closed_by_hand(case: Case, judgement: Judgement, pull: Pull, move: Move | None) -> Plan | Need:
    """A signal given before, with or after the closing is applied; a voided one reopens (P38)."""
    resolving = judgement.verdict is not None and judgement.verdict.choice in RESOLVING
    if resolving and move:
        return _reopened_if_closed(case, _asked_again(case, judgement, pull, move))
    if resolving:
        return _by_verdict(case, judgement, pull)
    return Plan(Stage.CLOSED_BY_HAND, (), judgement)


def _closed_by(ballot: Ballot, bot: Account) -> bool:
    """True when the bot itself closed it: a verdict half applied (protocol P29)."""
    closings = [event for event in ballot.events if event.kind is EventKind.CLOSED]
    return bool(closings) and bot.is_same(closings[-1].by)


def _reopened_if_closed(case: Case, after: Plan) -> Plan:
    """A half-done verdict that is no longer the verdict: the ballot is open again first."""
    ballot = case.ballot
    if ballot.is_open:
        return after
    labels = (ballot.labels - OURS) | {PENDING}
    return after.after(Step(SetIssue(ballot.ref, is_open=True, reason="reopened", labels=labels)))


def _nothing_left(case: Case, judgement: Judgement, pull: Pull) -> Plan:
    """Merged or closed elsewhere: a counted reject, or what is half done, is completed (P39)."""
    verdict = judgement.verdict
    if verdict and verdict.choice in RESOLVING:
        resolution = Resolution(verdict, pull, judgement.integrity.original.nonce)
        rejected = verdict.choice is Choice.REJECT and not pull.is_merged
        if rejected or has_receipt(case, resolution):
            return Plan(Stage.RESOLVED, apply(case, resolution), judgement)
    label = AUTO_MERGED if pull.is_merged else AUTO_CLOSED
    steps = (
        *say(case, [ended(pull)]),
        *close_ballot(case.ballot, label, completed=pull.is_merged),
        *labels_as(case.ballot, {PENDING: False}, (Counted.AUTO_RESOLVED,)),
    )
    return Plan(Stage.RESOLVED, steps, judgement)
