"""Faults of one item: told where it helps, and never the end of the others (protocol P40)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from inbox.ballot import sayings
from inbox.ballot.upkeep import labels_as, say
from inbox.errors import (
    Bug,
    Changed,
    Forbidden,
    GitHubFault,
    InboxError,
    Unavailable,
    Unreadable,
    bug,
)
from inbox.labels import FAULT
from inbox.sayings import Saying
from inbox.tick.report import Place
from inbox.tick.session import Session
from inbox.world import Ballot


def guarded(
    session: Session,
    place: Place,
    work: Callable[[], None],
    fault: Callable[[GitHubFault], None] | None = None,
) -> bool:
    """True when `work` was done; else its failure is told, and stops nothing else (protocol P40).

    What moved meanwhile is the next tick's. `fault` tells of GitHub's refusals and failures in a
    place of its own.
    """
    try:
        work()
    except Changed as meanwhile:
        session.report.tell(meanwhile, place)
    except GitHubFault as failure:
        if fault:
            fault(failure)
        else:
            session.report.failed(failure, place)
    except Bug as broken:
        session.report.failed(broken, place)
    except InboxError:
        raise
    except Exception as crash:  # a bug costs its item, not the others, and becomes no verdict
        session.report.failed(bug(crash), place)
    else:
        return True
    return False


def attempt(session: Session, ballot: Ballot, work: Callable[[], None]) -> None:
    """`work` is done, or its fault is told in the ballot (protocol P40)."""
    guarded(session, ballot.ref, work, partial(failed, session, ballot))


def failed(session: Session, ballot: Ballot, failure: GitHubFault) -> None:
    """A fault is said in its ballot once, when first met; an API failure only in the run (P40)."""
    if isinstance(failure, Changed):
        session.report.tell(failure, ballot.ref)
        return
    if isinstance(failure, (Unavailable, Unreadable)):
        session.report.failed(failure, ballot.ref)
        return
    case = session.case(session.world.ballots.get(ballot.ref, ballot), None)
    if case.ballot.is_locked and isinstance(failure, Forbidden):
        _show(session, case.ballot, failure)
        return
    steps = tuple(say(case, [_fault_saying(failure)]))
    was_shown, is_silenced = FAULT in case.ballot.labels, False
    try:
        session.perform((*labels_as(case.ballot, {FAULT: case.ballot.is_pending}), *steps))
    except GitHubFault as silence:  # a locked ballot, say: then the label is all that can be said
        is_silenced = True
        if silence.what != failure.what:
            session.report.tell(silence, ballot.ref)
    session.report.failed(failure, ballot.ref, said=not steps or (was_shown and is_silenced))


def _show(session: Session, ballot: Ballot, refusal: Forbidden) -> None:
    """The fault of a locked ballot is shown by its label alone, as long as it waits (P42)."""
    was_shown = FAULT in ballot.labels
    try:
        session.perform(labels_as(ballot, {FAULT: ballot.is_pending}))
    except GitHubFault as silence:
        session.report.tell(silence, ballot.ref)
    session.report.failed(refusal, ballot.ref, said=was_shown)


def _fault_saying(failure: GitHubFault) -> Saying:
    return sayings.fault(failure, f"{type(failure).__name__.lower()}-{failure.status or 0}")
