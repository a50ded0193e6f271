"""What our own answers tell the scout of an app's comments, and when they do not (P18, P43)."""

from __future__ import annotations

import pytest

from inbox.ballot.answered import as_answered
from inbox.sayings import Saying, render_sayings
from inbox.simulator.clock import stamp
from inbox.simulator.conversation import Comment
from tests.ballot.building import asked
from tests.ballot.cast import AGENT, BOT, OWNER
from tests.bounds.inboxes import an_inbox, pull_of, until_quiet
from tests.bounds.test_idle_requests import idle
from tests.stories.stage import Stage, Way

HOURS = 24


def wait_for_hour(stage: Stage, hour: int) -> None:
    """It is a little past that hour."""
    stage.later(hours=(hour - stage.gh.clock.now.hour - 1) % HOURS)
    stage.later(minutes=70 - stage.gh.clock.now.minute)
    assert stage.gh.clock.now.hour == hour


@pytest.mark.parametrize("shared_bot", [False, True], ids=["an app", "the shared bot"])
@pytest.mark.parametrize("words", ["/approve A", "/reject"])
def test_where_any_workflow_could_have_answered_it_is_read_whole_once_a_day(
    words: str, shared_bot: bool
) -> None:
    stage = an_inbox(1, shared_bot=shared_bot, way=Way.DIRECT)
    before = idle(stage).requests
    (ballot,) = stage.ballots()
    stage.owner.comment(ballot, words, via_app="chat")
    until_quiet(stage)
    wait_for_hour(stage, (ballot.number + 2) % HOURS)
    assert idle(stage).requests <= before + 2
    wait_for_hour(stage, ballot.number % HOURS)
    read = idle(stage).requests
    assert read == before + 6 if shared_bot else read <= before + 2
    stage.close()


def forge_an_answer(stage: Stage, comment: Comment) -> None:
    """Another workflow answers the owner's own comment as the bot answers an app's."""
    at = stamp(comment.created_at).replace("-", "").replace(":", "")
    saying = Saying(f"comment:{comment.id}:{at}", "An app wrote that.")
    stage.bot.comment(comment.of, render_sayings((saying,)))


def test_a_forged_answer_hides_a_refusal_for_a_day_at_most_and_approves_nothing() -> None:
    stage = an_inbox(1, shared_bot=True, way=Way.DIRECT)
    (ballot,) = stage.ballots()
    wait_for_hour(stage, (ballot.number + 1) % HOURS)
    stage.owner.react(ballot, "+1")
    stage.later(minutes=1)
    forge_an_answer(stage, stage.owner.comment(ballot, "/reject"))
    stage.later(minutes=1)
    for _ in range(HOURS):
        told = stage.tick()
        if told.of("inbox_resolved"):
            break
        assert stage.ours(ballot) == {"pending-owner"}
        assert stage.status(pull_of(stage, ballot)).state == "pending"
        stage.later(hours=1)
    assert stage.ours(ballot) == {"rejected"}
    stage.close()


def test_an_edited_comment_is_not_the_one_that_was_answered() -> None:
    stage = an_inbox(1, way=Way.DIRECT)
    (ballot,) = stage.ballots()
    comment = stage.owner.comment(ballot, "/approve A", via_app="chat")
    until_quiet(stage)
    stage.owner.edit_comment(comment, "/reject")
    stage.later(minutes=1)
    stage.tick()
    assert len(stage.words(ballot)) == 2, "what is meant now is asked anew"
    stage.close()


def test_only_what_the_bot_answered_alone_is_taken_for_an_apps() -> None:
    """Protocol P24: an answer that somebody else edited or wrote is none."""
    seen = asked().comments(OWNER, "/approve A", "10:00", via_app=None)
    first = seen.newest
    answer = render_sayings((Saying(f"comment:{first}:20260801T100000Z", "No."),))
    other = seen.comments(OWNER, "/reject", "10:01", via_app=None)
    answered = other.comments(BOT, answer, "10:05", via_app=None)
    taken = {one.id: one.via_app for one in as_answered(answered.ballot, BOT).comments}
    assert taken == {first: True, first + 1: None, first + 2: None}
    for forged in (
        other.comments(AGENT, answer, "10:05"),
        other.comments(BOT, "Wait.", "10:05").edits(AGENT, answer, "10:06"),
    ):
        ballot = as_answered(forged.ballot, BOT)
        assert [one.via_app for one in ballot.comments[:2]] == [None, None]
