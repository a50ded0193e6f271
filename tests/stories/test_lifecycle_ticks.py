"""What reminders cost, what goes wrong around them, and who is told (L1-L12, ballot 3F)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from inbox.simulator import Blob, BlobKind
from inbox.simulator.exchange import Request
from tests.bounds.inboxes import afresh, put_ballots
from tests.stories.stage import APP, Stage, Way
from tests.stories.stories_lifecycle import FILE, KNOWING, LIFECYCLE, PREFIX, outing, tags, write
from tests.stories.told import Told

AVAILABLE = f"{PREFIX} available"
CONTENTS = f"/repos/{APP}/contents/{FILE}"
PLAIN = f"governance_repo: {APP}\n"
NewStage = Callable[..., Stage]


@pytest.fixture
def staged() -> Iterator[NewStage]:
    """Makes stages without sockets, and ends them."""
    made: list[Stage] = []

    def stage(**setting: Any) -> Stage:
        made.append(Stage(way=Way.DIRECT, **{**KNOWING, **setting}))
        return made[-1]

    yield stage
    for one in made:
        one.close()


def ballots(stage: Stage, number: int = 1, hours: float = 0) -> None:
    """So many ballots were opened, and that time passed."""
    for _ in range(number):
        stage.pull()
    assert stage.tick().exit_status == 0
    stage.later(hours=hours)


def asked_for(told: Told) -> list[str]:
    """Every request of a run, as method and path."""
    return [f"{entry.method} {entry.path}" for entry in told.entries]


# What it costs


@pytest.mark.parametrize("block", ["", LIFECYCLE.replace("true", "false"), "switched off"])
def test_off_means_not_one_additional_request(staged: NewStage, block: str) -> None:
    off = KNOWING["projects_yml"].replace("true", "false") if block == "switched off" else block
    without, stage = staged(projects_yml=PLAIN), staged(projects_yml=off or PLAIN)
    told = []
    for one in (without, stage):
        ballots(one, 2, hours=200)
        told.append(one.tick())
    assert asked_for(told[0]) == asked_for(told[1])
    assert told[1].of("reminders") == 0
    assert "Reminders" not in told[1].summary
    assert "comes next" not in told[1].summary


@pytest.mark.parametrize("number", [1, 3])
def test_on_costs_one_file_and_the_comments_of_what_is_due_ballot_row_223(
    staged: NewStage, number: int
) -> None:
    off, on = staged(projects_yml=PLAIN), staged()
    write(on, AVAILABLE)
    costs = []
    for hours in (10, 70, 10):
        told = []
        for stage in (off, on):
            if not stage.ballots():
                ballots(stage, number)
            stage.later(hours=hours)
            told.append(stage.tick())
        assert asked_for(told[1]).count(f"GET {CONTENTS}") == 1
        costs.append(told[1].requests - told[0].requests)
    comments, post = 1, 1
    assert costs == [1, 1 + number * (comments + post), 1]


def test_without_a_file_none_is_read_ballot_row_203(staged: NewStage) -> None:
    stage = staged(projects_yml=LIFECYCLE)
    ballots(stage, hours=72)
    told = stage.tick()
    assert told.of("reminders") == 1
    assert not any("status" in path and "contents" in path for path in asked_for(told))
    told.mentions("The owner is available.")


def test_the_file_is_read_at_its_ref_ballot_row_157(staged: NewStage) -> None:
    stage = staged(projects_yml=KNOWING["projects_yml"] + "      ref: away\n")
    write(stage, f"{PREFIX} quiet")
    stage.owner.commit(APP, {FILE: AVAILABLE}, branch="away")
    ballots(stage, hours=72)
    assert stage.tick().of("reminders") == 1


# The source is not what it should be


def fails(status: int) -> Callable[[Stage], None]:
    def fail(stage: Stage) -> None:
        stage.gh.faults.answer("GET", CONTENTS, status=status, body={"message": "No."}, times=9)

    return fail


def holds(content: str | bytes | Blob, path: str = FILE) -> Callable[[Stage], None]:
    def hold(stage: Stage) -> None:
        stage.owner.commit(APP, {path: content})

    return hold


SOURCES = {
    "404": (fails(404), "There is no availability file"),
    "403": (fails(403), "cannot be read"),
    "500": (fails(500), "cannot be read"),
    "503": (fails(503), "cannot be read"),
    "a broken connection": (
        lambda stage: stage.gh.faults.drop("GET", CONTENTS, times=9),
        "cannot be read",
    ),
    "a directory": (holds("x", f"{FILE}/deeper.md"), "a directory"),
    "a submodule": (holds(Blob(b"a" * 40, BlobKind.SUBMODULE)), "no file that can be read"),
    "a link that leads out": (
        holds(Blob(b"../../elsewhere", BlobKind.SYMLINK)),
        "no file that can be read",
    ),
    "binary content": (holds(b"\x89PNG\r\n\x1a\n\xff\xfe"), "no text in UTF-8"),
    "over a megabyte": (holds(AVAILABLE + "\n" * 1_000_001), "no file that can be read"),
    "empty": (holds(""), "says nothing"),
    "a typo": (holds(f"{AVAILABLE}\n{PREFIX} outing"), "Line 2 of"),
}


@pytest.mark.parametrize("name", SOURCES)
def test_a_bad_source_mutes_this_tick_and_nothing_else_l6(staged: NewStage, name: str) -> None:
    spoil, said = SOURCES[name]
    stage = staged()
    ballots(stage, 2, hours=200)
    spoil(stage)
    first, second = stage.ballots()
    stage.owner.react(first, "-1")
    told = stage.tick()
    assert told.exit_status == 0
    told.counted(inbox_resolved=1, inbox_open_count=1, answers={"rejected": 1}, reminders=0)
    assert stage.words(second) == []
    assert said in told.summary
    assert any(said in one.text for one in told.annotations("warning"))
    told.mentions("Where the owner is cannot be read", "once it is known where its owner is")
    stage.gh.faults.clear()
    stage.owner.commit(APP, {FILE: None, f"{FILE}/deeper.md": None})
    write(stage, AVAILABLE)
    assert stage.tick().of("reminders") == 2


def test_a_link_inside_the_repository_is_followed(staged: NewStage) -> None:
    stage = staged()
    stage.owner.commit(
        APP, {FILE: Blob(b"../where.md", BlobKind.SYMLINK), "where.md": AVAILABLE + "\n"}
    )
    ballots(stage, hours=72)
    assert stage.tick().of("reminders") == 1


def test_a_repository_that_the_token_may_not_see_mutes(staged: NewStage) -> None:
    elsewhere = KNOWING["projects_yml"].replace(f"repository: {APP}", "repository: org/operations")
    stage = staged(projects_yml=elsewhere, repos={APP: "private", "org/operations": "private"})
    stage.owner.commit("org/operations", {FILE: AVAILABLE})
    ballots(stage, hours=200)
    told = stage.tick()
    assert (told.exit_status, told.of("reminders")) == (0, 0)
    told.mentions("There is no availability file", "the workflow's own reaches only its own")


def test_wrong_lines_and_long_windows_are_told_with_their_line_l6_l7(staged: NewStage) -> None:
    stage = staged()
    wrong = [f"{PREFIX} back soon"] * 12
    write(stage, *wrong, outing(stage, 300, 300 + 61 * 24), AVAILABLE)
    ballots(stage, hours=72)
    told = stage.tick()
    assert (told.exit_status, told.of("reminders")) == (0, 1)
    told.mentions("Line 12 of `status/availability.md` is skipped", "2 more lines")
    told.mentions("Line 13 of `status/availability.md` has a window over 60 days")
    assert stage.tick().summary.count("over 60 days") == 1, "at each tick"


# Posts that fail, and other ticks


def test_a_failed_post_costs_its_ballot_alone_ballot_row_217(staged: NewStage) -> None:
    stage = staged(projects_yml=LIFECYCLE)
    ballots(stage, 2, hours=72)
    first, second = stage.ballots()
    path = f"/repos/{APP}/issues/{first.number}/comments"
    stage.gh.faults.answer("POST", path, status=500, times=9)
    told = stage.tick()
    assert (told.exit_status, told.of("reminders"), told.of("failures")) == (1, 1, 1)
    assert (tags(stage, first), tags(stage, second)) == ([], ["[REMINDER_72H]"])
    told.mentions("reminder, at the next tick")
    stage.gh.faults.clear()
    assert stage.tick().of("reminders") == 1
    assert (tags(stage, first), tags(stage, second)) == (["[REMINDER_72H]"], ["[REMINDER_72H]"])


def test_a_failed_edit_is_tried_again_ballot_row_218(staged: NewStage) -> None:
    stage = staged()
    ballots(stage)
    write(stage, outing(stage, 1, 2), outing(stage, 4, 5))
    stage.later(hours=3)
    assert stage.tick().of("reminders") == 1
    stage.later(hours=3)
    stage.gh.faults.answer("PATCH", f"/repos/{APP}/issues/comments/*", status=403, times=9)
    told = stage.tick()
    assert (told.exit_status, told.of("failures")) == (1, 1)
    stage.gh.faults.clear()
    assert stage.tick().exit_status == 0
    (digest,) = stage.words(stage.ballot())
    assert digest.body.text.count("decision-inbox-outing:") == 2
    assert stage.tick().writes == []


def test_own_markers_on_an_earlier_page_are_found_ballot_row_213(staged: NewStage) -> None:
    stage = staged(projects_yml=LIFECYCLE)
    ballots(stage, hours=72)
    stage.tick()
    for number in range(110):
        stage.stranger.comment(stage.ballot(), f"I wonder, too ({number}).")
    assert stage.tick().writes == []
    stage.later(hours=96)
    assert stage.tick().of("reminders") == 1
    assert tags(stage, stage.ballot()) == ["[REMINDER_72H]", "[ESCALATION_7D]"]


def test_a_tick_in_between_posts_nothing_twice_p47(staged: NewStage) -> None:
    """The other tick runs as a whole when this one has scouted and begins to remind."""
    stage = staged()
    write(stage, outing(stage, 1, 2))
    ballots(stage, 2, hours=200)
    others: list[Told] = []

    def interrupt(request: Request) -> None:
        if CONTENTS in request.target:
            stage.gh.on_request.remove(interrupt)
            others.append(stage.tick())

    stage.gh.on_request.append(interrupt)
    told = stage.tick()
    assert others[0].of("reminders") == 6
    assert told.of("reminders") == 0
    for ballot in stage.ballots():
        assert len(tags(stage, ballot)) == 3


def test_two_hundred_due_ballots_are_each_reminded_once_ballot_row_222(staged: NewStage) -> None:
    """A tick creates 40 things at most (P45), and a rate limit stops it (P44); the next goes on."""
    stage = staged(projects_yml=LIFECYCLE)
    for _ in range(200):
        stage.pull()
    put_ballots(stage, [APP])
    stage.later(hours=80)
    stage.gh.faults.secondary_limit("POST", "*/comments", retry_after=120, skip=17, times=1)
    reminders: list[int] = []
    requests: list[int] = []
    for _ in range(7):
        afresh(stage)
        told = stage.tick()
        assert told.exit_status == 0
        assert told.of("complete") is (len(reminders) > 4)
        reminders.append(told.of("reminders"))
        requests.append(told.requests)
        stage.later(minutes=5)
    assert reminders == [17, 40, 40, 40, 40, 23, 0]
    assert [tags(stage, ballot) for ballot in stage.ballots()] == [["[REMINDER_72H]"]] * 200
    assert max(requests) < 2 * 40 + 20, "what waits for its turn costs nothing"


# Who may know


@pytest.mark.parametrize(
    ("allow", "reminders"),
    [("", 0), ("  allow_public: true\n", 2)],
    ids=["not allowed", "allowed"],
)
def test_an_inbox_that_more_people_read_tells_of_no_absence_p48(
    staged: NewStage, allow: str, reminders: int
) -> None:
    repos = {APP: "public", "org/operations": "private"}
    block = KNOWING["projects_yml"].replace(f"repository: {APP}", "repository: org/operations")
    stage = staged(repos=repos, projects_yml=block + allow, app_token=True)
    stage.owner.commit("org/operations", {FILE: outing(stage, 1, 2)})
    ballots(stage, hours=100)
    told = stage.tick()
    assert (told.exit_status, told.of("reminders")) == (0, reminders)
    assert ("not all of them may read" in told.summary) is (reminders == 0)


def test_without_the_bots_identity_nothing_is_posted_l11_ballot_row_214(staged: NewStage) -> None:
    stage = staged(projects_yml=LIFECYCLE)
    ballots(stage, hours=200)
    stage.gh.faults.graphql_partial(("viewer",), type="FORBIDDEN", message="No.")
    told = stage.tick()
    assert (told.exit_status, told.writes) == (3, [])


def test_a_more_visible_workflow_does_not_say_where_the_owner_is_p48(staged: NewStage) -> None:
    repos = {APP: "public", "org/inbox": "private", "org/operations": "private"}
    block = KNOWING["projects_yml"].replace(f"repository: {APP}", "repository: org/operations")
    inbox = block.replace("decision_inbox:\n", "decision_inbox:\n  repository: org/inbox\n")
    stage = staged(repos=repos, projects_yml=inbox, app_token=True)
    stage.owner.commit("org/operations", {FILE: outing(stage, 1, 200)})
    stage.pull()
    stage.tick()
    stage.later(hours=100)
    told = stage.tick()
    assert "outing" not in told.said
    assert "away" not in told.said
