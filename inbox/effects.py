"""What the world looks like after each write, for the stages of a tick that come later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from inbox.actions import (
    Action,
    AddLabel,
    ClosePull,
    CreateLabel,
    DeleteComment,
    EditComment,
    EditDescription,
    FileIssue,
    MergePull,
    OpenIssue,
    PostComment,
    RemoveLabel,
    RewriteIssue,
    SetIssue,
    SetStatus,
)
from inbox.refs import IssueRef, PullRef
from inbox.world import DECISIONS_CONTEXT, Comment, Pull, Revision, Status, World

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
        case OpenIssue() | FileIssue() | RewriteIssue():
            return world
        case EditDescription(issue, _, body):
            described = world.pulls.get(PullRef(issue.repo, issue.number))
            return world.with_pull(_described(described, body, world)) if described else world
        case SetIssue(issue, is_open, _, labels):
            if not (ballot := world.ballots.get(issue)):
                return world
            return world.with_ballot(replace(ballot, is_open=is_open, labels=labels))
        case AddLabel(issue, label):
            return _relabelled(world, issue, lambda labels: labels | {label})
        case RemoveLabel(issue, label):
            return _relabelled(world, issue, lambda labels: labels - {label})
        case PostComment(issue, body):
            posted = _new_comment(body, world)
            return _discussed(world, issue, lambda comments: (*comments, posted))
        case EditComment(issue, comment, body):
            return _discussed(
                world, issue, lambda comments: _edited(comments, comment, body, world)
            )
        case DeleteComment(issue, comment):
            return _discussed(
                world, issue, lambda comments: tuple(c for c in comments if c.id != comment)
            )
        case ClosePull(ref, _):
            pull = world.pulls.get(ref)
            return world.with_pull(replace(pull, is_open=False)) if pull else world
        case MergePull(clearance):
            merged = world.pulls.get(clearance.pull)
            return (
                world.with_pull(replace(merged, is_open=False, is_merged=True)) if merged else world
            )
        case SetStatus(repo, head, state, description, target_url, context):
            status = Status(state, description, target_url, world.bot)
            if context == DECISIONS_CONTEXT:
                return replace(world, gates={**world.gates, (repo, head): status})
            return replace(world, statuses={**world.statuses, (repo, head): status})
        case _:
            assert_never(action)


def _new_comment(body: str, world: World) -> Comment:
    return Comment(
        NEW_COMMENT, world.bot, body, world.now, via_app=False, via_email=False, reactions=()
    )


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


def _described(pull: Pull, body: str, world: World) -> Pull:
    """The pull request with that description; its past is only known after a whole reading."""
    if not pull.whole:
        return replace(pull, body=body)
    past = pull.history or (Revision(pull.created_at, pull.author, pull.body),)
    history = (*past, Revision(world.now, world.bot, body))
    return replace(pull, body=body, edited_at=world.now, history=history)


def _edited(
    comments: tuple[Comment, ...], comment: int, body: str, world: World
) -> tuple[Comment, ...]:
    return tuple(_resaved(c, body, world) if c.id == comment else c for c in comments)


def _resaved(comment: Comment, body: str, world: World) -> Comment:
    past = comment.revisions
    history = None if past is None else (*past, Revision(world.now, world.bot, body))
    return replace(comment, body=body, edited_at=world.now, history=history)
