"""A verdict is given and applied: A, B, C, reject, by each way to give it (protocol P10-P33)."""

from __future__ import annotations

from tests.stories.stage import APP, Stage
from tests.stories.story import TICK, Script, asked, story

TWO_OWNERS = "github_login: owner\nallowlisted_actors: [owner, deputy]\n"


@story("P5", "P8", "P29", "P35", "row 81", "row 82", "row 126")
def a_thumb_up_is_option_a(stage: Stage) -> Script:
    pull = stage.pull()
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    ballot = stage.ballot()
    assert ballot.title == f"Decision pending — PR {APP}#{pull.number}"
    assert stage.ours(ballot) == {"pending-owner"}
    assert [one.login for one in ballot.assignees] == ["owner"]
    assert stage.status(pull).state == "pending"
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, inbox_open_count=0, answers={"approved-A": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    assert (stage.now(ballot).state, stage.now(ballot).state_reason) == ("closed", "completed")
    (receipt,) = stage.words(pull)
    assert pull.head_sha in receipt.body.text
    assert stage.words(ballot) == []
    assert (stage.now(pull).state, stage.status(pull).state) == ("open", "pending")
    yield TICK
    assert stage.status(pull).state == "success"
    assert stage.status(pull).description == "#1 → main: approved (A) by its owner"


@story("P30", "row 83", "row 22")
def option_b_leaves_the_merge_to_a_person(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "Better the other way.\n\n/approve B")
    told = yield TICK
    told.counted(inbox_resolved=1, inbox_open_count=0, answers={"approved-B": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-B"}
    (receipt,) = stage.words(pull)
    assert "alternate" in receipt.body.text
    assert "`Better the other way.`" in receipt.body.text
    waits = f"pull/{pull.number}) `{pull.title}`: waits for its author (`author`)"
    told.mentions("### Waiting for the author", waits, f"issues/{ballot.number})")
    told = yield TICK
    told.mentions(waits)
    assert (stage.status(pull).state, stage.now(pull).state) == ("pending", "open")
    stage.author.push(pull)
    told = yield TICK
    assert waits not in told.summary


@story("P3", "P8", owner_yml="github_login: owner\ndisplay_name: Ada `@all` Lovelace\n")
def the_summary_calls_its_owner_by_name(stage: Stage) -> Script:
    stage.pull()
    told = yield TICK
    told.mentions("Who can answer: ``Ada `@all` Lovelace`` (`owner`).")


@story("P30", "P34")
def after_b_an_a_on_the_same_ballot_is_applied(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "/approve B")
    yield TICK
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, inbox_open_count=0, answers={"approved-A": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    assert len(stage.words(pull)) == 2


@story("P31", "row 23", "row 86", "row 87", "row 89")
def a_deferral_stays_open_and_can_flip(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "/approve c")
    told = yield TICK
    told.counted(
        inbox_resolved=1,
        issues_deferred=1,
        inbox_open_count=1,
        answers={"approved-C-deferred": 1},
    )
    assert stage.ours(ballot) == {"pending-owner", "deferred"}
    assert (stage.now(ballot).state, stage.ours(pull), stage.words(pull)) == ("open", set(), [])
    assert len(stage.words(ballot)) == 1
    told = yield TICK
    told.counted(inbox_open_count=1)
    stage.owner.react(ballot, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.ours(ballot) == {"rejected"}
    assert stage.now(pull).state == "closed"


@story("P31", "P17")
def a_deferral_taken_back_waits_again(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    stage.owner.tick_box(ballot, "Option C")
    told = yield TICK
    told.counted(
        inbox_resolved=1,
        issues_deferred=1,
        inbox_open_count=1,
        answers={"approved-C-deferred": 1},
    )
    stage.owner.untick_box(ballot, "Option C")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(ballot) == {"pending-owner"}
    stage.owner.comment(ballot, "/approve C")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(ballot) == {"pending-owner", "deferred"}
    assert len(stage.words(ballot)) == 1, "one comment and one count per round"


@story("P31", "row 90")
def a_deferral_label_left_on_the_pull_request_hides_nothing(stage: Stage) -> Script:
    pull = stage.pull()
    stage.agent.label(pull, "decision:deferred")
    yield TICK
    stage.owner.comment(stage.ballot(), "/approve C")
    told = yield TICK
    told.counted(
        inbox_resolved=1,
        issues_deferred=1,
        inbox_open_count=1,
        answers={"approved-C-deferred": 1},
    )
    assert stage.ours(stage.ballot()) == {"pending-owner", "deferred"}


@story("P32", "P10")
def a_thumb_down_closes_the_pull_request(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, inbox_open_count=0, answers={"rejected": 1})
    assert stage.ours(ballot) == {"rejected"}
    assert stage.now(ballot).state_reason == "not_planned"
    assert (stage.now(pull).state, stage.now(pull).merged) == ("closed", False)
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "failure"
    assert len(stage.words(pull)) == 1


@story("P32", "row 107")
def a_reject_of_a_pull_request_closed_meanwhile_is_still_one(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "/reject")
    stage.author.close(pull)
    told = yield TICK
    told.counted(inbox_resolved=1, inbox_open_count=0, answers={"rejected": 1})
    assert stage.ours(ballot) == {"rejected"}
    assert len(stage.words(pull)) == 1


@story("P16", "row 70", "row 77")
def a_ticked_box_counts_by_who_ticked_it(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.agent.tick_box(ballot, "Option A")
    told = yield TICK
    told.counted(inbox_open_count=1)
    told.mentions("agent", "box A ticked")
    stage.agent.untick_box(ballot, "Option A")
    stage.owner.tick_box(ballot, "Option B")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-B": 1})
    assert stage.ours(pull) == {"approved-B"}


@story("P16", "P22", "row 73", "row 74", "row 75")
def the_latest_answer_decides_between_box_and_command(stage: Stage) -> Script:
    first, _ = yield from asked(stage)
    one = stage.ballot()
    second, other = yield from asked(stage)
    stage.owner.tick_box(one, "Option A")
    stage.owner.comment(other, "/reject")
    stage.later(minutes=1)
    stage.owner.comment(one, "/reject")
    stage.owner.tick_box(other, "Option A")
    told = yield TICK
    told.counted(inbox_resolved=2, answers={"approved-A": 1, "rejected": 1})
    assert (stage.now(first).state, stage.now(second).state) == ("closed", "open")
    assert stage.ours(second) == {"approved-A"}


@story("P22", "row 26", "row 27", "row 69", owner_yml=TWO_OWNERS)
def of_two_people_the_later_decides(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    deputy = stage.gh.user("deputy")
    stage.owner.react(ballot, "+1")
    stage.later(minutes=1)
    deputy.comment(ballot, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"


@story("P17", "row 62")
def a_reaction_taken_back_before_the_tick_is_none(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.owner.unreact(ballot, "+1")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
