"""`decision-inbox decisions parse|apply`: sections as JSON, answers written into them (D20)."""

from __future__ import annotations

import json
from typing import BinaryIO, TextIO

from inbox.decisions.answers import read_answers
from inbox.decisions.applying import apply_answers
from inbox.decisions.block import Block, Question, read_block
from inbox.errors import InboxError
from inbox.markdown import log_safe
from inbox.textfile import read_text


def parse(file: str, *, stdin: BinaryIO, out: TextIO, err: TextIO) -> int:
    """The section of that text is printed as one JSON object; 0, or 2 for what cannot be read."""
    try:
        block = read_block(read_text(file, stdin))
    except InboxError as failure:
        return _failed(failure, err)
    out.write(json.dumps(as_json(block), indent=2) + "\n")
    return 0


def apply(file: str, answers: str, *, stdin: BinaryIO, out: TextIO, err: TextIO) -> int:
    """The text with the answers is printed, byte for byte but for what they change (D7).

    1, and nothing printed, where the answers do not fit; 2 for what cannot be read.
    """
    try:
        applied = apply_answers(read_text(file, stdin), read_answers(answers))
    except InboxError as failure:
        return _failed(failure, err)
    out.write(applied)
    return 0


def as_json(block: Block) -> dict[str, object]:
    """The section as `decisions parse` prints it (D20)."""
    return {
        "present": block.present,
        "questions": [_question(question) for question in block.questions],
        "pending": list(block.pending),
        "problems": [
            {"line": problem.line, "message": problem.message} for problem in block.problems
        ],
    }


def _question(question: Question) -> dict[str, object]:
    return {
        "id": question.id,
        "text": question.text,
        "kind": question.kind.value,
        "required": question.required,
        "options": [
            {"label": option.label, "ticked": option.ticked} for option in question.options
        ],
        "answer": question.answer,
        "note": question.note,
    }


def _failed(failure: InboxError, err: TextIO) -> int:
    err.write(f"{log_safe(str(failure), limit=2000)}\n")
    return failure.exit_status
