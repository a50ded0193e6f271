"""The outcome table of a pending ballot: what happens when, in one place (protocol sections 5-7).

`plan` answers with the writes that follow, or with the reading it needs first. It is asked with a
scouted case, then with closer and whole ones; only a whole one leads to writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from inbox.ballot.answered import as_answered, is_due
from inbox.ballot.case import Case, Need, Plan, Stage
from inbox.ballot.choice import Choice
from inbox.ballot.closings import (
    MOST_CLOSINGS,
    closed_by_owner,
    is_by_bot,
    is_later_than_closing,
    is_owners,
    is_undone,
    open_again,
    reopening,
    said_undone,
    superseded,
)
from inbox.ballot.endings import has_ended, is_yes, write_end
from inbox.ballot.integrity import NotHonoured, Tampering, examine
from inbox.ballot.judgement import Judgement, judge, rank
from inbox.ballot.locked import without_words
from inbox.ballot.needs import missing_histories
from inbox.ballot.notices import Ending
from inbox.ballot.pushes import Proof, prove_push
from inbox.ballot.round import Move, find_move
from inbox.ballot.sayings import closed_with_ballot, ended, question, tampered
from inbox.ballot.upkeep import (
    labels_as,
    move_steps,
    notice_about,
    redirect,
    say,
    sayings_about,
    show_waiting,
    stage_asking,
    undecided,
    waiting,
    waiting_status,
    works_again,
)
from inbox.ballot.verdicts import (
    Resolution,
    apply,
    close_ballot,
    has_receipt,
    verdict_status,
)
from inbox.counted import Counted
from inbox.decisions.verdict import Code
from inbox.labels import AUTO_CLOSED, AUTO_MERGED, PENDING, TAMPERED
from inbox.sayings import unsaid
from inbox.steps import Step
from inbox.world import Pull

RESOLVING = (Choice.A, Choice.B, Choice.REJECT)


def plan(case: Case) -> Plan | Need | NotHonoured:
    """The outcome for one ballot, or the reading without which none is sure (protocol P23, P43)."""
    found = _said(case)
    is_read = case.is_whole or (case.ballot.whole and case.pull is None)
    may_write = found is Need.WHOLE or (isinstance(found, Plan) and bool(found.steps))
    return found if is_read or not may_write else _by_our_answers(case) or Need.WHOLE


def _said(case: Case) -> Plan | Need | NotHonoured:
    """What is decided, without the words that a locked ballot does not let in (protocol P42)."""
    found = _decide(case)
    return without_words(case, found) if isinstance(found, Plan) else found


def _by_our_answers(case: Case) -> Plan | None:
    """The plan that writes nothing, where what seems to ask for a write was answered (P43)."""
    bot = case.terms.electorate.bot
    if is_due(case.ballot, bot, case.terms.now):
        return None
    found = _said(replace(case, ballot=as_answered(case.ballot, bot)))
    return found if isinstance(found, Plan) and not found.steps else None


def closings_are_many(cases: Iterable[Case]) -> bool:
    """True when owners closed more ballots since the last tick than anybody does on purpose (P38).

    Scouted cases will do; closings that a comment of ours already names count too.
    """
    found = [_decide(case) for case in cases]
    closed = [one for one in found if isinstance(one, Plan) and one.stage is Stage.CLOSED_BY_OWNER]
    return len(closed) > MOST_CLOSINGS


def _decide(case: Case) -> Plan | Need | NotHonoured:
    ballot, electorate = case.ballot, case.terms.electorate
    if missing_histories(ballot, electorate):
        return Need.CLOSER
    examined = examine(ballot, electorate.bot)
    if isinstance(examined, NotHonoured):
        return examined
    if isinstance(examined, Tampering):
        cut = ballot.overflow and not ballot.whole
        return Need.WHOLE if cut else _beyond_reading(case, examined)
    if (case.pull is None or ballot.overflow) and not case.is_whole:
        return Need.WHOLE
    if ballot.created_at is None or case.pull is None:
        return NotHonoured("the time of its opening could not be read")
    judgement = judge(ballot, ballot.created_at, examined, electorate, elsewhere=case.elsewhere)
    return _outcome(case, judgement, case.pull)


def _beyond_reading(case: Case, tampering: Tampering) -> Plan:
    """The original text is gone, so nobody can say what was asked: said, and left alone (P28)."""
    if not case.ballot.is_open:
        return superseded(case).after(*say(case, [tampered(tampering)]))
    steps = (*labels_as(case.ballot, {TAMPERED: True}), *say(case, [tampered(tampering)]))
    return Plan(Stage.LOST, steps)


def _outcome(case: Case, judgement: Judgement, pull: Pull) -> Plan | Need:
    if not pull.is_open:
        return _nothing_left(case, judgement, pull)
    move = find_move(judgement.round, pull)
    if not case.ballot.is_open and not is_by_bot(case.ballot, case.terms.electorate):
        return _closed_by_hand(case, judgement, pull, move)
    if move:
        return _asked_again(case, judgement, pull, move)
    return _by_verdict(case, judgement, pull)


def _by_verdict(case: Case, judgement: Judgement, pull: Pull) -> Plan | Need:
    """Head and base are the bound ones: what the verdict says is done."""
    verdict = judgement.verdict
    if verdict is None or verdict.choice not in RESOLVING:
        return _while_open(case, lambda open_case: waiting(open_case, judgement, pull))
    if case.is_deaf and is_yes(judgement):
        return Plan(Stage.UNDECIDED, (), judgement)  # a no may have been said elsewhere (P34)
    if verdict.choice is not Choice.REJECT and case.gate.code is Code.UNCHECKED:
        return Plan(Stage.UNDECIDED, (), judgement)  # nobody knows whether it asks (D10)
    if verdict.choice is not Choice.REJECT and not case.gate.passes:
        return _while_open(case, lambda open_case: undecided(open_case, judgement, verdict, pull))
    proof = prove_push(case, judgement)
    if isinstance(proof, Need):
        return proof
    if proof is Proof.TOO_EARLY:
        return _asked_again(case, judgement, pull, _doubled(judgement, pull))
    nonce = judgement.integrity.original.nonce
    resolution = Resolution(verdict, pull, nonce, unproven_push=proof is Proof.UNKNOWN)
    told = (*say(case, sayings_about(judgement, case)), *redirect(case, pull))
    steps = (*told, *apply(case, resolution))
    return Plan(Stage.RESOLVED, steps, judgement, verdict_status(case, resolution))


def _doubled(judgement: Judgement, pull: Pull) -> Move:
    """Asks again about the head that an earlier notice bound: that one came before the push."""
    bound = judgement.round.binding
    earlier = bound.notice.notice if bound.notice else None
    return Move(earlier.from_head if earlier else bound.head, pull.head, pull.base, pull.base)


def _asked_again(case: Case, judgement: Judgement, pull: Pull, move: Move) -> Plan:
    """A notice asks anew; a hold from elsewhere is the one word that no move voids (P34)."""
    stage = stage_asking(judgement, notice_about(judgement, move))
    hold = max(case.elsewhere, key=rank, default=None)
    if hold and stage is not Stage.TAMPERED:
        stage = Stage.HELD
    status = waiting_status(case, pull, stage)

    def asking(open_case: Case) -> Plan:
        sayings = sayings_about(judgement, open_case)
        steps = (
            *move_steps(open_case, judgement, move),
            *say(open_case, [*sayings, question(hold)] if hold else sayings),
            *redirect(open_case, pull),
            *show_waiting(open_case, pull, status),
            *works_again(open_case),
        )
        return Plan(stage, steps, judgement, status)

    return _while_open(case, asking)


def _while_open(case: Case, planned: Callable[[Case], Plan]) -> Plan:
    """What is planned for an open ballot; a closed one is opened again first (P29, P38)."""
    if case.ballot.is_open:
        return planned(case)
    again = replace(case, ballot=open_again(case.ballot))
    return planned(again).after(reopening(case.ballot))


def _closed_by_hand(case: Case, judgement: Judgement, pull: Pull, move: Move | None) -> Plan | Need:
    """A verdict given before, with or after the closing is applied, or asked for again where it was
    voided; a deferral or a hold counts only after it, for the closing is the later word (P38)."""
    verdict = judgement.verdict
    resolves = verdict is not None and verdict.choice in RESOLVING
    if verdict is None or not (resolves or is_later_than_closing(verdict.at, case.ballot)):
        return _after_closing(case, judgement, pull, move)
    if move:
        return _asked_again(case, judgement, pull, move)
    return _by_verdict(case, judgement, pull)


def _after_closing(case: Case, judgement: Judgement, pull: Pull, move: Move | None) -> Plan:
    """The first that applies: tampered with, an owner's closing, or anybody else's (P38.3-5).

    What is opened again says in the same tick all that an open ballot has to say.
    """
    if judgement.tampering:
        return superseded(case, judgement).after(*say(case, sayings_about(judgement, case)))
    if not is_undone(case):
        return closed_by_owner(case, judgement, pull)
    stage = Stage.REOPENED
    if is_owners(case.ballot, case.terms.electorate):
        stage = Stage.CLOSED_BY_OWNER
    if move:
        opened = _asked_again(case, judgement, pull, move)
    else:
        opened = _while_open(case, lambda open_case: waiting(open_case, judgement, pull))
    return replace(opened.after(*said_undone(case)), stage=stage)


def _nothing_left(case: Case, judgement: Judgement, pull: Pull) -> Plan:
    """Merged or closed elsewhere: a counted reject, or what is half done, is completed (P39)."""
    verdict = judgement.verdict
    if verdict and verdict.choice in RESOLVING:
        resolution = Resolution(verdict, pull, judgement.integrity.original.nonce)
        rejected = verdict.choice is Choice.REJECT and not pull.is_merged
        is_half_done = find_move(judgement.round, pull) is None and has_receipt(case, resolution)
        if rejected or is_half_done:
            return Plan(Stage.RESOLVED, apply(case, resolution), judgement)
    label = AUTO_MERGED if pull.is_merged else AUTO_CLOSED
    bot = case.terms.electorate.bot
    counted = [Counted.AUTO_RESOLVED]
    if pull.is_merged and not _would_be_approved(judgement, pull):
        counted.append(Counted.BYPASSED)
    closed_by_us = not unsaid([closed_with_ballot(pull, case.ballot)], pull.comments or (), bot)
    is_told = closed_by_us or has_ended(judgement, Ending.CLOSED)
    steps = (
        *(_last_words(case, judgement, pull) if not is_told else ()),
        *close_ballot(case.ballot, label, completed=pull.is_merged),
        *labels_as(case.ballot, {PENDING: False}, tuple(counted)),
    )
    return Plan(Stage.RESOLVED, steps, judgement)


def _last_words(case: Case, judgement: Judgement, pull: Pull) -> Iterator[Step]:
    """One comment; where a yes was given, the one after which it never yields again (P34)."""
    if is_yes(judgement) and not pull.is_merged:
        return write_end(case, judgement, pull.base, Ending.CLOSED)
    return say(case, [ended(pull)])


def _would_be_approved(judgement: Judgement, pull: Pull) -> bool:
    """True for a head that its owner had approved when somebody merged it (protocol P39)."""
    return is_yes(judgement) and find_move(judgement.round, pull) is None
