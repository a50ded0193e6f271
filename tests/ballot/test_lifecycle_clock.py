"""When owners are reminded, row by row: hours in, comments out (lifecycle L2-L12, ballot 3F)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.actions import PostComment
from inbox.ballot.lifecycle import Coming
from inbox.ballot.outings import MOST_RECORDS
from inbox.counted import Counted
from inbox.policy import Lifecycle
from inbox.refs import Account
from inbox.world import Revision
from tests.ballot.cast import AGENT, ANY_WORKFLOW, BOT, OWNER
from tests.ballot.lives import Hours, Life, at, line, outing

REMINDER, ESCALATION, DIGEST, EDIT = "reminder", "escalation", "digest", "edit"
AVAILABLE, QUIET = line("available"), line("quiet")
Written = dict[Hours, list[str]]

ROWS: dict[str, tuple[tuple[str, ...], Written]] = {
    "158-159": ((), {"71:59": [], "72": [REMINDER]}),
    "161": ((), {72: [REMINDER], 168: [ESCALATION], 200: []}),
    "162": ((), {200: [REMINDER, ESCALATION], 201: []}),
    "163": ((), {72: [REMINDER], "167:59": [], 168: [ESCALATION]}),
    "169": ((outing(60, 72),), {70: []}),
    "170": ((outing(60, 72),), {72: [DIGEST]}),
    "171": ((outing(60, 72), AVAILABLE), {72: [DIGEST], "83:59": [], 84: [REMINDER]}),
    "173": (
        (outing(60, 72),),
        {72: [DIGEST], 84: [REMINDER], "179:59": [], 180: [ESCALATION]},
    ),
    "174": ((outing(10, 12),), {"12:01": [DIGEST], 13: []}),
    "175": ((outing(10, 20), outing(30, 40)), {41: [DIGEST], 42: []}),
    "181": ((outing(10, 20), outing(10, 20)), {20: [DIGEST], "81:59": [], 82: [REMINDER]}),
    "182": ((outing(10, 20), outing(12, 15)), {20: [DIGEST], "81:59": [], 82: [REMINDER]}),
    "182, the nested window first over": (
        (outing(10, 20), outing(12, 15)),
        {17: [], 20: [DIGEST]},
    ),
    "183": (
        (outing(10, 20), outing(20, 30)),
        {20: [], 30: [DIGEST], "91:59": [], 92: [REMINDER]},
    ),
    "183, the later line first": ((outing(20, 30), outing(10, 20)), {25: [], 30: [DIGEST]}),
    "185": ((outing(-5, 5),), {5: [DIGEST], "76:59": [], 77: [REMINDER]}),
    "186": ((outing(-20, -10),), {1: [], "71:59": [], 72: [REMINDER]}),
    "187": ((outing(100, 110),), {72: [REMINDER]}),
    "189": ((outing(0, 8760),), {8761: [DIGEST]}),
    "190": ((outing(71, 75),), {73: [], 75: [DIGEST], "75:59": [], 76: [REMINDER]}),
    "191": ((outing(72, 80),), {72: [], 80: [DIGEST, REMINDER]}),
    "193": ((outing(72, 82),), {190: [DIGEST, REMINDER, ESCALATION]}),
    "195": ((outing(30, "30:30"),), {31: [DIGEST], "72:29": [], "72:30": [REMINDER]}),
    "153": ((outing(60, 80), AVAILABLE), {72: [], 80: [DIGEST], 92: [REMINDER]}),
    "153, due before the window": ((outing(80, 90), AVAILABLE), {85: [REMINDER]}),
    "L9, all three in this order": ((outing(0, 10),), {200: [DIGEST, REMINDER, ESCALATION]}),
}


@pytest.mark.parametrize(
    ("lines", "written"), ROWS.values(), ids=[f"ballot row {row}" for row in ROWS]
)
def test_each_tick_writes_what_the_row_says(lines: tuple[str, ...], written: Written) -> None:
    life = Life(*lines)
    assert {hours: life.tick(hours) for hours in written} == written


# Thresholds


@pytest.mark.parametrize(
    ("rules", "written"),
    [
        pytest.param(Lifecycle(True, 24, 48), [ESCALATION], id="ballot row 165"),
        pytest.param(Lifecycle(True, 100, 200), [], id="ballot row 166"),
    ],
)
def test_other_thresholds_remind_nobody_twice(rules: Lifecycle, written: list[str]) -> None:
    life = Life()
    assert life.tick(72) == [REMINDER]
    life.rules = rules
    assert life.tick(73 if written else 101) == written


def test_thresholds_are_exact_also_where_hours_are_fractions() -> None:
    life = Life(rules=Lifecycle(True, 1.1, 2.2))
    assert life.ticks("1:05", "1:06", "2:11", "2:12") == [[], [REMINDER], [], [ESCALATION]]


def test_a_threshold_beyond_every_calendar_is_never_reached() -> None:
    life = Life(rules=Lifecycle(True, 1e300, 1e301))
    assert life.tick(8760) == []
    assert life.outlook(8760).when is None


def test_a_ballot_from_the_future_is_not_due_ballot_row_167() -> None:
    life = Life(outing(-30, -20))
    assert life.tick(-10) == []
    assert life.effective_hours(-10) == 0


def test_a_ballot_without_a_readable_creation_is_skipped_ballot_row_167() -> None:
    life = Life(outing(10, 20))
    life.ballot = replace(life.ballot, created_at=None)
    assert life.tick(200) == []


def test_only_comments_are_written_and_each_counts_once_l4() -> None:
    steps = Life(outing(10, 20)).planned(200)
    assert [type(step.action) for step in steps] == [PostComment] * 3
    assert [step.counted for step in steps] == [(Counted.REMINDED,)] * 3


# The digest and its records


def test_a_digest_records_every_window_that_was_seen_to_end_ballot_row_175() -> None:
    life = Life(outing(10, 20), outing(30, 40))
    life.tick(41)
    assert life.records(41) == [(10, 20), (30, 40)]


def test_a_later_window_is_added_to_the_same_comment_ballot_rows_177_178_179() -> None:
    life = Life(outing(10, 20))
    assert life.tick(21) == [DIGEST]
    life.reads(outing(30, 40))
    shown = life.texts[0].split("<!--")[0]
    assert life.ticks(41, 42) == [[EDIT], []]
    assert life.texts[0].split("<!--")[0] == shown
    assert life.records(42) == [(10, 20), (30, 40)]
    assert life.ticks("91:59", 92) == [[], [REMINDER]]
    assert life.ticks("187:59", 188) == [[], [ESCALATION]]


def test_an_edit_and_a_reminder_come_together_ballot_row_194() -> None:
    life = Life(outing(10, 20))
    life.tick(20)
    life.reads(outing(10, 20), outing(70, 80))
    assert life.tick(100) == [EDIT, REMINDER]


def test_recorded_windows_count_when_their_line_is_gone_l8() -> None:
    life = Life(outing(60, 72))
    life.tick(72)
    life.reads(AVAILABLE)
    assert life.ticks("83:59", 84) == [[], [REMINDER]]


def test_a_line_deleted_during_its_window_is_lost_ballot_row_197() -> None:
    life = Life(outing(60, 90))
    assert life.tick(64) == []
    life.reads(AVAILABLE)
    assert life.tick(66) == []
    assert life.effective_hours(66) == 66


def test_an_extended_window_counts_as_a_whole_ballot_row_198() -> None:
    life = Life(outing(60, 72))
    life.tick(72)
    life.reads(outing(60, 90))
    assert life.ticks(80, 90, 91) == [[], [EDIT], []]
    assert life.effective_hours(91) == 61


def test_a_shortened_window_keeps_its_recorded_time_ballot_row_199() -> None:
    life = Life(outing(60, 72))
    life.tick(72)
    life.reads(outing(60, 65))
    life.ticks(73, 74)
    assert life.effective_hours(74) == 62
    assert life.ticks(75, "83:59", 84) == [[], [], [REMINDER]]


def test_a_ballot_opened_within_a_window_gets_its_digest() -> None:
    assert Life(outing(-5, 5)).ticks(4, 5) == [[], [DIGEST]]


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ("start=2026-08-01T10:00:00Z end=2026-08-01T20:00:00Z", True),
        ("start=2026-08-01T20:00:00Z end=2026-08-01T10:00:00Z", False),
        ("start=2026-08-01T10:00:00Z", False),
        ("start=2026-08-01T10:00:00Z end=soon", False),
        ("start=2026-08-01T10:00:00Z end=2036-08-01T20:00:00Z", False),
    ],
)
def test_a_bad_record_is_ignored_l8(words: str, counts: bool) -> None:
    life = Life()
    life.says(BOT, f"<!-- decision-inbox-outing: {words} -->")
    assert life.effective_hours(20) == (10 if counts else 20)


def test_records_of_others_or_in_an_edited_comment_are_none_l8() -> None:
    life = Life(outing(10, 20))
    life.tick(20)
    text = life.texts[0]
    life.reads(AVAILABLE)
    life.changes(0, author=AGENT)
    assert life.effective_hours(40) == 40
    touched = (Revision(at(20), BOT, text), Revision(at(21), AGENT, text))
    life.changes(0, author=BOT, edited_at=at(21), history=touched)
    assert life.effective_hours(40) == 40


def test_ten_thousand_windows_fit_into_one_comment_and_are_written_once() -> None:
    many = [outing(number, f"{number}:30") for number in range(10_000)]
    life = Life(*many)
    assert life.tick(10_001) == [DIGEST, REMINDER, ESCALATION]
    assert len(life.texts[0]) < 60_000
    assert len(life.records(10_001)) == MOST_RECORDS
    assert life.tick(10_002) == []
    assert life.effective_hours(10_002) == 5_002


# Mute


def test_quiet_posts_nothing_and_the_clock_runs_ballot_row_201() -> None:
    life = Life(QUIET)
    assert life.tick(192) == []
    assert life.reads(AVAILABLE).tick("192:01") == [REMINDER, ESCALATION]


def test_quiet_delays_a_digest_ballot_row_202() -> None:
    life = Life(outing(10, 20), QUIET)
    assert life.tick(21) == []
    assert life.reads(outing(10, 20), QUIET, AVAILABLE).tick(22) == [DIGEST]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param((AVAILABLE, line("avialable")), id="ballot row 150"),
        pytest.param((QUIET, line("garbage")), id="ballot row 149"),
        pytest.param((line("garbage"),), id="ballot row 151"),
        pytest.param((outing(1, 2).replace("outing", "outting"),), id="a typo in a window"),
    ],
)
def test_a_malformed_file_mutes_the_tick_l6(lines: tuple[str, ...]) -> None:
    life = Life(*lines)
    assert life.tick(200) == []
    assert life.outlook(200).effective_age is None


def test_without_a_file_the_clock_is_the_walls_ballot_row_203() -> None:
    assert Life().effective_hours(72) == 72


# Recognised by marker and author


@pytest.mark.parametrize(
    "who",
    [
        pytest.param(ANY_WORKFLOW, id="ballot row 210"),
        pytest.param(OWNER, id="ballot row 211"),
        pytest.param(None, id="nobody"),
    ],
)
def test_anothers_comment_with_our_marker_says_nothing(who: Account) -> None:
    life = Life()
    life.tick(72)
    life.changes(0, author=who)
    assert life.tick(73) == [REMINDER]
    assert life.tick(74) == []


def test_a_quotation_of_the_bot_says_nothing_ballot_row_211() -> None:
    life = Life()
    life.tick(72)
    life.says(OWNER, "".join(f"> {one}\n" for one in life.texts[0].split("\n")))
    life.loses(0)
    assert life.tick(73) == [REMINDER]


def test_the_reminder_may_come_again_once_somebody_deleted_it_ballot_row_215() -> None:
    life = Life()
    life.tick(72)
    life.loses(0)
    assert life.ticks(73, 74) == [[REMINDER], []]


def test_after_a_crash_the_next_tick_writes_the_rest() -> None:
    for cut in range(4):
        life = Life(outing(10, 20))
        first = life.tick(200, cut=cut)
        assert [*first, *life.tick("200:05")] == [DIGEST, REMINDER, ESCALATION]
        assert life.tick("200:10") == []


def test_a_doubled_digest_is_edited_in_one_of_the_two_only() -> None:
    life = Life(outing(10, 20))
    life.tick(20)
    life.says(BOT, life.texts[0], 20)
    life.reads(outing(30, 40))
    assert life.ticks(40, 41) == [[EDIT], []]


# What comes next


@pytest.mark.parametrize(
    ("lines", "now", "coming", "when"),
    [
        ((), 10, Coming.REMINDER, 72),
        ((), 72, Coming.ESCALATION, 168),
        ((), 168, None, None),
        ((outing(5, 10),), 20, Coming.REMINDER, 77),
        ((outing(5, 30),), 20, Coming.DIGEST, 30),
        ((outing(5, 30), AVAILABLE), 20, Coming.DIGEST, 30),
        ((outing(72, 80),), 50, Coming.DIGEST, 80),
        ((outing(70, 80),), 50, Coming.DIGEST, 80),
        ((outing(73, 80),), 50, Coming.REMINDER, 72),
        ((outing(200, 210),), 168, Coming.DIGEST, 210),
        ((QUIET,), 20, Coming.REMINDER, None),
        ((line("x"),), 20, Coming.REMINDER, None),
    ],
)
def test_the_outlook_says_what_comes_next(
    lines: tuple[str, ...], now: float, coming: Coming | None, when: float | None
) -> None:
    life = Life(*lines)
    life.tick(now)
    found = life.outlook(now)
    assert (found.coming, found.when) == (coming, None if when is None else at(when))
