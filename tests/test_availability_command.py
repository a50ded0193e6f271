"""`decision-inbox availability`: what a file says, and its mistakes by line (lifecycle L5-L7)."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inbox.availability import check
from inbox.cli import run

NOW = datetime(2026, 8, 1, 6, tzinfo=UTC)
PREFIX = "[OWNER_AVAILABILITY]"
WINDOW = f"{PREFIX} 2026-08-01T00:00Z - 2026-08-01T12:00Z outing"


def checked(file: Path, *lines: str, prefix: str = PREFIX) -> tuple[int, list[str]]:
    """The exit status and the lines printed for a file of these lines."""
    file.write_bytes("\n".join(lines).encode())
    out, err = io.StringIO(), io.StringIO()
    status = check(str(file), prefix, out=out, err=err, now=NOW)
    assert err.getvalue() == ""
    return status, out.getvalue().replace(str(file), "FILE").splitlines()


def test_a_file_in_order_is_told_and_ends_with_0(tmp_path: Path) -> None:
    status, told = checked(tmp_path / "a.md", "# Where I am", WINDOW, "", f"{PREFIX} quiet", WINDOW)
    assert status == 0
    assert told == [
        "FILE:2: outing 2026-08-01 00:00:00 UTC to 2026-08-01 12:00:00 UTC (12 h, now)",
        "FILE:4: quiet",
        "FILE:5: outing 2026-08-01 00:00:00 UTC to 2026-08-01 12:00:00 UTC (12 h, now)",
        "At 2026-08-01 06:00:00 UTC: outing until 2026-08-01 12:00:00 UTC; nobody is reminded, "
        "and the clocks stand.",
    ]


@pytest.mark.parametrize(
    ("words", "state"),
    [("available", "available."), ("quiet", "quiet; nobody is reminded, and the clocks run.")],
)
def test_the_current_state_comes_last(tmp_path: Path, words: str, state: str) -> None:
    _, told = checked(tmp_path / "a.md", WINDOW, f"{PREFIX} {words}")
    assert told[-1] == f"At 2026-08-01 06:00:00 UTC: {state}"


def test_mistakes_are_told_by_line_and_end_with_1(tmp_path: Path) -> None:
    lines = (f"{PREFIX} back soon", f"{PREFIX} available", f"{PREFIX} 2026-08-01T00:00Z outing")
    status, told = checked(tmp_path / "a.md", *lines)
    assert status == 1
    assert [line.split(". ")[0] for line in told] == [
        "FILE:1: mistake: It is neither `available` nor `quiet` nor a window that ends with "
        "`outing`",
        "FILE:2: available",
        "FILE:3: mistake: A window has a start, a dash with blanks around it, an end, and `outing`",
        "At 2026-08-01 06:00:00 UTC: not known; nobody is reminded until the mistake in the last "
        "line is mended.",
    ]


def test_a_skipped_line_further_up_is_a_mistake_too(tmp_path: Path) -> None:
    assert checked(tmp_path / "a.md", f"{PREFIX} back", f"{PREFIX} available")[0] == 1


def test_a_file_without_any_line_is_a_mistake(tmp_path: Path) -> None:
    status, told = checked(tmp_path / "a.md", "Nothing.")
    assert status == 1
    assert told[0].startswith("FILE: mistake: No line begins with the configured prefix.")


def test_a_long_window_is_a_warning_and_no_mistake(tmp_path: Path) -> None:
    long = WINDOW.replace("08-01T12", "12-01T12")
    status, told = checked(tmp_path / "a.md", f"{PREFIX} available", long)
    assert status == 0
    assert "FILE:2: warning: a window over 60 days; is it meant?" in told


@pytest.mark.parametrize(
    ("name", "content"),
    [("missing.md", None), ("picture.png", b"\x89PNG\xff"), (".", None), ("a\0b", None)],
)
def test_what_cannot_be_read_ends_with_2(tmp_path: Path, name: str, content: bytes | None) -> None:
    if content:
        (tmp_path / name).write_bytes(content)
    out, err = io.StringIO(), io.StringIO()
    assert check(f"{tmp_path}/{name}", PREFIX, out=out, err=err) == 2
    assert out.getvalue() == ""
    assert err.getvalue().count("\n") == 1


def test_another_prefix_can_be_given_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("Where: quiet\n", encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    assert run(["availability", str(file), "--prefix", "Where:"], {}, out=out, err=err) == 0
    assert "quiet" in out.getvalue()
    assert run(["availability", str(file)], {}, out=out, err=err) == 1
    assert run(["availability", str(file), "--prefix", " "], {}, out=out, err=err) == 2
