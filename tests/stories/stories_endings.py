"""Endings that are not a verdict: closed by hand, merged or closed elsewhere (P38, P39)."""

from __future__ import annotations

from tests.stories.stage import Stage
from tests.stories.story import TICK, Script, asked, story


@story("P38", "row 109")
def an_owner_who_closes_the_ballot_closes_the_pull_request(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.close(ballot)
    told = yield TICK
    told.counted(auto_resolved=1)
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    assert (stage.now(pull).state, len(stage.words(pull))) == ("closed", 1)


@story("P38", projects_yml="decision_inbox: {on_manual_close: reopen}\n")
def an_owner_may_want_a_closed_ballot_back(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.close(ballot)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert (stage.now(ballot).state, stage.now(pull).state) == ("open", "open")
    assert len(stage.words(ballot)) == 1


@story("P38", "row 110")
def a_ballot_that_others_close_is_opened_again(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.agent.close(ballot)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert (stage.now(ballot).state, stage.now(pull).state) == ("open", "open")
    assert len(stage.words(ballot)) == 1
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P38", "row 111")
def a_vote_before_the_closing_wins(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.owner.close(ballot)
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    assert stage.now(pull).state == "open"


@story("P38")
def a_voided_vote_and_a_closing_open_the_ballot_again(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.author.push(pull)
    stage.owner.close(ballot)
    yield TICK
    assert stage.now(ballot).state == "open"
    assert stage.ours(ballot) == {"pending-owner", "stale-approval"}


@story("P38")
def a_keyword_in_a_merged_pull_request_closes_nothing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    other = stage.pull(files={"docs/a.md": "added"}, body=f"Closes #{ballot.number}")
    stage.owner.merge(other)
    assert stage.now(ballot).state == "closed"
    told = yield TICK
    assert told.of("inbox_open_count") == 1
    assert (stage.now(ballot).state, stage.now(pull).state) == ("open", "open")


@story("P38")
def many_closings_at_once_are_undone(stage: Stage) -> Script:
    pulls = [stage.pull() for _ in range(4)]
    yield TICK
    for ballot in stage.ballots():
        stage.owner.close(ballot)
    told = yield TICK
    told.counted(inbox_open_count=4)
    assert {stage.now(one).state for one in (*pulls, *stage.ballots())} == {"open"}
    assert [len(stage.words(one)) for one in stage.ballots()] == [1, 1, 1, 1]


@story("P39", "row 107")
def a_pull_request_closed_elsewhere_needs_no_answer(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.author.close(pull)
    told = yield TICK
    told.counted(auto_resolved=1)
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    assert (len(stage.words(ballot)), stage.words(pull)) == (1, [])


@story("P39", "row 107")
def a_pull_request_merged_elsewhere_is_a_bypass(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "-1")
    stage.agent.merge(pull)
    told = yield TICK
    told.counted(auto_resolved=1, bypassed=1)
    assert stage.ours(ballot) == {"auto-resolved-pr-merged"}
    assert stage.words(pull) == []
    assert told.annotations("warning")


@story("P39", "P41")
def a_pull_request_that_is_opened_again_is_asked_about_again(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.author.close(pull)
    yield TICK
    stage.author.reopen(pull)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.ballot().number != ballot.number


@story("P29", "P38", "P39")
def an_approved_pull_request_that_is_closed_stays_answered(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    yield TICK
    stage.author.close(pull)
    told = yield TICK
    told.counted()
    assert stage.ours(ballot) == {"approved-A"}
    stage.author.reopen(pull)
    told = yield TICK
    assert told.of("inbox") == 0
    assert stage.ours(pull) == {"approved-A"}
