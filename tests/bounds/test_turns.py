"""Whose turn it is: a rate limit that stops tick after tick starves nobody (protocol P43)."""

from __future__ import annotations

import math
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.simulator.clock import START
from inbox.simulator.conversation import Issue
from inbox.tick.turns import EXPENSIVE, turned, whole_cost
from inbox.world import Extent
from tests.ballot.building import asked
from tests.bounds.inboxes import afresh, an_inbox
from tests.stories.stage import Stage, Way
from tests.stories.told import Told

READING = 6
"""The requests of a whole reading of an ordinary ballot."""


@given(st.lists(st.integers(), unique=True), st.integers(0, 10**6))
def test_every_item_has_its_turn_in_every_tick(items: list[int], minutes: int) -> None:
    """The order of the ring is kept, so that neighbours stay together."""
    order = turned(items, START + timedelta(minutes=minutes))
    assert sorted(order) == sorted(items)
    where = items.index(order[0]) if items else 0
    assert order == items[where:] + items[:where]


@given(
    st.integers(1, 300),
    st.integers(1, 40),
    st.sampled_from([5, 10, 15]),
    st.integers(0, 10**6),
)
def test_ticks_that_come_only_so_far_come_to_everything_soon(
    many: int, reach: int, every: int, minutes: int
) -> None:
    """Four times as many ticks as it takes at best are enough, whatever the beginning."""
    items, seen = list(range(many)), set[int]()
    enough = 4 * math.ceil(many / reach)
    for tick in range(enough):
        now = START + timedelta(minutes=minutes + tick * every)
        seen.update(turned(items, now)[:reach])
    assert seen == set(items)


@pytest.mark.parametrize(
    ("ballot", "talk", "cost"),
    [
        (Extent(), Extent(), READING),
        (Extent(reactions=100, comments=49), Extent(comments=49), READING),
        (Extent(reactions=101, comments=100), Extent(comments=1), READING + 2),
        (Extent(comments=1000), Extent(comments=20), 6 + 9 + 10),
        (Extent(comments=20), Extent(comments=1000), 6 + 9 + 10),
    ],
)
def test_what_a_whole_reading_costs(ballot: Extent, talk: Extent, cost: int) -> None:
    reading = asked()._with(extent=ballot).pull_is(extent=talk)
    assert whole_cost(reading.ballot, reading.pull) == cost
    assert whole_cost(reading.ballot, None) <= cost


def read_whole(told: Told, ballots: list[Issue]) -> list[Issue]:
    """The ballots that the tick read whole, in its order."""
    paths = [entry.path for entry in told.entries if entry.status == 200]
    return [
        one
        for path in paths
        for one in ballots
        if path == f"/repos/{one.repo.full_name}/issues/{one.number}"
    ]


def talk_much(stage: Stage, ballot: Issue, comments: int) -> None:
    """More is said than the scout sees, so that only a whole reading shows what."""
    for number in range(comments):
        stage.stranger.comment(ballot, f"And {number}?")


def test_ballots_that_cost_a_reading_each_time_are_all_read_within_a_few_ticks() -> None:
    """Each tick is stopped after three whole readings that lead to nothing."""
    stage = an_inbox(12, shared_bot=True, way=Way.DIRECT)
    ballots = stage.ballots()
    for ballot in ballots:
        talk_much(stage, ballot, 51)
    afresh(stage)
    idle = stage.tick().requests - len(ballots) * READING
    begun_with = set()
    seen: set[int] = set()
    for _ in range(8):
        stage.later(minutes=5)
        stage.gh.limit(stage.token, core=idle - 2 + 3 * READING)
        told = stage.tick()
        assert (told.exit_status, told.of("complete")) == (0, False)
        found = [one.number for one in read_whole(told, ballots)]
        assert len(found) in (3, 4)
        begun_with.add(found[0])
        seen.update(found)
    assert seen == {one.number for one in ballots}
    assert len(begun_with) > 4
    stage.close()


@pytest.mark.parametrize("minutes", [0, 10, 25, 50])
def test_a_ballot_that_takes_over_twenty_requests_comes_last(minutes: int) -> None:
    """Whatever the clock says, cheap answers are applied before the limit stops the tick."""
    stage = an_inbox(5, shared_bot=True, way=Way.DIRECT)
    first, *others = stage.ballots()
    talk_much(stage, first, 1000)
    for ballot in others:
        stage.owner.comment(ballot, "/approve B")
    stage.owner.comment(first, "/approve B")
    stage.later(minutes=minutes)
    stage.gh.limit(stage.token, core=6 + len(others) * 15)
    told = stage.tick()
    assert (told.exit_status, told.of("complete")) == (0, False)
    assert told.of("inbox_resolved") == len(others)
    assert stage.ours(first) == {"pending-owner"}
    assert read_whole(told, [first, *others])[-1].number == first.number
    assert f"ballots ({first.ref})" in told.annotations("warning")[0].text
    afresh(stage)
    stage.later(minutes=5)
    told = stage.tick()
    assert told.of("inbox_resolved") == 1
    assert told.requests > EXPENSIVE
    stage.close()
