"""Repositories in REST answers (`full-repository`, `minimal-repository`, `repository`)."""

from __future__ import annotations

from typing import Any

from inbox.simulator.accounts import Role
from inbox.simulator.addresses import Addresses
from inbox.simulator.clock import stamp
from inbox.simulator.repository import Repository
from inbox.simulator.shapes.people import Json, rights, user

_LINKS = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}


def minimal(to: Addresses, repo: Repository) -> Json:
    """The repository as `minimal-repository`."""
    at = to.api(f"/repos/{repo.full_name}")
    return {
        "id": repo.id,
        "node_id": repo.node_id,
        "name": repo.name,
        "full_name": repo.full_name,
        "private": repo.is_private,
        "owner": user(to, repo.owner),
        "html_url": to.html(f"/{repo.full_name}"),
        "description": None,
        "fork": repo.fork_of is not None,
        "url": at,
        **{name: at + tail for name, tail in _LINKS.items()},
    }


def repository(to: Addresses, repo: Repository) -> Json:
    """The repository as `repository`, as it stands in a pull request's head and base."""
    clone = to.html(f"/{repo.full_name}")
    return {
        **minimal(to, repo),
        "git_url": f"git://github.com/{repo.full_name}.git",
        "ssh_url": f"git@github.com:{repo.full_name}.git",
        "clone_url": f"{clone}.git",
        "svn_url": clone,
        "mirror_url": None,
        "homepage": None,
        "language": None,
        "size": 1,
        "default_branch": repo.default_branch,
        "is_template": False,
        "topics": [],
        "has_issues": repo.has_issues,
        "has_projects": True,
        "has_wiki": True,
        "has_pages": False,
        "has_downloads": True,
        "has_discussions": False,
        "archived": repo.archived,
        "disabled": False,
        "visibility": repo.visibility,
        "license": None,
        "allow_merge_commit": "merge" in repo.rules.methods,
        "allow_squash_merge": "squash" in repo.rules.methods,
        "allow_rebase_merge": "rebase" in repo.rules.methods,
        "allow_auto_merge": False,
        "allow_update_branch": False,
        "delete_branch_on_merge": repo.rules.delete_branch,
        "allow_forking": True,
        "web_commit_signoff_required": False,
        "pushed_at": stamp(repo.activity[-1].at if repo.activity else repo.created_at),
        "created_at": stamp(repo.created_at),
        "updated_at": stamp(repo.created_at),
        **_counts(repo),
    }


def full(to: Addresses, repo: Repository, role: Role) -> Json:
    """The repository as `GET /repos/{owner}/{repo}` tells it to somebody of that role."""
    told: Json = {
        **repository(to, repo),
        "permissions": rights(role),
        "subscribers_count": 0,
        "network_count": 0,
        "use_squash_pr_title_as_default": False,
    }
    if repo.fork_of is not None:
        told["parent"] = repository(to, repo.fork_of)
        told["source"] = repository(to, repo.fork_of)
    return told


def _counts(repo: Repository) -> dict[str, Any]:
    opened = sum(one.state == "open" for one in repo.conversations.values())
    return {
        "forks_count": 0,
        "forks": 0,
        "stargazers_count": 0,
        "watchers_count": 0,
        "watchers": 0,
        "open_issues_count": opened,
        "open_issues": opened,
    }
