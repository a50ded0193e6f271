"""Lines that are no command but were meant as one (protocol P14)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from inbox.ballot.choice import Choice
from inbox.markdown import MOST_LETTERS_APART, Line, letters_between, without_invisible

_EMPHASIS = re.compile(r"[\s*_`]*")
_LIST_MARK = re.compile(r"(?:[-+•]|\d{1,9}[.)])\s+")
_MOST_MARKS = 8
_ANY_DRESS = re.compile(r"(?:[\s*_`~#\\\"'()\[\]“”‘’«»…•+-]|\d{1,9}[.)]\s|\[x\])*", re.IGNORECASE)
_SLASHES = str.maketrans("⁄∕⧸╱", "////")
_WORD = re.compile(r"/{1,3}\s{0,2}([^\W\d_]+)(.*)")
_SLASHED_WORD = re.compile(r"/([^\W\d_]+)")
_PATH = re.compile(r"/|\.\w")
_LETTER = re.compile(r"(?<![^\W_])[A-Za-z](?![^\W_])")


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A line that begins with a word close to `/approve` or `/reject`."""

    line: Line
    refuses: bool
    letters: frozenset[str]

    @property
    def may_refuse(self) -> bool:
        """True when a refusal, or C, may be meant."""
        return self.refuses or Choice.C.value in self.letters

    def is_more_cautious_than(self, choice: Choice) -> bool:
        """True when this line may ask for more caution than `choice`, an A or a B."""
        return self.may_refuse or (choice is Choice.A and Choice.B.value in self.letters)


def undressed(line: str) -> str:
    """`line` without blanks, list marks, emphasis and code ticks before its first word."""
    text = _EMPHASIS.sub("", line, count=1)
    for _ in range(_MOST_MARKS):
        mark = _LIST_MARK.match(text)
        if not mark:
            break
        text = _EMPHASIS.sub("", text[mark.end() :], count=1)
    return text.rstrip()


def near_miss(line: Line) -> NearMiss | None:
    """What `line` nearly says, or None; look-alike letters and invisible ones are seen through."""
    plain = unicodedata.normalize("NFKC", without_invisible(line.text)).translate(_SLASHES)
    dress = _ANY_DRESS.match(plain)
    found = _WORD.fullmatch(plain[dress.end() if dress else 0 :].rstrip())
    if not found:
        return None
    word, rest = found[1].lower(), found[2]
    approves, rejects = letters_between(word, "approve"), letters_between(word, "reject")
    nearest = min(approves, rejects)
    if nearest > MOST_LETTERS_APART or (nearest and _PATH.match(rest)):
        return None
    others = (letters_between(other.lower(), "reject") for other in _SLASHED_WORD.findall(rest))
    refuses = rejects <= MOST_LETTERS_APART or any(other <= MOST_LETTERS_APART for other in others)
    letters = frozenset(letter.upper() for letter in _LETTER.findall(rest))
    return NearMiss(line, refuses, letters)
