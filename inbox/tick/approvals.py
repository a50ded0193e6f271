"""The second stage: does each applied answer still stand, and what became of the others (P34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from inbox.actions import RemoveLabel
from inbox.ballot import statuses
from inbox.ballot.approval import LABELS, ApprovalPlan, Fate, newest_receipt, plan_approval
from inbox.ballot.case import ASKING, Case, Need
from inbox.ballot.choice import Choice
from inbox.ballot.receipts import Receipt
from inbox.ballot.rejection import plan_rejection
from inbox.errors import Changed, Forbidden, GitHubFault, Gone, Moved, NotThere, Refused
from inbox.github import reads
from inbox.labels import APPROVALS
from inbox.refs import IssueRef, PullRef
from inbox.steps import Step
from inbox.tick import looking
from inbox.tick.attempts import attempt
from inbox.tick.session import Session
from inbox.tick.settle import settle_one
from inbox.tick.turns import in_turn
from inbox.world import Ballot, Pull

_TOLD = {
    Fate.ENDED: "its approval ended",
    Fate.REJECTED: "closed again: its owner had rejected this head",
    Fate.OVERRULED: "another answer was given on its ballot",
}
_ENDS_GREEN = frozenset((Fate.ENDED, Fate.HELD, Fate.OVERRULED))


def judge_approvals(session: Session, pulls: Iterable[Pull]) -> None:
    """The fate of the approval of each of `pulls` is known, and what follows from it is written.

    Without a receipt an approval was never given: whatever label is there proves nothing.
    """
    known = [pull.ref for pull in pulls]
    _hear(session, known)
    _hear(session, [ref for ref in known if _is_further_back(session, ref)], far_back=True)
    receipts = {ref: receipt for ref in known if (receipt := _receipt(session, ref))}
    named = {
        ref: receipt.ballot
        for ref, receipt in receipts.items()
        if receipt.ballot.repo == session.policy.inbox
    }
    found = looking.look(session, dict.fromkeys(named.values()), [])
    for ref, ballot_ref in in_turn(session, named.items(), lambda answer: answer[0]):
        ballot = _heard_whole(session, ref, ballot_ref) or found[ballot_ref]
        if isinstance(ballot, (NotThere, Gone, Moved)):
            _end_unproven(session, ref, ballot_ref)
        elif isinstance(ballot, GitHubFault):
            session.fates[ref] = Fate.UNKNOWN
            session.report.failed(ballot, ref)
        else:
            session.learn_ballot(ballot)
            attempt(session, ballot, partial(_judge, session, ballot, receipts[ref], ref))


def _heard_whole(session: Session, ref: PullRef, ballot: IssueRef) -> Ballot | None:
    """The ballot, where this tick has listened to all that was said on it already (P34, P43)."""
    earlier = session.earlier.get(ref, ())
    return next((one for one in earlier if one.ref == ballot and one.whole), None)


def _end_unproven(session: Session, ref: PullRef, ballot: IssueRef) -> None:
    """Without the ballot, whatever was answered in it is proven no longer (protocol P34, P42)."""
    session.fates[ref] = Fate.ENDED
    session.ended_in[ref] = ballot
    session.report.warn(
        f"The ballot {ballot}, which its answer rests on, was deleted or transferred.",
        ref,
        "If it still needs an answer, a fresh ballot asks for it.",
        nameless="A ballot that an answer rests on was deleted or transferred.",
    )


def take_stray_labels_off(session: Session) -> None:
    """No approval stands beside a ballot that waits (P34): a label that a crash left behind, or
    somebody put on, is off. A ballot that was not judged in this tick proves nothing."""
    for ballot in list(session.world.ballots.values()):
        if not ballot.is_pending or session.stages.get(ballot.ref) not in ASKING:
            continue
        asked = session.asked_by(ballot)
        pull = session.world.pulls.get(asked) if asked else None
        if pull and pull.is_open:
            attempt(session, ballot, partial(take_labels_off, session, pull))


def take_labels_off(session: Session, pull: Pull) -> None:
    """An approval label that nothing stands behind is off; raises the fault of the write."""
    for label in sorted(APPROVALS & pull.labels):
        session.perform([Step(RemoveLabel(IssueRef.of(pull.ref), label))])
        session.report.did(f"took off `{label}`, which no approval stands behind", pull.ref)


def _hear(session: Session, refs: Sequence[PullRef], *, far_back: bool = False) -> None:
    """The newest words under the pull requests are in the world; faults are told."""
    heard = looking.look(session, [], refs, far_back=far_back)
    for ref in refs:
        session.fates[ref] = Fate.NEVER
        if failure := heard.faults.get(ref):
            _unheard(session, ref, failure)


def _unheard(session: Session, ref: PullRef, failure: GitHubFault) -> None:
    session.fates[ref] = Fate.UNKNOWN
    if isinstance(failure, Changed):
        session.report.tell(failure, ref)
    else:
        session.report.failed(failure, ref)


def _is_further_back(session: Session, ref: PullRef) -> bool:
    """True where the receipt stands before the words that were heard, if there is one."""
    pull = session.world.pulls[ref]
    return "comments" in pull.overflow and newest_receipt(pull, session.world.bot) is None


def _receipt(session: Session, ref: PullRef) -> Receipt | None:
    """The newest receipt, looked for on every page where the scout saw no end."""
    if session.fates[ref] is Fate.UNKNOWN:
        return None
    if _is_further_back(session, ref):
        try:
            looking.whole_pull(session, ref)
        except GitHubFault as failure:
            _unheard(session, ref, failure)
            return None
    return newest_receipt(session.world.pulls[ref], session.world.bot)


def _judge(session: Session, ballot: Ballot, receipt: Receipt, ref: PullRef) -> None:
    """Reads until nothing is missing, then writes what follows."""
    session.fates[ref] = Fate.UNKNOWN
    case = session.case(ballot, session.world.pulls[ref])
    plan = _planner(session, receipt, ref)
    outcome, _ = looking.read_until_sure(session, case, plan)
    if outcome.approved:
        session.approved[ref] = outcome.approved
    if outcome.status:
        session.wanted[ref] = outcome.status
    try:
        session.perform(outcome.steps)
    except (Forbidden, Gone, Moved, NotThere, Refused) as failure:
        if not _green_no_longer(session, ballot, outcome, ref):
            raise
        session.report.failed(failure, ballot.ref, said=True)
        return
    session.fates[ref] = outcome.fate  # no fresh ballot before the end of the old is written down
    if outcome.fate is Fate.OVERRULED:
        settle_one(session, ballot.ref)
    if outcome.fate is Fate.ENDED:
        session.ended_in[ref] = ballot.ref
    if outcome.steps and outcome.fate in _TOLD:
        session.report.did(_TOLD[outcome.fate], ref)


def _green_no_longer(session: Session, ballot: Ballot, outcome: ApprovalPlan, ref: PullRef) -> bool:
    """The head is not called good where the ballot cannot be told why, because it is locked, say.

    True when its status had told so before (protocol P34, P40).
    """
    if outcome.fate not in _ENDS_GREEN:
        return False
    pull, bot = session.world.pulls[ref], session.world.bot
    ended = statuses.waiting(pull, ballot.url, bot, "its approval has ended")
    wanted, found = outcome.status or ended, session.world.statuses.get((ref.repo, pull.head))
    session.set_status(pull, wanted)
    return statuses.stands(found, wanted)


def _planner(
    session: Session, receipt: Receipt, ref: PullRef
) -> Callable[[Case], ApprovalPlan | Need]:
    if receipt.option is Choice.REJECT:
        reopener = reads.reopener(session.github, IssueRef.of(ref))
        return lambda case: plan_rejection(case, receipt, reopener)
    withdrawn = _took_off(session, receipt, ref)
    return lambda case: plan_approval(case, receipt, withdrawn=withdrawn)


def _took_off(session: Session, receipt: Receipt, ref: PullRef) -> bool:
    """True when an allowlisted actor took the approval label off, which withdraws it (P34)."""
    label = LABELS[receipt.option]
    if label in session.world.pulls[ref].labels:
        return False
    remover = reads.label_remover(session.github, IssueRef.of(ref), label)
    return session.policy.allowlist.counts(remover)
