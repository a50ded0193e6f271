"""Closings by hand, with and without an answer, and pull requests that end elsewhere (P38-P41)."""

from __future__ import annotations

from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import APP, PENDING, Stage
from tests.stories.stories_merging import approved
from tests.stories.story import TICK, Script, asked, story

REOPENS = "decision_inbox: {on_manual_close: reopen}\n"


def is_open(stage: Stage, *things: object) -> bool:
    """True when all of them are open."""
    return all(stage.now(one).state == "open" for one in things)  # type: ignore[arg-type]  # ballots and pull requests alike


def ballot_about(stage: Stage, pull: PullRequest) -> Issue:
    """The newest ballot about that pull request."""
    return [one for one in stage.ballots() if one.title.endswith(pull.ref)][-1]


@story("P38")
def closing_with_a_comment_that_answers_is_the_answer(stage: Stage) -> Script:
    """GitHub's button "Close with comment" writes both in one second."""
    rejected, one = yield from asked(stage)
    accepted, two = yield from asked(stage)
    stage.owner.comment(one, "Not like this.\n\n/reject")
    stage.owner.close(one)
    stage.owner.comment(two, "/approve B")
    stage.owner.close(two)
    told = yield TICK
    told.counted(inbox_resolved=2, answers={"rejected": 1, "approved-B": 1})
    assert stage.ours(one) == {"rejected"}
    assert stage.now(rejected).state == "closed"
    assert stage.ours(two) == stage.ours(accepted) == {"approved-B"}
    assert is_open(stage, accepted)


@story("P38")
def closing_with_a_comment_that_answers_nothing_is_a_closing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "We no longer need this, thanks.")
    stage.owner.close(ballot)
    told = yield TICK
    told.counted(auto_resolved=1)
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    assert stage.now(pull).state == "closed"
    assert "closed the ballot" in stage.words(pull)[-1].body.text


@story("P38", "P22")
def an_answer_after_the_closing_is_the_answer(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.close(ballot)
    stage.later(minutes=1)
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    assert is_open(stage, pull)


@story("P38", "P31")
def a_deferral_gives_way_to_a_later_closing_and_undoes_an_earlier_one(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    kept, other = yield from asked(stage)
    stage.owner.comment(ballot, "/approve C")
    stage.later(minutes=1)
    stage.owner.close(ballot)
    stage.owner.close(other)
    stage.later(minutes=1)
    stage.owner.comment(other, "/approve C")
    told = yield TICK
    told.counted(
        auto_resolved=1,
        inbox_resolved=1,
        issues_deferred=1,
        inbox_open_count=1,
        answers={"approved-C-deferred": 1},
    )
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    assert stage.now(pull).state == "closed"
    assert stage.ours(other) == {"pending-owner", "deferred"}
    assert is_open(stage, kept, other)


@story("P38", "P22a")
def an_unclear_word_after_the_closing_opens_it_again(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.close(ballot)
    stage.later(minutes=1)
    stage.owner.comment(ballot, "/aprove")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert is_open(stage, pull, ballot)
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P38")
def a_closing_as_a_duplicate_is_no_answer(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    other, second = yield from asked(stage)
    stage.owner.close(ballot, duplicate_of=second)
    told = yield TICK
    told.counted(inbox_open_count=2)
    assert is_open(stage, pull, other, ballot, second)
    assert stage.ours(ballot) == {"pending-owner"}
    assert len(stage.words(ballot)) == 1
    assert stage.words(second) == []
    stage.owner.close(ballot)
    told = yield TICK
    told.counted(auto_resolved=1, inbox_open_count=1)
    assert stage.now(pull).state == "closed"


@story("P38")
def a_keyword_in_a_commit_closes_nothing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.commit(APP, {"a.md": "text\n"}, message=f"Mend it\n\nFixes #{ballot.number}")
    assert stage.now(ballot).state == "closed"
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert is_open(stage, pull, ballot)


@story("P38", "P29", "row 110")
def a_closing_under_the_bots_login_is_no_answer(stage: Stage) -> Script:
    """Another workflow closes stale issues, say; nothing of it is half done."""
    pull, ballot = yield from asked(stage)
    stage.bot.close(ballot, reason="not_planned")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert is_open(stage, pull, ballot)
    assert stage.ours(ballot) == {"pending-owner"}


@story("P38")
def a_ballot_closed_again_and_again_by_others_is_said_each_time(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    for times in (1, 2):
        stage.agent.close(ballot)
        yield TICK
        assert is_open(stage, pull, ballot)
        assert len(stage.words(ballot)) == times


@story("P38", "P25")
def a_closing_after_a_push_closes_what_is_there_now(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.author.push(pull)
    stage.owner.close(ballot)
    told = yield TICK
    assert told.of("auto_resolved") == 1
    assert stage.now(pull).state == "closed"
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}


@story("P38", projects_yml=REOPENS)
def where_closings_are_undone_answers_still_count(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.close(ballot)
    yield TICK
    assert is_open(stage, pull, ballot)
    stage.owner.comment(ballot, "/reject")
    stage.owner.close(ballot)
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"


@story("P38")
def three_closings_at_once_are_meant(stage: Stage) -> Script:
    pulls = [stage.pull() for _ in range(3)]
    yield TICK
    for ballot in stage.ballots():
        stage.owner.close(ballot)
    told = yield TICK
    told.counted(auto_resolved=3)
    assert {stage.now(one).state for one in pulls} == {"closed"}


@story("P38", "P28")
def many_closings_among_them_an_answer_and_a_forgery(stage: Stage) -> Script:
    """Only closings of owners' own hands without an answer make a mistake: here there are four."""
    pulls = [stage.pull() for _ in range(6)]
    yield TICK
    voted, tampered, *plain = [ballot_about(stage, pull) for pull in pulls]
    stage.owner.comment(voted, "/reject")
    stage.agent.edit_body(tampered, "Nothing to see here.")
    for ballot in (voted, tampered, *plain):
        stage.owner.close(ballot)
    told = yield TICK
    told.counted(
        inbox=1,
        inbox_resolved=1,
        inbox_open_count=5,
        answers={"rejected": 1},
    )
    assert [stage.now(one).state for one in pulls] == ["closed"] + ["open"] * 5
    assert stage.ours(tampered) == {"superseded"}
    assert is_open(stage, *plain)
    told.mentions("more ballots at once than anybody means to")


@story("P38", "P9")
def what_was_undone_can_be_closed_again_one_by_one(stage: Stage) -> Script:
    pulls = [stage.pull() for _ in range(4)]
    yield TICK
    for ballot in stage.ballots():
        stage.owner.close(ballot)
    yield TICK
    assert is_open(stage, *pulls)
    stage.owner.close(ballot_about(stage, pulls[0]))
    told = yield TICK
    told.counted(auto_resolved=1, inbox_open_count=3)
    assert stage.now(pulls[0]).state == "closed"


# Elsewhere


@story("P39", "P32")
def a_reject_is_one_even_when_the_pull_request_was_closed_before_it(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.author.close(pull)
    stage.later(minutes=1)
    stage.owner.react(ballot, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.ours(ballot) == {"rejected"}


@story("P39")
def an_approval_of_what_was_closed_meanwhile_decides_nothing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.author.close(pull)
    told = yield TICK
    told.counted(auto_resolved=1)
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    assert (stage.ours(pull), stage.words(pull)) == (set(), [])


@story("P39")
def a_merge_by_hand_of_what_was_approved_is_no_bypass(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.agent.merge(pull)
    told = yield TICK
    told.counted(auto_resolved=1, bypassed=0)
    assert stage.ours(ballot) == {"auto-resolved-pr-merged"}
    assert told.annotations("warning") == []


@story("P39")
def a_merge_of_a_head_that_moved_after_the_approval_is_a_bypass(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.author.push(pull)
    stage.agent.merge(pull)
    told = yield TICK
    told.counted(auto_resolved=1, bypassed=1)
    assert stage.ours(ballot) == {"auto-resolved-pr-merged"}
    told.mentions("bypass")


@story("P39", "P38")
def closing_a_ballot_whose_pull_request_is_gone_changes_nothing_more(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.close(ballot)
    stage.author.close(pull)
    told = yield TICK
    told.counted(auto_resolved=1)
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    assert stage.words(pull) == []


# Open again


@story("P41", "P38")
def an_owner_takes_a_closing_back_by_reopening_both(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.close(ballot)
    yield TICK
    assert stage.now(pull).state == "closed"
    stage.owner.reopen(pull)
    stage.owner.reopen(ballot)
    told = yield TICK
    assert told.of("inbox_open_count") == 1
    assert is_open(stage, pull)
    (waiting,) = [one for one in stage.ballots() if one.state == "open"]
    assert stage.ours(waiting) == {"pending-owner"}
    stage.owner.comment(waiting, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P41", "P39")
def an_answer_to_what_was_closed_is_asked_for_again_where_its_owner_reopens_both(
    stage: Stage,
) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.author.close(pull)
    yield TICK
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    stage.owner.reopen(pull)
    stage.owner.reopen(ballot)
    told = yield TICK
    assert told.of("inbox_open_count") == 1
    assert stage.ours(pull) == set()
    (waiting,) = [one for one in stage.ballots() if one.state == "open"]
    stage.owner.comment(waiting, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P41", "P20")
def an_approval_that_its_owner_reopens_is_asked_anew(stage: Stage) -> Script:
    """The vote from before the reopening counts no more, checks are green, and nothing merges."""
    pull, ballot = yield from approved(stage)
    stage.owner.reopen(ballot)
    stage.gh.check_run(pull, "build")
    told = yield TICK
    assert told.of("inbox_open_count") == 1
    assert told.of("merged") == 0
    assert is_open(stage, pull)
    assert stage.ours(pull) == set()
    (waiting,) = [one for one in stage.ballots() if one.state == "open"]
    assert stage.ours(waiting) == {"pending-owner"}
    assert stage.status(pull).state == "pending"
    stage.owner.comment(waiting, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P41", "P20")
def answers_after_the_reopening_count_at_once(stage: Stage) -> Script:
    again, one = yield from approved(stage)
    other, two = yield from approved(stage)
    for ballot, answer in ((one, "/approve A"), (two, "/approve B")):
        stage.owner.reopen(ballot)
        stage.later(minutes=1)
        stage.owner.comment(ballot, answer)
    told = yield TICK
    yield TICK
    assert told.of("inbox") == 0
    assert stage.ours(again) == stage.ours(one) == {"approved-A"}
    assert stage.ours(other) == stage.ours(two) == {"approved-B"}
    assert {stage.now(ballot).state for ballot in (one, two)} == {"closed"}


@story("P41", "P20")
def a_ballot_that_a_stranger_reopens_keeps_its_answer(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.agent.reopen(ballot)
    told = yield TICK
    assert told.of("inbox") == 0
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    assert stage.now(ballot).state == "closed"
    stage.gh.check_run(pull, "build")
    yield TICK
    yield TICK
    assert stage.now(pull).merged


@story("P32", "P41")
def a_rejected_ballot_that_others_reopen_keeps_its_answer(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "-1")
    yield TICK
    stage.agent.reopen(ballot)
    stage.agent.label(ballot, PENDING)
    stage.agent.reopen(pull)
    yield TICK
    assert stage.now(pull).state == "closed"
    yield TICK
    assert stage.ours(ballot) == {"rejected"}
    assert stage.now(ballot).state == "closed"


@story("P32", "P25")
def a_push_to_a_rejected_pull_request_is_asked_about(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "-1")
    yield TICK
    stage.author.reopen(pull)
    stage.author.push(pull)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert is_open(stage, pull)
    assert stage.ballot().number != ballot.number
    assert stage.ours(ballot) == {"rejected"}
