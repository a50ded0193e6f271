"""What is locked, moved, deleted or forbidden: a sentence each, for that ballot alone (P42)."""

from __future__ import annotations

from typing import Any

from tests.stories.stage import APP, Stage
from tests.stories.stories_merging import approved, is_merged, merge_calls
from tests.stories.story import TICK, Script, asked, run, story

INBOX = "org/inbox"
AT_ONCE = f"decision_inbox: {{repository: {INBOX}}}\nmerge: {{settle_minutes: 0}}\n"
TWO: dict[str, Any] = {
    "repos": {APP: "private", "org/site": "private", INBOX: "private"},
    "app_token": True,
    "projects_yml": f"supervised_repos: [org/app, org/site]\n{AT_ONCE}",
}
"""Two supervised repositories and an inbox: what happens to one must not cost the other."""


def about(stage: Stage, pull: Any) -> Any:
    """The newest ballot of the inbox about that pull request."""
    return [one for one in stage.ballots(INBOX) if one.title.endswith(pull.ref)][-1]


@story("P42", "P40")
def a_locked_pull_request_gets_no_receipt_and_its_ballot_says_so(stage: Stage) -> Script:
    """GitHub lets no app comment on what is locked, so the answer waits for the unlocking."""
    pull, ballot = yield from asked(stage)
    stage.owner.lock(pull)
    told = yield TICK
    assert told.writes == []
    stage.owner.react(ballot, "+1")
    told = yield run(exit_status=1)
    assert told.of("inbox_resolved") == 0
    assert stage.ours(ballot) == {"pending-owner", "inbox-error"}
    assert "Unlock the conversation" in stage.words(ballot)[-1].body.text
    told = yield TICK
    assert told.writes == []
    stage.owner.unlock(pull)
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}


@story("P42", "P40")
def a_locked_ballot_is_decided_where_nothing_need_be_said_in_it(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.lock(ballot)
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}


@story("P42", "P40")
def a_locked_ballot_that_cannot_be_told_is_shown_by_its_label(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.lock(ballot)
    stage.author.push(pull)
    told = yield run(exit_status=1)
    told.mentions("Unlock the conversation")
    assert stage.ours(ballot) == {"pending-owner", "inbox-error"}
    told = yield TICK
    assert told.writes == []
    told.mentions("Unlock the conversation")
    stage.owner.unlock(ballot)
    yield TICK
    assert stage.ours(ballot) == {"pending-owner"}
    assert len(stage.words(ballot)) == 1


@story("P34", "P40", "P22a")
def a_locked_ballot_cannot_tell_that_its_approval_ended_but_the_status_can(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(ballot, "+1")
    yield TICK
    yield TICK
    assert stage.status(pull).state == "success"
    stage.owner.lock(ballot)
    word = stage.owner.comment(ballot, "/rejct")
    told = yield run(exit_status=1)
    told.mentions("Unlock the conversation")
    assert (stage.status(pull).state, stage.words(ballot)) == ("pending", [])
    stage.owner.delete_comment(word)
    yield TICK
    assert stage.status(pull).state == "success"
    stage.owner.comment(ballot, "/approve C")
    told = yield run(exit_status=1)
    assert told.summary.count("Unlock the conversation") == 1
    assert "its approval has ended" in str(stage.status(pull).description)
    told = yield TICK
    assert told.writes == []
    told.mentions("Unlock the conversation")
    stage.owner.unlock(ballot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.ours(pull) == set()


@story("P42", "P6")
def a_deleted_ballot_is_asked_again(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.owner.delete(ballot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.ours(pull) == set()
    stage.owner.react(stage.ballot(), "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P42", "P6", **TWO)
def a_transferred_ballot_is_asked_again(stage: Stage) -> Script:
    one, other = stage.pull(APP), stage.pull("org/site")
    yield TICK
    stage.owner.react(about(stage, one), "+1")
    stage.owner.react(about(stage, other), "+1")
    stage.owner.transfer(about(stage, one), "org/site")
    told = yield TICK
    told.counted(inbox=1, inbox_resolved=1, inbox_open_count=1, answers={"approved-A": 1})
    assert stage.ours(one) == set()
    assert stage.ours(other) == {"approved-A"}


@story("P34", "P42")
def an_approval_whose_ballot_is_deleted_cannot_be_proven(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.delete(ballot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert merge_calls(stage) == []
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "pending"


@story("P34", "P42", **TWO)
def an_approval_whose_ballot_is_transferred_cannot_be_proven(stage: Stage) -> Script:
    one, other = stage.pull(APP), stage.pull("org/site")
    yield TICK
    for pull in (one, other):
        stage.gh.check_run(pull, "build", None)
        stage.owner.react(about(stage, pull), "+1")
    yield TICK
    assert stage.ours(one) == stage.ours(other) == {"approved-A"}
    stage.owner.transfer(about(stage, one), "org/site")
    for pull in (one, other):
        stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(inbox=1, merged=1, inbox_open_count=1)
    assert is_merged(stage, other)
    assert not is_merged(stage, one)
    assert stage.ours(one) == set()


@story("P42", **TWO)
def an_archived_repository_costs_only_its_ballots(stage: Stage) -> Script:
    one, other = stage.pull(APP), stage.pull("org/site")
    yield TICK
    for pull in (one, other):
        stage.owner.react(about(stage, pull), "+1")
        stage.gh.check_run(pull, "build", None)
    stage.gh.archive("org/site")
    told = yield run(exit_status=1)
    assert stage.ours(one) == {"approved-A"}
    assert stage.ours(other) == set()
    told.mentions("archived")
    ballot = about(stage, other)
    assert "unarchive it" in stage.words(ballot)[-1].body.text
    assert stage.ours(ballot) == {"pending-owner", "inbox-error"}
    told = yield TICK
    assert told.of("inbox_open_count") == 1
    stage.gh.archive("org/site", archived=False)
    yield TICK
    assert stage.ours(other) == stage.ours(ballot) == {"approved-A"}


@story("P42", "P40", **TWO)
def a_repository_that_is_gone_costs_only_its_ballots(stage: Stage) -> Script:
    one, other = stage.pull(APP), stage.pull("org/site")
    yield TICK
    ballots = [about(stage, one), about(stage, other)]
    for ballot in ballots:
        stage.owner.react(ballot, "+1")
    stage.gh.delete_repository("org/site")
    told = yield run(exit_status=1)
    assert stage.ours(one) == {"approved-A"}
    assert told.of("inbox_resolved") == 1
    yield run(exit_status=1)
    assert stage.ours(ballots[1]) == {"pending-owner"}


@story("P42", **{**TWO, "projects_yml": AT_ONCE})
def where_issues_are_switched_off_nothing_is_decided(stage: Stage) -> Script:
    pull = stage.pull(APP)
    yield TICK
    stage.owner.react(about(stage, pull), "+1")
    stage.gh.enable_issues(INBOX, False)
    told = yield run(exit_status=3)
    assert "switch them on" in told.log
    assert told.writes == []
    stage.gh.enable_issues(INBOX, True)
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story(
    "P42",
    "P40",
    repos={APP: "public", "org/site": "public"},
    projects_yml="supervised_repos: [org/app, org/site]\n",
)
def a_repository_that_the_token_may_only_read_costs_only_its_ballots(stage: Stage) -> Script:
    """The workflow's own token writes to no other repository (interface.md)."""
    one, other = stage.pull(APP), stage.pull("org/site")
    told = yield TICK
    told.counted(inbox=2, inbox_open_count=2)
    for ballot in stage.ballots():
        stage.owner.react(ballot, "+1")
    told = yield run(exit_status=1)
    assert told.of("inbox_resolved") == 1
    assert stage.ours(one) == {"approved-A"}
    assert stage.ours(other) == set()
    (waiting,) = [ballot for ballot in stage.ballots() if ballot.state == "open"]
    assert stage.ours(waiting) == {"pending-owner", "inbox-error"}
    assert "GitHub App" in stage.words(waiting)[-1].body.text
    yield TICK
    told = yield TICK
    assert told.writes == []
