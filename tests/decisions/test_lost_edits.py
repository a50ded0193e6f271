"""Nobody's edit is lost to a saving of the bot that had not seen it (D14, case S15)."""

from __future__ import annotations

import pytest

from inbox.actions import EditDescription
from inbox.decisions.lost_edits import overwritten, saved_between, without_answers
from inbox.decisions.standing import State
from inbox.world import Revision
from tests.ballot.cast import when
from tests.decisions.asked import AGENT, ASKED, BOT, DEPUTY, OWNER, Asked, asked

BY_OTHERS = State.TICKED_BY_OTHERS
SAID = asked().says(OWNER, "/answer storage: 2\n/note storage: Sure.", "10:00")
WRITTEN = SAID.tick("10:05").subject.body


def race(*between: str, by: object = AGENT) -> Asked:
    """Others saved these between the bot's reading and its writing."""
    reading = SAID
    for number, body in enumerate(between):
        reading = reading.saves(by, body, f"10:0{number + 1}")  # type: ignore[arg-type]  # people and texts of a table
    return reading.saves(BOT, WRITTEN, "10:05")


def test_an_edit_in_between_is_written_again_with_the_answer_s15() -> None:
    for by in (AGENT, OWNER, None):
        after = race(ASKED.replace("green", "red"), by=by).tick("10:06")
        assert after.subject.body == WRITTEN.replace("green", "red")
        assert after.steps == ()
        assert after.state("storage") is State.ANSWERED


def test_several_edits_in_between_are_written_again_s15() -> None:
    more = ASKED.replace("green", "red")
    after = race(more, more.replace("What", "All"), by=AGENT).tick("10:06")
    assert after.subject.body == WRITTEN.replace("green", "red").replace("What", "All")


def test_a_question_added_in_between_is_asked_d14() -> None:
    added = ASKED.replace("### name", "### more: And? (text)\n\n### name")
    after = race(added).tick("10:06")
    assert after.gate.ids == ("more", "name")


def test_a_tick_in_between_is_written_again_d14() -> None:
    between = SAID.ticks(DEPUTY, "Covers", "10:01").saves(BOT, WRITTEN, "10:05")
    after = between.tick("10:06")
    assert "[x] Covers" in after.subject.body
    assert "[x] On disk" in after.subject.body
    assert (after.state("extras"), after.steps) == (State.ANSWERED, ())


def test_a_tick_and_a_note_in_between_win_over_the_comment_before_them_d14() -> None:
    ticked = SAID.subject.body.replace("[ ] In memory", "[x] In memory").replace(
        "On disk\n", "On disk\n> **Note:** No.\n"
    )
    after = SAID.saves(DEPUTY, ticked, "10:01").saves(BOT, WRITTEN, "10:05").tick("10:06")
    assert "[x] In memory\n- [ ] On disk\n> **Note:** No.\n" in after.subject.body
    assert (after.state("storage"), after.steps) == (State.ANSWERED, ())


def test_a_tick_of_others_in_between_does_not_come_back_d11() -> None:
    after = SAID.ticks(AGENT, "Covers", "10:01").saves(BOT, WRITTEN, "10:05").tick("10:06")
    assert "[ ] Covers" in after.subject.body


def test_what_was_seen_and_answered_anew_is_not_undone_d14() -> None:
    ticked = asked().ticks(OWNER, "In memory", "10:00").tick("10:05")
    said = ticked.says(OWNER, "/answer storage: 2", "11:00").tick("11:05")
    assert said.deletes(said.subject.comments[-2].id).state("storage") is BY_OTHERS
    fresh = asked().ticks(OWNER, "In memory", "10:00").says(OWNER, "/answer storage: 2", "10:01")
    after = fresh.tick("10:05")
    assert after.deletes(100).state("storage") is BY_OTHERS


def test_an_answer_deleted_before_its_record_brings_no_earlier_one_back_d14() -> None:
    fresh = asked().ticks(OWNER, "In memory", "10:00").says(OWNER, "/answer storage: 2", "10:01")
    (edit, *_) = [one.action for one in fresh.steps]
    assert isinstance(edit, EditDescription)
    written = fresh.saves(BOT, edit.body, "10:05").deletes(100)
    assert written.state("storage") is State.OVERWRITTEN
    assert "[x] On disk" in written.tick("10:10").subject.body


def test_mixed_ticks_that_the_bot_saved_over_are_not_written_again_p16() -> None:
    theirs = asked().ticks(AGENT, "Covers", "10:00").says(OWNER, "/answer storage: 2", "10:01")
    (edit, *_) = [one.action for one in theirs.steps]
    assert isinstance(edit, EditDescription)
    after = theirs.ticks(OWNER, "Previews", "10:02").saves(BOT, edit.body, "10:05")
    assert after.state("extras") is State.OVERWRITTEN
    assert "[ ] Previews" in after.tick("10:06").subject.body


def test_ticks_that_others_cleared_are_not_set_again_d10() -> None:
    cleared = asked().ticks(OWNER, "On disk", "10:00").unticks(AGENT, "On disk", "10:01")
    assert cleared.saves(BOT, cleared.subject.body + "\n", "10:05").state(
        "storage"
    ) is State.OVERWRITTEN  # fmt: skip


@pytest.mark.parametrize(
    "texts",
    [
        [(AGENT, ASKED)],
        [(AGENT, ASKED), (BOT, WRITTEN)],
        [(AGENT, ASKED), (AGENT, ASKED + "x"), (AGENT, ASKED)],
        [(AGENT, ASKED), (BOT, ASKED + "x"), (BOT, WRITTEN)],
        [(AGENT, ASKED), (AGENT, ASKED + "x"), (BOT, WRITTEN + "x")],
        [(AGENT, ASKED), (AGENT, ASKED + "x"), (BOT, ASKED)],
        [(AGENT, ASKED), (AGENT, None), (BOT, WRITTEN)],
        [(AGENT, ASKED), (AGENT, ASKED + "x"), (BOT, None)],
        [(AGENT, None), (AGENT, ASKED + "x"), (BOT, WRITTEN)],
        [(AGENT, "y"), (AGENT, ASKED + "x"), (BOT, WRITTEN)],
        [],
    ],
)
def test_nothing_is_taken_for_lost_that_may_not_be(texts: list[tuple[object, str | None]]) -> None:
    history = [Revision(when("10:00"), by, text) for by, text in texts]  # type: ignore[arg-type]  # people and texts of a table
    assert overwritten(history, BOT) is None


def test_line_endings_and_written_lines_make_no_other_text() -> None:
    assert without_answers(WRITTEN) == without_answers(ASKED.replace("\n", "\r\n"))
    history = [
        Revision(when("10:00"), AGENT, ASKED.replace("\n", "\r\n")),
        Revision(when("10:01"), AGENT, ASKED + "x"),
        Revision(when("10:02"), BOT, WRITTEN),
    ]
    assert overwritten(history, BOT) == ASKED + "x"


def test_what_was_saved_right_before_a_write_is_known_s15() -> None:
    read, unseen = Revision(when("10:00"), AGENT, ASKED), Revision(when("10:01"), AGENT, "y")
    ours = Revision(when("10:02"), BOT, WRITTEN)
    assert saved_between([read, unseen, ours], BOT, ASKED, WRITTEN) == "y"
    assert saved_between([read, ours], BOT, ASKED.replace("\n", "\r\n"), WRITTEN) is None
    assert saved_between([read, unseen, ours], BOT, ASKED, "z") is None
    assert saved_between([read, ours, unseen], BOT, ASKED, WRITTEN) is None
    assert saved_between([ours], BOT, ASKED, WRITTEN) is None
    lost = Revision(when("10:01"), AGENT, None)
    assert saved_between([read, lost, ours], BOT, ASKED, WRITTEN) is None
