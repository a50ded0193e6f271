"""One tick from beginning to end: ballots, approvals, openings, and what is told of it (P37)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from inbox.ballot import statuses
from inbox.ballot.case import Terms
from inbox.ballot.opening import asks_about
from inbox.ballot.signals import Electorate
from inbox.errors import RateLimited
from inbox.github.client import GitHub
from inbox.github.writes import Writer
from inbox.labels import APPROVALS
from inbox.policy import Policy
from inbox.refs import PullRef
from inbox.tick.approvals import judge_approvals, take_stray_labels_off
from inbox.tick.asking import ask
from inbox.tick.gather import gather
from inbox.tick.merges import merge_approved
from inbox.tick.openings import open_ballots
from inbox.tick.report import Report
from inbox.tick.session import Session
from inbox.tick.settle import settle
from inbox.tick.telling import Ending, Order, Outcome, tell
from inbox.world import Pull, State, World


def run(
    github: GitHub,
    policy: Policy,
    order: Order,
    *,
    nonce: Callable[[], str],
    monotonic: Callable[[], float],
    merger: GitHub | None = None,
) -> Outcome:
    """One tick is done; a rate limit ends it early and cleanly, the next goes on (protocol P44).

    `merger` is the connection of the merge call alone, where it has a token of its own.
    """
    started, report = monotonic(), Report()
    session: Session | None = None
    try:
        session = _begin(github, policy, order, report, nonce=nonce, merger=merger)
        if order.ask:
            ask(session, order.ask)
        else:
            _stages(session)
    except RateLimited as limit:
        report.stopped = f"{limit.what} {limit.advice}".strip()
    ending = Ending(report, session, github.requests, monotonic() - started)
    return tell(ending, order, policy)


def _begin(
    github: GitHub,
    policy: Policy,
    order: Order,
    report: Report,
    *,
    nonce: Callable[[], str],
    merger: GitHub | None,
) -> Session:
    found = gather(
        github,
        policy,
        report,
        bot_login=order.bot_login,
        workflow_repository=order.workflow_repository,
    )
    electorate = Electorate(policy.allowlist, found.world.bot, policy.allow_app_signals)
    settle_time = timedelta() if order.settles_at_once else policy.merge.settle
    terms = Terms(
        electorate,
        found.world.now,
        settle_time,
        policy.merge.options,
        policy.on_manual_close,
    )
    for notice in policy.notices:
        report.warn(notice)
    return Session(
        github=github,
        writer=Writer(github, merger=merger, dry_run=order.dry_run),
        policy=policy,
        terms=terms,
        merge=replace(policy.merge, settle_minutes=0) if order.settles_at_once else policy.merge,
        world=found.world,
        report=report,
        nonce=nonce,
        messages=found.messages,
        closed=found.closed,
    )


def _stages(session: Session) -> None:
    settle(session)
    take_stray_labels_off(session)
    judge_approvals(session, _answered(session))
    merge_approved(session)
    open_ballots(session)
    _share_heads(session)


def _answered(session: Session) -> list[Pull]:
    """The open pull requests that look answered, and that no ballot of this tick speaks for.

    An approval label, or our status of a reject, only says where to look (protocol P32, P34).
    """
    asked = _asked_about(session.world)
    return [
        pull
        for pull in session.world.pulls.values()
        if pull.is_open
        and (APPROVALS & pull.labels or _is_rejected(session, pull))
        and pull.ref not in asked
        and pull.ref not in session.settled
    ]


def _is_rejected(session: Session, pull: Pull) -> bool:
    status = session.world.statuses.get((pull.ref.repo, pull.head))
    return status is not None and status.state is State.FAILURE


def _asked_about(world: World) -> set[PullRef | None]:
    return {asks_about(b, world.bot) for b in world.ballots.values() if b.is_pending}


def _share_heads(session: Session) -> None:
    """Heads that open pull requests share carry the most cautious of their statuses (P35)."""
    for pull in list(session.world.pulls.values()):
        together = session.sharing(pull) if pull.is_open else []
        wanted = [session.wanted[one.ref] for one in together if one.ref in session.wanted]
        if wanted and len(wanted) == len(together) and pull == together[0]:
            session.put_status(pull, statuses.most_cautious(wanted))
