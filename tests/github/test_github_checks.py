"""Reading the checks of heads: the cheap look, and every page before a merge (P36, P43)."""

from __future__ import annotations

import pytest

from inbox.checks import CheckRun, Checks, Context, Light, light
from inbox.errors import Forbidden, NotThere, Unavailable, Unreadable
from inbox.github.checks import read_checks, scout_checks
from inbox.refs import HeadSha
from inbox.simulator.conversation import PullRequest
from inbox.world import State
from tests.github.world import APP, Stage, gone, head


def read(stage: Stage, pull: PullRequest) -> Checks:
    return read_checks(stage.client, APP, head(pull))


def test_a_head_that_nothing_checks_has_no_checks(stage: Stage) -> None:
    assert read(stage, stage.pull()) == Checks()


def test_runs_statuses_and_open_suites_are_read(stage: Stage) -> None:
    pull = stage.pull()
    stage.gh.check_run(pull, "build", "neutral")
    stage.gh.check_run(pull, "lint", None, app="other-ci")
    stage.gh.check_suite(pull, app="idle-app")
    stage.gh.set_status(pull, "ci/docs", "failure")
    stage.gh.set_status(pull, "ci/docs", "success")
    checks = read(stage, pull)
    assert sorted(checks.runs, key=lambda one: one.name) == [
        CheckRun("build", "completed", "neutral"),
        CheckRun("lint", "in_progress", ""),
    ]
    assert checks.contexts == (Context("ci/docs", State.SUCCESS),)
    assert checks.open_suites == 1, "one suite has runs still open, another has none at all"


def test_only_the_newest_run_of_a_name_counts(stage: Stage) -> None:
    pull = stage.pull()
    stage.gh.check_run(pull, "build", "failure")
    stage.gh.check_run(pull, "build", "success")
    assert light(read(stage, pull)) is Light.GREEN


def test_a_thousand_statuses_and_many_runs_are_read_over_all_pages(stage: Stage) -> None:
    """Issue 2/6: the red one is the oldest of each, so a first page would be green."""
    pull = stage.pull()
    stage.gh.set_status(pull, "ci/0", "failure")
    stage.gh.check_run(pull, "run 0", "failure")
    for number in range(1, 1_000):
        stage.gh.set_status(pull, f"ci/{number}", "success")
    for number in range(1, 250):
        stage.gh.check_run(pull, f"run {number}")
    before = len(stage.gh.journal.entries)
    checks = read(stage, pull)
    assert (len(checks.contexts), len(checks.runs)) == (1_000, 250)
    assert light(checks) is Light.RED
    assert len(stage.gh.journal.entries) - before == 10 + 3 + 1


def test_very_many_suites_are_read_over_all_pages(stage: Stage) -> None:
    pull = stage.pull()
    stage.gh.check_run(pull, "slow", None, app="the-oldest")
    for number in range(120):
        stage.gh.check_run(pull, "quick", app=f"app-{number}")
    assert read(stage, pull).open_suites == 1


@pytest.mark.parametrize(
    ("path", "name"),
    [("check-runs", "check_runs"), ("check-suites", "check_suites"), ("status", "statuses")],
)
def test_a_list_that_is_shorter_than_github_says_is_no_answer(
    stage: Stage, path: str, name: str
) -> None:
    """Protocol P23: "could not read" never becomes "there are none"."""
    pull = stage.pull()
    body = {"total_count": 2, name: [], "state": "success"}
    stage.gh.faults.answer("GET", f"*/{path}", status=200, body=body)
    said = gone(lambda: read(stage, pull), Unreadable)
    assert "answers 0 of 2 checks" in said
    assert "nothing is merged on it" in said


@pytest.mark.parametrize("path", ["check-runs", "check-suites", "status"])
@pytest.mark.parametrize(
    ("status", "error"), [(403, Forbidden), (404, NotThere), (502, Unavailable)]
)
def test_what_cannot_be_read_is_an_error(
    stage: Stage, path: str, status: int, error: type[Exception]
) -> None:
    pull = stage.pull()
    message = {"message": "Resource not accessible by integration"}
    stage.gh.faults.answer("GET", f"*/{path}", status=status, body=message, times=9)
    gone(lambda: read(stage, pull), error)


def test_a_status_of_an_unknown_state_is_an_error(stage: Stage) -> None:
    pull = stage.pull()
    body = {"total_count": 1, "statuses": [{"context": "ci", "state": "splendid"}]}
    stage.gh.faults.answer("GET", "*/status", status=200, body=body)
    gone(lambda: read(stage, pull), Unreadable)


def test_the_missing_permission_is_named(stage: Stage) -> None:
    """Protocol P36: unreadable is not green, and it says which line is missing."""
    pull = stage.pull()
    del stage.gh.world.tokens["ghs_app"].permissions["checks"]
    assert "`checks: read`" in gone(lambda: read(stage, pull), Forbidden)


def test_the_scout_looks_at_a_hundred_heads_a_query(stage: Stage) -> None:
    pulls = [stage.pull() for _ in range(120)]
    stage.gh.check_run(pulls[0], "build", "failure")
    stage.gh.set_status(pulls[1], "ci/build", "pending")
    heads = [(APP, head(pull)) for pull in pulls]
    before = len(stage.gh.journal.entries)
    found = scout_checks(stage.client, heads)
    assert len(stage.gh.journal.entries) - before == 2
    assert found[heads[0]] == Checks(runs=(CheckRun("build", "completed", "failure"),))
    assert found[heads[1]] == Checks(contexts=(Context("ci/build", State.PENDING),))
    assert {found[one] for one in heads[2:]} == {Checks()}


def test_a_head_that_the_scout_cannot_see_has_its_fault(stage: Stage) -> None:
    missing = (APP, HeadSha("0" * 40))
    known = (APP, head(stage.pull()))
    found = scout_checks(stage.client, [missing, known])
    assert isinstance(found[missing], Unreadable)
    assert found[known] == Checks()


def test_the_scout_of_no_heads_asks_nothing(stage: Stage) -> None:
    before = len(stage.gh.journal.entries)
    assert scout_checks(stage.client, []) == {}
    assert len(stage.gh.journal.entries) == before
