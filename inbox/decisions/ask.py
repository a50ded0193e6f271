"""Whether a text asks its owner to choose, in prose where nobody can tick an answer (D8)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice, takewhile

from inbox.decisions.lines import trimmed
from inbox.decisions.prose import Part, Passage, passages


class AskKind(Enum):
    """How a text asks, in the order in which reasons are given."""

    HEADING = "heading"
    CHECKLIST = "checklist"
    PHRASE = "phrase"


@dataclass(frozen=True, slots=True)
class Ask:
    """One place that asks: its line, counted from 1, and its words as they stand there.

    `whole` is all that belongs to it; of a heading that is its section, too.
    """

    kind: AskKind
    line: int
    quote: str
    whole: str


_PERSON = (
    r"(?:you|us|me|everyone|everybody|all|@[\w./-]+"
    r"|(?:the |our |your )?(?:owner|reviewer|maintainer|approver|author|team|lead|user|admin)s?)"
)
_AND = r"(?:, | and | & | or |/)"
_ASKING = re.compile(
    r"(?:choose|choices|decide|(?:open )?decisions?|decisions? needed|pick|(?:open )?questions?)"
    rf"(?: (?:for|to) {_PERSON}(?:{_AND}{_PERSON})*)?",
    re.IGNORECASE,
)
# A person by name; what stands here in capitals without being one.
_ASKING_BY_NAME = re.compile(
    r"(?i:(?:choices|(?:open )?decisions?|decisions? needed|(?:open )?questions?) (?:for|to)) "
    r"(?!Later|Now|Next|Future|Review|Revisit|Release|Follow|Today|Tomorrow|Discuss|Consider)"
    r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"
)
_EMPHASIS = re.compile(r"[*_~]+")
_NO_WORDS = re.compile(r"[\W_]+")
_AROUND_WORDS = re.compile(r"^[\W\d_]+|[\W_]+$")  # numbers, pictures, a final colon
_LONGEST_HEADING = 200
_BOX = re.compile(r"\[[ xX]\][ \t]+")
_NOTHING = {"", "none", "n a", "na", "nil", "nothing", "no", "not applicable", "none yet"}

_LETTER = r"(?:[Oo]ption )?[A-Z]"
# Only where the row begins: else every letter of a long one would be tried.
_LETTERS = rf"(?<!, )(?<![Oo]ption ){_LETTER}(?:, {_LETTER})+,? or {_LETTER}"
_PHRASE = re.compile(
    rf"(?<!\w)(?:{_LETTERS}|(?i:which option|which one|pick one|choose one|choose between))(?!\w)"
)
_CLOSERS = r"[.!?\"'”’)\]*_]"
# What may end a sentence, from its first character on, and a cell of a table.
_BOUNDARY = re.compile(rf"(?<!{_CLOSERS}){_CLOSERS}++(?=[\s<|]|$)|\|")
_ABBREVIATION = re.compile(r"(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf)\.$", re.IGNORECASE)
_AFTER_QUESTION = " \t*_~\"'”’"


def find_asks(body: str | None) -> tuple[Ask, ...]:
    """Every place of `body` that asks: headings, then tasks, then phrases; each by line."""
    found = passages(body) if body else ()
    return (*_headings(found), *_tasks(found), *_phrases(found))


def reasons(body: str | None) -> tuple[Ask, ...]:
    """The first ask of each kind: heading, checklist, phrase (D8)."""
    asks = find_asks(body)
    firsts = (next((ask for ask in asks if ask.kind is kind), None) for kind in AskKind)
    return tuple(ask for ask in firsts if ask is not None)


def _headings(found: Sequence[Passage]) -> Iterator[Ask]:
    for index, passage in enumerate(found):
        if passage.part is Part.HEADING and _is_asking(passage.text):
            below = _section(found, index)
            if any(_says_something(one) for one in below):
                quote = f"{'#' * passage.level} {trimmed(passage.source)}"
                whole = "\n".join((quote, *(one.source for one in below)))
                yield Ask(AskKind.HEADING, passage.line, quote, whole)


def _is_asking(heading: str) -> bool:
    if len(heading) > _LONGEST_HEADING:
        return False
    words = " ".join(_EMPHASIS.sub("", heading).split())
    words = _AROUND_WORDS.sub("", words)
    return bool(_ASKING.fullmatch(words) or _ASKING_BY_NAME.fullmatch(words))


def _section(found: Sequence[Passage], index: int) -> list[Passage]:
    """What stands below a heading, up to the next of its level or above."""
    level = found[index].level
    return list(
        takewhile(
            lambda one: one.part is not Part.HEADING or one.level > level,
            islice(found, index + 1, None),
        )
    )


def _says_something(passage: Passage) -> bool:
    text = _BOX.sub("", passage.text, count=1) if passage.bullet else passage.text
    return any(
        _NO_WORDS.sub(" ", line).strip().lower() not in _NOTHING for line in text.split("\n")
    )


def _tasks(found: Sequence[Passage]) -> Iterator[Ask]:
    for passage in found:
        if passage.bullet in {"-", "*"} and passage.text.startswith(("[ ] ", "[ ]\t")):
            first = passage.text.partition("\n")[0]
            if any(text.rstrip(_AFTER_QUESTION).endswith("?") for text in (first, passage.text)):
                quote = f"{passage.bullet} {' '.join(passage.source.split())}"
                yield Ask(AskKind.CHECKLIST, passage.line, quote, quote)


def _phrases(found: Sequence[Passage]) -> Iterator[Ask]:
    for passage in found:
        line, at = passage.line, 0
        for boundary in _BOUNDARY.finditer(passage.text):
            end = boundary.end()
            if not re.search(r"[.!?|]", boundary[0]) or _ABBREVIATION.search(
                passage.text[max(end - 8, at) : end]
            ):
                continue
            said = passage.text[at:end]
            source = passage.source[at:end]
            if "?" in boundary[0] and _PHRASE.search(" ".join(said.split())):
                above = len(source) - len(source.lstrip())
                quote = " ".join(source.split())
                yield Ask(AskKind.PHRASE, line + source[:above].count("\n"), quote, quote)
            line += said.count("\n")
            at = end
