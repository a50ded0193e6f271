"""What people do while an approval waits for its checks, which turn green meanwhile (P34, P36)."""

from __future__ import annotations

from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import APP, SAFE, Stage
from tests.stories.stories_merging import approved, is_merged, merge_calls
from tests.stories.story import TICK, Script, asked, story

BOTH = "merge: {options: [A, B], settle_minutes: 0}\n"
TWO_OWNERS = "github_login: owner\nallowlisted_actors: [owner, deputy]\n"


def is_asked_anew(stage: Stage, pull: PullRequest, earlier: Issue) -> bool:
    """True when nothing was merged, and one fresh ballot waits."""
    assert merge_calls(stage) == []
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "pending"
    fresh = stage.ballot()
    return fresh.number != earlier.number and stage.ours(fresh) == {"pending-owner"}


@story("P34", "P36", "P17")
def a_thumb_taken_back_while_checks_run_withdraws(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.unreact(ballot, "+1")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert is_asked_anew(stage, pull, ballot)
    assert "was taken back" in stage.words(ballot)[-1].body.text
    stage.owner.react(stage.ballot(), "+1")
    yield TICK
    told = yield TICK
    told.counted(merged=1)
    assert is_merged(stage, pull)


@story("P34", "P15")
def a_command_that_is_edited_away_withdraws(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    comment = stage.owner.comment(ballot, "/approve A")
    yield TICK
    stage.owner.edit_comment(comment, "Let me think about it.")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert is_asked_anew(stage, pull, ballot)


@story("P34", "P16")
def a_box_that_is_unticked_withdraws(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.tick_box(ballot, "Option A")
    yield TICK
    stage.owner.untick_box(ballot, "Option A")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert is_asked_anew(stage, pull, ballot)


@story("P34", "P31", "P36")
def a_deferral_on_the_closed_ballot_comes_before_green_checks(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.comment(ballot, "/approve C")
    told = yield TICK
    assert told.of("inbox") == 1
    assert is_asked_anew(stage, pull, ballot)


@story("P34", "P32", "P36")
def a_reject_on_the_closed_ballot_comes_before_green_checks(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert merge_calls(stage) == []
    assert stage.now(pull).state == "closed"
    assert stage.ours(ballot) == {"rejected"}


@story("P22a", "P34", "P36")
def a_hold_on_the_closed_ballot_comes_before_green_checks(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.comment(ballot, "/aprove C")
    told = yield TICK
    told.counted()
    assert merge_calls(stage) == []
    assert stage.status(pull).state == "pending"
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    assert stage.now(ballot).state == "closed"
    assert len(stage.words(ballot)) == 1, "the owner is asked once what was meant"
    told = yield TICK
    assert told.writes == []
    told.mentions("A (approve) | held: an answer is unclear")
    stage.owner.comment(ballot, "/approve A")
    yield TICK
    told = yield TICK
    told.counted(merged=1)
    assert len(stage.words(pull)) == 1


@story("P34", "P47")
def another_yes_on_the_closed_ballot_is_no_other_answer(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted()
    assert len(stage.words(pull)) == 1
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    stage.owner.unreact(ballot, "+1")
    stage.gh.check_run(pull, "build")
    yield TICK
    told = yield TICK
    assert is_merged(stage, pull), "the command stands without the thumb"


@story("P34", "P22", owner_yml=TWO_OWNERS)
def another_owner_may_stop_it(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    deputy = stage.gh.user("deputy")
    stage.gh.check_run(pull, "build")
    deputy.comment(ballot, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"
    assert merge_calls(stage) == []


@story("P9", "P34", "P36", owner_yml=TWO_OWNERS)
def an_owner_who_leaves_takes_the_approval_along(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.commit(APP, {"config/owner.yml": "github_login: deputy\n"})
    stage.gh.user("deputy")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert is_asked_anew(stage, pull, ballot)
    assert "not on the allowlist any more" in stage.words(ballot)[-1].body.text
    stage.owner.commit(APP, {"config/owner.yml": TWO_OWNERS})
    told = yield TICK
    assert told.of("inbox_resolved") == 0
    assert is_asked_anew(stage, pull, ballot), "what ended can never yield again"


@story("P34", "P36")
def the_label_is_no_proof_and_taking_it_off_is_a_word_only_of_owners(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.agent.unlabel(pull, "decision:approved-A")
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(merged=1)
    other, second = yield from approved(stage)
    calls = len(merge_calls(stage))
    stage.owner.unlabel(other, "decision:approved-A")
    stage.gh.check_run(other, "build")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert len(merge_calls(stage)) == calls
    assert stage.ours(other) == set()
    assert stage.ballot().number != second.number
    assert "label was taken off" in stage.words(second)[-1].body.text


@story("P7", "P34", "P36", "row 133")
def a_push_comes_before_green_checks(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.author.push(pull)
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert [write.split("/")[4] for write in told.writes] == [
        "statuses",
        "issues",
        "issues",
        "statuses",
        "issues",
    ]
    _, end, asking, _, label = told.writes
    assert end.endswith(f"/issues/{ballot.number}/comments"), "first the end is written down"
    assert asking == f"POST /repos/{APP}/issues", "then the fresh ballot"
    assert label.startswith(f"DELETE /repos/{APP}/issues/{pull.number}/labels/"), "then the label"
    assert is_asked_anew(stage, pull, ballot)
    assert f"`{APP}#{ballot.number}` has ended" in stage.ballot().body.text


@story("P7", "P34")
def a_push_that_is_harmless_ends_the_approval_all_the_same(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.author.push(pull, files=SAFE)
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert is_asked_anew(stage, pull, ballot)
    assert "rule migrations" in stage.ballot().body.text, "what was asked once is asked again"


@story("P7", "P34", "P42")
def a_harmless_push_is_asked_about_even_where_the_ballot_is_gone(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.author.push(pull, files=SAFE)
    stage.owner.delete(ballot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert is_asked_anew(stage, pull, ballot)
    assert "in a ballot that was deleted" in stage.ballot().body.text


@story("P25", "P34", "P36")
def another_base_comes_before_green_checks(stage: Stage) -> Script:
    stage.owner.commit(APP, {"next.txt": "next\n"}, branch="next")
    pull, ballot = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.author.retarget(pull, "next")
    stage.author.retarget(pull, "main")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert is_asked_anew(stage, pull, ballot)


# Option B


@story("P30", "P36", projects_yml=BOTH)
def where_b_may_be_merged_it_is(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.comment(ballot, "/approve B")
    told = yield TICK
    told.counted(inbox_resolved=1, merged=1, answers={"approved-B": 1})
    assert is_merged(stage, pull)
    assert stage.status(pull).state == "success"


@story("P30", "P34", "P36")
def a_green_b_waits_until_its_owner_says_a(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.comment(ballot, "/approve B")
    yield TICK
    told = yield TICK
    assert told.writes == []
    told.mentions("waits for its author")
    assert "Approved, and not merged" not in told.summary
    assert not is_merged(stage, pull)
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    told = yield TICK
    told.counted(merged=1)
    assert is_merged(stage, pull)


@story("P30", "P7", "P34")
def a_push_after_b_gets_a_fresh_ballot(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.comment(ballot, "/approve B")
    yield TICK
    stage.author.push(pull)
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert is_asked_anew(stage, pull, ballot)
