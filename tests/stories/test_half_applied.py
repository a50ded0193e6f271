"""A verdict whose application fails on the way is nowhere called applied (P29-P32, P40)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.stories.stage import PENDING, Stage, Way
from tests.stories.told import Told

ANSWERS = {
    "/approve A": "approved-A",
    "/approve B": "approved-B",
    "/approve C": "approved-C-deferred",
    "/reject": "rejected",
}
SAID = {
    "/approve A": "option A applied",
    "/approve B": "option B (the alternate) noted",
    "/approve C": "deferred, until",
    "/reject": "the pull request is closed",
}
DOWN = {"status": 500, "times": 3}
LIMITED = {"status": 403, "headers": {"Retry-After": "120"}, "times": 99}


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A pull request that was asked about."""
    built = Stage(way=Way.DIRECT)
    built.pull()
    built.tick()
    yield built
    built.close()


def waiting_row(told: Told) -> str:
    """What the summary says of the one ballot that waits."""
    rows = [line for line in told.summary.splitlines() if line.startswith("| [`org/app#2`]")]
    assert len(rows) == 1, told.summary
    return rows[0]


@pytest.mark.parametrize("ill", [DOWN, LIMITED], ids=["down", "limited"])
@pytest.mark.parametrize("answer", ANSWERS)
def test_what_failed_on_the_way_is_not_called_applied(stage: Stage, answer: str, ill: Any) -> None:
    stage.owner.comment(stage.ballot(), answer)
    undisturbed = stage.gh.checkpoint()
    told = stage.tick()
    told.counted(
        inbox_resolved=1,
        issues_deferred=int(answer == "/approve C"),
        answers={ANSWERS[answer]: 1},
        inbox_open_count=int(answer == "/approve C"),
    )
    writes = [(entry.method, entry.path) for entry in told.entries if entry.is_write]
    assert SAID[answer] in told.log
    for at, failing in enumerate(writes):
        stage.gh.restore(undisturbed)
        stage.gh.forget()
        fault = stage.gh.faults.answer(*failing, skip=writes[:at].count(failing), **ill)
        told = stage.tick()
        assert fault.acted, told.said
        stage.gh.faults.clear()
        counted = told.of("inbox_resolved_this_tick")[ANSWERS[answer]]
        row = waiting_row(told)
        assert "is not finished" in row, row
        assert "resolved" not in row
        assert SAID[answer] not in told.said
        if answer != "/approve C":
            assert counted == 0
        again = stage.tick()
        assert counted + again.of("inbox_resolved_this_tick")[ANSWERS[answer]] == 1
        assert "is not finished" not in again.summary


def test_a_shared_head_is_not_called_good_for_an_answer_that_is_not_applied(stage: Stage) -> None:
    """Protocol P35, P29: the success comes last."""
    pull, first = stage.gh.find("org/app#1"), stage.ballot()
    stage.owner.commit(stage.home, {"next.txt": "next\n"}, branch="next")
    twin = stage.pull(base="next")
    stage.author.force_push(twin, to=stage.now(pull).head_sha)
    stage.tick()
    second = stage.ballot()
    assert first.number != second.number
    stage.owner.react(first, "+1")
    stage.owner.react(second, "+1")
    stage.later(minutes=30)
    receipt = f"/repos/org/app/issues/{twin.number}/comments"
    stage.gh.faults.answer("POST", receipt, status=500)
    told = stage.tick()
    assert told.exit_status == 1
    told.counted(inbox_resolved=1, answers={"approved-A": 1}, inbox_open_count=1)
    assert stage.status(pull).state == "pending"
    told = stage.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.status(pull).state == "success"


def test_a_duplicate_that_could_not_be_closed_is_not_called_closed(stage: Stage) -> None:
    """Protocol P6, P40."""
    first = stage.ballot()
    body, title = first.body.text, first.title
    second = stage.bot.open_issue(stage.home, title, body, labels=(PENDING,))
    fault = stage.gh.faults.answer("PATCH", f"*/issues/{second.number}", status=500, times=3)
    told = stage.tick()
    assert (told.exit_status, fault.acted) == (1, 3)
    assert "closed a duplicate" not in told.said
    told = stage.tick()
    assert "closed a duplicate" in told.log
    assert stage.ours(second) == {"duplicate"}
