"""`decision-inbox availability FILE`: what such a file says, and its mistakes by line (L5-L7)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from operator import itemgetter
from pathlib import Path
from typing import TextIO, assert_never

from inbox.ballot.availability import (
    EXPECTED,
    Available,
    Calendar,
    Entry,
    Keyword,
    Outing,
    Quiet,
    State,
    Unknown,
    read_calendar,
    state_at,
)
from inbox.ballot.intervals import Interval
from inbox.ballot.reminders import hours
from inbox.layout import age
from inbox.markdown import log_safe

_FORM = "%Y-%m-%d %H:%M:%S UTC"


def check(file: str, prefix: str, *, out: TextIO, err: TextIO, now: datetime | None = None) -> int:
    """Windows, state and mistakes are printed; 0 without mistakes, 1 with some, 2 unread.

    2 is for a file that cannot be read as text, and for a blank prefix. `now` is the clock's.
    """
    name = log_safe(file)
    if not prefix.strip():
        err.write("The prefix is blank. Give the one that stands in `line_prefix`.\n")
        return 2
    try:
        text = Path(file).read_bytes().decode()
    except OSError as failure:
        why = failure.strerror or type(failure).__name__
        err.write(f"{name}: cannot be read ({why}). Name a file that is there.\n")
        return 2
    except ValueError:  # a name that no file can have, or bytes that are no text
        err.write(f"{name}: no text in UTF-8. Save it as UTF-8.\n")
        return 2
    calendar = read_calendar(text, prefix)
    out.writelines(f"{line}\n" for line in _report(calendar, name, now or datetime.now(UTC)))
    return 1 if calendar.flaws or calendar.malformed else 0


def _report(calendar: Calendar, name: str, now: datetime) -> Iterator[str]:
    told = [(entry.line, _said(entry, now)) for entry in calendar.entries]
    told += [(e.line, "warning: a window over 60 days; is it meant?") for e in calendar.unusual]
    flaws = calendar.flaws or filter(None, (calendar.malformed,))
    told += [(flaw.line, f"mistake: {flaw.what} {EXPECTED}") for flaw in flaws]
    for line, words in sorted(told, key=itemgetter(0)):
        yield f"{name}:{line}: {words}" if line else f"{name}: {words}"
    yield f"At {now.astimezone(UTC):{_FORM}}: {_where(state_at(calendar, now))}"


def _said(entry: Entry, now: datetime) -> str:
    match entry.says:
        case Keyword():
            return entry.says.value
        case Interval(start, end):
            when = "over" if end <= now else "ahead" if start > now else "now"
            span = f"{start:{_FORM}} to {end:{_FORM}}"
            return f"outing {span} ({age(hours(entry.says.length))}, {when})"
        case other:
            assert_never(other)


def _where(state: State) -> str:
    match state:
        case Available():
            return "available."
        case Quiet():
            return "quiet; nobody is reminded, and the clocks run."
        case Outing(until):
            return f"outing until {until:{_FORM}}; nobody is reminded, and the clocks stand."
        case Unknown():
            return "not known; nobody is reminded until the mistake in the last line is mended."
        case other:
            assert_never(other)
