"""Who ticked which box, and when, by the ballot's edit history (protocol P16, P17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from inbox.ballot.body import ticked
from inbox.ballot.choice import Choice, most_cautious
from inbox.refs import Account
from inbox.world import Revision


@dataclass(frozen=True, slots=True)
class Tick:
    """One box that counts as ticked; `by` is None where the history does not prove who did it."""

    choice: Choice
    by: Account | None
    at: datetime | None


@dataclass(frozen=True, slots=True)
class _Run:
    """Consecutive revisions `start` to `end` (not included) in which one box is ticked."""

    choice: Choice
    start: int
    end: int


def read_ticks(revisions: tuple[Revision, ...], bot: Account) -> tuple[Tick, ...]:
    """The ticks that stand, oldest first; what the original or the bot ticked is nobody's.

    A and B stand while ticked; a C stands until its ticker unticks one. A box that is first seen
    ticked after a text that is missing from the history is unattributed.
    """
    boxes = [ticked(revision.text) if revision.text is not None else None for revision in revisions]
    standing: dict[int, list[tuple[Choice, bool]]] = {}
    for run in _runs(boxes):
        if run.start > 0 and _stands(run, revisions):
            proven = boxes[run.start - 1] is not None
            standing.setdefault(run.start, []).append((run.choice, proven))
    ticks = [_tick(revisions[at], entries) for at, entries in sorted(standing.items())]
    return tuple(tick for tick in ticks if not bot.is_same(tick.by))


def _runs(boxes: list[frozenset[Choice] | None]) -> Iterator[_Run]:
    for choice in (Choice.A, Choice.B, Choice.C):
        start = None
        for index, state in enumerate(boxes):
            on = state is not None and choice in state
            if on and start is None:
                start = index
            elif not on and start is not None:
                yield _Run(choice, start, index)
                start = None
        if start is not None:
            yield _Run(choice, start, len(boxes))


def _stands(run: _Run, revisions: tuple[Revision, ...]) -> bool:
    if run.end == len(revisions):
        return True
    if run.choice is not Choice.C:
        return False
    ticker = revisions[run.start].by
    return ticker is None or not _unticks_c(ticker, run.end, revisions)


def _unticks_c(ticker: Account, since: int, revisions: tuple[Revision, ...]) -> bool:
    """True when `ticker` saved, at or after index `since`, a text in which C went off."""
    for index in range(since, len(revisions)):
        before, now = revisions[index - 1].text, revisions[index].text
        if before is None or now is None or not ticker.is_same(revisions[index].by):
            continue
        if Choice.C in ticked(before) - ticked(now):
            return True
    return False


def _tick(revision: Revision, entries: list[tuple[Choice, bool]]) -> Tick:
    """The tick of one revision: of several boxes the most cautious (protocol P17)."""
    choice = most_cautious(choice for choice, _ in entries)
    assert choice is not None
    proven = all(known for chosen, known in entries if chosen is choice)
    return Tick(choice, revision.by if proven else None, revision.at)
