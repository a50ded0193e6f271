"""A reading about questions that fails: its gate closes, nothing is filed or closed (D10, F29)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from inbox.simulator.conversation import PullRequest
from inbox.simulator.faults import FOREVER, Faults
from tests.stories.stage import APP, SAFE, Stage, Way
from tests.stories.stories_decisions import ASKED, asking, follow_ups, gate, text

ALL = "/answer storage: 2\n/answer name: Cachet"
ADDRESSED = "<!-- decision-inbox:decisions-addressed -->"
AT_ONCE = "merge: {settle_minutes: 0}\n"
NO = {"message": "No."}
NO_ACCESS = "Resource not accessible by integration"
PULLS = "...askingPull"
HISTORIES = "userContentEdits"
Ill = Callable[[Faults, str, str, str], object]


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once."""
    built = Stage(way=Way.DIRECT, projects_yml=AT_ONCE)
    yield built
    built.close()


def place(containing: str, number: int) -> tuple[str | int, ...]:
    """Where the text of that number stands in the answer."""
    return ("nodes", number, "body") if containing == HISTORIES else ("r0", f"i{number}")


def answering(status: int, body: str | dict[str, str] = "") -> Ill:
    """GitHub answers so to requests of a kind, for ever."""
    return lambda faults, method, path, containing: faults.answer(
        method, path, status=status, body=body, containing=containing, times=FOREVER
    )


FAULTS: dict[str, Ill] = {
    "500": answering(500),
    "502": answering(502),
    "403": answering(403, NO),
    "404": answering(404, NO),
    "410": answering(410, NO),
    "HTML": answering(200, "<html>"),
    "JSON of another shape": answering(200, '{"data": {}}'),
    "dropped": lambda faults, method, path, containing: faults.drop(
        method, path, containing=containing, times=FOREVER
    ),
    "truncated": lambda faults, method, path, containing: faults.truncate(
        method, path, containing=containing, times=FOREVER
    ),
}
GRAPHQL: dict[str, Callable[[Faults, str], object]] = {
    "no data": lambda faults, containing: faults.graphql_failure(
        containing=containing, times=FOREVER
    ),
    "a repository is missing": lambda faults, containing: faults.graphql_partial(
        ("nodes",) if containing == HISTORIES else ("r0",), containing=containing, times=FOREVER
    ),
    "a text is missing": lambda faults, containing: faults.graphql_partial(
        place(containing, 0), containing=containing, times=FOREVER
    ),
    "a text is forbidden": lambda faults, containing: faults.graphql_partial(
        place(containing, 0),
        type="FORBIDDEN",
        message=NO_ACCESS,
        containing=containing,
        times=FOREVER,
    ),
}
GRAPHQL |= {
    name: lambda faults, containing, ill=ill: ill(faults, "POST", "*/graphql", containing)  # type: ignore[misc]  # one lambda stands for each of several faults
    for name, ill in FAULTS.items()
}


def approved(stage: Stage) -> PullRequest:
    """An approved and answered pull request with running checks; the next tick may merge it."""
    pull = stage.pull(body=ASKED)
    stage.owner.comment(pull, ALL)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.react(stage.ballot(), "+1")
    stage.gh.check_run(pull, "build", None)
    stage.tick()
    assert stage.ours(pull) == {"approved-A"}
    stage.gh.check_run(pull, "build")
    return pull


ENDS_THE_TICK = {"403", "404", "410", "HTML"}
"""What refuses every query alike."""


@pytest.mark.parametrize("ill", GRAPHQL)
@pytest.mark.parametrize("containing", [PULLS, HISTORIES])
def test_what_cannot_be_read_is_neither_merged_nor_answered(
    stage: Stage, containing: str, ill: str
) -> None:
    """Ruling D10, protocol P23, P36: the gate fails closed, and the next tick goes on."""
    pull = approved(stage)
    assert gate(stage, pull)[0] == "success"
    stage.owner.comment(pull, "/answer storage: 1")
    GRAPHQL[ill](stage.gh.faults, containing)
    told = stage.tick()
    assert told.exit_status == 1, told.said
    assert told.of("merged") == 0
    assert told.annotations("error") or told.annotations("warning")
    if ill in ENDS_THE_TICK:
        assert told.writes == []
    else:
        assert gate(stage, pull)[0] == "error"
        assert gate(stage, pull)[1].startswith("DECISIONS_UNCHECKED: ")
    assert "[x] On disk" in text(stage, pull)
    stage.gh.faults.clear()
    stage.tick()
    assert gate(stage, pull)[0] == "success"
    assert "[x] In memory" in text(stage, pull)
    stage.tick()
    assert stage.now(pull).merged


@pytest.mark.parametrize("containing", [PULLS, HISTORIES])
def test_one_text_that_cannot_be_read_costs_no_other(stage: Stage, containing: str) -> None:
    """Ruling D10, protocol P40."""
    pulls = [asking(stage) for _ in range(3)]
    for pull in pulls:
        stage.owner.tick_box(pull, "On disk")
        stage.owner.comment(pull, "/answer name: Cachet")
    stage.gh.faults.graphql_partial(
        place(containing, 1),
        type="FORBIDDEN",
        message=NO_ACCESS,
        containing=containing,
        times=FOREVER,
    )
    told = stage.tick()
    states = [gate(stage, pull)[0] for pull in pulls]
    assert told.exit_status == 1
    assert sorted(states) == ["error", "success", "success"]
    stage.gh.faults.clear()
    stage.tick()
    assert {gate(stage, pull)[0] for pull in pulls} == {"success"}


@pytest.mark.parametrize("ill", FAULTS)
def test_a_conversation_whose_pages_cannot_be_read_answers_nothing(stage: Stage, ill: str) -> None:
    """Ruling D13, protocol P18, P23: no comment counts before it is known who wrote it."""
    pull = asking(stage)
    stage.tick()
    stage.owner.comment(pull, ALL)
    FAULTS[ill](stage.gh.faults, "GET", f"*/issues/{pull.number}/comments", "")
    told = stage.tick()
    assert told.exit_status == 1, told.said
    assert "[x]" not in text(stage, pull)
    assert gate(stage, pull)[0] == "error"
    stage.gh.faults.clear()
    stage.tick()
    assert gate(stage, pull)[0] == "success"


LISTS = ["...asked", "...followUp"]


@pytest.mark.parametrize("ill", ["no data", "a repository is missing", "502", "dropped", "HTML"])
@pytest.mark.parametrize("containing", LISTS)
def test_a_list_that_cannot_be_read_files_and_closes_nothing(
    stage: Stage, containing: str, ill: str
) -> None:
    """Block case F29: no filing and no closing in this tick, and the run says so."""
    filing, closing = asking(stage), asking(stage)
    stage.owner.comment(closing, ALL)
    stage.tick()
    stage.later(hours=4)
    stage.tick()
    stage.owner.comment(filing, ALL)
    stage.tick()
    stage.later(hours=4)
    stage.agent.comment(closing, ADDRESSED)
    GRAPHQL[ill](stage.gh.faults, containing)
    told = stage.tick()
    assert told.exit_status in (1, 3), told.said
    assert told.annotations("error") or told.annotations("warning")
    assert [one.state for one in follow_ups(stage)] == ["open"]
    stage.gh.faults.clear()
    stage.tick()
    assert [one.state for one in follow_ups(stage)] == ["closed", "open"]


@pytest.mark.parametrize("ill", FAULTS)
@pytest.mark.parametrize(
    ("method", "path"), [("GET", "*/collaborators/agent/permission"), ("GET", "*/app/issues")]
)
def test_a_question_of_the_follow_up_that_fails_costs_only_its_pull_request(
    stage: Stage, method: str, path: str, ill: str
) -> None:
    """Block case F29, ruling D17: who may write, and what is filed already, is never guessed."""
    pull, other = asking(stage), asking(stage)
    for one in (pull, other):
        stage.owner.comment(one, ALL)
    stage.tick()
    stage.later(hours=5)
    asks_who = path.endswith("permission")
    if asks_who:
        stage.agent.comment(pull, ADDRESSED)
    before = [one.ref for one in follow_ups(stage)]
    FAULTS[ill](stage.gh.faults, method, path, "")
    told = stage.tick()
    filed = [one for one in follow_ups(stage) if one.ref not in before]
    if asks_who and ill == "404":
        assert len(filed) == 2, "somebody unknown there may not write"
        return
    assert told.exit_status in (1, 3), told.said
    about = [one.title.rpartition("#")[2] for one in filed]
    assert about == ([str(other.number)] if asks_who else [])
    stage.gh.faults.clear()
    stage.tick()
    assert len(follow_ups(stage)) == (1 if asks_who else 2)


@pytest.mark.parametrize("containing", [PULLS, HISTORIES, "...asked"])
def test_a_rate_limit_stops_the_tick_and_opens_no_gate(stage: Stage, containing: str) -> None:
    """Protocol P44: exit 0, what was not read is named, and nothing is merged."""
    pull = approved(stage)
    stage.owner.comment(pull, "/answer storage: 1")
    stage.gh.faults.secondary_limit(
        "POST", "*/graphql", containing=containing, retry_after=120, times=FOREVER
    )
    told = stage.tick()
    assert (told.exit_status, told.of("complete"), told.writes) == (0, False, [])
    stage.gh.faults.clear()
    stage.tick()
    assert gate(stage, pull)[0] == "success"
    assert "[x] In memory" in text(stage, pull)


def test_a_ticket_that_cannot_be_read_moves_nowhere(stage: Stage) -> None:
    """Ruling D15, protocol P23."""
    tickets = [
        stage.agent.open_issue(APP, "Cache", ASKED, labels=("needs-info",)) for _ in range(2)
    ]
    for one in tickets:
        stage.owner.comment(one, ALL)
    stage.gh.faults.graphql_partial(
        ("r0", "i1"),
        type="FORBIDDEN",
        message=NO_ACCESS,
        containing="...askingIssue",
        times=FOREVER,
    )
    told = stage.tick()
    assert told.exit_status == 1
    labels = sorted(stage.now(one).label_names for one in tickets)
    assert labels == [["needs-info"], ["ready-for-agent"]]
    stage.gh.faults.clear()
    stage.tick()
    assert [stage.now(one).label_names for one in tickets] == [["ready-for-agent"]] * 2


@pytest.mark.parametrize("pulls", [1, 2])
def test_a_head_that_takes_no_status_costs_no_ballot_its_vote(stage: Stage, pulls: int) -> None:
    """Protocol P40, P35, D10: GitHub fails at one head for ever, and the others go on."""
    asked_about = stage.pull()
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(stage.ballot(), "/approve A")
    other = stage.pull(files=SAFE)
    for _ in range(1, pulls):
        stage.author.force_push(stage.pull(files=SAFE), to=other.head_sha)
    stage.gh.faults.answer("POST", f"*/statuses/{other.head_sha}", status=500, times=FOREVER)
    told = stage.tick()
    assert (told.exit_status, told.of("complete")) == (1, True)
    told.counted(inbox_resolved=1, answers={"approved-A": 1}, failures=told.of("failures"))
    assert stage.ours(asked_about) == {"approved-A"}
