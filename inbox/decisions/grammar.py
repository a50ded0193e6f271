"""Single lines of a Decisions section: marker, question, option, Answer and Note (D1, D3-D5)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from inbox.decisions.lines import is_void, trimmed

MARKERS = ("<!-- decision-inbox:decisions -->", "<!-- marvin:decisions -->")
"""What starts a section, alone on its line; the first is what our own texts show."""

_QUESTION = re.compile(r"###[ \t]+([a-z0-9][a-z0-9_-]*+)[ \t]*:(.*)", re.DOTALL)
_CLOSING_HASHES = re.compile(r"(?<=[ \t])#+[ \t]*$")
_LIST_MARKS = r"[ \t]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++)*+"
_HASHES = re.compile(rf"{_LIST_MARKS}(#{{3,}})", re.DOTALL)
_OPTION = re.compile(r"( {0,3}[-*](?: {1,4}|\t)\[)([ xX])(\][ \t]+)(.*)", re.DOTALL)
# Boxes that no reading of ours takes for an option, or that GitHub shows as none.
_NEARLY_OPTION = re.compile(r"\s*+(?:(?:[-*+]|\d{1,9}[.)])\s*+)++\[\s*+(?:[xX]\s*+)?\](?![(\[:])")
_ANSWER = re.compile(r"> \*\*(Answer|Note):\*\*(.*)", re.DOTALL)
_LETTERS = re.compile(r"[^a-z]")


class QuestionKind(Enum):
    """How a question is answered."""

    SINGLE = "single"
    MULTI = "multi"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Heading:
    """A question's own line: its id, its words, its flags, and what of the flags is wrong."""

    id: str
    text: str
    kind: QuestionKind
    required: bool
    unknown_flags: tuple[str, ...]
    has_both_kinds: bool


@dataclass(frozen=True, slots=True)
class Box:
    """An option's line in the three parts that a tick leaves and makes, and its label."""

    before: str
    mark: str
    behind: str
    label: str

    @property
    def is_ticked(self) -> bool:
        """True for `[x]` and `[X]`."""
        return self.mark != " "


def is_marker(text: str) -> bool:
    """True for a line that, trimmed, is one of the two markers (D1)."""
    return trimmed(text) in MARKERS


def read_heading(text: str) -> Heading | None:
    """The question that a line asks, if it is one (D3)."""
    if not (found := _QUESTION.fullmatch(text)):
        return None
    words = trimmed(_CLOSING_HASHES.sub("", found[2]))
    groups = _tail(words)
    known: list[str] = []
    while groups and groups[-1].is_flag:
        known.append(groups[-1].text.lower())
        words = words[: groups.pop().start].rstrip()
    beside = known or any(group.is_flag for group in groups)
    unknown = tuple(
        group.text for group in groups if not group.is_flag and (beside or group.is_nearly_flag)
    )
    kind = QuestionKind.SINGLE
    if "(text)" in known:
        kind = QuestionKind.TEXT
    elif "(pick any)" in known:
        kind = QuestionKind.MULTI
    return Heading(
        id=found[1],
        text=words,
        kind=kind,
        required="(optional)" not in known,
        unknown_flags=unknown,
        has_both_kinds={"(text)", "(pick any)"} <= set(known),
    )


def read_box(text: str) -> Box | None:
    """The option that a line is, wherever it may stand (D4)."""
    found = _OPTION.fullmatch(text)
    if not found or is_void(found[4]):
        return None
    return Box(found[1], found[2], found[3] + found[4], trimmed(found[4]))


def read_answer(text: str) -> tuple[str, str] | None:
    """`Answer` or `Note`, and what it says, where a line is one of them (D5)."""
    found = _ANSWER.fullmatch(text)
    return (found[1], trimmed(found[2])) if found else None


def hashes(text: str) -> int:
    """How many hashes a line begins with, after blanks and list marks; 0 for fewer than three."""
    found = _HASHES.match(text)
    return len(found[1]) if found else 0


def is_nearly_option(text: str) -> bool:
    """True for a list item with something like a box."""
    return bool(_NEARLY_OPTION.match(text))


_FLAGS = {"(pick any)", "(text)", "(optional)"}
_FLAG_LETTERS = {_LETTERS.sub("", flag) for flag in _FLAGS}
_GROUP = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class _Group:
    """Words in round brackets; those that touch a word before them are no flag."""

    text: str
    start: int
    touches: bool

    @property
    def is_flag(self) -> bool:
        return not self.touches and self.text.lower() in _FLAGS

    @property
    def is_nearly_flag(self) -> bool:
        return _LETTERS.sub("", self.text.lower()) in _FLAG_LETTERS


def _tail(words: str) -> list[_Group]:
    """The groups at the end of `words`, first to last."""
    groups: list[_Group] = []
    end = len(words)
    for found in reversed(list(_GROUP.finditer(words))):
        if words[found.end() : end].strip():
            break
        before = words[found.start() - 1 : found.start()]
        group = _Group(
            found[0], found.start(), bool(before) and not (before.isspace() or before == ")")
        )
        if group.touches and not group.is_nearly_flag:
            break
        groups.append(group)
        end = found.start()
    return groups[::-1]
