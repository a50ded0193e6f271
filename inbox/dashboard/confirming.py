"""Confirming answers that nobody on the allowlist gave, as they stand (D11, D13)."""

from __future__ import annotations

from collections.abc import Mapping

from inbox.dashboard.fresh_text import changed, fresh_text
from inbox.dashboard.not_sent import LOOK_AGAIN, NotSent, PerhapsSent
from inbox.dashboard.orders import Confirm, Drawn, Sent
from inbox.dashboard.outbox import Outbox, Posted, is_text
from inbox.decisions.block import read_block
from inbox.decisions.case import Subject
from inbox.decisions.commands import Command, Spoken, Verb, read_commands
from inbox.decisions.verdict import Code
from inbox.errors import Bug, InboxError
from inbox.markdown import normalise
from inbox.refs import Account
from inbox.tick.questions import until_sure
from inbox.tick.session import Session
from inbox.world import Comment

_CONFIRM = "/confirm"


def confirm(session: Session, outbox: Outbox, order: Confirm) -> Sent:
    """A `/confirm` stands under the text, once for each text, and covers what the page showed.

    Raises NotSent where nothing is to be confirmed, or a question stands otherwise than drawn; what
    GitHub refuses; PerhapsSent where nobody knows.
    """
    subject = fresh_text(session, order.subject)
    outcome, _ = until_sure(session, subject)
    waits = outcome.gate.code is Code.UNATTRIBUTED
    # One that stands there and did not help, from an app for instance, keeps nobody from another.
    if not waits and (there := _confirmed(subject, outbox.me)):
        says = f"You confirmed the answers in {order.subject} already; nothing was posted."
        at = there.created_at or outbox.now
        return Sent(says, there.url, at, is_new=False)
    _check_drawn(subject, order.drawn)
    if not waits:
        raise NotSent(
            f"There is nothing to confirm in {order.subject}: {outcome.gate.says}.", LOOK_AGAIN
        )
    if read_commands(_CONFIRM, via_email=False) != Spoken((Command(Verb.CONFIRM),)):
        raise Bug("The command to confirm does not read as one.")
    posted = outbox.post(subject.ref, _CONFIRM, subject.url, subject.comments)
    more = _checked_again(session, outbox, order, subject, posted)
    heard = posted.doubt(session.terms.electorate) or "The next tick hears it."
    says = f"`{_CONFIRM}` is posted on {order.subject}. {heard}{more}"
    return Sent(says, posted.url, posted.at or outbox.now)


def _check_drawn(subject: Subject, drawn: Mapping[str, Drawn]) -> None:
    """Raises NotSent unless the page showed every question that is there, as it is there.

    What it drew without a form was missing already, which is confirmed with the rest (D10).
    """
    block = read_block(subject.body)
    for question in block.questions:
        if question.id not in drawn:
            raise NotSent(f"Question `{question.id}` was added on GitHub meanwhile.", LOOK_AGAIN)
    for name, one in drawn.items():
        there = block.question(name)
        if there is None and not one.asked:
            continue
        if what := changed(name, one, there):
            raise NotSent(what, LOOK_AGAIN)


def _confirmed(subject: Subject, me: Account) -> Comment | None:
    """My own confirmation of this very text, made after its last saving."""
    saved = subject.edited_at or subject.created_at
    for one in reversed(subject.comments):
        if me.is_same(one.author) and is_text(one, _CONFIRM):
            return one if saved and one.created_at and one.created_at > saved else None
    return None


def _checked_again(
    session: Session, outbox: Outbox, order: Confirm, read: Subject, posted: Posted
) -> str:
    """What has to be said where the text could not be read again; nothing where it is the same.

    A confirmation covers the text as it stood when it was posted: where that was another by then,
    it is taken back. Then NotSent is raised, or PerhapsSent where it could not be.
    """
    try:
        now = fresh_text(session, order.subject)
    except InboxError:
        return " Whether the answers are still the same could not be read again."
    if normalise(_text_when(posted, now)) == normalise(read.body):
        if normalise(now.body) == normalise(read.body):
            return ""
        return f" Somebody saved {order.subject} after that, which is not confirmed."
    what = f"Somebody saved {order.subject} while this was sent."
    if outbox.take_back(read.ref, posted):
        raise NotSent(f"{what} The confirmation was taken back.", LOOK_AGAIN)
    raise PerhapsSent(
        f"{what} The confirmation stands there, and could not be taken back.",
        f"Delete the comment {posted.url} at once, unless you mean the answers as they are now.",
    )


def _text_when(posted: Posted, now: Subject) -> str:
    """The text that the confirmation covers; where the history does not show it, the newest."""
    at = posted.at
    before = [one for one in now.revisions or () if at and one.at and one.at <= at]
    text = before[-1].text if before else None
    return now.body if text is None else text
