"""Words on ballots that were closed lately hold what waits, or was approved (protocol P34)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

from inbox.ballot.elsewhere import late_refusals
from inbox.errors import GitHubFault
from inbox.refs import IssueRef, PullRef
from inbox.tick import looking
from inbox.tick.session import Session


def earlier_ballots(session: Session, asked: Set[PullRef]) -> dict[IssueRef, PullRef]:
    """The ballots closed lately about pull requests that wait, or were answered (P34)."""
    return {
        ballot.ref: pull
        for ballot in session.closed
        if not _is_pending(session, ballot.ref)
        and (pull := session.asked_by(ballot)) in asked
        and pull is not None
    }


def _is_pending(session: Session, ref: IssueRef) -> bool:
    known = session.world.ballots.get(ref)
    return known is not None and known.is_pending


def listen_back(
    session: Session, found: looking.Found, about: Mapping[IssueRef, PullRef]
) -> set[PullRef]:
    """What was said on earlier ballots since their closing is heard; the pull requests of those
    that could not be read, about which nothing is decided in this tick (protocol P23)."""
    deaf: set[PullRef] = set()
    for ref, pull in about.items():
        ballot = found[ref]
        if isinstance(ballot, GitHubFault):
            session.report.failed(ballot, ref)
            deaf.add(pull)
        else:
            late = late_refusals(ballot, session.terms.electorate)
            session.elsewhere[pull] = (*session.elsewhere.get(pull, ()), *late)
    return deaf


def is_held_from_before(session: Session, pull: PullRef) -> bool:
    """True where a no on an earlier ballot holds also one that is opened now (protocol P34)."""
    if pull not in session.elsewhere:
        earlier = earlier_ballots(session, {pull})
        known = {ref: session.world.ballots[ref] for ref in earlier if ref in session.world.ballots}
        found = looking.look(session, [ref for ref in earlier if ref not in known], [])
        all_of_them = replace(found, ballots={**found.ballots, **known})
        listen_back(session, all_of_them, earlier)
    return bool(session.elsewhere.get(pull))
