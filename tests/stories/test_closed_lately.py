"""The list of the ballots closed lately: what cannot be read of it may hold a no (P23, P34)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inbox.simulator.conversation import Issue, PullRequest
from inbox.simulator.faults import FOREVER
from tests.stories.stage import APP, Stage, Way

LISTED = f"/repos/{APP}/issues"
SUPERSEDED = "decision:superseded"
HELD = "held: an answer is unclear"
WAITS = "what was said on an earlier ballot could not be read"


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once."""
    built = Stage(way=Way.DIRECT, projects_yml="merge: {settle_minutes: 0}\n")
    yield built
    built.close()


def asked(stage: Stage) -> tuple[PullRequest, Issue]:
    """A pull request and its pending ballot."""
    pull = stage.pull()
    stage.tick()
    stage.later(minutes=1)
    return pull, stage.ballot()


def asked_twice(stage: Stage) -> tuple[PullRequest, Issue, Issue]:
    """A pull request whose approval a push ended, that ballot, and the fresh one that waits."""
    pull, earlier = asked(stage)
    stage.owner.react(earlier, "+1")
    stage.tick()
    stage.author.push(pull)
    stage.tick()
    stage.later(minutes=1)
    return pull, earlier, stage.ballot()


def a_hole(stage: Stage, *place: str | int) -> None:
    """That place in the list is an error of GitHub's own, also when it is asked for alone."""
    for alias in ("i1", "i0"):
        stage.gh.faults.graphql_partial(
            ("r0", alias, *place), type="INTERNAL", message="No.", containing=f"{alias}: issues"
        )


def the_list_fails_by_rest_too(stage: Stage) -> None:
    """Neither interface lists what was closed."""
    a_hole(stage)
    stage.gh.faults.answer("GET", LISTED, status=502, times=FOREVER, skip=1)


HOLES: dict[str, tuple[str | int, ...]] = {
    "the whole list": (),
    "one entry": ("nodes", 0, "body"),
    "the time of a closing": ("nodes", 0, "closedAt"),
    "the author of an entry": ("nodes", 0, "author"),
    "whether it was edited": ("nodes", 0, "lastEditedAt"),
}


@pytest.mark.parametrize("hole", HOLES)
def test_a_hole_in_the_list_is_read_another_way(stage: Stage, hole: str) -> None:
    pull, earlier, fresh = asked_twice(stage)
    stage.owner.react(fresh, "+1")
    stage.owner.comment(earlier, "/reject")
    a_hole(stage, *HOLES[hole])
    told = stage.tick()
    assert told.exit_status == 0
    told.counted(inbox_open_count=1)
    told.mentions(HELD)
    assert stage.ours(pull) == set()


def test_more_than_a_hundred_closed_lately_are_all_heard(stage: Stage) -> None:
    """The one that matters is not among the newest."""
    pull, earlier, fresh = asked_twice(stage)
    stage.owner.react(fresh, "+1")
    stage.owner.comment(earlier, "/reject")
    for number in range(101):
        stage.bot.close(stage.bot.open_issue(APP, f"Report {number}", "Hm.", labels=(SUPERSEDED,)))
    told = stage.tick()
    told.counted(inbox_open_count=1)
    told.mentions(HELD)
    assert stage.ours(pull) == set()


def test_an_earlier_ballot_without_its_label_is_heard(stage: Stage) -> None:
    """Anybody with triage rights can take a label off, and a no must not go with it."""
    pull, earlier, fresh = asked_twice(stage)
    stage.owner.react(fresh, "+1")
    stage.owner.comment(earlier, "/reject")
    stage.agent.unlabel(earlier, "decision:approved-A")
    told = stage.tick()
    told.mentions(HELD)
    assert stage.ours(pull) == set()


def test_a_list_that_cannot_be_read_costs_yeses_alone_and_only_this_tick(stage: Stage) -> None:
    """Protocol P40: no yes is applied, merged or shown; everything else goes on."""
    waits, ballot = asked(stage)
    stage.gh.check_run(waits, "build", None)
    stage.owner.react(ballot, "+1")
    (yes, first), (no, second), (moved, third) = asked(stage), asked(stage), asked(stage)
    stage.gh.check_run(waits, "build")
    stage.owner.react(first, "+1")
    stage.owner.react(second, "-1")
    stage.author.push(moved)
    the_list_fails_by_rest_too(stage)
    told = stage.tick()
    assert told.exit_status == 1
    told.mentions("no A or B", WAITS)
    assert [stage.ours(one) for one in (waits, yes, moved)] == [{"approved-A"}, set(), set()]
    assert (stage.now(waits).merged, stage.now(no).state) == (False, "closed")
    assert stage.ours(second) == {"rejected"}
    assert "PR head changed" in stage.words(third)[-1].body.text
    stage.gh.faults.clear()
    told = stage.tick()
    assert told.exit_status == 0
    assert (stage.now(waits).merged, stage.ours(yes)) == (True, {"approved-A"})


def test_an_earlier_ballot_that_cannot_be_read_costs_only_what_it_is_about(stage: Stage) -> None:
    pull, earlier, fresh = asked_twice(stage)
    other, second = asked(stage)
    stage.owner.react(fresh, "+1")
    stage.owner.react(second, "+1")
    stage.gh.faults.graphql_partial(
        ("r0", "i2"), type="INTERNAL", message="No.", containing="...ballot", times=FOREVER
    )
    told = stage.tick()
    assert told.exit_status == 1
    told.mentions(f"{APP}#{earlier.number}", WAITS)
    assert (stage.ours(pull), stage.ours(other)) == (set(), {"approved-A"})
    stage.gh.faults.clear()
    stage.tick()
    assert stage.ours(pull) == {"approved-A"}


def test_a_no_is_applied_also_while_an_earlier_ballot_cannot_be_read(stage: Stage) -> None:
    pull, _, fresh = asked_twice(stage)
    stage.owner.react(fresh, "-1")
    stage.gh.faults.graphql_partial(
        ("r0", "i1"), type="INTERNAL", message="No.", containing="...ballot", times=FOREVER
    )
    told = stage.tick()
    assert told.exit_status == 1
    assert (stage.now(pull).state, stage.ours(fresh)) == ("closed", {"rejected"})
