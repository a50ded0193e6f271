"""A fault of one ballot is said in it once, and costs no other ballot (P40)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inbox.simulator.conversation import Issue
from tests.stories.stage import Stage, Way
from tests.stories.told import Told

SAID = "This ballot cannot be processed"
FAULT = "inbox-error"


@pytest.fixture
def stage() -> Iterator[Stage]:
    """Two pull requests that were asked about, both answered with a thumb up."""
    yield from answered(Way.DIRECT)


def answered(way: Way) -> Iterator[Stage]:
    """A stage run in that way on which two ballots were answered."""
    built = Stage(way=way)
    for _ in range(2):
        built.pull()
    built.tick()
    built.later(minutes=1)
    for ballot in built.ballots():
        built.owner.react(ballot, "+1")
    yield built
    built.close()


def about(stage: Stage, number: int) -> Issue:
    """The ballot about that pull request."""
    return next(one for one in stage.ballots() if one.title.endswith(f"#{number}"))


def words_on(stage: Stage, ballot: Issue) -> list[str]:
    """What the bot says in the ballot about a fault."""
    return [one.body.text for one in stage.words(ballot) if SAID in one.body.text]


def test_a_pull_request_that_cannot_be_found_is_said_once(stage: Stage) -> None:
    """Ballot row 113: at the first run that meets it; the other ballot is resolved."""
    broken, other = about(stage, 1), about(stage, 2)
    stage.gh.faults.answer("GET", "*/pulls/1", status=404, body={"message": "Not Found"}, times=99)
    told = stage.tick()
    assert told.exit_status == 1
    told.counted(inbox_resolved=1, answers={"approved-A": 1}, inbox_open_count=1, failures=1)
    assert stage.ours(other) == {"approved-A"}
    assert stage.ours(broken) == {"pending-owner", FAULT}
    (said,) = words_on(stage, broken)
    assert "not there, or not visible to this token" in said
    assert "Check the name." in said
    for _ in range(3):
        told = stage.tick()
        assert (told.exit_status, told.writes) == (0, [])
        told.mentions("not there, or not visible to this token")


def test_reactions_that_fail_cost_their_ballot_alone(stage: Stage) -> None:
    """Ballot row 114: nothing is said in it, for a failure of GitHub's passes."""
    broken, other = about(stage, 1), about(stage, 2)
    path = f"*/issues/{broken.number}/reactions"
    fault = stage.gh.faults.answer("GET", path, status=502, times=99)
    told = stage.tick()
    assert (told.exit_status, fault.acted > 0) == (1, True)
    told.counted(inbox_resolved=1, answers={"approved-A": 1}, inbox_open_count=1, failures=1)
    assert stage.ours(other) == {"approved-A"}
    assert stage.ours(broken) == {"pending-owner"}
    assert stage.words(broken) == []
    stage.gh.faults.clear()
    told = stage.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


def test_a_ballot_that_fails_again_says_so_no_second_time_and_works_again(stage: Stage) -> None:
    """Ballot row 115: the label shows how it is, the comment stays the only one."""
    broken = about(stage, 1)
    for _ in range(2):
        stage.gh.faults.answer("GET", "*/pulls/1", status=404, times=99)
        told = stage.tick()
        assert FAULT in stage.ours(broken)
        stage.gh.faults.clear()
    assert (told.exit_status, told.writes) == (0, [])
    assert len(words_on(stage, broken)) == 1
    told = stage.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(broken) == {"approved-A"}


def test_a_ballot_that_works_again_and_waits_shows_no_fault_any_more(stage: Stage) -> None:
    """Ballot row 115: also where nothing else is to be written."""
    broken = about(stage, 1)
    stage.gh.faults.answer("GET", "*/pulls/1", status=404, times=99)
    stage.tick()
    stage.gh.faults.clear()
    stage.owner.unreact(broken, "+1")
    told = stage.tick()
    assert told.exit_status == 0
    assert stage.ours(broken) == {"pending-owner"}
    assert stage.tick().writes == []


def test_a_fault_is_said_once_by_processes_that_know_nothing_of_each_other() -> None:
    """Ballot row 117: what was said is remembered by GitHub, not by the program."""
    for stage in answered(Way.PROCESS):
        broken = about(stage, 1)
        stage.gh.faults.answer("GET", "*/pulls/1", status=404, times=99)
        told: list[Told] = [stage.tick() for _ in range(3)]
        assert [one.exit_status for one in told] == [1, 0, 0]
        assert [one.of("failures") for one in told] == [1, 1, 1]
        assert len(words_on(stage, broken)) == 1
