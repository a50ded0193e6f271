"""Reading takes time in proportion to the text, whatever stands in it (decisions D2)."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from inbox.decisions.applying import Answer, apply_answers
from inbox.decisions.block import read_block
from inbox.decisions.verdict import refusals
from tests.decisions.texts import MARKER, section

SMALL = 4_096
LONGEST = 65_536
NOISE = 0.02
"""Seconds that a short measurement may be off."""

ROWS = [
    *("`", " ", "\t", ">", "[", "]", "(", "#", "*", "_", "!", "?", "<", "&", "\\", "\0", '"'),
    *("- ", "> ", "# ", "1. ", "| ", "a ", "? ", ").", "(text) ", "(text)", "\\`", "`a", "` `` "),
    *("A, ", "Option A, ", "which one ", "which one? ", "e.g. ", "*a", "**[ ]", "<a ", "<b a='"),
    *("<!--", "-->", "<!-- ", "[a](", "&amp;", "\u2028", "\ufeff", "> - > - ", "- - [ ] x "),
]
LINES = [
    *("", "a", "> a", "#", "###", "####", "### a: q", "### Bad", "# Questions", "###### Questions"),
    *("- [ ] a", "- a", "-", "- [ ] a?", "  - [ ] a", "- [ ] a\n\n> q\n", "1)", "- - - a", "    a"),
    *(
        "> **Note:** x",
        "> **Answer:** x\n",
        "> q\n",
        MARKER,
        "```",
        "~~~",
        "- ```",
        "> ```",
        "===\na",
    ),
    *("<!--", "-->", "<!-- a -->", "<div>", "<details>", "</details>", "<pre>", "<blockquote>"),
    *("[a]: b", "[a]:", "a\n---", "***", "# Questions\na", "which\none", "- [ ] a\n      b", "\r"),
]


def seconds(work: Callable[[], object]) -> float:
    """The processor time that it takes at best."""
    best = 9.0
    for _ in range(2):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def is_in_proportion(work: Callable[[int], Callable[[], object]]) -> bool:
    """True where four times as much takes at most six times as long, in one of three attempts."""
    return any(seconds(work(4 * SMALL)) <= 6 * seconds(work(SMALL)) + NOISE for _ in range(3))


def repeated(unit: str, length: int) -> str:
    """A text of that length, of one unit over and over."""
    return (unit * (length // len(unit) + 1))[:length]


@pytest.mark.parametrize("unit", [*ROWS, *(f"{line}\n" for line in LINES)])
def test_a_text_four_times_as_long_takes_at_most_six_times_as_long_d2(unit: str) -> None:
    def in_a_section(length: int) -> Callable[[], object]:
        return lambda: refusals(section(f"### a: q {repeated(unit, length)}"))

    def in_prose(length: int) -> Callable[[], object]:
        return lambda: refusals(f"## {repeated(unit, length)}?")

    assert is_in_proportion(in_a_section)
    assert is_in_proportion(in_prose)


@pytest.mark.parametrize("char", ["!", "_", "*", " ", "`"])
def test_a_heading_that_ends_otherwise_than_it_goes_on_takes_no_longer_d2(char: str) -> None:
    def work(length: int) -> Callable[[], object]:
        return lambda: refusals(f"## a{char * length}a\n\nWords.\n")

    assert is_in_proportion(work)


def test_answers_to_many_questions_take_time_in_proportion_d2() -> None:
    def work(length: int) -> Callable[[], object]:
        names = [f"q{number}" for number in range(length // 64)]
        body = section(*(f"### {name}: q\n- [ ] x\n- [ ] y" for name in names))
        return lambda: apply_answers(body, {name: Answer(("y",), None, "n") for name in names})

    assert is_in_proportion(work)


@pytest.mark.parametrize("char", ["`", " ", "[", ">", "- ", "<!--", "("])
def test_the_longest_description_is_read_whole_d2(char: str) -> None:
    row = repeated(char, LONGEST - len(MARKER) - 2)
    block = read_block(f"{MARKER}\n{row}\n")
    assert block.present
    assert [problem.flaw.value for problem in block.problems][:1] == ["no-questions"]
    assert refusals(row) == ()
