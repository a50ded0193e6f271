"""Each permission of the documented set is taken from the token: what ends, what goes on (P35).

The run names the line that lacks, writes nothing wrong, and loses nothing: with the permission back
the next runs lead to where they would have led.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.stories.stage import CONTEXT, SAFE, Stage, Way

AT_ONCE = "merge: {settle_minutes: 0}\n"


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once."""
    built = Stage(way=Way.DIRECT, projects_yml=AT_ONCE)
    yield built
    built.close()


# A permission that lacks, and an answer that fails to come, are told apart


def hide_status_of_the_newest(stage: Stage, kind: str) -> None:
    """GitHub does not answer with what is said about the newest head, until the faults end."""
    place = ("r0", "i2", "status")  # after the closed ballots; lists have the newest first
    stage.gh.faults.graphql_partial(place, type=kind, message="Oops", containing="head", times=99)


def test_a_status_that_fails_to_come_costs_its_pull_request_alone(stage: Stage) -> None:
    """Protocol P23, P35: it is not read as "no status", so that head is left alone in this run."""
    lucky, unlucky = stage.pull(), stage.pull()
    hide_status_of_the_newest(stage, "SERVICE_ERROR")
    told = stage.tick()
    assert told.exit_status == 1
    told.counted(inbox=1, inbox_open_count=1)
    told.mentions("GitHub answered only part of what was asked about org/app@")
    assert stage.ballot().title.endswith(f"#{lucky.number}")
    assert stage.gh.status(unlucky, CONTEXT) is None
    stage.gh.faults.clear()
    told = stage.tick()
    told.counted(inbox=1, inbox_open_count=2)


def test_a_status_that_fails_to_come_may_be_a_success_and_goes_with_the_approval(
    stage: Stage,
) -> None:
    """Protocol P23, P34: what ends an approval takes a green away that nobody sees just now."""
    pull = stage.pull()
    stage.tick()
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(stage.ballot(), "+1")
    stage.later(minutes=5)
    stage.tick()
    assert stage.status(pull).state == "success"
    stage.owner.unreact(stage.ballot(), "+1")
    hide_status_of_the_newest(stage, "SERVICE_ERROR")
    told = stage.tick()
    assert told.exit_status == 1
    assert stage.status(pull).state == "pending"
    stage.gh.faults.clear()
    told = stage.tick()
    told.counted(inbox=1, inbox_open_count=1)


def test_a_shared_status_that_fails_to_come_is_left_as_it_is(stage: Stage) -> None:
    """Protocol P23, P35: whoever shares that head was not judged, so nothing new is known of it."""
    one = stage.pull(files=SAFE)
    stage.owner.commit(stage.home, {"next.txt": "next\n"}, branch="next")
    twin = stage.pull(files=SAFE, base="next")
    stage.author.force_push(twin, to=one.head_sha)
    stage.tick()
    assert stage.status(one).state == "success"
    hide_status_of_the_newest(stage, "SERVICE_ERROR")
    told = stage.tick()
    assert (told.exit_status, told.writes) == (1, [])


def test_without_statuses_it_is_known_what_breaks_the_glass() -> None:
    """Protocol P5, P35: the message of a head is no status."""
    repos = {"org/app": "private", "org/bot": "private"}
    config = "supervised_repos: [org/app, org/bot]\nbot_repo: org/bot\n"
    stage = Stage(way=Way.DIRECT, repos=repos, projects_yml=config, app_token=True)
    pull = stage.pull("org/bot")
    stage.author.push(pull, message="[break-glass-bot-self-update] Fix")
    stage.gh.permit(stage.token, statuses="none")
    told = stage.tick()
    assert told.exit_status == 0
    told.mentions("its head commit carries `[break-glass")
    place = ("r1", "i3")
    stage.gh.faults.graphql_partial(place, type="FORBIDDEN", message="No", containing="head")
    told = stage.tick()
    told.mentions("its head commit may carry `[break-glass")
    stage.close()
