"""The life of one ballot from its creation, told in hours, ticked with the pure lifecycle."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from inbox.actions import EditComment, PostComment
from inbox.ballot.availability import Available, Calendar, read_calendar, state_at
from inbox.ballot.case import Stage
from inbox.ballot.lifecycle import (
    Outlook,
    Terms,
    Whereabouts,
    clock_of,
    outlook,
    plan_reminders,
)
from inbox.ballot.outings import records_of
from inbox.ballot.reminders import Asked
from inbox.effects import effect
from inbox.policy import Lifecycle
from inbox.refs import Account
from inbox.steps import Step
from inbox.world import Ballot, Comment, World
from tests.ballot.building import asked
from tests.ballot.cast import BOT, clock

PREFIX = "[OWNER_AVAILABILITY]"
T0 = clock("09:00")
Hours = float | str
TAGS = {
    "[REMINDER_72H]": "reminder",
    "[ESCALATION_7D]": "escalation",
    "[OWNER_RETURN_DIGEST]": "digest",
}


def at(hours: Hours) -> datetime:
    """So many hours after the creation: `72`, `71.5` or `71:59`."""
    if isinstance(hours, str):
        whole, _, minutes = hours.partition(":")
        return T0 + timedelta(hours=int(whole), minutes=int(minutes or 0))
    return T0 + timedelta(hours=hours)


def outing(start: Hours, end: Hours) -> str:
    """The line of a window between two hours."""
    return f"{PREFIX} {at(start):%Y-%m-%dT%H:%MZ} - {at(end):%Y-%m-%dT%H:%MZ} outing"


def line(words: str) -> str:
    """A line with the prefix."""
    return f"{PREFIX} {words}"


class Life:
    """A ballot created at hour 0, and the availability file; without lines there is no file."""

    def __init__(self, *lines: str, rules: Lifecycle | None = None) -> None:
        self.lines = lines
        self.rules = rules or Lifecycle(enabled=True)
        self.ballot: Ballot = asked().ballot
        self.stage = Stage.WAITING

    def reads(self, *lines: str) -> Life:
        """The file holds these lines from now on."""
        self.lines = lines
        return self

    @property
    def calendar(self) -> Calendar:
        return read_calendar("\n".join(self.lines), PREFIX)

    def terms(self, hours: Hours) -> Terms:
        state, windows = (
            (state_at(self.calendar, at(hours)), self.calendar.windows)
            if self.lines
            else (Available(), ())
        )
        return Terms(self.rules, Whereabouts.of(state, windows), at(hours), BOT)

    def asked(self, terms: Terms) -> Asked | None:
        found = clock_of(self.ballot, terms)
        return Asked(asked().pull, ("owner", "deputy"), found, self.stage) if found else None

    def planned(self, hours: Hours) -> tuple[Step, ...]:
        """What a tick at that hour would write."""
        terms = self.terms(hours)
        return (
            plan_reminders(self.ballot, question, terms) if (question := self.asked(terms)) else ()
        )

    def tick(self, hours: Hours, *, cut: int | None = None) -> list[str]:
        """What a tick at that hour wrote, or its first `cut` writes."""
        return [self._performs(step, hours) for step in self.planned(hours)[:cut]]

    def ticks(self, *hours: Hours) -> list[list[str]]:
        """What a tick at each of these hours wrote."""
        return [self.tick(hour) for hour in hours]

    def effective_hours(self, hours: Hours) -> float:
        found = clock_of(self.ballot, self.terms(hours))
        assert found
        return found.effective_age / timedelta(hours=1)

    def outlook(self, hours: Hours) -> Outlook:
        terms = self.terms(hours)
        question = self.asked(terms)
        assert question
        return outlook(self.ballot, question, terms)

    def says(self, who: Account, text: str, hours: Hours = 1) -> None:
        """`who` wrote a comment."""
        comment = Comment(len(self.ballot.comments) + 1, who, text, at(hours))
        self.ballot = replace(self.ballot, comments=(*self.ballot.comments, comment))

    def changes(self, index: int, **fields: Any) -> None:
        """A comment is another from now on."""
        comments = list(self.ballot.comments)
        comments[index] = replace(comments[index], **fields)
        self.ballot = replace(self.ballot, comments=tuple(comments))

    def loses(self, index: int) -> None:
        """A comment was deleted."""
        comments = list(self.ballot.comments)
        del comments[index]
        self.ballot = replace(self.ballot, comments=tuple(comments))

    @property
    def texts(self) -> list[str]:
        return [comment.body for comment in self.ballot.comments]

    def records(self, hours: Hours) -> list[tuple[float, float]]:
        """The hours of every window that the bot's comments remember."""
        hour = timedelta(hours=1)
        found = [records_of(comment, BOT, at(hours)) for comment in self.ballot.comments]
        return [
            ((one.start - T0) / hour, (one.end - T0) / hour)
            for one in sorted(frozenset().union(*found))
        ]

    def _performs(self, step: Step, hours: Hours) -> str:
        world = World(BOT, at(hours), ballots={self.ballot.ref: self.ballot})
        self.ballot = effect(step.action, world).ballots[self.ballot.ref]
        numbered = (replace(c, id=n) for n, c in enumerate(self.ballot.comments, 1))
        self.ballot = replace(self.ballot, comments=tuple(numbered))
        match step.action:
            case PostComment(_, text):
                return TAGS[text.split("\n")[0]]
            case EditComment(_, comment, _):
                assert self.ballot.comments[comment - 1].author == BOT
                return "edit"
            case other:
                raise AssertionError(f"the lifecycle only comments (L4), not {other}")
