"""Composing the comment that answers a ballot, so that it reads as this choice and nothing else.

What is composed is read with the reader of every tick; what reads otherwise is not sent (P11-P14).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from inbox.ballot.choice import Choice
from inbox.ballot.commands import REASON_LIMIT, Spoken, read_command
from inbox.dashboard.not_sent import NotSent
from inbox.markdown import Foreign, Plain, normalise, sentence

COMMANDS: Mapping[Choice, str] = MappingProxyType(
    {
        Choice.A: "/approve A",
        Choice.B: "/approve B",
        Choice.C: "/approve C",
        Choice.REJECT: "/reject",
    }
)
"""The line that says each choice, in the order of the buttons; nobody chooses a hold."""

_REWORD = "Change those words, or send the answer without a reason."


def storable(text: str) -> str:
    """`text` as it was typed into a form, with LF, and without what GitHub cannot store."""
    whole = text.encode("utf-8", "replace").decode()
    kept = (c for c in normalise(whole) if c in "\n\t" or unicodedata.category(c) != "Cc")
    return "".join(kept)


def compose(choice: Choice, reason: str = "") -> str:
    """The comment: the command alone on its first line, and below it the reason.

    Raises NotSent, with the line that is in the way, where a reader would take it for anything else
    than this choice with the whole reason.
    """
    if (command := COMMANDS.get(choice)) is None:
        raise NotSent("This is no answer that a ballot knows.", "Answer A, B, C or reject.")
    lines = [line.strip() for line in storable(reason).split("\n")]
    words = "\n".join(lines).strip()
    if (length := len(_spoken(lines))) > REASON_LIMIT:
        raise NotSent(
            f"The reason has {length:,} characters, and a ballot keeps {REASON_LIMIT:,}.",
            "Shorten it; the rest fits into a comment on the pull request.",
        )
    body = f"{command}\n\n{words}" if words else command
    if not _says(body, choice, lines):
        raise NotSent(_in_the_way(command, choice, lines), _REWORD)
    return body


def _spoken(lines: list[str]) -> str:
    return "\n".join(filter(None, lines))


def _says(body: str, choice: Choice, reason: list[str]) -> bool:
    return read_command(body, via_email=False) == Spoken(choice, reason=_spoken(reason))


def _in_the_way(command: str, choice: Choice, lines: list[str]) -> str:
    """Which line would be read as something else, or that all of it together would."""
    for line in filter(None, lines):
        if not _says(f"{command}\n\n{line}", choice, [line]):
            told = " in the reason would be read as a command, or not as your own words."
            return sentence((Plain("The line "), Foreign(line), Plain(told)))
    return "A part of the reason would not be read as your own words: it is hidden, or quoted."
