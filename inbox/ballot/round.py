"""The round and what it asks about: bound head, bound base, and since when (protocol P20, P24).

They belong together: a notice starts a round and binds its head and base in one stroke.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from inbox.ballot.integrity import Integrity
from inbox.ballot.notices import Notice, Posted
from inbox.electorate import Electorate
from inbox.labels import PENDING
from inbox.refs import HeadSha
from inbox.world import Ballot, Event, EventKind, Pull


class Beginning(Enum):
    """What a round began with (protocol P20)."""

    OPENED = "the ballot was opened"
    NOTICE = "a notice asked again"
    REOPENED = "the ballot was reopened"
    DELETED = "somebody else's comment was deleted"
    REPAIRED = "the ballot's text was restored"


@dataclass(frozen=True, slots=True)
class Binding:
    """The head and base that the ballot asks about; `base` is None as long as no notice named one.

    `notice` is the one that bound them, None for the opening; `came_from` is the head that was
    bound before it.
    """

    head: HeadSha
    base: str | None
    at: datetime
    notice: Posted | None = None
    came_from: HeadSha | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """The time since the ballot last began to ask about its bound head.

    `loose` is the newest notice where it binds nothing, because somebody edited it or because it
    does not continue the chain: another must follow.
    """

    started: datetime
    began_with: Beginning
    binding: Binding
    notices: tuple[Posted, ...]
    loose: bool = False

    @property
    def is_first(self) -> bool:
        """True while the ballot asks for the first time."""
        return self.began_with is Beginning.OPENED

    @property
    def newest_notice(self) -> Posted | None:
        """The newest comment with a notice's marker, binding or not."""
        return self.notices[-1] if self.notices else None


def second(instant: datetime) -> datetime:
    """The whole second of an instant: GitHub's own resolution."""
    return instant.replace(microsecond=0)


def read_round(
    ballot: Ballot,
    opened: datetime,
    integrity: Integrity,
    notices: tuple[Posted, ...],
    electorate: Electorate,
) -> Round:
    """The round that the ballot is in, by everything that can start one; the latest start rules."""
    starts = [(opened, Beginning.OPENED)]
    starts += [(posted.at, Beginning.NOTICE) for posted in notices if posted.at]
    starts += [
        (event.at, Beginning.DELETED) for event in foreign_deletions(ballot, electorate) if event.at
    ]
    starts += [(at, Beginning.REOPENED) for at in _revivals(ballot, electorate)]
    if integrity.repaired_at:
        starts.append((integrity.repaired_at, Beginning.REPAIRED))
    # Of equal times any other beginning rules the opening, whose round hears more (P12).
    started, began_with = max(starts, key=lambda start: (start[0], start[1] != Beginning.OPENED))
    binding, loose = _bind(integrity.original.head, opened, notices)
    return Round(started, began_with, binding, notices, loose)


def _bind(head: HeadSha, opened: datetime, notices: tuple[Posted, ...]) -> tuple[Binding, bool]:
    """Follows the chain of notices: each goes on from the head bound before it, or doubles it."""
    binding, loose = Binding(head, None, opened), False
    for posted in notices:
        notice = posted.notice
        continues = notice and binding.head in (notice.from_head, notice.to_head)
        loose = not continues
        if notice and continues and posted.at:
            binding = Binding(notice.to_head, notice.to_base, posted.at, posted, binding.head)
    return binding, loose


def foreign_deletions(ballot: Ballot, electorate: Electorate) -> tuple[Event, ...]:
    """Deletions of an allowlisted actor's or the bot's comment by somebody else (protocol P17).

    A deletion whose victim or culprit GitHub does not name counts among them.
    """
    return tuple(
        event
        for event in ballot.events
        if event.kind is EventKind.COMMENT_DELETED and _is_foreign(event, electorate)
    )


def _is_foreign(deletion: Event, electorate: Electorate) -> bool:
    victim = deletion.of
    if victim is None or electorate.bot.is_same(victim):
        return True  # this program deletes nothing: whoever did acted in the bot's name
    return electorate.allowlist.counts(victim) and not victim.is_same(deletion.by)


def _revivals(ballot: Ballot, electorate: Electorate) -> list[datetime]:
    """When an allowlisted actor reopened the ballot after the bot had resolved it (P20, P41).

    Resolving ends with taking the pending label off, whoever had closed the ballot before.
    """
    was_resolved, revivals = False, []
    for event in ballot.events:
        if event.kind is EventKind.UNLABELLED and event.before == PENDING:
            was_resolved = was_resolved or electorate.bot.is_same(event.by)
        elif event.kind is EventKind.REOPENED and electorate.allowlist.counts(event.by):
            revivals += [event.at] if was_resolved and event.at else []
            was_resolved = False
    return revivals


@dataclass(frozen=True, slots=True)
class Move:
    """The pull request is no longer what the ballot asks about (protocol P25)."""

    from_head: HeadSha
    to_head: HeadSha
    from_base: str
    to_base: str
    head_came_back: bool = False

    @property
    def of_head(self) -> bool:
        """True when the head moved, whatever the base did."""
        return self.head_came_back or self.from_head != self.to_head


def find_move(current: Round, pull: Pull) -> Move | None:
    """How head or base moved since they were bound; None while the ballot asks about what is there.

    A head or base that left and came back has moved too (P25): what was said meanwhile was said
    about another. A head comes back by a force-push only.
    """
    binding = current.binding
    since = [
        event
        for event in pull.base_changes or ()
        if event.at and second(event.at) > second(binding.at)
    ]
    forced = any(event.kind is EventKind.HEAD_FORCED for event in since)
    changes = [event for event in since if event.kind is EventKind.BASE_CHANGED]
    was = binding.base or (changes[0].before if changes else pull.base)
    if was == pull.base and changes:
        was = changes[-1].before
    moved = binding.head != pull.head or was != pull.base or bool(changes) or current.loose
    if not moved and not forced:
        return None
    return Move(binding.head, pull.head, was, pull.base, forced and binding.head == pull.head)


def notice_of(move: Move) -> Notice:
    """The notice that says of a move what it was, voiding nothing yet."""
    return Notice(move.from_head, move.to_head, move.from_base, move.to_base)


def continuing(notice: Notice, binding: Binding, move: Move) -> Notice:
    """The unanswered notice behind `binding`, so that it also says the newest move.

    A doubled one goes on from what the first of the two had bound.
    """
    start = binding.came_from or notice.from_head
    return replace(notice, from_head=start, to_head=move.to_head, to_base=move.to_base)
