"""`command: open`: a workflow asks for its owner's decision about a pull request (P5)."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.actions import AddLabel
from inbox.ballot.opening import because_workflow_said
from inbox.errors import ConfigurationError, Mistake
from inbox.github import reads
from inbox.labels import REQUIRED
from inbox.refs import IssueRef, PullRef
from inbox.steps import Step
from inbox.tick import looking
from inbox.tick.openings import is_approved_after_all, open_ballot
from inbox.tick.questions import gate_of
from inbox.tick.session import Session
from inbox.world import Pull


@dataclass(frozen=True, slots=True)
class Asked:
    """Which pull request a workflow asks about, and the sentence that it gives."""

    pull: PullRef
    reasoning: str


def ask(session: Session, asked: Asked) -> None:
    """The pull request carries `decision:required` and has one pending ballot; no more is done.

    The label comes first, so that the next head is asked about too. Raises ConfigurationError for a
    pull request that gets no ballot, with the reason.
    """
    pull = session.world.pulls.get(asked.pull) or reads.pull(session.github, asked.pull)
    session.learn_pull(pull)
    if why_not := _why_not(session, pull):
        raise ConfigurationError((Mistake("action input pull-request", 1, *why_not),))
    if REQUIRED not in pull.labels:
        session.perform([Step(AddLabel(IssueRef.of(pull.ref), REQUIRED))])
    pending = [
        ballot
        for ballot in session.world.ballots.values()
        if ballot.is_pending and session.asked_by(ballot) == pull.ref
    ]
    if pending:
        session.report.did(f"`{pull.ref}` has its ballot already", pending[0].ref)
    elif _is_answered(session, pull):
        session.report.did("has an answer already, which stands for this very head", pull.ref)
    else:
        open_ballot(session, pull, because_workflow_said(asked.reasoning))


def _is_answered(session: Session, pull: Pull) -> bool:
    """True for an answer that stands; its questions are looked at first, for its status tells of
    them, too (protocol P35)."""
    if session.inquiry.enabled and pull.ref in session.answered():
        looking.whole_pull(session, pull.ref)
        found = gate_of(session, session.world.pulls[pull.ref])
        session.inquiry.gates[pull.ref] = found
    return is_approved_after_all(session, session.world.pulls[pull.ref])


def _why_not(session: Session, pull: Pull) -> tuple[str, str] | None:
    """What is wrong with asking about `pull`, and what to do instead."""
    if pull.ref.repo == session.policy.bot_repo:
        return (
            f"{pull.ref} is in the bot's own repository, which the inbox does not gate",
            "use the break-glass flow there",
        )
    if not session.policy.supervises(pull.ref.repo):
        return f"{pull.ref.repo} is not supervised", "add it to supervised_repos"
    if not pull.is_open:
        return f"{pull.ref} is closed", "ask about an open pull request"
    if pull.is_draft:
        return f"{pull.ref} is a draft", "mark it as ready for review first"
    return None
