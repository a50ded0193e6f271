"""What holds for any text and any answers (decisions D2, D7, D9)."""

from __future__ import annotations

import io
import json
import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inbox.decisions.applying import Answer, Mismatch, NotApplicable, apply_answers
from inbox.decisions.ask import find_asks
from inbox.decisions.block import Question, read_block
from inbox.decisions.lines import is_void, join_lines, on_one_line, split_lines
from inbox.decisions.verdict import Code, asks_the_same, refusals
from inbox.lint import Form, lint
from tests.decisions.drawn import ANSWERS_IN_WORDS, ANY_TEXT, ENDINGS, answers, odd_texts, sections
from tests.decisions.texts import labels

EXAMPLES = settings(deadline=None)


def told(question: Question) -> tuple[object, ...]:
    """What a question says, without its place in the text."""
    return (question.asked, labels(question), question.ticked, question.answer, question.note)


# Reading


@EXAMPLES
@given(ANY_TEXT)
def test_any_text_gives_a_block_and_lines_that_are_there_d2(body: str) -> None:
    block = read_block(body)
    count = max(len(split_lines(body)), 1)
    assert [line for line in (p.line for p in block.problems) if not 1 <= line <= count] == []
    assert [ask.line for ask in find_asks(body) if not 1 <= ask.line <= count] == []
    assert block.present or not block.questions
    assert set(block.pending) <= {question.id for question in block.questions}
    assert all("\n" not in problem.message for problem in block.problems)
    assert join_lines(split_lines(body)) == body


@EXAMPLES
@given(ANY_TEXT)
def test_the_verdict_is_the_sections_or_the_proses_never_both_d9(body: str) -> None:
    block, found = read_block(body), refusals(body)
    assert {one.code for one in found} <= {Code.UNPARSED if block.present else Code.UNSTRUCTURED}
    assert bool(found) == bool(block.problems if block.present else find_asks(body))
    assert asks_the_same(body, body)


@EXAMPLES
@given(ANY_TEXT)
def test_lint_gives_the_verdict_of_the_gate_l10(body: str) -> None:
    out, stdin = io.StringIO(), io.BytesIO(body.encode("utf-8", "replace"))
    body = stdin.getvalue().decode()
    plain = {"against": None, "sections_only": False}
    status = lint([], form=Form.JSON, stdin=stdin, out=out, err=io.StringIO(), **plain)  # type: ignore[arg-type]  # options by their names
    found = refusals(body)
    assert status == bool(found)
    assert [(one["code"], one["line"], one["message"]) for one in json.loads(out.getvalue())] == [
        (one.code.at_write_time.value, one.line, one.message) for one in found
    ]


@EXAMPLES
@given(odd_texts(), st.data())
def test_line_endings_are_no_matter_d2(body: str, data: st.DataObject) -> None:
    lines = split_lines(body)
    other = "".join(line.text + data.draw(st.sampled_from(ENDINGS)) for line in lines)
    if len(split_lines(other)) != len(lines):  # a CR and an LF that met
        return
    was, now = read_block(body), read_block(other)
    assert list(map(told, was.questions)) == list(map(told, now.questions))
    assert was.problems == now.problems
    assert refusals(body) == refusals(other)


@EXAMPLES
@given(sections())
def test_drawn_sections_have_questions_and_no_problems(body: str) -> None:
    block = read_block(body)
    assert block.problems == ()
    assert block.questions


# Answering


@EXAMPLES
@given(sections(), st.data())
def test_answers_read_back_and_twice_is_once_d7(body: str, data: st.DataObject) -> None:
    block = read_block(body)
    given_answers = data.draw(answers(block))
    once = apply_answers(body, given_answers)
    assert apply_answers(once, given_answers) == once
    after = read_block(once)
    assert after.problems == ()
    for was, now in zip(block.questions, after.questions, strict=True):
        assert was.asked == now.asked
        answer = given_answers.get(was.id, Answer())
        ticked = was.ticked if answer.choices is None else answer.choices
        assert set(now.ticked) == set(ticked)
        assert now.answer == expected(was.answer, answer.text)
        assert now.note == expected(was.note, answer.note)


def expected(was: str | None, given_words: str | None) -> str | None:
    """What an Answer or Note line says afterwards."""
    if given_words is None:
        return was
    return None if is_void(given_words) else on_one_line(given_words)


@EXAMPLES
@given(sections(), st.data())
def test_every_other_byte_stays_d7(body: str, data: st.DataObject) -> None:
    given_answers = data.draw(answers(read_block(body)))
    once = apply_answers(body, given_answers)
    before, after = rest(body, given_answers), rest(once, given_answers)
    # A last ending may be there, or be gone, because it only divided two lines.
    assert before in {after, without_last_ending(after)} or after == without_last_ending(before)


def without_last_ending(body: str) -> str:
    """The text without what ends its last line."""
    return re.sub(r"(\r\n|\n|\r)\Z", "", body)


def rest(body: str, given_answers: dict[str, Answer]) -> str:
    """All that these answers may not touch: other lines, and of the options all but the tick."""
    block, lines = read_block(body), split_lines(body)
    hidden: set[int] = set()
    for question in block.questions:
        answer = given_answers.get(question.id)
        if answer and answer.text is not None:
            hidden |= set(question.answer_lines)
        if answer and answer.note is not None:
            hidden |= set(question.note_lines)
    boxes = {
        option.line
        for question in block.questions
        if question.id in given_answers
        for option in question.options
    }
    kept = [
        (line.text.replace("[x]", "[ ]", 1) if number in boxes else line.text) + line.ending
        for number, line in enumerate(lines, start=1)
        if number not in hidden
    ]
    return "".join(kept)


@EXAMPLES
@given(sections(), st.data())
def test_empty_values_undo_first_answers_a29(body: str, data: st.DataObject) -> None:
    block = read_block(body)
    fresh = [q for q in block.questions if not (q.answer_lines or q.note_lines or q.ticked)]
    given_answers = data.draw(answers(block))
    given_answers = {q.id: given_answers[q.id] for q in fresh if q.id in given_answers}
    once = apply_answers(body, given_answers)
    assert apply_answers(once, {name: Answer((), "", "") for name in given_answers}) == body


@EXAMPLES
@given(ANY_TEXT, ANSWERS_IN_WORDS, st.sampled_from(["a", "b", "__class__", ""]))
def test_what_does_not_fit_is_refused_and_nothing_else_happens_d7(
    body: str, words: str, name: str
) -> None:
    given_answers = {name: Answer(("x",), note=words)}
    with suppress(NotApplicable):
        once = apply_answers(body, given_answers)
        assert read_block(once).question(name) is not None
        assert apply_answers(once, given_answers) == once
        return
    with pytest.raises(NotApplicable) as failure:
        apply_answers(body, given_answers)
    assert failure.value.why in set(Mismatch)
    assert "\n" not in str(failure.value)


@EXAMPLES
@given(ANSWERS_IN_WORDS)
def test_folding_is_done_once_d7(words: str) -> None:
    folded = on_one_line(words)
    assert on_one_line(folded) == folded
    assert len(split_lines(folded)) <= 1
    assert not set("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029") & set(folded)
