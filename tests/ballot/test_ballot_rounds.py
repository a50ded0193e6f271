"""Since when signals count: every beginning of a round (protocol P17, P20, P21; P41)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.ballot.choice import Choice
from inbox.ballot.round import Beginning
from inbox.ballot.signals import Unheard
from inbox.labels import DEFERRED, PENDING
from inbox.world import EventKind
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, ANY_WORKFLOW, BOT, DEPUTY, OWNER, G, clock

A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD


def resolved() -> Reading:
    """A was applied at 10:05, and the ballot closed at 10:05:02."""
    return asked().comments(OWNER, "/approve A", "10:00").tick("10:05")


def commented() -> Reading:
    return asked().comments(OWNER, "Let me see.", "09:30")


def deferred_once() -> Reading:
    """The bot took the label of a deferral off."""
    reading = asked().closes(BOT, "09:31").reopens(BOT, "09:32")
    event = replace(reading.ballot.events[0], kind=EventKind.UNLABELLED, before=DEFERRED)
    return reading._with(events=(event, *reading.ballot.events))


STARTS: dict[str, tuple[Reading, Beginning, str]] = {
    "the opening": (asked(), Beginning.OPENED, "09:00"),
    "a notice": (asked().push(G).tick("10:00"), Beginning.NOTICE, "10:00"),
    "a notice's last edit": (
        asked().push(G).tick("10:00").retarget("dev", "10:01").tick("10:10"),
        Beginning.NOTICE,
        "10:10",
    ),
    "an owner reopened the resolved ballot": (
        resolved().reopens(OWNER, "11:00"),
        Beginning.REOPENED,
        "11:00",
    ),
    "somebody deleted an owner's comment": (
        commented().deletes(AGENT, "10:00"),
        Beginning.DELETED,
        "10:00",
    ),
    "GitHub does not say who deleted it": (
        commented().deletes(None, "10:00"),
        Beginning.DELETED,
        "10:00",
    ),
    "somebody deleted the bot's comment": (
        asked().comments(OWNER, "/approve D", "09:30").tick("09:35").deletes(AGENT, "10:00"),
        Beginning.DELETED,
        "10:00",
    ),
    "somebody deleted whose comment GitHub does not say": (
        asked().comments(None, "?", "09:30").deletes(AGENT, "10:00"),
        Beginning.DELETED,
        "10:00",
    ),
    "the text was restored": (
        asked()
        .rewrites(AGENT, "Quadrant D", "Quadrant A", "09:30")
        .saves(OWNER, asked().ballot.body, "10:00"),
        Beginning.REPAIRED,
        "10:00",
    ),
    "the title was restored": (
        asked().renames(AGENT, "Nothing", "09:30").renames(AGENT, asked().ballot.title, "10:00"),
        Beginning.REPAIRED,
        "10:00",
    ),
}


@pytest.mark.parametrize("kind", STARTS)
def test_a_round_starts_with(kind: str) -> None:
    reading, beginning, at = STARTS[kind]
    current = reading.judged.round
    assert (current.began_with, current.started) == (beginning, clock(at))


@pytest.mark.parametrize("kind", STARTS)
def test_only_what_is_later_than_that_second_counts(kind: str) -> None:
    """Protocol P20."""
    reading, _, at = STARTS[kind]
    assert reading.reacts(OWNER, "👍", at + ":00").verdict is None
    assert reading.reacts(OWNER, "👍", at + ":00.9").verdict is None
    assert reading.reacts(OWNER, "👎", at + ":00").verdict is None
    assert reading.reacts(OWNER, "👍", at + ":01").verdict is A


@pytest.mark.parametrize("kind", STARTS)
def test_a_hold_counts_in_that_second_too(kind: str) -> None:
    """The first principle: it can only stop."""
    reading, _, at = STARTS[kind]
    assert reading.comments(OWNER, "/aprove", at).verdict is HOLD


NO_STARTS: dict[str, Reading] = {
    "somebody closed and reopened it": asked()
    .reacts(OWNER, "👍", "09:30")
    .closes(AGENT, "10:00")
    .reopens(AGENT, "10:01"),
    "an owner closed and reopened it": asked()
    .reacts(OWNER, "👍", "09:30")
    .closes(OWNER, "10:00")
    .reopens(OWNER, "10:01"),
    "the bot reopened it": asked()
    .reacts(OWNER, "👍", "09:30")
    .closes(AGENT, "10:00")
    .reopens(BOT, "10:01"),
    "somebody else reopened the resolved ballot": resolved().reopens(AGENT, "11:00"),
    "an owner deleted their own comment": commented()
    .reacts(OWNER, "👍", "09:40")
    .deletes(OWNER, "10:00"),
    "somebody deleted a stranger's comment": asked()
    .comments(AGENT, "Please!", "09:30")
    .reacts(OWNER, "👍", "09:40")
    .deletes(BOT, "10:00"),
    "somebody ticked and cleared a box": asked()
    .reacts(OWNER, "👍", "09:30")
    .ticks(AGENT, "B", "10:00")
    .unticks(AGENT, "B", "10:01"),
    "an owner reopened what had lost another label": deferred_once()
    .reacts(OWNER, "👍", "09:45")
    .closes(OWNER, "10:00")
    .reopens(OWNER, "10:01"),
    "GitHub does not say when somebody deleted a comment": commented()
    .reacts(OWNER, "👍", "09:40")
    .deletes(AGENT, None),
    "line endings changed": asked()
    .reacts(OWNER, "👍", "09:30")
    .saves(AGENT, asked().ballot.body.replace("\n", "\r\n"), "10:00")
    .saves(AGENT, asked().ballot.body, "10:01"),
    "somebody labelled it": asked().reacts(OWNER, "👍", "09:30").labelled("bug"),
    "a stranger posted the text of a notice": asked()
    .reacts(OWNER, "👍", "09:30")
    .comments(AGENT, asked().push(G).tick("09:10").said()[0], "10:00"),
}


@pytest.mark.parametrize("kind", NO_STARTS)
def test_no_round_starts_when(kind: str) -> None:
    """Protocol P20: any other closing or reopening starts none, the bot's included."""
    reading = NO_STARTS[kind]
    assert reading.judged.round.is_first
    assert reading.verdict is A


def test_what_an_owner_reopens_is_asked_afresh_whatever_others_do_to_its_label() -> None:
    """Protocol P20, P41: once resolved it stays resolved until it is reopened."""
    relabelled = resolved().labelled(PENDING)
    event = relabelled.ballot.events[-1]
    events = (
        *relabelled.ballot.events,
        type(event)("x", event.kind, AGENT, clock("10:30"), PENDING),
    )
    reopened = relabelled._with(events=events).reopens(OWNER, "11:00")
    assert reopened.judged.round.began_with is Beginning.REOPENED
    assert reopened.verdict is None


def test_a_ballot_is_revived_once_for_each_resolution() -> None:
    """Protocol P20, P41: what an owner closes and reopens after that starts none."""
    revived = resolved().reopens(OWNER, "11:00").comments(OWNER, "/reject", "11:10")
    again = revived.closes(OWNER, "11:20").reopens(OWNER, "11:21")
    assert again.judged.round.started == clock("11:00")
    assert again.verdict is REJECT


def test_a_notice_in_the_second_of_the_opening_ends_the_first_round() -> None:
    """Protocol P12, P20."""
    notice = asked().push(G).tick("09:00").said()[0]
    reading = asked().comments(BOT, notice, "09:00").push(G)
    assert not reading.judged.round.is_first
    assert reading.comments(OWNER, "/approve A", "09:10", via_email=True).verdict is None


def test_after_two_repairs_the_later_begins_the_round() -> None:
    """Protocol P20, P28."""
    title, text = asked().ballot.title, asked().ballot.body
    reading = asked().renames(AGENT, "x", "09:10").rewrites(AGENT, "Quadrant D", "y", "09:11")
    first = reading.saves(AGENT, text, "09:20").renames(AGENT, title, "09:30")
    assert first.judged.round.started == clock("09:30")
    second = reading.renames(AGENT, title, "09:20").saves(AGENT, text, "09:30")
    assert second.judged.round.started == clock("09:30")


def test_a_deletion_is_said_once_and_names_who_and_whose() -> None:
    """Protocol P17."""
    reading = asked().comments(OWNER, "/reject", "09:30").deletes(AGENT, "10:00")
    after = reading.tick("10:05")
    (told,) = after.said()
    assert told.startswith("`agent` deleted a comment of `owner` here.")
    assert (after.writes, after.on_pull, after.pull.is_open) == ([], set(), True)
    answered = after.reacts(OWNER, "👎", "10:10").tick("10:15")
    assert not answered.pull.is_open
    assert len(answered.said()) == 1


def test_a_comment_of_the_shared_bot_that_its_login_deleted_was_somebody_elses_deed() -> None:
    """Protocol P17, third principle: this program deletes nothing, other workflows may."""
    reading = asked(bot=ANY_WORKFLOW).push(G).tick("10:00")
    reading = reading.reacts(OWNER, "👎", "10:10", on=reading.newest).deletes(ANY_WORKFLOW, "10:11")
    assert reading.judged.round.started == clock("10:11")
    assert [text for text in reading.tick("10:15").said() if "deleted a comment" in text]


EARLIER: dict[str, Reading] = {
    "👍": commented().reacts(OWNER, "👍", "09:40").deletes(AGENT, "10:00"),
    "👎": commented().reacts(OWNER, "👎", "09:40").deletes(AGENT, "10:00"),
    "command": commented().comments(OWNER, "/reject", "09:40").deletes(AGENT, "10:00", comment=100),
    "box": commented().ticks(OWNER, "A", "09:40").deletes(AGENT, "10:00"),
    "a deputy's": commented()
    .comments(DEPUTY, "/approve C", "09:40")
    .deletes(AGENT, "10:00", comment=100),
}


@pytest.mark.parametrize("kind", EARLIER)
def test_an_answer_of_an_earlier_round_is_answered_once(kind: str) -> None:
    """Protocol P21."""
    reading = EARLIER[kind]
    assert reading.verdict is None
    assert [(one.why, one.answerable) for one in reading.uncounted] == [
        (Unheard.EARLIER_ROUND, True)
    ]
    after = reading.tick("10:05")
    assert len(after.said()) == 1
    assert after.said()[0].count("Not counted: ") == 1
    assert after.writes == []


def test_an_answer_that_a_notice_voided_is_listed_and_needs_no_other_word() -> None:
    """Protocol P21, P25: the notice itself asks to answer again."""
    after = asked().reacts(OWNER, "👍", "09:30").push(G).tick("10:00")
    assert [(one.why, one.answerable) for one in after.uncounted] == [
        (Unheard.EARLIER_ROUND, False)
    ]
    assert len(after.said()) == 1


def test_an_answer_in_the_second_of_a_notice_has_its_word_in_the_notice() -> None:
    """Protocol P20, P21."""
    for at in ("10:00:00", "10:00:00.7"):
        reading = asked().push(G).tick("10:00").reacts(OWNER, "👍", at)
        assert [(one.why, one.answerable) for one in reading.uncounted] == [
            (Unheard.EARLIER_ROUND, False)
        ]


def test_a_round_begins_with_a_whole_second() -> None:
    """Protocol P20: GitHub tells no less."""
    notice = asked().push(G).tick("10:00").said()[0]
    begun = asked().comments(BOT, notice, "10:00:00.5")
    assert begun.reacts(OWNER, "👍", "10:00:00.9").verdict is None
    assert begun.reacts(OWNER, "👍", "10:00:01").verdict is A


def test_an_answer_without_a_time_is_answered_whatever_notices_there_are() -> None:
    """Protocol P21, P22."""
    reading = asked().push(G).tick("10:00").reacts(OWNER, "👍", None)
    assert [(one.why, one.answerable) for one in reading.uncounted] == [(Unheard.NO_TIME, True)]


def test_what_did_not_count_is_listed_in_its_order() -> None:
    """Protocol P21: those without a time first."""
    reading = asked().reacts(AGENT, "👍", "10:05").reacts(OWNER, "❤️", "10:01")
    reading = reading.reacts(OWNER, "👍", None).comments(AGENT, "/reject", "10:03")
    times = [one.at for one in reading.uncounted]
    assert times == [None, clock("10:01"), clock("10:03"), clock("10:05")]


def test_an_answer_between_a_notice_and_its_edit_is_answered() -> None:
    """Protocol P21: an edit tells nobody."""
    reading = asked().push(G).tick("10:00").retarget("dev", "10:01")
    edited = reading.tick("10:10").reacts(OWNER, "👍", "10:09:59")
    assert [one.answerable for one in edited.uncounted] == [True]
    assert "Not counted: " in edited.tick("10:15").said()[-1]


def test_a_refusal_on_a_notice_is_answered_when_it_stops_counting() -> None:
    """Protocol P10, P21: there it is an answer like any other."""
    moved = asked().push(G).tick("10:00")
    refused = moved.reacts(OWNER, "👎", "10:05", on=moved.newest)
    assert refused.verdict is REJECT
    voided = refused.rewrites(AGENT, "Quadrant D", "Quadrant A", "10:06").saves(
        AGENT, asked().ballot.body, "10:07"
    )
    assert voided.verdict is None
    assert "Not counted: " in voided.tick("10:10").said()[-1]
