"""The checks of a head, and whether they are green (protocol P36)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT, State

OUR_CONTEXTS = frozenset({APPROVAL_CONTEXT, DECISIONS_CONTEXT})
GREEN_CONCLUSIONS = frozenset({"success", "neutral", "skipped"})


@dataclass(frozen=True, slots=True)
class CheckRun:
    """A check run in REST spelling; `conclusion` is empty until it is `completed`."""

    name: str
    status: str
    conclusion: str

    @property
    def is_done(self) -> bool:
        """True once it is completed."""
        return self.status == "completed"

    @property
    def is_green(self) -> bool:
        """True for a completed run that fails nothing; `action_required` is not green."""
        return self.is_done and self.conclusion in GREEN_CONCLUSIONS


@dataclass(frozen=True, slots=True)
class Context:
    """The newest commit status of one context."""

    name: str
    state: State


@dataclass(frozen=True, slots=True)
class Checks:
    """Everything GitHub checked of a head: runs, statuses, and suites that have runs still open."""

    runs: tuple[CheckRun, ...] = ()
    contexts: tuple[Context, ...] = ()
    open_suites: int = 0


class Light(Enum):
    """What all checks of a head add up to."""

    GREEN = "all checks are green"
    RUNNING = "checks are still running"
    RED = "checks failed"
    NONE = "there are no checks at all"


def light(checks: Checks) -> Light:
    """Green only when everything is; what we set ourselves counts neither way (protocol P36)."""
    contexts = [one for one in checks.contexts if one.name.lower() not in OUR_CONTEXTS]
    if not contexts and not checks.runs and not checks.open_suites:
        return Light.NONE
    if _any_red(checks.runs, contexts):
        return Light.RED
    waits = any(one.state is State.PENDING for one in contexts)
    runs = any(not run.is_done for run in checks.runs)
    return Light.RUNNING if waits or runs or checks.open_suites else Light.GREEN


def _any_red(runs: Iterable[CheckRun], contexts: Iterable[Context]) -> bool:
    return any(run.is_done and not run.is_green for run in runs) or any(
        one.state in (State.FAILURE, State.ERROR) for one in contexts
    )
