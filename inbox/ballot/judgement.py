"""The judgement on one ballot: bound head, round, signals counted and dropped, verdict (P9-P28).

Both outcome tables rest on it: the pending ballots' in ballot/plan.py, the approvals' in
ballot/approval.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from inbox.ballot.choice import Choice
from inbox.ballot.hearing import hear
from inbox.ballot.integrity import Integrity, Tampering
from inbox.ballot.notices import read_notices
from inbox.ballot.round import Round, read_round, second
from inbox.ballot.signals import Said, Signal, Uncounted, Unheard, describe
from inbox.electorate import Electorate
from inbox.world import Ballot


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one ballot says today: `verdict` is the deciding signal, which may be a hold."""

    integrity: Integrity
    round: Round
    counted: tuple[Signal, ...]
    uncounted: tuple[Uncounted, ...]
    verdict: Signal | None

    @property
    def tampering(self) -> Tampering | None:
        """The tampering that stands, None while the text is the bot's."""
        return self.integrity.tampering


def judge(
    ballot: Ballot,
    opened: datetime,
    integrity: Integrity,
    electorate: Electorate,
    *,
    elsewhere: tuple[Signal, ...] = (),
) -> Judgement:
    """The verdict that the ballot gives, with every signal that led to it and every other.

    The latest counted signal of all allowlisted actors decides, of equal instants the more
    cautious (protocol P22); whether the head is still the bound one is the caller's question.
    Holds from `elsewhere` count in any round (protocol P34).
    """
    notices = read_notices(ballot.comments, electorate.bot)
    current = read_round(ballot, opened, integrity, notices, electorate)
    counted: list[Signal] = list(elsewhere)
    uncounted: list[Uncounted] = []
    for said in hear(ballot, notices, electorate):
        weighed = _in_this_round(said, current, integrity)
        if isinstance(weighed, Signal):
            counted.append(weighed)
        else:
            uncounted.append(weighed)
    return Judgement(
        integrity,
        current,
        tuple(sorted(counted, key=rank)),
        tuple(sorted(uncounted, key=_place)),
        max(counted, key=rank, default=None),
    )


def rank(signal: Signal) -> tuple[datetime, int, str]:
    """Of two signals the later has the higher rank, of equal instants the more cautious (P22)."""
    return signal.at, signal.choice.caution, signal.key


def _place(uncounted: Uncounted) -> tuple[str, str]:
    return (uncounted.at.isoformat() if uncounted.at else "", uncounted.key + uncounted.what)


def _in_this_round(said: Said, current: Round, integrity: Integrity) -> Said:
    """A signal that counts in this round, else why it does not (protocol P12, P20, P28)."""
    if isinstance(said, Uncounted):
        return replace(said, answerable=said.answerable and not _was_told(said.at, current))
    given, started = second(said.at), second(current.started)
    # A hold only stops: in the very second of the round's start it is heard (principle 1).
    if given < started or (given == started and said.choice is not Choice.HOLD):
        return _dropped(said, Unheard.EARLIER_ROUND, answerable=not _was_told(said.at, current))
    if said.choice in (Choice.A, Choice.B):
        if integrity.tampering:
            return _dropped(said, Unheard.TAMPERED, answerable=True)
        if said.mailed and not current.is_first:
            return _dropped(said, Unheard.MAILED_LATE, answerable=True)
    return said


def _dropped(signal: Signal, why: Unheard, *, answerable: bool) -> Uncounted:
    what = describe(signal.choice)
    return Uncounted(what, signal.by, signal.at, signal.source, why, answerable)


def _was_told(since: datetime | None, current: Round) -> bool:
    """True when a notice was posted since, which asks to answer again; an edit tells nobody."""
    if since is None:
        return False
    return any(
        posted.comment.created_at and second(posted.comment.created_at) >= second(since)
        for posted in current.notices
    )
