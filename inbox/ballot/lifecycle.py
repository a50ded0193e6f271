"""When a ballot's owner is reminded, and of what: instants in, comments out (lifecycle L2-L12).

Nothing is approved, rejected, labelled or closed here, ever (L4). What was said is recognised by
its hidden marker in a comment of the bot that nobody else edited, whatever the thresholds are now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import assert_never

from inbox.actions import EditComment, PostComment
from inbox.authorship import is_only_by
from inbox.ballot import reminders
from inbox.ballot.availability import Available, Outing, Quiet, State, Unknown
from inbox.ballot.clock import Clock
from inbox.ballot.intervals import NEVER, Interval, Intervals
from inbox.ballot.outings import Records, records_of, to_remember, with_records
from inbox.ballot.reminders import Asked
from inbox.policy import Lifecycle
from inbox.refs import Account
from inbox.sayings import Saying, render_sayings, unsaid
from inbox.steps import Step
from inbox.world import Ballot, Comment


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the owner is now, and every window that the availability file lists."""

    state: State
    windows: tuple[Interval, ...] = ()
    away: Intervals = NEVER

    @classmethod
    def of(cls, state: State, windows: Sequence[Interval] = ()) -> Whereabouts:
        """The owner's whereabouts, each window once."""
        distinct = tuple(dict.fromkeys(windows))
        return cls(state, distinct, Intervals.union(distinct))


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for every ballot of a tick: the rules, the owner's whereabouts, time and bot."""

    rules: Lifecycle
    whereabouts: Whereabouts
    now: datetime
    bot: Account


class Coming(Enum):
    """The comment that a ballot gets next; the value is what the summary calls it."""

    REMINDER = "reminder"
    ESCALATION = "escalation"
    DIGEST = "return digest"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the summary says of a ballot: its effective age, and which comment comes next when.

    The age is None where nobody knows when the owner was away, `coming` is None once everything was
    said; `when` is None where it depends on what the owner writes.
    """

    effective_age: timedelta | None
    coming: Coming | None = None
    when: datetime | None = None


def clock_of(ballot: Ballot, terms: Terms) -> Clock | None:
    """The ballot's clock, which also stands still for windows that its digest remembers (L8).

    None for a ballot without a readable time of creation.
    """
    if ballot.created_at is None:
        return None
    recorded = _recorded(ballot.comments, terms)
    away = terms.whereabouts.away
    if recorded:
        away = Intervals.union((*away.pieces, *recorded))
    return Clock(ballot.created_at, terms.now, away)


def plan_reminders(ballot: Ballot, asked: Asked, terms: Terms) -> tuple[Step, ...]:
    """The comments that are due: digest, reminder and escalation, in this order (L3, L8, L9).

    None while the owner is away, wants quiet, or is nobody knows where (L6, L7). `ballot` holds
    every comment: of one whose comments were cut, some may have been said before.
    """
    if not isinstance(terms.whereabouts.state, Available):
        return ()
    age = asked.clock.effective_age
    due = [
        saying
        for saying, after in _timed(asked, terms.rules)
        if age >= after and unsaid([saying], ballot.comments, terms.bot)
    ]
    posts = (_post(ballot, saying, render_sayings((saying,))) for saying in due)
    return (*_digest(ballot, asked, terms), *posts)


def outlook(ballot: Ballot, asked: Asked, terms: Terms) -> Outlook:
    """What comes next for a ballot, after everything that is due was said."""
    age = asked.clock.effective_age
    coming, due = None, None
    for (saying, after), kind in zip(_timed(asked, terms.rules), _TIMED, strict=True):
        if coming is None and unsaid([saying], ballot.comments, terms.bot):
            coming, due = kind, asked.clock.reaches(after)
    match terms.whereabouts.state:
        case Unknown():
            return Outlook(None, coming)
        case Quiet():
            return Outlook(age, coming)
        case Outing(until):
            return Outlook(age, Coming.DIGEST, until)
        case Available():
            return Outlook(age, *_next(coming, due, terms))
        case other:
            assert_never(other)


_TIMED = (Coming.REMINDER, Coming.ESCALATION)


def _next(
    coming: Coming | None, due: datetime | None, terms: Terms
) -> tuple[Coming | None, datetime | None]:
    """The digest after the next window, where that is earlier or what is due falls into it."""
    now = terms.now
    ahead = next((piece for piece in terms.whereabouts.away.pieces if piece.end > now), None)
    if ahead and (due is None or ahead.end <= due or now < ahead.start <= due):
        return Coming.DIGEST, ahead.end
    return coming, due


def _timed(asked: Asked, rules: Lifecycle) -> tuple[tuple[Saying, timedelta], ...]:
    return (
        (reminders.reminder(asked, rules), _span(rules.reminder_hours)),
        (reminders.escalation(asked, rules), _span(rules.escalate_hours)),
    )


def _span(hours: float) -> timedelta:
    try:
        return timedelta(hours=hours)
    except OverflowError:
        return timedelta.max


def _digest(ballot: Ballot, asked: Asked, terms: Terms) -> tuple[Step, ...]:
    """The digest, or the edit that adds what ended since; nothing where all is recorded (L8)."""
    ended = filter(asked.clock.lived_through, terms.whereabouts.windows)
    recorded = _recorded(ballot.comments, terms)
    records = to_remember(recorded, ended)
    if records <= recorded:
        return ()
    saying = reminders.return_digest(asked)
    if known := _own(saying, ballot.comments, terms.bot):
        text = with_records(known.body, records)
        return (Step(EditComment(ballot.ref, known.id, text)),)
    return (_post(ballot, saying, with_records(render_sayings((saying,)), records)),)


def _post(ballot: Ballot, saying: Saying, text: str) -> Step:
    return Step(PostComment(ballot.ref, text), (saying.counted,) if saying.counted else ())


def _own(saying: Saying, comments: tuple[Comment, ...], bot: Account) -> Comment | None:
    """The first comment of the bot's own that says it."""
    said = (one for one in comments if is_only_by(bot, one) and not unsaid([saying], (one,), bot))
    return next(said, None)


def _recorded(comments: tuple[Comment, ...], terms: Terms) -> Records:
    found = (records_of(comment, terms.bot, terms.now) for comment in comments)
    return frozenset[Interval]().union(*found)
