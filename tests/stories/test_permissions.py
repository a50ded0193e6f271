"""Each permission of the documented set is taken from the token: what ends, what goes on (P35).

The run names the line that lacks, writes nothing wrong, and loses nothing: with the permission back
the next runs lead to where they would have led.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from inbox.simulator.conversation import PullRequest
from tests.stories.actions_runner import ROOT
from tests.stories.bending import BENDS, bent
from tests.stories.heads import place_of
from tests.stories.rests import Rest
from tests.stories.stage import CONTEXT, SAFE, Stage, Way
from tests.stories.story import TICK, Act

AT_ONCE = "merge: {settle_minutes: 0}\n"
GONE = next(one for one in BENDS if one.name == "missing")


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once."""
    built = Stage(way=Way.DIRECT, projects_yml=AT_ONCE)
    yield built
    built.close()


# Each permission of the documented set, one level lower and gone


@dataclass(frozen=True, slots=True)
class Lack:
    """A permission that is taken away: the exit statuses of two runs without it, and what the first
    of them tells and counts; `writes` is how many writes it may make at most."""

    permission: str
    level: str
    exits: tuple[int, int]
    says: str
    inbox: int = 1
    resolved: int = 4
    merged: int = 1
    writes: int = 99


LACKS = (
    Lack("issues", "none", (3, 3), "`issues: write`", 0, 0, 0, writes=0),
    Lack("issues", "read", (1, 1), "`issues: write`", 0, 1, 0),
    Lack("pull_requests", "none", (1, 1), "`pull-requests: write`", 0, 0, 0, writes=0),
    Lack("pull_requests", "read", (1, 0), "`pull-requests: write`", resolved=3),
    Lack("contents", "none", (3, 3), "`contents: read`", 0, 0, 0, writes=0),
    Lack("contents", "read", (0, 0), "", merged=0),
    Lack("statuses", "none", (0, 0), "`statuses: write`", merged=0),
    Lack("statuses", "read", (0, 0), "`statuses: write`"),
    Lack("checks", "none", (0, 0), "`checks: read`", merged=0),
)
_TRACES = ("This ballot cannot be processed", "cannot be merged", "the token may not merge it")
_NO_LOG = re.compile(r"\n\nThe branch's activity log does not show [^\n]*")


def without_traces(world: Any) -> Any:
    """Without what a lack rightly leaves behind: words on what could not be done, labels that are
    known to a repository and stand nowhere, and heads without our status whose pull requests ended
    meanwhile."""
    for repo in world.values():
        waiting = {
            one.get("head") for one in repo["conversations"].values() if one["state"] == "open"
        }
        repo["statuses"] = {sha: on for sha, on in repo["statuses"].items() if sha in waiting}
        repo["labels"] = sorted(set(repo["labels"]) - {"decision:inbox-error"})
        for conversation in repo["conversations"].values():
            said = conversation["comments"]
            kept = [one for one in said if not any(word in one["body"] for word in _TRACES)]
            for one in kept:
                one["body"] = _NO_LOG.sub("", one["body"])
            conversation["comments"] = kept
    return world


@cache
def busy() -> tuple[Stage, Rest]:
    """Four pull requests that were answered, each otherwise, and two that are new."""
    stage = Stage(way=Way.DIRECT, projects_yml=AT_ONCE)
    pulls = [stage.pull() for _ in range(4)]
    stage.tick()
    stage.later(minutes=1)
    answers = ("/approve A", "/approve B", "/approve C", "/reject")
    for pull, answer in zip(pulls, answers, strict=True):
        stage.gh.check_run(pull, "build")
        about = next(one for one in stage.ballots() if one.title.endswith(f"#{pull.number}"))
        stage.owner.comment(about, answer)
    stage.pull()
    stage.pull(files=SAFE)
    before = stage.gh.checkpoint()
    told = stage.tick()
    told.counted(
        inbox=1,
        inbox_resolved=4,
        issues_deferred=1,
        merged=1,
        answers=dict.fromkeys(("approved-A", "approved-B", "approved-C-deferred", "rejected"), 1),
    )
    act = Act(TICK, before, stage.gh.checkpoint(), told)
    return stage, Rest.of(stage, act, without_traces)


@pytest.mark.parametrize("lack", LACKS, ids=lambda lack: f"{lack.permission} {lack.level}")
def test_without_a_permission_the_rest_goes_on_and_nothing_is_lost(lack: Lack) -> None:
    stage, rest = busy()
    stage.gh.restore(rest.act.before)
    stage.gh.forget()
    full = stage.gh.world.tokens[stage.token].permissions[lack.permission]
    stage.gh.permit(stage.token, **{lack.permission: lack.level})
    told, again = stage.tick(), stage.tick()
    assert (told.exit_status, again.exit_status) == lack.exits, told.said
    for run in (told, again):
        assert lack.says in run.log
        assert lack.says in run.summary
        assert bool(run.annotations("error") + run.annotations("warning")) is bool(lack.says)
    assert len(told.writes) <= lack.writes
    if told.metrics:
        counted = [told.of(key) for key in ("inbox", "inbox_resolved", "merged")]
        assert counted == [lack.inbox, lack.resolved, lack.merged]
    assert [one for one in again.writes if not one.startswith("PATCH ")] == []
    stage.gh.permit(stage.token, **{lack.permission: full})
    assert rest.differences(stage, [told, again]) == []
    assert (stage.gh.violations, stage.tick().exit_status) == ([], 0)


def test_the_documented_permissions_are_those_that_are_taken_away() -> None:
    """The workflow of the README, which the examples hold, has each of them and no other."""
    workflow = (ROOT / "examples" / "workflows" / "solo.yml").read_text(encoding="utf-8")
    block = workflow.split("    permissions:\n", 1)[1].split("    steps:\n", 1)[0]
    named = {line.split(":")[0].strip().replace("-", "_") for line in block.splitlines()}
    assert named == {lack.permission for lack in LACKS}
    assert {lack.permission for lack in LACKS if lack.level == "none"} == named


# A permission that lacks, and an answer that fails to come, are told apart


def hide_status(stage: Stage, pull: PullRequest, kind: str) -> None:
    """GitHub does not answer with what is said about that head, until the faults end."""
    place = (*place_of(stage, pull), "status")
    stage.gh.faults.graphql_partial(
        place, type=kind, message="Oops", containing="approval: context", times=99
    )


def test_a_status_that_fails_to_come_costs_its_pull_request_alone(stage: Stage) -> None:
    """Protocol P23, P35: it is not read as "no status", so that head is left alone in this run."""
    lucky, unlucky = stage.pull(), stage.pull()
    hide_status(stage, unlucky, "SERVICE_ERROR")
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
    hide_status(stage, pull, "SERVICE_ERROR")
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
    hide_status(stage, twin, "SERVICE_ERROR")
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
    place = place_of(stage, pull)
    stage.gh.faults.graphql_partial(
        place, type="FORBIDDEN", message="No", containing="approval: context"
    )
    told = stage.tick()
    told.mentions("its head commit may carry `[break-glass")
    stage.close()


def test_without_contents_a_checkout_is_enough_for_all_but_the_merge(stage: Stage) -> None:
    """Protocol P27, P36: the push log is said to be unreadable, the merge to be forbidden."""
    stage.gh.permit(stage.token, contents="none")
    stage.files = {"config/owner.yml": "github_login: owner\n", "config/projects.yml": AT_ONCE}
    checkout = {"owner_config": "./config/owner.yml", "projects_config": "./config/projects.yml"}
    pull = stage.pull()
    told = stage.tick(**checkout)
    told.counted(inbox=1, inbox_open_count=1)
    stage.gh.check_run(pull, "build")
    stage.owner.react(stage.ballot(), "+1")
    told = stage.tick(**checkout)
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert told.exit_status == 0
    assert "contents: write" in stage.words(pull)[-1].body.text
    assert not stage.now(pull).merged


def test_statuses_that_are_hidden_without_a_word_are_not_green_either(stage: Stage) -> None:
    """Protocol P35, P36: a head may have none, or GitHub shows none; the REST answers tell."""
    pull = stage.pull()
    stage.gh.permit(stage.token, statuses="none")
    with bent(("query scout", "errors"), GONE):
        told = stage.tick()
        told.counted(inbox=1, inbox_open_count=1)
        assert "`statuses: write`" in told.log
        stage.gh.check_run(pull, "build")
        stage.gh.set_status(pull, "ci", "failure")
        stage.owner.react(stage.ballot(), "+1")
        told = stage.tick()
    assert told.exit_status == 0
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert not stage.now(pull).merged
    assert "statuses: read" in told.log
