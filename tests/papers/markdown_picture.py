"""Our own Markdown drawn as GitHub shows it: headings, paragraphs, lists with boxes, tables."""

from __future__ import annotations

import re
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.papers.svg import LINE, LINK, QUIET, Canvas, Words, broken

_READER = MarkdownIt("commonmark").enable("table")
_SIZES = {"h2": 20.0, "h3": 16.0}
_TALL = 1.5
_CELL = 8.0


def draw(canvas: Canvas, markdown: str, x: float, width: float) -> None:
    """The text is on the canvas, from `canvas.y` downwards."""
    tokens = _READER.parse(markdown)
    place = 0
    while place < len(tokens):
        token = tokens[place]
        end = _end(tokens, place)
        inside = tokens[place : end + 1]
        match token.type:
            case "heading_open":
                _heading(canvas, inside, x, width)
            case "paragraph_open":
                _paragraph(canvas, _words(inside[1]), x, width)
            case "bullet_list_open":
                _list(canvas, inside, x, width)
            case "table_open":
                _table(canvas, inside, x, width)
            case "html_block":
                _small_print(canvas, token.content, x, width)
            case other:
                raise AssertionError(f"nobody has drawn {other} yet")
        place = end + 1


def _end(tokens: list[Token], place: int) -> int:
    """Where the block that begins there ends."""
    if tokens[place].nesting == 0:
        return place
    return next(
        number
        for number in range(place + 1, len(tokens))
        if tokens[number].level == tokens[place].level and tokens[number].nesting == -1
    )


def _words(inline: Token) -> list[Words]:
    """The text of a block with its styles."""
    style = Words("")
    found: list[Words] = []
    for token in inline.children or []:
        match token.type:
            case "strong_open" | "strong_close":
                style = replace(style, bold=token.nesting == 1)
            case "link_open" | "link_close":
                style = replace(style, colour=LINK if token.nesting == 1 else "")
            case "code_inline":
                found.append(replace(style, text=token.content, code=True))
            case "softbreak":
                found.append(replace(style, text=" "))
            case "text":
                found.append(replace(style, text=token.content))
            case "html_inline":
                pass
            case other:
                raise AssertionError(f"nobody has drawn {other} yet")
    return found


def _lines(canvas: Canvas, words: list[Words], x: float, width: float) -> None:
    height = max(piece.size for piece in words) * _TALL
    for line in broken(words, width):
        canvas.line(line, x, height)


def _heading(canvas: Canvas, inside: list[Token], x: float, width: float) -> None:
    size = _SIZES[inside[0].tag]
    canvas.y += 6
    _lines(canvas, [replace(each, bold=True, size=size) for each in _words(inside[1])], x, width)
    if inside[0].tag == "h2":
        canvas.y += 4
        canvas.rule(x, width)
    canvas.y += 12


def _paragraph(canvas: Canvas, words: list[Words], x: float, width: float) -> None:
    _lines(canvas, words, x, width)
    canvas.y += 12


def _list(canvas: Canvas, inside: list[Token], x: float, width: float) -> None:
    for token in inside:
        if token.type == "inline":
            words = _words(token)
            if words[0].text.startswith("[ ] "):
                words[0] = replace(words[0], text=words[0].text.removeprefix("[ ] "))
                canvas.box(x + 2, canvas.y + 4, 12, 12, fill="#ffffff", stroke="#818b98", radius=2)
            else:
                canvas.text([Words("•")], x + 5, canvas.y + 15)
            _lines(canvas, words, x + 24, width - 24)
            canvas.y += 3
    canvas.y += 11


def _small_print(canvas: Canvas, html: str, x: float, width: float) -> None:
    shown = re.sub(r"<!--.*?-->|<[^>]+>", "", html, flags=re.DOTALL).strip()
    if shown:
        _paragraph(canvas, [Words(shown, colour=QUIET, size=12)], x, width)


def _table(canvas: Canvas, inside: list[Token], x: float, width: float) -> None:
    rows: list[list[list[Words]]] = []
    for token in inside:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            words = [replace(each, size=13) for each in _words(token)]
            is_head = len(rows) == 1
            rows[-1].append([replace(each, bold=True) for each in words] if is_head else words)
    widths = _columns(rows, width)
    for row in rows:
        cells = [broken(cell, wide - 2 * _CELL) for cell, wide in zip(row, widths, strict=True)]
        height = max(map(len, cells)) * 13 * _TALL + 10
        left = x
        for cell, wide in zip(cells, widths, strict=True):
            canvas.box(left, canvas.y, wide, height, stroke=LINE)
            for number, line in enumerate(cell):
                baseline = canvas.y + 5 + 13 * _TALL * (number + 0.72)
                canvas.text(line, left + _CELL, baseline)
            left += wide
        canvas.y += height
    canvas.y += 16


def _columns(rows: list[list[list[Words]]], width: float) -> list[float]:
    """How wide each column is: as wide as it wants, or its share of what the narrow ones leave."""
    wanted = [
        max(sum(piece.width for piece in cell) for cell in column) + 2 * _CELL + 4
        for column in zip(*rows, strict=True)
    ]
    found = dict(enumerate(wanted))
    room, left = width, set(found)
    while left:
        share = room / len(left)
        narrow = {number for number in left if found[number] <= share}
        if not narrow:
            return [round(found[n]) if n not in left else round(share) for n in sorted(found)]
        room -= sum(found[number] for number in narrow)
        left -= narrow
    return [round(found[number]) for number in sorted(found)]
