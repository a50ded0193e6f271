"""The closed set of writes, as frozen values.

Deciding yields actions; `github/writes.py` performs them in order, a dry run prints them, and the
later stages of a tick see their effect (`effects.py`; design: gather, decide, act).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

from inbox.policy import MergeMethod
from inbox.refs import HeadSha, IssueRef, PullRef, RepoRef
from inbox.world import APPROVAL_CONTEXT, State

CloseReason = Literal["completed", "not_planned", "duplicate", "reopened"]


@dataclass(frozen=True, slots=True)
class CreateLabel:
    """A label of ours exists in the repository, with its colour and description."""

    repo: RepoRef
    label: str


@dataclass(frozen=True, slots=True)
class OpenIssue:
    """A ballot exists; `assignees` are dropped rather than the ballot lost (protocol P8)."""

    repo: RepoRef
    title: str
    body: str
    labels: frozenset[str]
    assignees: tuple[str, ...]
    about: PullRef


@dataclass(frozen=True, slots=True)
class SetIssue:
    """An issue has this state and exactly these labels, in one request (protocol P33)."""

    issue: IssueRef
    is_open: bool
    reason: CloseReason
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class AddLabel:
    """An issue or pull request carries the label."""

    issue: IssueRef
    label: str


@dataclass(frozen=True, slots=True)
class RemoveLabel:
    """An issue or pull request does not carry the label."""

    issue: IssueRef
    label: str


@dataclass(frozen=True, slots=True)
class PostComment:
    """A new comment of the bot stands under the issue or pull request."""

    issue: IssueRef
    body: str


@dataclass(frozen=True, slots=True)
class EditComment:
    """A comment of the bot has this text."""

    issue: IssueRef
    comment: int
    body: str


@dataclass(frozen=True, slots=True)
class DeleteComment:
    """A comment of the bot is gone."""

    issue: IssueRef
    comment: int


@dataclass(frozen=True, slots=True)
class EditDescription:
    """An issue or pull request that reads `expected` reads `body` (ruling D14)."""

    issue: IssueRef
    expected: str
    body: str


@dataclass(frozen=True, slots=True)
class FileIssue:
    """A follow-up about a pull request exists (ruling D17)."""

    repo: RepoRef
    title: str
    body: str
    labels: frozenset[str]
    about: PullRef


@dataclass(frozen=True, slots=True)
class RewriteIssue:
    """A follow-up has this text and this state, in one request (ruling D19)."""

    issue: IssueRef
    body: str
    is_open: bool
    reason: CloseReason


@dataclass(frozen=True, slots=True)
class ClosePull:
    """The pull request is closed, provided its head is still the expected one."""

    pull: PullRef
    expected_head: HeadSha


@dataclass(frozen=True, slots=True)
class SetStatus:
    """The head carries our commit status (protocol P35); description at most 140 characters."""

    repo: RepoRef
    head: HeadSha
    state: State
    description: str
    target_url: str
    context: str = APPROVAL_CONTEXT


@dataclass(frozen=True, slots=True)
class Clearance:
    """A value that proves that every condition of a merge was checked for this very head.

    Made by `ballot/merging.py` alone, which a test holds.
    """

    pull: PullRef
    head: HeadSha


@dataclass(frozen=True, slots=True)
class MergePull:
    """The pull request is merged at the head that was cleared, and at no other (protocol P36)."""

    clearance: Clearance
    method: MergeMethod


Action = (
    CreateLabel
    | OpenIssue
    | SetIssue
    | AddLabel
    | RemoveLabel
    | PostComment
    | EditComment
    | DeleteComment
    | EditDescription
    | FileIssue
    | RewriteIssue
    | ClosePull
    | SetStatus
    | MergePull
)

UNBORN = 0
"""The number of a ballot that a dry run would open."""


def subject(action: Action) -> IssueRef | None:
    """The issue or pull request that the action changes; None for what changes none that exists."""
    match action:
        case SetIssue(issue) | AddLabel(issue) | RemoveLabel(issue):
            return issue
        case PostComment(issue) | EditComment(issue) | DeleteComment(issue):
            return issue
        case EditDescription(issue) | RewriteIssue(issue):
            return issue
        case ClosePull(pull, _):
            return IssueRef.of(pull)
        case MergePull(clearance):
            return IssueRef.of(clearance.pull)
        case CreateLabel() | OpenIssue() | FileIssue() | SetStatus():
            return None
        case _:
            assert_never(action)


def put_on(action: Action) -> tuple[RepoRef | None, frozenset[str]]:
    """The labels that the action puts on something, and in which repository they have to exist."""
    match action:
        case AddLabel(issue, label):
            return issue.repo, frozenset({label})
        case SetIssue(issue, _, _, labels):
            return issue.repo, labels
        case OpenIssue(repo, _, _, labels) | FileIssue(repo, _, _, labels):
            return repo, labels
        case _:
            return None, frozenset()


def describe(action: Action) -> str:
    """One line for the dry run and the summary: what would be written, or was."""
    match action:
        case CreateLabel(repo, label):
            return f"create label {label} in {repo}"
        case OpenIssue(repo, _, _, _, _, about):
            return f"open a ballot in {repo} about {about}"
        case SetIssue(issue, is_open, _, labels):
            state = "open" if is_open else "closed"
            return f"set {issue} to {state} with labels {', '.join(sorted(labels)) or 'none'}"
        case AddLabel(issue, label):
            return f"add label {label} to {issue}"
        case RemoveLabel(issue, label):
            return f"take label {label} off {issue}"
        case PostComment(issue, _):
            return f"comment on {_named(issue)}"
        case EditComment(issue, comment, _):
            return f"edit comment {comment} on {issue}"
        case DeleteComment(issue, comment):
            return f"delete comment {comment} on {issue}"
        case EditDescription(issue):
            return f"write answers into the description of {issue}"
        case FileIssue(repo, _, _, _, about):
            return f"file a follow-up in {repo} about {about}"
        case RewriteIssue(issue, _, is_open, _):
            return f"rewrite {issue} and set it to {'open' if is_open else 'closed'}"
        case ClosePull(pull, head):
            return f"close {pull} at {head.short}"
        case MergePull(clearance, method):
            return f"merge {clearance.pull} at {clearance.head.short} ({method.value})"
        case SetStatus(repo, head, state, description, _, context):
            what = "" if context == APPROVAL_CONTEXT else f" {context}"
            return f"set status{what} {state.value} on {repo}@{head.short}: {description}"
        case _:
            assert_never(action)


def _named(issue: IssueRef) -> str:
    return f"the new ballot in {issue.repo}" if issue.number == UNBORN else str(issue)
