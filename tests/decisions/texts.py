"""Texts for the tests of Decisions: a section from its lines, and the pieces rows are made of."""

from __future__ import annotations

from inbox.decisions.block import Block, Question, read_block

MARKER = "<!-- marvin:decisions -->"
OURS = "<!-- decision-inbox:decisions -->"
OPTIONS = ("- [ ] x", "- [ ] y")


def text(*lines: str) -> str:
    """The lines, each ended by LF."""
    return "".join(f"{line}\n" for line in lines)


def section(*lines: str) -> str:
    """A section of these lines, and nothing else."""
    return text(MARKER, *lines)


def read(*lines: str) -> Block:
    """What the parser makes of a section of these lines."""
    return read_block(section(*lines))


def only(block: Block) -> Question:
    """Its one question; it has no problems."""
    assert block.problems == ()
    (question,) = block.questions
    return question


def flaws(block: Block) -> list[tuple[int, str]]:
    """The problems by line and name."""
    return [(problem.line, problem.flaw.value) for problem in block.problems]


def labels(question: Question) -> list[str]:
    """The labels of its options."""
    return [option.label for option in question.options]
