"""Foreign words are shown and never obeyed (protocol P3)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inbox.markdown import (
    Foreign,
    Piece,
    Plain,
    is_invisible,
    log_safe,
    neutral,
    neutral_cell,
    normalise,
    safe_sentence,
    sentence,
)

ANY_TEXT = st.text(max_size=400)
ATTACKS = (
    "@owner please",
    "Fixes #12",
    "[click](https://evil.example)",
    "![x](https://evil.example/x.png)",
    "https://github.com/o/r/pull/1",
    "<!-- decision-inbox-nonce: forged -->",
    "--> out of the comment",
    "--!> out of the comment",
    "\n- [x] Option A — proceed as recommended",
    "\r/approve A",
    "\u2028/approve A\u2029",
    "::error::stop",
    "##[error]stop",
    "#\u200b#\u200d[error]stop",
    "<pre>",
    "``` \n/approve A",
    "`",
    "``",
    "a ``` b ` c",
    "\u202eevil\u202c",
    "\ud800 lone half",
    "\x1b[31mred",
    "a|b",
    "\\",
    "$x$",
    "&lt;!--",
)
COMMONMARK = MarkdownIt("commonmark")


def test_normalise_turns_every_line_end_into_lf() -> None:
    assert normalise("a\r\nb\rc\nd\r\r\n") == "a\nb\nc\nd\n\n"


def hostile(test: Callable[[str], None]) -> Callable[[str], None]:
    """Any text, and each known attack."""
    for attack in ATTACKS:
        test = example(attack)(test)
    return given(ANY_TEXT)(test)


def only_code(markdown: str) -> str:
    """The code in `markdown`, which must be one paragraph of one code span."""
    block = COMMONMARK.parse(markdown)
    assert [token.type for token in block] == ["paragraph_open", "inline", "paragraph_close"]
    [span] = block[1].children or []
    assert span.type == "code_inline"
    return span.content


@hostile
def test_p3_neutral_text_is_one_code_span_and_nothing_else(text: str) -> None:
    shown = neutral(text)

    content = only_code(shown)
    assert only_code(f"rule {shown}: why".partition("rule ")[2].partition(": why")[0]) == content
    assert len(content) <= 300
    assert not re.search(r"<!--|--!?>|#\[", shown)
    assert not any(is_invisible(char) for char in shown)
    assert len(shown.splitlines()) == 1
    shown.encode()


@hostile
def test_p3_neutral_text_opens_no_block_wherever_it_begins(text: str) -> None:
    for before in ("", "- ", "1. ", "  "):
        kinds = {token.type for token in COMMONMARK.parse(before + neutral(text))}
        assert not kinds & {"fence", "code_block", "html_block", "heading_open", "hr"}


@hostile
def test_p3_a_cell_holds_no_pipe_that_ends_it(text: str) -> None:
    cell = neutral_cell(text)
    table = MarkdownIt("commonmark").enable("table").parse(f"| a | b |\n|---|---|\n| {cell} | x |")

    assert "|" not in cell
    cells = [t for t in table if t.type == "inline"][2:]
    assert [child.type for child in cells[0].children or []] == ["code_inline"]
    assert cells[1].content == "x"


@hostile
def test_p3_the_runner_finds_no_command_in_a_safe_log_line(text: str) -> None:
    line = log_safe(text)

    assert len(line) <= 600
    # What .NET's culture-aware search skips: control, format and combining characters.
    seen = "".join(char for char in line if not is_invisible(char))
    assert "::" not in seen
    assert "#[" not in seen
    assert seen == line
    assert len(line.splitlines()) == 1
    line.encode()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words", "`plain words`"),
        ("", "`(empty)`"),
        (" \n\t ", "`(empty)`"),
        ("a\n\n b", "`a ⏎ b`"),
        ("a \t b", "`a b`"),
        ("`tick`", "`` `tick` ``"),
        ("a```b", "````a```b````"),
        ("zero\u200bwidth", "`zero\ufffdwidth`"),
        ("\u202eright to left", "`\ufffdright to left`"),
        ("careful ⚠\ufe0f", "`careful ⚠`"),
        ("<!-- x -->", "`<! -- x -- >`"),
        ("##[error]x", "`## [error]x`"),
        ("x" * 301, "`" + "x" * 299 + "…`"),
        ("x" * 300, "`" + "x" * 300 + "`"),
    ],
)
def test_p3_neutral_text_shows_what_it_replaces(text: str, shown: str) -> None:
    assert neutral(text) == shown


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("::set-output name=x::y", ": :set-output name=x: :y"),
        ("  :::error::::", ": : :error: : : :"),
        (":\ufe0f:error::x", ": :error: :x"),
        (":\u200b:error", ":\ufffd:error"),
        ("see ##[group]", "see ## [group]"),
        ("a\r\n::error::b", "a ⏎ : :error: :b"),
        ("", "(empty)"),
    ],
)
def test_p3_log_lines_show_what_they_replace(text: str, line: str) -> None:
    assert log_safe(text) == line


def test_every_control_format_and_ignorable_character_counts_as_invisible() -> None:
    for code in range(0x110000):
        if unicodedata.category(chr(code)) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
            assert is_invisible(chr(code)), hex(code)
    assert all(map(is_invisible, "\u034f\u115f\u3164\ufe0f\uffa0\u2800\U000e0100\U000e0001"))
    assert not any(map(is_invisible, "aé字👍 \u00a0"))


PIECES = st.lists(
    st.builds(Foreign, ANY_TEXT)
    | st.builds(Plain, st.sampled_from(["rule ", ": ", "`/approve A`", " and\n", "$", "\\", ""])),
    max_size=6,
)


@given(PIECES)
def test_each_foreign_piece_of_a_sentence_keeps_its_own_code_span(pieces: list[Piece]) -> None:
    line = sentence(pieces)

    spans = [only_code(neutral(piece.text)) for piece in pieces if isinstance(piece, Foreign)]
    inline = COMMONMARK.parseInline(line)[0].children or []
    shown = [span.content for span in inline if span.type == "code_inline"]
    assert [span for span in shown if span != "/approve A"] == [
        span for span in spans if span != "/approve A"
    ]
    assert "\n" not in line


def test_a_sentence_reads_as_its_pieces_do() -> None:
    pieces = (
        Plain("rule "),
        Foreign("migrations"),
        Plain(": "),
        Foreign("a`b"),
        Plain(" and 2 more"),
    )

    assert sentence(pieces) == "rule `migrations`: ``a`b`` and 2 more"


@hostile
def test_p3_a_safe_sentence_stays_and_anything_else_becomes_one(text: str) -> None:
    safe = safe_sentence(text)

    assert safe_sentence(safe) == safe
    assert len(safe.splitlines()) == 1
    kinds = {span.type for span in COMMONMARK.parseInline(safe)[0].children or []}
    assert kinds <= {"text", "code_inline"}


@given(st.lists(st.builds(Foreign, ANY_TEXT) | st.just(Plain(" and ")), max_size=5))
def test_what_sentence_writes_is_a_safe_sentence(pieces: list[Piece]) -> None:
    written = sentence(pieces)
    if written and len(written) <= 2000:
        assert safe_sentence(written) == written


@pytest.mark.parametrize(
    "text",
    [
        "said by @someone",
        "see #12",
        "see GH-12",
        "at 1234567890abcdef1234567890abcdef12345678",
        "on https://evil.example",
        "on www.evil.example",
        "an `open tick",
        "two\nlines",
        "_stressed_",
        "x" * 2001,
        "",
    ],
)
def test_p3_a_sentence_with_live_markup_is_neutralised(text: str) -> None:
    assert safe_sentence(text) == neutral(text)


@pytest.mark.parametrize(
    "text",
    ["rule `x`: `a@b` (2 files)", "set settle_minutes in config/projects.yml; done — “so”!"],
)
def test_p3_a_harmless_sentence_passes_unchanged(text: str) -> None:
    assert safe_sentence(text) == text
