"""A text that asks, read afresh, and whether its questions still stand as the page drew them."""

from __future__ import annotations

from inbox.dashboard.not_sent import LOOK_AGAIN, NotSent
from inbox.dashboard.orders import Drawn
from inbox.decisions.block import Question
from inbox.decisions.case import Subject
from inbox.errors import GitHubFault
from inbox.github import asking
from inbox.refs import IssueRef, PullRef
from inbox.tick.session import Session

_LONGEST_NAME = 100


def fresh_text(session: Session, ref: PullRef | IssueRef) -> Subject:
    """The description with its past, and what was said under it, as they are now.

    Raises NotSent for what no tick would look at: a closed or foreign one, a ticket that does not
    wait for information; and the fault of the reading.
    """
    _check_waits(session, ref)
    issue = IssueRef(ref.repo, ref.number)
    refs = [issue]
    is_pull = isinstance(ref, PullRef)
    found = asking.look_at(session.github, *((refs, []) if is_pull else ([], refs)))[issue]
    if isinstance(found, Subject) and found.revisions is None:
        found = asking.look_into(session.github, [found], lambda _: False)[issue]
    if isinstance(found, GitHubFault):
        raise found
    return found


def _check_waits(session: Session, ref: PullRef | IssueRef) -> None:
    if not session.inquiry.enabled:
        raise NotSent(
            "Questions in descriptions are switched off.",
            "Set `decisions.enabled` to `true` in the configuration to use them.",
        )
    if not session.policy.supervises(ref.repo):
        raise NotSent(
            f"{ref.repo} is not supervised.", "Add it to `supervised_repos` in the configuration."
        )
    if ref.repo in session.report.unread | session.inquiry.unlisted:
        raise NotSent(f"{ref.repo} could not be read just now.", "Try again in a moment.")
    if isinstance(ref, PullRef):
        pull = session.world.pulls.get(ref)
        if pull is None or not pull.is_open:
            raise NotSent(f"{ref} is not open any more.", LOOK_AGAIN)
    elif ref not in session.inquiry.tickets:
        raise NotSent(f"{ref} does not wait for information any more.", LOOK_AGAIN)


def drawn_of(question: Question) -> Drawn:
    """How the question stands now, as a page would draw it."""
    return Drawn(question.asked, question.ticked, question.answer or "", question.note or "")


def changed(name: str, drawn: Drawn, question: Question | None) -> str:
    """What happened to a question since it was drawn, in one sentence; empty for nothing.

    `name` is as a form gave it, which may hold anything.
    """
    harmless = name.replace("`", "'")[:_LONGEST_NAME]
    told = f"Question `{harmless}`"
    if question is None:
        return f"{told} was taken out on GitHub meanwhile."
    now = drawn_of(question)
    if now.asked != drawn.asked:
        return f"{told} was changed on GitHub meanwhile: it asks something else now."
    if now != drawn:
        return f"{told} was changed on GitHub meanwhile: its answer is another now."
    return ""
