"""What a comment says to a ballot (protocol P11 to P14; cases-ballot 3B by row)."""

from __future__ import annotations

import pytest

from inbox.ballot.choice import Choice
from inbox.ballot.commands import Spoken, read_command

A, B, C, REJECT, HOLD = Choice


def hear(body: str) -> Spoken:
    return read_command(body, via_email=False)


def rows(*table: tuple[str, str, Choice | None]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("body", "choice"),
        [pytest.param(body, choice, id=f"{row}: {body!r}") for row, body, choice in table],
    )


@rows(
    ("row 22", "/approve B", B),
    ("row 23", "/approve c", C),
    ("row 33", "approve A", None),
    ("row 33", "rejected", None),
    ("row 34", "> /approve A\n\nnot sure", None),
    ("row 35", "> /approve A\n\n/reject", REJECT),
    ("row 35", "> /approve A\n/reject", REJECT),
    ("row 37", "```\n/approve A\n```", None),
    ("row 37", "~~~\n/approve A\n~~~", None),
    ("row 38", "```\n/approve A\n```\n/approve C", C),
    ("row 39", "```\n/approve A\nand more", None),
    ("row 41", "<!-- /approve A -->", None),
    ("row 41", "<!--\n/approve A\n-->", None),
    ("row 41", "<!--\n/approve A", None),
    ("row 45", "ok\r\n/approve b\r\nthanks", B),
    ("row 45", "ok\r/approve b\rthanks", B),
    ("row 46", "/approve\tA", A),
    ("row 46", "/approve  A   \t", A),
    ("row 47", "/approve\u00a0A", A),
    ("row 47", "/approve A\u00a0", A),
    ("row 49", "/approve A\n/reject", REJECT),
    ("row 49", "/reject\n/approve A", REJECT),
    ("row 50", "/approve A\n\n/approve B", B),
    ("row 50", "/approve B\n\n/approve A", B),
    ("P11", "   /Approve a", A),
    ("P11", "/APPROVE A", A),
    ("P11", "/reject", REJECT),
    ("P11", "I have read it.\n/approve A\nWell done.", A),
    ("P11 bare", "/approve", A),
    ("P11 bare", "/approve  \n\nlooks good", A),
    ("P12", "    /approve A", None),
    ("P12", "\t/approve A", None),
    ("P12", "<pre>\n/approve A\n</pre>", None),
    ("P12", "- ```\n  /approve A\n  ```", None),
    ("P12", "<details>\n\n```\nlog\n```\n\n</details>\n\n/approve A", A),
    ("P13", "/approve A\n/approve C\n/approve B", C),
    ("P13", "/approve C\n/reject", REJECT),
)
def test_what_counts(body: str, choice: Choice | None) -> None:
    assert hear(body).choice is choice


@rows(
    ("P11", "/reject.", REJECT),
    ("P11", "/reject, it drops a column", REJECT),
    ("P11", "/reject: too risky", REJECT),
    ("P11", "**/reject**", REJECT),
    ("P11", "_/reject_ please", REJECT),
    ("P11", "`/reject`", REJECT),
    ("P11", "- /reject", REJECT),
    ("P11", "1. **`/reject`** because", REJECT),
    ("P11", "\u2022 /reject", REJECT),
    ("P11", "/re\u200bject", REJECT),
    ("P11", "/reject\ufe0f", REJECT),
    ("P11", "\u2003/reject", REJECT),
    ("P11", "/approve C.", C),
    ("P11", "/approve C, I need the numbers", C),
    ("P11", "/approve **C**", C),
    ("P11", "`/approve C`", C),
    ("P11", "* /approve c - later", C),
    ("P11", "/approve\u200b C", C),
)
def test_p11_what_can_only_stop_also_counts_dressed_up(body: str, choice: Choice) -> None:
    assert hear(body).choice is choice
    assert hear(f"/approve A\n{body}").choice is choice


@pytest.mark.parametrize(
    "below",
    [
        "B",
        "\n\nb",
        "**C**",
        "A",
        "B.",
        "- c",
        "Option B",
        "option c - later",
        "***\nB",
        "\u0412",
    ],
)
def test_p11_a_bare_approval_above_a_single_letter_holds(below: str) -> None:
    spoken = hear(f"/approve\n{below}")

    assert (spoken.choice, spoken.near) == (HOLD, "/approve")


@pytest.mark.parametrize(
    "below", ["Be quick", "I like it", "a nice change", "12", "\n", "optional"]
)
def test_p11_a_bare_approval_above_words_is_an_a(below: str) -> None:
    assert hear(f"/approve\n{below}").choice is A


@pytest.mark.parametrize(
    "body",
    [
        "> /approve A",
        "> > **/approve A**",
        "> - `/reject`",
        "```\n/reject\n```",
        "    /approve",
        "<!-- /approve B -->",
        "<!--\n/approve C\n-->",
        "<pre>\n/reject\n</pre>",
    ],
)
def test_p21_a_command_that_is_only_quoted_is_said_to_be(body: str) -> None:
    assert hear(body) == Spoken(None, quoted=True)


@pytest.mark.parametrize(
    "body", ["", "thanks", "> thanks", "> I would /approve A", "> /reject now"]
)
def test_p21_talk_is_no_quoted_command(body: str) -> None:
    spoken = hear(body)

    assert (spoken.choice, spoken.quoted, spoken.mailed_only) == (None, False, False)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("/reject", ""),
        ("/reject: it drops a column.", "it drops a column"),
        (
            "**/reject** it\n\n  because  \n> quoted\n```\ncode\n```\n<!-- x -->\nlast",
            "it\nbecause\nlast",
        ),
        ("/approve A\nx\n/approve B", "x"),
        ("/reject\n" + "y" * 1000, "y" * 1000),
        ("/reject\n" + "y" * 1001, "y" * 999 + "…"),
    ],
)
def test_p11_the_other_visible_lines_are_the_reason(body: str, reason: str) -> None:
    assert hear(body).reason == reason
