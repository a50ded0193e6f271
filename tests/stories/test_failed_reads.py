"""A reading that fails while GitHub is ill is never a verdict: the next tick decides (P23, P27)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from inbox.simulator.faults import FOREVER, Faults
from tests.stories.stage import Stage, Way

AT_ONCE = "merge: {settle_minutes: 0}\n"
ACTIVITY = "*/activity"
UNPROVEN = "The branch's activity log does not show when this head was pushed"


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once, by the bot that every workflow shares."""
    built = Stage(way=Way.DIRECT, projects_yml=AT_ONCE)
    yield built
    built.close()


def _answer(status: int, body: str = "No.") -> Callable[[Faults], object]:
    return lambda faults: faults.answer("GET", ACTIVITY, status=status, body=body, times=FOREVER)


PASSING: dict[str, Callable[[Faults], object]] = {
    "500": _answer(500),
    "502": _answer(502),
    "504": _answer(504),
    "HTML with 200": _answer(200, "<html>"),
    "the connection breaks": lambda faults: faults.drop("GET", ACTIVITY, times=FOREVER),
    "the answer is cut": lambda faults: faults.truncate("GET", ACTIVITY, times=FOREVER),
}


@pytest.mark.parametrize("ill", PASSING)
def test_while_the_push_log_cannot_be_asked_nothing_is_decided(stage: Stage, ill: str) -> None:
    """Protocol P23, P27: neither "it is proven" nor "it is not" follows from a broken reading."""
    pull = stage.pull()
    stage.tick()
    stage.later(minutes=1)
    stage.owner.react(stage.ballot(), "+1")
    PASSING[ill](stage.gh.faults)
    told = stage.tick()
    assert told.exit_status == 1
    told.counted(inbox_open_count=1)
    assert told.writes == []
    stage.gh.faults.clear()
    told = stage.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert UNPROVEN not in stage.words(pull)[0].body.text


def test_a_rate_limit_of_the_push_log_stops_the_tick_and_decides_nothing(stage: Stage) -> None:
    """Protocol P44: exit 0, and the next tick goes on."""
    pull = stage.pull()
    stage.tick()
    stage.later(minutes=1)
    stage.owner.react(stage.ballot(), "+1")
    stage.gh.faults.secondary_limit("GET", ACTIVITY, retry_after=120, times=FOREVER)
    told = stage.tick()
    assert (told.exit_status, told.of("complete"), told.writes) == (0, False, [])
    stage.gh.faults.clear()
    stage.tick()
    assert stage.ours(pull) == {"approved-A"}


@pytest.mark.parametrize("ill", PASSING)
def test_while_the_push_log_cannot_be_asked_nothing_is_merged_or_ended(
    stage: Stage, ill: str
) -> None:
    """Protocol P27, P36: an approval that waits goes on waiting."""
    pull = stage.pull()
    stage.tick()
    stage.later(minutes=1)
    stage.owner.react(stage.ballot(), "+1")
    stage.tick()
    stage.gh.check_run(pull, "build")
    PASSING[ill](stage.gh.faults)
    told = stage.tick()
    assert (told.exit_status, told.of("merged"), told.writes) == (1, 0, [])
    assert stage.ours(pull) == {"approved-A"}
    stage.gh.faults.clear()
    told = stage.tick()
    told.counted(merged=1)


@pytest.mark.parametrize("status", [403, 404, 409, 410, 422])
def test_a_push_log_that_is_refused_is_said_in_the_receipt(stage: Stage, status: int) -> None:
    """Protocol P27: what no later tick can read either does not hold an answer up for ever."""
    pull = stage.pull()
    stage.tick()
    stage.later(minutes=1)
    stage.owner.react(stage.ballot(), "+1")
    stage.gh.faults.answer("GET", ACTIVITY, status=status, body={"message": "No."}, times=FOREVER)
    told = stage.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert UNPROVEN in stage.words(pull)[0].body.text
