"""`decision-inbox lint`: whether texts ask their owner in a way that can be answered (D21)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import BinaryIO, TextIO, assert_never

from inbox.decisions.verdict import SHOWN_FORMAT, Code, Refusal, asks_the_same, refusals
from inbox.errors import InboxError
from inbox.markdown import log_safe
from inbox.runner import Kind, annotation
from inbox.textfile import STANDARD_INPUT, Unread, read_text


class Form(Enum):
    """How findings are printed: for people, for programs, or for the Actions runner."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


@dataclass(frozen=True, slots=True)
class Finding:
    """One refusal and the file that it is about."""

    file: str
    refusal: Refusal

    @property
    def code(self) -> str:
        """What a question in prose is called before it is on GitHub."""
        return self.refusal.code.at_write_time.value


def lint(
    files: Sequence[str],
    *,
    form: Form,
    against: str | None,
    sections_only: bool,
    stdin: BinaryIO,
    out: TextIO,
    err: TextIO,
) -> int:
    """Findings are printed; 0 without any, 1 with some, 2 where a text could not be read.

    With `against`, the one text passes whose section and asks are those of that earlier text.
    With `sections_only` prose may ask, as committed pages do that are nobody's questions.
    """
    names = list(files) or [STANDARD_INPUT]
    findings: list[Finding] = []
    unread = False
    try:
        old = _earlier(names, against, stdin)
    except Unread as failure:
        _tell(failure, err)
        return failure.exit_status
    for name in names:
        try:
            text = read_text(name, stdin)
        except Unread as failure:
            _tell(failure, err)
            unread = True
            continue
        if old is None or not asks_the_same(old, text):
            findings += _findings(name, text, sections_only=sections_only)
    out.writelines(_printed(findings, form))
    return 2 if unread else 1 if findings else 0


def _earlier(names: Sequence[str], against: str | None, stdin: BinaryIO) -> str | None:
    if against is None:
        return None
    if len(names) > 1:
        raise Unread("`--against` compares one text with one.", "Name one file.")
    if against == names[0] == STANDARD_INPUT:
        raise Unread("Only one of two texts can be the standard input.", "Name a file.")
    return read_text(against, stdin)


def _findings(name: str, text: str, *, sections_only: bool) -> Iterator[Finding]:
    for refusal in refusals(text):
        if refusal.code is Code.UNPARSED or not sections_only:
            yield Finding(name, refusal)


def _printed(findings: Sequence[Finding], form: Form) -> Iterator[str]:
    match form:
        case Form.TEXT:
            for one in findings:
                place = f"{log_safe(one.file)}:{one.refusal.line}"
                yield f"{place}: {one.code}: {one.refusal.sentence}\n"
            if findings:
                yield f"\n{SHOWN_FORMAT}"
        case Form.JSON:
            yield json.dumps([_as_json(one) for one in findings], indent=2) + "\n"
        case Form.GITHUB:
            for one in findings:
                file = "" if one.file == STANDARD_INPUT else one.file
                refusal = one.refusal
                yield annotation(
                    Kind.ERROR, refusal.message, title=one.code, file=file, line=refusal.line
                )
        case other:
            assert_never(other)


def _as_json(one: Finding) -> dict[str, object]:
    refusal = one.refusal
    return {
        "file": one.file,
        "code": one.code,
        "line": refusal.line,
        "message": refusal.message,
    }


def _tell(failure: InboxError, err: TextIO) -> None:
    err.write(f"{log_safe(str(failure), limit=2000)}\n")
