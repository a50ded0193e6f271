"""A text as lines that keep their own endings, and what one line of an answer may hold (D2, D7)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from inbox.markdown import without_invisible

_BREAK = re.compile(r"\r\n|\n|\r")
# Everything that some reader takes for the end of a line.
_SEPARATORS = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_COMMENT = re.compile("<!--.*?-->", re.DOTALL)
_BLANKS = "".join(char for char in map(chr, range(0x3001)) if char.isspace()) + "\ufeff"


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line and what ends it: LF, CRLF, a lone CR, or nothing on the last one.

    These three end a line for CommonMark (https://spec.commonmark.org/0.31.2/#line-ending); U+2028
    and its like do not.
    """

    text: str
    ending: str

    @property
    def is_blank(self) -> bool:
        """True for a line of blanks and tabs alone."""
        return not self.text.strip(" \t")


def split_lines(text: str) -> list[TextLine]:
    """The lines of `text`; joined again they are `text`, byte by byte."""
    lines, at = [], 0
    for found in _BREAK.finditer(text):
        lines.append(TextLine(text[at : found.start()], found[0]))
        at = found.end()
    if at < len(text):
        lines.append(TextLine(text[at:], ""))
    return lines


def join_lines(lines: Iterable[TextLine]) -> str:
    """The text that these lines are."""
    return "".join(line.text + line.ending for line in lines)


def trimmed(text: str) -> str:
    """`text` without the blanks of any kind, and the byte order mark, at its ends."""
    return text.strip(_BLANKS)


def on_one_line(text: str) -> str:
    """`text` with its lines trimmed and one blank between them; twice is once (D7)."""
    return " ".join(filter(None, map(trimmed, _SEPARATORS.split(text))))


def in_words(text: str) -> str:
    """`text` as an answer in words is compared: on one line, single blanks, "" where it is void.

    Written on an Answer or Note line and read again it is the same.
    """
    words = " ".join(on_one_line(text).split())
    return "" if is_void(words) else words


def is_void(text: str) -> bool:
    """True where `text` shows nothing at all."""
    return not without_invisible(text).strip()


def folded(label: str) -> str:
    """`label` as labels are compared: without regard to case and to the width of blanks (D13)."""
    return " ".join(label.casefold().split())


def looks(label: str) -> str:
    """`label` folded as a reader sees it: no invisible characters, no comments, one form of é."""
    if "`" not in label:  # in code a comment is shown
        head, end, tail = label.rpartition("-->")
        label = _COMMENT.sub("", head + end) + tail
    seen = without_invisible(folded(label))
    return unicodedata.normalize("NFC", " ".join(seen.split()))
