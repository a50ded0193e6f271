"""Repositories, branches, labels and commits in GraphQL."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from inbox.simulator.accounts import Account
from inbox.simulator.clock import read_stamp
from inbox.simulator.conversation import Conversation, Issue, PullRequest
from inbox.simulator.deeds import branches
from inbox.simulator.graphql.checks import At
from inbox.simulator.graphql.connections import Page, page
from inbox.simulator.graphql.resolving import TYPE_NAMES, Asking, failure, resolves
from inbox.simulator.refusals import Violation
from inbox.simulator.repository import Label, Repository

TYPE_NAMES[Repository] = "Repository"
TYPE_NAMES[Label] = "Label"

Args = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ref:
    """A branch and the commit it points at."""

    id: str
    name: str
    prefix: str
    target: At


TYPE_NAMES[Ref] = "Ref"


@resolves("id", "Repository", "Label")
def global_id(source: Repository | Label, _asking: Asking, _args: Args) -> str:
    """The global id."""
    return source.node_id


@resolves("databaseId", "Repository")
def database_id(source: Repository, _asking: Asking, _args: Args) -> int:
    """The id that REST has."""
    return source.id


@resolves("nameWithOwner", "Repository")
def name_with_owner(source: Repository, _asking: Asking, _args: Args) -> str:
    """`owner/name` as it is now."""
    return source.full_name


@resolves("visibility", "Repository")
def visibility(source: Repository, _asking: Asking, _args: Args) -> str:
    """`PUBLIC`, `PRIVATE` or `INTERNAL`."""
    return source.visibility.upper()


@resolves("isArchived", "Repository")
def is_archived(source: Repository, _asking: Asking, _args: Args) -> bool:
    """True when read-only."""
    return source.archived


@resolves("isFork", "Repository")
def is_fork(source: Repository, _asking: Asking, _args: Args) -> bool:
    """True for a fork."""
    return source.fork_of is not None


@resolves("isDisabled", "Repository")
@resolves("isLocked", "Repository")
def never(_source: Repository, _asking: Asking, _args: Args) -> bool:
    """False: the simulator has no such repositories."""
    return False


@resolves("hasIssuesEnabled", "Repository")
def has_issues_enabled(source: Repository, _asking: Asking, _args: Args) -> bool:
    """True unless issues are switched off."""
    return source.has_issues


@resolves("url", "Repository")
def url(source: Repository, asking: Asking, _args: Args) -> str:
    """The page of the repository."""
    return asking.to.html(f"/{source.full_name}")


@resolves("owner", "Repository")
def owner(source: Repository, _asking: Asking, _args: Args) -> Account:
    """Whose repository it is."""
    return source.owner


def _ref(repo: Repository, name: str) -> Ref | None:
    sha = repo.branches.get(name.removeprefix("refs/heads/"))
    if sha is None:
        return None
    short = name.removeprefix("refs/heads/")
    return Ref(f"REF_{repo.id}_{short}", short, "refs/heads/", At(repo, repo.commits[sha]))


@resolves("defaultBranchRef", "Repository")
def default_branch_ref(source: Repository, asking: Asking, _args: Args) -> Ref | None:
    """The default branch."""
    asking.require(source, "contents: read", "metadata: read")
    return _ref(source, source.default_branch)


@resolves("ref", "Repository")
def ref(source: Repository, asking: Asking, args: Args) -> Ref | None:
    """The branch of that name."""
    asking.require(source, "contents: read")
    return _ref(source, args["qualifiedName"])


@resolves("object", "Repository")
def git_object(source: Repository, asking: Asking, args: Args) -> At | None:
    """The commit that an expression or a full id names."""
    asking.require(source, "contents: read", "pull_requests: read", "statuses: read")
    wanted = args.get("oid") or args.get("expression")
    if not wanted or ":" in wanted:
        raise Violation("`object` takes `oid` or an `expression` that names a commit")
    found = branches.resolve(source, wanted)
    return None if found is None else At(source, found)


@resolves("label", "Repository")
def label(source: Repository, _asking: Asking, args: Args) -> Label | None:
    """The label of that name in any letter case."""
    return source.label(args["name"])


@resolves("labels", "Repository")
def labels(source: Repository, asking: Asking, args: Args) -> Page:
    """The labels whose name or description holds `query`."""
    asking.require(source, "issues: read", "pull_requests: read", "metadata: read")
    wanted = (args.get("query") or "").casefold()
    found = [
        one
        for one in source.labels.values()
        if wanted in one.name.casefold() or wanted in (one.description or "").casefold()
    ]
    return page(found, args)


@resolves("url", "Label")
def label_url(source: Label, asking: Asking, _args: Args) -> str:
    """The page of the label; without its repository, which it does not know."""
    return asking.to.html(f"/labels/{source.name}")


@resolves("issue", "Repository")
def issue(source: Repository, asking: Asking, args: Args) -> Issue:
    """The issue of that number; NOT_FOUND for pull requests, deleted and transferred ones."""
    asking.require(source, "issues: read")
    found = source.conversations.get(args["number"])
    if not isinstance(found, Issue):
        raise _missing("an Issue", args)
    return found


@resolves("pullRequest", "Repository")
def pull_request(source: Repository, asking: Asking, args: Args) -> PullRequest:
    """The pull request of that number; NOT_FOUND."""
    asking.require(source, "pull_requests: read")
    found = source.conversations.get(args["number"])
    if not isinstance(found, PullRequest):
        raise _missing("a PullRequest", args)
    return found


@resolves("issueOrPullRequest", "Repository")
def issue_or_pull_request(source: Repository, asking: Asking, args: Args) -> Conversation:
    """Whatever has that number; NOT_FOUND."""
    asking.require(source, "issues: read", "pull_requests: read")
    found = source.conversations.get(args["number"])
    if found is None:
        raise _missing("an issue or pull request", args)
    return found


def _missing(what: str, args: Args) -> Exception:
    return failure("NOT_FOUND", f"Could not resolve to {what} with the number of {args['number']}.")


@resolves("issues", "Repository")
def issues(source: Repository, asking: Asking, args: Args) -> Page:
    """Issues without pull requests; `labels` are joined by OR, unlike in REST (facts 2.4)."""
    asking.require(source, "issues: read")
    filters = args.get("filterBy") or {}
    names = [*(args.get("labels") or []), *(filters.get("labels") or [])]
    states = args.get("states") or filters.get("states")
    since = read_stamp(filters["since"]) if filters.get("since") else None
    creator = (filters.get("createdBy") or "").casefold()
    found = [
        one
        for one in source.conversations.values()
        if isinstance(one, Issue)
        and _fits(one, states, names)
        and (since is None or one.updated_at >= since)
        and creator in ("", one.author.login.casefold(), one.author.rest_login.casefold())
    ]
    return page(_ordered(found, args.get("orderBy")), args)


@resolves("pullRequests", "Repository")
def pull_requests(source: Repository, asking: Asking, args: Args) -> Page:
    """Pull requests in these states, with any of these labels."""
    asking.require(source, "pull_requests: read")
    found = [
        one
        for one in source.conversations.values()
        if isinstance(one, PullRequest)
        and _fits(one, args.get("states"), args.get("labels") or [])
        and args.get("baseRefName") in (None, one.base_ref)
        and args.get("headRefName") in (None, one.head_ref)
    ]
    return page(_ordered(found, args.get("orderBy")), args)


def _fits(one: Conversation, states: list[str] | None, names: list[str]) -> bool:
    state = "MERGED" if isinstance(one, PullRequest) and one.merged else one.state.upper()
    if states and state not in states:
        return False
    mine = {name.casefold() for name in one.label_names}
    return not names or any(name.casefold() in mine for name in names)


def _ordered(found: list[Any], order: dict[str, str] | None) -> list[Any]:
    asked = order or {"field": "CREATED_AT", "direction": "ASC"}

    def key(one: Conversation) -> tuple[datetime | int, int]:
        match asked["field"]:
            case "UPDATED_AT":
                return one.updated_at, one.number
            case "COMMENTS":
                return len(one.comments), one.number
            case _:
                return one.created_at, one.number

    return sorted(found, key=key, reverse=asked["direction"] == "DESC")
