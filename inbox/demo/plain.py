"""Our own Markdown as a reader of GitHub's page sees it, in plain text."""

from __future__ import annotations

import re

_HIDDEN = re.compile(r"<!--.*?-->", re.DOTALL)
_SMALL_PRINT = re.compile(r"<sub>.*?</sub>", re.DOTALL)
_LINK = re.compile(r"\[([^\]\n]+)\]\([^)\n]+\)")
_HEADING = re.compile(r"^#+ ", re.MULTILINE)
_BOX = re.compile(r"^- \[ \] ", re.MULTILINE)
_RULE = re.compile(r"^\|(?: --- \|)+\n", re.MULTILINE)
_ROW = re.compile(r"^\| (.*) \|$", re.MULTILINE)
_DRESS = re.compile(r"\*\*|`")
_COMMIT = re.compile(r"\b([0-9a-f]{7})[0-9a-f]{33}\b")


def plain(markdown: str) -> str:
    """The visible text: no markers, no dress, boxes as ☐, commits at the length GitHub shows."""
    text = _SMALL_PRINT.sub("", _HIDDEN.sub("", markdown))
    text = _BOX.sub("☐ ", _HEADING.sub("", text))
    text = _RULE.sub("", _LINK.sub(r"\1", text))
    text = _ROW.sub(lambda row: " · ".join(filter(None, cells(row[1]))), text)
    return _COMMIT.sub(r"\1", _DRESS.sub("", text)).strip()


def section(page: str, title: str) -> list[str]:
    """The lines under the heading `title` of a job summary, rows of a table without its head."""
    found = re.search(rf"^### {re.escape(title)}\n\n(.*?)(?=\n\n|\Z)", page, re.DOTALL | re.M)
    lines = found[1].splitlines() if found else []
    return lines[2:] if lines and lines[0].startswith("|") else lines


def cells(row: str) -> list[str]:
    """What stands in each cell of a table's row."""
    return [cell.strip() for cell in row.strip("|").split("|")]
