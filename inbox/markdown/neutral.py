"""Foreign words, shown without being obeyed (protocol P3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from inbox.markdown.characters import one_line

EMPTY = "(empty)"
_CUT = "…"
_SENTENCE_LIMIT = 2000

# A blank inside breaks each of them for every reader, also for one that knows no code spans.
_BROKEN = (("<!--", "<! --"), ("-->", "-- >"), ("--!>", "-- !>"), ("#[", "# ["))
_BLANKS = re.compile(r"\s+")
_TICKS = re.compile(r"`+")
# Outside code spans: no mention, reference, link, tag, entity, emphasis, table or formula.
_PLAIN = re.compile(r"[^`@#<>\[\]\\&*~|$]*")
_TOUCHING_COLONS = re.compile(r":(?=:)")
_MARKUP = re.compile(
    r"://|www\.|\bGH-\d|\b[0-9a-f]{7,40}\b|(?<![a-z0-9])_|_(?![a-z0-9])", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Plain:
    """Words of this program's own."""

    text: str


@dataclass(frozen=True, slots=True)
class Foreign:
    """Words of somebody else, to be neutralised wherever they go."""

    text: str


Piece = Plain | Foreign


def neutral(text: str, limit: int = 300) -> str:
    """`text` as one line in a code span that nothing inside can close (protocol P3).

    At most `limit` characters stand between the ticks; invisible ones have a visible stand-in.
    The result mentions, links, references, closes and hides nothing, and is safe anywhere in a line
    or alone on one; next to a backtick, a backslash or a dollar sign it needs a blank between.
    """
    return _code_span(_tame(text, limit) or EMPTY)


def neutral_cell(text: str, limit: int = 300) -> str:
    """`neutral` for a table cell, where even a code span ends at a pipe: `¦` stands in for it."""
    return neutral(text.replace("|", "¦"), limit)


def log_safe(text: str, limit: int = 300) -> str:
    """`text` as one line of a plain log in which the Actions runner finds no command.

    The runner obeys `::name::` where a line starts and `##[name]` anywhere
    (https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands).
    """
    return _TOUCHING_COLONS.sub(": ", _tame(text, limit)) or EMPTY


def sentence(pieces: Iterable[Piece]) -> str:
    """The pieces as one line of Markdown, the foreign ones neutralised."""
    joined = ""
    for piece in pieces:
        match piece:
            case Plain(text):
                words = _BLANKS.sub(" ", text)
                fuses = joined.endswith(("`", "\\")) and words.startswith(("`", "$"))
            case Foreign(text):
                words = neutral(text)
                fuses = joined.endswith(("`", "\\", "$"))
            case _:
                assert_never(piece)
        joined = (
            f"{joined.rstrip()} {words.lstrip()}" if fuses or words[:1] == " " else joined + words
        )
    return joined.strip()


def safe_sentence(text: str) -> str:
    """`text` itself where it is one line of harmless Markdown, else `text` neutralised.

    Whatever `sentence` makes of harmless plain words passes unchanged; doing it twice is doing it
    once.
    """
    if len(text) <= _SENTENCE_LIMIT and text and _tame(text, _SENTENCE_LIMIT) == text:
        outside = _outside_code_spans(text)
        if _PLAIN.fullmatch(outside) and not _MARKUP.search(outside):
            return text
    return neutral(text)


def _tame(text: str, limit: int) -> str:
    """One line, at most `limit` characters, with nothing that opens, closes or commands."""
    line = one_line(text)
    for dangerous, broken in _BROKEN:
        line = line.replace(dangerous, broken)
    return line if len(line) <= limit else line[: limit - 1].rstrip() + _CUT


def _code_span(content: str) -> str:
    longest = max((len(run) for run in _TICKS.findall(content)), default=0)
    ticks = "`" * (longest + 1)
    # A blank that touches a delimiter is no part of the span (CommonMark, section 6.1).
    pad = " " if content.startswith("`") or content.endswith("`") else ""
    return f"{ticks}{pad}{content}{pad}{ticks}"


def _outside_code_spans(text: str) -> str:
    """`text` less its code spans; a run of ticks that nothing closes stays."""
    outside, at = [], 0
    while run := _TICKS.search(text, at):
        closing = next((r for r in _TICKS.finditer(text, run.end()) if r[0] == run[0]), None)
        outside.append(text[at : run.start() if closing else run.end()])
        at = (closing or run).end()
    return "".join(outside) + text[at:]
