"""A bug of the program ends as one sentence that asks to report it, and exit status 70 (P40)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

from inbox.ballot import plan
from inbox.ballot.case import Case, Need
from inbox.decisions.block import read_block
from inbox.errors import Bug
from inbox.tick import questions
from tests.stories.stage import SAFE, Stage, Way
from tests.stories.stories_decisions import ASKED, gate

SECRET = "ghs_workflow /approve A ::set-output name=inbox::9"
REPORT = "Please report this line."


@pytest.fixture
def stage() -> Iterator[Stage]:
    """Two pull requests that were asked about and answered."""
    built = Stage(way=Way.DIRECT)
    for _ in range(2):
        built.pull()
    built.tick()
    built.later(minutes=1)
    for ballot in built.ballots():
        built.owner.comment(ballot, "/approve A")
    yield built
    built.close()


def broken(*_: Any, **__: Any) -> Any:
    """A function with a bug, whose exception repeats what it should not."""
    raise KeyError(SECRET)


@pytest.mark.parametrize(
    "where",
    [
        "inbox.tick.run.gather",
        "inbox.tick.run.tell",
        "inbox.tick_command.load",
        "inbox.tick_command.render",
    ],
)
def test_a_bug_is_one_sentence_with_its_place(stage: Stage, where: str) -> None:
    with mock.patch(where, broken):
        told = stage.tick()
    assert told.exit_status == 70
    (error,) = told.annotations("error")
    assert error.text.startswith("The program has a bug: KeyError at test_bugs.py:")
    assert error.text.endswith(REPORT)
    assert REPORT in told.summary
    for text in (told.log, told.errors, told.summary):
        assert "/approve" not in text
        assert "set-output" not in text


def test_a_bug_in_one_ballot_costs_that_ballot_and_becomes_no_verdict(stage: Stage) -> None:
    """Protocol P40: the others go on, and the next run, without the bug, loses nothing."""
    first, second = stage.ballots()
    sound = plan.plan

    def partly_broken(case: Case) -> Any:
        return broken() if case.ballot.ref.number == first.number else sound(case)

    with mock.patch("inbox.tick.settle.plan", partly_broken):
        told = stage.tick()
    assert told.exit_status == 70
    told.counted(inbox_resolved=1, answers={"approved-A": 1}, inbox_open_count=1, failures=1)
    assert REPORT in told.log
    told.mentions(REPORT)
    assert SECRET not in told.said
    assert stage.ours(second) == {"approved-A"}
    assert (stage.ours(first), stage.words(first)) == ({"pending-owner"}, [])
    told = stage.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@pytest.mark.parametrize(
    "where",
    ["inbox.tick.merges.scout_checks", "inbox.tick.openings.classify", "inbox.tick.merges.clear"],
)
def test_a_bug_in_a_later_stage_takes_nothing_back(stage: Stage, where: str) -> None:
    """Protocol P40, P6: what was done before it is told and counted all the same."""
    pulls = [stage.gh.find(f"org/app#{number}") for number in (1, 2)]
    stage.pull()
    for pull in pulls:
        stage.gh.check_run(pull, "build")
    stage.later(minutes=10)
    with mock.patch(where, broken):
        told = stage.tick()
    assert told.exit_status == 70
    assert told.of("inbox_resolved") == 2
    told.mentions(REPORT, "option A applied")
    assert SECRET not in told.said
    is_whole_stage = where.endswith("scout_checks")
    assert told.of("complete") is not is_whole_stage
    assert ("Not done in this tick: merges, openings" in told.log) is is_whole_stage
    stage.tick()
    stage.tick()
    assert all(stage.now(pull).merged for pull in pulls)
    assert stage.ours(stage.ballot()) == {"pending-owner"}


def test_a_state_held_to_be_impossible_costs_its_ballot_alone(stage: Stage) -> None:
    """Protocol P40: the program notices a bug of its own, and goes on with the others."""
    first, _ = stage.ballots()
    sound = plan.plan

    def never_sure(case: Case) -> Any:
        return Need.PUSHES if case.ballot.ref.number == first.number else sound(case)

    with mock.patch("inbox.tick.settle.plan", never_sure):
        told = stage.tick()
    assert told.exit_status == 70
    told.counted(inbox_resolved=1, answers={"approved-A": 1}, inbox_open_count=1, failures=1)
    told.mentions(f"Deciding about {first.ref} asks again")


def test_a_failure_of_a_whole_stage_tells_what_was_done_before(stage: Stage) -> None:
    """Protocol P40: an answer that cannot be read ends the tick, and no count is lost."""
    for number in (1, 2):
        stage.gh.check_run(f"org/app#{number}", "build")
    stage.later(minutes=10)
    body = '{"data": null}'
    stage.gh.faults.answer("POST", "/graphql", status=200, body=body, containing="...checked")
    told = stage.tick()
    assert (told.exit_status, told.of("complete")) == (1, False)
    told.counted(inbox_resolved=2, answers={"approved-A": 2}, failures=1)
    assert "Not done in this tick: merges, openings" in told.log
    told.mentions("This tick stopped early", "Usually this passes: the next tick reads again.")


QUIET = "It asks nothing.\n"


@pytest.mark.parametrize(
    ("where", "body", "afterwards"), [("plan", ASKED, "pending"), ("refusals", QUIET, "success")]
)
@pytest.mark.parametrize("error", [KeyError(SECRET), Bug("It asks again.")])
def test_a_bug_about_one_text_closes_its_gate_and_stops_no_ballot(
    stage: Stage, where: str, body: str, afterwards: str, error: Exception
) -> None:
    """Protocol P40, D10: whoever writes a text that breaks the reader costs nobody else a vote."""
    hostile = stage.pull(files=SAFE, body=body)
    with mock.patch("inbox.tick.run._STAGES", {"questions": questions.judge_questions}):
        stage.tick()
    sound = getattr(questions, where)

    def partly_broken(of: Any, *more: Any) -> Any:
        if body in (of, getattr(of, "body", None)):
            raise error
        return sound(of, *more)

    with mock.patch(f"inbox.tick.questions.{where}", partly_broken):
        told = stage.tick()
    assert told.exit_status == 70
    told.counted(inbox_resolved=2, answers={"approved-A": 2}, failures=1)
    assert gate(stage, hostile)[0] == "error"
    assert SECRET not in told.said
    stage.tick()
    assert gate(stage, hostile)[0] == afterwards


def test_a_bug_about_one_ticket_costs_that_ticket(stage: Stage) -> None:
    """Protocol P40, D15."""
    stage.agent.open_issue(stage.home, "Cache", ASKED, labels=("needs-info",))

    def partly_broken(body: Any) -> Any:
        return broken() if body == ASKED else read_block(body)

    with mock.patch("inbox.tick.questions.read_block", partly_broken):
        told = stage.tick()
    assert told.exit_status == 70
    told.counted(inbox_resolved=2, answers={"approved-A": 2}, failures=1)


def test_a_bug_about_one_follow_up_takes_no_other_stage_along(stage: Stage) -> None:
    """Protocol P40, D17: what ends a follow-up, or files one, fails alone."""
    pull = stage.pull(files=SAFE, body=ASKED)
    stage.owner.comment(pull, "/answer storage: 2\n/answer name: Cachet")
    stage.tick()
    stage.later(hours=5)
    stage.tick()
    stage.author.close(pull)
    with mock.patch("inbox.tick.follow_up.plan_follow_up", broken):
        told = stage.tick()
    assert (told.exit_status, told.of("complete")) == (70, True)
    told = stage.tick()
    assert told.of("follow_ups_closed") == 1
