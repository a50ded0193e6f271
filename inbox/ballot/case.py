"""A case: all that deciding about one ballot rests on; and a plan: what follows from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum

from inbox.ballot.judgement import Judgement
from inbox.ballot.signals import Signal
from inbox.decisions.gate import ASKS_NOTHING, Gate
from inbox.electorate import Electorate
from inbox.policy import OnManualClose
from inbox.refs import IssueRef, PullRef
from inbox.steps import Step
from inbox.world import Ballot, Pull, Status


class Need(Enum):
    """A reading that deciding misses; the tick fulfils it and asks again (design)."""

    CLOSER = "edit histories, and the reactions on notices"
    WHOLE = "every page of the ballot, and its pull request"
    PUSHES = "when the bound head was pushed"


@dataclass(frozen=True, slots=True)
class Pushed:
    """When a head was pushed by the branch's activity log; None where the log does not say."""

    at: datetime | None


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for every ballot of a tick: who counts, the time, how long a yes settles.

    `mergeable_options` are the options whose approval may be merged (protocol P36);
    `closings_are_many` is True where owners closed too many ballots at once to mean it (P38).
    """

    electorate: Electorate
    now: datetime
    settle: timedelta
    mergeable_options: tuple[str, ...] = ("A",)
    on_manual_close: OnManualClose = OnManualClose.CLOSE_PR
    closings_are_many: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """One ballot, its pull request as far as read, and our status on its head.

    `discreet` is True where the pull request is more visible than the inbox (protocol P48);
    `shares_head` where another open pull request has the same head (protocol P35). `elsewhere` are
    holds from earlier ballots of the pull request (protocol P34), `is_deaf` is True where one of
    those could not be read, `is_mute` where the bot may not comment on the ballot because it is
    locked, `asks_about` is the pull request that the ballot names, renames followed, `gate` what
    the open questions of its description say (protocol P29).
    """

    ballot: Ballot
    pull: Pull | None
    terms: Terms
    status: Status | None = None
    pushed: Pushed | None = None
    discreet: bool = False
    shares_head: bool = False
    elsewhere: tuple[Signal, ...] = ()
    is_deaf: bool = False
    is_mute: bool = False
    asks_about: PullRef | None = None
    gate: Gate = ASKS_NOTHING

    @property
    def is_whole(self) -> bool:
        """True when every page was read."""
        return self.ballot.whole and self.pull is not None and self.pull.whole


@dataclass(frozen=True, slots=True)
class Approved:
    """An approval that stands: its option, when its signal was given, and on which ballot."""

    option: str
    at: datetime
    ballot: IssueRef


class Stage(Enum):
    """Where a pending ballot stands; the value is what its owner reads in the summary."""

    WAITING = "waits for an answer"
    DEFERRED = "deferred"
    HELD = "held: an answer is unclear"
    QUESTIONED = "approved: waits for the decisions in its pull request"
    STALE = "moved: waits for a new answer"
    TAMPERED = "its text was changed"
    LOST = "nobody can say any more what it asked"
    CLOSED_BY_OWNER = "its owner closed it"
    REOPENED = "was closed by others, and is open again"
    SUPERSEDED = "was closed after its text was changed"
    LOCKED = "locked: nothing can be asked in it"
    UNDECIDED = "not decided: what was said on an earlier ballot could not be read"
    RESOLVED = "resolved"


ASKING = frozenset(Stage) - {
    Stage.RESOLVED,
    Stage.SUPERSEDED,
    Stage.CLOSED_BY_OWNER,
    Stage.LOCKED,
    Stage.UNDECIDED,
}
"""Where a ballot waits for its owner; in the others its writes end that, also where one failed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The writes that follow, in order, where the ballot then stands, and the status it wants.

    `is_silenced` is True where words were left out that a locked ballot does not let in.
    """

    stage: Stage
    steps: tuple[Step, ...] = ()
    judgement: Judgement | None = None
    status: Status | None = None
    is_silenced: bool = False

    def after(self, *steps: Step) -> Plan:
        """This plan with `steps` before its own."""
        return replace(self, steps=(*steps, *self.steps))
