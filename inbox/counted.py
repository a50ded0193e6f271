"""What a tick's metrics count, each at most once a ballot: named where the steps are planned."""

from __future__ import annotations

from enum import Enum


class Counted(Enum):
    """One thing that a tick did or found; the value says it in words."""

    OPENED = "ballots opened"
    RESOLVED_A = "option A applied"
    RESOLVED_B = "option B applied"
    DEFERRED = "newly deferred"
    REJECTED = "rejected"
    HEAD_MOVED = "found with a moved head"
    AUTO_RESOLVED = "resolved without a verdict"
    BYPASSED = "merged without its owner's approval"
    MERGED = "merged"
    INTEGRITY_FAILED = "tampered with"
    REMINDED = "reminders posted"
    DECISIONS_ANSWERED = "questions answered"
    FOLLOW_UP_FILED = "follow-ups filed"
    FOLLOW_UP_UPDATED = "follow-ups updated"
    FOLLOW_UP_CLOSED = "follow-ups closed"
    FAILED = "could not be processed"
