"""What answers cost: one new vote, approvals that wait for their checks, a busy tick (P43)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inbox.simulator.conversation import Issue
from tests.bounds.inboxes import afresh, an_inbox, pull_of, until_quiet
from tests.bounds.test_idle_requests import idle
from tests.stories.stage import APP, RISKY, Stage, Way
from tests.stories.told import Told

ONE_VOTE = 14
ITS_MERGE = 11
APPROVALS_THAT_WAIT = 6

SLOW = "merge: {settle_minutes: 60}\n"

EACH_BOT = pytest.mark.parametrize("shared_bot", [False, True], ids=["an app", "the shared bot"])

Vote = Callable[[Stage, Issue], object]
VOTES: dict[str, Vote] = {
    "👍": lambda stage, ballot: stage.owner.react(ballot, "+1"),
    "A": lambda stage, ballot: stage.owner.comment(ballot, "Good.\n\n/approve A"),
    "B": lambda stage, ballot: stage.owner.comment(ballot, "/approve B"),
    "C": lambda stage, ballot: stage.owner.comment(ballot, "/approve C"),
    "reject": lambda stage, ballot: stage.owner.comment(ballot, "/reject"),
    "👎": lambda stage, ballot: stage.owner.react(ballot, "-1"),
    "box A": lambda stage, ballot: stage.owner.tick_box(ballot, "Option A"),
    "box B": lambda stage, ballot: stage.owner.tick_box(ballot, "Option B"),
    "box C": lambda stage, ballot: stage.owner.tick_box(ballot, "Option C"),
}
EACH_VOTE = pytest.mark.parametrize("vote", VOTES.values(), ids=VOTES)


def busy(stage: Stage) -> Told:
    """A tick over HTTP that wrote something and got everything done."""
    afresh(stage)
    stage.way = Way.LOOPBACK
    told = stage.tick()
    assert told.exit_status == 0, told.said
    assert told.writes != []
    assert told.of("complete") is True
    return told


@EACH_BOT
@EACH_VOTE
def test_one_new_vote(vote: Vote, shared_bot: bool) -> None:
    """Its labels do not exist yet: that they are made counts, too."""
    stage = an_inbox(12, shared_bot=shared_bot, way=Way.DIRECT)
    before = idle(stage).requests
    vote(stage, stage.ballots()[5])
    stage.later(minutes=2)
    told = busy(stage)
    assert told.of("inbox_resolved") == 1
    assert told.requests <= before + ONE_VOTE
    stage.later(minutes=1)
    assert idle(stage).requests <= before + APPROVALS_THAT_WAIT
    stage.close()


def test_one_new_vote_among_a_hundred_ballots() -> None:
    stage = an_inbox(100, shared_bot=True)
    before = idle(stage).requests
    stage.owner.react(stage.ballots()[77], "+1")
    stage.later(minutes=2)
    assert busy(stage).requests <= before + ONE_VOTE
    stage.close()


@EACH_BOT
@pytest.mark.parametrize("vote", ["👍", "A", "B", "C", "reject", "box A"])
def test_one_new_vote_about_a_head_that_a_notice_bound(vote: str, shared_bot: bool) -> None:
    """Protocol P27: where workflows share the bot, the log of the branch is read once."""
    stage = an_inbox(6, shared_bot=shared_bot, way=Way.DIRECT)
    ballot = stage.ballots()[2]
    stage.author.push(pull_of(stage, ballot), files=RISKY)
    until_quiet(stage)
    before = idle(stage).requests
    VOTES[vote](stage, ballot)
    stage.later(minutes=2)
    told = busy(stage)
    assert told.of("inbox_resolved") == 1
    assert told.requests <= before + ONE_VOTE
    asked_the_log = [entry for entry in told.entries if entry.path.endswith("/activity")]
    rests_on_the_notice = shared_bot and vote in ("👍", "A", "B", "box A")
    assert len(asked_the_log) == rests_on_the_notice
    stage.close()


@pytest.mark.parametrize("checks", ["red", "running", "none"])
def test_a_vote_that_has_settled_already_and_cannot_be_merged(checks: str) -> None:
    """Protocol P37: the same tick looks whether it can be merged."""
    stage = an_inbox(6, shared_bot=True, way=Way.DIRECT)
    before = idle(stage).requests
    ballot = stage.ballots()[2]
    if checks != "none":
        conclusion = "failure" if checks == "red" else None
        stage.gh.check_run(pull_of(stage, ballot), "ci", conclusion)
    stage.owner.react(ballot, "+1")
    stage.later(minutes=10)
    told = busy(stage)
    assert told.requests <= before + ONE_VOTE
    assert stage.now(pull_of(stage, ballot)).state == "open"
    stage.close()


def test_a_vote_that_is_merged_in_the_same_tick() -> None:
    """Protocol P37: before the merge everything is read once more."""
    stage = an_inbox(6, shared_bot=True, way=Way.DIRECT)
    before = idle(stage).requests
    ballot = stage.ballots()[2]
    stage.gh.check_run(pull_of(stage, ballot), "ci", "success")
    stage.owner.react(ballot, "+1")
    stage.later(minutes=10)
    told = busy(stage)
    assert told.of("merged") == 1
    assert told.requests <= before + ONE_VOTE + ITS_MERGE
    stage.close()


@EACH_BOT
@pytest.mark.parametrize("noticed", [False, True], ids=["first head", "head bound by a notice"])
def test_twenty_approved_pulls_whose_checks_are_red(noticed: bool, shared_bot: bool) -> None:
    """Protocol P43: what their receipts name is not read whole, nor is the log (P27)."""
    stage = an_inbox(20, shared_bot=shared_bot, way=Way.DIRECT)
    before = idle(stage).requests
    stage.way = Way.DIRECT
    if noticed:
        for ballot in stage.ballots():
            stage.author.push(pull_of(stage, ballot), files=RISKY)
        until_quiet(stage)
    for number, ballot in enumerate(stage.ballots()):
        stage.gh.check_run(pull_of(stage, ballot), "ci", "failure")
        VOTES[("👍", "A", "box A")[number % 3]](stage, ballot)
    stage.later(minutes=3)
    until_quiet(stage)
    told = idle(stage)
    assert told.of("inbox_open_count") == 0
    assert {stage.status(pull_of(stage, one)).state for one in stage.ballots()} == {"success"}
    assert told.requests <= before + APPROVALS_THAT_WAIT
    stage.close()


@EACH_BOT
def test_right_after_a_busy_tick_nothing_is_written(shared_bot: bool) -> None:
    stage = an_inbox(20, shared_bot=shared_bot, way=Way.DIRECT, projects_yml=SLOW)
    before = idle(stage).requests
    for vote, ballot in zip([*VOTES.values()] * 2, stage.ballots(), strict=False):
        vote(stage, ballot)
    stage.author.push(pull_of(stage, stage.ballots()[-1]), files=RISKY)
    stage.pull()
    stage.later(minutes=2)
    told = busy(stage)
    assert told.of("inbox_resolved") == 2 * len(VOTES)
    assert (told.of("inbox"), told.of("inbox_head_sha_mismatches")) == (1, 1)
    stage.later(minutes=1)
    assert idle(stage).requests <= before + APPROVALS_THAT_WAIT
    stage.close()


def test_approved_pulls_with_much_talk_since() -> None:
    """Protocol P43: the receipts of all of them are looked for further back together."""
    stage = an_inbox(20, shared_bot=True, way=Way.DIRECT)
    before = idle(stage).requests
    stage.way = Way.DIRECT
    for ballot in stage.ballots():
        stage.gh.check_run(pull_of(stage, ballot), "ci", "failure")
        stage.owner.react(ballot, "+1")
    stage.later(minutes=3)
    until_quiet(stage)
    for ballot in stage.ballots():
        for number in range(30):
            stage.agent.comment(pull_of(stage, ballot), f"Coverage: {number} %")
    told = idle(stage)
    assert told.requests <= before + APPROVALS_THAT_WAIT
    states = {stage.status(pull_of(stage, one)).state for one in stage.ballots()}
    assert states == {"success"}
    stage.close()


def test_approved_pulls_that_github_does_not_merge() -> None:
    """Protocol P36, P43: told once, they are tried again when GitHub no longer calls them blocked;
    in its hour of the day each is tried all the same."""
    stage = an_inbox(20, shared_bot=True, way=Way.DIRECT, projects_yml="merge: {method: squash}\n")
    before = idle(stage).requests
    stage.way = Way.DIRECT
    stage.gh.rules(APP).required_reviews = 1
    for number, ballot in enumerate(stage.ballots()):
        stage.gh.check_run(pull_of(stage, ballot), "ci", "success")
        stage.now(pull_of(stage, ballot)).conflicting = number % 2 == 1
        stage.owner.react(ballot, "+1")
    stage.later(minutes=3)
    until_quiet(stage)
    numbers = {pull_of(stage, one).number for one in stage.ballots()}
    _wait_for_hour(stage, next(hour for hour in range(24) if hour not in numbers))
    assert idle(stage).requests <= before + APPROVALS_THAT_WAIT
    first, second, *_ = (pull_of(stage, ballot) for ballot in stage.ballots())
    stage.owner.approve_review(first)
    stage.now(second).conflicting = False
    stage.owner.approve_review(second)
    assert busy(stage).of("merged") == 2
    third = pull_of(stage, stage.ballots()[2])
    _wait_for_hour(stage, third.number % 24)
    tried = [entry.path for entry in stage.tick().entries if entry.path.endswith("/merge")]
    assert tried == [f"/repos/{APP}/pulls/{third.number}/merge"]
    stage.close()


def _wait_for_hour(stage: Stage, hour: int) -> None:
    stage.later(hours=(hour - stage.gh.clock.now.hour) % 24)
    afresh(stage)
