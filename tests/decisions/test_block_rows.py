"""Which questions a text asks: the rows of the survey, by number (decisions D1-D6)."""

from __future__ import annotations

import pytest

from inbox.decisions.block import Block, QuestionKind, read_block
from tests.decisions.texts import (
    MARKER,
    OPTIONS,
    OURS,
    flaws,
    labels,
    only,
    read,
    section,
    text,
)

QUESTION = ("### a: q", *OPTIONS)


def test_four_questions_of_every_kind_p1() -> None:
    block = read(
        "### one: First?",
        *("- [ ] a", "- [ ] b", "- [ ] c"),
        "### two: Second? (pick any) (optional)",
        *("- [ ] a", "- [ ] b", "- [ ] c"),
        "### three: Third?",
        *("- [ ] a", "- [ ] b"),
        "### four: Fourth? (text) (optional)",
    )
    assert block.present
    assert block.problems == ()
    assert [q.kind.value for q in block.questions] == ["single", "multi", "single", "text"]
    assert [q.required for q in block.questions] == [True, False, True, False]
    assert [len(q.options) for q in block.questions] == [3, 3, 2, 0]
    assert block.pending == ("one", "three")


@pytest.mark.parametrize("marker", [MARKER, OURS])
def test_both_markers_start_a_section_d1(marker: str) -> None:
    assert only(read_block(text("Why.", "", marker, *QUESTION))).id == "a"


def test_a_task_list_under_the_next_heading_is_no_options_p2() -> None:
    assert labels(only(read(*QUESTION, "## Tests", "- [ ] z"))) == ["x", "y"]


def test_tick_answer_and_note_are_read_back_p3() -> None:
    block = read(
        "### a: q",
        *("- [x] x", "- [ ] y", "> **Note:** because"),
        "### b: why? (text)",
        "> **Answer:** so",
    )
    choice, words = block.questions
    assert choice.ticked == ("x",)
    assert choice.note == "because"
    assert words.answer == "so"
    assert block.pending == ()


def test_a_block_in_a_fence_is_not_there_p5() -> None:
    assert not read_block(text("```markdown", MARKER, *QUESTION, "```")).present


def test_each_flaw_is_told_with_its_line_p6() -> None:
    block = read("### nope", "### x: q", "- [ ] a", "### x: r", "- [x] a", "- [x] b")
    assert flaws(block) == [
        (2, "not-a-question"),
        (3, "too-few-options"),
        (5, "used-twice"),
        (5, "several-ticks"),
    ]


def test_prose_alone_is_no_question_p7() -> None:
    assert flaws(read("Some words.")) == [(1, "no-questions")]


@pytest.mark.parametrize("body", [None, "", "\n", "\0"])
def test_no_text_is_no_section_p9(body: str | None) -> None:
    block = read_block(body)
    assert not block.present
    assert block == Block(present=False)


def test_a_number_is_no_section_p9() -> None:
    assert read_block(12) == Block(present=False)  # type: ignore[arg-type]  # no text at all, on purpose


def test_every_question_above_200000_lines_is_read_p9() -> None:
    assert only(read_block(section(*QUESTION) + "## More\n" + "a\n" * 200_000)).id == "a"


@pytest.mark.parametrize(
    "marker",
    [
        pytest.param(f"   {MARKER}  ", id="p10"),
        pytest.param(f"\ufeff{MARKER}", id="p13-byte-order-mark"),
        pytest.param(f"\u00a0{MARKER}", id="p13-no-break-space"),
        pytest.param(f"    {MARKER}", id="p17"),
        pytest.param(f"\t{MARKER}\t", id="p17-tab"),
    ],
)
def test_a_marker_with_blanks_around_it_counts(marker: str) -> None:
    assert only(read_block(text(marker, *QUESTION))).id == "a"
    assert only(read_block(text("Why.", "", marker, *QUESTION))).id == "a"


@pytest.mark.parametrize(
    "marker",
    [
        pytest.param(f"{MARKER} now", id="p11"),
        pytest.param(f"now {MARKER}", id="p11-before"),
        pytest.param(f"\u200b{MARKER}", id="p14"),
        pytest.param(f"> {MARKER}", id="p15"),
        pytest.param("<!--marvin:decisions-->", id="spelling"),
        pytest.param("<!-- MARVIN:decisions -->", id="case"),
        pytest.param(f"`{MARKER}`", id="code-span"),
        pytest.param(f"- {MARKER}", id="item"),
    ],
)
def test_these_are_no_markers(marker: str) -> None:
    assert not read_block(text(marker, *QUESTION)).present


@pytest.mark.parametrize(
    "around",
    [
        pytest.param(("<!--", "{}", "-->"), id="comment"),
        pytest.param(("<!-- see", "", "{}"), id="open-comment"),
        pytest.param(("~~~", "{}", "~~~"), id="tildes"),
        pytest.param(("- item", "  ```", "  {}", "  ```"), id="fence-in-a-list"),
        pytest.param(("````", "```", "{}", "```", "````"), id="p58"),
        pytest.param(("```", "{}"), id="open-fence"),
        pytest.param(("> quoted", "> {}"), id="quote"),
    ],
)
def test_a_marker_inside_something_is_none_d1(around: tuple[str, ...]) -> None:
    assert not read_block(text(*(line.format(MARKER) for line in around), *QUESTION)).present


def test_a_second_marker_is_a_problem_p18() -> None:
    block = read(*QUESTION, "## Other", MARKER, "### b: q", *OPTIONS)
    assert flaws(block) == [(6, "second-marker")]
    assert [q.id for q in block.questions] == ["a"]


def test_a_second_marker_without_a_heading_between_divides_nothing_p19() -> None:
    block = read(*QUESTION, OURS, "### b: q", *OPTIONS)
    assert flaws(block) == [(5, "second-marker")]
    assert [q.id for q in block.questions] == ["a", "b"]


def test_questions_above_the_marker_are_none_p21() -> None:
    assert flaws(read_block(text(*QUESTION, MARKER))) == [(4, "no-questions")]


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(("# Title",), id="p22"),
        pytest.param(("  ## Other",), id="p25"),
        pytest.param(("", "Other", "-----"), id="setext-2"),
        pytest.param(("", "Other", "words", "==="), id="setext-1"),
        pytest.param(("", "* * *"), id="thematic-break"),
        pytest.param(("---",), id="thematic-break-below-a-list"),
        pytest.param(("</details>",), id="details"),
        pytest.param(("", "</DETAILS >"), id="details-capitals"),
    ],
)
def test_what_ends_a_section_d1(end: tuple[str, ...]) -> None:
    block = read_block(text("<details>", "", MARKER, *QUESTION, *end, "", "### b: q", "- [ ] z"))
    assert labels(only(block)) == ["x", "y"]


@pytest.mark.parametrize("line", ["#Title", "##Title", "Other", "`---`", "- - x", "> ---", "> # T"])
def test_what_ends_no_section_p23(line: str) -> None:
    block = read(*QUESTION, "", line, "", "### b: q", *OPTIONS)
    assert [q.id for q in block.questions] == ["a", "b"]
    assert block.problems == ()


def test_details_that_open_inside_the_section_close_inside_it_d1() -> None:
    inner = ("<details><summary>Why</summary>", "", "Because.", "", "</details>", "")
    block = read_block(text("<details>", "", MARKER, "### a: q", *inner, *OPTIONS, "</details>"))
    assert labels(only(block)) == ["x", "y"]


def test_a_smaller_heading_is_a_problem_and_the_options_stay_p26() -> None:
    block = read("### a: q", "#### detail", *OPTIONS)
    assert flaws(block) == [(3, "smaller-heading")]
    assert labels(block.questions[0]) == ["x", "y"]


def test_an_id_in_capitals_is_none_p27() -> None:
    block = read("### Storage: where?", *OPTIONS)
    assert flaws(block) == [(1, "no-questions"), (2, "not-a-question")]
    assert block.questions == ()


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        ("### 1: q", "1", "q"),
        ("### a : q", "a", "q"),
        ("### a:q", "a", "q"),
        ("### a: b: c?", "a", "b: c?"),
        ("###\ta_b-c9: q", "a_b-c9", "q"),
        ("### a: q ###", "a", "q"),
        ("### constructor: q", "constructor", "q"),
        ("### a: in C# or F#", "a", "in C# or F#"),
    ],
)
def test_a_question_as_people_write_it_p29(line: str, name: str, words: str) -> None:
    question = only(read(line, *OPTIONS))
    assert (question.id, question.text) == (name, words)


@pytest.mark.parametrize("line", ["### a:", "### a:    ", "### a: (text)", "### a: (optional)"])
def test_a_question_without_words_is_a_problem_p30_p31(line: str) -> None:
    options = () if "(text)" in line else OPTIONS
    assert flaws(read(line, *options)) == [(2, "empty-question")]


def test_an_item_below_a_bad_heading_belongs_to_nothing_p33() -> None:
    block = read(*QUESTION, "### Bad heading", "- [x] z")
    assert flaws(block) == [(5, "not-a-question")]
    assert labels(block.questions[0]) == ["x", "y"]


@pytest.mark.parametrize(
    "line",
    [
        "###b: q",
        " ### b: q",
        "   ### b: q",
        "### _b: q",
        "### b",
        "### B: q",
        "### ü: q",
        "###\u00a0b: q",
        "- ### b: q",
        "### b c: q",
        "###",
    ],
)
def test_what_looks_like_a_question_is_told_d3(line: str) -> None:
    assert flaws(read(*QUESTION, line)) == [(5, "not-a-question")]


def test_what_github_shows_as_it_is_written_is_told_and_read_d3() -> None:
    block = read_block(text("<details>", MARKER, *QUESTION, "- z", "</details>", "- [ ] z"))
    assert flaws(block) == [(3, "in-html"), (4, "in-html"), (5, "in-html")]
    (question,) = block.questions
    assert (question.id, labels(question), block.pending) == ("a", ["x", "y"], ("a",))
    block = read(*QUESTION, "<div>", "### B: q", "- [ ] z", "</div>")
    assert flaws(block) == [(6, "not-a-question")]
    block = read(*QUESTION, "<div>", "- [ ] z", "- []", "</div>")
    assert flaws(block) == [(6, "in-html"), (7, "not-an-option")]


def test_flags_in_any_case_and_order_p34() -> None:
    question = only(read("### a: Now? (PICK ANY) (Optional)", *OPTIONS))
    assert (question.text, question.kind, question.required) == ("Now?", QuestionKind.MULTI, False)
    assert only(read("### a: Now? (optional) (text)")).kind is QuestionKind.TEXT
    assert only(read("### a: Now? (optional)(text)")).kind is QuestionKind.TEXT


@pytest.mark.parametrize("flag", ["(pick  any)", "(pick-any)", "( text )", "(Optional.)"])
def test_what_is_nearly_a_flag_is_told_p35(flag: str) -> None:
    block = read(f"### a: q {flag}", *OPTIONS)
    assert flaws(block) == [(2, "unknown-flag")]
    assert block.questions[0].text == f"q {flag}"
    assert block.questions[0].required


def test_a_flag_that_touches_a_word_is_told_d3() -> None:
    block = read("### a: q?(optional)", *OPTIONS)
    assert flaws(block) == [(2, "unknown-flag")]
    assert block.questions[0].required


@pytest.mark.parametrize(
    ("line", "required"),
    [("### a: q (optional) (urgent)", True), ("### a: q (urgent) (optional)", False)],
)
def test_an_unknown_flag_beside_a_known_one_is_told_p37(line: str, required: bool) -> None:
    block = read(line, *OPTIONS)
    assert flaws(block) == [(2, "unknown-flag")]
    assert block.questions[0].required is required


@pytest.mark.parametrize(
    "words", ["Use Redis (v7)", "Rename f(x)", "Is it (a) or (b)?", "a) or b)"]
)
def test_brackets_in_the_words_are_no_flags_d3(words: str) -> None:
    assert only(read(f"### a: {words}", *OPTIONS)).text == words


def test_two_kinds_at_once_are_told_p38() -> None:
    block = read("### a: q (text) (pick any)")
    assert flaws(block) == [(2, "text-and-pick-any")]
    assert block.questions[0].kind is QuestionKind.TEXT
    assert flaws(read("### a: q (text)", *OPTIONS)) == [(3, "options-under-text")]


def test_a_flag_in_the_middle_is_none_p39() -> None:
    question = only(read("### a: Pick (optional) now?", *OPTIONS))
    assert question.required
    assert question.text == "Pick (optional) now?"
