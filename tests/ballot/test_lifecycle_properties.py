"""What holds of every clock, whatever windows there are (lifecycle L2, L3, L7)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.ballot.clock import Clock
from inbox.ballot.intervals import NEVER, Interval, Intervals
from inbox.errors import Bug
from tests.ballot.lives import Life, at, outing

MINUTE = timedelta(minutes=1)
MOMENTS = st.integers(-30, 300)
"""In hours: windows that begin and end at whole hours meet, touch and nest often."""


@st.composite
def windows(draw: st.DrawFn) -> list[Interval]:
    found = draw(st.lists(st.tuples(MOMENTS, MOMENTS), max_size=8))
    return [Interval(at(min(pair)), at(max(pair))) for pair in found if pair[0] != pair[1]]


def effective(away: Sequence[Interval], now: int) -> timedelta:
    return Clock(at(0), at(now), Intervals.union(away)).effective_age


def test_an_interval_ends_after_it_starts() -> None:
    with pytest.raises(Bug):
        Interval(at(1), at(1))


@given(windows(), MOMENTS)
def test_the_union_holds_exactly_what_one_of_them_holds(found: list[Interval], hour: int) -> None:
    union = Intervals.union(found)
    assert (union.piece_at(at(hour)) is not None) is any(at(hour) in one for one in found)
    assert all(one.end < other.start for one, other in pairwise(union.pieces))


@given(windows(), MOMENTS, MOMENTS)
def test_what_is_clipped_lies_inside_and_is_as_long_as_its_hours(
    found: list[Interval], one: int, other: int
) -> None:
    first, last = min(one, other), max(one, other)
    clipped = Intervals.union(found).clip(at(first), at(last))
    held = [hour for hour in range(first, last) if any(at(hour) in window for window in found)]
    assert clipped.length == timedelta(hours=len(held))
    assert all(at(first) <= piece.start < piece.end <= at(last) for piece in clipped.pieces)


@given(windows(), st.data(), MOMENTS)
def test_any_split_order_overlap_and_repetition_is_the_same_time_away(
    found: list[Interval], data: st.DataObject, now: int
) -> None:
    told = list(found)
    for window in found:
        inside = int(window.length / MINUTE)
        cut = window.start + data.draw(st.integers(1, inside - 1)) * MINUTE
        overlap = cut - data.draw(st.integers(0, int((cut - window.start) / MINUTE) - 1)) * MINUTE
        told += [Interval(window.start, cut), Interval(overlap, window.end)]
        if data.draw(st.booleans()):
            told.remove(window)
    assert effective(data.draw(st.permutations(told)), now) == effective(found, now)


@given(windows(), windows(), MOMENTS)
def test_another_window_makes_no_ballot_older(
    found: list[Interval], more: list[Interval], now: int
) -> None:
    assert effective([*found, *more], now) <= effective(found, now)
    assert timedelta() <= effective(found, now) <= max(timedelta(hours=now), timedelta())


@given(windows(), MOMENTS, st.integers(1, 200))
def test_an_age_is_reached_when_it_is_said_to_be(
    found: list[Interval], now: int, hours: int
) -> None:
    clock = Clock(at(0), at(now), Intervals.union(found))
    when = clock.reaches(timedelta(hours=hours))
    assert when is not None
    assert (clock.effective_age >= timedelta(hours=hours)) is (when <= at(now))


def test_an_age_beyond_every_calendar_is_never_reached() -> None:
    assert Clock(at(0), at(1), NEVER).reaches(timedelta.max) is None


@given(windows(), st.sets(st.integers(0, 400), min_size=1))
def test_a_reminder_comes_at_the_first_tick_at_which_it_is_due_and_not_muted(
    found: list[Interval], hours: set[int]
) -> None:
    """Never before its effective hours, and then at the next tick, once."""
    hour = timedelta(hours=1)
    lines = [outing(int((w.start - at(0)) / hour), int((w.end - at(0)) / hour)) for w in found]
    life = Life(*lines)
    union = Intervals.union(found)
    said: set[str] = set()
    for now in sorted(hours):
        written = set(life.tick(now)) - {"digest", "edit"}
        age, away = effective(found, now), union.piece_at(at(now))
        due = {
            name for name, after in (("reminder", 72), ("escalation", 168)) if age >= after * hour
        }
        assert written == (set() if away else due - said)
        said |= written
