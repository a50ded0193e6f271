"""Sending a text back that asks in prose: what is wrong with it, and the format (D8, D9).

The same text always gives the same comment, which is how one that was sent is known again.
"""

from __future__ import annotations

from collections.abc import Sequence

from inbox.dashboard.fresh_text import fresh_text
from inbox.dashboard.not_sent import LOOK_AGAIN, NotSent
from inbox.dashboard.orders import SendBack, Sent
from inbox.dashboard.outbox import Outbox, is_text
from inbox.decisions.case import Subject
from inbox.decisions.verdict import SHOWN_FORMAT, Refusal, refusals
from inbox.refs import Account
from inbox.tick.session import Session
from inbox.world import Comment

_SHOWN = 20  # reasons in one comment
_OPENING = (
    "I cannot answer this as it stands, so I am sending it back for options: please write each"
    " question with its options in the description, so that I can tick them."
)


def text_sent_back(refused: Sequence[Refusal]) -> str:
    """The comment that names every reason with its line, and shows the format."""
    lines = [f"- Line {one.line}: {one.sentence}" for one in refused[:_SHOWN]]
    if len(refused) > _SHOWN:
        lines.append(f"- {len(refused) - _SHOWN} more.")
    return f"{_OPENING}\n\n" + "\n".join(lines) + f"\n\n{SHOWN_FORMAT}"


def sent_back(subject: Subject, me: Account | None) -> bool:
    """True where `me` sent this very text back already, and nobody saved another since."""
    return bool(me and _comment(subject, me, refusals(subject.body)))


def send_back(session: Session, outbox: Outbox, order: SendBack) -> Sent:
    """A comment under the text says why it cannot be answered; sent once for each text.

    Raises NotSent where nothing is wrong with it any more; what GitHub refuses; PerhapsSent where
    nobody knows.
    """
    subject = fresh_text(session, order.subject)
    refused = refusals(subject.body)
    if not refused:
        raise NotSent(f"{order.subject} can be answered as it stands now.", LOOK_AGAIN)
    if there := _comment(subject, outbox.me, refused):
        says = f"You sent {order.subject} back for this already; nothing was posted."
        at = there.created_at or outbox.now
        return Sent(says, there.url, at, is_new=False)
    posted = outbox.post(subject.ref, text_sent_back(refused), subject.url, subject.comments)
    says = f"{order.subject} is sent back for options, with the reasons and the format."
    return Sent(says, posted.url, posted.at or outbox.now)


def _comment(subject: Subject, me: Account, refused: Sequence[Refusal]) -> Comment | None:
    saved = subject.edited_at or subject.created_at
    body = text_sent_back(refused)
    for one in reversed(subject.comments if refused and saved else ()):
        if me.is_same(one.author) and is_text(one, body):
            return one if one.created_at and saved and one.created_at >= saved else None
    return None
