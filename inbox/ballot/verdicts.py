"""Applying a verdict: the writes in the order that survives a crash (protocol P29-P33).

The receipt comes first, the success status and the pending label last; a step that is already
done is left out, so that the same function begins a verdict and completes a half-done one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inbox.actions import (
    AddLabel,
    ClosePull,
    CloseReason,
    PostComment,
    RemoveLabel,
    SetIssue,
    SetStatus,
)
from inbox.ballot import statuses
from inbox.ballot.case import Case
from inbox.ballot.choice import Choice
from inbox.ballot.receipts import Particulars, Receipt, read_receipts, render_receipt
from inbox.ballot.signals import Signal
from inbox.counted import Counted
from inbox.labels import APPROVALS, APPROVED_A, APPROVED_B, OURS, PENDING, REJECTED
from inbox.refs import IssueRef
from inbox.steps import Step
from inbox.world import Ballot, Pull, Status

_LABELS = {Choice.A: APPROVED_A, Choice.B: APPROVED_B, Choice.REJECT: REJECTED}
_COUNTED = {
    Choice.A: Counted.RESOLVED_A,
    Choice.B: Counted.RESOLVED_B,
    Choice.REJECT: Counted.REJECTED,
}


@dataclass(frozen=True, slots=True)
class Resolution:
    """A verdict that resolves its ballot: A, B or reject, by which signal, for which ballot."""

    signal: Signal
    pull: Pull
    nonce: str
    unproven_push: bool = False

    @property
    def choice(self) -> Choice:
        """The choice to apply."""
        return self.signal.choice


def apply(case: Case, resolution: Resolution) -> tuple[Step, ...]:
    """The writes that remain until this verdict is applied, in their order."""
    label, counted = _LABELS[resolution.choice], _COUNTED[resolution.choice]
    return (
        *_receipt(case, resolution),
        *_on_the_pull(resolution),
        *close_ballot(case.ballot, label, completed=_is_yes(resolution)),
        *_status(case, resolution),
        Step(RemoveLabel(case.ballot.ref, PENDING), (counted,)),
    )


def _is_yes(resolution: Resolution) -> bool:
    return resolution.choice is not Choice.REJECT


def has_receipt(case: Case, resolution: Resolution) -> bool:
    """True when the newest receipt of this ballot on the pull request names this very verdict."""
    bot, pull = case.terms.electorate.bot, resolution.pull
    receipts = read_receipts(pull.comments or (), bot)
    newest = [receipt for receipt in receipts if receipt.nonce == resolution.nonce][-1:]
    return any(
        one.is_for(resolution.choice, pull.head, resolution.nonce) and one.base == pull.base
        for one in newest
    )


def _receipt(case: Case, resolution: Resolution) -> Iterator[Step]:
    if has_receipt(case, resolution):
        return
    pull, signal = resolution.pull, resolution.signal
    receipt = Receipt(signal.choice, pull.head, pull.base, case.ballot.ref, resolution.nonce)
    particulars = Particulars(
        signal,
        case.ballot.url,
        bot_merges=signal.choice.value in case.terms.mergeable_options,
        unproven_push=resolution.unproven_push,
    )
    text = render_receipt(receipt, case.ballot.url, None if case.discreet else particulars)
    yield Step(PostComment(IssueRef.of(pull.ref), text))


def _on_the_pull(resolution: Resolution) -> Iterator[Step]:
    """The approval label, or the closing; a label of another verdict goes (it was flipped)."""
    pull = resolution.pull
    issue = IssueRef.of(pull.ref)
    label = _LABELS[resolution.choice]
    if _is_yes(resolution) and label not in pull.labels:
        yield Step(AddLabel(issue, label))
    if not _is_yes(resolution) and pull.is_open:
        yield Step(ClosePull(pull.ref, pull.head))
    for other in sorted((APPROVALS - {label}) & pull.labels):
        yield Step(RemoveLabel(issue, other))


def close_ballot(ballot: Ballot, resolution: str, *, completed: bool) -> Iterator[Step]:
    """Closed, with its one resolution label beside the pending one, in one request (P33)."""
    labels = (ballot.labels - OURS) | {resolution, PENDING}
    if ballot.is_open or ballot.labels != labels:
        reason: CloseReason = "completed" if completed else "not_planned"
        yield Step(SetIssue(ballot.ref, is_open=False, reason=reason, labels=labels))


def _status(case: Case, resolution: Resolution) -> Iterator[Step]:
    yield from set_status(case, resolution.pull, verdict_status(case, resolution))


def verdict_status(case: Case, resolution: Resolution) -> Status:
    """The status of an applied verdict, success only once a yes has settled (protocol P35)."""
    pull, url, bot = resolution.pull, case.ballot.url, case.terms.electorate.bot
    choice = resolution.choice
    if choice is Choice.REJECT:
        return statuses.rejected(pull, url, bot)
    if choice.value not in case.terms.mergeable_options:
        return statuses.alternate(pull, url, bot)
    if not case.gate.passes:
        return statuses.undecided(pull, url, bot, choice.value)
    if case.terms.now < (until := resolution.signal.at + case.terms.settle):
        return statuses.settling(pull, url, bot, choice.value, until)
    return statuses.approved(pull, url, bot, choice.value)


def set_status(case: Case, pull: Pull, wanted: Status) -> Iterator[Step]:
    """The step that sets `wanted` for a case's pull request, none where it stands already."""
    return status_steps(pull, wanted, case.status, shares_head=case.shares_head)


def status_steps(
    pull: Pull, wanted: Status, found: Status | None, *, shares_head: bool
) -> Iterator[Step]:
    """The step that sets `wanted` on the head, none where it stands.

    What a shared head carries is set once all are judged that share it (protocol P35); for one of
    them alone only a success is taken away.
    """
    if shares_head and not statuses.takes_success_away(found, wanted):
        return
    if not statuses.stands(found, wanted):
        yield Step(
            SetStatus(pull.ref.repo, pull.head, wanted.state, wanted.description, wanted.target_url)
        )
