"""Carrying out one order of the page as the owner: read afresh, checked, written once, looked at.

Nothing is decided here. What is sent are the signals that every tick hears: a comment with a
command, or ticks in a description.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from inbox.dashboard.account import TokenKind, read_only
from inbox.dashboard.answering_ballots import answer_ballot
from inbox.dashboard.answering_questions import answer_questions
from inbox.dashboard.confirming import confirm
from inbox.dashboard.not_sent import NotSent, PerhapsSent, crashed, not_sent
from inbox.dashboard.orders import BallotAnswer, Confirm, Order, QuestionAnswers, SendBack, Sent
from inbox.dashboard.outbox import Outbox
from inbox.dashboard.sending_back import send_back
from inbox.errors import InboxError
from inbox.github.client import GitHub
from inbox.tick.session import Session

_LOOK_FIRST = "Look on GitHub at what stands there before you send it again."


def send(github: GitHub, look: Callable[[], Session], order: Order, kind: TokenKind) -> Sent:
    """The order is carried out, once, or was before; `look` reads GitHub afresh and writes nothing.

    Raises NotSent where nothing was written, with the reason; PerhapsSent where nobody knows.
    """
    outbox: Outbox | None = None
    try:
        session = look()
        why_not = read_only(session.viewer, session.terms.electorate, kind)
        if why_not or session.viewer is None:
            raise NotSent(why_not, "Start the page with the token of somebody on the allowlist.")
        outbox = Outbox(github, session.viewer, session.world.now)
        return _carried_out(session, outbox, order)
    except (NotSent, PerhapsSent):
        raise
    except InboxError as failure:
        if outbox and outbox.wrote:
            raise PerhapsSent(failure.what, _LOOK_FIRST) from failure
        raise not_sent(failure) from failure
    except Exception as crash:  # the last border: a bug ends as one sentence, too
        told = crashed(crash)
        if outbox and outbox.wrote:
            raise PerhapsSent(told.what, _LOOK_FIRST) from crash
        raise told from crash


def _carried_out(session: Session, outbox: Outbox, order: Order) -> Sent:
    match order:
        case BallotAnswer():
            return answer_ballot(session, outbox, order)
        case QuestionAnswers():
            return answer_questions(session, outbox, order)
        case Confirm():
            return confirm(session, outbox, order)
        case SendBack():
            return send_back(session, outbox, order)
        case _:
            assert_never(order)
