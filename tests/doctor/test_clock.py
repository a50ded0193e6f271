"""What the doctor says of a clock that costs: where runs are billed, and of too fast ones alone."""

from __future__ import annotations

import pytest

from inbox.doctor.clock import FREE_MINUTES, runs_in_a_month
from tests.doctor.clinic import APP, SOLO, Clinic
from tests.papers.page import Page

FAST, SLOW = "3-58/5 * * * *", "7,37 * * * *"
PLANS = Page("docs/operations.md").table("plans")


def notes(cron: str, visibility: str = "private") -> list[str]:
    """What is said of minutes where that clock runs in a repository of that visibility."""
    clinic = Clinic(workflow=SOLO.replace(FAST, cron))
    clinic.gh.set_visibility(APP, visibility)
    said = clinic.doctor()
    assert (said.status, said.err) == (0, "")
    return [line for line in said.lines if "a minute of the plan" in line]


def test_a_fast_clock_in_a_private_repository_is_worth_a_note() -> None:
    (said,) = notes(FAST)
    assert said.startswith("  note   org/app is private, ")
    assert said.endswith(" this clock makes 8,640 runs in 30 days.")


@pytest.mark.parametrize(("cron", "visibility"), [(SLOW, "private"), (FAST, "public")])
def test_a_slow_clock_or_a_public_repository_is_none(cron: str, visibility: str) -> None:
    assert notes(cron, visibility) == []


def test_the_smallest_plan_is_the_one_of_the_page() -> None:
    head = Page("docs/operations.md").part("plans").splitlines()[0]
    assert f"Free ({FREE_MINUTES:,})" in head
    assert all((int(row[2]) <= FREE_MINUTES) is (row[3] == "yes") for row in PLANS)


@pytest.mark.parametrize("row", PLANS, ids=lambda row: str(row[0]))
def test_a_clock_runs_as_often_as_the_page_says(row: list[str]) -> None:
    assert runs_in_a_month(row[0].strip("`")) == int(row[2])


@pytest.mark.parametrize(
    ("cron", "runs"),
    [
        ("* * * * *", 43_200),
        ("*/15 * * * *", 2_880),
        ("50/5 * * * *", 1_440),
        ("0 8-18/2 * * *", 180),
        ("0,0 4 * * *", 30),
        ("*/30 8-18 * * 1-5", 0),
        ("0 0 1 * *", 0),
        ("x * * * *", 0),
        ("5-1 * * * *", 0),
        ("7 *", 0),
        ("", 0),
    ],
)
def test_other_clocks_are_counted_or_left_alone(cron: str, runs: int) -> None:
    assert runs_in_a_month(cron) == runs
