"""The addresses that answers print: the API's own, and the web pages' beside it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where this GitHub is reached: API origin, path prefix (`/api/v3` on servers), web origin."""

    origin: str
    prefix: str = ""
    web: str = "https://github.com"

    @property
    def prefix_length(self) -> int:
        """How many characters of a path stand before the API's own path."""
        return len(self.prefix)

    def api(self, path: str) -> str:
        """The API address of that path."""
        return f"{self.origin}{self.prefix}{path}"

    def html(self, path: str) -> str:
        """The web address of that path."""
        return f"{self.web}{path}"


def encoded(segment: str) -> str:
    """One path segment, percent-encoded."""
    return quote(segment, safe="")
