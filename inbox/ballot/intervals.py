"""Spans of time and their union, for clocks that stand still (lifecycle L2, L7)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter

from inbox.errors import Bug


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """The time from `start` up to and without `end`; both have a zone.

    Raises Bug for an end that is not after its start.
    """

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        if self.end <= self.start:
            raise Bug("An interval has to end after it starts.")

    @property
    def length(self) -> timedelta:
        """How long it is."""
        return self.end - self.start

    def __contains__(self, instant: datetime) -> bool:
        return self.start <= instant < self.end

    def overlaps(self, start: datetime, end: datetime) -> bool:
        """True when the two have an instant in common; an empty span has none."""
        return max(self.start, start) < min(self.end, end)


@dataclass(frozen=True, slots=True)
class Intervals:
    """A set of instants as `pieces`: in order, apart from each other, none touching the next."""

    pieces: tuple[Interval, ...] = ()

    @classmethod
    def union(cls, intervals: Iterable[Interval]) -> Intervals:
        """Every instant that at least one of `intervals` holds."""
        pieces: list[Interval] = []
        for interval in sorted(intervals, key=attrgetter("start")):
            if pieces and interval.start <= pieces[-1].end:
                pieces[-1] = Interval(pieces[-1].start, max(pieces[-1].end, interval.end))
            else:
                pieces.append(interval)
        return cls(tuple(pieces))

    def clip(self, start: datetime, end: datetime) -> Intervals:
        """Those of its instants that lie from `start` up to and without `end`."""
        first = bisect_right(self.pieces, start, key=lambda piece: piece.end)
        last = bisect_left(self.pieces, end, key=lambda piece: piece.start)
        inside = list(self.pieces[first:last]) if start < end else []
        for edge in (0, -1) if inside else ():
            piece = inside[edge]
            inside[edge] = Interval(max(piece.start, start), min(piece.end, end))
        return Intervals(tuple(inside))

    @property
    def length(self) -> timedelta:
        """How long its pieces are together."""
        return sum((piece.length for piece in self.pieces), timedelta())

    def piece_at(self, instant: datetime) -> Interval | None:
        """The piece that holds `instant`, if any."""
        found = bisect_right(self.pieces, instant, key=lambda piece: piece.start) - 1
        return self.pieces[found] if found >= 0 and instant in self.pieces[found] else None


NEVER = Intervals()
"""No instant at all."""
