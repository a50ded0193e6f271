"""What each answer to a ballot will do, in one sentence, and why it cannot be given now."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import assert_never

from inbox.ballot.body import OPTIONS
from inbox.ballot.choice import Choice
from inbox.checks import OUR_CONTEXTS, Checks
from inbox.dashboard.composing import COMMANDS
from inbox.dashboard.view import Option
from inbox.decisions.gate import Gate
from inbox.decisions.verdict import Code
from inbox.labels import APPROVED_A, APPROVED_B
from inbox.policy import Merge, MergeMethod
from inbox.refs import HeadSha, PullRef
from inbox.world import State

_METHODS = {
    MergeMethod.MERGE: "with a merge commit",
    MergeMethod.SQUASH: "by squash",
    MergeMethod.REBASE: "by rebase",
}
_LABELS = {Choice.A: APPROVED_A, Choice.B: APPROVED_B}
REJECT = "Reject"


@dataclass(frozen=True, slots=True)
class Matter:
    """What a ballot asks about: the pull request at its bound head and base, and its checks."""

    pull: PullRef
    head: HeadSha
    base: str
    checks: str
    is_draft: bool = False


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why no answer can be given at all (`all`), or no approval (`yes`); empty where one can."""

    all: str = ""
    yes: str = ""


def options(matter: Matter, merge: Merge, hindrance: Hindrance) -> tuple[Option, ...]:
    """The four answers with what each will do and what stands against it, as things are now."""
    found = []
    for choice in COMMANDS:
        is_yes = choice in _LABELS
        blocked = hindrance.all or (hindrance.yes if is_yes else "")
        label = OPTIONS.get(choice, REJECT)
        found.append(Option(choice, label, _does(choice, matter, merge), blocked))
    return tuple(found)


def _does(choice: Choice, matter: Matter, merge: Merge) -> str:
    number = f"#{matter.pull.number}"
    match choice:
        case Choice.A | Choice.B if merge.enabled and merge.takes(choice.value):
            return _merges(choice, matter, merge)
        case Choice.A:
            return (
                f"A approves {number} at `{matter.head.short}` into `{matter.base}` and labels it"
                f" `{_LABELS[choice]}`; nobody merges it until a person does."
            )
        case Choice.B:
            return (
                f"B chooses the alternate: {number} is labelled `{_LABELS[choice]}` and waits for"
                " its author; it is not merged."
            )
        case Choice.C:
            return f"C defers: {number} stays as it is, and this goes on waiting for you."
        case Choice.REJECT:
            return f"Reject closes {number} without merging it."
        case Choice.HOLD:
            raise AssertionError("nobody chooses to be unclear")
        case _:
            assert_never(choice)


def _merges(choice: Choice, matter: Matter, merge: Merge) -> str:
    waits = [f"after {merge.settle_minutes:g} minutes"] if merge.settle_minutes else []
    if matter.is_draft:
        waits.append("once it is no draft any more")
    waits.append("once every check is green" if merge.require_checks else "unless a check failed")
    return (
        f"{choice.value} merges #{matter.pull.number} at `{matter.head.short}`"
        f" {_METHODS[merge.method]} into `{matter.base}`, {', '.join(waits)};"
        f" checks: {matter.checks}."
    )


def by_light(checks: Checks) -> str:
    """The checks by their light: `3 green, 1 running`; what we set ourselves is left out (P36)."""
    count: Counter[str] = Counter()
    for run in checks.runs:
        count["running" if not run.is_done else "green" if run.is_green else "failed"] += 1
    for one in checks.contexts:
        if one.name.lower() not in OUR_CONTEXTS:
            count[_LIGHTS[one.state]] += 1
    count["running"] += checks.open_suites
    shown = [f"{count[light]} {light}" for light in ("failed", "running", "green") if count[light]]
    return ", ".join(shown) or "none"


_LIGHTS = {
    State.SUCCESS: "green",
    State.PENDING: "running",
    State.FAILURE: "failed",
    State.ERROR: "failed",
}


def against_a_yes(gate: Gate) -> str:
    """Why nothing can be approved while the questions of the pull request stand like this (P29)."""
    named = f": {', '.join(f'`{one}`' for one in gate.ids)}" if gate.ids else ""
    match gate.code:
        case None:
            return ""
        case Code.PENDING:
            return f"Answer the decisions first{named}."
        case Code.UNATTRIBUTED:
            return f"Confirm the decisions first{named}."
        case Code.UNSTRUCTURED | Code.NOT_ASKABLE | Code.UNPARSED:
            return "Its description asks something that nobody can answer yet."
        case Code.UNCHECKED:
            return "Whether its questions are answered is not sure yet: the next tick looks again."
        case _:
            assert_never(gate.code)
