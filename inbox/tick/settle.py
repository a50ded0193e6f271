"""The first stage of a tick: every pending ballot is judged, and what follows is done (P37)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from inbox import page
from inbox.ballot.case import Approved, Case, Plan, Stage
from inbox.ballot.choice import Choice
from inbox.ballot.closings import is_owners, said_undone
from inbox.ballot.duplicates import sort_out
from inbox.ballot.integrity import NotHonoured, examine
from inbox.ballot.opening import asks_about
from inbox.ballot.plan import closings_are_many, plan
from inbox.counted import Counted
from inbox.errors import Forbidden, GitHubFault
from inbox.refs import IssueRef, PullRef
from inbox.steps import Step
from inbox.tick import looking
from inbox.tick.attempts import attempt, failed
from inbox.tick.listening import answer_late_words, earlier_ballots, listen_back
from inbox.tick.session import Session
from inbox.tick.turns import in_turn, whole_cost
from inbox.world import Ballot

_MANY_CLOSINGS = "Owners closed more ballots at once than anybody means to."
_LOCKED = "A ballot is locked, so the bot cannot say in it what there is to say."
_UNLOCK = "Unlock the conversation, or let the bot's account write to the repository."
_BYPASSED = "A pull request that waited for its owner was merged without an approval."


def settle(session: Session) -> None:
    """Every pending ballot is judged; those that lead to a write are read whole and written (P43).

    One that fails is said in it once and stops nothing else (protocol P40).
    """
    ours = [b for b in session.world.ballots.values() if _is_ours(session, b)]
    asked = {pull for ballot in ours if (pull := session.asked_by(ballot))}
    earlier = earlier_ballots(session, asked | session.answered())
    refs = [*(ballot.ref for ballot in ours), *earlier]
    found = looking.look(session, refs, asked & session.world.pulls.keys())
    listen_back(session, found, earlier)
    seen: list[Ballot] = []
    for known in ours:
        ballot = found[known.ref]
        if isinstance(ballot, GitHubFault):
            failed(session, known, ballot)
        else:
            session.learn_ballot(ballot)
            seen.append(ballot)
    grouped = _by_pull(session, seen)
    _undo_many_closings(session, grouped)
    groups = [
        (pull, ballots)
        for pull, ballots in grouped.items()
        if pull is None or pull.repo not in session.report.unread
    ]
    for pull, ballots in in_turn(session, groups, _first, partial(_cost, session)):
        _settle_all_of(session, pull, ballots)
    answer_late_words(session)


_Group = tuple[PullRef | None, Sequence[Ballot]]


def _first(group: _Group) -> IssueRef:
    return group[1][0].ref


def _cost(session: Session, group: _Group) -> int:
    pull, ballots = group
    known = session.world.pulls.get(pull) if pull else None
    return sum(whole_cost(ballot, known) for ballot in ballots)


def _undo_many_closings(
    session: Session, grouped: Mapping[PullRef | None, Sequence[Ballot]]
) -> None:
    """Owners closed more than they can mean: every closing is named first, then undone (P38)."""
    cases = [
        session.case(ballot, session.world.pulls.get(pull) if pull else None)
        for pull, ballots in grouped.items()
        for ballot in ballots
    ]
    if not closings_are_many(cases):
        return
    session.terms = replace(session.terms, closings_are_many=True)
    for case in cases:
        if not case.ballot.is_open and is_owners(case.ballot, session.terms.electorate):
            attempt(session, case.ballot, partial(_name_closing, session, case.ballot.ref))
    session.report.warn(
        _MANY_CLOSINGS,
        nameless=_MANY_CLOSINGS,
        advice="They are opened again; close their pull requests, or answer `/reject`.",
    )


def _name_closing(session: Session, ref: IssueRef) -> None:
    case = looking.whole_case(session, ref)
    outcome = plan(case)
    if isinstance(outcome, Plan) and outcome.stage is Stage.CLOSED_BY_OWNER:
        session.perform(said_undone(case))


def _is_ours(session: Session, ballot: Ballot) -> bool:
    """False for an issue that only carries the label, which is listed (protocol P1)."""
    if session.world.bot.is_same(ballot.author):
        return True
    _list_as_none(session, ballot.ref, NotHonoured("its author is not the bot"))
    return False


def _list_as_none(session: Session, ref: IssueRef, refused: NotHonoured) -> None:
    session.unhonoured.add(ref)
    session.report.not_honoured.append(page.NotHonoured(ref, refused.why))


def _by_pull(session: Session, ballots: Iterable[Ballot]) -> dict[PullRef | None, list[Ballot]]:
    """The ballots by the pull request that they ask about; None for texts nobody can read."""
    grouped: dict[PullRef | None, list[Ballot]] = defaultdict(list)
    for ballot in ballots:
        asked, pull = asks_about(ballot, session.world.bot), session.asked_by(ballot)
        examined = examine(ballot, session.world.bot)
        if isinstance(examined, NotHonoured):
            _list_as_none(session, ballot.ref, examined)
        elif asked and not pull:
            why = f"{asked.repo} is not among the supervised repositories"
            _list_as_none(session, ballot.ref, NotHonoured(why))
        else:
            grouped[pull].append(ballot)
    return grouped


def _settle_all_of(session: Session, pull: PullRef | None, ballots: Sequence[Ballot]) -> None:
    if pull and len(ballots) > 1:
        for ballot in _kept(session, ballots):
            attempt(session, ballot, partial(settle_one, session, ballot.ref))
        return
    known = session.world.pulls.get(pull) if pull else None
    for ballot in ballots:
        attempt(session, ballot, partial(settle_case, session, session.case(ballot, known)))


def _kept(session: Session, ballots: Sequence[Ballot]) -> list[Ballot]:
    """The one that stays of several about the same pull request; the others are closed (P6).

    None while one of them could not be read or closed: answers in it are judged with the others'.
    """
    cases: list[Case] = []
    for ballot in ballots:
        attempt(session, ballot, partial(_read_into, session, cases, ballot.ref))
    if len(cases) < len(ballots):
        return []
    sorted_out = sort_out(cases)
    for case, steps in sorted_out.others:
        attempt(session, case.ballot, partial(_close_duplicate, session, case.ballot.ref, steps))
    if any(session.world.ballots[case.ballot.ref].is_pending for case, _ in sorted_out.others):
        return []  # else the next tick would judge an older answer alone
    return [sorted_out.keeper.ballot]


def _close_duplicate(session: Session, ref: IssueRef, steps: Iterable[Step]) -> None:
    session.perform(steps)
    session.report.did("closed a duplicate ballot", ref)


def _read_into(session: Session, cases: list[Case], ref: IssueRef) -> None:
    cases.append(looking.whole_case(session, ref))


def settle_one(session: Session, ref: IssueRef) -> None:
    """The ballot is read whole and what follows is written; raises the fault of a reading."""
    settle_case(session, looking.whole_case(session, ref))


def settle_case(session: Session, case: Case) -> None:
    """Reads until nothing is missing, then writes what follows, in order (design)."""
    outcome, case = looking.read_until_sure(session, case, plan)
    match outcome:
        case NotHonoured():
            _list_as_none(session, case.ballot.ref, outcome)
        case Plan():
            _speak_or_act(session, case, outcome)


def _speak_or_act(session: Session, case: Case, outcome: Plan) -> None:
    """The plan is carried out; where the locked ballot lets no words in, what needs none (P42)."""
    try:
        _carry_out(session, case, outcome)
    except Forbidden as refused:
        if not case.ballot.is_locked or case.is_mute:
            raise
        session.silenced.add(case.ballot.ref)
        failed(session, case.ballot, refused)
        known = session.world
        pull = known.pulls.get(case.pull.ref) if case.pull else None
        settle_case(session, session.case(known.ballots[case.ballot.ref], pull))


def _carry_out(session: Session, case: Case, outcome: Plan) -> None:
    ref = case.ballot.ref
    session.stages[ref] = outcome.stage
    session.judged[ref] = (case, outcome)
    for uncounted in outcome.judgement.uncounted if outcome.judgement else ():
        session.report.did_not_count(uncounted, ref)
    session.unfinished.add(ref)
    session.perform(outcome.steps)
    session.unfinished.remove(ref)
    if outcome.is_silenced and ref not in session.silenced:
        session.report.warn(_LOCKED, ref, _UNLOCK, nameless=_LOCKED)
    if case.pull and outcome.status:
        session.wanted[case.pull.ref] = outcome.status
    if outcome.stage is Stage.RESOLVED and case.pull:
        session.settled.add(case.pull.ref)
        _remember_approval(session, case, outcome)
    for line in _done(outcome):
        session.report.did(line, ref)
    if any(Counted.BYPASSED in step.counted for step in outcome.steps):
        advice = "Protect the base branch with our status as required."
        session.report.warn(_BYPASSED, ref, advice, nameless=_BYPASSED)


def _remember_approval(session: Session, case: Case, outcome: Plan) -> None:
    """An approval may be merged in the tick that applied it (protocol P37)."""
    verdict = outcome.judgement.verdict if outcome.judgement else None
    if case.pull and verdict and verdict.choice in (Choice.A, Choice.B):
        approved = Approved(verdict.choice.value, verdict.at, case.ballot.ref)
        session.approved[case.pull.ref] = approved


_DONE = {
    Counted.RESOLVED_A: "approved, option A applied",
    Counted.RESOLVED_B: "approved, option B (the alternate) noted",
    Counted.REJECTED: "rejected, the pull request is closed",
    Counted.DEFERRED: "deferred, until its owner says otherwise",
    Counted.HEAD_MOVED: "asked again, because the head moved",
    Counted.AUTO_RESOLVED: "closed, because its pull request was closed or merged elsewhere",
    Counted.BYPASSED: "merged elsewhere without its owner's approval: a bypass",
    Counted.INTEGRITY_FAILED: "marked as changed by somebody: nothing can be approved in it",
}


def _done(outcome: Plan) -> Iterable[str]:
    """What the summary says of the writes: each thing that is counted, in words."""
    return [_DONE[counted] for step in outcome.steps for counted in step.counted]
