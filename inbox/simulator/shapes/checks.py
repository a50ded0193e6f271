"""Commits, statuses, check runs and suites in REST answers."""

from __future__ import annotations

from inbox.simulator.addresses import Addresses
from inbox.simulator.clock import optional_stamp, stamp
from inbox.simulator.deeds.checks import combined
from inbox.simulator.repository import (
    Activity,
    CheckRun,
    CheckSuite,
    Commit,
    CommitStatus,
    Repository,
)
from inbox.simulator.shapes.people import Json, app, author
from inbox.simulator.shapes.repositories import minimal


def _avatar(status: CommitStatus) -> str:
    return f"https://avatars.githubusercontent.com/u/{status.creator.id}?v=4"


def simple_status(to: Addresses, repo: Repository, one: CommitStatus) -> Json:
    """The status as the combined answer lists it: without its creator."""
    return {
        "url": to.api(f"/repos/{repo.full_name}/statuses/{one.sha}"),
        "avatar_url": _avatar(one),
        "id": one.id,
        "node_id": one.node_id,
        "state": one.state,
        "description": one.description,
        "target_url": one.target_url,
        "context": one.context,
        "created_at": stamp(one.created_at),
        "updated_at": stamp(one.created_at),
    }


def status(to: Addresses, repo: Repository, one: CommitStatus) -> Json:
    """The status with who set it (`status`)."""
    return {**simple_status(to, repo, one), "creator": author(to, one.creator)}


def combined_status(
    to: Addresses, repo: Repository, sha: str, everything: list[CommitStatus], page: list[Json]
) -> Json:
    """The combined status: `pending` also for none at all (facts 1.20)."""
    at = to.api(f"/repos/{repo.full_name}/commits/{sha}")
    return {
        "state": combined(everything),
        "statuses": page,
        "sha": sha,
        "total_count": len(everything),
        "repository": minimal(to, repo),
        "commit_url": at,
        "url": f"{at}/status",
    }


def check_run(to: Addresses, repo: Repository, one: CheckRun) -> Json:
    """The check run as `check-run`."""
    at = to.api(f"/repos/{repo.full_name}/check-runs/{one.id}")
    return {
        "id": one.id,
        "name": one.name,
        "node_id": one.node_id,
        "head_sha": one.suite.sha,
        "external_id": one.external_id,
        "url": at,
        "html_url": to.html(f"/{repo.full_name}/runs/{one.id}"),
        "details_url": one.details_url,
        "status": one.status,
        "conclusion": one.conclusion,
        "started_at": stamp(one.started_at),
        "completed_at": optional_stamp(one.completed_at),
        "output": {
            "title": one.output.get("title"),
            "summary": one.output.get("summary"),
            "text": one.output.get("text"),
            "annotations_count": 0,
            "annotations_url": f"{at}/annotations",
        },
        "check_suite": {"id": one.suite.id},
        "app": app(to, one.suite.app),
        "pull_requests": [],
    }


def check_suite(to: Addresses, repo: Repository, one: CheckSuite) -> Json:
    """The suite as `check-suite`; one without runs counts none in `latest_check_runs_count`."""
    at = to.api(f"/repos/{repo.full_name}/check-suites/{one.id}")
    commit = repo.commits[one.sha]
    return {
        "id": one.id,
        "node_id": one.node_id,
        "head_branch": None,
        "head_sha": one.sha,
        "status": one.status,
        "conclusion": one.conclusion,
        "url": at,
        "before": commit.parents[0] if commit.parents else None,
        "after": one.sha,
        "pull_requests": [],
        "app": app(to, one.app),
        "created_at": stamp(one.created_at),
        "updated_at": stamp(one.updated_at),
        "latest_check_runs_count": len(one.runs),
        "check_runs_url": f"{at}/check-runs",
        "head_commit": _simple_commit(commit),
        "repository": minimal(to, repo),
    }


def _simple_commit(commit: Commit) -> Json:
    who = {"name": commit.author.login, "email": f"{commit.author.login}@users.noreply.github.com"}
    return {
        "id": commit.sha,
        "tree_id": commit.sha,
        "message": commit.message,
        "timestamp": stamp(commit.at),
        "author": who,
        "committer": who,
    }


def activity(to: Addresses, one: Activity) -> Json:
    """One line of the activity log as `activity`."""
    return {
        "id": one.id,
        "node_id": one.node_id,
        "before": one.before,
        "after": one.after,
        "ref": one.ref,
        "timestamp": stamp(one.at),
        "activity_type": one.kind,
        "actor": author(to, one.actor),
    }
