"""Whether the answers of an owner were acted on, as a reply under them says (D17)."""

from __future__ import annotations

from collections.abc import Iterable

from inbox.authorship import is_only_by
from inbox.decisions.lines import split_lines, trimmed
from inbox.decisions.records import Record
from inbox.decisions.structure import Surface, read_structure
from inbox.refs import Account
from inbox.world import Comment

ADDRESSED = ("<!-- decision-inbox:decisions-addressed -->", "<!-- marvin:decisions-addressed -->")
"""What a reply carries, alone on its line, once it was acted on; the first is what we show."""

_NOT_SAID = frozenset({Surface.FENCED, Surface.QUOTED, Surface.HIDDEN})


def says_addressed(text: str) -> bool:
    """True for a text with the marker alone on a line, in no fence, quote or longer comment."""
    if not any(marker in text for marker in ADDRESSED):
        return False
    lines = split_lines(text)
    surfaces = read_structure(lines).surfaces
    return any(
        surface not in _NOT_SAID and trimmed(line.text) in ADDRESSED
        for line, surface in zip(lines, surfaces, strict=True)
    )


def repliers(record: Record, comments: Iterable[Comment], bot: Account) -> tuple[Account, ...]:
    """Who says, in comments after `record`, that it was acted on; each once, the bot first.

    Whoever is not the bot needs write access for that to count. `comments` are in the order they
    were made; the bot's own count where nobody else wrote in them.
    """
    found: dict[str, Account] = {}
    is_after = False
    for comment in comments:
        if comment.id == record.id:
            is_after = True
        elif is_after and comment.author is not None and says_addressed(comment.body):
            is_own = bot.is_same(comment.author)
            if not is_own or is_only_by(bot, comment):
                found.setdefault(comment.author.login.lower(), comment.author)
    return tuple(sorted(found.values(), key=lambda one: not bot.is_same(one)))
