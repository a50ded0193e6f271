"""A ballot's clock, which stands still while the owner is away (lifecycle L2, L7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from inbox.ballot.intervals import NEVER, Interval, Intervals


@dataclass(frozen=True, slots=True)
class Clock:
    """When the ballot was created, what time it is, and when the owner is, was or will be away."""

    created: datetime
    now: datetime
    away: Intervals = NEVER

    @property
    def age(self) -> timedelta:
        """How long the ballot has waited; nothing for one that lies ahead."""
        return max(self.now - self.created, timedelta())

    @property
    def effective_age(self) -> timedelta:
        """How long it has waited while the owner was not away (L2)."""
        return self.age - self.away.clip(self.created, self.now).length

    def reaches(self, age: timedelta) -> datetime | None:
        """When the effective age first is `age`; None where that is beyond every calendar."""
        cursor, missing = self.created, age
        try:
            for piece in self.away.pieces:
                if piece.end <= cursor:
                    continue
                if missing <= piece.start - cursor:
                    break
                missing -= max(piece.start - cursor, timedelta())
                cursor = piece.end
            return cursor + missing
        except OverflowError:
            return None

    def lived_through(self, window: Interval) -> bool:
        """True for a window that has ended, and during which the ballot already waited (L8)."""
        return window.end <= self.now and window.overlaps(self.created, self.now)
