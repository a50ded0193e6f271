"""Whether a text asks in prose: the rows of the survey, by number (decisions D8, D9)."""

from __future__ import annotations

import pytest

from inbox.decisions.ask import AskKind, find_asks, reasons
from inbox.decisions.block import read_block
from inbox.decisions.verdict import FORMAT, SHOWN_FORMAT, Code, asks_the_same, refusals
from tests.decisions.texts import MARKER, OPTIONS, section, text


def kinds(body: str) -> list[str]:
    """How the text asks, in order."""
    return [ask.kind.value for ask in reasons(body)]


def lines(body: str) -> list[int]:
    """Where the text asks."""
    return [ask.line for ask in reasons(body)]


HEADINGS = (
    *("Choose", "Choices", "Decide", "Decision", "Decisions", "Pick", "Question", "Questions"),
    *("Open question", "Open questions", "Decisions needed", "Open decisions"),
    *("OPEN QUESTIONS", "Choose:", "Questions?", "**Decisions**", "Open *questions*:"),
    *("Questions for you", "Questions for the owner", "Decisions for @mona", "Decisions to us"),
    *("Questions for Mona", "Open questions for you and the reviewers:", "Decide for me"),
    *("2. Open questions", "❓ Questions", "Decisions ❓"),
)
REPORTS = (
    *("Decisions recorded", "Choices made", "Decisions from the owner", "Decisions taken"),
    *("Decisions for later", "Decisions to revisit", "Choices for v2", "Decisions for Later"),
    *("Questions answered", "Decision log", "Choose a licence", "Pickles", "`Choose`", "Answers"),
)


@pytest.mark.parametrize("heading", HEADINGS)
def test_these_headings_ask_v1_v6(heading: str) -> None:
    (ask,) = reasons(text("Intro.", "", f"## {heading}", "", "- one", "- two"))
    assert (ask.kind, ask.line, ask.quote) == (AskKind.HEADING, 3, f"## {heading}")


@pytest.mark.parametrize("heading", REPORTS)
def test_these_headings_report_v9_v26(heading: str) -> None:
    assert kinds(text(f"## {heading}", "", "- one", "- two")) == []


@pytest.mark.parametrize(
    "heading",
    ["##Choose", "###### choose", "   ## Choose", "# Choose #", "Choose\n---", "Choose\n==="],
)
def test_headings_of_every_look_v11(heading: str) -> None:
    assert kinds(text("Intro.", "", heading, "one")) == ["heading"]
    assert lines(text("Intro.", "", heading, "one")) == [3]


def test_a_byte_order_mark_hides_no_heading_v11() -> None:
    assert lines("\ufeff## Choose\n\none\n") == [1]


def test_a_heading_below_words_without_a_blank_line_v11() -> None:
    assert lines(text("Intro.", "##Choose", "one")) == [2]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "None.",
        "n/a",
        "N/A",
        "- None",
        "*none*",
        "- [x] none",
        "—",
        "<!-- say what you need -->",
        "```\ncode\n```",
        "    code",
        "> quoted",
        "`code`",
        "## Next\nwords",
        "# Above\nwords",
    ],
)
def test_a_section_with_nothing_in_it_asks_nothing_v10_l14(body: str) -> None:
    assert kinds(text("## Decisions", "", body)) == []


@pytest.mark.parametrize("body", ["we went with B", "None of this works", "### Deeper", "決める"])
def test_a_section_with_words_asks_v10(body: str) -> None:
    assert kinds(text("## Decisions", "", body)) == ["heading"]


def test_what_is_only_told_is_no_ask_v2_v3() -> None:
    body = text(
        *("## What changed", "", "The Option A code path.", "", "## Tests", ""),
        *("- [ ] tests pass", "- [x] Did you write some?", "", "Was it slow? Yes."),
    )
    assert kinds(body) == []


def test_the_heading_that_asks_is_named_v5() -> None:
    (ask,) = reasons(text("## Decisions recorded", "", "- B", "", "## Open questions", "", "- C"))
    assert (ask.line, ask.quote) == (5, "## Open questions")


@pytest.mark.parametrize(
    "line",
    [
        "- [ ] fine?",
        "* [ ] fine?",
        "- [ ] **Is it fine?**",
        "- a\n  - [ ] fine?",
        "1. a\n   - [ ] fine?",
        "- [ ] fine? <!-- yes -->",
        "- [ ] is\n  it fine?",
        "- [ ] fine?\n  It was.",
        '- [ ] "fine?"',
    ],
)
def test_these_tasks_ask_v14(line: str) -> None:
    assert kinds(text(line)) == ["checklist"]


@pytest.mark.parametrize(
    "line",
    [
        "- [x] fine?",  # v13
        "* [X] fine?",
        "+ [ ] fine?",
        "1. [ ] fine?",
        "- fine?",
        "- [ ] fine? (yes)",
        "- [ ] is it `fine?`",
        "- [ ] fine",
        "    - [ ] fine?",
        "> - [ ] fine?",
        "<!--\n- [ ] fine?\n-->",
        "```\n- [ ] fine?\n```",
        "[ ] fine?",
    ],
)
def test_these_tasks_do_not_ask_v15(line: str) -> None:
    assert kinds(text(line)) == []


@pytest.mark.parametrize(
    "body",
    [
        "A, B or C?",
        "A, B, C or D?",
        "A, B, or C?",
        "Should it be A, B or C then?",
        "Option A, Option B or Option C?",
        "Tell me: which option do you want?",
        "Which one?!",
        "Which\none is\nbetter?",
        "So, **which one**?",
        "- Should I pick one?",
        "## Which one?",
        "Please choose one. Should I choose one?",
        "Should I choose between e.g. these?",
        "<p>Which one?</p>",
        "<!-- x --> Which one?",
        "<!-- x\ny --> Which one? <!-- z -->",
        "a `b` which one?",
        "a ` which one?",
        "a --> b <!-- which one?",
        "a \\` which one? \\`",
        "<details>\n\nWhich one?\n\n</details>",
        "<blockquote>\na\n</blockquote>\n\nWhich one?",
    ],
)
def test_these_sentences_ask_v1(body: str) -> None:
    assert kinds(body) == ["phrase"]


@pytest.mark.parametrize(
    "body",
    [
        "x, y or z axis?",  # v17
        "vitamins A, C or D",
        "columns a, b or c were renamed?",
        "A or B?",  # v18
        "A/B/C?",
        "inputs 1, 2 or 3?",
        "A, B and C?",
        "`which one`?",  # v19
        "    which one?",
        "<!-- which one? -->",
        "<!--\n\nwhich one?\n\n-->",
        "<!-- which one?",
        "Words <!-- which one? --> here.",
        "``which `one`` ` fine?",
        "user must choose one plan",  # v21
        "should we use X or Y?",  # v22
        "Which one it is. Fine?",
        "This says which one. Is it good?",
        "| which one | good? |",
        "> which one?",
        "> said\nwhich one?",
        "<blockquote>\n\nwhich one?\n\n</blockquote>",
        "<blockquote>\n\n<p>which one?</p>\n\n</blockquote>",
        "<pre>\nwhich one?\n</pre>",
        "NASA, B or Cat?",
        "sandwich one?",
        "which ones?",
    ],
)
def test_these_sentences_do_not_ask(body: str) -> None:
    assert kinds(body) == []


def test_an_open_fence_hides_what_follows_v23() -> None:
    assert kinds(text("```", "", "## Choose", "one")) == []


def test_three_kinds_give_three_reasons_in_order_v25() -> None:
    body = text("A, B or C?", "", "- [ ] fine?", "", "## Choose", "", "one", "", "## Pick", "two")
    assert kinds(body) == ["heading", "checklist", "phrase"]
    assert lines(body) == [5, 3, 1]
    assert [ask.line for ask in find_asks(body)] == [5, 9, 3, 1]


def test_the_line_is_where_the_sentence_begins_d8() -> None:
    assert lines(text("One.", "Two. Three.", "Which", "one?")) == [3]
    assert lines(text("One. Which", "one?")) == [1]


# One verdict


def codes(body: str | None) -> list[str]:
    """The codes of the gate."""
    return [found.code.value for found in refusals(body)]


def test_with_a_section_prose_is_not_looked_at_v7_d9() -> None:
    assert codes(section("### a: q", *OPTIONS) + "## Open questions\n\nwhich one?\n") == []


@pytest.mark.parametrize("lines", [(), ("### Bad",), ("### a: q", "- [ ] x")])
def test_a_broken_section_is_refused_whatever_the_prose_l3_g6(lines: tuple[str, ...]) -> None:
    body = section(*lines) + "## Open questions\n\nwhich one?\n"
    found = refusals(body)
    assert {one.code for one in found} == {Code.UNPARSED}
    assert [one.line for one in found] == [one.line for one in read_block(body).problems]


def test_a_question_in_prose_is_refused_l1_l10() -> None:
    assert codes("## Open questions\n\n- Where to?\n") == ["DECISIONS_UNSTRUCTURED"]
    assert codes("- [ ] Where to?\n") == ["DECISIONS_UNSTRUCTURED"]
    assert refusals("- [ ] Where to?\n")[0].code.at_write_time.value == "DECISIONS_NOT_ASKABLE"
    assert Code.UNPARSED.at_write_time is Code.UNPARSED


@pytest.mark.parametrize(
    "body", [None, "", "## Decisions recorded\n\n- B\n", f"```\n{MARKER}\n```"]
)
def test_what_asks_nothing_passes_l2_p5(body: str | None) -> None:
    assert codes(body) == []


@pytest.mark.parametrize("body", ["## Choose @team\x1b <!-- #1\nx", section("### @team <!-- #1")])
def test_a_refusal_quotes_says_what_to_do_and_shows_the_format(body: str) -> None:
    """Section 3 of the D-rulings; protocol P3."""
    for found in refusals(body):
        assert "write" in found.sentence
        assert "`### some-id: question`" in found.sentence
        assert found.message.startswith(found.sentence)
        assert found.message.endswith(SHOWN_FORMAT)
        assert "\x1b" not in found.message


def test_the_format_shows_every_kind_and_is_clean() -> None:
    block = read_block(FORMAT)
    assert block.problems == ()
    assert {question.kind.value for question in block.questions} == {"single", "multi", "text"}
    assert {question.required for question in block.questions} == {True, False}
    assert codes(FORMAT) == codes(SHOWN_FORMAT) == []


# Against an earlier text


BROKEN = section("### a: q", "- [ ] x")
VAGUE = "## Open questions\n\n- Where to?\n"


@pytest.mark.parametrize("body", [BROKEN, VAGUE, section("### a: q", *OPTIONS), "Words."])
def test_what_stays_asks_the_same_l9(body: str) -> None:
    assert asks_the_same(body, "A link.\n\n" + body.replace("\n", "\r\n"))
    assert asks_the_same(body, body + "\n# More\n\nWords.\n")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (BROKEN, BROKEN.replace("x", "z")),
        (BROKEN, BROKEN.replace("[ ]", "[x]")),
        (BROKEN, VAGUE),
        (VAGUE, BROKEN),
        (VAGUE, VAGUE + "- And when?\n"),
        (VAGUE, VAGUE + "\n- [ ] now?\n"),
        ("Words.", VAGUE),
        (None, BROKEN),
    ],
)
def test_what_changes_asks_something_else_l9(old: str | None, new: str) -> None:
    assert not asks_the_same(old, new)
