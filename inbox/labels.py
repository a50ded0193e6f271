"""The labels of the protocol: their names (exact, from the seeds), colours and descriptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PENDING = "decision:pending-owner"
REQUIRED = "decision:required"
APPROVED_A = "decision:approved-A"
APPROVED_B = "decision:approved-B"
REJECTED = "decision:rejected"
AUTO_CLOSED = "decision:auto-resolved-pr-closed"
AUTO_MERGED = "decision:auto-resolved-pr-merged"
DUPLICATE = "decision:duplicate"
SUPERSEDED = "decision:superseded"
DEFERRED = "decision:deferred"
STALE = "decision:stale-approval"
TAMPERED = "decision:inbox-integrity-failed"
FAULT = "decision:inbox-error"

NEEDS_INFO = "needs-info"
READY_FOR_AGENT = "ready-for-agent"
OWNER_DECISIONS = "owner-decisions"
WONT_FIX = "wontfix"

APPROVALS = frozenset({APPROVED_A, APPROVED_B})
RESOLUTIONS = APPROVALS | {REJECTED, AUTO_CLOSED, AUTO_MERGED, DUPLICATE, SUPERSEDED}
"""A closed ballot carries exactly one of these (protocol P33)."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a label is created: six hex digits without `#`, and at most 100 characters."""

    color: str
    description: str


LOOKS: Mapping[str, Look] = MappingProxyType(
    {
        PENDING: Look("fbca04", "Waits for the owner's answer"),
        REQUIRED: Look("d93f0b", "Ask the owner before this pull request is merged"),
        APPROVED_A: Look("0e8a16", "The owner approved option A"),
        APPROVED_B: Look("1d76db", "The owner approved option B, the alternate"),
        REJECTED: Look("b60205", "The owner rejected the pull request"),
        AUTO_CLOSED: Look("cccccc", "Resolved without a verdict: the pull request was closed"),
        AUTO_MERGED: Look("cccccc", "Resolved without a verdict: the pull request was merged"),
        DUPLICATE: Look("cfd3d7", "Another ballot asks about the same pull request"),
        SUPERSEDED: Look("cfd3d7", "A newer ballot took this one's place"),
        DEFERRED: Look("c5def5", "The owner chose C: nothing happens until they decide otherwise"),
        STALE: Look("e99695", "The pull request moved after a verdict: the owner is asked again"),
        TAMPERED: Look("b60205", "The ballot's text was changed: its approvals do not count"),
        FAULT: Look("e99695", "The ballot cannot be processed: its newest comment says why"),
    }
)
OURS = frozenset(LOOKS)
"""The labels that belong to the bot alone, on ballots and on pull requests."""

TICKET_LOOKS: Mapping[str, Look] = MappingProxyType(
    {
        READY_FOR_AGENT: Look("0e8a16", "Nothing is left to ask: an agent can begin"),
        OWNER_DECISIONS: Look("5319e7", "The owner answered questions, and somebody has to act"),
    }
)
"""The labels of tickets and follow-ups that are created where they are missing (D15, D17)."""
