"""What is wrong with how a text asks: one verdict for gate, lint and wrapper (D3, D8, D9).

Beside the verdict stands the format, as every refusal shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from inbox.decisions.ask import Ask, AskKind, find_asks, reasons
from inbox.decisions.block import Block, read_block
from inbox.decisions.lines import split_lines
from inbox.markdown import Foreign, Plain, sentence

FORMAT = """\
## Decisions

<!-- decision-inbox:decisions -->

### storage: Where should the cache live?

- [ ] In memory
- [ ] On disk

### extras: What else should be cached? (pick any) (optional)

- [ ] Small thumbnails
- [ ] Large thumbnails

### notes: Anything else to know? (text) (optional)
"""
"""A whole section as it has to look; our own parser finds nothing wrong with it."""


class Code(Enum):
    """Why a text is refused, under the same name wherever it is (section 3 of the D-rulings)."""

    UNCHECKED = "DECISIONS_UNCHECKED"
    UNPARSED = "DECISIONS_UNPARSED"
    PENDING = "DECISIONS_PENDING"
    UNATTRIBUTED = "DECISIONS_UNATTRIBUTED"
    UNSTRUCTURED = "DECISIONS_UNSTRUCTURED"
    NOT_ASKABLE = "DECISIONS_NOT_ASKABLE"

    @property
    def at_write_time(self) -> Code:
        """What lint and wrapper call it: a question in prose is then not askable yet."""
        return Code.NOT_ASKABLE if self is Code.UNSTRUCTURED else self


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason to refuse a text: its line, counted from 1, and one sentence safe in Markdown.

    The sentence quotes what is refused and says what to do.
    """

    code: Code
    line: int
    sentence: str

    @property
    def message(self) -> str:
        """The sentence, and below it the format."""
        return f"{self.sentence}\n\n{SHOWN_FORMAT}"


SHOWN_FORMAT = f"The format:\n\n```markdown\n{FORMAT}```\n"
"""The format in a fence, as it stands below a refusal."""


def refusals(body: str | None) -> tuple[Refusal, ...]:
    """Why `body` must not ask like this, in the gate's codes; nothing where it may.

    A broken section is refused by its problems, each with its line; without a section, what asks in
    prose is, by its first heading, task and phrase (D8, D9). Takes time linear in `body`.
    """
    block = read_block(body)
    if block.present:
        return tuple(
            Refusal(Code.UNPARSED, problem.line, problem.message) for problem in block.problems
        )
    return tuple(Refusal(Code.UNSTRUCTURED, ask.line, _vague(ask)) for ask in reasons(body))


def asks_the_same(old: str | None, new: str | None) -> bool:
    """True when both have the same section, or the same asks; line endings are no matter (D21)."""
    before, after = read_block(old), read_block(new)
    if before.present or after.present:
        return _section(old, before) == _section(new, after)
    return _asked(old) == _asked(new)


def _section(body: str | None, block: Block) -> tuple[str, ...] | None:
    if not block.present:
        return None
    lines = split_lines(body or "")[block.first_line - 1 : block.last_line]
    while lines[-1].is_blank:
        lines.pop()
    return tuple(line.text for line in lines)


def _asked(body: str | None) -> tuple[tuple[AskKind, str], ...]:
    return tuple((ask.kind, ask.whole) for ask in find_asks(body))


def _vague(ask: Ask) -> str:
    match ask.kind:
        case AskKind.HEADING:
            how = "is a heading that asks the owner to choose"
        case AskKind.CHECKLIST:
            how = "is a question in a task list"
        case AskKind.PHRASE:
            how = "asks the owner to choose"
        case _:
            assert_never(ask.kind)
    told = (
        f" {how}, and nobody can tick an answer to it; write"
        " `<!-- decision-inbox:decisions -->`, under it each question as"
        " `### some-id: question`, and under that its options as `- [ ] option`."
    )
    return sentence((Foreign(ask.quote), Plain(told)))
