"""The availability file, line by line (lifecycle L5-L7, ballot 3E)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inbox.ballot.availability import (
    Available,
    Keyword,
    Outing,
    Quiet,
    State,
    Unknown,
    read_calendar,
    state_at,
)
from inbox.ballot.intervals import Interval
from tests.ballot.lives import PREFIX, T0, at, line, outing

DAY = datetime(2026, 8, 1, tzinfo=UTC)
NOON = Interval(DAY, DAY.replace(hour=12))
AVAILABLE, QUIET, GARBAGE = line("available"), line("quiet"), line("avialable")


def said(words: str) -> Keyword | Interval | None:
    """What a line with these words says; None for one that is wrong."""
    calendar = read_calendar(line(words), PREFIX)
    assert len(calendar.entries) + len(calendar.flaws) == 1
    assert [flaw.line for flaw in calendar.flaws] == [1][: len(calendar.flaws)]
    return calendar.entries[0].says if calendar.entries else None


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        pytest.param("available", Keyword.AVAILABLE, id="ballot row 135"),
        pytest.param("quiet", Keyword.QUIET, id="ballot row 135, quiet"),
        pytest.param("AVAILABLE", Keyword.AVAILABLE, id="L5, any case"),
        pytest.param("\t Quiet\u00a0", Keyword.QUIET, id="L5, blanks"),
        pytest.param(
            "2026-08-01T00:00Z - 2026-08-01T12:00Z outing", NOON, id="ballot row 137, the seed's"
        ),
        pytest.param(
            "2026-08-01T00:00:00Z – 2026-08-01T12:00:00Z outing", NOON, id="ballot row 138, en dash"
        ),
        pytest.param("2026-08-01T00:00Z — 2026-08-01T12:00Z OUTING", NOON, id="em dash, capitals"),
        pytest.param(
            "2026-08-01T09:00+09:00 - 2026-08-01T21:00+09:00 outing", NOON, id="ballot row 139"
        ),
        pytest.param("2026-07-31T19:00-0500 - 2026-08-01t12:00z outing", NOON, id="both forms"),
        pytest.param(
            "2028-02-29T00:00Z - 2028-03-01T00:00Z outing",
            Interval(datetime(2028, 2, 29, tzinfo=UTC), datetime(2028, 3, 1, tzinfo=UTC)),
            id="leap day",
        ),
    ],
)
def test_a_valid_line_says(words: str, meaning: Keyword | Interval) -> None:
    assert said(words) == meaning


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("2026-08-01T00:00Z - 2026-08-01T00:00Z outing", id="ballot row 141, empty"),
        pytest.param(
            "2026-08-01T12:00Z - 2026-08-01T00:00Z outing", id="ballot row 141, backwards"
        ),
        pytest.param("2026-08-01T12:00+02:00 - 2026-08-01T10:00Z outing", id="empty across zones"),
        pytest.param("2026-08-01T00:00Z to 2026-08-01T12:00Z outing", id="ballot row 142, to"),
        pytest.param("2026-08-01T00:00Z -- 2026-08-01T12:00Z outing", id="ballot row 142, two"),
        pytest.param(
            "2026-08-01T00:00Z \u2212 2026-08-01T12:00Z outing", id="ballot row 142, minus"
        ),
        pytest.param("2026-08-01T00:00Z-2026-08-01T12:00Z outing", id="ballot row 142, no blanks"),
        pytest.param("quiet until monday", id="ballot row 143, until"),
        pytest.param("available!", id="ballot row 143, !"),
        pytest.param("outing", id="ballot row 143, no window"),
        pytest.param("2026-08-01T00:00Z - 2026-08-01T12:00Z", id="ballot row 143, no outing"),
        pytest.param("", id="nothing"),
        pytest.param("2026-08-01 - 2026-08-02 outing", id="days"),
        pytest.param("2026-08-01T00:00 - 2026-08-01T12:00 outing", id="no zone"),
        pytest.param("2026-08-01T00:00CET - 2026-08-01T12:00CET outing", id="a named zone"),
        pytest.param("2026-08-01T00:00:00.5Z - 2026-08-01T12:00Z outing", id="a fraction"),
        pytest.param("2026-08-01T24:00Z - 2026-08-02T12:00Z outing", id="hour 24"),
        pytest.param("2026-02-29T00:00Z - 2026-03-01T00:00Z outing", id="no leap year"),
        pytest.param("2026-08-01T00:00Z - 2026-13-01T12:00Z outing", id="month 13"),
        pytest.param("0000-01-01T00:00Z - 2026-08-01T12:00Z outing", id="year 0"),
        pytest.param("0001-01-01T00:00+23:59 - 2026-08-01T12:00Z outing", id="before all years"),
        pytest.param("2026-08-01T00:00Z - 9999-12-31T23:59-23:59 outing", id="after all years"),
        pytest.param("２０２６-08-01T00:00Z - 2026-08-01T12:00Z outing", id="wide digits"),
        pytest.param("available\u200b", id="an unseen character"),
        pytest.param("available\x0bquiet", id="a vertical tab"),
    ],
)
def test_a_line_that_is_wrong_says_nothing(words: str) -> None:
    assert said(words) is None


def test_the_keyword_needs_a_blank_before_it() -> None:
    calendar = read_calendar(f"{PREFIX}available", PREFIX)
    assert calendar.entries == ()
    assert "blank" in calendar.flaws[0].what


def test_a_clean_file_and_its_dirty_twin_say_the_same_ballot_row_145() -> None:
    clean = "\n".join(["# Where I am", "", outing(1, 2), QUIET])
    dirty = "\ufeff" + clean.replace("\n", "  \r\n") + "\t\r\n"
    assert read_calendar(dirty, PREFIX) == read_calendar(clean, PREFIX)
    assert read_calendar("\ufeff" + AVAILABLE, PREFIX).entries[0].line == 1


@pytest.mark.parametrize(
    "text",
    [
        f"I write {AVAILABLE}",
        f"> {AVAILABLE}",
        f"- {AVAILABLE}",
        f" {AVAILABLE}",
        f"```\n{AVAILABLE}\n```",
        f"   ~~~~ text\n```\n{AVAILABLE}\n~~~\n{AVAILABLE}\n~~~~~",
        f"```text\n{AVAILABLE}\n``` no end\n{AVAILABLE}\n```",
        f"```\n{AVAILABLE}",
    ],
)
def test_what_only_looks_like_a_line_is_none_ballot_row_146(text: str) -> None:
    calendar = read_calendar(f"{QUIET}\n{text}\n", PREFIX)
    assert [entry.says for entry in calendar.entries] == [Keyword.QUIET]


@pytest.mark.parametrize(
    "text",
    [
        f"```\nx\n```\n{AVAILABLE}",
        f"``` a`b\n{AVAILABLE}",
        f"    ```\n{AVAILABLE}",
        f"``\n{AVAILABLE}",
        f"~~~\n~~~~  \n{AVAILABLE}",
    ],
)
def test_a_line_outside_of_fences_counts(text: str) -> None:
    assert [entry.says for entry in read_calendar(text, PREFIX).entries] == [Keyword.AVAILABLE]


def test_an_open_fence_that_hides_lines_is_told() -> None:
    calendar = read_calendar(f"{AVAILABLE}\n\n```\n{QUIET}\n", PREFIX)
    assert [flaw.line for flaw in calendar.flaws] == [3]
    assert calendar.malformed is None
    only = read_calendar(f"```\n{QUIET}\n", PREFIX)
    assert only.malformed is not None
    assert only.malformed.line == 1


@pytest.mark.parametrize("prefix", [PREFIX, "a.c*", "^x$", "(?:x", "부재:", "\\d+"])
def test_the_prefix_is_literal_ballot_row_147(prefix: str) -> None:
    assert len(read_calendar(f"{prefix} available", prefix).entries) == 1
    other = {"a.c*": "abcc", "^x$": "x", "\\d+": "12"}.get(prefix, "O")
    assert read_calendar(f"{other} available", prefix).entries == ()


def test_a_prefix_may_bring_its_blank() -> None:
    assert len(read_calendar("Owner: available", "Owner: ").entries) == 1


@pytest.mark.parametrize(
    ("lines", "hours", "state"),
    [
        pytest.param((QUIET,), 0, Quiet(), id="ballot row 135"),
        pytest.param((AVAILABLE, QUIET), 0, Quiet(), id="the last line is the state"),
        pytest.param((QUIET, AVAILABLE), 0, Available(), id="the last line is the state, too"),
        pytest.param((GARBAGE, QUIET), 0, Quiet(), id="a wrong line further up"),
        pytest.param((outing(1, 5),), 1, Outing(at(5)), id="ballot row 191, the start is inside"),
        pytest.param((outing(1, 5),), 5, Available(), id="ballot row 154, half-open"),
        pytest.param((outing(1, 5), AVAILABLE), 3, Available(), id="ballot row 153"),
        pytest.param((AVAILABLE, outing(9, 12)), 3, Available(), id="ballot row 155"),
        pytest.param((QUIET, outing(9, 12)), 3, Available(), id="ballot row 155, was quiet"),
        pytest.param((outing(1, 5), outing(9, 12)), 3, Outing(at(5)), id="L7, an earlier line"),
        pytest.param((outing(1, 5), outing(5, 9)), 3, Outing(at(9)), id="one window into another"),
        pytest.param((outing(1, 5), QUIET), 3, Quiet(), id="quiet while away"),
    ],
)
def test_the_state_is(lines: tuple[str, ...], hours: float, state: State) -> None:
    assert state_at(read_calendar("\n".join(lines), PREFIX), at(hours)) == state


@pytest.mark.parametrize(
    ("text", "at_line"),
    [
        pytest.param(f"{QUIET}\n{GARBAGE}", 2, id="ballot row 149"),
        pytest.param(f"{AVAILABLE}\n\n{GARBAGE}\nwords", 3, id="ballot row 150"),
        pytest.param(GARBAGE, 1, id="ballot row 151, only garbage"),
        pytest.param("", 0, id="ballot row 151, empty"),
        pytest.param("# Nothing here\n", 0, id="ballot row 151, no prefix"),
    ],
)
def test_a_malformed_file_says_where_l6(text: str, at_line: int) -> None:
    calendar = read_calendar(text, PREFIX)
    assert calendar.malformed is not None
    assert calendar.malformed.line == at_line
    assert state_at(calendar, T0) == Unknown(calendar.malformed.what)


def test_a_wrong_line_further_up_is_skipped_and_told_l6() -> None:
    calendar = read_calendar(f"{outing(1, 5)}\n{GARBAGE}\n{AVAILABLE}", PREFIX)
    assert [flaw.line for flaw in calendar.flaws] == [2]
    assert calendar.malformed is None
    assert calendar.windows == (Interval(at(1), at(5)),)


def test_a_window_over_sixty_days_is_unusual_l7() -> None:
    calendar = read_calendar(f"{outing(0, 60 * 24)}\n{outing(0, '1440:01')}", PREFIX)
    assert [entry.line for entry in calendar.unusual] == [2]


def test_a_file_of_a_megabyte_is_read_in_no_time() -> None:
    for text in (
        line(" " * 1_000_000 + "x"),
        "`" * 1_000_000,
        f"{line('2026-08-01T00:00Z')}\n" * 20_000,
        f"{outing(1, 2)}\n" * 10_000,
        "- " * 500_000,
    ):
        began = datetime.now(UTC)
        read_calendar(text, PREFIX)
        assert datetime.now(UTC) - began < timedelta(seconds=10)


LINES = st.sampled_from([AVAILABLE, QUIET, GARBAGE, outing(1, 5), outing(3, 9), "", "```", "words"])


@given(st.text() | st.lists(LINES).map("\n".join), st.integers(-2, 12))
@example("\x00", 0)
def test_every_text_has_a_state_and_every_line_its_number(text: str, hours: int) -> None:
    calendar = read_calendar(text, PREFIX)
    assert isinstance(state_at(calendar, at(hours)), Available | Quiet | Outing | Unknown)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff").split("\n")
    for entry in calendar.entries:
        assert lines[entry.line - 1].startswith(PREFIX)
    assert all(0 < flaw.line <= len(lines) for flaw in calendar.flaws)
