"""A page of the documents taken apart: its marked blocks of code, tables and links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.readme import rows

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(
    r"(?:^<!-- (?P<marker>[\w.-]+) -->\n\n)?"
    r"^(?P<fence>`{3,})(?P<kind>\w+)\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Page:
    """One file of Markdown, by its path from the root of the repository."""

    name: str

    @cached_property
    def text(self) -> str:
        """What it says."""
        return (ROOT / self.name).read_text(encoding="utf-8")

    @cached_property
    def blocks(self) -> list[tuple[str | None, str, str]]:
        """Every block of code: the marker before it or None, its language, its text."""
        return [
            (found["marker"], found["kind"], found["text"]) for found in _BLOCK.finditer(self.text)
        ]

    def under(self, marker: str) -> list[str]:
        """The blocks of code under that marker, at least one."""
        found = [text for name, _, text in self.blocks if name == marker]
        assert found, f"{self.name} has no block {marker}"
        return found

    def part(self, marker: str) -> str:
        """What stands between the two comments of that name."""
        found = re.findall(
            rf"<!-- {marker} -->\n\n(.*?)\n\n<!-- /{marker} -->", self.text, re.DOTALL
        )
        assert len(found) == 1, f"{self.name} has {len(found)} parts {marker}"
        return str(found[0])

    def table(self, marker: str) -> list[list[str]]:
        """The rows of the table between the two comments of that name, without its head."""
        return rows(self.part(marker))

    @property
    def links(self) -> list[str]:
        """Where its links lead."""
        return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", self.text, flags=re.DOTALL))

    @property
    def anchors(self) -> set[str]:
        """The names that a link may end with."""
        headings = re.findall(r"^#+ (.+)$", self.text, re.MULTILINE)
        slugs = {re.sub(r"[^\w\- ]", "", one).lower().replace(" ", "-") for one in headings}
        return slugs | set(re.findall(r'<a id="([^"]+)"></a>', self.text))


PAGES = [
    Page(str(path.relative_to(ROOT)))
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
]
"""Every page of the repository."""
