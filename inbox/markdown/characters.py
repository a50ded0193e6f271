"""Single characters: line breaks, blanks and what no reader can see."""

from __future__ import annotations

import re
import unicodedata

STAND_IN = "\N{REPLACEMENT CHARACTER}"
LINE_BREAK_SIGN = "\N{RETURN SYMBOL}"

_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
# Default_Ignorable_Code_Point outside the categories above (Unicode, DerivedCoreProperties.txt),
# then a Braille cell and a musical sign without any ink.
_UNSEEN_RANGES = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2065, 0x2065),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0xFFFE, 0xFFFF),
    (0xE0000, 0xE0FFF),
    (0x2800, 0x2800),
    (0x1D159, 0x1D159),
)
_UNSEEN = frozenset(chr(c) for first, last in _UNSEEN_RANGES for c in range(first, last + 1))
_BREAKS = re.compile(r"[^\S\n\r\v\f\x85\u2028\u2029]*[\n\r\v\f\x85\u2028\u2029]\s*")
_BLANKS = re.compile(r"\s+")
_EMOJI_STYLE = str.maketrans("", "", "\ufe0e\ufe0f")


def normalise(text: str) -> str:
    """`text` with every CRLF and CR turned into LF (protocol P2)."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_invisible(char: str) -> bool:
    """True for control, format, bidi and zero-width characters and for blank-looking fillers.

    These are also what .NET's culture-aware search skips, with which the Actions runner looks for
    its commands.
    """
    if char.isascii():
        return not char.isprintable()
    return char in _UNSEEN or unicodedata.category(char) in _UNSEEN_CATEGORIES


def without_invisible(text: str) -> str:
    """`text` less its invisible characters; blanks of any width and tabs stay."""
    return "".join(char for char in text if char.isspace() or not is_invisible(char))


def one_line(text: str) -> str:
    """`text` on one line: breaks show as a sign, blanks are single, the unseen has a stand-in.

    The two selectors of emoji style are dropped, since they choose a picture and say nothing.
    """
    joined = _BREAKS.sub(f" {LINE_BREAK_SIGN} ", text.strip().translate(_EMOJI_STYLE))
    spaced = _BLANKS.sub(" ", joined)
    return "".join(STAND_IN if is_invisible(char) else char for char in spaced).strip()
