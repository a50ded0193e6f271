"""What a tick knows of the questions in pull requests and tickets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from inbox.decisions.case import Subject
from inbox.decisions.followups import Fate, FollowUp
from inbox.decisions.gate import ASKS_NOTHING, Gate, unchecked
from inbox.decisions.plan import Plan
from inbox.refs import IssueRef, PullRef, RepoRef
from inbox.steps import Step

_NOT_LOOKED_AT = unchecked("this run does not look at its questions")


@dataclass(slots=True)
class Inquiry:
    """The questions of one tick; with `enabled` False every gate is open (ruling D10).

    `edited` tells when the description of each pull request was last saved, None for never, and
    lacks those of which that could not be read. `tickets` maps those that wait for information to
    their texts, `unlisted` are repositories whose tickets and follow-ups could not be listed,
    `gates` what the gate says of each pull request, `subjects` and `outcomes` what was read of each
    text that asks and what follows from it, `may_write` what was found out about people, `fates`
    what became of the answers of each pull request, and `planned` the writes that follow from that.
    """

    enabled: bool
    tickets: Mapping[IssueRef, str] = field(default_factory=dict)
    follow_ups: tuple[FollowUp, ...] = ()
    unlisted: frozenset[RepoRef] = frozenset()
    edited: Mapping[PullRef, datetime | None] = field(default_factory=dict)
    gates: dict[PullRef, Gate] = field(default_factory=dict)
    subjects: dict[IssueRef, Subject] = field(default_factory=dict)
    outcomes: dict[IssueRef, Plan] = field(default_factory=dict)
    may_write: dict[tuple[RepoRef, str], bool] = field(default_factory=dict)
    fates: dict[PullRef, Fate] = field(default_factory=dict)
    planned: dict[PullRef, tuple[Step, ...]] = field(default_factory=dict)

    def gate(self, ref: PullRef) -> Gate:
        """What the gate says of a pull request; one that nobody looked at does not pass (D10)."""
        return self.gates.get(ref, _NOT_LOOKED_AT) if self.enabled else ASKS_NOTHING
