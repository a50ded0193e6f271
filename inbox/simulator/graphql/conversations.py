"""Issues, pull requests and the places of comments in GraphQL."""

from __future__ import annotations

from typing import Any

from inbox.simulator.accounts import Account
from inbox.simulator.conversation import Comment, Conversation, Issue, PullRequest
from inbox.simulator.deeds import mergeability
from inbox.simulator.graphql.connections import Page, page
from inbox.simulator.graphql.people import shown
from inbox.simulator.graphql.resolving import TYPE_NAMES, Asking, resolves
from inbox.simulator.repository import Repository
from inbox.simulator.shapes.pulls import count_files

TYPE_NAMES[Issue] = "Issue"
TYPE_NAMES[PullRequest] = "PullRequest"

Args = dict[str, Any]
Text = Conversation | Comment
_TEXTS = ("Issue", "PullRequest", "IssueComment")
_BOTH = ("Issue", "PullRequest")


@resolves("comments", *_BOTH)
def comments(source: Conversation, _asking: Asking, args: Args) -> Page:
    """The comments, oldest first unless ordered by update."""
    found = list(source.comments)
    if order := args.get("orderBy"):
        found.sort(key=lambda one: (one.updated_at, one.id), reverse=order["direction"] == "DESC")
    return page(found, args)


@resolves("isMinimized", "IssueComment")
def is_minimized(source: Comment, _asking: Asking, _args: Args) -> bool:
    """True when hidden."""
    return source.minimized_reason is not None


@resolves("pullRequest", "IssueComment")
def pull_of(source: Comment, _asking: Asking, _args: Args) -> PullRequest | None:
    """The pull request it stands on, null on an issue."""
    return source.of if isinstance(source.of, PullRequest) else None


@resolves("repository", *_TEXTS)
def repository(source: Text, _asking: Asking, _args: Args) -> Repository:
    """Where it is."""
    return source.of.repo if isinstance(source, Comment) else source.repo


@resolves("url", *_TEXTS)
def url(source: Text, asking: Asking, _args: Args) -> str:
    """The page."""
    of = source.of if isinstance(source, Comment) else source
    kind = "pull" if isinstance(of, PullRequest) else "issues"
    anchor = f"#issuecomment-{source.id}" if isinstance(source, Comment) else ""
    return asking.to.html(f"/{of.repo.full_name}/{kind}/{of.number}{anchor}")


@resolves("labels", *_BOTH)
def labels(source: Conversation, _asking: Asking, args: Args) -> Page:
    """The labels it carries."""
    return page(source.labels, args)


@resolves("assignees", *_BOTH)
def assignees(source: Conversation, _asking: Asking, args: Args) -> Page:
    """Who is assigned."""
    return page(source.assignees, args)


@resolves("closed", *_BOTH)
def closed(source: Conversation, _asking: Asking, _args: Args) -> bool:
    """True when closed or merged."""
    return source.state == "closed"


@resolves("activeLockReason", *_BOTH)
def active_lock_reason(source: Conversation, _asking: Asking, _args: Args) -> str | None:
    """Why it is locked."""
    reason = source.lock_reason
    return None if reason is None else reason.upper().replace("-", "_").replace(" ", "_")


@resolves("state", *_BOTH)
def state(source: Conversation, _asking: Asking, _args: Args) -> str:
    """`OPEN`, `CLOSED`, and `MERGED` for pull requests."""
    merged = isinstance(source, PullRequest) and source.merged
    return "MERGED" if merged else source.state.upper()


@resolves("stateReason", "Issue")
def state_reason(source: Issue, _asking: Asking, args: Args) -> str | None:
    """Why it is in its state; duplicates show as not planned unless asked for."""
    reason = None if source.state_reason is None else source.state_reason.upper()
    return "NOT_PLANNED" if reason == "DUPLICATE" and not args.get("enableDuplicate") else reason


@resolves("headRefName", "PullRequest")
def head_ref_name(source: PullRequest, _asking: Asking, _args: Args) -> str:
    """The branch that asks."""
    return source.head_ref


@resolves("headRefOid", "PullRequest")
def head_ref_oid(source: PullRequest, _asking: Asking, _args: Args) -> str:
    """The head as it is now."""
    return source.head_sha


@resolves("headRepository", "PullRequest")
def head_repository(source: PullRequest, asking: Asking, _args: Args) -> Repository | None:
    """Where the branch lives; null when that fork was deleted, or is not for these eyes."""
    home = source.head_repo
    return home if home is not None and asking.sees(home) else None


@resolves("isCrossRepository", "PullRequest")
def is_cross_repository(source: PullRequest, _asking: Asking, _args: Args) -> bool:
    """True for a branch of a fork."""
    return source.head_repo is not source.repo


@resolves("baseRefName", "PullRequest")
def base_ref_name(source: PullRequest, _asking: Asking, _args: Args) -> str:
    """The branch it asks to go into."""
    return source.base_ref


@resolves("baseRefOid", "PullRequest")
def base_ref_oid(source: PullRequest, _asking: Asking, _args: Args) -> str:
    """Where that branch stands."""
    return source.base_sha


@resolves("isDraft", "PullRequest")
def is_draft(source: PullRequest, _asking: Asking, _args: Args) -> bool:
    """True for a draft."""
    return source.draft


@resolves("mergedBy", "PullRequest")
def merged_by(source: PullRequest, _asking: Asking, _args: Args) -> Account | None:
    """Who merged it."""
    return shown(source.merged_by)


@resolves("mergeable", "PullRequest")
def mergeable(source: PullRequest, _asking: Asking, _args: Args) -> str:
    """Whether it merges cleanly, `UNKNOWN` while GitHub computes it."""
    value, _ = mergeability.look(source)
    return "UNKNOWN" if value is None else "MERGEABLE" if value else "CONFLICTING"


@resolves("mergeStateStatus", "PullRequest")
def merge_state_status(source: PullRequest, _asking: Asking, _args: Args) -> str:
    """What stands between it and its base."""
    return mergeability.look(source)[1].upper()


@resolves("changedFiles", "PullRequest")
def changed_files(source: PullRequest, _asking: Asking, _args: Args) -> int:
    """How many files it changes."""
    return count_files(source)


@resolves("additions", "PullRequest")
def additions(source: PullRequest, _asking: Asking, _args: Args) -> int:
    """Added lines."""
    return sum(one.additions for one in source.files)


@resolves("deletions", "PullRequest")
def deletions(source: PullRequest, _asking: Asking, _args: Args) -> int:
    """Removed lines."""
    return sum(one.deletions for one in source.files)
