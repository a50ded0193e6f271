"""One tick from beginning to end: ballots, approvals, openings, and what is told of it (P37)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial

from inbox.ballot import statuses
from inbox.ballot.case import Terms
from inbox.electorate import Electorate
from inbox.errors import ConfigurationError, InboxError, RateLimited, bug
from inbox.github.client import GitHub
from inbox.github.writes import Writer
from inbox.policy import Policy
from inbox.tick.approvals import judge_approvals, take_stray_labels_off
from inbox.tick.asking import ask
from inbox.tick.attempts import guarded
from inbox.tick.follow_up import follow_up
from inbox.tick.gather import gather
from inbox.tick.merges import merge_approved
from inbox.tick.openings import open_ballots
from inbox.tick.questions import judge_questions
from inbox.tick.remind import remind
from inbox.tick.report import Report
from inbox.tick.session import Session
from inbox.tick.settle import settle
from inbox.tick.telling import Ending, Order, Outcome, tell
from inbox.tick.whereabouts import find_out
from inbox.world import Pull, Status


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
    started, report = monotonic(), Report(stages=[] if order.ask else list(_STAGES))
    session: Session | None = None
    try:
        session = _begin(github, policy, order, report, nonce=nonce, merger=merger)
        if order.ask:
            ask(session, order.ask)
        else:
            _stages(session)
    except RateLimited as limit:
        report.stop(limit)
    except ConfigurationError:
        raise
    except Exception as failure:  # what was done before is told all the same (protocol P6)
        if session is None or order.ask:  # who asked is told that there is no ballot
            raise
        report.break_off(failure if isinstance(failure, InboxError) else bug(failure))
    ending = Ending(report, session, github.requests, monotonic() - started)
    return tell(ending, order, policy)


def look(github: GitHub, policy: Policy, order: Order, report: Report) -> Session:
    """What a tick would find of questions and follow-ups, and do about them; nothing is written.

    Raises what ends a run before its stages, and RateLimited.
    """
    session = first_look(github, policy, order, report)
    judge_questions(session)
    follow_up(session)
    return session


def look_over(github: GitHub, policy: Policy, order: Order, report: Report) -> Session:
    """Where every ballot and every question stands, and where the owner is; nothing is written.

    `judged` has each ballot as it was read, with what the next tick would do about it. Raises what
    ends a run before its stages, and RateLimited.
    """
    session = first_look(github, policy, order, report)
    judge_questions(session)
    settle(session)
    if policy.lifecycle.enabled:
        session.whereabouts = find_out(session)
    return session


def first_look(github: GitHub, policy: Policy, order: Order, report: Report) -> Session:
    """What every stage needs to know first, in a session that writes nothing."""
    return _begin(github, policy, replace(order, dry_run=True), report, nonce=str, merger=None)


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
        trusts_login=order.trusts_login,
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
        report.warn(notice, nameless="The configuration has a key or a default that does nothing.")
    return Session(
        github=github,
        writer=Writer(github, merger=merger, dry_run=order.dry_run),
        policy=policy,
        terms=terms,
        merge=replace(policy.merge, settle_minutes=0) if order.settles_at_once else policy.merge,
        world=found.world,
        report=report,
        nonce=nonce,
        inquiry=found.inquiry,
        messages=found.messages,
        lately={ballot.ref: ballot for ballot in found.lately or ()},
        hears_all=found.lately is not None,
        unread_heads=found.unread_heads,
        unshown=found.unshown,
        viewer=found.viewer,
    )


def _judge_answered(session: Session) -> None:
    take_stray_labels_off(session)
    judge_approvals(session, _answered(session))


def _answered(session: Session) -> list[Pull]:
    """The pull requests that look answered, and that no ballot of this tick speaks for."""
    wanted = session.answered() - session.asked_about() - session.settled
    return [pull for ref, pull in session.world.pulls.items() if ref in wanted]


def _share_heads(session: Session) -> None:
    """Heads that open pull requests share carry the most cautious of their statuses (P35).

    A head whose status could not be read keeps it: what asks about it was not judged (P23).
    """
    for pull in list(session.world.pulls.values()):
        is_unread = (pull.ref.repo, pull.head) in session.unread_heads
        together = session.sharing(pull) if pull.is_open and not is_unread else []
        if len(together) > 1 and pull == together[0]:
            wanted = [session.wanted.get(one.ref) or _not_judged(session, one) for one in together]
            shown = partial(session.put_status, pull, statuses.most_cautious(wanted))
            guarded(session, pull.ref, shown)


def _not_judged(session: Session, pull: Pull) -> Status:
    """A pull request that wants no status of its own, a draft say, keeps a shared head waiting."""
    return statuses.waiting(pull, "", session.world.bot, "has this head too, and was not judged")


_STAGES: Mapping[str, Callable[[Session], None]] = {
    "questions": judge_questions,
    "ballots": settle,
    "approvals": _judge_answered,
    "merges": merge_approved,
    "openings": open_ballots,
    "shared heads": _share_heads,
    "follow-ups": follow_up,
    "reminders": remind,
}


def _stages(session: Session) -> None:
    for name, stage in _STAGES.items():
        stage(session)
        session.report.stages.remove(name)
