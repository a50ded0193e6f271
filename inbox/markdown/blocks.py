"""Quotes, code and hidden text, line by line: what of a page is not its writer's plain words.

This is no Markdown renderer. Protocol P12 reads line by line; where that and the page may differ, a
line is DOUBTFUL: it approves nothing, but whoever looks for a refusal may still see one in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from inbox.markdown.inline import LeftOpen, Leftover, left_open, opens_something, without_escapes


class Standing(Enum):
    """What a line is worth: plain words, perhaps plain words, or a quote, code or hidden text."""

    LIVE = "live"
    DOUBTFUL = "doubtful"
    DEAD = "dead"


_LIST_MARK = re.compile(r"( *)(?:[-*+]|(\d{1,9})[.)])( +|$)")
_FENCE = re.compile(r"(`{3,})[^`]*|(~{3,}).*")
_SPAN_OR_ESCAPE = re.compile(r"[`\\]")
_TAG_BLOCK = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?=[\s/>]|$)")
_SURE_TAG_BLOCK = re.compile(
    r"</?(?:details|summary|div|p|table|thead|tbody|tr|td|th|ul|ol|li|h[1-6]|center|section)"
    r"(?=[\s>]|/>|$)",
    re.IGNORECASE,
)
_VERBATIM_START = re.compile(r"<!--|<(?:pre|script|style|textarea)(?=[\s>]|$)", re.IGNORECASE)
_VERBATIM_END = re.compile(r"</(?:pre|script|style|textarea)\s*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Fence:
    """An open code fence; in a list item it closes at `column`, elsewhere (None) up to column 3."""

    char: str
    length: int
    column: int | None
    standing: Standing

    def closed_by(self, text: str, indent: int) -> bool:
        run = text.rstrip(" ")
        alike = len(run) >= self.length and set(run) == {self.char}
        return alike and (indent <= 3 if self.column is None else indent == self.column)

    def left_by(self, text: str, indent: int) -> bool:
        """True for what ends a list item and the fence in it: a closing further down opens one."""
        return self.column is not None and bool(indent < self.column or _FENCE.fullmatch(text))


@dataclass(frozen=True, slots=True)
class _Hidden:
    """An open comment or element; `verbatim` when Markdown surely has no say inside it."""

    by: LeftOpen
    verbatim: bool

    @property
    def standing(self) -> Standing:
        return Standing.DEAD if self.verbatim else Standing.DOUBTFUL


@dataclass(frozen=True, slots=True)
class _Start:
    """How a line starts: its blanks, its list marks, and the column and words behind them."""

    indent: int
    column: int
    deep: bool  # four blanks and more, here or behind the marks
    marked: bool
    late_number: bool
    words: str

    @classmethod
    def of(cls, flat: str) -> _Start:
        column, late_number, marked = 0, False, False
        while mark := _LIST_MARK.match(flat, column):
            if marked and len(mark[1]) > 3:
                break
            # Five blanks and more after a mark are one, and code behind it.
            column = mark.end() if len(mark[3]) <= 4 else mark.start(3) + 1
            late_number = late_number or (not marked and mark[2] not in {None, "1"})
            marked = True
        words = flat[column:].lstrip(" ")
        indent = len(flat) - len(flat.lstrip(" "))
        at = len(flat) - len(words)
        return cls(indent, at, max(indent, at - column) > 3, marked, late_number, words)


class Page:
    """Reads one line after the other and says what each is worth."""

    def __init__(self) -> None:
        self._open: _Fence | _Hidden | None = None
        self._lost = False  # it can no longer be told where code ends
        self._in_list = False
        self._in_tag_block = False
        self._in_sure_tag_block = False  # up to a blank line nothing is Markdown …
        self._meant_as_code = False  # … though the writer may have meant a fence
        self._in_paragraph = False
        self._odd_ticks = False  # a code span may have begun further up

    def standing(self, line: str) -> Standing:
        """What the next line is worth."""
        flat = line.expandtabs(4)
        if self._lost:
            return Standing.DOUBTFUL
        match self._open:
            case _Fence() as fence:
                return self._in_fence(fence, flat)
            case _Hidden() as hidden:
                return self._in_hidden(hidden, flat)
            case None:
                return self._in_the_open(flat)

    def _lose(self) -> Standing:
        self._lost = True
        return Standing.DOUBTFUL

    def _in_fence(self, fence: _Fence, flat: str) -> Standing:
        text = flat.lstrip(" ")
        indent = len(flat) - len(text)
        if fence.closed_by(text, indent):
            self._open = None
        elif text and fence.left_by(text, indent):
            return self._lose()
        return fence.standing

    def _in_hidden(self, hidden: _Hidden, flat: str) -> Standing:
        text = flat if hidden.verbatim else without_escapes(flat)
        closing = hidden.by.closer.search(text)
        if not (hidden.verbatim and hidden.by.is_comment) and opens_something(flat):
            return self._lose()
        if hidden.verbatim:
            if not closing and _VERBATIM_END.search(flat):
                return self._lose()
        elif "`" in flat or "~~~" in flat or (closing and _Start.of(flat).column > 3):
            return self._lose()  # the end may itself stand in code, and then ends nothing
        if closing:
            self._open = None
            rest = left_open(text[closing.end() :], raw=hidden.verbatim, spans=False)
            return self._enter(rest, verbatim=False) or hidden.standing
        return hidden.standing

    def _enter(self, leftover: Leftover, *, verbatim: bool) -> Standing | None:
        """Go on inside what a line leaves open, if anything."""
        if not leftover.opener:
            return None
        hidden = _Hidden(leftover.opener, verbatim and leftover.at == 0)
        if leftover.tangled and not (hidden.verbatim and hidden.by.is_comment):
            return self._lose()
        self._open = hidden
        return hidden.standing

    def _in_the_open(self, flat: str) -> Standing:
        if not flat.strip(" "):
            self._in_paragraph = self._odd_ticks = False
            self._in_tag_block = self._in_sure_tag_block = self._meant_as_code = False
            return Standing.LIVE
        start = _Start.of(flat)
        if not start.marked and not self._in_paragraph and start.indent < 2:
            self._in_list = False
        goes_on = self._in_list or self._in_paragraph or self._in_tag_block
        if start.indent > 3 and not goes_on:
            return Standing.DEAD
        if start.words.startswith(">") and not start.deep:
            self._in_list = self._in_list or start.marked
            return self._in_quote(flat)
        if fence := _FENCE.fullmatch(start.words):
            if not self._in_sure_tag_block:
                return self._open_fence(fence, start)
            self._meant_as_code = True
        return self._in_paragraph_line(start)

    def _in_quote(self, flat: str) -> Standing:
        self._in_paragraph = True
        if opens_something(flat) if self._in_tag_block else self._read_inline(flat).opener:
            return self._lose()
        return Standing.DEAD

    def _read_inline(self, words: str, *, raw: bool = False) -> Leftover:
        leftover = left_open(words, raw=raw, spans=not self._odd_ticks)
        self._odd_ticks = self._odd_ticks or leftover.odd_ticks
        return leftover

    def _open_fence(self, fence: re.Match[str], start: _Start) -> Standing:
        run = fence[1] or fence[2]
        # A list that does not begin with 1 cannot interrupt a paragraph.
        no_item = start.late_number and self._in_paragraph and (start.indent or not self._in_list)
        if self._in_tag_block or no_item:
            return self._lose()
        contained = start.marked or start.deep or (self._in_list and start.indent > 0)
        standing = Standing.DOUBTFUL if start.deep else Standing.DEAD
        self._open = _Fence(run[0], len(run), start.column if contained else None, standing)
        self._in_list = self._in_list or start.marked
        self._in_paragraph = False
        return standing

    def _in_paragraph_line(self, start: _Start) -> Standing:
        at_block = not (start.marked or start.deep or self._in_tag_block)
        verbatim = bool(at_block and _VERBATIM_START.match(start.words))
        tag_first = bool(_TAG_BLOCK.match(start.words))
        raw = verbatim or tag_first or self._in_tag_block
        unsure = raw and not verbatim and _SPAN_OR_ESCAPE.search(start.words)
        if unsure and opens_something(start.words):
            return self._lose()  # a span or an escape is one only if this is a paragraph
        inner = self._read_inline(start.words, raw=raw)
        self._in_list = self._in_list or start.marked
        self._in_paragraph = bool(start.words)
        self._in_tag_block = self._in_tag_block or (tag_first and not verbatim)
        if at_block and not self._in_list and _SURE_TAG_BLOCK.match(start.words):
            self._in_sure_tag_block = True
        if inner.opener and inner.opener.is_comment and not verbatim and (raw or start.column > 0):
            return self._lose()  # its end may belong to another block, and then ends nothing
        if (inside := self._enter(inner, verbatim=verbatim)) is not None:
            return inside
        holds_comment = "<!--" in start.words or "-->" in start.words
        doubtful = holds_comment or start.deep or self._meant_as_code
        return Standing.DOUBTFUL if doubtful else Standing.LIVE
