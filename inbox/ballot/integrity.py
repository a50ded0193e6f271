"""Whether a ballot still says what the bot wrote (protocol P1, P28)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from inbox.ballot.body import BallotText, Unparsed, is_as_rendered, parse_body, render_title, untick
from inbox.refs import Account
from inbox.world import Ballot, Event, EventKind, Revision


@dataclass(frozen=True, slots=True)
class Tampering:
    """Somebody changed the ballot's text or title: what, who and when, as far as GitHub tells.

    Where the original itself is lost, nobody can say what was asked: then no answer counts.
    """

    what: str
    by: Account | None
    at: datetime | None
    original_is_lost: bool = False


@dataclass(frozen=True, slots=True)
class Integrity:
    """The original text, the tampering that stands now, and when an earlier one was repaired."""

    original: BallotText
    tampering: Tampering | None = None
    repaired_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NotHonoured:
    """The issue carries the label and is no ballot; `why` completes 'it is no ballot: …'."""

    why: str


def examine(ballot: Ballot, bot: Account) -> Integrity | Tampering | NotHonoured:
    """What the ballot's history says of its text; a bare Tampering when its original is unreadable.

    The caller has read the revisions. The original is the reference even against the bot's own
    login, which other workflows share (protocol P28).
    """
    if not bot.is_same(ballot.author):
        return NotHonoured("its author is not the bot")
    revisions = ballot.revisions
    if not revisions:
        return NotHonoured("its text could not be read")
    original = revisions[0]
    if original.text is None:
        what = "its original text was removed from the history"
        return Tampering(what, None, None, original_is_lost=True)
    text = parse_body(original.text)
    if isinstance(text, Unparsed):
        return NotHonoured(text.why)
    if not is_as_rendered(original.text, text):
        return NotHonoured("its original text is not what the bot writes")
    body = _deviations(
        [(_clean(revision, original.text), revision.by, revision.at) for revision in revisions]
    )
    title = _deviations(_titles(ballot, render_title(text.pull)))
    standing = next(
        (
            Tampering(what, span.by, span.at)
            for what, span in (
                ("its text was changed", body.standing),
                ("its title was changed", title.standing),
            )
            if span
        ),
        None,
    )
    repairs = [at for at in (body.repaired_at, title.repaired_at) if at]
    return Integrity(text, standing, max(repairs, default=None))


def _clean(revision: Revision, original: str) -> bool:
    return revision.text is not None and untick(revision.text) == untick(original)


@dataclass(frozen=True, slots=True)
class _Deviation:
    by: Account | None
    at: datetime | None


@dataclass(frozen=True, slots=True)
class _Deviations:
    standing: _Deviation | None
    repaired_at: datetime | None


def _deviations(states: list[tuple[bool, Account | None, datetime | None]]) -> _Deviations:
    """What stands at the end of (clean, by, at) states in order, and the last time of a repair.

    A repair at an unknown time repairs nothing: it could not start a round.
    """
    standing: _Deviation | None = None
    repaired_at = None
    for clean, by, at in states:
        if not clean:
            standing = standing or _Deviation(by, at)
        elif standing and at:
            standing, repaired_at = None, at
    return _Deviations(standing, repaired_at)


def _titles(ballot: Ballot, expected: str) -> list[tuple[bool, Account | None, datetime | None]]:
    renames: list[Event] = [e for e in ballot.events if e.kind is EventKind.RENAMED]
    first = renames[0].before if renames else ballot.title
    states = [(first == expected, ballot.author, ballot.created_at)]
    states += [(event.after == expected, event.by, event.at) for event in renames]
    if renames and renames[-1].after != ballot.title:
        states.append((ballot.title == expected, None, None))
    return states
