"""Where the owner is: the availability file is read once a tick, and its flaws are told (L6)."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.ballot.availability import (
    EXPECTED,
    LONGEST_USUAL,
    Available,
    Calendar,
    Unknown,
    read_calendar,
    state_at,
)
from inbox.ballot.lifecycle import Whereabouts
from inbox.errors import GitHubFault
from inbox.github import reads
from inbox.markdown import neutral
from inbox.policy import Availability
from inbox.refs import RepoRef
from inbox.tick.session import Session

_MOST_FLAWS = 10
_RESTS = "Nobody is reminded in this tick; everything else goes on."


def find_out(session: Session) -> Whereabouts:
    """Where the owner is now, and every window of their file; Unknown whatever goes wrong (L6).

    Without a configured file the owner is always there.
    """
    file = session.policy.lifecycle.availability
    if file is None:
        return Whereabouts.of(Available())
    read = _text(session, file)
    if isinstance(read, _NoText):
        _warn(session, file, f"{read.why} {_RESTS}", _ADVICE, nameless=f"{read.nameless} {_RESTS}")
        return Whereabouts.of(Unknown(read.why))
    calendar = read_calendar(read, file.line_prefix)
    _tell(session, calendar, file)
    return Whereabouts.of(state_at(calendar, session.world.now), calendar.windows)


def may_tell(session: Session, readers_of: RepoRef) -> bool:
    """True unless people would learn where the owner is who may not read the file (P48)."""
    file = session.policy.lifecycle.availability
    return file is None or not session.is_more_visible(readers_of, file.repository)


_ADVICE = (
    "Look at `decision_inbox.lifecycle.availability`, and at what the token may read: the "
    "workflow's own reaches only its own repository."
)


@dataclass(frozen=True, slots=True)
class _NoText:
    """Why there is no text that may be used, with the name of the file and without."""

    why: str
    nameless: str


def _text(session: Session, file: Availability) -> str | _NoText:
    """The text of the file, or the sentences why there is none that may be used."""
    name = neutral(f"{file.repository}/{file.path}")
    try:
        found = reads.file_text(session.github, file.repository, file.path, file.ref)
        text = None if found is None else found.decode()
    except GitHubFault as failure:
        unread = "cannot be read:"
        return _NoText(
            f"The availability file {name} {unread} {failure.what}",
            f"The availability file {unread} {failure.nameless}",
        )
    except UnicodeDecodeError:
        said = "is no text in UTF-8."
        return _NoText(f"The availability file {name} {said}", f"The availability file {said}")
    if text is None:
        said = "or the token may not read it."
        return _NoText(
            f"There is no availability file {name}, {said}",
            f"There is no availability file, {said}",
        )
    if not may_tell(session, session.policy.inbox) and not session.policy.allow_public:
        said = (
            "The digests would tell the readers of the inbox when the owner was away, and not all"
            " of them may read"
        )
        return _NoText(f"{said} {name}.", f"{said} the availability file.")
    return text


def _tell(session: Session, calendar: Calendar, file: Availability) -> None:
    """Every line that is wrong is named with its number and what was expected (L6, L7)."""
    name = neutral(file.path)
    for flaw in calendar.flaws[-_MOST_FLAWS:]:
        if flaw is not calendar.malformed:
            _warn(session, file, f"Line {flaw.line} of {name} is skipped: {flaw.what}", EXPECTED)
    if (more := len(calendar.flaws) - _MOST_FLAWS) > 0:
        text = f"{more} more lines of {name} are skipped, each for its mistake."
        _warn(session, file, text)
    for entry in calendar.unusual[-_MOST_FLAWS:]:
        text = f"Line {entry.line} of {name} has a window over {LONGEST_USUAL.days} days."
        advice = "Is it meant? While it lasts nobody is reminded of anything."
        _warn(session, file, text, advice)
    if wrong := calendar.malformed:
        where = f"Line {wrong.line} of {name} is wrong" if wrong.line else f"{name} says nothing"
        _warn(session, file, f"{where}: {wrong.what} {_RESTS}", EXPECTED)


def _warn(
    session: Session,
    file: Availability,
    text: str,
    advice: str = "",
    *,
    nameless: str = "The availability file needs attention.",
) -> None:
    """The warning, which tells of the file no more than whoever reads it may know (P48)."""
    session.report.warn(text, None, advice, nameless=nameless, source=file.repository)
