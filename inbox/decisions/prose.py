"""The words of a page that are its writer's own: no quote, no code, nothing hidden (D8)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from inbox.decisions.lines import split_lines
from inbox.decisions.structure import is_comment, outside_quotes, tokens_of

_TICKS = re.compile(r"`+")
_OPENER = re.compile(r"\\.|`+|<!--", re.DOTALL)
_QUOTE_TAG = re.compile(r"<(/?)blockquote(?=[\s>]|$)", re.IGNORECASE)
_CODE_TAG = re.compile(r"[ ]{0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
_HEADING = re.compile(r" {0,3}(#{1,6})(?!#)[ \t]*(.*)", re.DOTALL)


class Part(Enum):
    """What a passage is on the page."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"


@dataclass(frozen=True, slots=True)
class Passage:
    """One heading or paragraph; `line` counts from 1, and each line of `text` is one of the page.

    Code spans and inline comments in it are blanked out, one blank for each character.
    """

    part: Part
    line: int
    text: str
    source: str
    level: int = 0
    """Of a heading, 1 to 6."""
    bullet: str = ""
    """What marks the list item that begins with this paragraph."""


def passages(body: str) -> tuple[Passage, ...]:
    """The passages of `body`, top to bottom; takes time linear in `body`."""
    found: list[Passage] = []
    html_quotes = 0
    tokens = tokens_of(split_lines(body))
    for number, (token, is_quoted) in enumerate(outside_quotes(tokens)):
        if is_quoted or token.map is None:
            continue
        line = token.map[0] + 1
        if is_comment(token):
            # Where the comment ends, its last line goes on in the open.
            last = token.content.rstrip("\n").rpartition("\n")[2]
            found += _split(token.map[1], last.partition("-->")[2])
        elif token.type == "html_block":
            tags = _QUOTE_TAG.findall(token.content)
            if not tags and not html_quotes and not _CODE_TAG.match(token.content):
                found += _split(line, token.content.rstrip("\n"))
            html_quotes = max(html_quotes + len(tags) - 2 * sum(map(bool, tags)), 0)
        elif token.type == "inline" and not html_quotes:
            before = tokens[number - 1]
            if before.type == "heading_open":
                level = int(before.tag[1])
                found.append(_passage(Part.HEADING, line, token.content, level))
            else:
                item = tokens[number - 2]
                bullet = item.markup if item.type == "list_item_open" else ""
                found += _split(line, token.content, bullet)
    return tuple(found)


def _split(line: int, text: str, bullet: str = "") -> Iterator[Passage]:
    """A paragraph, cut where a line of it is meant for a heading, as `##Choose` is."""
    start, lines = 0, text.split("\n")
    for index, one in enumerate(lines):
        if heading := _HEADING.fullmatch(one):
            yield from _paragraph(line + start, lines[start:index], "" if start else bullet)
            yield _passage(Part.HEADING, line + index, heading[2], len(heading[1]))
            start = index + 1
    yield from _paragraph(line + start, lines[start:], "" if start else bullet)


def _paragraph(line: int, lines: Sequence[str], bullet: str) -> Iterator[Passage]:
    if any(lines):
        yield _passage(Part.PARAGRAPH, line, "\n".join(lines), bullet=bullet)


def _passage(part: Part, line: int, source: str, level: int = 0, bullet: str = "") -> Passage:
    return Passage(part, line, visible(source), source, level, bullet)


def visible(text: str) -> str:
    """`text` with its code spans and HTML comments blanked, line by line as long as before.

    A run of backticks that no run of its length closes is plain text, and so is an open comment
    (https://spec.commonmark.org/0.31.2/#code-spans).
    """
    closings: dict[int, list[int]] = {}
    for run in reversed(list(_TICKS.finditer(text))):
        closings.setdefault(len(run[0]), []).append(run.start())
    pieces: list[str] = []
    at = 0
    last_comment_end = text.rfind("-->")
    for opener in _OPENER.finditer(text):
        if opener.start() < at or opener[0][0] == "\\":
            continue
        if opener[0] == "<!--":
            if last_comment_end < opener.end():
                continue
            end = text.index("-->", opener.end()) + 3
        else:
            ends = closings[len(opener[0])]
            while ends and ends[-1] < opener.end():
                ends.pop()
            if not ends:
                continue
            end = ends[-1] + len(opener[0])
        pieces += [text[at : opener.start()], _blanked(text[opener.start() : end])]
        at = end
    return "".join(pieces) + text[at:]


def _blanked(text: str) -> str:
    return "\n".join(" " * len(line) for line in text.split("\n"))
