"""What became of what was sent, beside the card that it was about: sent and not seen yet, or not.

A note never claims more than GitHub shows: it goes when a later reading shows what was sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from inbox.dashboard.not_sent import NotSent, PerhapsSent
from inbox.dashboard.orders import (
    BallotAnswer,
    Confirm,
    Drawn,
    Order,
    QuestionAnswers,
    SendBack,
    Sent,
)
from inbox.dashboard.view import BallotView, Card, Reading
from inbox.errors import Bug, InboxError

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

    @property
    def is_unknown(self) -> bool:
        """True where nobody knows whether it was sent."""
        return isinstance(self.failure, PerhapsSent | Bug)

    @property
    def to_copy(self) -> tuple[str, ...]:
        """Lines that would do what was not sent, as a comment on GitHub."""
        return self.failure.to_copy if isinstance(self.failure, NotSent) else ()

    def is_shown_by(self, reading: Reading) -> bool:
        """True where `reading`, which began after the order was sent, shows what came of it."""
        if self.sent is None and not self.is_unknown:
            return False
        now = reading.card(self.card)
        if now is None or self.before is None:
            return now is None and self.sent is not None
        match self.order:
            case BallotAnswer() as order:
                return self._stands(order, self.before.ballot, now.ballot)
            case QuestionAnswers() as order:
                return now.questions != self.before.questions or _are_there(order, now)
            case SendBack() | Confirm():
                return now.questions != self.before.questions
            case _:
                assert_never(self.order)

    def _stands(
        self, order: BallotAnswer, before: BallotView | None, now: BallotView | None
    ) -> bool:
        if now is None or before is None or now.ref != order.ballot:
            return True
        if (now.head, now.asked_since, now.stage) != (order.head, order.asked_since, before.stage):
            return True
        given = now.given
        if given is not None and given.is_mine:
            if self.sent is None:
                return before.given is None or given.key != before.given.key
            return given.at >= self.sent.at - _CLOCKS_APART
        return now.unheard != before.unheard


def _are_there(order: QuestionAnswers, now: Card) -> bool:
    """True where every question reads as it was wanted."""
    stands = {one.id: one.drawn for one in now.questions.questions} if now.questions else {}
    return all(
        name in stands and _folded(stands[name]) == _folded(one.wanted)
        for name, one in order.filled.items()
    )


def _folded(drawn: Drawn) -> tuple[object, ...]:
    return (sorted(drawn.choices), *(" ".join(text.split()) for text in (drawn.text, drawn.note)))


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
