"""What was asked of the simulated GitHub, in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One request and what came of it; `status` is None where no answer was sent.

    `path` names repositories by owner and name, also where the request gave the id.
    """

    method: str
    path: str
    query: dict[str, str]
    body: Any
    actor: str | None
    status: int | None
    is_write: bool
    took_effect: bool
    points: int = 0

    def __str__(self) -> str:
        asked = "&".join(f"{name}={value}" for name, value in self.query.items())
        return f"{self.method} {self.path}{'?' if asked else ''}{asked} → {self.status}"


@dataclass(slots=True)
class Journal:
    """The log of requests, the violations among them, and the count of writes."""

    entries: list[Entry] = field(default_factory=list)
    violations: list[str] = field(default_factory=list)
    writes: int = 0

    @property
    def done(self) -> list[Entry]:
        """The writes that took effect."""
        return [one for one in self.entries if one.is_write and one.took_effect]

    def note(self, entry: Entry) -> None:
        """Remembers the request."""
        self.entries.append(entry)

    def forget(self) -> None:
        """Empty again; the next write is number 1. Violations stay: tests assert there are none."""
        self.entries.clear()
        self.writes = 0
