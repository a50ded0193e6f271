"""Whether an approved head may be merged now: the last table before what cannot be undone (P36)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from inbox.actions import Clearance
from inbox.ballot.case import Approved
from inbox.ballot.sayings import no_checks, not_mergeable
from inbox.checks import Checks, Light, light
from inbox.decisions.gate import Gate
from inbox.policy import Merge
from inbox.sayings import Saying
from inbox.world import Pull


class Obstacle(Enum):
    """Why an approval cannot be used yet, as the summary says it; it simply waits."""

    SWITCHED_OFF = "it waits to be merged by hand (`merge.enabled`)"
    OPTION = "its option is not one that is merged (`merge.options`)"
    ENDED = "it is not open any more"
    DRAFT = "it is a draft"
    SETTLING = "its approval has not settled yet"
    CHECKS_RED = "checks failed"
    CHECKS_RUNNING = "checks are still running"
    NO_CHECKS = "nothing checks its head (`merge.require_checks`)"
    UNDECIDED = "its questions are not answered"
    UNKNOWN_MERGEABILITY = "GitHub is still computing whether it can be merged"
    CONFLICT = "it conflicts with its base"


@dataclass(frozen=True, slots=True)
class Obstructed:
    """The approval waits, for this reason; `saying` is told once per head on the pull request."""

    why: Obstacle
    saying: Saying | None = None


def first_obstacle(pull: Pull, approved: Approved, merge: Merge, now: datetime) -> Obstacle | None:
    """What stands in the way before anything is read for it; None where reading is worth it."""
    if not merge.enabled:
        return Obstacle.SWITCHED_OFF
    if not merge.takes(approved.option):
        return Obstacle.OPTION
    if not pull.is_open:
        return Obstacle.ENDED
    if pull.is_draft:
        return Obstacle.DRAFT
    return Obstacle.SETTLING if now < approved.at + merge.settle else None


def check_obstacle(checks: Checks, merge: Merge) -> Obstacle | None:
    """What the checks of the head have against it."""
    match light(checks):
        case Light.GREEN:
            return None
        case Light.NONE:
            return Obstacle.NO_CHECKS if merge.require_checks else None
        case Light.RUNNING:
            return Obstacle.CHECKS_RUNNING
        case Light.RED:
            return Obstacle.CHECKS_RED


def clear(
    pull: Pull, approved: Approved, checks: Checks, merge: Merge, now: datetime, *, gate: Gate
) -> Clearance | Obstructed:
    """The only key to a merge: `pull` and its checks as read just now, its approval proven before.

    `pull` is the answer about it alone, with GitHub's word on whether it can be merged, and `gate`
    what the questions in its text as read just now say.
    """
    if not gate.passes:
        return Obstructed(Obstacle.UNDECIDED)
    if obstacle := first_obstacle(pull, approved, merge, now) or check_obstacle(checks, merge):
        told = no_checks(pull) if obstacle is Obstacle.NO_CHECKS else None
        return Obstructed(obstacle, told)
    if pull.mergeable is None:
        return Obstructed(Obstacle.UNKNOWN_MERGEABILITY)
    if not pull.mergeable:
        return Obstructed(Obstacle.CONFLICT, not_mergeable(pull, "it conflicts with its base"))
    return Clearance(pull.ref, pull.head)
