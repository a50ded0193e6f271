"""The commands that answer questions, as lines of a comment (rulings D13, protocol P12, P14)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from inbox.decisions.lines import in_words
from inbox.markdown import (
    Line,
    Standing,
    first_paragraph,
    letters_between,
    read_lines,
    without_invisible,
)

_BLANK = "[ \t\u00a0]"
_CONFIRM = re.compile(rf" {{0,3}}/confirm{_BLANK}*", re.IGNORECASE | re.ASCII)
_VALUED = re.compile(
    rf" {{0,3}}/(?P<verb>answer|note){_BLANK}+(?P<id>[a-z0-9][a-z0-9_-]*){_BLANK}*:(?P<value>.*)",
    re.IGNORECASE | re.ASCII,
)
_SLASHED = re.compile(r"\s{0,3}/([A-Za-z]+)(.*)")
_PATH = re.compile(r"/|\.\w")
_TOLERANCE = {"answer": 2, "confirm": 2, "note": 1}
"""How far a word may be from each; short words have many neighbours that mean something else."""


class Verb(Enum):
    """What a command asks for."""

    ANSWER = "/answer"
    NOTE = "/note"
    CONFIRM = "/confirm"


@dataclass(frozen=True, slots=True)
class Command:
    """One line that asks for something; a confirmation has neither question nor value."""

    verb: Verb
    question: str = ""
    value: str = ""

    def __str__(self) -> str:
        """The command as it would be written."""
        return f"{self.verb.value} {self.question}: {self.value}" if self.question else "/confirm"


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a comment asks for: its commands, top to bottom, and lines that were meant as some."""

    commands: tuple[Command, ...] = ()
    missed: tuple[str, ...] = ()


def read_commands(body: str, *, via_email: bool) -> Spoken:
    """What the comment `body` asks for; of an e-mail only the first paragraph is read (P12).

    A line that the page may show or hide was meant as a command at most.
    """
    lines = read_lines(body)
    read = first_paragraph(lines) if via_email else lines
    own = [one for one in read if one.standing is not Standing.DEAD and not one.after_reply_header]
    return Spoken(tuple(_commands(own)), tuple(_missed(own)))


def _commands(lines: list[Line]) -> Iterator[Command]:
    for line in lines:
        if command := _command(line):
            yield command


def _command(line: Line) -> Command | None:
    if line.standing is not Standing.LIVE:  # nobody can be sure that the page shows it
        return None
    if _CONFIRM.fullmatch(line.text):
        return Command(Verb.CONFIRM)
    if found := _VALUED.fullmatch(line.text):
        value = in_words(found["value"])
        verb = Verb.ANSWER if found["verb"].lower() == "answer" else Verb.NOTE
        return Command(verb, found["id"].lower(), value) if value else None
    return None


def _missed(lines: list[Line]) -> Iterator[str]:
    for line in lines:
        if _command(line) is None and _is_near(without_invisible(line.text)):
            yield line.text.strip()


def _is_near(text: str) -> bool:
    found = _SLASHED.fullmatch(text)
    if not found:
        return False
    word, rest = found[1].lower(), found[2]
    away = {verb: letters_between(word, verb) for verb in _TOLERANCE}
    near = [verb for verb, letters in away.items() if letters <= _TOLERANCE[verb]]
    return bool(near) and not (_PATH.match(rest) and all(away[verb] for verb in near))
