"""Everything that can be wrong with a Decisions section, one name each (D1-D6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Flaw(Enum):
    """What is wrong; the value is the name under which the page of the format explains it."""

    NO_QUESTIONS = "no-questions"
    SECOND_MARKER = "second-marker"
    UNCLOSED = "unclosed"
    NOT_A_QUESTION = "not-a-question"
    SMALLER_HEADING = "smaller-heading"
    USED_TWICE = "used-twice"
    EMPTY_QUESTION = "empty-question"
    UNKNOWN_FLAG = "unknown-flag"
    TEXT_AND_PICK_ANY = "text-and-pick-any"
    TOO_FEW_OPTIONS = "too-few-options"
    OPTIONS_UNDER_TEXT = "options-under-text"
    SEVERAL_TICKS = "several-ticks"
    SAME_LABEL = "same-label"
    NOT_AN_OPTION = "not-an-option"
    NESTED_OPTION = "nested-option"
    LATE_OPTION = "late-option"
    STRAY_OPTION = "stray-option"
    UNDERLINED_OPTION = "underlined-option"
    IN_HTML = "in-html"


@dataclass(frozen=True, slots=True)
class Problem:
    """One flaw, its line counted from 1, and one sentence, safe in Markdown (protocol P3)."""

    line: int
    message: str
    flaw: Flaw
