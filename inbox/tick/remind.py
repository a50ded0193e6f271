"""The last stage: whoever has to answer is reminded, once, and not while away (L1-L12, P37)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inbox.actions import EditComment
from inbox.ballot.case import ASKING, Stage
from inbox.ballot.lifecycle import Terms, Whereabouts, clock_of, plan_reminders
from inbox.ballot.reminders import Asked
from inbox.errors import Changed, Forbidden, GitHubFault
from inbox.github.whole import read_comments
from inbox.steps import Step
from inbox.tick.attempts import failed
from inbox.tick.session import Session
from inbox.tick.whereabouts import find_out
from inbox.world import Ballot


def remind(session: Session) -> None:
    """Every ballot that still waits got the comments that are due; without `enabled` nothing is
    read and nothing is written (L1). A post that fails costs its ballot alone (L11)."""
    if not session.policy.lifecycle.enabled:
        return
    session.whereabouts = find_out(session)
    for ballot in _waiting(session):
        try:
            _remind_of(session, ballot)
        except Changed as meanwhile:
            session.report.tell(meanwhile, ballot.ref)
        except Forbidden as refused:
            if ballot.is_locked:
                failed(session, ballot, refused)  # shown once, and quiet until it is unlocked (P42)
            else:
                session.report.failed(refused, ballot.ref)
        except GitHubFault as failure:
            session.report.failed(failure, ballot.ref)


def terms_of(session: Session, whereabouts: Whereabouts) -> Terms:
    """What holds for every ballot of this tick."""
    return Terms(session.policy.lifecycle, whereabouts, session.world.now, session.world.bot)


def asked_of(session: Session, ballot: Ballot, terms: Terms) -> Asked | None:
    """What the ballot asks of whom since when; None where one of these is not known."""
    clock, stage = clock_of(ballot, terms), session.stages.get(ballot.ref, Stage.WAITING)
    asked = session.asked_by(ballot)
    pull = session.world.pulls.get(asked) if asked else None
    if clock is None or pull is None:
        return None
    return Asked(pull, session.policy.allowlist.logins, clock, stage)


def _waiting(session: Session) -> Iterator[Ballot]:
    """The ballots that were judged in this tick and go on waiting (L10)."""
    for ballot in list(session.world.ballots.values()):
        asks = session.stages.get(ballot.ref) in ASKING and not session.is_mute(ballot)
        if ballot.is_open and ballot.is_pending and asks:
            yield ballot


def _remind_of(session: Session, ballot: Ballot) -> None:
    """What is due is written; before that every comment is read anew, for only the absence of a
    comment says that it is due, and another tick may have posted it since (P47)."""
    if not _due(session, ballot):
        return
    fresh = replace(
        ballot,
        comments=read_comments(session.github, ballot.ref),
        overflow=ballot.overflow - {"comments"},
    )
    for step in _due(session, session.learn_ballot(fresh)):
        session.perform([step])
        is_edit = isinstance(step.action, EditComment)
        told = "noted in the digest that its owner is back" if is_edit else "reminded its owner"
        session.report.did(told, ballot.ref)


def _due(session: Session, ballot: Ballot) -> tuple[Step, ...]:
    assert session.whereabouts
    terms = terms_of(session, session.whereabouts)
    asked = asked_of(session, ballot, terms)
    return plan_reminders(ballot, asked, terms) if asked else ()
