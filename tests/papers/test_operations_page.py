"""docs/operations.md counts right, and leaves no status and no number out."""

from __future__ import annotations

import re

import pytest

from inbox import errors
from inbox.metrics import HEALTHY_AGE_BELOW_HOURS, HEALTHY_OPEN_BELOW, Metrics
from tests.bounds import test_idle_requests as idle
from tests.papers.page import ROOT, Page
from tests.readme import quoted

PAGE = Page("docs/operations.md")
DAYS, AN_HOUR_OF_A_WORKFLOW = 30, 1000


def minutes(clock: str) -> list[int]:
    """The minutes of each hour in which that clock ticks."""
    field, rest = clock.split(" ", 1)
    assert rest == "* * * *"
    found: list[int] = []
    for part in field.split(","):
        span, _, step = part.partition("/")
        first, _, last = span.partition("-")
        found += range(int(first), int(last or first) + 1, int(step or 1))
    return found


@pytest.mark.parametrize("row", PAGE.table("plans"), ids=lambda row: str(row[0]))
def test_the_minutes_are_those_of_the_clock(row: list[str]) -> None:
    (clock,) = quoted(row[0])
    ticks = minutes(clock)
    gaps = {
        after - before for before, after in zip(ticks, [*ticks[1:], ticks[0] + 60], strict=True)
    }
    assert gaps == {int(row[1].split()[0])}
    assert 0 not in ticks, "minute 0 is where GitHub drops runs"
    month = len(ticks) * 24 * DAYS
    assert int(row[2]) == month
    head = PAGE.part("plans").splitlines()[0]
    plans = [int(found.replace(",", "")) for found in re.findall(r"\(([\d,]+)\)", head)]
    assert row[3:] == ["yes" if month <= included else "no" for included in plans]


@pytest.mark.parametrize("row", PAGE.table("requests"), ids=lambda row: str(row[0]))
def test_the_requests_are_those_of_the_clock(row: list[str]) -> None:
    (clock,) = quoted(row[0])
    hour = len(minutes(clock)) * idle.IDLE
    assert int(row[1]) == hour
    assert row[2] == f"{100 * hour / AN_HOUR_OF_A_WORKFLOW:.1f} %"
    assert row[3] == f"{hour * 24 * DAYS:,}"
    assert f"takes at most {idle.IDLE} a tick" in PAGE.text


def test_both_tables_have_the_same_clocks_and_the_examples_clocks_are_there() -> None:
    clocks = [row[0] for row in PAGE.table("plans")]
    assert clocks == [row[0] for row in PAGE.table("requests")]
    used = {
        found
        for path in (ROOT / "examples" / "workflows").glob("*.yml")
        for found in re.findall(r'cron: "([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert used <= {quoted(clock)[0] for clock in clocks}


def test_every_status_of_a_red_run_has_its_row() -> None:
    failures = [
        one
        for one in vars(errors).values()
        if isinstance(one, type) and issubclass(one, errors.InboxError)
    ]
    red = {failure.exit_status for failure in failures} - {0}
    assert [int(row[0]) for row in PAGE.table("red")] == sorted(red)


def test_every_number_of_the_metrics_has_its_row_in_order() -> None:
    nothing = Metrics({}, None, None, {}, 0.0, complete=True, dry_run=False)
    assert [quoted(row[0])[0] for row in PAGE.table("metrics")] == list(nothing.as_dict())
    nulls = {name for name, value in nothing.as_dict().items() if value is None}
    said = {quoted(row[0])[0] for row in PAGE.table("metrics") if "; null where" in row[1]}
    assert said == nulls


def test_healthy_is_what_the_program_calls_healthy() -> None:
    text = re.sub(r"\s+", " ", PAGE.text)
    assert f"fewer than {HEALTHY_OPEN_BELOW} ballots wait" in text
    assert f"as long as {HEALTHY_AGE_BELOW_HOURS:g} hours" in text
    assert f"their sum nears {idle.SHARE_OF_A_TICK} with" in text


def test_the_ruleset_is_told_as_it_is() -> None:
    (shown,) = PAGE.under("ruleset")
    command, path = shown.split(" --input ")
    text = (ROOT / path.strip()).read_text(encoding="utf-8")
    assert command == "gh api repos/octo-org/shop/rulesets"
    named = {name for row in PAGE.table("ruleset-keys") for name in quoted(row[0])}
    assert {name for name in named if f'"{name}"' not in text} == set()
    assert re.findall(r'"integration_id": (\d+)', text) == ["15368"] * 2
    assert "15368 is GitHub Actions" in PAGE.text


def test_there_is_no_block_that_nobody_tries() -> None:
    assert [marker for marker, _, _ in PAGE.blocks] == ["ruleset"]
