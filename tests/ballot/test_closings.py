"""A pending ballot that is closed: whose closing it is, and what follows from it (P38)."""

from __future__ import annotations

from typing import Any

import pytest

from inbox.actions import describe
from inbox.ballot.case import Stage
from inbox.ballot.closings import MOST_CLOSINGS, closing_of, is_owners
from inbox.ballot.plan import closings_are_many
from inbox.counted import Counted
from inbox.policy import OnManualClose
from inbox.refs import Account
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, ANY_WORKFLOW, BOT, DEPUTY, OWNER, G

REOPENED = "set o/inbox#7 to open with labels decision:pending-owner"
AUTO_CLOSED = [
    "comment on o/r#42",
    "close o/r#42 at aaaaaaa",
    "set o/inbox#7 to closed with labels decision:auto-resolved-pr-closed, decision:pending-owner",
    "take label decision:pending-owner off o/inbox#7",
]


def closed(by: Account | None = OWNER, at: str = "10:00", **how: Any) -> Reading:
    """The ballot was closed at 10:00, by its owner unless said."""
    return asked().closes(by, at, **how)


def stage_of(reading: Reading) -> Stage:
    return reading.planned.stage


# Whose closing it is


@pytest.mark.parametrize("by", [OWNER, DEPUTY])
@pytest.mark.parametrize("reason", ["", "completed", "not_planned"])
def test_the_closing_of_an_allowlisted_hand_closes_the_pull_request(
    by: Account, reason: str
) -> None:
    """The seeds' default: `on_manual_close: close-pr` (row 109)."""
    reading = closed(by, reason=reason)
    assert reading.writes == AUTO_CLOSED
    after = reading.tick("10:05")
    assert after.labels == {"auto-resolved-pr-closed"}
    assert not after.pull.is_open
    assert after.counted == (Counted.AUTO_RESOLVED,)


NOT_THE_OWNERS = {
    "an agent": closed(AGENT),
    "nobody GitHub names": closed(None),
    "a keyword in a commit": closed(closer="commit abc"),
    "a merged pull request": closed(closer="pull request o/r#9"),
    "a project's workflow": closed(closer="project"),
    "a duplicate": closed(reason="duplicate"),
    "another workflow under a shared login": asked(bot=ANY_WORKFLOW).closes(BOT, "10:00"),
}


@pytest.mark.parametrize("whose", NOT_THE_OWNERS)
def test_any_other_closing_is_undone_with_one_comment(whose: str) -> None:
    """Row 110."""
    reading = NOT_THE_OWNERS[whose]
    assert not is_owners(reading.ballot, reading.terms.electorate)
    assert reading.writes == ["comment on o/inbox#7", REOPENED]
    after = reading.tick("10:05")
    assert (after.ballot.is_open, after.pull.is_open) == (True, True)
    assert after.writes == []
    again = after.closes(AGENT, "11:00")
    assert again.writes == ["comment on o/inbox#7", REOPENED], "another closing, another comment"


def test_what_rest_calls_a_duplicate_is_one_whatever_the_event_says() -> None:
    reading = closed()
    duplicate = reading._with(closed_as="duplicate")
    assert is_owners(reading.ballot, reading.terms.electorate)
    assert not is_owners(duplicate.ballot, duplicate.terms.electorate)


def test_the_bots_own_closing_without_a_verdict_is_half_done_and_undone_silently() -> None:
    """Protocol P29: a closing by the bot is no person's."""
    assert closed(BOT).writes == [REOPENED]


def test_an_open_ballot_has_no_closing_and_only_the_last_one_counts() -> None:
    assert closing_of(asked().ballot) is None
    assert closing_of(closed().reopens(OWNER, "10:10").ballot) is None
    twice = closed(AGENT).reopens(AGENT, "10:01").closes(OWNER, "10:02")
    assert stage_of(twice) is Stage.CLOSED_BY_OWNER
    assert stage_of(closed().reopens(AGENT, "10:01").closes(AGENT, "10:02")) is Stage.REOPENED


def test_configured_to_reopen_an_owners_closing_is_undone_too() -> None:
    reading = closed().under(on_manual_close=OnManualClose.REOPEN)
    assert reading.writes == ["comment on o/inbox#7", REOPENED]
    after = reading.tick("10:05")
    assert "Closing a ballot is no answer here" in after.said()[-1]
    assert (after.ballot.is_open, after.pull.is_open, after.counted) == (True, True, ())


# A signal of the round comes first


@pytest.mark.parametrize("said_at", ["09:30", "10:00", "10:30"])
@pytest.mark.parametrize(
    ("word", "label"),
    [("/approve A", "approved-A"), ("/approve B", "approved-B"), ("/reject", "rejected")],
)
@pytest.mark.parametrize("by", [OWNER, AGENT])
def test_an_answer_before_with_or_after_the_closing_is_applied(
    said_at: str, word: str, label: str, by: Account
) -> None:
    """Row 111."""
    after = closed(by).comments(OWNER, word, said_at).tick("11:00")
    assert after.labels == {label}
    assert not after.ballot.is_open
    assert after.pull.is_open is (label != "rejected")


@pytest.mark.parametrize(
    ("said_at", "stage"),
    [
        ("09:30", Stage.CLOSED_BY_OWNER),
        ("10:00", Stage.CLOSED_BY_OWNER),
        ("10:00:01", Stage.DEFERRED),
    ],
)
def test_a_deferral_gives_way_to_the_closing_unless_it_came_after_it(
    said_at: str, stage: Stage
) -> None:
    reading = closed().comments(OWNER, "/approve C", said_at)
    assert stage_of(reading) is stage
    after = reading.tick("11:00")
    assert after.ballot.is_open is (stage is Stage.DEFERRED)
    assert ("deferred" in after.labels) is (stage is Stage.DEFERRED)


def test_an_unclear_word_after_the_closing_opens_it_again() -> None:
    """Protocol P22a."""
    after = closed().comments(OWNER, "/aprove A", "10:01").tick("11:00")
    assert (after.ballot.is_open, after.pull.is_open) == (True, True)
    assert after.labels == {"pending-owner"}


@pytest.mark.parametrize("by", [AGENT, None])
def test_what_others_say_saves_no_ballot_from_its_owners_closing(by: Account | None) -> None:
    reading = closed().comments(by, "/approve A", "10:01").reacts(by, "👍", "10:02")
    assert stage_of(reading) is Stage.CLOSED_BY_OWNER


def test_an_answer_that_a_push_voided_opens_the_ballot_with_the_notice() -> None:
    reading = asked().reacts(OWNER, "👍", "09:30").push(G).closes(OWNER, "10:00")
    after = reading.tick("11:00")
    assert after.labels == {"pending-owner", "stale-approval"}
    assert (after.ballot.is_open, after.pull.is_open) == (True, True)
    assert f"to {G}" in after.said()[-1]


def test_a_push_without_an_answer_does_not_keep_an_owners_closing() -> None:
    """The pull request is closed at the head that it has now."""
    assert "close o/r#42 at bbbbbbb" in asked().push(G).closes(OWNER, "10:00").writes


# Tampering and endings elsewhere


def test_a_tampered_ballot_that_is_closed_is_superseded_and_closes_nothing_else() -> None:
    """Protocol P28."""
    for by in (OWNER, AGENT):
        reading = asked().rewrites(AGENT, "Option A", "Option Z", "09:30").closes(by, "10:00")
        after = reading.tick("11:00")
        assert after.labels == {"superseded"}
        assert after.pull.is_open
        assert after.said(on_pull=True) == []


def test_a_reject_in_a_tampered_ballot_comes_first() -> None:
    reading = (
        asked().rewrites(AGENT, "Option A", "Option Z", "09:30").comments(OWNER, "/reject", "09:45")
    )
    after = reading.closes(OWNER, "10:00").tick("11:00")
    assert after.labels == {"rejected"}


def test_where_the_pull_request_ended_too_the_closing_means_nothing_more() -> None:
    """Protocol P39 before P38."""
    after = closed().pull_is(is_open=False).tick("11:00")
    assert after.labels == {"auto-resolved-pr-closed"}
    assert after.said(on_pull=True) == []
    merged = closed().pull_is(is_open=False, is_merged=True).tick("11:00")
    assert merged.labels == {"auto-resolved-pr-merged"}
    assert merged.counted == (Counted.AUTO_RESOLVED, Counted.BYPASSED)


# Crashes


@pytest.mark.parametrize("cut", range(len(AUTO_CLOSED)))
def test_a_half_done_closing_is_completed_and_counted_once(cut: int) -> None:
    after = closed().tick("10:05", cut=cut).tick("10:10")
    assert after.labels == {"auto-resolved-pr-closed"}
    assert not after.pull.is_open
    assert len(after.said(on_pull=True)) == 1
    assert after.counted == (Counted.AUTO_RESOLVED,)


@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.parametrize("many", [True, False])
def test_a_half_done_undoing_is_completed_with_one_comment(cut: int, many: bool) -> None:
    """What was named as undone is undone, also when the next tick sees fewer closings."""
    reading = closed().under(closings_are_many=True).tick("10:05", cut=cut)
    after = reading.under(closings_are_many=many or cut == 0).tick("10:10")
    assert (after.ballot.is_open, after.pull.is_open) == (True, True)
    assert len(after.said()) == 1


# Many at once


def test_three_closings_are_meant_and_four_are_not() -> None:
    case = closed().case
    assert not closings_are_many([case] * MOST_CLOSINGS)
    assert closings_are_many([case] * (MOST_CLOSINGS + 1))


def test_only_closings_by_owners_without_an_answer_are_counted() -> None:
    others = [
        asked().case,
        closed(AGENT).case,
        closed(reason="duplicate").case,
        closed().comments(OWNER, "/reject", "10:01").case,
        closed().pull_is(is_open=False).case,
        asked().rewrites(AGENT, "Option A", "Option Z", "09:30").closes(OWNER, "10:00").case,
    ]
    assert not closings_are_many([*others, *[closed().case] * MOST_CLOSINGS])


def test_many_closings_stay_many_while_they_are_being_undone() -> None:
    """A tick that died after naming some of them: the rest must not close their pull requests."""
    named = closed().under(closings_are_many=True).tick("10:05", cut=1)
    assert closings_are_many([named.case, *[closed().case] * MOST_CLOSINGS])


def test_an_undone_closing_says_who_closed_and_never_votes() -> None:
    reading = closed().under(closings_are_many=True)
    after = reading.tick("10:05")
    assert "closed by `owner`" in after.said()[-1]
    assert after.verdict is None
    assert [describe(step.action) for step in after.planned.steps] == []
