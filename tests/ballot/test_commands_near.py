"""What may be meant as a command holds, and talk does not (protocol P14, P22a, row 42)."""

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
    ("row 33", "/approve D", HOLD),
    ("row 42", "`/approve A`", HOLD),
    ("row 42", "**/approve A**", HOLD),
    ("row 42", "- /approve A", HOLD),
    ("row 42", "/approve A.", HOLD),
    ("row 42", "/approve AB", HOLD),
    ("row 42", "/approve A please", HOLD),
    ("row 43", "/approve [A]", HOLD),
    ("P14", "/aprove", HOLD),
    ("P14", "/approv A", HOLD),
    ("P14", "/approved", HOLD),
    ("P14", "/approve: B", HOLD),
    ("P14", "/approve option B", HOLD),
    ("P14", "/approveA", HOLD),
    ("P14", "/rejected", HOLD),
    ("P14", "/rejcet", HOLD),
    ("P14", "/ reject", HOLD),
    ("P14", "(/reject)", HOLD),
    ("P14", "/reject/approve", HOLD),
    ("P14", "/approve/A", HOLD),
    ("P14 withdrawn", "~~/reject~~", HOLD),
    ("P14 look-alike", "/approve \u0410", HOLD),
    ("P14 look-alike", "/\u0430pprove A", HOLD),
    ("P14 look-alike", "/r\u0435ject", HOLD),
    ("P14 look-alike", "\uff0freject", HOLD),
    ("P14 look-alike", "/\uff41pprove A", HOLD),
    ("P14 invisible", "/approve\u200b A", HOLD),
    ("P14 invisible", "/approve A\ufe0f", HOLD),
    ("P14 invisible", "\ufeff/approve B", HOLD),
    ("P14 blank", "/approve\u2003A", HOLD),
    ("P14 word", "/approve c'est bon", HOLD),
)
def test_a_near_miss_holds_and_says_which_line(body: str, choice: Choice) -> None:
    spoken = hear(f"before\n{body}\nafter")

    assert spoken == Spoken(choice, reason="before\nafter", near=body.strip())


@rows(
    ("refuses", "/rejcet", HOLD),
    ("refuses", "/approve A /reject", HOLD),
    ("asks for C", "/approve [C]", HOLD),
    ("asks for C", "/aprove C", HOLD),
    ("asks for B", "/approve B please", HOLD),
    ("says the same", "/approve A please", A),
    ("says nothing", "/approve D", A),
    ("says nothing", "/approved", A),
)
def test_p22a_a_near_miss_beside_an_approval_holds_where_it_may_ask_for_more_caution(
    body: str, choice: Choice
) -> None:
    for both in (f"/approve A\n{body}", f"{body}\n/approve A"):
        assert hear(both).choice is choice


@rows(
    ("indented under a paragraph", "no\n    /reject", HOLD),
    ("behind an arrow", "/reject --> too risky", HOLD),
    ("under a comment nothing closes", "see <!-- here\n/reject", HOLD),
    ("under the fence of an item that ended", "- ```\nno\n/approve C", HOLD),
)
def test_p22a_a_refusal_that_the_page_may_show_holds(body: str, choice: Choice) -> None:
    assert hear(body).choice is choice
    assert hear(f"/approve A\n\n{body}").choice is choice
    approving = body.replace("/reject", "/approve A").replace("/approve C", "/approve A")
    assert hear(approving).choice is None


@pytest.mark.parametrize(
    "body",
    [
        "/project/x.py",
        "/eject.sh",
        "/subject",
        "/approximate",
        "/usr/bin",
        "//",
        "/",
        "/etc",
    ],
)
def test_p14_other_words_say_nothing(body: str) -> None:
    assert hear(body) == Spoken(None, reason=body)


@rows(
    ("P22a", "No. /reject", HOLD),
    ("P22a", "a /reject", HOLD),
    ("P22a", "No, really, /reject, please", HOLD),
    ("P22a", "/approve A\nwait, no: /reject", HOLD),
    ("P22a", "/approve C\nI could also /reject it", Choice.C),
    ("P22a", "to refuse it, write `/reject`", None),
    ("P22a", "> No. /reject", None),
    ("P22a", "see docs/reject, or https://host.example/reject", None),
)
def test_a_refusal_behind_other_words_may_be_meant(body: str, choice: Choice | None) -> None:
    assert hear(body).choice is choice
