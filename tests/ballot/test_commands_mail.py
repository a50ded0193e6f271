"""What a comment by e-mail says to a ballot, and one that repeats an e-mail (protocol P12)."""

from __future__ import annotations

import pytest

from inbox.ballot.choice import Choice
from inbox.ballot.commands import Spoken, read_command

A, B, C, REJECT, HOLD = Choice
HEADER = "On Mon, 30 Nov 2026, bot <reply@reply.github.com> wrote:"


def mailed(body: str) -> Spoken:
    return read_command(body, via_email=True)


@pytest.mark.parametrize(
    ("body", "choice"),
    [
        ("/approve A", A),
        ("\n\n/approve B\nSent from my phone", B),
        (f"/approve A\n\n{HEADER}\n> /reject", A),
        (f"/approve A\n{HEADER}\n> words", A),
        (f"/approve A\n\n{HEADER}\n\n/reject", A),
        ("/approve A\n\n________________________________\nFrom: bot\n/reject", A),
        ("/approve C", C),
        ("/reject\nno", REJECT),
        ("no\n/reject this", REJECT),
    ],
)
def test_p12_the_first_paragraph_counts(body: str, choice: Choice) -> None:
    assert mailed(body).choice is choice
    assert mailed(body.replace("\n", "\r\n")).choice is choice


@pytest.mark.parametrize(
    "body",
    [
        "Hello,\n\n/approve A",
        f"{HEADER}\n/approve A",
        f"Yes.\n\n{HEADER}\n\n/approve B",
        f"Yes.\n\n{HEADER}\n\n/reject",
        "> quoted\n\n/approve",
    ],
)
def test_p12_nothing_below_it_approves(body: str) -> None:
    spoken = mailed(body)

    assert (spoken.choice, spoken.mailed_only, spoken.quoted) == (None, True, False)


@pytest.mark.parametrize(
    "body", ["Hello,\n\n/reject", "/approve A\n\n/reject it", "ok\n\n`/approve C`"]
)
def test_p22a_a_refusal_below_it_holds(body: str) -> None:
    spoken = mailed(body)

    assert spoken.choice is HOLD
    assert spoken.near == body.split("\n\n")[1]


def test_p12_the_reason_is_the_first_paragraph_too() -> None:
    assert mailed(f"/reject\ntoo risky\n\nJane\n\n{HEADER}\n> words").reason == "too risky"


def test_p12_a_quotation_in_the_mail_is_no_command() -> None:
    assert mailed("thanks\n\n> /approve A") == Spoken(None, reason="thanks", quoted=True)


def test_p11_the_letter_below_a_bare_approval_may_be_in_the_next_paragraph() -> None:
    assert mailed("/approve\n\nB").choice is HOLD


@pytest.mark.parametrize(
    ("body", "choice"),
    [
        (f"{HEADER}\n/approve A", None),
        (f"{HEADER}\n/approve", None),
        (f"{HEADER}\n/approve A please", None),
        (f"{HEADER}\n/reject", REJECT),
        (f"{HEADER}\n/approve C", C),
        (f"{HEADER}\n/rejcet", HOLD),
        (f"/approve A\n{HEADER}\n/approve B", A),
        (f"/approve A\n\n\n{HEADER}\n/reject", REJECT),
        ("-----Original Message-----\n/approve A", None),
    ],
)
def test_p12_in_any_comment_nothing_below_a_reply_header_approves(
    body: str, choice: Choice | None
) -> None:
    assert read_command(body, via_email=False).choice is choice


def test_p21_an_approval_below_a_reply_header_is_said_to_be() -> None:
    assert read_command(f"{HEADER}\n/approve A", via_email=False).mailed_only
