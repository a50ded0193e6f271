"""Pull requests and their files in REST answers."""

from __future__ import annotations

from inbox.simulator.addresses import Addresses, encoded
from inbox.simulator.clock import optional_stamp, stamp
from inbox.simulator.conversation import ChangedFile, PullRequest
from inbox.simulator.minting import blob_sha
from inbox.simulator.repository import Repository
from inbox.simulator.shapes.conversations import association, labels
from inbox.simulator.shapes.people import Json, author, user
from inbox.simulator.shapes.repositories import repository


def simple(to: Addresses, pull: PullRequest) -> Json:
    """The pull request as lists show it (`pull-request-simple`)."""
    links = _links(to, pull)
    at, page, statuses = links["self"], links["html"], links["statuses"]
    return {
        "url": at,
        "id": pull.id,
        "node_id": pull.node_id,
        "html_url": page,
        "diff_url": f"{page}.diff",
        "patch_url": f"{page}.patch",
        "issue_url": links["issue"],
        "number": pull.number,
        "state": pull.state,
        "locked": pull.locked,
        "title": pull.title,
        "user": author(to, pull.author),
        "body": pull.body.text or None,
        "created_at": stamp(pull.created_at),
        "updated_at": stamp(pull.updated_at),
        "closed_at": optional_stamp(pull.closed_at),
        "merged_at": optional_stamp(pull.merged_at),
        "merge_commit_sha": pull.merge_sha,
        "assignee": user(to, pull.assignees[0]) if pull.assignees else None,
        "assignees": [user(to, one) for one in pull.assignees],
        "requested_reviewers": [],
        "requested_teams": [],
        "labels": labels(to, pull),
        "milestone": None,
        "draft": pull.draft,
        "commits_url": links["commits"],
        "review_comments_url": links["review_comments"],
        "review_comment_url": links["review_comment"],
        "comments_url": links["comments"],
        "statuses_url": statuses,
        "head": _head(to, pull),
        "base": _side(to, pull.repo, pull.base_ref, pull.base_sha),
        "_links": {name: {"href": address} for name, address in links.items()},
        "author_association": association(pull, pull.author),
        "auto_merge": None,
        "active_lock_reason": pull.lock_reason,
    }


def _links(to: Addresses, pull: PullRequest) -> dict[str, str]:
    home = pull.repo.full_name
    at = to.api(f"/repos/{home}/pulls/{pull.number}")
    issue = to.api(f"/repos/{home}/issues/{pull.number}")
    return {
        "self": at,
        "html": to.html(f"/{home}/pull/{pull.number}"),
        "issue": issue,
        "comments": f"{issue}/comments",
        "review_comments": f"{at}/comments",
        "review_comment": to.api(f"/repos/{home}/pulls/comments{{/number}}"),
        "commits": f"{at}/commits",
        "statuses": to.api(f"/repos/{home}/statuses/{pull.head_sha}"),
    }


def _head(to: Addresses, pull: PullRequest) -> Json:
    if pull.head_repo is not None and not pull.head_repo.deleted:
        return _side(to, pull.head_repo, pull.head_ref, pull.head_sha)
    owner = pull.head_owner
    return {
        "label": f"{owner.login if owner else 'unknown repository'}:{pull.head_ref}",
        "ref": pull.head_ref,
        "sha": pull.head_sha,
        "user": None if owner is None else author(to, owner),
        "repo": None,
    }


def _side(to: Addresses, repo: Repository, ref: str, sha: str) -> Json:
    return {
        "label": f"{repo.owner.login}:{ref}",
        "ref": ref,
        "sha": sha,
        "user": user(to, repo.owner),
        "repo": repository(to, repo),
    }


def full(to: Addresses, pull: PullRequest, mergeable: bool | None, state: str) -> Json:
    """The pull request as its own address shows it (`pull-request`)."""
    return {
        **simple(to, pull),
        "merged": pull.merged,
        "mergeable": mergeable,
        "rebaseable": mergeable,
        "mergeable_state": state,
        "merged_by": None if pull.merged_by is None else author(to, pull.merged_by),
        "comments": len(pull.comments),
        "review_comments": 0,
        "maintainer_can_modify": False,
        "commits": len(pull.commits),
        "additions": sum(file.additions for file in pull.files),
        "deletions": sum(file.deletions for file in pull.files),
        "changed_files": count_files(pull),
    }


def count_files(pull: PullRequest) -> int:
    """How many files GitHub says it changes; a story may say more than it lists."""
    return len(pull.files) if pull.changed_files is None else pull.changed_files


def file(to: Addresses, pull: PullRequest, one: ChangedFile) -> Json:
    """One changed file as `diff-entry`; binary and large ones have no patch."""
    path = encoded(one.filename).replace("%2F", "/")
    home = pull.repo.full_name
    told: Json = {
        "sha": one.sha or blob_sha(f"{one.filename} {pull.head_sha}".encode()),
        "filename": one.filename,
        "status": one.status,
        "additions": one.additions,
        "deletions": one.deletions,
        "changes": one.additions + one.deletions,
        "blob_url": to.html(f"/{home}/blob/{pull.head_sha}/{path}"),
        "raw_url": to.html(f"/{home}/raw/{pull.head_sha}/{path}"),
        "contents_url": to.api(f"/repos/{home}/contents/{path}?ref={pull.head_sha}"),
    }
    if one.patch is not None:
        told["patch"] = one.patch
    if one.previous_filename is not None:
        told["previous_filename"] = one.previous_filename
    return told
