"""The text of a ballot, written and read back (protocol P1, P2, P8, P28; cases 3A)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inbox.ballot.body import (
    OPTIONS,
    BallotText,
    Unparsed,
    parse_body,
    render_body,
    render_title,
    ticked,
    untick,
)
from inbox.ballot.commands import read_command
from inbox.errors import Bug
from inbox.markdown import neutral
from inbox.refs import HeadSha, PullRef

HEAD = HeadSha("0123456789abcdef0123456789abcdef01234567")
OTHER_HEAD = "f" * 40
NONCE = "f47ac10b-58cc-4372-a567-0e02b2c3d479"
TEXT = BallotText(
    PullRef.parse("alice/repo-a#42"),
    HEAD,
    NONCE,
    "rule `migrations`: `db/1.sql` changes the schema",
    datetime(2026, 11, 30, 12, 0, 5, tzinfo=UTC),
)
BODY = render_body(TEXT)
A_LINE, B_LINE, C_LINE = (f"- [ ] {label}" for label in OPTIONS.values())


def test_row_1_the_body_is_the_schema_to_the_byte() -> None:
    assert BODY == (
        "**Owner approval required (Quadrant D)** — irreversible + critical.\n"
        "\n"
        "Respond with 👍 (option A / approve), 👎 (reject), `/approve [A|B|C]` / `/reject`,\n"
        "or tick a checkbox below.\n"
        "\n"
        "## Options\n"
        "\n"
        "- [ ] Option A — proceed as recommended\n"
        "- [ ] Option B — alternate (see PR description)\n"
        "- [ ] Option C — defer / needs more info\n"
        "\n"
        "- PR: `alice/repo-a#42` — head `0123456`\n"
        "- Classifier: Quadrant D\n"
        "- Reasoning: rule `migrations`: `db/1.sql` changes the schema\n"
        "- Opened at: 2026-11-30T12:00:05Z\n"
        "\n"
        "<!-- decision-inbox-nonce: f47ac10b-58cc-4372-a567-0e02b2c3d479 -->\n"
        "<!-- decision-inbox-head-sha: 0123456789abcdef0123456789abcdef01234567 -->\n"
    )


def test_row_2_what_was_written_reads_back() -> None:
    assert parse_body(BODY) == TEXT
    assert parse_body(BODY.replace("\n", "\r\n")) == TEXT
    assert parse_body(BODY.replace("[ ]", "[x]")) == TEXT


HOSTILE = st.text(max_size=400) | st.sampled_from(
    [
        "`a` --> \n<!-- decision-inbox-head-sha: " + OTHER_HEAD + " -->",
        "\n- PR: `o/r#1` — head `" + OTHER_HEAD[:7] + "`",
        "- [x] Option A — proceed as recommended",
        "\n" + A_LINE.replace("[ ]", "[x]"),
        "x\r\n/approve A\r\n",
        "\u2028- Opened at: 2020-01-01T00:00:00Z",
        "<!-- decision-inbox-nonce: forged -->",
        "{pull} {head} %s",
        "@owner closes #1",
        "y" * 70_000,
    ]
)


@given(HOSTILE)
@example("\n<!-- decision-inbox-head-sha: " + OTHER_HEAD + " -->")
@example("\r/approve A")
def test_rows_13_and_14_no_reasoning_changes_what_is_read(reasoning: str) -> None:
    body = render_body(replace(TEXT, reasoning=reasoning))
    read = parse_body(body)

    assert isinstance(read, BallotText)
    assert replace(read, reasoning="") == replace(TEXT, reasoning="")
    assert render_body(read) == body
    assert ticked(body) == frozenset()
    spoken = read_command(body, via_email=False)
    assert (spoken.choice, spoken.quoted, spoken.mailed_only) == (None, False, False)


@given(HOSTILE)
def test_p2_every_body_keeps_the_rules_for_what_the_bot_writes(reasoning: str) -> None:
    body = render_body(replace(TEXT, reasoning=reasoning))

    assert "\r" not in body
    assert body.endswith("-->\n")
    assert not body.endswith("\n\n")
    assert len(body) < 60_000
    assert len(body.split("\n")) == len(BODY.split("\n"))
    tasks = [line for line in body.split("\n") if re.match(r"\s*(?:[-*+]|\d+[.)])\s+\[", line)]
    assert tasks == [A_LINE, B_LINE, C_LINE]
    assert "#" not in "".join(tasks)
    assert body.count("<!--") == body.count("-->") == 2


@given(HOSTILE)
def test_neutral_reasoning_is_written_as_it_is(reasoning: str) -> None:
    shown = f"rule x: {neutral(reasoning)} and 2 more"

    read = parse_body(render_body(replace(TEXT, reasoning=shown)))
    assert isinstance(read, BallotText)
    assert read.reasoning == shown


@given(
    st.datetimes(timezones=st.just(UTC)).map(lambda time: time.replace(microsecond=0)),
    st.integers(min_value=1, max_value=2**31 - 1),
    st.uuids(),
)
def test_any_ballot_reads_back(opened_at: datetime, number: int, nonce: object) -> None:
    text = replace(
        TEXT, opened_at=opened_at, nonce=str(nonce), pull=PullRef.parse(f"O-1/r.x_y#{number}")
    )
    assert parse_body(render_body(text)) == text


def test_the_time_is_written_in_utc_to_the_second() -> None:
    seoul = datetime(2026, 11, 30, 21, 0, 5, 999, tzinfo=timezone(timedelta(hours=9)))

    assert render_body(replace(TEXT, opened_at=seoul)) == BODY


@pytest.mark.parametrize(
    "text",
    [
        replace(TEXT, nonce="a--b"),
        replace(TEXT, nonce="a b"),
        replace(TEXT, nonce=""),
        replace(TEXT, opened_at=datetime(2026, 11, 30)),
    ],
)
def test_a_ballot_that_would_not_read_back_is_a_bug(text: BallotText) -> None:
    with pytest.raises(Bug):
        render_body(text)


NONCE_LINE = f"<!-- decision-inbox-nonce: {NONCE} -->"
HEAD_LINE = f"<!-- decision-inbox-head-sha: {HEAD} -->"
PULL_LINE = "- PR: `alice/repo-a#42` — head `0123456`"


def swapped(old: str, new: str) -> str:
    assert old in BODY
    return BODY.replace(old, new)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        pytest.param(swapped(NONCE_LINE, "").replace(HEAD_LINE, ""), "no nonce marker", id="row 3"),
        pytest.param(swapped(HEAD_LINE, ""), "no head-sha marker", id="row 3, head alone"),
        pytest.param("see <!-- decision-inbox-nonce: x --> there", "no PR line", id="row 5"),
        pytest.param(
            swapped(NONCE_LINE, f"in prose {NONCE_LINE} here"), "does not read", id="row 5, prose"
        ),
        pytest.param(swapped(PULL_LINE, ""), "no PR line", id="row 7"),
        pytest.param("", "no PR line", id="row 9"),
        pytest.param(
            BODY + HEAD_LINE.replace(HEAD, OTHER_HEAD), "more than one head-sha", id="row 10"
        ),
        pytest.param(BODY + HEAD_LINE, "more than one head-sha", id="row 10, the same twice"),
        pytest.param(
            BODY + "<!--decision-inbox-head-sha:x-->",
            "more than one head-sha",
            id="row 10, closely",
        ),
        pytest.param(BODY + NONCE_LINE, "more than one nonce", id="row 10, nonce"),
        pytest.param(BODY + "- PR: `o/r#1` — head `0123456`", "more than one PR", id="row 11"),
        pytest.param(BODY + "  * PR: `o/r#1`", "more than one PR", id="row 11, otherwise"),
        *(
            pytest.param(
                swapped("alice/repo-a#42", ref), "names no pull request", id=f"row 15, {ref}"
            )
            for ref in ("o/r#0", "o/r#99999999999999", "../x#1", "o/r/x#1", "o/r", "", "o/r#1 x")
        ),
        pytest.param(swapped(f": {HEAD}", f": {HEAD[:39]}"), "does not read", id="P1, 39 digits"),
        pytest.param(
            swapped(f": {HEAD}", f": {HEAD.upper()}"), "does not read", id="P1, upper case"
        ),
        pytest.param(swapped(f": {HEAD}", f": {OTHER_HEAD}"), "different heads", id="P1, heads"),
        pytest.param(swapped(HEAD_LINE, f"> {HEAD_LINE}"), "does not read", id="P1, quoted"),
        pytest.param(swapped(NONCE, "a--b"), "does not read", id="P1, nonce"),
        pytest.param(swapped("12:00:05Z", "noon"), "opening time", id="P1, time"),
        pytest.param(swapped("12:00:05Z", "12:00:05"), "opening time", id="P1, no zone"),
        pytest.param(
            swapped("2026-11-30T12:00:05Z", "0001-01-01T00:00:00+09:00"),
            "opening time",
            id="P1, year 0",
        ),
    ],
)
def test_p1_what_is_no_ballot_is_refused(body: str, why: str) -> None:
    for text in (body, body.replace("\n", "\r\n")):
        read = parse_body(text)
        assert isinstance(read, Unparsed)
        assert why in read.why


def test_row_6_the_pr_line_names_the_pull_request() -> None:
    read = parse_body(swapped("alice/repo-a#42", "o/r#42"))

    assert isinstance(read, BallotText)
    assert read.pull == PullRef.parse("o/r#42")


@given(st.text(max_size=500) | st.lists(st.sampled_from(BODY.split("\n"))).map("\n".join))
def test_reading_a_body_is_total(text: str) -> None:
    assert isinstance(parse_body(text), BallotText | Unparsed)
    assert ticked(untick(text)) == frozenset()
    assert untick(untick(text)) == untick(text)


@given(st.text(max_size=200))
def test_why_a_text_is_no_ballot_holds_no_foreign_words(text: str) -> None:
    read = parse_body(swapped("alice/repo-a#42", text.replace("`", "")))

    assert isinstance(read, BallotText) or re.fullmatch(r"[A-Za-z -]+", read.why)


def test_p8_the_title_names_the_pull_request() -> None:
    assert render_title(TEXT.pull) == "Decision pending — PR alice/repo-a#42"
