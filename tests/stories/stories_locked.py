"""Locked ballots, in which GitHub lets no app comment: shown once, then quiet until unlocked (P42).

What needs no words in the ballot is done all the same.
"""

from __future__ import annotations

from inbox.simulator.conversation import Issue
from tests.stories.stage import Stage
from tests.stories.story import TICK, Script, asked, run, story
from tests.stories.told import Told

LIFECYCLE = "decision_inbox: {lifecycle: {enabled: true}}\n"
UNLOCK = "Unlock the conversation"


def is_quiet(told: Told) -> bool:
    """True when the run tried no write, and told in its summary what to do."""
    told.mentions(UNLOCK)
    return not any(entry.is_write for entry in told.entries)


def refused(told: Told) -> list[str]:
    """The writes that GitHub refused."""
    return [one.path for one in told.entries if one.is_write and not one.took_effect]


def is_shown(stage: Stage, ballot: Issue) -> bool:
    """True when the ballot carries the label of a fault, and no word of it."""
    return "inbox-error" in stage.ours(ballot) and stage.words(ballot) == []


@story("P42", "P40", "P25")
def a_move_waits_for_the_unlocking_and_is_tried_once(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.lock(ballot)
    stage.author.push(pull)
    told = yield run(exit_status=1)
    assert is_shown(stage, ballot)
    assert len(refused(told)) == 1
    assert stage.status(pull).state == "pending"
    told = yield TICK
    assert is_quiet(told)
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    assert refused(told) == []
    assert stage.ours(pull) == set(), "an answer about a head that nobody asked about is none"
    stage.owner.unlock(ballot)
    told = yield TICK
    assert stage.ours(ballot) == {"pending-owner", "stale-approval"}
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P42", "P39")
def a_pull_request_that_ended_closes_its_locked_ballot_without_words(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.lock(ballot)
    stage.author.close(pull)
    yield run(exit_status=1)
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    assert stage.now(ballot).state == "closed"
    told = yield TICK
    assert told.writes == []


@story("P42", "P39", "P34")
def where_a_yes_must_end_first_the_locked_ballot_waits(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.lock(ballot)
    stage.owner.comment(ballot, "/approve A")
    stage.author.close(pull)
    yield run(exit_status=1)
    assert stage.now(ballot).state == "open"
    told = yield TICK
    assert is_quiet(told)
    stage.owner.unlock(ballot)
    yield TICK
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    assert "has ended" in stage.words(ballot)[-1].body.text


@story("P42", "P31", "P22a")
def words_that_a_locked_ballot_does_not_let_in_are_said_later(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.lock(ballot)
    stage.owner.comment(ballot, "/approve C")
    told = yield run(exit_status=1)
    assert is_shown(stage, ballot)
    assert "deferred" in stage.ours(ballot)
    assert "deferred by its owner" in str(stage.status(pull).description)
    told = yield TICK
    assert is_quiet(told)
    stage.owner.comment(ballot, "/aprove A")
    told = yield TICK
    assert "held" in str(stage.status(pull).description)
    stage.owner.unlock(ballot)
    told = yield TICK
    assert "looks like a command" in stage.words(ballot)[0].body.text
    stage.owner.comment(ballot, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})


@story("P42", "P32")
def a_no_is_applied_where_words_are_still_missing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.lock(ballot)
    stage.owner.comment(ballot, "/aprove A")
    yield run(exit_status=1)
    stage.owner.comment(ballot, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"
    assert stage.ours(ballot) == {"rejected"}


@story("P42", "L11", projects_yml=LIFECYCLE)
def nobody_is_reminded_in_a_locked_ballot(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    stage.owner.lock(ballot)
    stage.later(hours=80)
    yield run(exit_status=1)
    assert is_shown(stage, ballot)
    told = yield TICK
    assert not any(entry.is_write for entry in told.entries)
    stage.owner.unlock(ballot)
    yield TICK
    assert stage.ours(ballot) == {"pending-owner"}
    assert "[REMINDER_72H]" in stage.words(ballot)[0].body.text
