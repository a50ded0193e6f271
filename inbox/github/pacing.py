"""How fast and how much a tick may ask: waits, the distance between writes, and what was used.

Rulings P44 and P45; https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inbox.errors import RateLimited

LONGEST_WAIT = 60.0
MOST_CREATIONS = 40

_NEXT_TICK = "The next tick goes on from here."


class TooManyCreations(RateLimited):
    """The tick has created as many issues and comments as one tick may (protocol P45)."""

    nameless = "This tick created as many things as one tick may."


@dataclass(slots=True)
class Requests:
    """The requests sent so far, by kind, and how many of the hour's are left, as far as told.

    `points` is what GitHub charged for the GraphQL queries.
    """

    reads: int = 0
    graphql: int = 0
    writes: int = 0
    points: int = 0
    remaining: int | None = None
    graphql_remaining: int | None = None

    @property
    def total(self) -> int:
        """Every request that was sent, repeated ones included."""
        return self.reads + self.graphql + self.writes


class Patience:
    """Waits for rate limits, at most 60 seconds in a whole tick."""

    def __init__(self, sleep: Callable[[float], None]) -> None:
        self._sleep = sleep
        self._left = LONGEST_WAIT

    def wait(self, seconds: float, request: str) -> None:
        """The wait is over; raises RateLimited, without waiting, when it would take too long."""
        if seconds > self._left:
            raise limited(request, seconds)
        self._left -= seconds
        self._sleep(seconds)


def limited(request: str, wait: float) -> RateLimited:
    """The error that ends a tick at a rate limit."""
    return RateLimited(
        f"GitHub's rate limit stops this tick at {request} (it asks for {wait:.0f} s).",
        _NEXT_TICK,
        wait=wait,
    )


class WritePace:
    """Keeps writes apart, and counts the ones that create something."""

    def __init__(
        self, interval: float, monotonic: Callable[[], float], sleep: Callable[[float], None]
    ) -> None:
        self._interval = interval
        self._monotonic = monotonic
        self._sleep = sleep
        self._last: float | None = None
        self._creations = 0

    def await_turn(self) -> None:
        """At least the interval has gone by since the last write ended."""
        if self._last is not None:
            rest = self._last + self._interval - self._monotonic()
            if rest > 0:
                self._sleep(rest)

    def ended(self) -> None:
        """The interval to the next write begins now."""
        self._last = self._monotonic()

    def count_creation(self) -> None:
        """One more creation is under way; raises TooManyCreations for the forty-first."""
        if self._creations >= MOST_CREATIONS:
            raise TooManyCreations(
                f"This tick created {MOST_CREATIONS} things already.", _NEXT_TICK
            )
        self._creations += 1
