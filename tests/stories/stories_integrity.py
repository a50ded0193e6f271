"""Ballots that were tampered with, doubled, or had their text replaced (protocol P6, P28)."""

from __future__ import annotations

from inbox.simulator.conversation import Issue
from tests.stories.stage import PENDING, Stage
from tests.stories.story import TICK, Script, asked, story


@story("P28", "row 10", "row 11", "row 79")
def a_changed_text_approves_nothing_until_it_is_restored(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    original = stage.now(ballot).body.text
    other = stage.author.push(stage.pull(files={"docs/a.md": "added"}))
    stage.agent.edit_body(ballot, original.replace(pull.head_sha, other))
    stage.owner.react(ballot, "+1")
    told = yield TICK
    assert told.of("integrity_failed") == 1
    assert told.of("inbox_resolved") == 0
    assert stage.ours(ballot) == {"pending-owner", "inbox-integrity-failed"}
    assert (stage.ours(pull), stage.words(pull)) == (set(), [])
    assert "its text was changed (by `agent`" in stage.words(ballot)[0].body.text
    told = yield TICK
    assert told.writes == []
    stage.agent.edit_body(ballot, original)
    told = yield TICK
    assert stage.ours(ballot) == {"pending-owner"}
    assert stage.ours(pull) == set(), "the vote was given for another text"
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P28")
def a_changed_title_is_tampering_too(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    title = stage.now(ballot).title
    stage.agent.rename(ballot, title.replace("#1", "#7"))
    stage.agent.rename(ballot, title)
    stage.agent.rename(ballot, title.replace("#1", "#8"))
    stage.owner.react(ballot, "+1")
    told = yield TICK
    assert told.of("integrity_failed") == 1
    assert stage.ours(pull) == set()
    stage.owner.rename(ballot, title)
    yield TICK
    assert stage.ours(ballot) == {"pending-owner"}
    assert stage.ours(pull) == set()


@story("P28")
def a_reject_counts_whatever_was_done_to_the_text(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.agent.edit_body(ballot, "Nothing to see here.")
    stage.owner.comment(ballot, "/reject")
    told = yield TICK
    assert told.of("inbox_resolved_this_tick")["rejected"] == 1
    assert stage.now(pull).state == "closed"
    assert stage.ours(ballot) == {"rejected"}


@story("P28", "P38")
def a_tampered_ballot_that_is_closed_gives_way_to_a_fresh_one(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.agent.edit_body(ballot, "Nothing to see here.")
    yield TICK
    stage.owner.close(ballot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1, answers={})
    assert stage.ours(ballot) == {"superseded"}
    assert stage.now(pull).state == "open"
    assert stage.ballot().number != ballot.number


@story("P28", "P2", "row 77")
def a_browser_that_saves_other_line_ends_changes_nothing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    text = stage.now(ballot).body.text.replace("- [ ] Option A", "- [X] Option A")
    stage.owner.edit_body(ballot, text, browser=True)
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == {"approved-A"}


@story("P28")
def what_another_workflow_changes_under_the_bots_login_is_tampering(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.bot.edit_body(ballot, stage.now(ballot).body.text.replace("Option A —", "Option A:"))
    stage.owner.react(ballot, "+1")
    told = yield TICK
    assert told.of("integrity_failed") == 1
    assert stage.ours(pull) == set()


@story("P28")
def an_original_that_nobody_can_read_any_more_is_tampering(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    text = stage.now(ballot).body.text
    stage.agent.edit_body(ballot, text + "\n")
    stage.agent.forget_revision(ballot, back=1)
    stage.owner.react(ballot, "+1")
    told = yield TICK
    assert told.of("integrity_failed") == 1
    told.mentions("nobody can say any more what it asked", "Close it")
    assert (stage.ours(pull), stage.now(ballot).state) == (set(), "open")
    assert stage.ours(ballot) == {"pending-owner", "inbox-integrity-failed"}


def _double(stage: Stage, ballot: Issue) -> Issue:
    """A second ballot about the same pull request, as a tick at the same time would open it."""
    text = stage.now(ballot).body.text.replace("nonce: ", "nonce: 0")
    return stage.bot.open_issue(stage.home, ballot.title, text, labels=(PENDING,))


@story("P6", "P22", "row 130")
def of_two_ballots_the_one_with_the_deciding_answer_stays(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    other = _double(stage, ballot)
    stage.owner.react(ballot, "+1")
    stage.later(minutes=1)
    stage.owner.comment(other, "/approve B")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-B": 1})
    assert stage.ours(ballot) == {"duplicate"}
    assert stage.ours(other) == stage.ours(pull) == {"approved-B"}


@story("P6", "row 130")
def of_two_ballots_without_an_answer_the_older_stays(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    other = _double(stage, ballot)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(other) == {"duplicate"}
    assert stage.ours(ballot) == {"pending-owner"}
    assert "closed in its favour" in stage.words(other)[0].body.text


@story("P6", "P22a")
def of_two_ballots_a_refusal_on_the_other_is_not_lost(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    other = _double(stage, ballot)
    stage.owner.react(ballot, "+1")
    stage.later(minutes=1)
    stage.owner.comment(other, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"
    assert {*stage.ours(ballot)} == {"duplicate"}
