"""Owners are reminded: once each, not while away, and nothing is ever decided by it (L1-L12)."""

from __future__ import annotations

from datetime import timedelta

from inbox.simulator.conversation import Issue
from tests.stories.stage import APP, Stage
from tests.stories.story import TICK, Script, asked, story

FILE = "status/availability.md"
PREFIX = "[OWNER_AVAILABILITY]"
LIFECYCLE = "decision_inbox:\n  lifecycle:\n    enabled: true\n"
REMINDING = {"projects_yml": LIFECYCLE}
KNOWING = {
    "projects_yml": f"{LIFECYCLE}    availability:\n      repository: {APP}\n"
    f'      path: {FILE}\n      line_prefix: "{PREFIX}"\n'
}
ELSEWHERE = {
    "projects_yml": KNOWING["projects_yml"].replace(f"y: {APP}", "y: org/operations"),
    "repos": {APP: "public", "org/operations": "private"},
    "app_token": True,
}
THRESHOLDS_ALONE = {"projects_yml": "decision_inbox:\n  thresholds: {remind: 1}\n"}
TAGS = ("[REMINDER_72H]", "[ESCALATION_7D]", "[OWNER_RETURN_DIGEST]")


def tags(stage: Stage, ballot: Issue) -> list[str]:
    """What the bot said there of its own accord, oldest first."""
    said = [comment.body.text.split("\n")[0] for comment in stage.words(ballot)]
    return [tag for tag in said if tag in TAGS]


def outing(stage: Stage, start: float, end: float) -> str:
    """The line of a window between these hours from now."""
    now = stage.gh.clock.now
    first, last = (now + timedelta(hours=hours) for hours in (start, end))
    return f"{PREFIX} {first:%Y-%m-%dT%H:%MZ} - {last:%Y-%m-%dT%H:%MZ} outing"


def write(stage: Stage, *lines: str) -> None:
    """The owner's file holds these lines from now on."""
    stage.owner.commit(APP, {FILE: "".join(f"{line}\n" for line in lines)})


@story("L3", "L4", "row 161", **REMINDING)
def a_reminder_and_an_escalation_come_once_and_decide_nothing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.later(hours=71)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    stage.later(hours=1)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=1)
    told.mentions("reminded its owner")
    assert tags(stage, ballot) == ["[REMINDER_72H]"]
    assert "@owner: may" in stage.words(ballot)[0].body.text
    stage.later(hours=96)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=1)
    assert tags(stage, ballot) == ["[REMINDER_72H]", "[ESCALATION_7D]"]
    stage.later(days=30)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    told.mentions("nothing more")
    assert stage.ours(ballot) == {"pending-owner"}
    assert (stage.now(ballot).state, stage.now(pull).state) == ("open", "open")
    assert (stage.ours(pull), stage.words(pull)) == (set(), [])


@story("L3", "row 162", **REMINDING)
def both_due_at_first_sight_are_both_posted(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    stage.later(hours=200)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=2)
    assert tags(stage, ballot) == ["[REMINDER_72H]", "[ESCALATION_7D]"]


@story("L2", "L7", "L8", "row 170", "row 171", "row 177", "row 178", **KNOWING)
def after_a_return_one_digest_and_the_clock_goes_on(stage: Stage) -> Script:
    write(stage, f"{PREFIX} available")
    _, ballot = yield from asked(stage)
    write(stage, outing(stage, 60, 72))
    stage.later(hours=70)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    told.mentions("The owner is outing until", "return digest")
    stage.later(hours=3)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=1)
    told.mentions("The owner is available.", "2 d 13 h", "reminder 2")
    assert tags(stage, ballot) == ["[OWNER_RETURN_DIGEST]"]
    write(stage, outing(stage, 1, 3))
    stage.later(hours=4)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    told.mentions("noted in the digest")
    assert tags(stage, ballot) == ["[OWNER_RETURN_DIGEST]"]
    assert stage.words(ballot)[0].body.text.count("decision-inbox-outing:") == 2
    write(stage, f"{PREFIX} available")
    stage.later(hours=8)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    stage.later(hours=2)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=1)
    assert tags(stage, ballot) == ["[OWNER_RETURN_DIGEST]", "[REMINDER_72H]"]


@story("L9", "row 193", **KNOWING)
def digest_reminder_and_escalation_in_one_tick(stage: Stage) -> Script:
    write(stage, outing(stage, 72, 82))
    _, ballot = yield from asked(stage)
    stage.later(hours=190)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=3)
    assert tags(stage, ballot) == [
        *("[OWNER_RETURN_DIGEST]", "[REMINDER_72H]", "[ESCALATION_7D]"),
    ]


@story("L6", "L9", "row 150", "row 201", "row 202", **KNOWING)
def quiet_and_a_typo_mute_and_lose_nothing(stage: Stage) -> Script:
    away = outing(stage, 10, 20)
    write(stage, away, f"{PREFIX} quiet")
    _, ballot = yield from asked(stage)
    stage.later(hours=100)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    told.mentions("wants quiet", "once its owner is not quiet")
    write(stage, away, f"{PREFIX} avialable")
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    told.mentions("Line 2 of `status/availability.md` is wrong", "Write the prefix")
    write(stage, away, f"{PREFIX} available")
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=2)
    assert tags(stage, ballot) == ["[OWNER_RETURN_DIGEST]", "[REMINDER_72H]"]


@story("P17", "row 215", **REMINDING)
def a_deleted_reminder_starts_a_new_round_and_comes_again(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    stage.later(hours=73)
    yield TICK
    stage.agent.delete_comment(stage.words(ballot)[0])
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=1)
    assert "deleted a comment" in stage.words(ballot)[0].body.text
    assert tags(stage, ballot) == ["[REMINDER_72H]"]


@story("L3", "row 210", "row 211", **REMINDING)
def what_others_paste_hides_no_reminder(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "[REMINDER_72H]\n\n<!-- decision-inbox-said: about=reminder -->")
    stage.later(hours=72)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=1)
    assert tags(stage, ballot) == ["[REMINDER_72H]"]


@story("L10", "row 221", **REMINDING)
def deferred_and_moved_ballots_are_reminded_too(stage: Stage) -> Script:
    yield from asked(stage)
    deferred = stage.ballot()
    pull, moved = yield from asked(stage)
    stage.owner.comment(deferred, "/approve C")
    yield TICK
    stage.author.push(pull, files={"migrations/002.sql": "added"})
    stage.owner.comment(moved, "/approve B")
    told = yield TICK
    stage.later(hours=72)
    told = yield TICK
    told.counted(inbox_open_count=2, reminders=2)
    for ballot in (deferred, moved):
        assert tags(stage, ballot) == ["[REMINDER_72H]"]
    assert "It was deferred" in stage.words(deferred)[-1].body.text


@story("L10", "row 219", **REMINDING)
def a_ballot_resolved_in_this_tick_is_not_reminded(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    stage.later(hours=100)
    stage.owner.react(ballot, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, inbox_open_count=0, reminders=0, answers={"rejected": 1})
    assert tags(stage, ballot) == []


@story("L12", "P10", "row 225", **REMINDING)
def a_reminder_is_no_vote_and_neither_is_a_thumb_on_it(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    stage.later(hours=200)
    yield TICK
    for reminder in stage.words(ballot):
        stage.owner.react(reminder, "+1")
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, inbox_open_count=0, reminders=0, answers={"approved-A": 1})


@story("L1", "row 205", **THRESHOLDS_ALONE)
def the_old_thresholds_remind_nobody(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    stage.later(days=30)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    assert "Reminders" not in told.summary
    assert stage.words(ballot) == []


@story("P48", **ELSEWHERE)
def a_public_inbox_tells_nobody_of_a_private_absence(stage: Stage) -> Script:
    stage.owner.commit("org/operations", {FILE: outing(stage, 1, 2) + "\n"})
    _, ballot = yield from asked(stage)
    stage.later(hours=100)
    told = yield TICK
    told.counted(inbox_open_count=1, reminders=0)
    assert stage.words(ballot) == []
    assert "outing" not in told.summary
