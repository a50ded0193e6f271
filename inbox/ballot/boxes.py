"""Who ticked which box, and when, by the ballot's edit history (protocol P16, P17)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from inbox.ballot.body import ticked
from inbox.ballot.choice import Choice
from inbox.refs import Account
from inbox.world import Revision


class Proof(Enum):
    """What the history proves of a tick."""

    STANDS = "who gave it, and that it was not taken back"
    CLEARED = "who gave it, and that somebody else took it back"
    MISSING = "nothing: the text before it is missing, or the account is gone"


@dataclass(frozen=True, slots=True)
class Tick:
    """One box that was ticked; `by` saved the text in which it is first seen so."""

    choice: Choice
    by: Account | None
    at: datetime | None
    proof: Proof = Proof.STANDS


@dataclass(frozen=True, slots=True)
class _Run:
    """Consecutive revisions `start` to `end` (not included) in which one box is ticked."""

    choice: Choice
    start: int
    end: int


def read_ticks(revisions: tuple[Revision, ...], bot: Account) -> tuple[Tick, ...]:
    """The ticks that their givers did not take back, oldest first; the original's and the bot's
    are nobody's.

    A and B stand while ticked; a C stands until its ticker unticks one. A box that is first seen
    ticked after a text that is missing from the history is unattributed.
    """
    boxes = [ticked(revision.text) if revision.text is not None else None for revision in revisions]
    given: dict[int, list[Tick]] = {}
    for run in _runs(boxes):
        if run.start > 0 and not _is_taken_back(run, revisions):
            is_proven = boxes[run.start - 1] is not None
            if tick := _tick(run, revisions, is_proven=is_proven):
                given.setdefault(run.start, []).append(tick)
    ticks = [_most_cautious(together) for _, together in sorted(given.items())]
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


def _is_taken_back(run: _Run, revisions: tuple[Revision, ...]) -> bool:
    """True when the one who ticked it saved, since it went off, a text in which it went off."""
    ticker = revisions[run.start].by
    for index in range(run.end, len(revisions)):
        before, now = revisions[index - 1].text, revisions[index].text
        if before is None or now is None or ticker is None:
            continue
        if ticker.is_same(revisions[index].by) and run.choice in ticked(before) - ticked(now):
            return True
    return False


def _tick(run: _Run, revisions: tuple[Revision, ...], *, is_proven: bool) -> Tick | None:
    """The tick that a run shows; None for a yes that is off, and may never have been anybody's."""
    first = revisions[run.start]
    is_known = is_proven and first.by is not None
    was_cleared = run.end < len(revisions) and run.choice is not Choice.C
    if was_cleared and not is_known:
        return None
    proof = Proof.CLEARED if was_cleared else Proof.STANDS
    return Tick(run.choice, first.by, first.at, proof if is_known else Proof.MISSING)


def _most_cautious(together: list[Tick]) -> Tick:
    """The tick that counts of those in one revision (protocol P17)."""
    return max(together, key=lambda tick: tick.choice.caution)
