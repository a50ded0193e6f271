"""What a tick knows of GitHub, as frozen values filled by the scout or by a full reading.

A field that was not read is None, never empty: the pure core asks for what it misses (see
ballot/plan.py), so that "could not read" can never pass for "there is none" (protocol P23).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum

from inbox.labels import PENDING
from inbox.policy import Visibility
from inbox.refs import Account, HeadSha, IssueRef, PullRef, RepoRef


@dataclass(frozen=True, slots=True)
class Revision:
    """One saved text: who saved it and when; None where GitHub no longer tells."""

    at: datetime | None
    by: Account | None
    text: str | None


@dataclass(frozen=True, slots=True)
class Reaction:
    """One reaction in REST spelling (`+1`, `-1`, `heart`, …)."""

    id: int
    content: str
    by: Account | None
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment of an issue's or pull request's conversation.

    `history` holds every revision, oldest first, None while it is edited and not looked into;
    `via_app` is None where only the scout looked (GraphQL does not tell); `reactions` is None
    until asked for, which only notices need. `node_id` is its name in GraphQL, here as elsewhere.
    """

    id: int
    author: Account | None
    body: str
    created_at: datetime | None
    edited_at: datetime | None = None
    history: tuple[Revision, ...] | None = None
    via_app: bool | None = None
    via_email: bool | None = None
    reactions: tuple[Reaction, ...] | None = None
    url: str = ""
    node_id: str = ""

    @property
    def revisions(self) -> tuple[Revision, ...] | None:
        """Every text it had, oldest first; None when it was edited and the history is unread."""
        if self.history is None and self.edited_at is None:
            return (Revision(self.created_at, self.author, self.body),)
        return self.history

    @property
    def last_changed(self) -> datetime | None:
        """When its present text was saved."""
        return self.edited_at or self.created_at


class EventKind(Enum):
    """The happenings of an issue or pull request that the protocol reads."""

    CLOSED = "closed"
    REOPENED = "reopened"
    RENAMED = "renamed"
    COMMENT_DELETED = "comment deleted"
    BASE_CHANGED = "base changed"
    UNLABELLED = "label taken off"
    HEAD_FORCED = "head force-pushed"


@dataclass(frozen=True, slots=True)
class Event:
    """One happening; `before` and `after` are titles or base names, `of` wrote a deleted comment.

    `closer` says what closed the issue where it was no person's own closing (GraphQL `closer`),
    `reason` is GitHub's reason of a closing (`completed`, `not_planned`, `duplicate`).
    """

    id: str
    kind: EventKind
    by: Account | None
    at: datetime | None
    before: str = ""
    after: str = ""
    of: Account | None = None
    closer: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Extent:
    """How much a whole reading would find, as the scout counted it."""

    reactions: int = 0
    comments: int = 0


UNCOUNTED = Extent()


@dataclass(frozen=True, slots=True)
class Ballot:
    """An issue with (or formerly with) the pending label, as read.

    `whole` is True for a full reading of every page; a scouted one lists in `overflow` what did not
    fit. Comments are in the order they were made. `closed_as` is REST's reason of its closing.
    """

    ref: IssueRef
    url: str
    author: Account | None
    title: str
    body: str
    created_at: datetime | None
    is_open: bool
    labels: frozenset[str]
    edited_at: datetime | None = None
    history: tuple[Revision, ...] | None = None
    reactions: tuple[Reaction, ...] = ()
    comments: tuple[Comment, ...] = ()
    events: tuple[Event, ...] = ()
    is_locked: bool = False
    closed_as: str = ""
    whole: bool = False
    overflow: frozenset[str] = frozenset()
    extent: Extent = UNCOUNTED
    node_id: str = ""

    @property
    def revisions(self) -> tuple[Revision, ...] | None:
        """Every body it had, oldest first; None when it was edited and the history is unread."""
        if self.history is None and self.edited_at is None:
            return (Revision(self.created_at, self.author, self.body),)
        return self.history

    @property
    def is_pending(self) -> bool:
        """True while it carries the label that says it waits for its owner."""
        return PENDING in self.labels


@dataclass(frozen=True, slots=True)
class Pull:
    """A pull request; `comments` and `base_changes` are None where nobody looked.

    Force-pushes of the head are among the `base_changes`: both say that it moved.
    `body` is its description, with `edited_at` and `history` only after a whole reading.
    A list entry has neither `changed_files` nor `mergeable`; the latter is also None while GitHub
    computes it. `head_repo` is None when the fork is gone.
    """

    ref: PullRef
    url: str
    author: Account | None
    title: str
    is_open: bool
    is_merged: bool
    is_draft: bool
    head: HeadSha
    head_ref: str
    head_repo: RepoRef | None
    base: str
    labels: frozenset[str]
    changed_files: int | None = None
    mergeable: bool | None = None
    comments: tuple[Comment, ...] | None = None
    base_changes: tuple[Event, ...] | None = None
    whole: bool = False
    overflow: frozenset[str] = frozenset()
    extent: Extent = UNCOUNTED
    node_id: str = ""
    body: str = ""
    created_at: datetime | None = None
    edited_at: datetime | None = None
    history: tuple[Revision, ...] | None = None
    is_locked: bool = False


APPROVAL_CONTEXT = "decision-inbox/approval"
"""The context of the commit status that shows the owner's answer (protocol P35)."""

DECISIONS_CONTEXT = "decision-inbox/decisions"
"""The context of the commit status that shows open questions (ruling D10)."""


class State(Enum):
    """The states of a commit status."""

    ERROR = "error"
    FAILURE = "failure"
    PENDING = "pending"
    SUCCESS = "success"


@dataclass(frozen=True, slots=True)
class Status:
    """Our commit status on a head, and who set it when."""

    state: State
    description: str
    target_url: str
    by: Account | None
    at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository as the survey found it; `name` is its present name, `labels` ours that exist."""

    name: RepoRef
    visibility: Visibility
    is_archived: bool
    has_issues: bool
    default_branch: str
    labels: frozenset[str]


@dataclass(frozen=True, slots=True)
class World:
    """Everything a tick has read, changed by the effects of what it wrote.

    `statuses` are those of `decision-inbox/approval`, `gates` those of `decision-inbox/decisions`.
    """

    bot: Account
    now: datetime
    repositories: Mapping[RepoRef, Repository] = field(default_factory=dict)
    ballots: Mapping[IssueRef, Ballot] = field(default_factory=dict)
    pulls: Mapping[PullRef, Pull] = field(default_factory=dict)
    statuses: Mapping[tuple[RepoRef, HeadSha], Status] = field(default_factory=dict)
    gates: Mapping[tuple[RepoRef, HeadSha], Status] = field(default_factory=dict)

    def with_ballot(self, ballot: Ballot) -> World:
        """This world with that ballot as it now is."""
        return replace(self, ballots={**self.ballots, ballot.ref: ballot})

    def with_pull(self, pull: Pull) -> World:
        """This world with that pull request as it now is."""
        return replace(self, pulls={**self.pulls, pull.ref: pull})
