"""Who ticked which box, and when, by the edit history (protocol P16, P17; ballot section 3C)."""

from __future__ import annotations

import pytest

from inbox.ballot.choice import Choice
from inbox.ballot.signals import Doubt, Unheard
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, BOT, DEPUTY, OWNER, clock

A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD

ROWS: dict[str, tuple[Reading, Choice | None]] = {
    "row 70: a box ticked by the owner": (asked().ticks(OWNER, "B", "11:00"), B),
    "row 71: the same by a stranger": (asked().ticks(AGENT, "B", "11:00"), None),
    "row 73: a box, then /reject": (
        asked().ticks(OWNER, "A", "10:00").comments(OWNER, "/reject", "10:05"),
        REJECT,
    ),
    "row 74: /reject, then a box": (
        asked().comments(OWNER, "/reject", "10:00").ticks(OWNER, "A", "10:05"),
        A,
    ),
    "row 75: ticked and cleared again": (
        asked().ticks(OWNER, "A", "10:00").unticks(OWNER, "A", "10:05"),
        None,
    ),
    "row 75: the earlier answer is back": (
        asked()
        .reacts(OWNER, "👍", "09:30")
        .ticks(OWNER, "B", "10:00")
        .unticks(OWNER, "B", "10:05"),
        A,
    ),
    "row 78: a box in a comment": (
        asked().comments(OWNER, "- [x] Option A — proceed as recommended", "10:00"),
        None,
    ),
    "P16: the bot ticked it": (asked().ticks(BOT, "A", "10:00"), None),
    "P16: the original holds the tick": (
        asked()
        ._with(body=asked().ticks(BOT, "A", "09:00").ballot.body)
        .ticks(OWNER, "B", "10:00")
        .unticks(OWNER, "B", "10:01"),
        None,
    ),
    "P16: who ticks beside a stranger's tick ticks their own box alone": (
        asked().ticks(AGENT, "A", "10:00").ticks(OWNER, "C", "10:05"),
        C,
    ),
    "P16: a box that a stranger ticked first is the stranger's": (
        asked()
        .ticks(AGENT, "A", "10:00")
        .saves(OWNER, asked().ballot.body, "10:01")
        .ticks(AGENT, "A", "10:02"),
        None,
    ),
    "P16: cleared and ticked anew counts anew": (
        asked()
        .ticks(OWNER, "A", "10:00")
        .comments(OWNER, "/reject", "10:05")
        .unticks(OWNER, "A", "10:06")
        .ticks(OWNER, "A", "10:07"),
        A,
    ),
    "P16: others' saves around a tick change nothing": (
        asked()
        .ticks(OWNER, "A", "10:00")
        .ticks(AGENT, "C", "10:02")
        .comments(OWNER, "/reject", "10:01"),
        REJECT,
    ),
    "P16: a C that somebody else cleared still counts": (
        asked()
        .reacts(OWNER, "👍", "09:30")
        .ticks(OWNER, "C", "10:00")
        .unticks(AGENT, "C", "10:01"),
        C,
    ),
    "P16: a C that its owner cleared does not": (
        asked()
        .reacts(OWNER, "👍", "09:30")
        .ticks(OWNER, "C", "10:00")
        .unticks(OWNER, "C", "10:01"),
        A,
    ),
    "P16: nor one that its owner cleared after somebody ticked it back": (
        asked()
        .ticks(OWNER, "C", "10:00")
        .unticks(AGENT, "C", "10:01")
        .ticks(AGENT, "C", "10:02")
        .unticks(OWNER, "C", "10:03"),
        None,
    ),
    "P16: one owner's C is not another's to clear": (
        asked().ticks(OWNER, "C", "10:00").unticks(DEPUTY, "C", "10:01"),
        C,
    ),
    "P17: several boxes in one save": (asked().ticks(OWNER, "AB", "10:00"), B),
    "P17: all of them": (asked().ticks(OWNER, "ABC", "10:00"), C),
    "P17: one of them cleared later leaves the other": (
        asked().ticks(OWNER, "AB", "10:00").unticks(OWNER, "B", "10:01"),
        A,
    ),
    "P22: two boxes one after the other": (
        asked().ticks(OWNER, "B", "10:00").ticks(OWNER, "A", "10:01"),
        A,
    ),
    "row 77: an upper-case X": (
        asked().rewrites(OWNER, "- [ ] Option B", "- [X] Option B", "10:00"),
        B,
    ),
    "row 77: CRLF alone is no change": (
        asked()
        .saves(AGENT, asked().ballot.body.replace("\n", "\r\n"), "10:00")
        .ticks(OWNER, "A", "10:01"),
        A,
    ),
}


@pytest.mark.parametrize("row", ROWS)
def test_the_answer_is(row: str) -> None:
    reading, expected = ROWS[row]
    assert reading.verdict is expected


def test_the_time_of_a_tick_is_that_of_its_first_revision() -> None:
    """Protocol P16: going back while the box stays ticked."""
    reading = asked().ticks(OWNER, "A", "10:00").ticks(AGENT, "B", "10:05")
    verdict = reading.judged.verdict
    assert verdict
    assert (verdict.by, verdict.at) == (OWNER, clock("10:00"))


def unknown_ticker(box: str) -> Reading:
    """Somebody removed the text before the owner's save: it may have been ticked there."""
    return asked().saves(AGENT, asked().ballot.body, "09:59").ticks(OWNER, box, "10:00").loses(1)


@pytest.mark.parametrize("box", ["A", "B"])
def test_an_unattributed_yes_does_not_count_and_is_answered(box: str) -> None:
    """Protocol P16, P21: who saved the text in which it is first seen is told."""
    reading = unknown_ticker(box)
    assert reading.verdict is None
    (listed,) = reading.uncounted
    assert (listed.by, listed.why, listed.answerable) == (OWNER, Unheard.UNATTRIBUTED, True)
    after = reading.tick("10:05")
    assert [text for text in after.said() if "does not show who ticked" in text]
    assert after.writes == []


def test_an_unattributed_yes_of_a_strangers_save_is_only_listed() -> None:
    """Protocol P21."""
    reading = asked().unticks(AGENT, "C", "09:59").ticks(AGENT, "A", "10:00").loses(1)
    assert [(one.why, one.answerable) for one in reading.uncounted] == [
        (Unheard.UNATTRIBUTED, False)
    ]


@pytest.mark.parametrize("box", ["A", "B", "C"])
def test_a_tick_of_which_no_text_is_left_is_answered(box: str) -> None:
    """Protocol P16, P21: somebody cleared it and removed the only text that showed it."""
    wiped = asked().reacts(OWNER, "👍", "09:30").ticks(OWNER, box, "10:00")
    wiped = wiped.unticks(AGENT, box, "10:01").loses(1)
    assert (wiped.verdict, wiped.tick("10:05").on_pull) == (None, set())
    assert (Unheard.REMOVED, OWNER) in [(one.why, one.by) for one in wiped.uncounted]
    assert "its text was removed from the history" in wiped.tick("10:05").said()[0]
    strangers = asked().ticks(AGENT, box, "10:00").unticks(AGENT, box, "10:01").loses(1)
    assert strangers.uncounted == []


def test_an_unattributed_yes_that_is_off_again_is_nothing() -> None:
    """Protocol P16: it may never have been anybody's."""
    assert unknown_ticker("A").unticks(AGENT, "A", "10:01").uncounted == []


def test_an_unattributed_c_holds() -> None:
    """Protocol P22a: it may be the owner's."""
    reading = asked().reacts(OWNER, "👍", "10:00:30").saves(AGENT, asked().ballot.body, "10:01")
    reading = reading.ticks(AGENT, "C", "10:02").loses(1)
    verdict = reading.judged.verdict
    assert verdict
    assert (verdict.choice, verdict.by, verdict.doubt) == (HOLD, None, Doubt.UNATTRIBUTED)
    after = reading.tick("10:05")
    assert after.on_pull == set()
    assert len(after.said()) == 1
    assert after.comments(OWNER, "/approve A", "10:10").tick("10:15").on_pull == {"approved-A"}


def test_a_c_of_an_account_that_is_gone_holds_whoever_cleared_it() -> None:
    """Protocol P16, P22a: nobody can say whose it was."""
    gone = asked().reacts(OWNER, "👍", "09:30").ticks(None, "C", "10:00")
    assert gone.verdict is HOLD
    assert gone.unticks(OWNER, "C", "10:01").verdict is HOLD


@pytest.mark.parametrize(("box", "other"), [("A", None), ("B", None), ("B", "👍"), ("A", "👍")])
def test_a_yes_that_somebody_else_cleared_is_no_yes_and_holds(box: str, other: str | None) -> None:
    """Protocol P16 (A and B must be ticked now) and the first principle.

    Whoever may edit could otherwise turn an owner's B into the A that it had replaced; and an owner
    whose A was cleared would wait for ever.
    """
    reading = asked().reacts(OWNER, other, "09:30") if other else asked()
    reading = reading.ticks(OWNER, box, "10:00").unticks(AGENT, box, "10:01")
    assert reading.verdict is HOLD
    after = reading.tick("10:05")
    assert after.on_pull == set()
    assert [text for text in after.said() if "somebody else cleared" in text]
    assert after.writes == []
    assert after.ticks(OWNER, box, "10:10").tick("10:15").on_pull == {f"approved-{box}"}


def test_a_box_ticked_before_the_round_has_to_be_ticked_anew() -> None:
    """Protocol P20, P21: said once, because nobody can tick a ticked box."""
    reading = asked().ticks(OWNER, "A", "10:00").comments(OWNER, "Hm.", "10:01")
    reading = reading.deletes(AGENT, "10:02")
    assert reading.verdict is None
    (told,) = reading.tick("10:05").said()
    assert "box" in told
    again = reading.tick("10:05").unticks(OWNER, "A", "10:06").ticks(OWNER, "A", "10:07")
    assert again.verdict is A
