"""Telling of a tick: its metrics, the page of its summary, and its exit status."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from inbox import page
from inbox.ballot.approval import LABELS, Fate
from inbox.ballot.case import ASKING, Stage
from inbox.ballot.signals import describe
from inbox.decisions.standing import UNATTRIBUTED
from inbox.github.pacing import Requests
from inbox.metrics import Asked, Metrics, age_hours, count
from inbox.policy import Policy
from inbox.refs import Account, PullRef, RepoRef
from inbox.tick import asking
from inbox.tick.outlooks import owner_sentence, row_words
from inbox.tick.report import Report
from inbox.tick.session import Session
from inbox.world import Ballot


@dataclass(frozen=True, slots=True)
class Order:
    """What one run was asked to do, beside what the policy says.

    `ask` is set for `command: open`; `settles_at_once` for a tick started by hand (protocol P36);
    `trusts_login` for a command that writes nothing and need not be the bot's own (P1).
    """

    workflow_repository: RepoRef
    server_url: str
    bot_login: Account | None = None
    dry_run: bool = False
    settles_at_once: bool = False
    trusts_login: bool = False
    ask: asking.Asked | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run leaves behind: the summary's page, its metrics, and the exit status."""

    page: page.Page
    metrics: Metrics
    exit_status: int
    counts_only: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended; there is no session where a rate limit came before anything was known."""

    report: Report
    session: Session | None
    requests: Requests
    seconds: float


def tell(ending: Ending, order: Order, policy: Policy | None = None) -> Outcome:
    """The metrics, the page and the exit status of a run."""
    report, session = ending.report, ending.session
    pending = _pending(session) if session else None
    metrics = _metrics(ending, order, pending)
    told = page.Page(
        server_url=order.server_url,
        metrics=metrics,
        owners=_owners(policy) if policy else (),
        pending=tuple(_rows(session, pending, order)) if session and pending is not None else (),
        alternates=tuple(_alternates(session)) if session else (),
        approved=tuple(_approved(session)) if session else (),
        asking=tuple(_asking(session)) if session else (),
        done=() if order.dry_run else tuple(report.done),
        uncounted=tuple(report.uncounted),
        not_honoured=tuple(report.not_honoured),
        warned=tuple(_readable(one, order, session) for one in report.warned),
        writes=tuple(report.writes) if order.dry_run else (),
        stopped=report.stopped,
        ended=report.ended,
        undone=report.undone if report.stopped else "",
        owner=owner_sentence(session, order.workflow_repository) if session else "",
    )
    return Outcome(told, metrics, report.exit_status, _counts_only(policy, order, session))


def _owners(policy: Policy) -> tuple[page.Person, ...]:
    """Everybody who can answer; the owner has a name where `display_name` gives one."""
    return tuple(page.Person(login, policy.name_of(login)) for login in policy.allowlist.logins)


def _alternates(session: Session) -> Iterator[page.AlternateRow]:
    """The pull requests whose chosen B stands, which the bot does not merge by itself (P30)."""
    for ref, approved in session.approved.items():
        pull = session.world.pulls.get(ref)
        if pull and pull.is_open and approved.option not in session.terms.mergeable_options:
            author = str(pull.author) if pull.author else ""
            yield page.AlternateRow(ref, pull.title, author, approved.ballot)


def _metrics(ending: Ending, order: Order, pending: Sequence[Ballot] | None) -> Metrics:
    used, session = ending.requests, ending.session
    return count(
        ending.report.counted.elements(),
        pending_since=_pending_since(session, pending) if session and pending is not None else None,
        now=session.world.now if session else datetime.now(UTC),
        requests={"reads": used.reads, "graphql": used.graphql, "writes": used.writes},
        seconds=ending.seconds,
        complete=not ending.report.stopped,
        dry_run=order.dry_run,
        asked=_asked(session) if session else Asked(),
    )


def _asked(session: Session) -> Asked:
    """The required questions that wait, and the pull requests that are refused, by code (D10)."""
    waiting = sum(
        standing.is_pending
        for outcome in session.inquiry.outcomes.values()
        for standing in outcome.standings
    )
    refused = Counter(gate.code.value for gate in session.inquiry.gates.values() if gate.code)
    return Asked(waiting, dict(sorted(refused.items())))


def _asking(session: Session) -> Iterator[page.AskingRow]:
    """Every text with questions that wait, or that its gate refuses."""
    for ref, outcome in session.inquiry.outcomes.items():
        waiting = [one for one in outcome.standings if one.is_pending or one.state in UNATTRIBUTED]
        if not waiting and outcome.gate.passes:
            continue
        subject = session.inquiry.subjects[ref]
        place = PullRef(ref.repo, ref.number) if subject.is_pull else ref
        pull = session.world.pulls.get(PullRef(ref.repo, ref.number))
        asked = tuple((one.id, one.question.text if one.question else "") for one in waiting)
        yield page.AskingRow(place, pull.title if pull else "a ticket", outcome.gate.says, asked)


def _pending_since(session: Session, pending: Sequence[Ballot]) -> list[datetime]:
    """When each ballot that waits was opened; in a dry run also those that would be, just now."""
    opened = [ballot.created_at for ballot in pending if ballot.created_at]
    return [*opened, *(session.world.now for _ in session.would_open)]


def _pending(session: Session) -> list[Ballot]:
    """The ballots that wait when the tick ends, the oldest first."""
    waiting = [
        ballot
        for ballot in session.world.ballots.values()
        if ballot.is_pending and session.world.bot.is_same(ballot.author)
    ]
    return sorted(waiting, key=lambda b: (b.created_at is None, b.created_at, b.ref.number))


def _rows(session: Session, pending: Sequence[Ballot], order: Order) -> Iterator[page.PendingRow]:
    for ballot in pending:
        asked = session.asked_by(ballot)
        if asked is None or ballot.created_at is None:
            continue
        pull = session.world.pulls.get(asked)
        state, can_do = _standing(session, ballot)
        reminding = row_words(session, ballot, order.workflow_repository)
        yield page.PendingRow(
            ballot.ref,
            asked,
            pull.title if pull else "",
            age_hours(ballot.created_at, session.world.now),
            state,
            can_do,
            reminding.effective,
            reminding.next,
        )
    for pull in session.would_open:
        stage = Stage.WAITING
        yield page.PendingRow(None, pull.ref, pull.title, 0.0, stage.value, _CAN_DO[stage])


def _standing(session: Session, ballot: Ballot) -> tuple[str, str]:
    """Where a pending ballot stands, and what its owner can do; of what was only begun no more is
    told than that (protocol P40)."""
    stage = session.stages.get(ballot.ref, Stage.WAITING)
    if ballot.ref not in session.unfinished:
        return stage.value, _CAN_DO[stage]
    if stage in ASKING:
        return f"{stage.value}; writing that down is not finished", _CAN_DO[stage]
    return "answered or ended; applying that is not finished", "Nothing more: the next tick goes on"


def _approved(session: Session) -> Iterator[page.ApprovedRow]:
    """What was approved to be merged and is not: for which reason, as the merges found (P36)."""
    held = {ref: Stage.HELD.value for ref, fate in session.fates.items() if fate is Fate.HELD}
    waits = {
        **dict.fromkeys(session.approved, "the next tick looks again"),
        **session.waits,
        **held,
    }
    for ref in sorted(waits, key=_place):
        pull = session.world.pulls.get(ref)
        if pull is None or not pull.is_open:
            continue
        for option, label in LABELS.items():
            if label in pull.labels and option.value in session.terms.mergeable_options:
                yield page.ApprovedRow(ref, pull.title, describe(option), waits[ref])


def _place(pull: PullRef) -> tuple[str, int]:
    return str(pull.repo), pull.number


_ANSWER = "👍 or 👎, `/approve A`, `/approve B`, `/approve C` or `/reject`, or tick a box"
_CAN_DO = {
    Stage.WAITING: _ANSWER,
    Stage.DEFERRED: f"Nothing, or any other answer: {_ANSWER}",
    Stage.HELD: f"Say clearly what was meant: {_ANSWER}",
    Stage.QUESTIONED: "Answer the questions in the pull request, or take the approval back",
    Stage.STALE: f"Look at what changed, then answer anew: {_ANSWER}",
    Stage.TAMPERED: "Restore the text, or reject",
    Stage.LOST: "Close it: where an answer is needed, a fresh ballot asks for it",
    Stage.CLOSED_BY_OWNER: _ANSWER,
    Stage.REOPENED: _ANSWER,
    Stage.SUPERSEDED: "Nothing",
    Stage.RESOLVED: "Nothing",
    Stage.LOCKED: "Unlock the conversation",
    Stage.UNDECIDED: "Nothing: the next tick reads again",
}


def _readable(warned: page.Warned, order: Order, session: Session | None) -> page.Warned:
    """The warning as far as everybody may know it who reads the workflow's repository (P48)."""
    if session is None or warned.source is None:
        return warned
    if not session.is_more_visible(order.workflow_repository, warned.source):
        return warned
    return replace(warned, text=warned.nameless, where=None)


def _counts_only(policy: Policy | None, order: Order, session: Session | None) -> bool:
    """True where more people read the workflow's repository than what the summary names (P48)."""
    if session is None or policy is None:
        return True
    named = (policy.inbox, *policy.supervised)
    return any(session.is_more_visible(order.workflow_repository, repo) for repo in named)
