"""Answers as lines for a comment, which do the same where the description cannot be saved (D13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inbox.decisions.applying import Answer
from inbox.decisions.block import Block, Question
from inbox.decisions.commands import Command, Verb, read_commands
from inbox.decisions.lines import folded, in_words


def as_commands(block: Block, answers: Mapping[str, Answer]) -> tuple[str, ...]:
    """The lines that answer the same; what no line can say, taking an answer back, is left out."""
    lines: list[str] = []
    for question in block.questions:
        if answer := answers.get(question.id):
            wanted = (str(command) for command in _commands(question, answer))
            lines += (line for line in wanted if _is_one(line))
    return tuple(lines)


def _commands(question: Question, answer: Answer) -> Iterator[Command]:
    values = {folded(one): one for one in answer.choices or ()}
    named = [
        _name(option.label, number)
        for number, option in enumerate(question.options, 1)
        if folded(option.label) in values
    ]
    if named:
        yield Command(Verb.ANSWER, question.id, " | ".join(named))
    if text := in_words(answer.text or ""):
        yield Command(Verb.ANSWER, question.id, text)
    if note := in_words(answer.note or ""):
        yield Command(Verb.NOTE, question.id, note)


def _name(label: str, number: int) -> str:
    """The label where it can stand on a line with others, else the option's number."""
    return str(number) if "|" in label or in_words(label) != label else label


def _is_one(line: str) -> bool:
    found = read_commands(line, via_email=False)
    return [str(one) for one in found.commands] == [line]
