"""What a run left behind, as plain values that two runs can be compared by."""

from __future__ import annotations

from typing import Any

from inbox.simulator.conversation import Comment, Conversation, PullRequest, Reaction
from inbox.simulator.deeds.checks import newest
from inbox.simulator.repository import Repository
from inbox.simulator.world import World


def snapshot(world: World) -> dict[str, Any]:
    """Repositories with their labels, conversations, statuses and branches.

    Ids, node ids and times are left out; texts are whole, so a marker that carries a time or a
    nonce is the caller's to even out.
    """
    return {repo.full_name: _repository(repo) for repo in world.repositories.values()}


def _repository(repo: Repository) -> dict[str, Any]:
    return {
        "labels": {one.name: (one.color, one.description) for one in repo.labels.values()},
        "conversations": {
            number: _conversation(one) for number, one in sorted(repo.conversations.items())
        },
        "statuses": {
            sha: {
                one.context: (one.state, one.description, one.creator.rest_login)
                for one in newest(repo, sha)
            }
            for sha in repo.statuses
        },
        "branches": sorted(repo.branches),
    }


def _conversation(of: Conversation) -> dict[str, Any]:
    told: dict[str, Any] = {
        "title": of.title,
        "author": of.author.rest_login,
        "body": of.body.text,
        "state": of.state,
        "state_reason": of.state_reason,
        "locked": of.locked,
        "labels": sorted(of.label_names),
        "assignees": sorted(one.login for one in of.assignees),
        "reactions": _reactions(of.reactions),
        "comments": [_comment(one) for one in of.comments],
    }
    if isinstance(of, PullRequest):
        told |= {
            "head": of.head_sha,
            "base": of.base_ref,
            "draft": of.draft,
            "merged": of.merged,
            "merged_by": None if of.merged_by is None else of.merged_by.rest_login,
        }
    return told


def _comment(one: Comment) -> dict[str, Any]:
    return {
        "author": one.author.rest_login,
        "body": one.body.text,
        "hidden": one.minimized_reason is not None,
        "reactions": _reactions(one.reactions),
    }


def _reactions(reactions: list[Reaction]) -> list[tuple[str, str]]:
    return sorted((one.user.rest_login, one.content) for one in reactions)
