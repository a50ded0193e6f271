"""What people and machines do to questions while a tick reads and writes them (D14, P36)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from inbox.simulator import ProgramKilled
from inbox.simulator.conversation import PullRequest
from inbox.simulator.exchange import Request
from tests.stories.stage import Stage, Way
from tests.stories.stories_decisions import ASKED, asking, gate, text
from tests.stories.test_in_the_middle import at, quiet

ALL = "/answer storage: 2\n/answer name: Cachet"
AT_ONCE = "merge: {settle_minutes: 0}\n"
Deed = Callable[[Stage, PullRequest], object]


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once."""
    built = Stage(way=Way.DIRECT, projects_yml=AT_ONCE)
    yield built
    built.close()


def before(stage: Stage, number: int, act: Callable[[], object]) -> list[Request]:
    """People act right before the request of that number; the list holds it once it came."""
    seen: list[Request] = []
    met: list[Request] = []

    def hook(request: Request) -> None:
        seen.append(request)
        if len(seen) == number:
            met.append(request)
            act()

    stage.gh.on_request.append(hook)
    return met


def requests_of_a_tick(stage: Stage) -> int:
    """How many requests the next tick makes; the world is as before."""
    checkpoint = stage.gh.checkpoint()
    told = stage.tick()
    stage.gh.restore(checkpoint)
    return told.requests


def rewords(stage: Stage, pull: PullRequest) -> None:
    """The author saves more words around the section."""
    stage.author.edit_body(pull, text(stage, pull).replace("What it does.", "What it does now."))


def in_an_old_form(stage: Stage, pull: PullRequest) -> None:
    """The author saves more words in a form that was opened before anything was answered."""
    stage.author.edit_body(pull, ASKED.replace("What it does.", "What it does now."), browser=True)


def ticks(stage: Stage, pull: PullRequest) -> None:
    """The owner ticks another question's box."""
    stage.owner.tick_box(pull, "Previews")


@pytest.mark.parametrize("deed", [rewords, in_an_old_form, ticks], ids=lambda deed: deed.__name__)
def test_nobodys_edit_is_lost_whenever_it_is_saved(stage: Stage, deed: Deed) -> None:
    """Ruling D14, block case S15: at every request of the tick that writes the answers."""
    pull = asking(stage)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(pull, ALL)
    stage.later(minutes=1)
    start, many = stage.gh.checkpoint(), requests_of_a_tick(stage)
    for number in range(1, many + 1):
        stage.gh.restore(start)
        met = before(stage, number, lambda: deed(stage, pull))
        stage.tick()
        stage.gh.on_request.clear()
        assert quiet(stage)
        now, where = text(stage, pull), f"before request {number}, {met}"
        if deed is ticks:
            assert "[x] Previews" in now, where
        else:
            assert "What it does now." in now, where
        if deed is in_an_old_form and gate(stage, pull)[0] == "failure":
            assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: storage, name", where
            continue  # saved after the answers were on record: the owner is asked again
        assert "[x] On disk" in now, where
        assert "> **Answer:** Cachet" in now, where
        assert gate(stage, pull)[0] == "success", where


def test_a_tick_of_the_owner_between_reading_and_writing_outlives_a_crash(stage: Stage) -> None:
    """Ruling D14: the next tick finds it in the history."""
    pull = asking(stage)
    stage.tick()
    stage.owner.comment(pull, "/answer name: Cachet")
    stage.later(minutes=1)
    act = partial(stage.owner.tick_box, pull, "On disk")
    stage.gh.forget()
    stage.gh.faults.kill(write=1, after=True)
    with at(stage, "PATCH", f"/issues/{pull.number}", act), pytest.raises(ProgramKilled):
        stage.tick()
    stage.gh.faults.clear()
    assert "[x] On disk" not in text(stage, pull)
    stage.tick()
    assert "[x] On disk" in text(stage, pull)
    assert gate(stage, pull)[0] == "success"
    assert quiet(stage)


@pytest.mark.parametrize("after", [False, True], ids=["it did not arrive", "it took effect"])
@pytest.mark.parametrize("status", [502, 503, 0])
@pytest.mark.parametrize("times", [1, 9])
def test_a_saving_whose_answer_is_lost(
    stage: Stage, status: int, times: int, *, after: bool
) -> None:
    """Ruling D14: one looks what became of it, and the answers arrive and are recorded once."""
    pull = asking(stage)
    stage.tick()
    stage.owner.comment(pull, ALL)
    path = f"*/issues/{pull.number}"
    if status:
        stage.gh.faults.answer("PATCH", path, status=status, after=after, times=times)
    else:
        stage.gh.faults.drop("PATCH", path, after=after, times=times)
    told = stage.tick()
    stage.gh.faults.clear()
    arrives = after or times == 1
    assert told.exit_status == (0 if arrives else 1)
    assert (gate(stage, pull)[0] == "success") is arrives
    assert len(stage.words(pull)) == (1 if arrives else 0)
    stage.tick()
    assert gate(stage, pull)[0] == "success"
    assert len(stage.words(pull)) == 1
    assert [one.editor for one in stage.now(pull).body.revisions].count(stage.bot.account) == 1
    assert quiet(stage)


@pytest.mark.parametrize("after", [False, True], ids=["it did not arrive", "it took effect"])
def test_a_record_whose_answer_is_lost_is_written_once(stage: Stage, *, after: bool) -> None:
    """Block case S5: the answers are kept, and the record follows."""
    pull = asking(stage)
    stage.tick()
    stage.owner.comment(pull, ALL)
    stage.gh.faults.answer("POST", "*/comments", status=502, after=after)
    told = stage.tick()
    assert told.exit_status == 1
    assert "[x] On disk" in text(stage, pull)
    stage.tick()
    assert len(stage.words(pull)) == 1
    assert gate(stage, pull)[0] == "success"
    assert quiet(stage)


def test_a_description_that_is_saved_without_end_is_the_next_ticks(stage: Stage) -> None:
    """Ruling D14: the bot does not race; the gate stays closed."""
    pull = asking(stage)
    stage.tick()
    stage.owner.comment(pull, ALL)
    numbers = iter(range(99))

    def hook(request: Request) -> None:
        if request.method == "PATCH" and request.path.endswith(f"/issues/{pull.number}"):
            stage.author.edit_body(pull, ASKED + f"\nEdit {next(numbers)}.")

    stage.gh.on_request.append(hook)
    told = stage.tick()
    stage.gh.on_request.clear()
    assert told.exit_status == 0
    assert "saved again and again" in told.log
    assert gate(stage, pull)[0] == "error"
    stage.tick()
    assert gate(stage, pull)[0] == "success"
    assert "Edit 4." in text(stage, pull)
    assert quiet(stage)


MERGE_MOMENTS = [
    ("GET", "/check-runs"),
    ("GET", "/pulls/1"),
    ("GET", "/issues/1/comments"),
    ("GET", "/issues/2/reactions"),
]
DEEDS: dict[str, Deed] = {
    "a question is added": lambda stage, pull: stage.agent.edit_body(
        pull, text(stage, pull).replace("### name", "### more: More? (text)\n\n### name")
    ),
    "a question is added in prose": lambda stage, pull: stage.agent.edit_body(
        pull, "Should we take A, B or C?"
    ),
    "an answer is changed": lambda stage, pull: stage.agent.edit_body(
        pull,
        text(stage, pull).replace("[ ] In memory", "[x] In memory").replace("[x] On", "[ ] On"),
    ),
    "a question reads differently": lambda stage, pull: stage.agent.edit_body(
        pull, text(stage, pull).replace("the cache live", "all the data live")
    ),
    "all is taken out": lambda stage, pull: stage.agent.edit_body(pull, "Nothing to see."),
    "the owner changes the answer": lambda stage, pull: stage.owner.comment(
        pull, "/answer storage: 1"
    ),
    "the owner takes the answer back": lambda stage, pull: stage.owner.untick_box(pull, "On disk"),
}


@pytest.mark.parametrize(("method", "path"), MERGE_MOMENTS)
@pytest.mark.parametrize("what", DEEDS)
def test_what_becomes_of_questions_before_a_merge_stops_it(
    stage: Stage, what: str, method: str, path: str
) -> None:
    """Protocol P36: the gate is judged on what is read right before the merge."""
    pull = stage.pull(body=ASKED)
    stage.tick()
    stage.owner.tick_box(pull, "On disk")
    stage.owner.comment(pull, "/answer name: Cachet")
    stage.later(minutes=1)
    stage.owner.react(stage.ballot(), "+1")
    stage.later(minutes=1)
    stage.gh.check_run(pull, "build", None)
    stage.tick()
    assert stage.ours(pull) == {"approved-A"}
    stage.gh.check_run(pull, "build")
    with at(stage, method, path, lambda: DEEDS[what](stage, pull)):
        told = stage.tick()
    assert told.exit_status == 0
    assert told.of("merged") == 0
    assert not stage.now(pull).merged
    stage.later(minutes=1)
    stage.owner.comment(pull, "/confirm")
    stage.tick()
    told = stage.tick()
    if "added" not in what and "back" not in what:
        assert stage.now(pull).merged
    assert quiet(stage)
