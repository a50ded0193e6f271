"""Issues, comments, reactions and labels in REST answers."""

from __future__ import annotations

from inbox.simulator.accounts import Account, Role
from inbox.simulator.addresses import Addresses, encoded
from inbox.simulator.clock import optional_stamp, stamp
from inbox.simulator.conversation import (
    REACTIONS,
    Comment,
    Conversation,
    Issue,
    PullRequest,
    Reaction,
)
from inbox.simulator.repository import Label, Repository
from inbox.simulator.shapes.people import Json, app, author, user


def label(to: Addresses, repo: Repository, one: Label) -> Json:
    """The label as `label`."""
    return {
        "id": one.id,
        "node_id": one.node_id,
        "url": to.api(f"/repos/{repo.full_name}/labels/{encoded(one.name)}"),
        "name": one.name,
        "color": one.color,
        "default": False,
        "description": one.description,
    }


def labels(to: Addresses, of: Conversation) -> list[Json]:
    """The labels it carries."""
    return [label(to, of.repo, one) for one in of.labels]


def association(of: Conversation, account: Account) -> str:
    """How the account stands to the repository; no sign of authority (facts 5)."""
    if account.id == of.repo.owner.id:
        return "OWNER"
    if of.repo.role_of(account) >= Role.TRIAGE and not account.is_bot:
        return "COLLABORATOR"
    return "NONE"


def rollup(at: str, reactions: list[Reaction]) -> Json:
    """The reaction counts that ride along with issues and comments."""
    counts = dict.fromkeys(REACTIONS, 0)
    for one in reactions:
        counts[one.content] += 1
    return {"url": f"{at}/reactions", "total_count": len(reactions), **counts}


def reaction(to: Addresses, one: Reaction) -> Json:
    """The reaction as `reaction`; a deleted account's has no user."""
    return {
        "id": one.id,
        "node_id": one.node_id,
        "user": author(to, one.user),
        "content": one.content,
        "created_at": stamp(one.created_at),
    }


def issue(to: Addresses, of: Conversation, *, single: bool = False) -> Json:
    """The issue, or the issue side of a pull request, as `issue`; `single` adds `closed_by`."""
    at = to.api(f"/repos/{of.repo.full_name}/issues/{of.number}")
    kind = "pull" if isinstance(of, PullRequest) else "issues"
    page = to.html(f"/{of.repo.full_name}/{kind}/{of.number}")
    told: Json = {
        "url": at,
        "repository_url": to.api(f"/repos/{of.repo.full_name}"),
        "labels_url": f"{at}/labels{{/name}}",
        "comments_url": f"{at}/comments",
        "events_url": f"{at}/events",
        "html_url": page,
        "id": of.issue_id if isinstance(of, PullRequest) else of.id,
        "node_id": of.node_id,
        "number": of.number,
        "title": of.title,
        "user": author(to, of.author),
        "labels": labels(to, of),
        "state": of.state,
        "locked": of.locked,
        "assignee": user(to, of.assignees[0]) if of.assignees else None,
        "assignees": [user(to, one) for one in of.assignees],
        "milestone": None,
        "comments": len(of.comments),
        "created_at": stamp(of.created_at),
        "updated_at": stamp(of.updated_at),
        "closed_at": optional_stamp(of.closed_at),
        "author_association": association(of, of.author),
        "active_lock_reason": of.lock_reason,
        "body": of.body.text or None,
        "reactions": rollup(at, of.reactions),
        "timeline_url": f"{at}/timeline",
        "performed_via_github_app": app(to, of.via_app),
        "state_reason": of.state_reason,
    }
    if isinstance(of, PullRequest):
        told["draft"] = of.draft
        told["pull_request"] = _pull_links(to, of, page)
    elif isinstance(of, Issue):
        told["sub_issues_summary"] = {"total": 0, "completed": 0, "percent_completed": 0}
    if single:
        told["closed_by"] = None if of.closed_by is None else author(to, of.closed_by)
    return told


def _pull_links(to: Addresses, of: PullRequest, page: str) -> Json:
    return {
        "url": to.api(f"/repos/{of.repo.full_name}/pulls/{of.number}"),
        "html_url": page,
        "diff_url": f"{page}.diff",
        "patch_url": f"{page}.patch",
        "merged_at": optional_stamp(of.merged_at),
    }


def comment(to: Addresses, one: Comment) -> Json:
    """The comment as `issue-comment`."""
    home = one.of.repo.full_name
    at = to.api(f"/repos/{home}/issues/comments/{one.id}")
    kind = "pull" if isinstance(one.of, PullRequest) else "issues"
    reason = one.minimized_reason
    return {
        "url": at,
        "html_url": to.html(f"/{home}/{kind}/{one.of.number}#issuecomment-{one.id}"),
        "issue_url": to.api(f"/repos/{home}/issues/{one.of.number}"),
        "id": one.id,
        "node_id": one.node_id,
        "user": author(to, one.author),
        "created_at": stamp(one.created_at),
        "updated_at": stamp(one.updated_at),
        "author_association": association(one.of, one.author),
        "body": one.body.text,
        "reactions": rollup(at, one.reactions),
        "performed_via_github_app": app(to, one.via_app),
        "pin": None,
        "minimized": None if reason is None else {"reason": reason},
    }
