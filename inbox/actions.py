"""The closed set of writes, as frozen values, and what the world looks like after each.

Deciding yields actions; `github/writes.py` performs them in order, a dry run prints them, and the
later stages of a tick, its summary and its metrics see their effect (design: gather, decide, act).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from inbox.policy import MergeMethod
from inbox.refs import HeadSha, IssueRef, PullRef, RepoRef
from inbox.world import Comment, Revision, State, Status, World

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
    | ClosePull
    | SetStatus
    | MergePull
)

UNBORN = 0
"""The number of a ballot that a dry run would open."""

NEW_COMMENT = 0
"""The id that a posted comment has in the world until it is read again."""


def effect(action: Action, world: World) -> World:
    """The world as it is once `action` was performed; an opened ballot arrives by reading it."""
    match action:
        case CreateLabel(repo, label):
            if not (known := world.repositories.get(repo)):
                return world
            changed = replace(known, labels=known.labels | {label})
            return replace(world, repositories={**world.repositories, repo: changed})
        case OpenIssue():
            return world
        case SetIssue(issue, is_open, _, labels):
            if not (ballot := world.ballots.get(issue)):
                return world
            return world.with_ballot(replace(ballot, is_open=is_open, labels=labels))
        case AddLabel(issue, label):
            return _relabelled(world, issue, lambda labels: labels | {label})
        case RemoveLabel(issue, label):
            return _relabelled(world, issue, lambda labels: labels - {label})
        case PostComment(issue, body):
            posted = Comment(
                NEW_COMMENT,
                world.bot,
                body,
                world.now,
                via_app=False,
                via_email=False,
                reactions=(),
            )
            return _discussed(world, issue, lambda comments: (*comments, posted))
        case EditComment(issue, comment, body):
            return _discussed(
                world, issue, lambda comments: _edited(comments, comment, body, world)
            )
        case ClosePull(ref, _):
            pull = world.pulls.get(ref)
            return world.with_pull(replace(pull, is_open=False)) if pull else world
        case MergePull(clearance):
            merged = world.pulls.get(clearance.pull)
            return (
                world.with_pull(replace(merged, is_open=False, is_merged=True)) if merged else world
            )
        case SetStatus(repo, head, state, description, target_url):
            status = Status(state, description, target_url, world.bot)
            return replace(world, statuses={**world.statuses, (repo, head): status})
        case _:
            assert_never(action)


def subject(action: Action) -> IssueRef | None:
    """The issue or pull request that the action changes; None for what changes none that exists."""
    match action:
        case SetIssue(issue) | AddLabel(issue) | RemoveLabel(issue):
            return issue
        case PostComment(issue) | EditComment(issue):
            return issue
        case ClosePull(pull, _):
            return IssueRef.of(pull)
        case MergePull(clearance):
            return IssueRef.of(clearance.pull)
        case CreateLabel() | OpenIssue() | SetStatus():
            return None
        case _:
            assert_never(action)


def _relabelled(
    world: World, issue: IssueRef, change: Callable[[frozenset[str]], frozenset[str]]
) -> World:
    if ballot := world.ballots.get(issue):
        return world.with_ballot(replace(ballot, labels=change(ballot.labels)))
    if pull := world.pulls.get(PullRef(issue.repo, issue.number)):
        return world.with_pull(replace(pull, labels=change(pull.labels)))
    return world


def _discussed(
    world: World, issue: IssueRef, change: Callable[[tuple[Comment, ...]], tuple[Comment, ...]]
) -> World:
    if ballot := world.ballots.get(issue):
        return world.with_ballot(replace(ballot, comments=change(ballot.comments)))
    pull = world.pulls.get(PullRef(issue.repo, issue.number))
    if pull and pull.comments is not None:
        return world.with_pull(replace(pull, comments=change(pull.comments)))
    return world


def _edited(
    comments: tuple[Comment, ...], comment: int, body: str, world: World
) -> tuple[Comment, ...]:
    return tuple(_resaved(c, body, world) if c.id == comment else c for c in comments)


def _resaved(comment: Comment, body: str, world: World) -> Comment:
    past = comment.revisions
    history = None if past is None else (*past, Revision(world.now, world.bot, body))
    return replace(comment, body=body, edited_at=world.now, history=history)


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
        case ClosePull(pull, head):
            return f"close {pull} at {head.short}"
        case MergePull(clearance, method):
            return f"merge {clearance.pull} at {clearance.head.short} ({method.value})"
        case SetStatus(repo, head, state, description, _):
            return f"set status {state.value} on {repo}@{head.short}: {description}"
        case _:
            assert_never(action)


def _named(issue: IssueRef) -> str:
    return f"the new ballot in {issue.repo}" if issue.number == UNBORN else str(issue)
