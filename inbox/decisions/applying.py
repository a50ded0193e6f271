"""Answers written into a text, and nothing else of it changed (decisions D7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from inbox.decisions.block import Block, Flaw, Option, Question, QuestionKind, read_block
from inbox.decisions.editing import Edits
from inbox.decisions.lines import folded, is_void, on_one_line
from inbox.errors import InboxError
from inbox.markdown import Foreign, Piece, Plain, sentence

_SHOWN = 10  # ids or labels in one sentence


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered to one question; what is None is left as it stands.

    `choices` are the labels of all options that are to be ticked. A blank `text` or `note` takes
    its line away.
    """

    choices: tuple[str, ...] | None = None
    text: str | None = None
    note: str | None = None


class Mismatch(Enum):
    """Why answers do not fit a text."""

    NO_SECTION = "there is no section"
    BROKEN_SECTION = "the section has problems"
    UNKNOWN_QUESTION = "no question has this id"
    UNKNOWN_LABEL = "no option has this label"
    WRONG_KIND = "the question is answered in another way"
    WOULD_MOVE = "the answer would make other lines read differently"
    TOO_LONG = "the text would be too long"


class NotApplicable(InboxError):
    """The answers do not fit the text; `question` is the id it is about, where it is one."""

    exit_status = 1

    def __init__(self, why: Mismatch, *pieces: Piece, question: str = "") -> None:
        super().__init__(sentence(pieces))
        self.why = why
        self.question = question


def apply_answers(body: str, answers: Mapping[str, Answer]) -> str:
    """`body` with the answers: only boxes, Answer and Note lines of these questions differ (D7).

    Doing it twice is doing it once. Raises NotApplicable when any of it does not fit; then none of
    it is done.
    """
    if not answers:
        return body
    block = read_block(body)
    _check(block, answers)
    edits = Edits(body)
    for question in block.questions:
        if (answer := answers.get(question.id)) is not None:
            _write(edits, question, answer)
    _check_written(block, edits.text)
    return edits.text


def find_option(question: Question, wanted: str) -> Option | None:
    """The option of that label, compared without regard to case and width of blanks (D13)."""
    label = folded(wanted)
    return next((option for option in question.options if folded(option.label) == label), None)


def _check(block: Block, answers: Mapping[str, Answer]) -> None:
    if not block.present:
        raise NotApplicable(Mismatch.NO_SECTION, Plain("The text has no Decisions section."))
    # Several ticks are what an answer puts right.
    for problem in block.problems:
        if problem.flaw is not Flaw.SEVERAL_TICKS:
            words = f"The Decisions section has a problem in line {problem.line}: {problem.message}"
            raise NotApplicable(Mismatch.BROKEN_SECTION, Plain(words))
    for name, answer in answers.items():
        question = block.question(name)
        if question is None:
            ids = [f"`{question.id}`" for question in block.questions]
            valid = ", ".join(ids[:_SHOWN]) + (" and more" if len(ids) > _SHOWN else "")
            pieces = (Plain("There is no question "), Foreign(name), Plain(f"; there is {valid}."))
            raise NotApplicable(Mismatch.UNKNOWN_QUESTION, *pieces, question=name)
        _check_choices(question, answer.choices or ())
        if question.kind is not QuestionKind.TEXT and not is_void(answer.text or ""):
            words = (
                f"Question `{name}` is answered by its options, not in words; add a note instead."
            )
            raise NotApplicable(Mismatch.WRONG_KIND, Plain(words), question=name)


def _check_choices(question: Question, choices: tuple[str, ...]) -> None:
    name = question.id
    if choices and question.kind is QuestionKind.TEXT:
        words = f"Question `{name}` is answered in words and has no options."
        raise NotApplicable(Mismatch.WRONG_KIND, Plain(words), question=name)
    labels = {folded(option.label) for option in question.options}
    for wanted in choices:
        if folded(wanted) not in labels:
            pieces: list[Piece] = [Plain(f"Question `{name}` has no option "), Foreign(wanted)]
            pieces.append(Plain("; it has "))
            for option in question.options[:_SHOWN]:
                pieces += [Foreign(option.label), Plain(", ")]
            pieces[-1] = Plain("." if len(question.options) <= _SHOWN else " and more.")
            raise NotApplicable(Mismatch.UNKNOWN_LABEL, *pieces, question=name)
    if question.kind is QuestionKind.SINGLE and len(set(map(folded, choices))) > 1:
        words = f"Question `{name}` takes one answer, not {len(choices)}."
        raise NotApplicable(Mismatch.WRONG_KIND, Plain(words), question=name)


def _write(edits: Edits, question: Question, answer: Answer) -> None:
    if answer.choices is not None:
        wanted = set(map(folded, answer.choices))
        for option in question.options:
            edits.tick(option.line, on=folded(option.label) in wanted)
    if answer.text is not None:
        line = _line("Answer", answer.text)
        edits.put(line, at=question.answer_lines, below=question.line)
    if answer.note is not None:
        # Below the options; without options below the Answer, or where one would go.
        below = question.end_of_options or max((question.line, *question.answer_lines[-1:]))
        edits.put(_line("Note", answer.note), at=question.note_lines, below=below)


def _check_written(before: Block, text: str) -> None:
    """Raise where a line joins an Answer above it, and what was asked would read differently."""
    after = read_block(text)
    for was, now in zip_longest(before.questions, after.questions):
        if was is None or now is None or was.asked != now.asked:
            words = (
                "An answer would become one with the text below its question, and something else"
                " would be asked; leave a blank line under each question."
            )
            raise NotApplicable(Mismatch.WOULD_MOVE, Plain(words))


def _line(name: str, text: str) -> str | None:
    return None if is_void(text) else f"> **{name}:** {on_one_line(text)}"
