"""A repository: its visibility, labels, branches, commits, checks and the log of its branches."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from inbox.simulator.accounts import Account, App, Role

if TYPE_CHECKING:
    from inbox.simulator.conversation import Event, Issue, PullRequest


class BlobKind(Enum):
    """What a path holds; the values are the contents API's `type`."""

    FILE = "file"
    SYMLINK = "symlink"
    SUBMODULE = "submodule"


@dataclass(slots=True, frozen=True)
class Blob:
    """One path of a tree: its bytes, a link's target, or a submodule's commit and address."""

    content: bytes
    kind: BlobKind = BlobKind.FILE
    address: str = ""


Tree = dict[str, Blob]


@dataclass(slots=True, eq=False)
class Commit:
    """One commit with the whole tree it stands for."""

    sha: str
    node_id: str
    message: str
    author: Account
    at: datetime
    parents: tuple[str, ...]
    tree: Tree


@dataclass(slots=True, eq=False)
class Label:
    """A label of a repository; identity is by name in any letter case."""

    id: int
    node_id: str
    name: str
    color: str
    description: str | None
    created_at: datetime


@dataclass(slots=True, eq=False)
class CommitStatus:
    """One report of one context on one commit; newer ones of the context supersede it."""

    id: int
    node_id: str
    sha: str
    context: str
    state: str
    description: str | None
    target_url: str | None
    creator: Account
    created_at: datetime


@dataclass(slots=True, eq=False)
class CheckSuite:
    """The check runs of one app on one commit."""

    id: int
    node_id: str
    sha: str
    app: App
    created_at: datetime
    updated_at: datetime
    status: str = "queued"
    conclusion: str | None = None
    fixed: bool = False
    runs: list[CheckRun] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class CheckRun:
    """One check run of a suite."""

    id: int
    node_id: str
    suite: CheckSuite
    name: str
    status: str
    conclusion: str | None
    started_at: datetime
    completed_at: datetime | None
    details_url: str | None = None
    external_id: str = ""
    output: dict[str, str | None] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Activity:
    """One line of a repository's activity log: a branch moved."""

    id: int
    node_id: str
    kind: str
    ref: str
    before: str
    after: str
    actor: Account
    at: datetime


@dataclass(slots=True)
class MergeRules:
    """What the base branch asks of a merge, and which methods the repository allows.

    `required_contexts` are those of the branch protection, `ruleset_contexts` those of a ruleset;
    `sources` names the app that each has to come from, any where it is not named.
    """

    methods: tuple[str, ...] = ("merge", "squash", "rebase")
    required_contexts: tuple[str, ...] = ()
    ruleset_contexts: tuple[str, ...] = ()
    sources: dict[str, App] = field(default_factory=dict)
    required_reviews: int = 0
    merge_queue: bool = False
    delete_branch: bool = False


@dataclass(slots=True, eq=False)
class Repository:
    """One repository and everything in it."""

    id: int
    node_id: str
    owner: Account
    name: str
    visibility: str
    default_branch: str
    created_at: datetime
    archived: bool = False
    has_issues: bool = True
    fork_of: Repository | None = None
    deleted: bool = False
    rules: MergeRules = field(default_factory=MergeRules)
    roles: dict[int, Role] = field(default_factory=dict)
    labels: dict[str, Label] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)
    statuses: dict[str, list[CommitStatus]] = field(default_factory=dict)
    suites: dict[str, list[CheckSuite]] = field(default_factory=dict)
    activity: list[Activity] = field(default_factory=list)
    conversations: dict[int, Issue | PullRequest] = field(default_factory=dict)
    moved: dict[int, Issue] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    next_number: int = 1
    unassignable: set[int] = field(default_factory=set)

    @property
    def full_name(self) -> str:
        """`owner/name`."""
        return f"{self.owner.login}/{self.name}"

    @property
    def is_private(self) -> bool:
        """True unless everybody may see it."""
        return self.visibility != "public"

    def label(self, name: str) -> Label | None:
        """The label of that name in any letter case, if there is one."""
        return self.labels.get(name.casefold())

    def role_of(self, account: Account) -> Role:
        """What the account may do here; the owner's role is admin, strangers see public ones."""
        if account.id == self.owner.id:
            return Role.ADMIN
        return self.roles.get(account.id, account.role)
