"""Timelines in GraphQL: events, comments and commits of one conversation, oldest first."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from inbox.simulator.accounts import Account
from inbox.simulator.clock import read_stamp
from inbox.simulator.conversation import Comment, Conversation, Event, PullRequest
from inbox.simulator.graphql.connections import Page, page
from inbox.simulator.graphql.people import shown
from inbox.simulator.graphql.pulls import PullCommit, listed_commits
from inbox.simulator.graphql.resolving import TYPE_NAMES, Asking, resolves, snake
from inbox.simulator.repository import Commit, Label, Repository

Args = dict[str, Any]

_TYPES = {
    "assigned": "AssignedEvent",
    "automatic_base_change_succeeded": "AutomaticBaseChangeSucceededEvent",
    "base_ref_changed": "BaseRefChangedEvent",
    "base_ref_deleted": "BaseRefDeletedEvent",
    "closed": "ClosedEvent",
    "comment_deleted": "CommentDeletedEvent",
    "convert_to_draft": "ConvertToDraftEvent",
    "converted_to_discussion": "ConvertedToDiscussionEvent",
    "head_ref_deleted": "HeadRefDeletedEvent",
    "head_ref_force_pushed": "HeadRefForcePushedEvent",
    "labeled": "LabeledEvent",
    "locked": "LockedEvent",
    "marked_as_duplicate": "MarkedAsDuplicateEvent",
    "merged": "MergedEvent",
    "ready_for_review": "ReadyForReviewEvent",
    "renamed": "RenamedTitleEvent",
    "reopened": "ReopenedEvent",
    "transferred": "TransferredEvent",
    "unassigned": "UnassignedEvent",
    "unlabeled": "UnlabeledEvent",
    "unlocked": "UnlockedEvent",
}
_EVENTS = tuple(_TYPES.values())
TYPE_NAMES[Event] = lambda event: _TYPES[event.kind]


Item = Event | Comment | PullCommit


def _item_type(one: Item) -> str:
    name = TYPE_NAMES[type(one)]
    return snake(name if isinstance(name, str) else name(one)).upper()


def _time(one: Item) -> datetime:
    match one:
        case Comment():
            return one.created_at
        case PullCommit():
            return one.commit.commit.at
        case Event():
            return one.at


@resolves("timelineItems", "Issue", "PullRequest")
def timeline_items(source: Conversation, _asking: Asking, args: Args) -> Page:
    """What happened, of these types and since then; the total counts these alone."""
    wanted = args.get("itemTypes")
    since = read_stamp(args["since"]) if args.get("since") else None
    found: list[Item] = [*source.events, *source.comments]
    if isinstance(source, PullRequest):
        found = [*listed_commits(source), *found]
    kept = [
        one
        for one in sorted(found, key=_time)
        if (not wanted or _item_type(one) in wanted) and (since is None or _time(one) >= since)
    ]
    told = page(kept, args)
    told.updated_at = source.updated_at
    return told


@resolves("id", *_EVENTS)
def global_id(source: Event, _asking: Asking, _args: Args) -> str:
    """The global id."""
    return source.node_id


@resolves("actor", *_EVENTS)
def actor(source: Event, _asking: Asking, _args: Args) -> Account | None:
    """Who did it."""
    return shown(source.actor)


@resolves("createdAt", *_EVENTS)
def created_at(source: Event, _asking: Asking, _args: Args) -> Any:
    """When it happened."""
    return source.at


@resolves("url", "ClosedEvent")
def url(source: Event, asking: Asking, _args: Args) -> str:
    """Where it is on the page."""
    of = source.of
    return asking.to.html(f"/{of.repo.full_name}/issues/{of.number}#event-{source.id}")


@resolves("closer", "ClosedEvent")
def closer(source: Event, _asking: Asking, _args: Args) -> Any:
    """The commit or pull request whose keyword closed it; null for a closing by hand."""
    return source.about.get("closer")


@resolves("stateReason", "ClosedEvent", "ReopenedEvent")
def state_reason(source: Event, _asking: Asking, _args: Args) -> str | None:
    """The reason given."""
    reason = source.about.get("state_reason")
    return None if reason is None else str(reason).upper()


@resolves("previousTitle", "RenamedTitleEvent")
def previous_title(source: Event, _asking: Asking, _args: Args) -> str:
    """The title before."""
    return str(source.about["rename"][0])


@resolves("currentTitle", "RenamedTitleEvent")
def current_title(source: Event, _asking: Asking, _args: Args) -> str:
    """The title after."""
    return str(source.about["rename"][1])


@resolves("databaseId", "CommentDeletedEvent", "BaseRefChangedEvent")
def database_id(_source: Event, _asking: Asking, _args: Args) -> None:
    """Null: event ids do not fit into 32 bits any more."""
    return


@resolves("deletedCommentAuthor", "CommentDeletedEvent")
def deleted_comment_author(source: Event, _asking: Asking, _args: Args) -> Account | None:
    """Whose comment it was."""
    return shown(source.about["author"])


@resolves("label", "LabeledEvent", "UnlabeledEvent")
def label(source: Event, _asking: Asking, _args: Args) -> Label:
    """The label, as it was then where it has gone since."""
    name, color = source.about["label"]
    known = source.of.repo.label(name)
    return known or Label(0, f"LA_gone_{name}", name, color, None, source.at)


@resolves("lockReason", "LockedEvent")
def lock_reason(source: Event, _asking: Asking, _args: Args) -> str | None:
    """The reason given."""
    reason = source.about.get("lock_reason")
    return None if reason is None else str(reason).upper().replace("-", "_").replace(" ", "_")


@resolves("fromRepository", "TransferredEvent")
def from_repository(source: Event, asking: Asking, _args: Args) -> Repository | None:
    """Where it was before."""
    home: Repository = source.about["from_repository"]
    return home if asking.sees(home) else None


@resolves("previousRefName", "BaseRefChangedEvent")
@resolves("oldBase", "AutomaticBaseChangeSucceededEvent")
def old_base(source: Event, _asking: Asking, _args: Args) -> str:
    """The base before."""
    return str(source.about["old"])


@resolves("currentRefName", "BaseRefChangedEvent")
@resolves("newBase", "AutomaticBaseChangeSucceededEvent")
def new_base(source: Event, _asking: Asking, _args: Args) -> str:
    """The base after."""
    return str(source.about["new"])


@resolves("baseRefName", "BaseRefDeletedEvent")
def deleted_base(source: Event, _asking: Asking, _args: Args) -> str | None:
    """The base that is gone."""
    return getattr(source.of, "base_ref", None)


@resolves("headRefName", "HeadRefDeletedEvent")
def deleted_head(source: Event, _asking: Asking, _args: Args) -> str:
    """The branch that is gone."""
    return str(getattr(source.of, "head_ref", ""))


@resolves("beforeCommit", "HeadRefForcePushedEvent")
def before_commit(source: Event, _asking: Asking, _args: Args) -> Commit | None:
    """The head before."""
    return source.of.repo.commits.get(source.about["old"])


@resolves("afterCommit", "HeadRefForcePushedEvent")
def after_commit(source: Event, _asking: Asking, _args: Args) -> Commit | None:
    """The head after."""
    return source.of.repo.commits.get(source.about["new"])


@resolves("canonical", "MarkedAsDuplicateEvent")
def canonical(source: Event, _asking: Asking, _args: Args) -> Conversation:
    """The one that stays."""
    found: Conversation = source.about["canonical"]
    return found


@resolves("duplicate", "MarkedAsDuplicateEvent")
def duplicate(source: Event, _asking: Asking, _args: Args) -> Conversation:
    """The one that was marked."""
    return source.of


@resolves("isCrossRepository", "MarkedAsDuplicateEvent")
def is_cross_repository(source: Event, _asking: Asking, _args: Args) -> bool:
    """True when the two are in different repositories."""
    return source.about["canonical"].repo is not source.of.repo


@resolves("commit", "MergedEvent")
def merge_commit(source: Event, _asking: Asking, _args: Args) -> Commit | None:
    """The merge commit."""
    return source.of.repo.commits.get(source.about["commit_id"])


@resolves("mergeRefName", "MergedEvent")
def merge_ref_name(source: Event, _asking: Asking, _args: Args) -> str:
    """The branch it went into."""
    return str(getattr(source.of, "base_ref", ""))


@resolves("assignee", "AssignedEvent", "UnassignedEvent")
def assignee(source: Event, _asking: Asking, _args: Args) -> Account | None:
    """Who was assigned."""
    return shown(source.about["assignee"])
