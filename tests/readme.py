"""README.md taken apart: its marked blocks of code, and its marked tables."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")

_BLOCK = re.compile(
    r"(?:^<!-- (?P<marker>[\w.-]+) -->\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
BLOCKS = [(found["marker"], found["kind"], found["text"]) for found in _BLOCK.finditer(TEXT)]
"""Every block of code: the marker before it or None, its language, its text."""


def blocks(marker: str) -> list[str]:
    """The blocks of code under that marker."""
    found = [text for name, _, text in BLOCKS if name == marker]
    assert found
    return found


def part(marker: str) -> str:
    """What stands between the two comments of that name."""
    found = re.findall(rf"<!-- {marker} -->\n\n(.*?)\n\n<!-- /{marker} -->", TEXT, re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def section(title: str) -> str:
    """The text under that heading of the second level."""
    return TEXT[TEXT.index(f"\n## {title}\n") :].split("\n## ")[1].partition("\n")[2].strip()


def rows(text: str) -> list[list[str]]:
    """The rows of a table, without its head."""
    lines = text.strip().split("\n")[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def table(marker: str) -> list[list[str]]:
    """The rows of the table between the two comments of that name."""
    return rows(part(marker))


def quoted(cell: str) -> list[str]:
    """What stands in code in a cell."""
    return re.findall(r"`([^`]+)`", cell)
