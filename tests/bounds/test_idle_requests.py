"""What a tick costs while nobody answers: the scout alone leads to no write (protocol P43)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inbox.simulator.conversation import Issue
from tests.bounds.inboxes import afresh, an_inbox, pull_of, until_quiet
from tests.stories.stage import APP, PENDING, RISKY, Stage, Way
from tests.stories.told import Told

IDLE = 8
TALKED_ABOUT = 10
SHARE_OF_A_TICK = 83


def idle(stage: Stage) -> Told:
    """A tick over HTTP that wrote nothing and got everything done."""
    afresh(stage)
    stage.way = Way.LOOPBACK
    told = stage.tick()
    stage.later(minutes=5)
    assert told.exit_status == 0, told.said
    assert told.writes == [], told.said
    assert told.of("complete") is True
    return told


def test_a_hundred_ballots_of_three_repositories_cost_eight_requests() -> None:
    stage = an_inbox(100)
    told = idle(stage)
    assert told.requests <= IDLE
    assert told.of("inbox_open_count") == 100
    points = sum(entry.points for entry in told.entries if entry.path == "/graphql")
    assert points <= 10, "GraphQL has an hourly limit of its own"
    stage.close()


def test_a_word_of_the_bot_and_a_strangers_reaction_on_each_cost_two_more() -> None:
    stage = an_inbox(100)
    for ballot in stage.ballots():
        stage.bot.comment(ballot, "Seen.")
        stage.stranger.react(ballot, "+1")
    stage.later(minutes=5)
    told = idle(stage)
    assert told.requests <= TALKED_ABOUT
    told.counted(inbox_open_count=100)
    assert told.summary.count("stranger") >= 1
    stage.close()


def test_a_notice_on_each_and_a_strangers_reaction_to_it_cost_two_more() -> None:
    stage = an_inbox(60, way=Way.DIRECT)
    for ballot in stage.ballots():
        stage.author.push(pull_of(stage, ballot), files=RISKY)
    until_quiet(stage)
    for ballot in stage.ballots():
        (notice,) = stage.words(ballot)
        stage.stranger.react(notice, "-1")
        stage.stranger.react(ballot, "+1")
    told = idle(stage)
    assert told.requests <= TALKED_ABOUT
    told.counted(inbox_open_count=60)
    stage.close()


@pytest.mark.parametrize("edited", [False, True], ids=["as written", "each edited"])
def test_much_talk_on_forty_ballots_fits_in_the_share_of_one_tick(edited: bool) -> None:
    stage = an_inbox(40)
    for ballot in stage.ballots():
        stage.stranger.react(ballot, "-1")
        for number in range(5):
            who = stage.owner if number % 2 else stage.stranger
            comment = who.comment(ballot, f"What about the {number} rows?")
            if edited:
                who.edit_comment(comment, f"What about the {number} rows in it?")
    stage.later(minutes=5)
    told = idle(stage)
    assert told.requests < SHARE_OF_A_TICK
    assert told.requests <= IDLE + 3, "none of it can be an answer"
    told.counted(inbox_open_count=40)
    stage.close()


Deed = Callable[[Stage, Issue], None]


def deferred(stage: Stage, ballot: Issue) -> None:
    """C was said, and confirmed."""
    stage.owner.comment(ballot, "/approve C")


def held(stage: Stage, ballot: Issue) -> None:
    """What was meant is asked."""
    stage.owner.comment(ballot, "/approve D")


def tampered(stage: Stage, ballot: Issue) -> None:
    """The text is another."""
    stage.agent.edit_body(ballot, f"{ballot.body.text}\nIt is fine.")


def renamed(stage: Stage, ballot: Issue) -> None:
    """The title is another."""
    stage.agent.rename(ballot, "Nothing to see")


def unreadable(stage: Stage, ballot: Issue) -> None:
    """The original text is gone from the history."""
    stage.agent.edit_body(ballot, f"{ballot.body.text}\nIt is fine.")
    stage.agent.forget_revision(ballot, 1)


def noticed_and_edited(stage: Stage, ballot: Issue) -> None:
    """Somebody edited the notice, and another followed."""
    stage.author.push(pull_of(stage, ballot), files=RISKY)
    until_quiet(stage)
    stage.agent.edit_comment(stage.words(ballot)[0], "Nothing moved.")


def answered_before_the_notice(stage: Stage, ballot: Issue) -> None:
    """An answer by e-mail came too late, which is said."""
    stage.author.push(pull_of(stage, ballot), files=RISKY)
    until_quiet(stage)
    stage.owner.comment(ballot, "/approve A", via_email=True)


def approved_through_an_app(stage: Stage, ballot: Issue) -> None:
    """An app approves nothing in the owner's name, which is said."""
    stage.owner.comment(ballot, "/approve A", via_app="chat")


def rejected_through_an_app(stage: Stage, ballot: Issue) -> None:
    """An app may have said no in the owner's name; what was meant is asked."""
    stage.owner.comment(ballot, "/reject", via_app="chat")


def answered_elsewhere(stage: Stage, ballot: Issue) -> None:
    """On the pull request nothing counts, which is said there."""
    stage.owner.comment(pull_of(stage, ballot), "/approve A")


def deleted(stage: Stage, ballot: Issue) -> None:
    """Somebody deleted the owner's words, which is said."""
    comment = stage.owner.comment(ballot, "Let me think.")
    stage.later(seconds=10)
    stage.agent.delete_comment(comment)


def put_words_in_the_owners_mouth(stage: Stage, ballot: Issue) -> None:
    """Somebody wrote a command into the owner's comment."""
    comment = stage.owner.comment(ballot, "Let me think.")
    stage.later(seconds=10)
    stage.agent.edit_comment(comment, "/approve A")


def forgotten(stage: Stage, ballot: Issue) -> None:
    """An earlier text of the owner's comment is gone."""
    comment = stage.owner.comment(ballot, "/reject")
    stage.later(seconds=10)
    stage.owner.edit_comment(comment, "Let me think.")
    stage.agent.forget_revision(comment, 1)


def locked(stage: Stage, ballot: Issue) -> None:
    """The conversation is locked."""
    stage.agent.lock(ballot)


def labelled_by_somebody(stage: Stage, _: Issue) -> None:
    """An issue of somebody's carries the label."""
    stage.agent.open_issue(APP, "Decision pending", "Please.", labels=(PENDING,))


def written_as_no_ballot(stage: Stage, _: Issue) -> None:
    """An issue in the bot's name carries the label and is no ballot."""
    stage.bot.open_issue(APP, "Decision pending", "Please.", labels=(PENDING,))


def about_another_repository(stage: Stage, ballot: Issue) -> None:
    """A ballot's text, about a repository that is not supervised."""
    pull = pull_of(stage, ballot)
    text = ballot.body.text.replace(f"{APP}#{pull.number}", "org/gone#1")
    stage.bot.open_issue(APP, "Decision pending — PR org/gone#1", text, labels=(PENDING,))


SETTLED = (
    deferred,
    held,
    tampered,
    renamed,
    unreadable,
    noticed_and_edited,
    answered_before_the_notice,
    approved_through_an_app,
    rejected_through_an_app,
    answered_elsewhere,
    deleted,
    put_words_in_the_owners_mouth,
    forgotten,
    locked,
    labelled_by_somebody,
    written_as_no_ballot,
    about_another_repository,
)


@pytest.mark.parametrize("shared_bot", [False, True], ids=["an app", "the shared bot"])
@pytest.mark.parametrize("deed", SETTLED, ids=lambda deed: str(deed.__name__))
def test_what_was_answered_once_is_not_read_whole_again(deed: Deed, shared_bot: bool) -> None:
    """Protocol P43: a signal that our own words name, with nothing newer, is not possible again."""
    stage = an_inbox(3, shared_bot=shared_bot, way=Way.DIRECT)
    before = idle(stage).requests
    stage.way = Way.DIRECT
    deed(stage, stage.ballots()[-1])
    stage.later(minutes=3)
    until_quiet(stage)
    assert idle(stage).requests <= before + 2
    stage.close()


def test_all_of_it_together_costs_no_more_than_each_alone() -> None:
    stage = an_inbox(len(SETTLED), shared_bot=True, way=Way.DIRECT)
    before = idle(stage).requests
    stage.way = Way.DIRECT
    for deed, ballot in zip(SETTLED, stage.ballots(), strict=True):
        deed(stage, ballot)
        stage.later(minutes=1)
    until_quiet(stage)
    assert idle(stage).requests <= before + 2
    stage.close()
