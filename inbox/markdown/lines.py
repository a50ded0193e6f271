"""Which lines of a comment are its writer's own words (protocol P12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile

from inbox.markdown.blocks import Page, Standing
from inbox.markdown.characters import normalise, without_invisible
from inbox.markdown.reply_header import first_reply_header

__all__ = ["Line", "Standing", "first_paragraph", "live_lines", "read_lines"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line, counted from 1; after a reply header stands what a mail program repeats."""

    number: int
    text: str
    standing: Standing
    after_reply_header: bool

    @property
    def is_blank(self) -> bool:
        """True where the line shows nothing."""
        return not without_invisible(self.text).strip()


def read_lines(text: str) -> tuple[Line, ...]:
    """Every line of `text` with what it is worth (protocol P12); takes time linear in `text`."""
    texts = normalise(text).split("\n")
    page = Page()
    standings = [page.standing(line) for line in texts]
    own = [
        line if standing is not Standing.DEAD else None
        for line, standing in zip(texts, standings, strict=True)
    ]
    header = first_reply_header(own)
    return tuple(
        Line(index + 1, line, standing, header is not None and index >= header)
        for index, (line, standing) in enumerate(zip(texts, standings, strict=True))
    )


def live_lines(text: str) -> tuple[Line, ...]:
    """The lines of `text` that are its writer's plain words: no quote, no code, nothing hidden."""
    return tuple(line for line in read_lines(text) if line.standing is Standing.LIVE)


def first_paragraph(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines up to the first blank one: all that is read of an e-mail (protocol P12)."""
    begun = dropwhile(lambda line: line.is_blank, lines)
    return tuple(takewhile(lambda line: not line.is_blank, begun))
