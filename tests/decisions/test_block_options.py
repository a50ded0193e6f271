"""Options, Answer and Note lines: the rows of the survey, by number (decisions D2-D6)."""

from __future__ import annotations

import pytest

from inbox.decisions.block import Block, read_block
from inbox.decisions.lines import join_lines, split_lines
from tests.decisions.texts import MARKER, OPTIONS, flaws, labels, only, read, section, text

QUESTION = ("### a: q", *OPTIONS)


def shape(block: Block) -> list[tuple[object, ...]]:
    """What a reader needs of each question, without its places in the text."""
    return [
        (q.id, q.text, q.kind, q.required, labels(q), q.ticked, q.answer, q.note, q.asked)
        for q in block.questions
    ]


# Options


@pytest.mark.parametrize(
    ("line", "label", "ticked"),
    [
        ("- [ ] z", "z", False),
        ("* [x] z", "z", True),
        ("- [X] z", "z", True),
        ("   - [ ] z", "z", False),
        ("*   [ ] z", "z", False),
        ("-\t[ ]\tz\t", "z", False),
        ("- [ ] use [x] or `[ ]`", "use [x] or `[ ]`", False),
        ("- [ ] `code` and **bold**", "`code` and **bold**", False),
    ],
)
def test_an_option_as_people_write_it_d4(line: str, label: str, ticked: bool) -> None:
    option = only(read("### a: q", line, "- [ ] other")).options[0]
    assert (option.label, option.ticked, option.line) == (label, ticked, 3)


@pytest.mark.parametrize(
    "line",
    [
        "+ [ ] z",
        "1. [ ] z",
        "1) [ ] z",
        "- [] z",
        "- [x ] z",
        "- [ x] z",
        "- [\u00a0] z",
        "- [ ]",
        "- [ ] ",
        "- [ ] \u200b",
        "- [ ]z",
        "-[ ] z",
        "-      [ ] z",
        "> x\n- [ ]",
    ],
)
def test_what_looks_like_an_option_is_told_p41(line: str) -> None:
    block = read("### a: q", "- [ ] y", "", line)
    assert flaws(block)[0][1] == "too-few-options"
    assert flaws(block)[1][1] in {"not-an-option", "nested-option"}
    assert labels(block.questions[0]) == ["y"]


def test_an_option_in_a_list_on_its_own_line_is_told_p42() -> None:
    assert flaws(read(*QUESTION, "- - [ ] z")) == [(5, "not-an-option")]


@pytest.mark.parametrize("line", ["- z", "- [x](#z)", "- [x][z]", "* **z**", "[ ] z", "- z [ ]"])
def test_other_list_items_are_plain_text_d4(line: str) -> None:
    assert labels(only(read(*QUESTION, line))) == ["x", "y"]


def test_a_nested_option_is_told_p42() -> None:
    block = read("### a: q", "- [ ] x", "  - [ ] sub", "- [ ] y", "- plain", "  - [x] sub")
    assert flaws(block) == [(4, "nested-option"), (7, "nested-option")]
    assert labels(block.questions[0]) == ["x", "y"]


@pytest.mark.parametrize("indent", ["\t", "    "])
def test_an_indented_option_is_told_p43(indent: str) -> None:
    block = read(*QUESTION, "### b: q", f"{indent}- [ ] x", f"{indent}- [ ] y")
    told = [(5, "too-few-options"), (6, "not-an-option"), (7, "not-an-option")]
    assert flaws(block) == told


@pytest.mark.parametrize("paragraph", [("", "Words.", ""), ("Words.",), ("", " Words.")])
def test_an_option_after_a_paragraph_below_the_options_is_told_p45(
    paragraph: tuple[str, ...],
) -> None:
    block = read(*QUESTION, "- plain", "", "Words.", "", "- [ ] z")
    assert flaws(block) == [(9, "late-option")]
    block = read(*QUESTION, *paragraph, "- [ ] z")
    assert flaws(block) == [(5 + len(paragraph), "late-option")]
    assert labels(block.questions[0]) == ["x", "y"]


@pytest.mark.parametrize(
    "between",
    [
        ("Words.", ""),
        ("", "Words.", "", "- plain", ""),
        ("```", "code", "```"),
        ("> quote",),
        ("<!-- hidden -->",),
        ("| a | b |", "| - | - |", ""),
    ],
)
def test_text_above_the_options_is_no_matter_d4(between: tuple[str, ...]) -> None:
    assert labels(only(read("### a: q", *between, *OPTIONS))) == ["x", "y"]


@pytest.mark.parametrize(
    "between",
    [
        ("",),
        ("  more about x",),
        ("", "  more about x", ""),
        ("> quote",),
        ("<!-- hidden -->",),
        ("", "```", "code", "```"),
    ],
)
def test_what_may_stand_between_options_d4(between: tuple[str, ...]) -> None:
    assert labels(only(read("### a: q", "- [ ] x", *between, "- [ ] y"))) == ["x", "y"]


@pytest.mark.parametrize("line", ["  ---", "  ==="])
def test_an_underlined_option_is_told_d1(line: str) -> None:
    block = read("### a: q", "- [ ] x", line, "- [ ] y", "- [ ] z")
    assert flaws(block) == [(3, "underlined-option")]
    assert labels(block.questions[0]) == ["y", "z"]


def test_an_option_above_every_question_is_told_d4() -> None:
    assert flaws(read("- [ ] x", "", *QUESTION)) == [(2, "stray-option")]


@pytest.mark.parametrize(
    "other",
    ["x", "X", "  x  ", "x\u200b", "\u202ax", "x\ufe0f", "x<!-- not -->", "x \u00ad <!-- -->"],
)
def test_labels_differ_p_a21(other: str) -> None:
    assert flaws(read("### a: q", "- [ ] x", f"- [ ] {other}")) == [(4, "same-label")]


def test_one_option_is_a_problem_and_still_an_answer_p46() -> None:
    block = read("### a: q", "- [x] x")
    assert flaws(block) == [(2, "too-few-options")]
    assert block.pending == ()


def test_two_ticks_on_an_optional_question_are_a_problem_and_not_pending_p47() -> None:
    block = read("### a: q (optional)", "- [x] x", "- [x] y")
    assert flaws(block) == [(2, "several-ticks")]
    assert not block.questions[0].is_answered
    assert block.pending == ()


@pytest.mark.parametrize(
    ("line", "ticks", "answered"),
    [
        ("### a: q", (" ", " "), False),
        ("### a: q", ("x", " "), True),
        ("### a: q", ("x", "x"), False),
        ("### a: q (pick any)", (" ", " "), False),
        ("### a: q (pick any)", (" ", "x"), True),
        ("### a: q (pick any)", ("x", "x"), True),
    ],
)
def test_when_a_choice_is_answered_d6(line: str, ticks: tuple[str, str], answered: bool) -> None:
    block = read(line, f"- [{ticks[0]}] x", f"- [{ticks[1]}] y")
    assert block.questions[0].is_answered is answered
    told_twice = line == "### a: q" and ticks == ("x", "x")
    assert [name for _, name in flaws(block)] == (["several-ticks"] if told_twice else [])


# Answers and notes


def test_the_last_answer_wins_p49() -> None:
    lines = ("### a: q (text)", "> **Answer:** one", "> **Answer:** two")
    assert only(read(*lines)).answer == "two"
    question = only(read(*lines, "> **Answer:** "))
    assert question.answer is None
    assert not question.is_answered


def test_only_the_line_itself_is_the_answer_p50() -> None:
    assert only(read("### a: q (text)", "> **Answer:** one", "> two")).answer == "one"
    assert only(read("### a: q (text)", "> zero", "> **Answer:** one")).answer == "one"


def test_an_answer_in_words_does_not_answer_a_choice_p51() -> None:
    block = read(*QUESTION, "> **Answer:** x")
    assert only(block).answer == "x"
    assert block.pending == ("a",)


@pytest.mark.parametrize(
    "line",
    [
        "> **answer:** x",
        "> **Answer**: x",
        "**Answer:** x",
        " > **Answer:** x",
        ">> **Answer:** x",
        "- > **Answer:** x",
        "> - **Answer:** x",
    ],
)
def test_these_are_no_answers_p53(line: str) -> None:
    assert only(read("### a: q (text)", line)).answer is None


def test_an_answer_below_a_tag_in_a_quote_is_read_d5() -> None:
    assert only(read("### a: q (text)", "> <div>", "> **Answer:** x")).answer == "x"


@pytest.mark.parametrize("fence", [("```", "```"), ("<!--", "-->"), ("> ```", "> ```")])
def test_an_answer_inside_something_is_none_d5(fence: tuple[str, str]) -> None:
    block = read("### a: q (text)", fence[0], "> **Answer:** x", fence[1])
    assert only(block).answer is None
    assert block.pending == ("a",)


@pytest.mark.parametrize("words", ["", "   ", "\u200b", "\u00a0", "\ufeff", "\u2060\t"])
def test_a_blank_answer_is_none_d6(words: str) -> None:
    assert not only(read("### a: q (text)", f"> **Answer:** {words}")).is_answered


def test_an_answer_above_every_question_belongs_to_none_d5() -> None:
    block = read("> **Answer:** x", "", "### a: q (text)")
    assert only(block).answer is None


# Lines


LINES = ("### a: q", "- [x] x", "- [ ] y", "> **Note:** n", "### b: r (text)", "> **Answer:** z")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_text_reads_the_same_with_any_line_endings_p54_p55(ending: str) -> None:
    lf = section(*LINES, "## More")
    block = read_block(lf.replace("\n", ending))
    assert shape(block) == shape(read_block(lf))
    assert [q.answer for q in block.questions] == [None, "z"]
    assert block.questions[0].note == "n"
    assert block.pending == ()


def test_a_mixed_text_reads_the_same_d2() -> None:
    lf = section(*LINES)
    mixed = lf.replace("\n", "\r\n", 3)
    assert shape(read_block(mixed)) == shape(read_block(lf))
    assert join_lines(split_lines(mixed)) == mixed


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\v", "\f", "\x1c"])
def test_other_separators_end_no_line_d2(separator: str) -> None:
    question = only(read("### a: q (text)", f"> **Answer:** one{separator}### b: two"))
    assert question.answer == f"one{separator}### b: two"


def test_an_open_fence_is_told_p57() -> None:
    block = read(*QUESTION, "```", "### b: q", "- [ ] x")
    assert flaws(block) == [(5, "unclosed")]
    assert [q.id for q in block.questions] == ["a"]


def test_an_open_fence_in_a_quote_ends_with_it_d1() -> None:
    block = read(*QUESTION, "> ```", "> code", "### b: q", *OPTIONS)
    assert flaws(block) == []
    assert [q.id for q in block.questions] == ["a", "b"]


def test_an_open_comment_is_told_d1() -> None:
    assert flaws(read(*QUESTION, "<!-- later", "### b: q", "- [ ] x")) == [(5, "unclosed")]


def test_an_open_fence_below_the_section_is_no_matter_d1() -> None:
    assert flaws(read(*QUESTION, "## More", "```", "code")) == []


def test_code_in_ticks_opens_no_fence_p59() -> None:
    assert only(read_block(text("```a` b```", MARKER, *QUESTION))).id == "a"


# What was asked


ASKED = ("### a: q", "Because.", "", "- [ ] x", "- [ ] y", "", "Below.")


def asked(*lines: str) -> str:
    """The digest of the one question of this section."""
    (question,) = read(*lines).questions
    return question.asked


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(("### a: q", "Because.", "", "- [x] x", "- [ ] y", "", "Below."), id="ticked"),
        pytest.param((*ASKED, "", "> **Note:** n"), id="note"),
        pytest.param((*ASKED, "> **Answer:** n"), id="answer"),
        pytest.param(("", *ASKED, "", ""), id="blank-lines"),
        pytest.param(("###  a : q", "Because.", "* [ ]  x", "*  [X] y", "", "Below. "), id="look"),
        pytest.param((*ASKED, "## More", "Words."), id="below-the-section"),
        pytest.param(("Preface.", *ASKED), id="above-the-question"),
    ],
)
def test_the_same_is_asked_d11(lines: tuple[str, ...]) -> None:
    assert asked(*lines) == asked(*ASKED)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(("### b: q", *ASKED[1:]), id="id"),
        pytest.param(("### a: r", *ASKED[1:]), id="words"),
        pytest.param(("### a: q (optional)", *ASKED[1:]), id="optional"),
        pytest.param(("### a: q (pick any)", *ASKED[1:]), id="kind"),
        pytest.param(("### a: q", "Because!", *ASKED[2:]), id="explanation"),
        pytest.param((*ASKED[:3], "- [ ] y", "- [ ] x", *ASKED[5:]), id="order"),
        pytest.param((*ASKED[:3], "- [ ] x", "- [ ] Y", *ASKED[5:]), id="label"),
        pytest.param((*ASKED[:5], "- [ ] z", *ASKED[5:]), id="another"),
        pytest.param((*ASKED[:5], "  and more", *ASKED[5:]), id="below-an-option"),
        pytest.param((*ASKED, "> a quote"), id="quote"),
    ],
)
def test_something_else_is_asked_d11(lines: tuple[str, ...]) -> None:
    assert asked(*lines) != asked(*ASKED)


def test_every_problem_says_what_it_is_about_p3() -> None:
    block = read("### @team <!-- x", "- [ ] y `z", "###c: \u202ered")
    for problem in block.problems[1:]:
        assert problem.message.startswith("`")
        assert "<!--" not in problem.message
        assert "\u202e" not in problem.message


def test_labels_that_only_look_alike_in_their_bytes_differ_d4() -> None:
    """In code a comment is shown; accents may be written in two ways, and look like one."""
    assert only(read("### a: q", "- [ ] `<!-- a -->`", "- [ ] `<!-- b -->`"))
    assert flaws(read("### a: q", "- [ ] caf\u00e9", "- [ ] cafe\u0301")) == [(4, "same-label")]
    assert only(read("### a: q", "- [ ] m2", "- [ ] m\u00b2"))
