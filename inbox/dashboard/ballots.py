"""A pending ballot as the page shows it, from what a tick would judge of it."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.actions import PostComment, describe
from inbox.ballot.case import Case, Plan, Stage
from inbox.ballot.choice import Choice
from inbox.ballot.judgement import Judgement
from inbox.ballot.round import find_move
from inbox.ballot.signals import Signal
from inbox.ballot.signals import describe as in_words
from inbox.dashboard.consequences import Hindrance, Matter, against_a_yes, options
from inbox.dashboard.view import BallotView, Files, Given
from inbox.decisions.gate import Gate
from inbox.labels import DEFERRED, FAULT
from inbox.layout import age
from inbox.metrics import age_hours
from inbox.refs import Account, IssueRef
from inbox.tick.outlooks import Words, row_words
from inbox.tick.questions import gate_as_read
from inbox.tick.session import Session
from inbox.world import Ballot, Pull


def ballot_view(
    session: Session,
    judged: tuple[Case, Plan],
    *,
    files: Files | None,
    checks: str,
    read_only: str,
) -> BallotView | None:
    """The ballot with its four answers; None where nobody can say what it asks (P28)."""
    case, plan = judged
    judgement, pull = plan.judgement, case.pull
    if judgement is None or pull is None:
        return None
    bound = judgement.round.binding
    base = bound.base or pull.base
    move = find_move(judgement.round, pull)
    if pull.head != bound.head:
        checks = _OF_ANOTHER_HEAD
    matter = Matter(pull.ref, bound.head, base, checks, pull.is_draft)
    gate = _gate(session, case, pull)
    hindrance = _hindrance(case, gate, judgement, pull, read_only)
    words = _words(session, case.ballot)
    opened = judgement.integrity.original.opened_at
    stands = judgement.verdict if move is None else None
    return BallotView(
        ref=case.ballot.ref,
        url=case.ballot.url,
        head=bound.head,
        base=base,
        stage=plan.stage,
        reasoning=judgement.integrity.original.reasoning,
        opened_at=opened,
        asked_since=judgement.round.started,
        age=age(age_hours(case.ballot.created_at or opened, session.world.now)),
        effective_age=words.effective,
        coming=words.next,
        moved_to=pull.head if pull.head != bound.head else None,
        given=given(stands, session.viewer) if stands else None,
        becomes=_becomes(case, plan) if stands else "",
        unheard=tuple(_unheard(judgement)),
        will=tuple(describe(step.action) for step in plan.steps),
        options=options(matter, session.policy.merge, hindrance),
        files=files,
        checks=checks,
        is_locked=case.ballot.is_locked,
        is_faulty=FAULT in case.ballot.labels,
    )


def is_at_its_head(judged: tuple[Case, Plan]) -> bool:
    """True where the pull request is what the ballot asks about."""
    case, plan = judged
    if plan.judgement is None or case.pull is None or not case.pull.is_open:
        return False
    return find_move(plan.judgement.round, case.pull) is None


def given(signal: Signal, me: Account | None) -> Given:
    """The answer that stands, in words."""
    return Given(
        says=in_words(signal.choice),
        login=str(signal.by) if signal.by else "",
        at=signal.at,
        how=_how(signal),
        key=signal.key,
        url=signal.source.url,
        is_mine=signal.by is not None and signal.by.is_same(me),
    )


def _how(signal: Signal) -> str:
    medium = signal.source.medium.value
    return f"{medium}; {signal.doubt.value}" if signal.doubt else medium


_OF_ANOTHER_HEAD = "not read at that head"
_SENT = "Sent, waiting for the next tick."
_AGAIN = "Sent; a tick failed at this ballot before, and the next one tries again."


def _becomes(case: Case, plan: Plan) -> str:
    """What the answer that stands waits for; a tick that dealt with it has nothing more to do."""
    match plan.stage:
        case Stage.QUESTIONED:
            return "It waits for the decisions in the pull request."
        case Stage.DEFERRED if DEFERRED in case.ballot.labels:
            return "It is deferred until you answer otherwise."
        case Stage.HELD if not any(isinstance(step.action, PostComment) for step in plan.steps):
            return "Nothing is done until it is clear: answer again."
        case Stage.UNDECIDED | Stage.TAMPERED:
            return "It is not applied as things are."
        case _:
            return _AGAIN if FAULT in case.ballot.labels else _SENT


def _words(session: Session, ballot: Ballot) -> Words:
    """Whoever reads the page reads with their own token, the availability file too."""
    file = session.policy.lifecycle.availability
    return row_words(session, ballot, file.repository if file else ballot.ref.repo)


def _unheard(judgement: Judgement) -> Iterator[str]:
    """What people who may answer said in vain, each with the reason (P21)."""
    verdict = judgement.verdict
    clear = verdict if verdict and verdict.choice is not Choice.HOLD else None
    for one in judgement.uncounted:
        is_overtaken = clear and one.at and one.at <= clear.at
        if one.answerable and not is_overtaken:
            yield f"{one.what} by {one.by}: {one.why.value}"


def _gate(session: Session, case: Case, pull: Pull) -> Gate:
    """What the gate says of the description as it reads now, as the sending asks it."""
    outcome = session.inquiry.outcomes.get(IssueRef.of(pull.ref))
    return gate_as_read(outcome) if outcome and case.gate.passes else case.gate


def _hindrance(
    case: Case, gate: Gate, judgement: Judgement, pull: Pull, read_only: str
) -> Hindrance:
    if read_only:
        return Hindrance(all=read_only)
    if not pull.is_open:
        ended = "merged" if pull.is_merged else "closed"
        return Hindrance(all=f"The pull request was {ended}.")
    if not case.ballot.is_pending:
        return Hindrance(all="This ballot does not wait for an answer any more.")
    if not case.ballot.is_open:
        return Hindrance(all="This ballot was closed, and the next tick says what comes of it.")
    if moved := _moved(judgement, pull):
        return Hindrance(all=moved)
    if judgement.tampering:
        return Hindrance(yes="The text of this ballot was changed, so nothing is approved here.")
    return Hindrance(yes=against_a_yes(gate))


def _moved(judgement: Judgement, pull: Pull) -> str:
    move = find_move(judgement.round, pull)
    if move is None:
        return ""
    if move.head_came_back:
        return "The branch was pushed away and back: the next tick asks again."
    if move.of_head:
        return f"The head moved to `{pull.head.short}`: the next tick asks again."
    if move.to_base != move.from_base:
        return f"The base is `{pull.base}` now: the next tick asks again."
    return "The next tick asks again about this."
