"""What remains of a plan for a locked ballot, in which the bot may not comment (protocol P42)."""

from __future__ import annotations

from dataclasses import replace

from inbox.actions import EditComment, PostComment, RemoveLabel, SetIssue, SetStatus
from inbox.ballot.case import Case, Plan, Stage
from inbox.ballot.notices import KIND
from inbox.labels import FAULT
from inbox.markdown import find_markers
from inbox.refs import IssueRef
from inbox.steps import Step


def without_words(case: Case, planned: Plan) -> Plan:
    """The plan less what would be said in the ballot, and less all that rests on its being said.

    A notice binds, and whoever reopens says why first: without those only the status is set, and
    the rest waits for the unlocking. The label that shows the fault stays as long.
    """
    words = [step for step in planned.steps if is_said_in(step, case.ballot.ref)]
    if not case.is_mute or not words:
        return planned
    kept = tuple(s for s in planned.steps if s not in words and not _says_it_works(s, case))
    if any(_is_notice(step) for step in words) or any(_reopens(step) for step in kept):
        statuses = tuple(step for step in kept if isinstance(step.action, SetStatus))
        return replace(planned, stage=Stage.LOCKED, steps=statuses, is_silenced=True)
    return replace(planned, steps=kept, is_silenced=True)


def is_said_in(step: Step, ballot: IssueRef) -> bool:
    """True for a comment on the ballot."""
    action = step.action
    return isinstance(action, (PostComment, EditComment)) and action.issue == ballot


def _is_notice(step: Step) -> bool:
    action = step.action
    return isinstance(action, EditComment) or (
        isinstance(action, PostComment) and bool(find_markers(action.body, KIND))
    )


def _reopens(step: Step) -> bool:
    return isinstance(step.action, SetIssue) and step.action.is_open


def _says_it_works(step: Step, case: Case) -> bool:
    return step.action == RemoveLabel(case.ballot.ref, FAULT)
