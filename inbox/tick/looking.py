"""Fulfilling what deciding asks for: scouted, closer and whole readings (protocol P43)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from inbox.ballot.case import Case, Need, Pushed
from inbox.ballot.notices import may_be_notice
from inbox.errors import Bug, Changed, Forbidden, GitHubFault, Gone, Moved, NotThere, Refused
from inbox.github import reads
from inbox.github.closer import look_closer
from inbox.github.scout import PullTalk, scout
from inbox.github.whole import read_ballot, read_both, read_talk
from inbox.refs import IssueRef, PullRef
from inbox.tick.session import Session
from inbox.world import Ballot, Pull

Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Found:
    """What was looked at: each ballot, or its fault; and the faults of conversations."""

    ballots: Mapping[IssueRef, Ballot]
    faults: Mapping[IssueRef | PullRef, GitHubFault]

    def __getitem__(self, ref: IssueRef) -> Ballot | GitHubFault:
        return self.ballots[ref] if ref in self.ballots else self.faults[ref]


def look(
    session: Session,
    ballots: Iterable[IssueRef],
    pulls: Iterable[PullRef],
    *,
    far_back: bool = False,
) -> Found:
    """The ballots as the scout sees them, edited texts looked into; talks go into the world."""
    scouted = scout(session.github, ballots, pulls, far_back=far_back)
    bot = session.world.bot
    seen = scouted.ballots.values()
    # Only our own comments under a pull request say anything there, so only they are looked into.
    talks = {
        ref: talk
        for ref, talk in scouted.pulls.items()
        if any(bot.is_same(c.author) and c.edited_at for c in talk.comments)
    }
    notices = {c.id for ballot in seen for c in ballot.comments if may_be_notice(c, bot)}
    closer = look_closer(session.github, seen, talks, notices=notices)
    for ref, talk in {**scouted.pulls, **closer.pulls}.items():
        if pull := session.world.pulls.get(ref):
            session.learn_pull(talk.onto(pull))
    return Found(closer.ballots, {**scouted.faults, **closer.faults})


def read_until_sure(
    session: Session, case: Case, plan: Callable[[Case], Outcome | Need]
) -> tuple[Outcome, Case]:
    """The outcome of `plan`, asked again after each reading it needs, and the case it rests on."""
    while isinstance(outcome := plan(case), Need):
        case = fulfil(session, case, outcome)
    return outcome, case


def fulfil(session: Session, case: Case, need: Need) -> Case:
    """The case with the reading that was missing; raises the fault of a reading that failed."""
    match need:
        case Need.CLOSER | Need.WHOLE if not case.ballot.whole or not case.is_whole:
            return whole_case(session, case.ballot.ref)
        case Need.PUSHES if case.pull and case.pushed is None:
            return replace(case, pushed=_pushed(session, case.pull))
        case _:
            raise Bug(f"Deciding about {case.ballot.ref} asks again for: {need.value}.")


def whole_case(session: Session, ref: IssueRef) -> Case:
    """The ballot, every page of it, and its pull request as they are now; the head is read last.

    Raises Changed when the ballot no longer asks about the pull request that the scout saw.
    """
    seen = session.world.ballots.get(ref)
    expected = session.asked_by(seen) if seen else None
    if expected is None:
        ballot = session.learn_ballot(read_ballot(session.github, ref))
        asked = session.asked_by(ballot)
        return session.case(ballot, whole_pull(session, asked) if asked else None)
    whole, talk = read_both(session.github, ref, _known(session, expected))
    ballot = session.learn_ballot(whole)
    if session.asked_by(ballot) != expected:
        raise Changed(f"{ref} changed while it was read.", "The next tick reads it again.")
    return session.case(ballot, _at_its_head(session, expected, talk))


def whole_ballot(session: Session, ref: IssueRef) -> Ballot:
    """The ballot, every page of it, as it is now; for one whose pull request says no more to it."""
    return session.learn_ballot(read_ballot(session.github, ref))


def whole_pull(session: Session, ref: PullRef) -> Pull:
    """The pull request with its whole conversation, its head read last (protocol P27)."""
    return _at_its_head(session, ref, read_talk(session.github, _known(session, ref)))


def _known(session: Session, ref: PullRef) -> Pull:
    return session.world.pulls.get(ref) or reads.pull(session.github, ref)


def _at_its_head(session: Session, ref: PullRef, talk: PullTalk) -> Pull:
    """The pull request as it is now, after its conversation was read.

    What closed it meanwhile was said before, in words that were read too early: they are read anew.
    """
    known, now = session.world.pulls.get(ref), reads.pull(session.github, ref)
    if known and known.is_open and not now.is_open:
        talk = read_talk(session.github, now)
    return session.learn_pull(replace(talk.onto(now), whole=True))


def _pushed(session: Session, pull: Pull) -> Pushed:
    """When the head was pushed; None where the log is refused or silent, which is said (P27).

    Raises the fault of a reading that may succeed in the next tick: it proves nothing (P23).
    """
    if pull.head_repo is None:
        return Pushed(None)
    try:
        at = reads.pushed_at(session.github, pull.head_repo, pull.head_ref, pull.head)
    except (NotThere, Gone, Moved, Forbidden, Refused):
        return Pushed(None)
    return Pushed(at)
