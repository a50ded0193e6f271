"""What the gate says of a text, and what its status shows (D8-D11, section 4 of the D-rulings)."""

from __future__ import annotations

import pytest

from inbox.decisions.block import read_block
from inbox.decisions.gate import ASKS_NOTHING, Gate, judge, status, unchecked
from inbox.decisions.verdict import Code, refusals
from inbox.world import State, Status
from tests.decisions.asked import AGENT, ASKED, BOT, OWNER, Asked, asked
from tests.decisions.texts import MARKER, OPTIONS, section, text

URL = "https://github.example/o/r/pull/42"
ALL = "/answer storage: 2\n/answer extras: 1\n/answer name: Cachet"


def shown(reading: Asked) -> tuple[str, str]:
    found = status(reading.gate, URL, BOT)
    assert len(found.description) <= 140
    return found.state.value, found.description


def test_open_questions_are_pending_by_name_g1() -> None:
    assert shown(asked()) == ("pending", "DECISIONS_PENDING: storage, name")


def test_answered_questions_pass_g2() -> None:
    assert shown(asked().says(OWNER, ALL, "10:00").tick("10:05")) == (
        "success",
        "3 of 3 questions answered, none is open",
    )


@pytest.mark.parametrize("body", ["", "What it does.\n", "## Decisions recorded\n\nB.\n"])
def test_a_text_that_asks_nothing_passes_g3(body: str) -> None:
    assert asked(body).gate == ASKS_NOTHING
    assert status(asked(body).gate, URL, BOT) == Status(State.SUCCESS, "no questions", "", BOT)


def test_what_could_not_be_read_is_an_error_g5() -> None:
    found = status(unchecked("GitHub is away"), URL, BOT)
    assert found == Status(State.ERROR, "DECISIONS_UNCHECKED: GitHub is away", URL, BOT)
    assert not unchecked("GitHub is away").passes


@pytest.mark.parametrize(
    "body",
    [
        text(MARKER, "", "Which option do you want?"),
        text("Which option do you want?", "", MARKER),
        text(MARKER, "### Bad heading", "- [x] a", "", "A, B or C?"),
        text(MARKER, "", "## Open questions", "", "- [ ] This one?"),
    ],
)
def test_a_marker_without_questions_does_not_pass_g6(body: str) -> None:
    assert asked(body).gate.code is Code.UNPARSED
    assert shown(asked(body))[1].startswith("DECISIONS_UNPARSED: line ")


def test_one_ticked_option_alone_does_not_pass_g7() -> None:
    body = section("### a: q", "- [ ] x")
    ticked = asked(body).ticks(OWNER, "x", "10:00")
    assert (ticked.gate.code, shown(ticked)[0]) == (Code.UNPARSED, "failure")


def test_optional_questions_may_stay_open_g9() -> None:
    body = section("### a: q (optional)", *OPTIONS, "### b: r (text) (optional)")
    assert shown(asked(body)) == ("success", "0 of 2 questions answered, none is open")


def test_an_id_that_is_used_twice_does_not_pass_g10() -> None:
    body = section("### a: q", *OPTIONS, "### a: q", *OPTIONS)
    once = asked(body).saves(OWNER, body.replace("- [ ] x", "- [x] x", 1), "10:00")
    assert once.gate.code is Code.UNPARSED


def test_saved_again_with_other_line_endings_it_still_passes_g11() -> None:
    answered = asked().says(OWNER, ALL, "10:00").tick("10:05")
    saved = answered.rewrites(AGENT, "\n", "\r\n", "11:00")
    assert (saved.gate.passes, saved.steps) == (True, ())


@pytest.mark.parametrize(("count", "ids"), [(2, "storage, name"), (1, "name")])
def test_the_gate_counts_what_is_open_g13(count: int, ids: str) -> None:
    reading = asked() if count == 2 else asked().ticks(OWNER, "On disk", "10:00")
    assert reading.gate == Gate(Code.PENDING, f"DECISIONS_PENDING: {ids}", tuple(ids.split(", ")))


def test_a_question_in_prose_is_too_vague_g14() -> None:
    state, said = shown(asked("## Open questions\n\nMemory or disk?\n"))
    assert state == "failure"
    assert said.startswith("Too vague: needs options (DECISIONS_UNSTRUCTURED): `## Open questions`")


def test_answered_and_green_is_ready_g15() -> None:
    assert asked().says(OWNER, ALL, "10:00").tick("10:05").gate.passes


def test_ticks_of_the_author_or_an_agent_do_not_pass_g19() -> None:
    ticked = ASKED.replace("[ ] On", "[x] On").replace("(text)\n", "(text)\n> **Answer:** x\n")
    for reading in (asked(ticked), asked().saves(AGENT, ticked, "10:00")):
        assert shown(reading) == ("failure", "DECISIONS_UNATTRIBUTED: storage, name")
        assert reading.says(OWNER, "/confirm", "11:00").gate.passes


def test_a_ticked_optional_question_has_to_be_somebodys_too_d11() -> None:
    reading = asked().says(OWNER, ALL.replace("/answer extras: 1\n", ""), "10:00").tick("10:05")
    assert reading.gate.passes
    assert reading.ticks(AGENT, "Covers", "11:00").gate.ids == ("extras",)


def test_the_worst_comes_first() -> None:
    ticked = asked().ticks(AGENT, "On disk", "10:00")
    assert ticked.gate.code is Code.UNATTRIBUTED
    broken = ticked.rewrites(AGENT, "- [ ] Covers", "-[ ] Covers", "11:00")
    assert broken.gate.code is Code.UNPARSED
    answered = asked().ticks(OWNER, "On disk", "10:00")
    vague = answered.saves(AGENT, "Which option do you want?\n", "11:00")
    assert vague.gate.code is Code.UNATTRIBUTED
    assert vague.says(OWNER, "/confirm", "12:00").gate.code is Code.UNSTRUCTURED


def test_an_answer_that_cannot_be_written_keeps_the_gate_shut_d14() -> None:
    room = 65_536 - len(ASKED)
    full = asked(ASKED + "x" * (room - 1))
    said = full.says(OWNER, "/answer storage: 2\n/answer name: x\n/answer extras: 1", "10:00")
    after = said.tick("10:05")
    assert "[x] On disk" in after.subject.body
    assert (after.gate.code, after.gate.ids) == (Code.PENDING, ("name",))
    assert "longer than GitHub takes" in after.ours[-1]
    optional = asked(full.subject.body.replace("(text)\n", "(text) (optional)\n")[:65_536])
    held = optional.says(OWNER, "/answer storage: 2\n/answer name: x", "10:00").tick("10:05")
    assert (held.gate.code, held.gate.ids) == (Code.PENDING, ("name",))


@pytest.mark.parametrize(
    "ids",
    [
        ["a" * 60_000],
        ["a" * 125],
        ["b" * 116, "c"],
        [f"q{number}" for number in range(2500)],
        ["a" * 130, *(f"q{number}" for number in range(2400))],
        ["a" * 110, *(f"q{number}" for number in range(1001))],
        ["a", "b" * 1000, "c"],
        [f"{letter}{'-' * 40}" for letter in "abcdefgh"],
    ],
    ids=lambda ids: f"{len(ids)}-of-{len(ids[0])}",
)
def test_a_description_fits_whatever_the_ids_are(ids: list[str]) -> None:
    body = section(*(f"### {id_}: q (text)" for id_ in ids))
    reading = asked(body)
    _, said = shown(reading)
    assert reading.gate.ids == tuple(ids)
    assert said.startswith(f"DECISIONS_PENDING: {ids[0][:40]}")
    named = said.removeprefix("DECISIONS_PENDING: ").split(", and ")[0].split(", ")
    hidden = len(ids) - len(named)
    assert said.endswith(f", and {hidden} more" if hidden else named[-1])


@pytest.mark.parametrize("words", ["::" * 200, "`" * 300, "\u202e" * 200, "é" * 300, "<!--" * 90])
def test_a_description_fits_whatever_it_quotes_p3(words: str) -> None:
    vague = asked(f"- [ ] {words} a?\n")
    broken = asked(section("### a: q (text)", f"### {words}"))
    assert shown(vague)[1].startswith("Too vague: needs options (DECISIONS_UNSTRUCTURED): `")
    assert shown(broken)[1].startswith("DECISIONS_UNPARSED: line 3: `")
    for reading in (vague, broken):
        assert "::" not in shown(reading)[1]
    assert len(unchecked(words).says) <= 140


def test_refusals_may_come_one_at_a_time_d8() -> None:
    vague = "Which option do you want?\n"
    assert judge(read_block(vague), refusals(vague), ()).code is Code.UNSTRUCTURED
