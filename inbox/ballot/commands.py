"""What a comment says to a ballot (protocol P11 to P14).

Yes must be proven: `/approve A` and `/approve B` count in their exact form alone. No need only be
possible: `/reject` and `/approve C` also count dressed up, and what may mean either holds (P22a).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from inbox.ballot.choice import Choice, most_cautious
from inbox.ballot.near_miss import NearMiss, near_miss, undressed
from inbox.markdown import Line, Standing, first_paragraph, read_lines, without_invisible

REASON_LIMIT = 1000

_BLANK = "[ \t\u00a0]"
_EXACT = re.compile(
    rf" {{0,3}}/(?:approve(?:{_BLANK}+(?P<letter>[ABC]))?|(?P<reject>reject)){_BLANK}*",
    re.IGNORECASE | re.ASCII,
)
_LENIENT = re.compile(
    r"/(?:(?P<reject>reject)(?!_*[^\W_]|/)|approve[\s:*_`]+C(?!_*[^\W_]|['’]))(?P<words>.*)",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"(?:^|[\s(,;:.!])/reject(?![\w/-])", re.IGNORECASE)
_LONE_LETTER = re.compile(r"(?:option\s*)?[^\W\d_]\W*|option\s+[a-z]\b.*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Spoken:
    """What one comment says.

    `choice` is None where nothing counts. `reason` is the rest of the writer's own words, at most
    1,000 characters. `near` is the line, as written, that makes the choice a hold. Where nothing
    counts, `mailed_only` says that a command stands below an e-mail's first paragraph or a reply
    header, and `quoted` that one stands in a quotation, in code or in hidden text.
    """

    choice: Choice | None
    reason: str = ""
    near: str | None = None
    mailed_only: bool = False
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class _Heard:
    """One line taken as a word: what it chooses, and why that is only a hold, if so."""

    line: Line
    choice: Choice
    words: str = ""


def read_command(body: str, *, via_email: bool) -> Spoken:
    """What the comment `body` says to its ballot; takes time linear in `body`."""
    lines = read_lines(body)
    read = first_paragraph(lines) if via_email else lines
    heard = [*_commands(read, lines), *_late_refusals(lines[_end(read, lines) :])]
    misses = list(_near_misses(read, heard))
    choice = most_cautious(word.choice for word in heard)
    near = next((word.line for word in heard if word.choice is choice is Choice.HOLD), None)
    if choice in {None, Choice.A, Choice.B}:
        cautious = (m for m in misses if choice is None or m.is_more_cautious_than(choice))
        if missed := next(cautious, None):
            choice, near = Choice.HOLD, missed.line
        elif aside := next(filter(_refuses_aside, read), None):
            choice, near = Choice.HOLD, aside
    unheard = [line for line in lines if choice is None and _looks_like_command(line)]
    mailed = any(line.standing is Standing.LIVE for line in unheard)
    return Spoken(
        choice,
        reason=_reason(read, heard, misses),
        near=near.text.strip() if near else None,
        mailed_only=mailed,
        quoted=bool(unheard) and not mailed,
    )


def _end(read: Sequence[Line], lines: Sequence[Line]) -> int:
    return read[-1].number if read else len(lines)


def _commands(read: Sequence[Line], all_lines: Sequence[Line]) -> Iterator[_Heard]:
    for line in read:
        if refusal := _refusal(line):
            # Where the page may show a line or not, a refusal in it is only possible.
            sure = line.standing is Standing.LIVE
            yield refusal if sure else _Heard(line, Choice.HOLD)
        elif line.standing is Standing.LIVE and not line.after_reply_header:
            approval = _EXACT.fullmatch(line.text)
            if approval and approval["letter"]:
                yield _Heard(line, Choice(approval["letter"].upper()))
            elif approval:
                split = _LONE_LETTER.fullmatch(_words_below(line, all_lines))
                yield _Heard(line, Choice.HOLD if split else Choice.A)


def _refusal(line: Line) -> _Heard | None:
    if line.standing is Standing.DEAD:
        return None
    found = _LENIENT.fullmatch(undressed(without_invisible(line.text)))
    if not found:
        return None
    return _Heard(line, Choice.REJECT if found["reject"] else Choice.C, found["words"])


def _refuses_aside(line: Line) -> bool:
    """True for a live line with `/reject` behind other words: it may be meant (protocol P22a)."""
    is_read = line.standing is Standing.LIVE and not line.after_reply_header
    return is_read and bool(_ASIDE.search(line.text))


def _late_refusals(unread: Iterable[Line]) -> Iterator[_Heard]:
    """Refusals in the part of an e-mail that is not read: they may be meant, so they hold."""
    for line in unread:
        if not line.after_reply_header and _refusal(line):
            yield _Heard(line, Choice.HOLD)


def _near_misses(read: Iterable[Line], heard: Sequence[_Heard]) -> Iterator[NearMiss]:
    taken = {word.line.number for word in heard}
    for line in read:
        if line.standing is Standing.LIVE and line.number not in taken:
            missed = near_miss(line)
            if missed and (missed.may_refuse or not line.after_reply_header):
                yield missed


def _words_below(line: Line, lines: Sequence[Line]) -> str:
    """The next line that holds a letter or a digit, without its dress."""
    for below in lines[line.number :]:
        words = undressed(without_invisible(below.text))
        if any(map(str.isalnum, words)):
            return words
    return ""


def _reason(read: Iterable[Line], heard: Sequence[_Heard], misses: Sequence[NearMiss]) -> str:
    words = {word.line.number: word.words for word in heard}
    words |= {miss.line.number: "" for miss in misses}
    own = []
    for line in read:
        if line.standing is Standing.LIVE and not line.after_reply_header:
            text = line.text.strip()
            if line.number in words:
                text = words[line.number].strip(" \t*_`.,;:!-–—")
            if text:
                own.append(text)
    reason = "\n".join(own)
    return reason if len(reason) <= REASON_LIMIT else reason[: REASON_LIMIT - 1] + "…"


def _looks_like_command(line: Line) -> bool:
    """True for a bare command, be it quoted, indented, dressed up or in an HTML comment."""
    bare = line.text.strip("> \t\u00a0").removeprefix("<!--").removesuffix("--")
    return bool(_EXACT.fullmatch(undressed(without_invisible(bare)).rstrip("*_`")))
