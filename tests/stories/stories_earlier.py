"""Answers on an earlier ballot, closed by now, while a fresh one about the same waits (P21)."""

from __future__ import annotations

from inbox.simulator.conversation import PullRequest
from tests.stories.stage import APP, SAFE, Stage
from tests.stories.stories_merging import approved
from tests.stories.story import TICK, Asked, Script, asked, story

AT_ONCE = "merge: {settle_minutes: 0}\n"
CLOSED = "it was given on an earlier ballot, which is closed"


def asked_anew(stage: Stage) -> Asked:
    """An approval ended by a push: the pull request, and the ballot that had approved it."""
    pull, earlier = yield from approved(stage)
    stage.author.push(pull)
    yield TICK
    assert stage.ballot().number != earlier.number
    return pull, earlier


@story("P21", "P34")
def a_yes_on_the_earlier_ballot_is_told_where_to_answer(stage: Stage) -> Script:
    pull, earlier = yield from asked_anew(stage)
    before = len(stage.words(earlier))
    stage.owner.comment(earlier, "/approve A")
    told = yield TICK
    told.counted(inbox_open_count=1)
    told.mentions(CLOSED)
    assert len(stage.words(earlier)) == before + 1
    answer = stage.words(earlier)[-1].body.text
    assert CLOSED in answer
    assert f"/issues/{stage.ballot().number}" in answer
    assert stage.ours(pull) == set()
    told = yield TICK
    assert told.writes == []
    told.mentions(CLOSED)
    stage.owner.comment(stage.ballot(), "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert CLOSED not in told.summary, "nothing waits that it could have been meant for"


@story("P21", "P10", "P16")
def thumbs_and_boxes_on_the_earlier_ballot_too(stage: Stage) -> Script:
    _, earlier = yield from asked_anew(stage)
    before = len(stage.words(earlier))
    stage.owner.unreact(earlier, "+1")
    stage.owner.react(earlier, "+1")
    yield TICK
    stage.owner.tick_box(earlier, "Option A")
    yield TICK
    told = [one.body.text for one in stage.words(earlier)[before:]]
    assert [text.count(f"/issues/{stage.ballot().number}") for text in told] == [1, 1]


@story("P21", "P12")
def so_is_a_yes_by_mail(stage: Stage) -> Script:
    _, earlier = yield from asked_anew(stage)
    stage.owner.comment(earlier, "/approve A\n\nOn Monday you wrote:\n> hello", via_email=True)
    told = yield TICK
    told.counted(inbox_open_count=1)
    told.mentions("by e-mail an approval counts in a ballot's first round only")
    assert f"/issues/{stage.ballot().number}" in stage.words(earlier)[-1].body.text


@story("P21")
def what_strangers_say_there_is_only_listed(stage: Stage) -> Script:
    _, earlier = yield from asked_anew(stage)
    stage.stranger.comment(earlier, "/approve A")
    told = yield TICK
    assert told.writes == []
    told.mentions("stranger")


@story("P21", "P34", "P22a")
def a_later_no_there_overtakes_the_yes_and_holds(stage: Stage) -> Script:
    _, earlier = yield from asked_anew(stage)
    before = len(stage.words(earlier))
    stage.owner.comment(earlier, "/approve A")
    stage.owner.comment(earlier, "/reject")
    told = yield TICK
    told.counted(inbox_open_count=1)
    told.mentions(CLOSED)
    assert len(stage.words(earlier)) == before
    assert "On an earlier ballot" in stage.words(stage.ballot())[-1].body.text


@story("P21", "P42")
def where_the_earlier_ballot_is_locked_only_the_summary_tells(stage: Stage) -> Script:
    _, earlier = yield from asked_anew(stage)
    stage.owner.lock(earlier)
    stage.owner.comment(earlier, "/approve A")
    told = yield TICK
    assert told.writes == []
    told.mentions(CLOSED)


@story("P21", "P34")
def a_yes_of_before_the_fresh_ballot_was_told_already(stage: Stage) -> Script:
    """The notice that ended the approval says where to answer."""
    pull, earlier = yield from approved(stage)
    stage.author.push(pull)
    stage.owner.comment(earlier, "/approve A")
    yield TICK
    assert len(stage.words(earlier)) == 1
    told = yield TICK
    assert told.writes == []


@story("P21", "P18", "P39")
def a_yes_through_an_app_is_told_when_the_fresh_ballot_is_opened(stage: Stage) -> Script:
    """It ended nothing, so no notice told its author anything."""
    pull, earlier = yield from asked(stage)
    stage.author.close(pull)
    yield TICK
    assert stage.ours(earlier) == {"auto-resolved-pr-closed"}
    before = len(stage.words(earlier))
    stage.owner.comment(earlier, "/approve A", via_app="robot")
    stage.owner.reopen(pull)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert len(stage.words(earlier)) == before + 1
    assert f"/issues/{stage.ballot().number}" in stage.words(earlier)[-1].body.text


@story("P21", "P34")
def nobody_is_told_where_nothing_waits(stage: Stage) -> Script:
    pull, earlier = yield from asked(stage)
    stage.author.close(pull)
    yield TICK
    before = len(stage.words(earlier))
    stage.author.push(pull, files=SAFE)
    stage.owner.comment(earlier, "/approve A")
    told = yield TICK
    assert told.writes == []
    assert len(stage.words(earlier)) == before


# Whoever may write everywhere hides the owner's late no


def changed_mind(stage: Stage) -> Asked:
    """The owner said yes on the fresh ballot, then no by answering a mail about the earlier one."""
    pull, earlier = yield from asked_anew(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(stage.ballot(), "+1")
    stage.owner.comment(earlier, "/reject", via_email=True)
    return pull, earlier


def nothing_is_approved(stage: Stage, pull: PullRequest) -> None:
    """The no holds: the fresh ballot asks what was meant."""
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "pending"
    assert "On an earlier ballot" in stage.words(stage.ballot())[-1].body.text


@story("P34", "P28", projects_yml=AT_ONCE)
def the_earlier_ballot_is_edited_to_name_another_pull_request(stage: Stage) -> Script:
    pull, earlier = yield from changed_mind(stage)
    text = stage.now(earlier).body.text
    stage.agent.edit_body(earlier, text.replace(f"{APP}#{pull.number}", f"{APP}#99"))
    yield TICK
    nothing_is_approved(stage, pull)


@story("P34", "P28", projects_yml=AT_ONCE)
def the_earlier_ballot_is_emptied(stage: Stage) -> Script:
    pull, earlier = yield from changed_mind(stage)
    stage.agent.edit_body(earlier, "")
    yield TICK
    nothing_is_approved(stage, pull)


@story("P34", "P43", projects_yml=AT_ONCE)
def much_talk_after_the_no_on_the_earlier_ballot(stage: Stage) -> Script:
    pull, earlier = yield from changed_mind(stage)
    for number in range(51):
        stage.agent.comment(earlier, f"Hm, {number}.")
    yield TICK
    nothing_is_approved(stage, pull)
