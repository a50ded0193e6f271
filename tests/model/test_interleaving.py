"""Two ticks at once, in many orders of their requests, do nothing twice that matters (P47)."""

from __future__ import annotations

import os
import zlib

import pytest

from inbox.simulator.conversation import PullRequest
from tests.model.interleaving import after_each_other, at_once, differences
from tests.model.turns import Order, preempted_after, run_at_once, shuffled
from tests.stories.rests import print_of
from tests.stories.stage import Stage, Way
from tests.stories.story import Act, Story, all_stories, play

STORIES = all_stories()
DEEP = int(os.environ.get("DECISION_INBOX_ORDERS", "0"))
"""How many orders each run of each story is played in; 0 is what a push can wait for."""
CUT_OFTEN = (
    "a_closing_after_a_push_closes_what_is_there_now",
    "a_push_after_the_vote_asks_again",
    "a_push_ends_an_approval",
    "a_thumb_down_closes_the_pull_request",
    "a_thumb_up_is_option_a",
    "an_approval_waits_for_checks_and_is_merged",
    "answers_that_rest_get_one_follow_up",
    "comments_answer_and_nothing_else_is_changed",
)
STRIDE = 1 if DEEP else 3

_known: set[str] = set()


def is_new(stage: Stage, act: Act) -> bool:
    """True for a run that writes, in a world like which none was seen yet."""
    stage.gh.restore(act.before)
    moment = f"{stage.token} {dict(act.run.inputs)} {print_of(stage)}"
    is_known = moment in _known or not act.told.writes
    _known.add(moment)
    return not is_known


def diverging(stage: Stage, act: Act, orders: dict[str, Order]) -> list[str]:
    """What two runs at once came to, otherwise than two after each other, in any of the orders."""
    expected = after_each_other(stage, act)
    return [
        f"{name}: {different}"
        for name, order in orders.items()
        for different in differences(expected, at_once(stage, act, order))
    ]


@pytest.mark.parametrize("told", STORIES.values(), ids=str)
def test_story_with_two_ticks_at_once(told: Story) -> None:
    stage = told.stage(Way.DIRECT)
    found: list[str] = []

    def twice(stage: Stage, act: Act) -> None:
        if is_new(stage, act):
            luck = zlib.crc32(f"{told.name} {act.told.writes}".encode())
            seeds = range(luck, luck + max(DEEP, 1))
            orders = {f"shuffled({seed})": shuffled(seed) for seed in seeds}
            found.extend(diverging(stage, act, orders))

    play(told, stage, twice)
    assert found == []
    stage.close()


@pytest.mark.parametrize("name", CUT_OFTEN)
def test_story_with_a_tick_in_the_midst_of_each_tick(name: str) -> None:
    stage = STORIES[name].stage(Way.DIRECT)
    found: list[str] = []

    def in_the_midst(stage: Stage, act: Act) -> None:
        if act.told.writes:
            places = range(1, act.told.requests, STRIDE)
            orders = {f"preempted_after({at})": preempted_after(at) for at in places}
            found.extend(diverging(stage, act, orders))

    play(STORIES[name], stage, in_the_midst)
    assert found == []
    stage.close()


def asked_twice() -> tuple[Stage, PullRequest]:
    """Two ticks both found no ballot, and both opened one."""
    stage = Stage(way=Way.DIRECT)
    pull = stage.pull()
    before = stage.gh.checkpoint()
    paths = [f"{one.method} {one.path}" for one in stage.tick().entries]
    stage.gh.restore(before)
    run_at_once(stage, {}, preempted_after(paths.index("POST /repos/org/app/issues")))
    assert [stage.ours(one) for one in stage.ballots()] == [{"pending-owner"}] * 2
    return stage, pull


@pytest.mark.parametrize("voted_on", [0, 1])
def test_a_vote_on_any_of_two_ballots_counts(voted_on: int) -> None:
    """P6, P47: the ballot that holds the deciding signal stays, the other is a duplicate."""
    stage, pull = asked_twice()
    stage.later(minutes=1)
    stage.owner.react(stage.ballots()[voted_on], "+1")
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(pull) == {"approved-A"}
    assert stage.ours(stage.ballots()[voted_on]) == {"approved-A"}
    assert stage.ours(stage.ballots()[1 - voted_on]) == {"duplicate"}
    assert stage.tick().writes == []
    stage.close()


def test_of_two_votes_on_two_ballots_the_later_decides() -> None:
    """P6, P22, P47: the signals of both are judged as one."""
    stage, pull = asked_twice()
    stage.later(minutes=1)
    stage.owner.comment(stage.ballots()[0], "/reject")
    stage.later(minutes=1)
    stage.owner.react(stage.ballots()[1], "+1")
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(pull) == stage.ours(stage.ballots()[1]) == {"approved-A"}
    assert stage.tick().writes == []
    stage.close()


def approved() -> tuple[Stage, PullRequest]:
    """A pull request to which its owner has just said yes."""
    stage = Stage(way=Way.DIRECT)
    pull = stage.pull()
    stage.gh.check_run(pull, "ci")
    stage.tick()
    stage.later(minutes=1)
    stage.owner.react(stage.ballot(), "+1")
    stage.later(minutes=1)
    return stage, pull


def turns_of_two_ticks(stage: Stage) -> int:
    """How many requests two ticks make at once."""
    stage.gh.forget()
    run_at_once(stage, {}, shuffled(0))
    return len(stage.gh.journal.entries)


def rest(stage: Stage) -> None:
    """Two more ticks ran, ten minutes apart."""
    for _ in range(2):
        stage.later(minutes=10)
        stage.tick()


def test_a_refusal_in_the_midst_of_two_ticks_is_never_lost() -> None:
    """P47, P22: whenever it comes, the pull request is closed, and closed again when reopened.

    The slower tick may have written its approval over the refusal: labels only show what was said,
    and what was said is read anew.
    """
    stage, pull = approved()
    before = stage.gh.checkpoint()
    for number in range(0, turns_of_two_ticks(stage), STRIDE):
        stage.gh.restore(before)
        refuses = {number: lambda: stage.owner.comment(stage.ballots()[0], "/reject")}
        run_at_once(stage, {}, shuffled(number), refuses)
        rest(stage)
        assert (stage.now(pull).state, stage.now(pull).merged) == ("closed", False), number
        stage.author.reopen(pull)
        rest(stage)
        assert (stage.now(pull).state, stage.now(pull).merged) == ("closed", False), number
        assert stage.tick().writes == []
    stage.close()


def test_a_push_in_the_midst_of_two_merging_ticks_is_never_merged() -> None:
    """P27, P36, P47: what is merged is the head that was approved, or nothing."""
    stage, pull = approved()
    stage.tick()
    stage.later(minutes=10)
    head, before = stage.now(pull).head_sha, stage.gh.checkpoint()
    outcomes = set()
    for number in range(0, turns_of_two_ticks(stage), STRIDE):
        stage.gh.restore(before)
        pushes = {number: lambda: stage.now(pull).merged or stage.author.push(pull)}
        run_at_once(stage, {}, shuffled(number), pushes)
        rest(stage)
        was_merged = stage.now(pull).merged
        assert was_merged is (stage.now(pull).head_sha == head), number
        waiting = [stage.ours(one) for one in stage.ballots() if one.state == "open"]
        assert waiting == ([] if was_merged else [{"pending-owner"}]), number
        assert stage.tick().writes == []
        outcomes.add(was_merged)
    assert outcomes == {True, False}
    stage.close()


def test_turns_are_taken_as_the_order_says() -> None:
    """The order decides alone: the same one gives the same requests in the same places."""

    def requests(order: Order) -> list[str]:
        stage, _ = approved()
        run_at_once(stage, {}, order)
        return [str(one) for one in stage.gh.journal.entries]

    assert requests(shuffled(7)) == requests(shuffled(7))
    assert requests(preempted_after(5)) != requests(shuffled(7))
