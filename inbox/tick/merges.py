"""The stage before the openings: approved heads whose checks are green are merged (P36, P37)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from inbox.actions import MergePull, PostComment
from inbox.ballot.approval import LABELS, newest_receipt, plan_approval
from inbox.ballot.case import Approved
from inbox.ballot.merging import (
    Obstacle,
    Obstructed,
    check_obstacle,
    clear,
    first_obstacle,
)
from inbox.ballot.sayings import no_checks, not_mergeable
from inbox.checks import Checks
from inbox.counted import Counted
from inbox.decisions.gate import Gate
from inbox.errors import Changed, Forbidden, GitHubFault, NotThere, Refused
from inbox.github import reads
from inbox.github.checks import read_checks, scout_checks
from inbox.github.scout import Head, scout_blocked
from inbox.refs import IssueRef, PullRef
from inbox.sayings import Saying, render_sayings, unsaid
from inbox.steps import Step
from inbox.tick import looking
from inbox.tick.attempts import guarded
from inbox.tick.questions import gate_of
from inbox.tick.session import Session
from inbox.tick.turns import in_turn
from inbox.world import Pull

_HOPELESS = frozenset({Obstacle.CHECKS_RED, Obstacle.CHECKS_RUNNING})
_HOURS_A_DAY = 24
_WORKFLOWS = ".github/workflows/"
_BLOCKED = "GitHub refuses to merge it, and the pull request says why"
_UNREAD = "its checks cannot be read, so they are not green"


def merge_approved(session: Session) -> None:
    """Every approval that can be used is used; the others wait, and cost next to nothing (P43)."""
    hopeful = _hopeful(session)
    heads = [(pull.ref.repo, pull.head) for pull in hopeful]
    scouted = scout_checks(session.github, heads) if heads else {}
    obstacles = {pull.ref: _seen_obstacle(session, pull, scouted) for pull in hopeful}
    _note(session, {ref: one for ref, one in obstacles.items() if one})
    usable = [pull for pull in hopeful if obstacles[pull.ref] not in _HOPELESS]
    blocked = _still_blocked(session, usable)
    session.waits |= dict.fromkeys(blocked, _BLOCKED)
    for pull in in_turn(session, usable, lambda pull: pull.ref):
        if pull.ref not in blocked:
            guarded(session, pull.ref, partial(_use, session, pull, obstacles[pull.ref]))


def _note(session: Session, obstacles: Mapping[PullRef, Obstacle]) -> None:
    """What keeps each of these from being merged is known, in the words of the summary."""
    session.waits |= {ref: obstacle.value for ref, obstacle in obstacles.items()}


def _seen_obstacle(
    session: Session, pull: Pull, scouted: Mapping[Head, Checks | GitHubFault]
) -> Obstacle | None:
    """What the first checks of a head tell; mostly enough, for they are not green."""
    seen = scouted[pull.ref.repo, pull.head]
    return check_obstacle(seen, session.merge) if isinstance(seen, Checks) else None


def _still_blocked(session: Session, pulls: Iterable[Pull]) -> frozenset[PullRef]:
    """Those that GitHub would refuse to merge once more, as it was said of this head before.

    Each is tried all the same in its hour of the day: some tokens may merge what is blocked.
    """
    refused = [
        pull.ref
        for pull in pulls
        if _was_said(session, pull, not_mergeable(pull, ""))
        and pull.ref.number % _HOURS_A_DAY != session.world.now.hour
    ]
    return scout_blocked(session.github, refused) if refused else frozenset()


def _was_said(session: Session, pull: Pull, saying: Saying) -> bool:
    return not unsaid([saying], pull.comments or (), session.world.bot)


def _use(session: Session, pull: Pull, obstacle: Obstacle | None) -> None:
    """It is merged if it can be; where nothing checks it, that is said once."""
    if obstacle is Obstacle.NO_CHECKS:
        saying = no_checks(pull)
        if pull.ref in session.settled or _was_said(session, pull, saying):
            _say(session, pull, saying)
            return
    _merge(session, pull.ref)


def _hopeful(session: Session) -> list[Pull]:
    """Pull requests whose approval stands, with nothing known against a merge.

    Where statuses cannot be read no head is green, which was said already (P35).
    """
    hopeful = []
    for ref, approved in session.approved.items():
        if (pull := session.world.pulls.get(ref)) is None:
            continue
        if obstacle := first_obstacle(pull, approved, session.merge, session.world.now):
            _note(session, {ref: obstacle})
        elif not all(gate.passes for gate in _gates(session, pull)):
            _note(session, {ref: Obstacle.UNDECIDED})
        elif ref.repo in session.unshown:
            session.waits[ref] = _UNREAD
        else:
            hopeful.append(pull)
    return hopeful


def _gates(session: Session, pull: Pull) -> Iterator[Gate]:
    """The gates of all open pull requests with this head: to merge one is to merge what the others
    still ask about (D10, P35)."""
    yield session.inquiry.gate(pull.ref)
    for ref, one in session.world.pulls.items():
        if one.is_open and (ref.repo, one.head) == (pull.ref.repo, pull.head):
            yield session.inquiry.gate(ref)


def _merge(session: Session, ref: PullRef) -> None:
    """Reads everything once more, the head last, and merges what is cleared (P27, P36)."""
    pull = reads.pull(session.github, ref)  # GitHub begins to compute whether it can be merged
    session.learn_pull(pull)
    try:
        checks = read_checks(session.github, ref.repo, pull.head)
    except Forbidden as refused:  # unreadable is not green
        session.report.tell(refused, ref)
        session.waits[ref] = _UNREAD
        return
    approved = _proven_afresh(session, ref)
    now_read = session.world.pulls[ref]
    if approved is None or now_read.head != pull.head:
        return
    now = session.world.now
    gates = [gate_of(session, now_read), *_gates(session, now_read)]
    gate = next((one for one in gates if not one.passes), gates[0])
    outcome = clear(now_read, approved, checks, session.merge, now, gate=gate)
    if isinstance(outcome, Obstructed):
        _note(session, {ref: outcome.why})
        if outcome.saying:
            _say(session, now_read, outcome.saying)
        return
    try:
        session.perform([Step(MergePull(outcome, session.merge.method), (Counted.MERGED,))])
    except Changed:
        raise
    except (Refused, Forbidden, NotThere) as refused:
        _say(session, now_read, not_mergeable(now_read, _why(session, now_read, refused)))
        session.waits[ref] = _BLOCKED
        return
    session.report.did("merged, as its owner approved", ref)


def _proven_afresh(session: Session, ref: PullRef) -> Approved | None:
    """The approval as a whole reading of its ballot proves it now; None where it does not stand.

    A label that is missing by now is the next tick's to judge: its owner may have taken it off.
    """
    case = looking.whole_case(session, session.approved[ref].ballot)
    receipt = newest_receipt(case.pull, session.world.bot) if case.pull else None
    if case.pull is None or case.pull.ref != ref or receipt is None:
        return None
    if receipt.ballot != case.ballot.ref or LABELS.get(receipt.option) not in case.pull.labels:
        return None
    outcome, _ = looking.read_until_sure(session, case, partial(plan_approval, receipt=receipt))
    return outcome.approved


def _say(session: Session, pull: Pull, saying: Saying) -> None:
    if fresh := unsaid([saying], pull.comments or (), session.world.bot):
        session.perform([Step(PostComment(IssueRef.of(pull.ref), render_sayings(fresh)))])
        session.report.did("told why it is not merged", pull.ref)


def _why(session: Session, pull: Pull, refused: GitHubFault) -> str:
    """GitHub's reason in words; files under `.github/workflows/` need another token (P36)."""
    if isinstance(refused, Forbidden):
        files = reads.pull_files(session.github, pull).files
        if any(path.startswith(_WORKFLOWS) for file in files for path in file.paths):
            return (
                "it changes files under `.github/workflows/`, which the workflow's own token "
                "cannot merge; give `merge-token` a token that may, or merge it by hand"
            )
    if isinstance(refused, Refused):
        return refused.message or refused.what
    return f"the token may not merge it: {refused.what} {refused.advice}"
