"""`decision-inbox decisions waiting|scan`: what was answered, and what becomes of it (D20)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import TextIO

from inbox.actions import describe
from inbox.decisions.followups import Fate
from inbox.errors import InboxError, RateLimited, Unavailable, bug
from inbox.grace import with_grace
from inbox.inputs import read_inputs
from inbox.layout import age
from inbox.markdown import log_safe
from inbox.refs import IssueRef, PullRef
from inbox.tick.report import Report
from inbox.tick.run import look
from inbox.tick.session import Session
from inbox.tick.telling import Order
from inbox.tick_command import connect, policy_in_force, workflow_repository

_SECONDS_PER_HOUR = 3600
_AGAIN = "Usually this passes: run it again."
_WHERE = "set it to owner/name, or run this in a clone of that repository"


def waiting(options: Mapping[str, str], env: Mapping[str, str], *, out: TextIO, err: TextIO) -> int:
    """Every pull request whose answers wait for somebody to act is printed, one a line."""
    return _told(options, env, _waiting, "Nothing that was answered waits.", out=out, err=err)


def scan(options: Mapping[str, str], env: Mapping[str, str], *, out: TextIO, err: TextIO) -> int:
    """What a tick would file, update or close is printed with its reason; nothing is written."""
    return _told(options, env, _scanned, "Nothing was answered.", out=out, err=err)


def _told(
    options: Mapping[str, str],
    env: Mapping[str, str],
    lines: Callable[[Session], Iterator[str]],
    nothing: str,
    *,
    out: TextIO,
    err: TextIO,
) -> int:
    report = Report()
    try:
        session = _look(options, env, report)
    except RateLimited as limit:
        err.write(f"{log_safe(f'{limit.what} {limit.advice}')}\n")
        return 1
    except InboxError as failure:
        told = f"{failure.what} {_AGAIN}" if isinstance(failure, Unavailable) else str(failure)
        err.write(f"{log_safe(told, limit=2000)}\n")
        return failure.exit_status
    except Exception as crash:  # the last border: a bug ends as one sentence, too
        told_as = bug(crash)
        err.write(f"{log_safe(str(told_as), limit=2000)}\n")
        return told_as.exit_status
    for warned in report.warned:
        where = f"{warned.where}: " if warned.where else ""
        err.write(f"{log_safe(f'{where}{warned.text} {warned.advice}'.strip(), limit=2000)}\n")
    found = list(lines(session))
    out.write("".join(f"{log_safe(line, limit=2000)}\n" for line in found or [nothing]))
    return report.exit_status


def _look(options: Mapping[str, str], env: Mapping[str, str], report: Report) -> Session:
    inputs, environment = read_inputs(env, options)
    workflow = workflow_repository(environment, _WHERE)
    order = Order(
        workflow_repository=workflow,
        server_url=environment.server_url,
        bot_login=inputs.bot_login,
        trusts_login=True,
    )
    with connect(environment, inputs.token) as github:
        policy = policy_in_force(github, inputs, environment, workflow)
        return look(github, with_grace(policy, env), order, report)


def _waiting(session: Session) -> Iterator[str]:
    for ref, fate in session.inquiry.fates.items():
        if fate in (Fate.WAITS, Fate.YOUNG):
            yield f"{ref}: answered {_ago(session, ref)} ago; {_follow_up(session, ref, fate)}"


def _ago(session: Session, ref: PullRef) -> str:
    rested = _rested(session, ref)
    return age(rested.total_seconds() / _SECONDS_PER_HOUR)


def _rested(session: Session, ref: PullRef) -> timedelta:
    record = session.inquiry.outcomes[IssueRef.of(ref)].records.newest
    at = record.at if record else None
    return session.world.now - at if at else timedelta()


def _follow_up(session: Session, ref: PullRef, fate: Fate) -> str:
    filed = [one.ref for one in session.inquiry.follow_ups if one.pull == ref and one.is_open]
    if filed:
        return f"its follow-up is {filed[0]}"
    if fate is Fate.WAITS:
        return "its follow-up is due now"
    left = session.policy.decisions.grace - _rested(session, ref)
    return f"its follow-up is due in {age(left.total_seconds() / _SECONDS_PER_HOUR)}"


def _scanned(session: Session) -> Iterator[str]:
    for ref, fate in session.inquiry.fates.items():
        writes = [describe(step.action) for step in session.inquiry.planned[ref]]
        for write in writes or ["do nothing"]:
            yield f"{ref}: would {write}: {fate.value}"
