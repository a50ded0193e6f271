"""What holds for any comment at all, and how long it takes to read one (protocol P11 to P13)."""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.ballot.choice import Choice, most_cautious
from inbox.ballot.commands import Spoken, read_command

A, B, C, REJECT, HOLD = Choice


def hear(body: str) -> Spoken:
    return read_command(body, via_email=False)


COMMANDS = {A: "/approve A", B: "/approve b", C: "/approve C", REJECT: "/reject"}


@given(st.lists(st.sampled_from(list(COMMANDS)), min_size=1, max_size=5), st.randoms())
def test_p13_the_most_cautious_command_wins_in_any_order(
    choices: list[Choice], random: object
) -> None:
    shuffled = sorted(choices, key=lambda _: random.random())  # type: ignore[attr-defined]  # hypothesis does not say that its random is one
    body = "\nwords\n".join(COMMANDS[choice] for choice in shuffled)

    assert hear(body).choice is most_cautious(choices)


def test_p22a_caution_goes_from_a_to_reject_with_the_hold_between_b_and_c() -> None:
    assert sorted(Choice, key=lambda choice: choice.caution) == [A, B, HOLD, C, REJECT]
    for order in itertools.permutations(Choice):
        assert most_cautious(order) is REJECT
    assert most_cautious([]) is None


EXACT = {"/approve": A, "/approve a": A, "/approve b": B}


@given(st.text(alphabet="/aproveABC bject\t\u00a0\u200b*`.-D\u0410", max_size=14))
def test_p11_nothing_but_the_exact_form_approves(line: str) -> None:
    spelled = " ".join(line.replace("\u00a0", " ").split()).lower()
    leading = len(line) - len(line.lstrip(" "))
    choice = hear(line).choice

    if choice in {A, B}:
        assert EXACT[spelled] is choice
        assert leading <= 3


@given(st.text(max_size=300), st.booleans())
def test_hearing_is_total(body: str, via_email: bool) -> None:
    spoken = read_command(body, via_email=via_email)

    assert len(spoken.reason) <= 1000
    assert (spoken.near is None) or spoken.choice is HOLD
    assert spoken.choice is None or not (spoken.quoted or spoken.mailed_only)


SIZE = 65_536
HUGE = [
    "/approve A\n",
    "/approve\n",
    "/approve\n***\n",
    "/reject ",
    "/approve A A ",
    "/aprove [C]\n",
    "- ",
    "1. ",
    "`<code>",
    "` <!--",
    "<!--",
    "<!-- x --> ",
    "<pre></pre>",
    "<code>\n",
    ":\n",
    "On x wrote wrote ",
    "On x\n",
    "On wrote " * 40 + ":\n",
    "<a@b" * 90 + ">:\n",
    "----a\n",
    "From: x\n",
    "> ",
    "[x]",
    "*",
    "`",
    "\t",
    " ",
    "/",
    "\u200b",
    "\\`",
    "```\n",
    "- ```\n  x\n  ```\n",
]


@pytest.mark.parametrize("piece", HUGE, ids=repr)
def test_hearing_a_huge_comment_takes_no_time(piece: str) -> None:
    body = (piece * (SIZE // len(piece) + 1))[:SIZE]

    began = time.process_time()
    hear(body)
    hear("/approve" + body + "A")
    read_command(body, via_email=True)
    # Linear reading takes well under a second; one quadratic pattern would take minutes.
    assert time.process_time() - began < 10
