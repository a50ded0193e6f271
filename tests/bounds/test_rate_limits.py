"""Rate limits of all four kinds stop a tick cleanly, and the next goes on (protocol P44).

Each is met at many places of a busy tick: before anything is known, while ballots are read, between
the writes of one answer, while approvals are merged and ballots opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from inbox.simulator import Simulator
from tests.bounds.inboxes import afresh, an_inbox, pull_of
from tests.stories.stage import Stage, Way
from tests.stories.told import Told

AGAIN = 600
"""Seconds that the limits ask to wait: more than a tick has patience for."""

AT_ONCE = "merge: {settle_minutes: 0}\n"


def a_busy_inbox() -> Stage:
    """Seven answers, one head to merge, one that moved, two pull requests to be asked about."""
    stage = an_inbox(9, shared_bot=True, way=Way.DIRECT, projects_yml=AT_ONCE)
    a, merged, b, c, no, thumb, held, moved, _ = stage.ballots()
    stage.gh.check_run(pull_of(stage, a), "ci", "failure")
    stage.gh.check_run(pull_of(stage, merged), "ci", "success")
    stage.owner.comment(a, "/approve A")
    stage.owner.comment(merged, "/approve A")
    stage.owner.comment(b, "/approve B")
    stage.owner.comment(c, "/approve C")
    stage.owner.comment(no, "/reject")
    stage.owner.react(thumb, "-1")
    stage.owner.comment(held, "/approve D")
    stage.author.push(pull_of(stage, moved))
    stage.pull()
    stage.pull(files={"src/app.py": "modified"})
    stage.later(minutes=2)
    return stage


@dataclass(frozen=True, slots=True)
class Rest:
    """What it all came to: each conversation's state, labels and words of ours; what counted."""

    conversations: Mapping[str, tuple[str, frozenset[str], int]]
    counted: Mapping[str, int]
    merges: int


COUNTED = ("inbox", "inbox_resolved", "issues_deferred", "inbox_head_sha_mismatches", "merged")


def rest_of(stage: Stage, told: list[Told]) -> Rest:
    """What the world came to, and the sum of what the ticks counted."""
    found = stage.gh.repo(stage.home).conversations.values()
    merges = [entry for entry in stage.gh.journal.done if entry.path.endswith("/merge")]
    return Rest(
        {one.ref: (one.state, frozenset(one.label_names), len(stage.words(one))) for one in found},
        {key: sum(one.of(key) for one in told if one.metrics) for key in COUNTED},
        len(merges),
    )


def to_the_end(stage: Stage, told: list[Told]) -> Rest:
    """Ticks ran, with the limits lifted, until one wrote nothing."""
    stage.gh.faults.clear()
    for _ in range(6):
        afresh(stage)
        stage.later(minutes=5)
        told.append(stage.tick())
        assert told[-1].exit_status == 0, told[-1].said
        if not told[-1].writes:
            return rest_of(stage, told)
    raise AssertionError("the program goes on writing")


Limit = Callable[[Stage, int], object]


def _spent(stage: Stage, status: int, after: int) -> None:
    stage.gh.limits.refusal_status = status
    stage.gh.limit(stage.token, core=after)


def _refused(gh: Simulator, status: int, skip: int) -> object:
    return gh.faults.answer(
        status=status,
        body={"message": "You have exceeded a secondary rate limit."},
        headers={"Retry-After": str(AGAIN)},
        skip=skip,
        times=1000,
    )


LIMITS: dict[str, Limit] = {
    "REST, primary": lambda stage, after: _spent(stage, 403, after),
    "REST, primary, 429": lambda stage, after: _spent(stage, 429, after),
    "any, secondary": lambda stage, after: _refused(stage.gh, 403, after),
    "any, secondary, 429": lambda stage, after: _refused(stage.gh, 429, after),
    "GraphQL, primary": lambda stage, after: stage.gh.limit(stage.token, graphql=after // 4),
    "GraphQL, secondary": lambda stage, after: stage.gh.faults.graphql_failure(
        "You have exceeded a secondary rate limit. Please wait a few minutes.",
        type="RATE_LIMIT",
        skip=after // 4,
        times=1000,
    ),
}
STEP = 11


@pytest.mark.parametrize("limit", LIMITS.values(), ids=LIMITS)
def test_a_limit_anywhere_ends_the_tick_and_the_next_goes_on(limit: Limit) -> None:
    stage = a_busy_inbox()
    start = stage.gh.checkpoint()
    undisturbed = [stage.tick()]
    requests = undisturbed[0].requests
    expected = to_the_end(stage, undisturbed)
    assert expected.counted["inbox_resolved"] == 6
    assert (expected.counted["merged"], expected.merges) == (1, 1)
    stops = 0
    for after in range(0, requests, STEP):
        stage.gh.restore(start)
        stage.gh.forget()
        limit(stage, after)
        told = stage.tick()
        assert told.exit_status == 0, told.said
        complete = told.metrics is not None and told.of("complete")
        if not complete:
            stops += 1
            (warning,) = [one for one in told.annotations("warning") if "limit" in one.text]
            assert "Not done in this tick: " in warning.text, told.said
            assert warning.text.endswith(("reminders.", "everything."))
            assert "stopped early" in told.summary
        assert to_the_end(stage, [told]) == expected, f"after {after}"
    assert stops >= requests // STEP // 4
    stage.close()


@pytest.mark.parametrize("retry_after", [1, 30, 60])
def test_a_limit_that_a_minute_outlasts_is_waited_for(retry_after: int) -> None:
    stage = an_inbox(3, shared_bot=True, way=Way.DIRECT)
    stage.owner.comment(stage.ballots()[0], "/approve B")
    before = stage.gh.clock.now
    stage.gh.faults.secondary_limit("POST", "*/comments", retry_after=retry_after)
    told = stage.tick()
    assert (told.exit_status, told.of("complete"), told.of("inbox_resolved")) == (0, True, 1)
    assert (stage.gh.clock.now - before).total_seconds() >= retry_after
    assert told.annotations("warning") == []
    stage.close()


def test_waits_for_limits_add_up_to_a_minute_at_most() -> None:
    stage = an_inbox(3, shared_bot=True, way=Way.DIRECT)
    stage.gh.faults.secondary_limit("GET", "*/contents/*", retry_after=40)
    stage.gh.faults.secondary_limit("GET", "*/pulls", retry_after=40)
    told = stage.tick()
    assert (told.exit_status, told.of("complete")) == (0, False)
    assert told.of("inbox_open_count") is None
    stage.close()


def test_what_a_limit_left_undone_is_named() -> None:
    stage = an_inbox(9, shared_bot=True, way=Way.DIRECT)
    for ballot in stage.ballots():
        stage.owner.comment(ballot, "/approve B")
    stage.gh.faults.secondary_limit("POST", "*/comments", retry_after=AGAIN, skip=2)
    told = stage.tick()
    (warning,) = told.annotations("warning")
    assert told.of("inbox_resolved") == 2
    undone = [one.ref for one in stage.ballots() if "approved-B" not in stage.ours(one)]
    assert len(undone) == 7
    named = [ref for ref in undone if ref in warning.text]
    assert len(named) == 5
    assert "and 2 more), approvals, merges, openings" in warning.text
    assert "and 2 more" in told.summary
    stage.close()


def test_a_log_that_others_may_read_names_nothing() -> None:
    """Protocol P48: the warning of a more visible workflow repository holds no names."""
    stage = Stage(
        way=Way.DIRECT,
        repos={"org/tool": "public", "org/secret": "private"},
        projects_yml="supervised_repos: [org/secret]\ndecision_inbox: {repository: org/secret}\n",
        app_token=True,
    )
    stage.pull("org/secret")
    assert stage.tick().exit_status == 0
    stage.later(minutes=5)
    (ballot,) = stage.ballots("org/secret")
    stage.owner.comment(ballot, "/approve B")
    stage.gh.faults.secondary_limit("POST", "*/comments", retry_after=AGAIN)
    told = stage.tick()
    assert (told.exit_status, told.of("complete")) == (0, False)
    assert told.annotations("warning") != []
    assert "secret" not in told.said
    stage.close()
