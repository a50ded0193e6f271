"""What each line of a text is to CommonMark: plain, quoted, fenced, hidden, code or raw HTML (D1).

The blocks are those of markdown-it-py, which follows the specification where a scanner of our own
would only come near it: fences in lists, lazy lines, what ends an HTML block. Only its block rules
run; they are linear in the text, also for rows of backticks, blanks, brackets and list marks, and
deep nesting is cut off at its own limit of 20.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from markdown_it import MarkdownIt
from markdown_it.token import Token

from inbox.decisions.lines import TextLine

_MARKDOWN = MarkdownIt("commonmark")


class Surface(Enum):
    """What a line is to a reader of the page."""

    PLAIN = "plain"
    QUOTED = "quoted"
    FENCED = "in a code fence"
    HIDDEN = "in an HTML comment"
    CODE = "indented code"
    RAW = "in an HTML block, where Markdown has no say"


@dataclass(slots=True)
class Structure:
    """The blocks of one text by the index of their lines, from 0; quoted ones only as QUOTED."""

    surfaces: list[Surface]
    items: dict[int, int] = field(default_factory=dict)
    """Where an item of a list that is in nothing else begins, and its last line with words."""
    nested_items: set[int] = field(default_factory=set)
    paragraphs: set[int] = field(default_factory=set)
    """Where a paragraph begins that is in nothing else."""
    ends: set[int] = field(default_factory=set)
    """Where a heading of level 1 or 2, or a thematic break, begins."""
    underlined_items: set[int] = field(default_factory=set)
    """Where an underline makes a heading out of words in a list."""
    unclosed: list[int] = field(default_factory=list)
    """Where a fence or an HTML comment begins that nothing closes."""


def tokens_of(lines: Sequence[TextLine]) -> list[Token]:
    """The block tokens of markdown-it; their maps count the lines as `lines` does."""
    texts = [line.text for line in lines]
    if texts:
        texts[0] = texts[0].removeprefix("\ufeff")
    tokens: list[Token] = []
    _MARKDOWN.block.parse("\n".join(texts) + "\n", _MARKDOWN, {}, tokens)
    return tokens


def outside_quotes(tokens: Sequence[Token]) -> Iterator[tuple[Token, bool]]:
    """Each token, and whether it stands in a quote."""
    depth = 0
    for token in tokens:
        depth -= token.type == "blockquote_close"
        yield token, depth > 0
        depth += token.type == "blockquote_open"


def read_structure(lines: Sequence[TextLine]) -> Structure:
    """What every line is; takes time linear in the text."""
    found = Structure([Surface.PLAIN] * len(lines))
    for token, is_quoted in outside_quotes(tokens_of(lines)):
        if token.map is None or token.nesting < 0:
            continue
        start, end = token.map[0], min(token.map[1], len(lines))
        match token.type:
            case "blockquote_open" if not is_quoted:
                found.surfaces[start:end] = [Surface.QUOTED] * (end - start)
            case "fence" | "html_block" | "code_block":
                _read_leaf(found, token, start, end, is_quoted=is_quoted)
            case "list_item_open" if not is_quoted:
                if token.level == 1:
                    found.items[start] = _last_words(lines, start, end)
                else:
                    found.nested_items.add(start)
            case "paragraph_open" if token.level == 0:
                found.paragraphs.add(start)
            case "heading_open" if not is_quoted and token.tag in {"h1", "h2"}:
                underlined = token.level > 0 and token.markup in {"=", "-"}
                (found.underlined_items if underlined else found.ends).add(start)
            case "hr" if not is_quoted:
                found.ends.add(start)
    return found


def is_comment(token: Token) -> bool:
    """True for an HTML block that is a comment."""
    return token.type == "html_block" and token.content.lstrip(" ").startswith("<!--")


def _read_leaf(found: Structure, token: Token, start: int, end: int, *, is_quoted: bool) -> None:
    """Paint the lines of a fence, of code or of an HTML block.

    A comment of one line stays as it is: a marker is one.
    """
    if token.type == "fence":
        surface = Surface.FENCED
        is_open = token.map is not None and token.map[1] - start - 1 == token.content.count("\n")
    elif is_comment(token):
        is_open = "-->" not in token.content
        surface = Surface.HIDDEN if is_open or end - start > 1 else Surface.PLAIN
    else:
        surface = Surface.CODE if token.type == "code_block" else Surface.RAW
        is_open = False
    if is_quoted and surface not in {Surface.FENCED, Surface.HIDDEN}:
        return
    found.surfaces[start:end] = [surface] * (end - start)
    if is_open and not is_quoted:
        found.unclosed.append(start)


def _last_words(lines: Sequence[TextLine], start: int, end: int) -> int:
    last = end - 1
    while last > start and lines[last].is_blank:
        last -= 1
    return last
