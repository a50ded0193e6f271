"""What became of what was sent, beside the card that it was about: sent and not seen yet, or not.

A note never claims more than GitHub shows: it goes when a later reading shows what was sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from inbox.dashboard.orders import (
    BallotAnswer,
    Confirm,
    Order,
    QuestionAnswers,
    SendBack,
    Sent,
)
from inbox.dashboard.view import BallotView, Card, Reading
from inbox.errors import InboxError

_CLOCKS_APART = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class Note:
    """What became of one order: `sent` as GitHub confirmed it, or `failure`, why it was not.

    `id` counts the orders of this dashboard; `card` is the key of the card that it was about, and
    `before` that card when it was sent.
    """

    id: int
    card: str
    order: Order
    at: datetime
    before: Card | None = None
    sent: Sent | None = None
    failure: InboxError | None = None

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        """What the person typed or chose, by what it was for, so that nothing is lost."""
        return words(self.order)

    def is_shown_by(self, reading: Reading) -> bool:
        """True where `reading`, which began after the order was sent, shows what came of it."""
        if self.sent is None:
            return False
        now = reading.card(self.card)
        if now is None or self.before is None:
            return now is None
        match self.order:
            case BallotAnswer() as order:
                return _shows(order, self.sent, self.before.ballot, now.ballot)
            case QuestionAnswers() | SendBack() | Confirm():
                return now.questions != self.before.questions
            case _:
                assert_never(self.order)


def _shows(
    order: BallotAnswer, sent: Sent, before: BallotView | None, now: BallotView | None
) -> bool:
    if now is None or before is None or now.ref != order.ballot:
        return True
    if (now.head, now.asked_since, now.stage) != (order.head, order.asked_since, before.stage):
        return True
    given = now.given
    is_newer = given is not None and given.is_mine and given.at >= sent.at - _CLOCKS_APART
    return is_newer or now.unheard != before.unheard


def key_of(order: Order, reading: Reading | None) -> str:
    """The key of the card that `order` is about; the ballot's own name where there is no card."""
    if not isinstance(order, BallotAnswer):
        return str(order.subject).lower()
    for card in reading.cards if reading else ():
        if card.ballot and card.ballot.ref == order.ballot:
            return card.key
    return str(order.ballot).lower()


def words(order: Order) -> tuple[tuple[str, str], ...]:
    """What a person typed or chose in `order`, by what it was for; nothing for a mere press."""
    match order:
        case BallotAnswer():
            return (("Reason", order.reason),) if order.reason else ()
        case QuestionAnswers():
            return tuple(
                (f"{name}: {what}", said)
                for name, filled in order.filled.items()
                if filled.answer is not None
                for what, said in (
                    ("choice", "\n".join(filled.answer.choices or ())),
                    ("answer", filled.answer.text or ""),
                    ("note", filled.answer.note or ""),
                )
                if said
            )
        case SendBack() | Confirm():
            return ()
        case _:
            assert_never(order)
