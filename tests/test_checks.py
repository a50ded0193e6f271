"""When the checks of a head are green: every constellation of protocol P36."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.checks import OUR_CONTEXTS, CheckRun, Checks, Context, Light, light
from inbox.world import State

DONE, OPEN = "completed", ("queued", "in_progress", "waiting", "requested", "pending")
GREEN = ("success", "neutral", "skipped")
RED = ("failure", "cancelled", "timed_out", "action_required", "stale", "startup_failure", "")


def run(conclusion: str = "success", status: str = DONE, name: str = "build") -> CheckRun:
    return CheckRun(name, status, conclusion)


def context(state: State, name: str = "ci/build") -> Context:
    return Context(name, state)


OURS = tuple(context(state, name) for name in sorted(OUR_CONTEXTS) for state in State)


@pytest.mark.parametrize(
    ("checks", "expected"),
    [
        (Checks(), Light.NONE),
        (Checks(contexts=OURS), Light.NONE),
        (Checks(runs=(run(),)), Light.GREEN),
        (Checks(runs=tuple(map(run, GREEN))), Light.GREEN),
        (Checks(contexts=(context(State.SUCCESS),)), Light.GREEN),
        (Checks(contexts=(context(State.PENDING),)), Light.RUNNING),
        (Checks(contexts=(context(State.FAILURE),)), Light.RED),
        (Checks(contexts=(context(State.ERROR),)), Light.RED),
        (Checks((run(),), (context(State.PENDING),)), Light.RUNNING),
        (Checks((run("failure"),), (context(State.SUCCESS),)), Light.RED),
        (Checks((run(),), OURS), Light.GREEN),
        (Checks((run(),), (context(State.FAILURE, "DECISION-INBOX/Approval"),)), Light.GREEN),
        (Checks(open_suites=1), Light.RUNNING),
        (Checks((run(),), open_suites=1), Light.RUNNING),
        (Checks((run("failure"),), open_suites=1), Light.RED),
    ],
    ids=str,
)
def test_what_all_checks_add_up_to(checks: Checks, expected: Light) -> None:
    """Protocol P36."""
    assert light(checks) is expected


@pytest.mark.parametrize("status", OPEN)
def test_a_run_that_is_not_completed_is_running_whatever_it_concludes(status: str) -> None:
    assert light(Checks((run(), run("", status)))) is Light.RUNNING
    assert light(Checks((run(), run("success", status)))) is Light.RUNNING


@pytest.mark.parametrize("conclusion", RED)
def test_a_completed_run_is_green_by_three_conclusions_only(conclusion: str) -> None:
    """`action_required` waits for a person, and is not green (protocol P36)."""
    assert light(Checks((run(), run(conclusion)))) is Light.RED


runs = st.builds(run, st.sampled_from((*GREEN, *RED)), st.sampled_from((DONE, *OPEN)), st.text())
contexts = st.builds(context, st.sampled_from(State), st.text())
everything = st.builds(
    Checks,
    st.lists(runs, max_size=5).map(tuple),
    st.lists(contexts, max_size=5).map(tuple),
    st.integers(0, 2),
)


@given(everything)
def test_green_means_that_each_check_is_green(checks: Checks) -> None:
    if light(checks) is Light.GREEN:
        assert checks.open_suites == 0
        assert checks.runs or checks.contexts
        assert all(one.status == DONE and one.conclusion in GREEN for one in checks.runs)
        assert all(
            one.state is State.SUCCESS
            for one in checks.contexts
            if one.name.lower() not in OUR_CONTEXTS
        )


@given(everything, st.sampled_from(OURS))
def test_our_own_contexts_count_neither_way(checks: Checks, ours: Context) -> None:
    with_ours = Checks(checks.runs, (*checks.contexts, ours), checks.open_suites)
    assert light(with_ours) is light(checks)


@given(everything, runs)
def test_one_more_check_never_turns_what_is_not_green_green(checks: Checks, more: CheckRun) -> None:
    before = light(checks)
    after = light(Checks((*checks.runs, more), checks.contexts, checks.open_suites))
    if before in (Light.RED, Light.RUNNING):
        assert after is not Light.GREEN
