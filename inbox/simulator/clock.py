"""The simulated time: whole seconds of UTC, moved only by whoever plays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

START = datetime(2026, 11, 30, 10, 0, 0, tzinfo=UTC)


@dataclass(slots=True)
class Clock:
    """What every timestamp and `Date` header of the simulated GitHub is read from."""

    now: datetime = START
    per_write: timedelta = timedelta(0)

    def advance(
        self, *, seconds: float = 0, minutes: float = 0, hours: float = 0, days: float = 0
    ) -> datetime:
        """Later by that much; answers the new time. Going back raises ValueError."""
        step = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        if step < timedelta(0):
            raise ValueError("the clock only moves forward; use set() to go back on purpose")
        self.now += step
        return self.now

    def set(self, now: datetime) -> None:
        """Shows exactly `now`, which must carry a time zone."""
        if now.tzinfo is None:
            raise ValueError("a simulated time needs its time zone")
        self.now = now.astimezone(UTC)

    def wrote(self) -> None:
        """Later by `per_write` (nothing unless asked for): a write took effect."""
        self.now += self.per_write


def stamp(moment: datetime) -> str:
    """The moment as GitHub writes it: UTC, whole seconds, `Z`."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def optional_stamp(moment: datetime | None) -> str | None:
    """The moment as GitHub writes it, or None."""
    return None if moment is None else stamp(moment)


def read_stamp(text: str) -> datetime:
    """The instant that an ISO 8601 text with a time zone names; raises ValueError otherwise."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text!r} has no time zone")
    return moment.astimezone(UTC)
