"""The parts that pages of Markdown are laid out from: sections, tables, links, ages, and cuts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from inbox.refs import IssueRef, PullRef

_MINUTES_PER_HOUR = 60
_HOURS_PER_DAY = 24
_CUT = "\n\n**Cut here:** the rest does not fit into a job summary.\n"


def section(title: str, text: str) -> str:
    """`text` under a heading; nothing at all where there is no text."""
    return f"### {title}\n\n{text}" if text else ""


def table(head: Sequence[str], rows: Sequence[str]) -> str:
    """A table of `rows`, which are whole lines of Markdown (`| a | b |`)."""
    return "\n".join([f"| {' | '.join(head)} |", "|" + " --- |" * len(head), *rows])


def fitting(
    lines: Sequence[str], room: int, head: Sequence[str] = (), *, between: str = "\n"
) -> str:
    """The lines, as a table below `head` if given, that fit into `room` bytes, and how many do not.

    Nothing at all where there are no lines.
    """
    kept: list[str] = []
    for line in lines:
        room -= size(line) + len(between)
        if room < 0:
            break
        kept.append(line)
    text = table(head, kept) if head and kept else between.join(kept)
    if left := len(lines) - len(kept):
        text += f"\n\n…and {left} more, which do not fit on this page."
    return text


def link(server_url: str, place: IssueRef | PullRef, comment: int | None = None) -> str:
    """A link to an issue, a pull request or a comment there, whose text is its full name."""
    kind = "pull" if isinstance(place, PullRef) else "issues"
    anchor = f"#issuecomment-{comment}" if comment else ""
    return f"[`{place}`]({server_url}/{place.repo}/{kind}/{place.number}{anchor})"


def age(hours: float) -> str:
    """An age as people say it: `12 min`, `5 h`, `3 d 4 h`."""
    if hours < 1:
        return f"{int(hours * _MINUTES_PER_HOUR)} min"
    days, rest = divmod(int(hours), _HOURS_PER_DAY)
    return f"{days} d {rest} h" if days else f"{rest} h"


def instant(when: datetime | None) -> str:
    """A time in UTC to the minute; a dash where it is not known."""
    return "–" if when is None else f"{when.astimezone(UTC):%Y-%m-%d %H:%M}"


def size(text: str) -> int:
    """The bytes that `text` takes in a file."""
    return len(text.encode("utf-8", "backslashreplace"))


def cut(markdown: str, limit: int) -> str:
    """`markdown` in at most `limit` bytes: whole lines, then one that says it was cut."""
    written = markdown.encode("utf-8", "backslashreplace")
    if len(written) <= limit:
        return markdown
    room = limit - size(_CUT)
    if room < 0:
        return ""
    kept = written[:room].decode("utf-8", "ignore")
    return kept[: kept.rfind("\n") + 1] + _CUT
