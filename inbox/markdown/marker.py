"""Hidden markers: what the bot writes into its own comments for its next run to read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from inbox.errors import Bug
from inbox.markdown.characters import normalise

_NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")
_MARKER = re.compile(
    r"<!-- decision-inbox-([a-z0-9_-]+):((?: [a-z0-9_-]+=[A-Za-z0-9_.:%+-]*)*) -->"
)


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker: its kind and its fields as they were before encoding."""

    kind: str
    fields: Mapping[str, str]


def render_marker(kind: str, **fields: str) -> str:
    """The marker as one line of Markdown that no page shows.

    Values are percent-encoded, so that between the comment's ends stands only
    `[A-Za-z0-9_.:=%+-]` and never `--`. Raises Bug for a kind or key that is no plain name.
    """
    for name in (kind, *fields):
        if not _NAME.fullmatch(name):
            raise Bug(f"{name!r} cannot stand in a marker.")
    listed = "".join(f" {key}={_encode(value)}" for key, value in fields.items())
    return f"<!-- decision-inbox-{kind}:{listed} -->"


def find_markers(text: str, kind: str) -> tuple[Marker, ...]:
    """The markers of `kind` in `text`, top to bottom.

    One counts only if it is alone on its line and written exactly as `render_marker` writes it.
    """
    candidates = (_read(line) for line in normalise(text).split("\n"))
    return tuple(marker for marker in candidates if marker is not None and marker.kind == kind)


def _encode(value: str) -> str:
    encoded = quote(value, safe=":+", errors="surrogatepass").replace("~", "%7E")
    return encoded.replace("--", "-%2D")


def _read(line: str) -> Marker | None:
    if not (match := _MARKER.fullmatch(line)):
        return None
    pairs = [pair.partition("=") for pair in match[2].split()]
    try:
        fields = {key: unquote(value, errors="surrogatepass") for key, _, value in pairs}
        return Marker(match[1], fields) if render_marker(match[1], **fields) == line else None
    except (Bug, UnicodeDecodeError):
        return None
