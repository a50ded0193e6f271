"""What docs/lifecycle.md and the examples say about reminders is so (lifecycle L1-L8)."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from inbox.ballot.availability import Keyword, read_calendar
from inbox.ballot.intervals import Interval
from inbox.cli import run
from inbox.config import Source, Surroundings, load
from inbox.policy import Lifecycle, Policy
from inbox.refs import RepoRef
from tests.ballot.lives import PREFIX, Life, at, outing
from tests.papers.page import ROOT, Page
from tests.readme import quoted

PAGE = Page("docs/lifecycle.md")
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
    (picture,) = PAGE.under("timeline")
    _, since, clocks, comments = picture.rstrip("\n").split("\n")
    (shown,) = PAGE.under("availability.md")
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


@pytest.mark.parametrize("row", PAGE.table("availability-lines"), ids=lambda row: str(row[0])[:40])
def test_each_line_of_the_table_is_valid(row: list[str]) -> None:
    (line,) = quoted(row[0])
    calendar = read_calendar(line, PREFIX)
    assert len(calendar.entries) == 1
    assert calendar.flaws == ()


def test_the_command_checks_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    (shown,) = PAGE.under("availability-command")
    program, *arguments = shown.split()
    assert program == ".venv/bin/decision-inbox"
    monkeypatch.chdir(ROOT)
    out = io.StringIO()
    assert run(arguments, {}, out=out) == 0
    assert "outing 2026-08-01" in out.getvalue()


def test_the_settings_of_the_page_are_the_examples_own() -> None:
    (shown,) = PAGE.under("projects.yml")
    owner = Source("config/owner.yml", b"github_login: mona\n")
    projects = Source("config/projects.yml", shown.encode())
    found = load(owner, projects, Surroundings(RepoRef("octo-org", "app"), None)).lifecycle
    assert found.enabled
    assert (found.reminder_hours, found.escalate_hours) == (
        Lifecycle().reminder_hours,
        Lifecycle().escalate_hours,
    )
    assert found.availability is not None
    assert found.availability.line_prefix == PREFIX


def test_the_comments_of_the_table_are_all_there_are() -> None:
    named = {quoted(row[0])[0].strip("[]") for row in PAGE.table("comments")}
    assert named == {"REMINDER_72H", "ESCALATION_7D", "OWNER_RETURN_DIGEST"}
    golden = ROOT / "tests" / "golden" / "reminders"
    texts = [path.read_text(encoding="utf-8") for path in golden.glob("*.md")]
    assert {tag for text in texts for tag in re.findall(r"^\[([A-Z_0-9]+)\]", text, re.M)} == named


def test_every_block_is_tried_here() -> None:
    tried = {"projects.yml", "availability.md", "timeline", "availability-command"}
    assert {marker for marker, _, _ in PAGE.blocks} == tried
