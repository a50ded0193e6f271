"""Commits and changed files of a pull request in GraphQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inbox.simulator.conversation import ChangedFile, PullRequest
from inbox.simulator.graphql.checks import At, Status, rollup
from inbox.simulator.graphql.connections import Page, page
from inbox.simulator.graphql.resolving import TYPE_NAMES, Asking, resolves

Args = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PullCommit:
    """One commit of a pull request."""

    node_id: str
    commit: At


@dataclass(frozen=True, slots=True)
class PullFile:
    """One changed file of a pull request."""

    node_id: str
    file: ChangedFile


TYPE_NAMES[PullCommit] = "PullRequestCommit"


@resolves("commits", "PullRequest")
def commits(source: PullRequest, _asking: Asking, args: Args) -> Page:
    """Its commits, oldest first."""
    return page(listed_commits(source), args)


def listed_commits(source: PullRequest) -> list[PullCommit]:
    """The commits of the pull request, oldest first."""
    home = source.repo
    return [
        PullCommit(f"PURC_{source.id}_{sha}", At(home, home.commits[sha])) for sha in source.commits
    ]


@resolves("id", "PullRequestCommit")
def pull_commit_id(source: PullCommit, _asking: Asking, _args: Args) -> str:
    """The global id."""
    return source.node_id


@resolves("statusCheckRollup", "PullRequest")
def pull_rollup(source: PullRequest, asking: Asking, _args: Args) -> Status | None:
    """The roll-up of its head."""
    home = source.repo
    return rollup(At(home, home.commits[source.head_sha]), asking)


@resolves("files", "PullRequest")
def changed(source: PullRequest, _asking: Asking, args: Args) -> Page:
    """Its changed files, cut off after 3,000."""
    listed = [PullFile(f"PRF_{source.id}_{at}", one) for at, one in enumerate(source.files[:3_000])]
    return page(listed, args)


@resolves("changeType", "PullRequestChangedFile")
def change_type(source: PullFile, _asking: Asking, _args: Args) -> str:
    """The kind of change in GraphQL's spelling."""
    words = {"removed": "DELETED", "unchanged": "CHANGED"}
    return words.get(source.file.status, source.file.status.upper())


@resolves("path", "PullRequestChangedFile")
def path(source: PullFile, _asking: Asking, _args: Args) -> str:
    """The path it has now."""
    return source.file.filename


@resolves("additions", "PullRequestChangedFile")
def additions(source: PullFile, _asking: Asking, _args: Args) -> int:
    """Added lines."""
    return source.file.additions


@resolves("deletions", "PullRequestChangedFile")
def deletions(source: PullFile, _asking: Asking, _args: Args) -> int:
    """Removed lines."""
    return source.file.deletions
