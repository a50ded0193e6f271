"""A comment counts as its author last wrote it, and may be a hold (protocol P12 to P19, P22a)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.ballot.choice import Choice
from inbox.ballot.signals import Doubt, Unheard
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, BOT, OWNER, G, clock

A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD


def says(text: str, at: str = "10:00") -> Reading:
    return asked().comments(OWNER, text, at)


ROWS: dict[str, tuple[Reading, Choice | None]] = {
    "row 65: somebody else made it an approval": (
        says("looks risky").edits(AGENT, "/approve A", "12:00"),
        None,
    ),
    "row 66: its author made it a reject": (
        says("/approve A").edits(OWNER, "/reject", "12:00").reacts(OWNER, "👍", "11:00"),
        REJECT,
    ),
    "P15: what others took out of it still counts": (
        says("/reject").edits(AGENT, "never mind", "12:00"),
        REJECT,
    ),
    "P15: what others made of a reject is no approval": (
        says("/reject").edits(AGENT, "/approve A", "12:00"),
        REJECT,
    ),
    "P15: nor a later vote": (
        says("/approve A").edits(AGENT, "/approve A!", "12:00").comments(OWNER, "/reject", "11:00"),
        REJECT,
    ),
    "P15: mending a typo is no new vote": (
        says("Yes pleese\n/approve A")
        .comments(OWNER, "/reject", "11:00")
        .edits(OWNER, "Yes please\n/approve A", "12:00", comment=100),
        REJECT,
    ),
    "P15: a command written anew is": (
        says("/approve A")
        .edits(OWNER, "hm", "10:30")
        .comments(OWNER, "/reject", "11:00")
        .edits(OWNER, "/approve A", "12:00", comment=100),
        A,
    ),
    "P15: its author took it out": (says("/approve A").edits(OWNER, "hm", "12:00"), None),
    "P15: its author took it out of what others had changed": (
        says("/approve A").edits(AGENT, "/approve B", "11:00").edits(OWNER, "hm", "12:00"),
        None,
    ),
    "P15: a removed text of an approval holds": (
        says("/reject").edits(OWNER, "/approve A", "12:00").redacts(0),
        HOLD,
    ),
    "P15: the removed text of somebody else's save too": (
        says("/approve A")
        .edits(AGENT, "…", "12:00")
        .edits(OWNER, "/approve A", "12:30")
        .redacts(1),
        HOLD,
    ),
    "P15: a removed text among mere talk holds": (
        says("one").edits(OWNER, "two", "12:00").redacts(0),
        HOLD,
    ),
    "P9: a stranger's comment with a removed text does not": (
        asked().comments(AGENT, "one", "10:00").edits(AGENT, "two", "12:00").redacts(0),
        None,
    ),
    "P22a: a clear later word ends a hold": (
        says("/aprove A").comments(OWNER, "/approve A", "10:05"),
        A,
    ),
    "P22a: a later hold stops an approval": (
        asked().reacts(OWNER, "👍", "09:30").comments(OWNER, "/aprove B", "10:00"),
        HOLD,
    ),
    "P22a: hold and B in one second": (says("/approve B").comments(OWNER, "/rejct", "10:00"), HOLD),
    "P22a: hold and C in one second": (says("/approve C").comments(OWNER, "/rejct", "10:00"), C),
    "P14: two letters off": (says("/aprobe"), HOLD),
    "P14: three letters off": (says("/apple"), None),
    "P14: beside a command it is none": (says("/aprove A\n/approve A"), A),
    "P18: an app's approval": (
        asked().comments(OWNER, "/approve A", "10:00", via_app=True),
        None,
    ),
    "P18: an app's refusal holds": (
        asked().reacts(OWNER, "👍", "09:30").comments(OWNER, "/reject", "10:00", via_app=True),
        HOLD,
    ),
    "P18: an app's deferral holds": (
        asked().reacts(OWNER, "👍", "09:30").comments(OWNER, "/approve C", "10:00", via_app=True),
        HOLD,
    ),
    "P18: where apps are allowed they count": (
        asked().allowing("owner", apps=True).comments(OWNER, "/approve A", "10:00", via_app=True),
        A,
    ),
    "P12: by e-mail the first paragraph counts": (
        asked().comments(OWNER, "/approve A\n\nOn Sat, x wrote:\n> y", "10:00", via_email=True),
        A,
    ),
    "P12: by e-mail nothing below it approves": (
        asked().comments(OWNER, "Fine.\n\n/approve A", "10:00", via_email=True),
        None,
    ),
    "P12: where it is unknown it is read as e-mail": (
        asked().comments(OWNER, "Fine.\n\n/approve A", "10:00", via_email=None),
        None,
    ),
}


@pytest.mark.parametrize("row", ROWS)
def test_the_answer_is(row: str) -> None:
    reading, expected = ROWS[row]
    assert reading.verdict is expected


def test_the_time_of_a_command_is_when_its_author_first_wrote_it() -> None:
    """Protocol P15."""
    reading = says("hm").edits(OWNER, "/approve A", "11:00").edits(OWNER, "ok\n/approve A", "12:00")
    verdict = reading.judged.verdict
    assert verdict
    assert (verdict.at, verdict.reason) == (clock("11:00"), "ok")


def test_a_comment_that_its_author_never_saved_is_unreadable() -> None:
    """Protocol P15, P22a: nothing of it is sure."""
    reading = asked().comments(OWNER, "/approve A", "10:00").edits(AGENT, "/approve A", "10:01")
    comment = reading.ballot.comments[0]
    for history in ((), (comment.history or ())[1:]):
        strange = reading._with(comments=(replace(comment, history=history),))
        assert strange.verdict is HOLD


def test_words_that_others_put_into_a_comment_are_no_reason() -> None:
    """Protocol P11, P15."""
    reading = says("Fine.\n/approve A").edits(AGENT, "Ship it blindly.\n/approve A", "12:00")
    verdict = reading.judged.verdict
    assert verdict
    assert verdict.reason == "Fine."


HOLDS: dict[str, tuple[Reading, Doubt, str]] = {
    "not understood": (says("/approve D"), Doubt.UNCLEAR, "is none"),
    "unreadable": (
        says("a").edits(OWNER, "b", "10:01").redacts(0),
        Doubt.UNREADABLE,
        "no longer shows",
    ),
    "through an app": (
        asked().comments(OWNER, "/reject", "10:00", via_app=True),
        Doubt.THROUGH_APP,
        "in the name of",
    ),
}


@pytest.mark.parametrize("kind", HOLDS)
def test_a_hold_asks_once_what_was_meant_and_blocks_until_a_clear_word(kind: str) -> None:
    """Protocol P14, P22a."""
    reading, doubt, asks = HOLDS[kind]
    reading = reading.reacts(OWNER, "👍", "09:30")
    verdict = reading.judged.verdict
    assert verdict
    assert (verdict.choice, verdict.doubt) == (HOLD, doubt)
    after = reading.tick("10:05")
    (asked_back,) = after.said()
    assert asks in asked_back
    assert "`owner`" in asked_back
    assert "Deferred" not in asked_back
    assert (after.labels, after.on_pull, after.writes) == ({"pending-owner"}, set(), [])
    assert after.status[after.pull.head].description.endswith("held: an answer is unclear")
    answered = after.comments(OWNER, "/approve A", "10:10").tick("10:15")
    assert answered.on_pull == {"approved-A"}
    assert len(answered.said()) == 1


def test_a_question_that_a_clear_word_overtook_is_not_asked() -> None:
    """Protocol P22a."""
    after = says("/aprove").comments(OWNER, "/approve B", "10:01").tick("10:05")
    assert (after.said(), after.on_pull) == ([], {"approved-B"})


ANSWERED: dict[str, tuple[Reading, Unheard, str]] = {
    "P18: through an app": (
        asked().comments(OWNER, "/approve A", "10:00", via_app=True),
        Unheard.THROUGH_APP,
        "an app wrote it",
    ),
    "P12: below an e-mail's first paragraph": (
        asked().comments(OWNER, "Fine.\n\n/approve A", "10:00", via_email=True),
        Unheard.MAILED,
        "first paragraph",
    ),
    "P15: somebody else's words": (
        says("looks risky").edits(AGENT, "/approve A", "12:00"),
        Unheard.OTHERS_WORDS,
        "somebody else wrote the command",
    ),
    "P22: a reaction without a time": (
        asked().reacts(OWNER, "👍", None),
        Unheard.NO_TIME,
        "its time could not be read",
    ),
    "P22: a comment without a time": (
        asked().comments(OWNER, "/approve A", None),
        Unheard.NO_TIME,
        "its time could not be read",
    ),
}


@pytest.mark.parametrize("kind", ANSWERED)
def test_what_looks_like_an_answer_and_does_not_count_is_answered_once(kind: str) -> None:
    """Protocol P21."""
    reading, why, told = ANSWERED[kind]
    (listed,) = reading.uncounted
    assert (listed.why, listed.answerable) == (why, True)
    after = reading.tick("12:05")
    (answer,) = after.said()
    assert answer.startswith("Not counted: ")
    assert told in answer
    assert after.writes == []


def test_what_a_clear_later_answer_overtook_needs_no_word() -> None:
    """Protocol P21, P22a: what came after it does."""
    overtaken = asked().comments(OWNER, "/approve B", "10:00", via_app=True)
    after = overtaken.reacts(OWNER, "👍", "10:01").tick("10:05")
    assert (after.said(), after.on_pull) == ([], {"approved-A"})
    late = asked().reacts(OWNER, "👍", "10:00").comments(OWNER, "/approve B", "10:01", via_app=True)
    after = late.tick("10:05")
    assert ("Not counted: " in after.said()[0], after.on_pull) == (True, {"approved-A"})
    timeless = asked().reacts(OWNER, "👎", None).comments(OWNER, "/approve A", "10:00")
    assert "Not counted: " in timeless.tick("10:05").said()[0]
    held = asked().comments(OWNER, "/approve B", "10:00", via_app=True)
    after = held.comments(OWNER, "/aprove", "10:01").tick("10:05")
    assert "Not counted: " in after.said()[0]


def test_answers_to_several_are_one_comment_and_a_new_one_is_another() -> None:
    """Protocol P21: each once, whatever was said before."""
    reading = asked().comments(OWNER, "/approve A", "10:00", via_app=True)
    reading = reading.comments(OWNER, "/approve B", "10:01", via_app=True).tick("10:05")
    assert [text.count("Not counted") for text in reading.said()] == [2]
    reading = reading.comments(OWNER, "/approve A", "10:10", via_app=True).tick("10:15")
    assert [text.count("Not counted") for text in reading.said()] == [2, 1]


def test_by_mail_an_approval_counts_in_the_first_round_only() -> None:
    """Protocol P12."""
    moved = asked().push(G).tick("09:30")
    late = moved.comments(OWNER, "/approve A", "10:00", via_email=True)
    assert late.verdict is None
    assert [(one.why, one.answerable) for one in late.uncounted] == [(Unheard.MAILED_LATE, True)]
    assert late.tick("10:05").on_pull == set()
    assert moved.comments(OWNER, "/reject", "10:00", via_email=True).verdict is REJECT
    assert moved.comments(OWNER, "/approve C", "10:00", via_email=True).verdict is C
    assert moved.comments(OWNER, "/approve A", "10:00").verdict is A


def test_an_edit_of_the_bots_answer_only_makes_it_said_again() -> None:
    """Protocol P24: what others touched is no evidence."""
    told = asked().comments(OWNER, "/approve D", "10:00").tick("10:05")
    assert told.writes == []
    assert len(told.edits(AGENT, "All clear, merge it.", "10:06").tick("10:10").said()) == 2


def test_a_stranger_cannot_pretend_that_something_was_said() -> None:
    """Protocol P4, P24: a marker counts in the bot's own comments only."""
    asking = asked().comments(OWNER, "/approve D", "10:00")
    question = asking.tick("10:05").said()[0]
    after = asking.comments(AGENT, question, "10:01").tick("10:05")
    assert after.said() == [question]


def test_the_bots_comments_never_answer_anything() -> None:
    """Protocol P9, ballot row 59."""
    assert asked().comments(BOT, "/approve A\n/approve D", "10:00").verdict is None
