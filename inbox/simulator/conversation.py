"""Issues and pull requests: what people see as a conversation, with everything it remembers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from inbox.simulator.accounts import Account, App
from inbox.simulator.repository import Label, Repository
from inbox.simulator.texts import EditableText

REACTIONS = ("+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes")


@dataclass(slots=True, eq=False)
class Reaction:
    """One reaction of one account; each account has each content at most once."""

    id: int
    node_id: str
    user: Account
    content: str
    created_at: datetime


@dataclass(slots=True, eq=False)
class Comment:
    """A comment of a conversation."""

    id: int
    node_id: str
    of: Issue | PullRequest
    author: Account
    body: EditableText
    created_at: datetime
    updated_at: datetime
    via_app: App | None = None
    via_email: bool = False
    minimized_reason: str | None = None
    reactions: list[Reaction] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Event:
    """Something that happened to a conversation; `kind` is REST's name for it.

    `about` holds what this kind says beyond actor and time: `label`, `rename`, `closer`,
    `commit_id`, `state_reason`, `lock_reason`, `author`, `old`, `new`, `assignee`.
    """

    id: int
    node_id: str
    kind: str
    of: Issue | PullRequest
    actor: Account
    at: datetime
    about: dict[str, Any] = field(default_factory=dict)
    via_app: App | None = None


@dataclass(slots=True, eq=False)
class Conversation:
    """What issues and pull requests have in common."""

    id: int
    node_id: str
    repo: Repository
    number: int
    title: str
    author: Account
    body: EditableText
    created_at: datetime
    updated_at: datetime
    state: str = "open"
    state_reason: str | None = None
    closed_at: datetime | None = None
    closed_by: Account | None = None
    locked: bool = False
    lock_reason: str | None = None
    via_app: App | None = None
    labels: list[Label] = field(default_factory=list)
    assignees: list[Account] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def ref(self) -> str:
        """`owner/name#number`."""
        return f"{self.repo.full_name}#{self.number}"

    @property
    def label_names(self) -> list[str]:
        """The names of its labels, in the order they were put on."""
        return [label.name for label in self.labels]


@dataclass(slots=True, eq=False)
class Issue(Conversation):
    """An issue that is no pull request."""

    duplicate_of: Conversation | None = None


@dataclass(slots=True, eq=False)
class ChangedFile:
    """One file of a pull request; `status` is one of REST's seven words."""

    filename: str
    status: str = "modified"
    previous_filename: str | None = None
    additions: int = 1
    deletions: int = 0
    sha: str | None = None
    patch: str | None = "@@ -1 +1 @@\n-old\n+new"
    content: str | bytes | None = None


@dataclass(slots=True, eq=False)
class PullRequest(Conversation):
    """A pull request; its conversation has an issue id of its own besides the pull's `id`."""

    issue_id: int = 0
    head_repo: Repository | None = None
    head_ref: str = ""
    head_sha: str = ""
    head_owner: Account | None = None
    base_ref: str = ""
    draft: bool = False
    merged_at: datetime | None = None
    merged_by: Account | None = None
    merge_sha: str | None = None
    files: list[ChangedFile] = field(default_factory=list)
    changed_files: int | None = None
    commits: list[str] = field(default_factory=list)
    conflicting: bool = False
    unknown_reads: int = 0
    merge_refusal: tuple[int, str] | None = None
    approvals: int = 0

    @property
    def base_sha(self) -> str:
        """Where the base branch stood when the pull request last took notice of it."""
        return self.repo.branches.get(self.base_ref, "0" * 40)

    @property
    def merged(self) -> bool:
        """True once it was merged."""
        return self.merged_at is not None


def is_pull(conversation: Conversation) -> bool:
    """True for pull requests."""
    return isinstance(conversation, PullRequest)
