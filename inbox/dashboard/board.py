"""The last reading in memory, renewed in the background, and the orders, sent one at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from threading import Condition, Lock, Thread

from inbox.dashboard.notes import Note, key_of
from inbox.dashboard.orders import BallotAnswer, Order, QuestionAnswers
from inbox.dashboard.view import Desk, Reading
from inbox.errors import InboxError, RateLimited, bug

STALE_AFTER = timedelta(seconds=60)
_SHARE = 20  # of its time, a page that is left open spends at most one part on reading
# A machine that slept meanwhile, or a limit of nonsense, must not keep the page from reading.
_LONGEST_PAUSE = timedelta(minutes=10)
_LONGEST_LIMIT = timedelta(hours=1)  # GitHub's own limits end within it


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the page shows at one moment; `version` grows whenever anything of it changes.

    `failure` is why the last look failed; `reading` is then an earlier one, if there is any.
    """

    version: int = 0
    reading: Reading | None = None
    is_reading: bool = False
    failure: InboxError | None = None
    notes: tuple[Note, ...] = ()

    def notes_of(self, card: str) -> tuple[Note, ...]:
        """The notes about the card of that key, oldest first."""
        return tuple(note for note in self.notes if note.card == card)

    @property
    def homeless(self) -> tuple[Note, ...]:
        """The notes about cards that are not there any more."""
        cards = {card.key for card in self.reading.cards} if self.reading else set()
        return tuple(note for note in self.notes if note.card not in cards)


class Board:
    """Holds what was last read, and carries orders to the desk.

    A reading runs in a thread of its own and never beside another one; orders may be sent while it
    runs, but never two at once.
    """

    def __init__(self, desk: Desk, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._clock = clock
        self._sending = Lock()
        self._changed = Condition()
        self._now = Snapshot()
        self._orders = 0
        self._newest: dict[object, int] = {}  # what an order is about -> the newest order's id
        self._finished_at: datetime | None = None
        self._next_look = STALE_AFTER

    def snapshot(self) -> Snapshot:
        """What there is to show now."""
        with self._changed:
            return self._now

    def refresh(self) -> None:
        """A reading runs; one that began before the last order was sent is followed by another."""
        with self._changed:
            if self._now.is_reading:
                return
            self._show(replace(self._now, is_reading=True))
        Thread(target=self._read_on, name="dashboard reading", daemon=True).start()

    def refresh_if_old(self, *, is_visit: bool = False) -> None:
        """A reading runs where the last one is old: after a minute on a visit.

        A page that is merely open waits longer where a reading takes long, or GitHub said when.
        """
        with self._changed:
            limit = STALE_AFTER if is_visit and not self._is_limited else self._next_look
            done = self._finished_at
        # A clock that was set back says nothing about how old the reading is.
        if done is None or not timedelta(0) <= self._clock() - done < limit:
            self.refresh()

    @property
    def _is_limited(self) -> bool:
        return isinstance(self._now.failure, RateLimited)

    def wait(self, seconds: float = 10) -> bool:
        """True as soon as no reading runs; False where one still runs after `seconds`."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._now.is_reading, seconds)

    @property
    def is_sending(self) -> bool:
        """True while an order is on its way."""
        return self._sending.locked()

    def send(self, order: Order) -> Note:
        """The order was sent once, or was not; either way a note says so.

        The same order pressed twice is sent once: within a minute, and where the first one ended
        while the second waited for its turn. Where another order came between, it was meant again.
        """
        with self._changed:
            orders_before = self._orders
        with self._sending:
            if twin := self._twin(order, orders_before):
                return twin
            note = self._carry_out(order)
        self.refresh()
        return note

    def dismiss(self, id: int) -> None:
        """The note of that id is not shown any more."""
        with self._changed:
            kept = tuple(note for note in self._now.notes if note.id != id)
            if kept != self._now.notes:
                self._show(replace(self._now, notes=kept))

    def _twin(self, order: Order, orders_before: int) -> Note | None:
        with self._changed:
            for note in self._now.notes:
                if note.order == order and self._newest[_about(order)] == note.id:
                    # Later the desk looks whether it stands there: it may be deleted by now.
                    is_fresh = note.sent and abs(self._clock() - note.at) < STALE_AFTER
                    return note if is_fresh or note.id > orders_before else None
        return None

    def _carry_out(self, order: Order) -> Note:
        reading = self.snapshot().reading
        key = key_of(order, reading)
        before = reading.card(key) if reading else None
        note = Note(0, key, order, self._clock(), before)
        try:
            note = replace(note, sent=self._desk.send(order))
        except InboxError as failure:
            note = replace(note, failure=failure)
        except Exception as crash:
            note = replace(note, failure=bug(crash))
        with self._changed:
            self._orders += 1
            note = replace(note, id=self._orders)
            self._newest[_about(order)] = note.id
            others = (one for one in self._now.notes if not _replaces(note, one))
            self._show(replace(self._now, notes=(*others, note)))
        return note

    def _read_on(self) -> None:
        is_done = False
        while not is_done:
            with self._changed:
                orders = self._orders
            began = self._clock()
            found, failure = self._read()
            with self._changed:
                is_done = orders == self._orders
                self._finished_at = self._clock()
                self._next_look = _pause(self._finished_at - began, failure)
                self._take(found, failure, orders, is_reading=not is_done)

    def _read(self) -> tuple[Reading | None, InboxError | None]:
        try:
            return self._desk.read(), None
        except InboxError as failure:
            return None, failure
        except Exception as crash:
            return None, bug(crash)

    def _take(
        self, found: Reading | None, failure: InboxError | None, orders: int, *, is_reading: bool
    ) -> None:
        if found is None:
            self._show(replace(self._now, failure=failure, is_reading=is_reading))
            return
        seen = tuple(n for n in self._now.notes if n.id > orders or not n.is_shown_by(found))
        now = replace(self._now, reading=found, failure=None, notes=seen, is_reading=is_reading)
        self._show(now)

    def _show(self, now: Snapshot) -> None:
        self._now = replace(now, version=now.version + 1)
        self._changed.notify_all()


def _about(order: Order) -> object:
    """The ballot or the description; a card may be gone from the page, and come back."""
    return order.ballot if isinstance(order, BallotAnswer) else order.subject


def _pause(took: timedelta, failure: InboxError | None) -> timedelta:
    """How long an open page waits after a reading that took so long, or failed like that."""
    pause = max(STALE_AFTER, min(took * _SHARE, _LONGEST_PAUSE))
    if isinstance(failure, RateLimited):
        pause = max(pause, timedelta(seconds=min(failure.wait, _LONGEST_LIMIT.total_seconds())))
    return pause


def _replaces(note: Note, other: Note) -> bool:
    """True where `note` says anew what `other` said, so that no word of a person is lost with it:
    an earlier failure of the same kind, or what was sent before another answer to the same."""
    if note.card != other.card or type(note.order) is not type(other.order):
        return False
    if isinstance(note.order, QuestionAnswers):
        asked = {name for name, _ in other.words}
        is_said_anew = asked <= {name for name, _ in note.words}
        return is_said_anew if other.sent is None else note.order == other.order
    return other.sent is None or note.sent is not None
