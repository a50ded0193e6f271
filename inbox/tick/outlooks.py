"""What the summary tells of reminders: where the owner is, and what comes next when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from inbox.ballot.availability import Available, Outing, Quiet, State, Unknown
from inbox.ballot.lifecycle import Outlook, outlook
from inbox.ballot.reminders import hours
from inbox.layout import age, instant
from inbox.refs import RepoRef
from inbox.tick.remind import asked_of, terms_of
from inbox.tick.session import Session
from inbox.tick.whereabouts import may_tell
from inbox.world import Ballot


@dataclass(frozen=True, slots=True)
class Words:
    """What a row of the summary says of reminders: the effective age, and what comes next."""

    effective: str = ""
    next: str = ""


def owner_sentence(session: Session, readers_of: RepoRef) -> str:
    """Where the owner is; empty without reminders, and only that nobody is told where people would
    read it who may not read the availability file (P48)."""
    if session.whereabouts is None:
        return ""
    if not may_tell(session, readers_of):
        return "Where the owner is stands in a file that not everybody may read who reads this."
    return _where(session.whereabouts.state)


def row_words(session: Session, ballot: Ballot, readers_of: RepoRef) -> Words:
    """The effective age of a ballot that waits, and its next comment; empty where none may say."""
    whereabouts = session.whereabouts
    if whereabouts is None or not may_tell(session, readers_of):
        return Words()
    terms = terms_of(session, whereabouts)
    asked = asked_of(session, ballot, terms)
    if asked is None:
        return Words("–", "–")
    found = outlook(ballot, asked, terms)
    effective = "–" if found.effective_age is None else age(hours(found.effective_age))
    return Words(effective, _next(found, whereabouts.state, session))


def _where(state: State) -> str:
    match state:
        case Available():
            return "The owner is available."
        case Quiet():
            return "The owner wants quiet: nobody is reminded of anything until they say otherwise."
        case Outing(until):
            return f"The owner is outing until {instant(until)} UTC: until then the clocks stand."
        case Unknown():
            return "Where the owner is cannot be read: nobody is reminded of anything in this tick."
        case other:
            assert_never(other)


def _next(found: Outlook, state: State, session: Session) -> str:
    if found.coming is None:
        return "nothing more"
    if found.when and found.when > session.world.now:
        return f"{found.coming.value} {instant(found.when)}"
    return f"{found.coming.value}, {_WHEN[type(state)]}"


_WHEN: dict[type[State], str] = {
    Available: "at the next tick",
    Quiet: "once its owner is not quiet",
    Outing: "once its owner is back",
    Unknown: "once it is known where its owner is",
}
