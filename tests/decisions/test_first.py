"""Answers are applied, and one verdict is given (decisions D7-D9)."""

from __future__ import annotations

from inbox.decisions.applying import Answer, apply_answers
from inbox.decisions.block import read_block
from inbox.decisions.verdict import FORMAT, Code, refusals
from tests.decisions.texts import OPTIONS, read, section


def test_the_format_that_refusals_show_is_clean() -> None:
    assert read_block(FORMAT).problems == ()
    assert refusals(FORMAT) == ()


def test_answers_are_applied_once() -> None:
    answers = {"a": Answer(("y",), note="so")}
    once = apply_answers(section("### a: q", *OPTIONS), answers)
    assert once == section("### a: q", "- [ ] x", "- [x] y", "> **Note:** so")
    assert apply_answers(once, answers) == once


def test_a_question_in_prose_is_refused() -> None:
    assert [found.code for found in refusals("## Choose\n- a\n")] == [Code.UNSTRUCTURED]
    assert read("### a: q", *OPTIONS).pending == ("a",)
