"""Answers written into a text: the rows of the survey, by number (decisions D7)."""

from __future__ import annotations

import pytest

from inbox.decisions.applying import Answer, Mismatch, NotApplicable, apply_answers, find_option
from inbox.decisions.block import read_block
from tests.decisions.texts import MARKER, OPTIONS, only, read, section, text

QUESTION = ("### a: q", *OPTIONS)
WORDS = ("### w: why? (text)",)


def applied(body: str, **answers: Answer) -> str:
    """The text with the answers; applied twice it is the same."""
    once = apply_answers(body, answers)
    assert apply_answers(once, answers) == once
    return once


def refused(body: str, **answers: Answer) -> NotApplicable:
    """The refusal of these answers."""
    with pytest.raises(NotApplicable) as failure:
        apply_answers(body, answers)
    assert failure.value.exit_status == 1
    assert failure.value.what.endswith(".")
    return failure.value


def test_choices_a_note_and_words_a1_a2() -> None:
    body = text("Intro.", "", MARKER, *QUESTION, "", *WORDS, "", "## Tail", "- [ ] x")
    answers = {"a": Answer(("y",), note="both fit"), "w": Answer(text="one\ntwo")}
    once = applied(body, **answers)
    assert once == text(
        *("Intro.", "", MARKER, "### a: q", "- [ ] x", "- [x] y", "> **Note:** both fit", ""),
        *(*WORDS, "> **Answer:** one two", "", "## Tail", "- [ ] x"),
    )
    assert read_block(once).pending == ()


def test_a_later_answer_replaces_the_first_a3() -> None:
    body = section("### a: q", "- [x] x", "- [ ] y", "> **Note:** old", *WORDS)
    body = applied(body, w=Answer(text="old"))
    later = applied(body, a=Answer(("y",), note=""), w=Answer(text="new"))
    assert later == section("### a: q", "- [ ] x", "- [x] y", *WORDS, "> **Answer:** new")


def test_of_several_lines_one_remains_a3() -> None:
    lines = (*WORDS, "> **Answer:** one", "", "> **Answer:** two")
    once = applied(section(*lines), w=Answer(text="three"))
    assert once == section(*WORDS, "", "> **Answer:** three")


@pytest.mark.parametrize("body", ["", "Words.\n", f"> {MARKER}\n", f"```\n{MARKER}\n```\n"])
def test_without_a_section_nothing_fits_a5(body: str) -> None:
    assert refused(body, a=Answer(("x",))).why is Mismatch.NO_SECTION


def test_a_note_stays_with_its_question_a6() -> None:
    body = section(*QUESTION, "### b: r", *OPTIONS)
    assert applied(body, a=Answer(note="one"), b=Answer(note="two")) == section(
        *(*QUESTION, "> **Note:** one", "### b: r", *OPTIONS, "> **Note:** two")
    )


def test_what_is_absent_stays_a7_a10() -> None:
    ticked = ("### a: q", "- [x] x", "- [ ] y")
    assert applied(section(*ticked), a=Answer(note="n")) == section(*ticked, "> **Note:** n")
    answered = (*WORDS, "> **Answer:** so")
    noted = applied(section(*answered), w=Answer(note="n"))
    assert noted == section(*answered, "> **Note:** n")
    assert applied(noted, w=Answer()) == noted


@pytest.mark.parametrize("blank", ["", "  ", "\n", "\u200b", "\u00a0\t"])
def test_blank_words_take_the_line_away_a9(blank: str) -> None:
    body = section(*WORDS, "> **Answer:** so", "> **Note:** n")
    assert applied(body, w=Answer(text=blank, note=blank)) == section(*WORDS)


def test_no_choices_take_every_tick_away_d7() -> None:
    body = section("### a: q (pick any)", "- [x] x", "- [X] y")
    assert only(read_block(applied(body, a=Answer(())))).ticked == ()


def test_an_unknown_label_fits_nothing_a11() -> None:
    failure = refused(section(*QUESTION), a=Answer(("z",)))
    assert failure.why is Mismatch.UNKNOWN_LABEL
    assert failure.question == "a"
    assert failure.what == "Question `a` has no option `z`; it has `x`, `y`."


def test_an_unknown_id_fits_nothing_d7() -> None:
    failure = refused(section(*QUESTION), a=Answer(("x",)), nope=Answer(("x",)))
    assert failure.why is Mismatch.UNKNOWN_QUESTION
    assert failure.what == "There is no question `nope`; there is `a`."


def test_a_refusal_names_ten_of_many_d7() -> None:
    body = section("### a: q", *(f"- [ ] o{n}" for n in range(11)))
    assert refused(body, a=Answer(("z",))).what.endswith("`o8`, `o9` and more.")
    body = section(*(f"### q{n}: q (text)" for n in range(11)))
    assert refused(body, z=Answer(text="so")).what.endswith("`q8`, `q9` and more.")


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("a", Answer(text="so")),
        ("a", Answer(("x", "y"))),
        ("w", Answer(("x",))),
    ],
)
def test_an_answer_of_another_kind_does_not_fit_d7(name: str, answer: Answer) -> None:
    assert refused(section(*QUESTION, *WORDS), **{name: answer}).why is Mismatch.WRONG_KIND


def test_what_says_nothing_fits_every_kind_d7() -> None:
    body = section(*QUESTION, *WORDS)
    assert applied(body, a=Answer(text=" "), w=Answer(())) == body
    assert applied(body) == body


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("*   [ ] z", "*   [x] z"),  # a13
        ("- [ ] use [x] or [ ]", "- [x] use [x] or [ ]"),  # a14
        ("   -\t[ ]  z  ", "   -\t[x]  z  "),
        ("- [X] z", "- [X] z"),
    ],
)
def test_only_the_box_changes_a13_a14(before: str, after: str) -> None:
    body = section("### a: q", before, "- [ ] other")
    label = read_block(body).questions[0].options[0].label
    assert applied(body, a=Answer((label,))) == section("### a: q", after, "- [ ] other")


def test_a_note_goes_below_the_last_option_a15() -> None:
    lines = ("### a: q", "- [ ] x", "", "- [ ] y", "  and more of y", "", "Below.")
    assert applied(section(*lines), a=Answer(note="n")) == section(
        *(*lines[:5], "> **Note:** n", *lines[5:])
    )


@pytest.mark.parametrize("gap", [(), ("",)])
def test_a_note_goes_below_a_foreign_quote_a17(gap: tuple[str, ...]) -> None:
    lines = (*QUESTION, "  more", *gap, "> foreign", "> words")
    body = section(*lines, "", "Below.", "", "> further down")
    assert applied(body, a=Answer(note="n")) == section(
        *(*lines, "> **Note:** n", "", "Below.", "", "> further down")
    )


def test_an_answer_goes_above_the_explanation_a18() -> None:
    body = section(*WORDS, "", "Think of costs.", "", "## More")
    assert applied(body, w=Answer(text="so", note="n")) == section(
        *(*WORDS, "> **Answer:** so", "> **Note:** n", "", "Think of costs.", "", "## More")
    )


def test_a_fenced_option_and_note_stay_a19() -> None:
    fence = ("```", "- [ ] x", "> **Note:** old", "```")
    body = section("### a: q", *fence, *OPTIONS)
    assert applied(body, a=Answer(("x",), note="n")) == section(
        *("### a: q", *fence, "- [x] x", "- [ ] y", "> **Note:** n")
    )


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(("### a: q", "- [ ] x", "- [ ] x"), id="a21"),
        pytest.param((*QUESTION, *QUESTION), id="a22"),
        pytest.param((*QUESTION, "### Bad"), id="another-question"),
    ],
)
def test_a_broken_section_takes_no_answers_d7(lines: tuple[str, ...]) -> None:
    failure = refused(section(*lines), a=Answer(("x",)))
    assert failure.why is Mismatch.BROKEN_SECTION
    assert "line 5" in failure.what or "line 4" in failure.what


def test_an_answer_puts_several_ticks_right_d7() -> None:
    body = section("### a: q", "- [x] x", "- [x] y")
    assert applied(body, a=Answer(("y",))) == section("### a: q", "- [ ] x", "- [x] y")


def test_added_lines_end_as_the_text_does_a23() -> None:
    body = section(*QUESTION, *WORDS).replace("\n", "\r\n")
    once = applied(body, a=Answer(("x",), note="n"), w=Answer(text="so"))
    assert once.count("\r\n") == once.count("\n") == len(once.splitlines())
    mixed = section(*QUESTION).replace("\n", "\r\n") + text(*WORDS)
    once = applied(mixed, a=Answer(note="n"), w=Answer(text="so"))
    assert "> **Note:** n\r\n" in once
    assert "> **Answer:** so\n" in once.replace("\r\n", "")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_a_last_line_without_an_ending_gets_none_d2(ending: str) -> None:
    body = section(*WORDS).replace("\n", ending).removesuffix(ending)
    once = applied(body, w=Answer(text="so", note="n"))
    assert once == ending.join((MARKER, *WORDS, "> **Answer:** so", "> **Note:** n"))
    assert applied(once, w=Answer(text="", note="")) == body


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("one\r## two", id="a25-return"),
        pytest.param("one\u2028## two", id="a26-line"),
        pytest.param("one\u2029## two", id="a26-paragraph"),
        pytest.param("one\x85## two", id="next-line"),
        pytest.param("one\v\f## two", id="page"),
        pytest.param(" one \r\n\r\n ## two ", id="blank-lines"),
    ],
)
def test_separators_become_blanks_a25_a26(words: str) -> None:
    once = applied(section(*WORDS), w=Answer(text=words))
    assert once == section(*WORDS, "> **Answer:** one ## two")
    assert only(read_block(once)).answer == "one ## two"


@pytest.mark.parametrize("name", ["constructor", "__class__", "__proto__", "items", "keys"])
def test_ids_are_only_what_is_written_a27(name: str) -> None:
    if name.startswith("_"):
        body = section(*QUESTION)
        assert refused(body, **{name: Answer(("x",))}).why is Mismatch.UNKNOWN_QUESTION
    else:
        body = section(f"### {name}: q", "- [x] x", "- [ ] y", "> **Note:** n")
    assert apply_answers(body, {}) == body


def test_empty_values_undo_an_answer_a29() -> None:
    body = section(*QUESTION, "", *WORDS, "")
    once = applied(body, a=Answer(("x",), note="n"), w=Answer(text="so"))
    assert once != body
    assert applied(once, a=Answer((), note=""), w=Answer(text="")) == body


@pytest.mark.parametrize(
    "words",
    [
        MARKER,
        "> **Note:** x",
        "```",
        "<!-- hidden",
        "- [x] y",
        "### b: r",
        "---",
        "</details>",
        "@team fixes #1",
        "<b onclick=x>\u202ered",
        "\\",
        "`",
    ],
)
def test_words_are_only_words_a30(words: str) -> None:
    body = section(*WORDS, "", "Explained.", "", *QUESTION)
    block = read_block(applied(body, w=Answer(text=words)))
    assert block.problems == ()
    assert [q.id for q in block.questions] == ["w", "a"]
    assert block.questions[0].answer == words
    assert block.pending == ("a",)


def test_an_answer_that_would_swallow_a_heading_is_refused_d7() -> None:
    body = section(*WORDS, "Other", "-----")
    assert refused(body, w=Answer(text="so")).why is Mismatch.WOULD_MOVE


@pytest.mark.parametrize("wanted", ["In  memory", " in memory ", "IN MEMORY", "In memory"])
def test_labels_are_found_without_regard_to_case_d13(wanted: str) -> None:
    question = only(read("### a: q", "- [ ] In memory", "- [ ] On disk"))
    option = find_option(question, wanted)
    assert option is not None
    assert option.label == "In memory"
    assert find_option(question, "In mem") is None
