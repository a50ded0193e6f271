"""The one parser of Decisions sections; gate, answers, lint and wrapper all call it (D1-D6)."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256

from inbox.decisions.flaws import Flaw, Problem
from inbox.decisions.grammar import MARKERS, QuestionKind, is_marker
from inbox.decisions.lines import TextLine, is_void, split_lines
from inbox.decisions.section import Draft, SectionReader, section_end
from inbox.decisions.structure import Structure, Surface, read_structure
from inbox.markdown import Foreign, Piece, Plain, sentence

__all__ = ["Block", "Flaw", "Option", "Problem", "Question", "QuestionKind", "read_block"]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose; lines count from 1."""

    label: str
    ticked: bool
    line: int


@dataclass(frozen=True, slots=True)
class Question:
    """One question as it stands; lines count from 1.

    `asked` is a digest of everything that an answer is about: id, words, flags, options in their
    order, and the other text of the question. Ticks, Answer and Note lines, blank lines, the ends
    of lines and the look of a bullet are not in it (D11).
    """

    id: str
    text: str
    kind: QuestionKind
    required: bool
    options: tuple[Option, ...]
    answer: str | None
    note: str | None
    line: int
    asked: str
    answer_lines: tuple[int, ...] = field(default=(), compare=False)
    note_lines: tuple[int, ...] = field(default=(), compare=False)
    end_of_options: int = field(default=0, compare=False)
    """The line after which a first Note goes; 0 without options."""

    @property
    def ticked(self) -> tuple[str, ...]:
        """The labels of the ticked options, in their order."""
        return tuple(option.label for option in self.options if option.ticked)

    @property
    def is_answered(self) -> bool:
        """True for words that are not blank, exactly one tick, or with `(pick any)` one or more."""
        match self.kind:
            case QuestionKind.TEXT:
                return self.answer is not None and not is_void(self.answer)
            case QuestionKind.SINGLE:
                return len(self.ticked) == 1
            case QuestionKind.MULTI:
                return bool(self.ticked)


@dataclass(frozen=True, slots=True)
class Block:
    """A text's Decisions section: its questions, and its problems by line; lines count from 1."""

    present: bool
    questions: tuple[Question, ...] = ()
    problems: tuple[Problem, ...] = ()
    first_line: int = 0
    last_line: int = 0

    @property
    def pending(self) -> tuple[str, ...]:
        """The ids of the required questions that wait for an answer, top to bottom."""
        return tuple(q.id for q in self.questions if q.required and not q.is_answered)

    def question(self, wanted: str) -> Question | None:
        """The first question of that id."""
        return next((question for question in self.questions if question.id == wanted), None)


ABSENT = Block(present=False)


def read_block(body: str | None) -> Block:
    """The Decisions section of `body`, whatever `body` is, in time linear in its length (D2).

    GitHub gives None for an empty description. A section with problems is read as far as it goes.
    """
    if not isinstance(body, str) or not any(marker in body for marker in MARKERS):
        return ABSENT
    return _read(body)


@lru_cache(maxsize=16)  # one text is asked about again and again while it is judged
def _read(body: str) -> Block:
    lines = split_lines(body)
    structure = read_structure(lines)
    markers = [index for index, line in enumerate(lines) if _is_live_marker(line, structure, index)]
    if not markers:
        return ABSENT
    start = markers[0]
    end = section_end(lines, structure, start)
    reader = SectionReader(lines, structure)
    reader.read(start + 1, end)
    problems = reader.problems
    for index in markers[1:]:
        problems.append(_problem(index, Flaw.SECOND_MARKER, _SECOND_MARKER))
    if not reader.drafts:
        problems.append(_problem(start, Flaw.NO_QUESTIONS, _NO_QUESTIONS))
    problems += _whole_problems(reader.drafts)
    return Block(
        present=True,
        questions=tuple(map(_question, reader.drafts)),
        problems=tuple(sorted(problems, key=lambda problem: problem.line)),
        first_line=start + 1,
        last_line=end,
    )


_SECOND_MARKER = Plain("This is a second marker; keep one, and put every question under it.")
_NO_QUESTIONS = Plain(
    "There is no question under the marker; write one as `### some-id: question`."
)


def _is_live_marker(line: TextLine, structure: Structure, index: int) -> bool:
    inside = structure.surfaces[index] in {Surface.FENCED, Surface.HIDDEN, Surface.QUOTED}
    return not inside and is_marker(line.text)


def _problem(index: int, flaw: Flaw, *pieces: Piece) -> Problem:
    return Problem(index + 1, sentence(pieces), flaw)


def _whole_problems(drafts: list[Draft]) -> list[Problem]:
    """What is wrong with questions as wholes: their ids and the number of options and ticks."""
    problems = []
    seen: Counter[str] = Counter()
    for draft in drafts:
        heading, at = draft.heading, draft.index
        named = (Plain("Question "), Foreign(heading.id))
        ticks = sum(box.is_ticked for _, box in draft.options)
        if seen[heading.id]:
            said = Plain(" is asked twice; give each question an id of its own.")
            problems.append(_problem(at, Flaw.USED_TWICE, *named, said))
        seen[heading.id] += 1
        if heading.kind is QuestionKind.TEXT:
            if draft.options:
                said = Plain(" is answered in words (`(text)`); take its options out, or the flag.")
                first = draft.options[0][0]
                problems.append(_problem(first, Flaw.OPTIONS_UNDER_TEXT, *named, said))
            continue
        if len(draft.options) < 2:
            count = "one option" if draft.options else "no options"
            said = Plain(
                f" has {count}; write at least two, each as `- [ ] option` on its own line,"
                " or add `(text)` for an answer in words."
            )
            problems.append(_problem(at, Flaw.TOO_FEW_OPTIONS, *named, said))
        if heading.kind is QuestionKind.SINGLE and ticks > 1:
            said = Plain(
                f" takes one answer and has {ticks} ticked; leave one, or add `(pick any)`."
            )
            problems.append(_problem(at, Flaw.SEVERAL_TICKS, *named, said))
    return problems


def _question(draft: Draft) -> Question:
    heading = draft.heading
    return Question(
        id=heading.id,
        text=heading.text,
        kind=heading.kind,
        required=heading.required,
        options=tuple(Option(box.label, box.is_ticked, at + 1) for at, box in draft.options),
        answer=draft.said("Answer"),
        note=draft.said("Note"),
        line=draft.index + 1,
        asked=_digest(draft),
        answer_lines=draft.lines_of("Answer"),
        note_lines=draft.lines_of("Note"),
        end_of_options=draft.end_of_options + 1 if draft.options else 0,
    )


def _digest(draft: Draft) -> str:
    heading = draft.heading
    asked = [heading.id, heading.text, heading.kind.value, heading.required, draft.shown]
    return sha256(json.dumps(asked).encode()).hexdigest()
