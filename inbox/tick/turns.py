"""Whose turn it is: rate limits that stop tick after tick starve nobody (protocol P43)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import TypeVar

from inbox.refs import IssueRef, PullRef
from inbox.tick.session import Session
from inbox.world import UNCOUNTED, Ballot, Pull

T = TypeVar("T")

EXPENSIVE = 20
"""Ballots whose whole reading takes more requests than this come last (protocol P43)."""

_PAGE = 100
_TICK_SECONDS = 300
_GOLDEN = (math.sqrt(5) - 1) / 2


def in_turn(
    session: Session,
    items: Iterable[T],
    place: Callable[[T], IssueRef | PullRef],
    cost: Callable[[T], int] = lambda _: 0,
) -> Iterator[T]:
    """The items in this tick's order; where a rate limit stops it, the rest is known (P44).

    `cost` is how many requests the whole reading of an item takes.
    """
    left = sorted(turned(list(items), session.world.now), key=lambda one: cost(one) > EXPENSIVE)
    while left:
        session.report.left = tuple(place(one) for one in left)
        yield left.pop(0)
    session.report.left = ()


def turned(items: list[T], now: datetime) -> list[T]:
    """The same items from a place on that moves with the clock, by the golden section of the list
    every five minutes: so few ticks begin everywhere in it, however far each of them comes."""
    start = int(len(items) * (now.timestamp() // _TICK_SECONDS * _GOLDEN % 1))
    return [*items[start:], *items[:start]]


def whole_cost(ballot: Ballot, pull: Pull | None) -> int:
    """The requests of a whole reading: pages of 100 by REST, and 100 texts a query."""
    said, talked = ballot.extent, pull.extent if pull else UNCOUNTED
    texts = 2 + said.comments + talked.comments
    lists = (said.reactions, said.comments, talked.comments, texts)
    return 2 + sum(max(1, math.ceil(entries / _PAGE)) for entries in lists)
