"""What the owner's availability file says: present, quiet, or out between two instants (L5-L7).

Reading it is total: whatever the text is, there are valid lines, mistakes with their line numbers,
and the reason, if any, for which nobody may guess where the owner is. It takes time linear in the
text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum

from inbox.ballot.intervals import Interval, Intervals
from inbox.markdown import normalise

LONGEST_USUAL = timedelta(days=60)
"""A longer window is a typo, or mutes the inbox: it is warned about at each tick (L7)."""

EXPECTED = (
    "Write the prefix, a blank, and then `available`, `quiet`, or a window such as "
    "`2026-08-01T09:00Z - 2026-08-01T18:00Z outing`."
)

_BLANKS = re.compile("[ \t\u00a0]+")
_SEPARATORS = frozenset("-–—")
_WINDOW_WORDS = 4
_INSTANT = re.compile(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)", re.IGNORECASE | re.ASCII
)
_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})(?P<info>.*)")
_BYTE_ORDER_MARK = "\ufeff"


class Keyword(Enum):
    """The two states that need no instants."""

    AVAILABLE = "available"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Entry:
    """One valid line: its number, counted from 1, and what it says."""

    line: int
    says: Keyword | Interval


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a line (or, at line 0, with the whole file), as a sentence of ours."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """The valid lines in their order, the lines that are wrong, and why nothing may be guessed.

    `malformed` is None while the last valid line is the current state (L6).
    """

    entries: tuple[Entry, ...]
    flaws: tuple[Flaw, ...]
    malformed: Flaw | None

    @property
    def windows(self) -> tuple[Interval, ...]:
        """Every valid window, as often as it is written."""
        return tuple(e.says for e in self.entries if isinstance(e.says, Interval))

    @property
    def unusual(self) -> tuple[Entry, ...]:
        """The windows over 60 days (L7)."""
        return tuple(
            e
            for e in self.entries
            if isinstance(e.says, Interval) and e.says.length > LONGEST_USUAL
        )


@dataclass(frozen=True, slots=True)
class Available:
    """The owner is there: comments may be posted."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """The owner wants no comments; the clock runs."""


@dataclass(frozen=True, slots=True)
class Outing:
    """The owner is away until then; nothing is posted, and the clock stands."""

    until: datetime


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody can say where the owner is: the lifecycle rests in this tick; `why` is a sentence."""

    why: str


State = Available | Quiet | Outing | Unknown


def read_calendar(text: str, prefix: str) -> Calendar:
    """What the lines say that begin, outside code fences, with exactly `prefix` (L5, L6)."""
    entries: list[Entry] = []
    flaws: list[Flaw] = []
    fence = _Fence()
    for number, line in enumerate(_lines(text), 1):
        is_code = fence.covers(line, number)
        if not line.startswith(prefix):
            continue
        if is_code:
            fence.hides = True
            continue
        said = _read(line[len(prefix) :], prefix)
        if isinstance(said, str):
            flaws.append(Flaw(number, said))
        else:
            entries.append(Entry(number, said))
    malformed = _malformed(entries, flaws)
    if fence.opened_at and fence.hides:
        flaws.append(Flaw(fence.opened_at, "A code fence is opened here and never closed."))
        malformed = malformed or (None if entries else flaws[-1])
    if not entries and not flaws:
        malformed = Flaw(0, "No line begins with the configured prefix.")
    return Calendar(tuple(entries), tuple(flaws), malformed)


def state_at(calendar: Calendar, now: datetime) -> State:
    """Where the owner is: what the last valid line says, or a window that no later line ends (L7).

    An `available` below a window ends it; a `quiet` that is not the last line has ended.
    """
    if calendar.malformed:
        return Unknown(calendar.malformed.what)
    if calendar.entries[-1].says is Keyword.QUIET:
        return Quiet()
    after_available: list[Interval] = []
    for entry in calendar.entries:
        if isinstance(entry.says, Interval):
            after_available.append(entry.says)
        elif entry.says is Keyword.AVAILABLE:
            after_available.clear()
    piece = Intervals.union(after_available).piece_at(now)
    return Outing(piece.end) if piece else Available()


def _lines(text: str) -> Iterator[str]:
    yield from normalise(text.removeprefix(_BYTE_ORDER_MARK)).split("\n")


class _Fence:
    """Whether a line is inside a code fence, going from line to line (CommonMark, section 4.5).

    `hides` is set by whoever found something inside; a fence that is closed hides on purpose.
    """

    def __init__(self) -> None:
        self.opened_at = 0
        self.hides = False
        self._marks = ""

    def covers(self, line: str, number: int) -> bool:
        """True for a line of a fenced block, its fences included."""
        found = _FENCE.fullmatch(line)
        if self.opened_at:
            if found and found["marks"].startswith(self._marks) and not found["info"].strip():
                self.opened_at, self._marks = 0, ""
            return True
        if not found or (found["marks"][0] == "`" and "`" in found["info"]):
            return False
        self.opened_at, self._marks, self.hides = number, found["marks"], False
        return True


def _read(rest: str, prefix: str) -> Keyword | Interval | str:
    """What stands behind the prefix, or what is wrong with it."""
    if rest and not (_BLANKS.match(rest) or _BLANKS.fullmatch(prefix[-1])):
        return "There is no blank between the prefix and what follows it."
    words = list(filter(None, _BLANKS.split(rest)))
    match [word.lower() for word in words]:
        case ["available"]:
            return Keyword.AVAILABLE
        case ["quiet"]:
            return Keyword.QUIET
        case [*_, "outing"]:
            return _window(words)
        case _:
            return "It is neither `available` nor `quiet` nor a window that ends with `outing`."


def _window(words: list[str]) -> Interval | str:
    if len(words) != _WINDOW_WORDS:
        return "A window has a start, a dash with blanks around it, an end, and `outing`."
    start, end = _instant(words[0]), _instant(words[2])
    if words[1] not in _SEPARATORS:
        return "Between start and end stands neither `-` nor `–` nor `—`."
    if start is None:
        return "Its start is no instant with a time zone."
    if end is None:
        return "Its end is no instant with a time zone."
    if end <= start:
        return "Its end is not after its start."
    return Interval(start, end)


def _instant(word: str) -> datetime | None:
    if not _INSTANT.fullmatch(word):
        return None
    try:
        return datetime.fromisoformat(word.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _malformed(entries: list[Entry], flaws: list[Flaw]) -> Flaw | None:
    """The last line with the prefix where it is wrong: a typo must not revive an older state."""
    last = entries[-1].line if entries else 0
    return flaws[-1] if flaws and flaws[-1].line > last else None
