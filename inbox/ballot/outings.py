"""The outing windows that a return digest remembers in hidden records (lifecycle L8).

They keep counting when their line in the availability file is gone, and say which windows a ballot
was already told about.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from inbox.authorship import is_only_by
from inbox.ballot.intervals import Interval, Intervals
from inbox.markdown import Marker, find_markers, normalise, render_marker
from inbox.refs import Account
from inbox.world import Comment

KIND = "outing"
MOST_RECORDS = 400
"""More do not fit into a comment: then only the longest are kept, joined where they touch."""

_FORM = "%Y-%m-%dT%H:%M:%SZ"

Records = frozenset[Interval]


def records_of(comment: Comment, bot: Account, now: datetime) -> Records:
    """The windows that a comment of the bot's own remembers; a bad record is ignored.

    So is one that ends after `now`: nobody can have seen it end.
    """
    if not is_only_by(bot, comment):
        return frozenset()
    read = map(_read, find_markers(comment.body, KIND))
    return frozenset(window for window in read if window and window.end <= now)


def to_remember(recorded: Records, ended: Iterable[Interval]) -> Records:
    """What the digest should remember; nothing beyond `recorded` where nothing is to be added."""
    windows = recorded.union(ended)
    if len(windows) <= MOST_RECORDS:
        return windows
    pieces = Intervals.union(windows).pieces
    longest = sorted(pieces, key=lambda piece: (-piece.length, piece.start))
    return frozenset(longest[:MOST_RECORDS])


def with_records(text: str, records: Records) -> str:
    """`text` with exactly these records at its end; what it shows stays."""
    kept = [line for line in normalise(text).rstrip().split("\n") if not find_markers(line, KIND)]
    return "\n".join([*kept, *map(_render, sorted(records))])


def _render(window: Interval) -> str:
    return render_marker(KIND, start=_written(window.start), end=_written(window.end))


def _written(instant: datetime) -> str:
    utc = instant.astimezone(UTC)
    return f"{utc.year:04}-{utc:%m-%dT%H:%M:%SZ}"  # %Y has no leading zeros everywhere


def _read(marker: Marker) -> Interval | None:
    try:
        start, end = (
            datetime.strptime(marker.fields[name], _FORM).replace(tzinfo=UTC)
            for name in ("start", "end")
        )
    except (KeyError, ValueError):
        return None
    return Interval(start, end) if start < end else None
