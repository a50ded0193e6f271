"""Whatever reason is typed: it is refused, or the comment reads as this very choice (P11-P14)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from inbox.ballot.choice import Choice
from inbox.ballot.commands import Spoken, read_command
from inbox.dashboard.composing import COMMANDS, compose, storable
from inbox.dashboard.not_sent import NotSent

CHOICES = st.sampled_from([Choice.A, Choice.B, Choice.C, Choice.REJECT])
WORDS = st.sampled_from(
    [
        *(
            "/approve A",
            "/approve B",
            "/approve",
            "/reject",
            "/approve C",
            "/aprove B",
            "/answer a: b",
        ),
        *("<!--", "-->", "```", "~~~", "> x", "    x", "\t/reject", "<pre>", "</pre>", "- ", "1. "),
        *("On Monday, Ann wrote:", "-----Original Message-----", "B", "option B", "no, /reject"),
        *("\u200b", "\u202e", "\x00", "\x0b", "\u2028", "`", "**", "@owner", "#1", "::error::x"),
        *("fine", "", " ", "\r\n", "\n", "<details>", "</details>", "[x]: y", "$$"),
    ]
)
REASONS = st.one_of(
    st.text(max_size=80),
    st.lists(WORDS, max_size=8).map("\n".join),
    st.lists(WORDS, max_size=6).map("".join),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(choice=CHOICES, reason=REASONS)
@example(choice=Choice.A, reason="\ud800")
def test_a_comment_says_exactly_the_choice_and_the_whole_reason(
    choice: Choice, reason: str
) -> None:
    try:
        body = compose(choice, reason)
    except NotSent as refused:
        told = refused.what, refused.advice
        assert all(told)
        assert "\n" not in "".join(told)
        return
    kept = "\n".join(filter(None, (line.strip() for line in storable(reason).split("\n"))))
    assert read_command(body, via_email=False) == Spoken(choice, reason=kept)
    assert body.split("\n")[0] == COMMANDS[choice]
    assert body.encode()


@pytest.mark.parametrize(
    "reason",
    [
        "",
        "Ship it.",
        "Two\n\nparagraphs, and a list:\n- one\n- two",
        "Use /approve in the docs, as in `/approve A`",
        "  indented\r\n\r\n    deeply  ",
        "日本語 👍 é",
        "x" * 1000,
    ],
)
@pytest.mark.parametrize("choice", COMMANDS)
def test_ordinary_reasons_pass_whole(choice: Choice, reason: str) -> None:
    assert compose(choice, reason).startswith(COMMANDS[choice])


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("/reject", "The line `/reject` in the reason would be read as a command"),
        ("fine\n/approve B", "The line `/approve B`"),
        ("> quoted", "The line `> quoted`"),
        ("<!-- hidden", "not as your own words"),
        ("```\ncode\nmore", "The line"),
        ("x" * 1001, "The reason has 1,001 characters, and a ballot keeps 1,000."),
    ],
)
def test_a_reason_that_would_say_more_is_refused_with_the_line(reason: str, words: str) -> None:
    with pytest.raises(NotSent) as refused:
        compose(Choice.A, reason)
    assert words in refused.value.what


def test_a_hold_is_no_answer() -> None:
    with pytest.raises(NotSent):
        compose(Choice.HOLD)
