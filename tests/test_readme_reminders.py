"""What README.md and the examples say about reminders is so (lifecycle L1-L8)."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from inbox.ballot.availability import Keyword, read_calendar
from inbox.ballot.intervals import Interval
from inbox.cli import run
from inbox.config import Source, Surroundings, load
from inbox.policy import Policy
from inbox.refs import RepoRef
from tests.ballot.lives import PREFIX, Life, at, outing
from tests.readme import ROOT, blocks, quoted, table

EXAMPLE = ROOT / "examples" / "config" / "reminders"
WINDOW = Interval(at(60), at(72))


def policy() -> Policy:
    """The policy of the example."""
    return load(
        Source("config/owner.yml", (EXAMPLE / "owner.yml").read_bytes()),
        Source("config/projects.yml", (EXAMPLE / "projects.yml").read_bytes()),
        Surroundings(RepoRef("mona", "shop"), None),
    )


def test_the_example_switches_reminders_on_and_names_a_file_without_mistakes() -> None:
    found = policy().lifecycle
    assert found.enabled
    assert found.availability is not None
    text = (EXAMPLE / Path(found.availability.path).name).read_text(encoding="utf-8")
    calendar = read_calendar(text, found.availability.line_prefix)
    assert (calendar.flaws, calendar.malformed) == ((), None)
    assert [type(entry.says) for entry in calendar.entries] == [Keyword, Interval, Interval]


def numbers(line: str) -> list[int]:
    """The hours in one line of the picture."""
    return [int(number) for number in re.findall(r"(?<=[─▒· ] )\d+|\d+(?= [─▒·])", line)]


def test_the_picture_of_the_clock_is_what_happens() -> None:
    (picture,) = blocks("timeline")
    _, since, clocks, comments = picture.rstrip("\n").split("\n")
    (shown,) = blocks("availability.md")
    (window,) = read_calendar(shown, PREFIX).windows
    assert window.length == WINDOW.length
    hours = numbers(since)
    life = Life(outing(60, 72))
    effective = [life.effective_hours(hour) for hour in hours]
    written = [tag for hour in hours for tag in life.tick(hour)]
    assert hours[1:3] == [60, 72]
    assert numbers(clocks) == effective
    assert comments.split()[2:] == written
    for hour in hours[3:]:
        assert Life(outing(60, 72)).tick(hour - 1) != Life(outing(60, 72)).tick(hour)


@pytest.mark.parametrize("row", table("availability-lines"), ids=lambda row: str(row[0])[:40])
def test_each_line_of_the_table_is_valid(row: list[str]) -> None:
    (line,) = quoted(row[0])
    calendar = read_calendar(line, PREFIX)
    assert len(calendar.entries) == 1
    assert calendar.flaws == ()


def test_the_command_checks_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    (shown,) = blocks("availability-command")
    program, *arguments = shown.split()
    assert program == ".venv/bin/decision-inbox"
    monkeypatch.chdir(ROOT)
    out = io.StringIO()
    assert run(arguments, {}, out=out) == 0
    assert "outing 2026-08-01" in out.getvalue()
