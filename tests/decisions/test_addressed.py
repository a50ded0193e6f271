"""Which replies say that answers were acted on, and whose they are (D17, cases F7, F15, F17)."""

from __future__ import annotations

import pytest

from inbox.decisions.addressed import ADDRESSED, repliers, says_addressed
from inbox.decisions.records import Record
from inbox.refs import Account
from tests.decisions.asked import AGENT, BOT, OWNER, STRANGER, Asked, asked

OURS, MARVINS = ADDRESSED


@pytest.mark.parametrize("marker", ADDRESSED)
@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "Done.\n{}",
        "Done.\n\n{}\n\nBye.",
        "  {}  ",
        "\ufeff{}",
        "Done.\r\n{}\r\n",
        "Done.\r{}\r",
        "> quoted\n{}",
        "```\ncode\n```\n{}",
        "<details>\n{}\n</details>",
        "- item\n\n{}",
    ],
)
def test_a_marker_alone_on_its_line_says_so_d17(marker: str, text: str) -> None:
    assert says_addressed(text.format(marker))


@pytest.mark.parametrize("marker", ADDRESSED)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "Write {} once that is done.",
        "{} done",
        "> {}",
        "> Done.\n> {}",
        "```\n{}\n```",
        "~~~~\n```\n{}\n~~~~",
        "```\n{}",
        "<!--\n{}\n",
        "`{}`",
        "- ```\n  {}\n  ```",
    ],
)
def test_a_marker_in_a_fence_a_quote_or_a_sentence_says_nothing_f15(marker: str, text: str) -> None:
    assert not says_addressed(text.format(marker))


@pytest.mark.parametrize(
    "text",
    [
        "<!-- marvin:decisions -->",
        "<!--marvin:decisions-addressed-->",
        "<!-- Marvin:decisions-addressed -->",
        "<!-- decision-inbox:decisions-addressed",
    ],
)
def test_other_markers_say_nothing(text: str) -> None:
    assert not says_addressed(text)


def said_after(reading: Asked, record: int) -> list[str]:
    found = Record(record, None, {}, {})
    return [str(one) for one in repliers(found, reading.subject.comments, BOT)]


def test_only_replies_after_the_record_count_f7() -> None:
    reading = asked().says(AGENT, OURS, "10:00").says(BOT, "record", "10:05")
    assert said_after(reading, 101) == []
    assert said_after(reading.says(AGENT, MARVINS, "10:06"), 101) == ["agent"]
    assert said_after(reading.says(AGENT, MARVINS, "10:06"), 999) == []


def test_everybody_is_named_once_and_the_bot_first_f17() -> None:
    reading = asked().says(BOT, "record", "10:00")
    for who in (STRANGER, AGENT, OWNER, Account.named("AGENT", 1003), BOT, None):
        reading = reading.says(who, f"Done.\n{OURS}", "10:01")
    assert said_after(reading, 100) == ["merge-gate[bot]", "stranger", "agent", "owner"]


def test_what_others_made_of_a_comment_of_the_bot_says_nothing_p24() -> None:
    reading = asked().says(BOT, "record", "10:00").says(BOT, "Something.", "10:01")
    assert said_after(reading.edits(AGENT, OURS, "10:02"), 100) == []
    assert said_after(reading.edits(None, OURS, "10:02"), 100) == []
    assert said_after(reading.edits(BOT, OURS, "10:02"), 100) == ["merge-gate[bot]"]
