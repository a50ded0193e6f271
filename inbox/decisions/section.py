"""One Decisions section, line by line: which question each line belongs to, and what it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from inbox.decisions.flaws import Flaw, Problem
from inbox.decisions.grammar import (
    Box,
    Heading,
    hashes,
    is_nearly_option,
    read_answer,
    read_box,
    read_heading,
)
from inbox.decisions.lines import TextLine, looks
from inbox.decisions.structure import Structure, Surface
from inbox.markdown import Foreign, Plain, sentence

_DETAILS = re.compile(r"<(/?)details(?=[\s>]|$)", re.IGNORECASE)


@dataclass(slots=True)
class Draft:
    """A question while its lines are read; indices count lines from 0."""

    index: int
    heading: Heading
    options: list[tuple[int, Box]] = field(default_factory=list)
    answers: list[tuple[int, str, str]] = field(default_factory=list)
    """Answer and Note lines: where, which of the two, and what it says."""
    shown: list[str | list[str]] = field(default_factory=list)
    """Everything else that the question shows, an option as its label in a list of its own."""
    labels: set[str] = field(default_factory=set)
    end_of_options: int = 0
    """The last line of the options and of the quotes that follow them."""
    quotes_follow: bool = False
    has_text_below_options: bool = False

    def said(self, which: str) -> str | None:
        """What the last of its Answer or Note lines says; None for nothing."""
        texts = [text for _, name, text in self.answers if name == which]
        return texts[-1] or None if texts else None

    def lines_of(self, which: str) -> tuple[int, ...]:
        """Its Answer or Note lines, counted from 1."""
        return tuple(index + 1 for index, name, _ in self.answers if name == which)


def section_end(lines: Sequence[TextLine], structure: Structure, start: int) -> int:
    """The index of the line that ends the section which starts at line `start` (D1).

    A `</details>` ends it if its `<details>` began further up than the section.
    """
    depth = 0
    for index in range(start + 1, len(lines)):
        if index in structure.ends:
            return index
        if structure.surfaces[index] is Surface.RAW:
            for tag in _DETAILS.finditer(lines[index].text):
                depth += -1 if tag[1] else 1
                if depth < 0:
                    return index
    return len(lines)


class SectionReader:
    """Reads the lines of a section into drafts of its questions, and what is wrong by line."""

    def __init__(self, lines: Sequence[TextLine], structure: Structure) -> None:
        self.drafts: list[Draft] = []
        self.problems: list[Problem] = []
        self._lines = lines
        self._structure = structure
        self._draft: Draft | None = None
        self._under_no_question = False  # after a heading that is none, which is told already

    def read(self, start: int, end: int) -> None:
        """Every line from `start` up to `end` is read."""
        for index in range(start, end):
            self._read_line(index, self._lines[index].text)
        for index in self._structure.unclosed:
            if start <= index < end:
                self._tell(
                    index,
                    Flaw.UNCLOSED,
                    " is never closed, and hides the rest of the text; close it.",
                )

    def _read_line(self, index: int, text: str) -> None:
        surface = self._structure.surfaces[index]
        if surface is Surface.QUOTED:
            self._read_quote(index, text)
            return
        if self._draft and index > self._draft.end_of_options and text.strip():
            self._draft.quotes_follow = False
        if surface in {Surface.PLAIN, Surface.CODE, Surface.RAW}:
            if count := hashes(text):
                self._read_hashes(index, text, count)
                return
            if is_nearly_option(text):
                self._read_option(index, text)
                return
            if self._draft and self._draft.options and self._is_text_below(index, text):
                self._draft.has_text_below_options = True
        self._show(text)

    def _read_quote(self, index: int, text: str) -> None:
        if not (draft := self._draft):
            return
        if draft.quotes_follow:
            draft.end_of_options = index
        if answer := read_answer(text):
            draft.answers.append((index, *answer))
        else:
            self._show(text)

    def _show(self, text: str) -> None:
        """Count a line among what the question shows."""
        if self._draft and (words := text.rstrip()):
            self._draft.shown.append(words)

    def _is_text_below(self, index: int, text: str) -> bool:
        """True for a paragraph below the options, also one that Markdown joins to the last one."""
        if index in self._structure.paragraphs:
            return True
        at_start = text[:1] not in {"", " ", "\t", "<"} and index not in self._structure.items
        return at_start and self._structure.surfaces[index] is Surface.PLAIN

    def _read_hashes(self, index: int, text: str, count: int) -> None:
        surface = self._structure.surfaces[index]
        heading = read_heading(text) if surface in {Surface.PLAIN, Surface.RAW} else None
        if heading:
            self._check_is_shown(index)
            self._draft = Draft(index, heading)
            self.drafts.append(self._draft)
            self._check_heading(index, heading)
        elif count > 3:
            self._tell(
                index,
                Flaw.SMALLER_HEADING,
                " is a heading inside a question; write it as plain or bold text, or as a question"
                " with three hashes.",
            )
            self._show(text)
        else:
            why = f" ({surface.value})" if surface is Surface.CODE else ""
            self._tell(
                index,
                Flaw.NOT_A_QUESTION,
                f"{why} looks like a question and is none; write `### some-id: question` at the"
                " start of a line, the id in small letters, digits, `-` and `_`.",
            )
            self._draft = None
            self._under_no_question = True

    def _check_is_shown(self, index: int) -> None:
        """Tell of a line that reads well, and that GitHub shows as it is written."""
        if self._structure.surfaces[index] is Surface.RAW:
            self._tell(
                index,
                Flaw.IN_HTML,
                f" is {Surface.RAW.value}; leave a blank line below the tag above it.",
            )

    def _check_heading(self, index: int, heading: Heading) -> None:
        if not heading.text:
            self._tell(
                index, Flaw.EMPTY_QUESTION, " asks nothing; write the question after the id."
            )
        if heading.has_both_kinds:
            self._tell(
                index,
                Flaw.TEXT_AND_PICK_ANY,
                " is `(text)` and `(pick any)` at once; keep one of the two.",
            )
        for flag in heading.unknown_flags:
            self._tell(
                index,
                Flaw.UNKNOWN_FLAG,
                " is no flag; write `(pick any)`, `(text)` or `(optional)`, with single blanks, at"
                " the end of the line.",
                quoted=flag,
            )

    def _read_option(self, index: int, text: str) -> None:
        structure, draft = self._structure, self._draft
        box = read_box(text)
        surface = structure.surfaces[index]
        is_item = index in structure.items or surface is Surface.RAW
        if index in structure.underlined_items:
            self._tell(
                index,
                Flaw.UNDERLINED_OPTION,
                " is underlined by the next lines, which makes it a heading; leave a blank line.",
            )
        elif index in structure.nested_items and index not in structure.items:
            self._tell(
                index,
                Flaw.NESTED_OPTION,
                " is an option inside another list item; take its indentation away.",
            )
        elif box is None or surface is Surface.CODE or not is_item:
            why = f" ({surface.value})" if surface is Surface.CODE else ""
            self._tell(
                index,
                Flaw.NOT_AN_OPTION,
                f"{why} looks like an option and is none; write `- [ ] label` at the start of a"
                " line.",
            )
        elif draft is None:
            if not self._under_no_question:
                self._tell(
                    index,
                    Flaw.STRAY_OPTION,
                    " belongs to no question; write `### some-id: question` above it.",
                )
        elif draft.has_text_below_options:
            self._tell(
                index,
                Flaw.LATE_OPTION,
                " comes after a paragraph below the options; keep a question's options together,"
                " and its text above them.",
            )
        else:
            self._check_is_shown(index)
            self._add_option(index, box, draft)
            return
        self._show(text)

    def _add_option(self, index: int, box: Box, draft: Draft) -> None:
        if (label := looks(box.label)) in draft.labels:
            self._tell(
                index,
                Flaw.SAME_LABEL,
                " is there twice in one question; give each option words of its own.",
                quoted=box.label,
            )
        draft.labels.add(label)
        draft.options.append((index, box))
        draft.shown.append([box.label])
        draft.end_of_options = self._structure.items.get(index, index)
        draft.quotes_follow = True

    def _tell(self, index: int, flaw: Flaw, what: str, *, quoted: str = "") -> None:
        words = quoted or self._lines[index].text.strip()
        self.problems.append(Problem(index + 1, sentence((Foreign(words), Plain(what))), flaw))
