"""What the doctor found: one sentence each, what to do about it, and the line to change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from inbox.errors import GitHubFault, Mistake, Unavailable, Unreadable
from inbox.policy import Place, Policy

SOMETHING, CONFIGURATION, REFUSED = 1, 2, 3
"""Exit statuses (interface.md): something is wrong, the configuration is, the token is refused."""


class Level(Enum):
    """How a finding counts: only what is wrong makes the exit status."""

    RIGHT = "right"
    NOTE = "note"
    WRONG = "wrong"
    UNCHECKED = "not checked"


class Area(Enum):
    """What a finding is about, in the order in which people mend it."""

    CONFIGURATION = "Configuration"
    TOKEN = "Token"
    PERMISSIONS = "Permissions"
    PEOPLE = "People"
    REPOSITORIES = "Repositories"
    LABELS = "Labels"
    BRANCHES = "Branches"
    WORKFLOW = "Workflow"
    AVAILABILITY = "Availability"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `status` is the exit status that it makes where it is wrong."""

    area: Area
    level: Level
    what: str
    advice: str = ""
    place: Place | None = None
    status: int = SOMETHING

    @property
    def exit_status(self) -> int:
        """0 unless it is wrong."""
        return self.status if self.level is Level.WRONG else 0


def exit_status(findings: Iterable[Finding]) -> int:
    """The gravest of all: 3 before 2 before 1, and 0 where nothing is wrong."""
    return max((one.exit_status for one in findings), default=0)


def right(area: Area, what: str) -> Finding:
    """Something is as it should be."""
    return Finding(area, Level.RIGHT, what)


def note(area: Area, what: str, advice: str = "", place: Place | None = None) -> Finding:
    """Something works, and whoever sets up should know of it."""
    return Finding(area, Level.NOTE, what, advice, place)


def unchecked(area: Area, what: str, advice: str = "") -> Finding:
    """Something cannot be told by reading, or not with this token."""
    return Finding(area, Level.UNCHECKED, what, advice)


def wrong(
    area: Area, what: str, advice: str, place: Place | None = None, *, status: int = SOMETHING
) -> Finding:
    """Something has to be mended before the first tick."""
    return Finding(area, Level.WRONG, what, advice, place, status)


def unread(area: Area, what: str, failure: GitHubFault, *, status: int = SOMETHING) -> Finding:
    """Something could not be read, which is never taken for being right, or for being absent."""
    said = f"{what} could not be read: {failure.what}"
    passes = isinstance(failure, Unavailable | Unreadable) or not failure.advice
    advice = "Usually this passes: run the doctor again." if passes else failure.advice
    return wrong(area, said, advice, status=status)


def mistaken(mistake: Mistake) -> Finding:
    """A mistake in the configuration, as the tick says it."""
    place = Place(mistake.file, mistake.line)
    return wrong(Area.CONFIGURATION, mistake.what, mistake.advice, place, status=CONFIGURATION)


def written(policy: Policy, *keys: str) -> Place | None:
    """Where the first of `keys` (dotted) stands that the owner wrote, None where none does."""
    return next((policy.places[key] for key in keys if key in policy.places), None)
