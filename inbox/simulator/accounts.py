"""Who acts: people, bots and organisations, their roles, their tokens and the apps behind them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, IntEnum

from inbox.refs import BOT_SUFFIX, GHOST_ID

ACTIONS_BOT_ID = 41898282
ACTIONS_APP_ID = 15368


class AccountKind(Enum):
    """GitHub's `type` in REST and `__typename` in GraphQL."""

    USER = "User"
    BOT = "Bot"
    ORGANIZATION = "Organization"
    MANNEQUIN = "Mannequin"
    ENTERPRISE = "EnterpriseUserAccount"


class Role(IntEnum):
    """What a person may do in a repository, each including the ones before it."""

    NONE = 0
    READ = 1
    TRIAGE = 2
    WRITE = 3
    MAINTAIN = 4
    ADMIN = 5

    @classmethod
    def named(cls, name: str | Role) -> Role:
        """The role of that name in any letter case."""
        return name if isinstance(name, Role) else cls[name.upper()]


@dataclass(slots=True, eq=False)
class Account:
    """One account; `login` is without `[bot]`, as GraphQL says it."""

    id: int
    node_id: str
    login: str
    kind: AccountKind
    created_at: datetime
    role: Role = Role.READ
    deleted: bool = False
    shown_when_deleted: str = "ghost"

    @property
    def rest_login(self) -> str:
        """The login as REST says it: bots with their `[bot]`."""
        return self.login + (BOT_SUFFIX if self.kind is AccountKind.BOT else "")

    @property
    def is_bot(self) -> bool:
        """True for the account of an app."""
        return self.kind is AccountKind.BOT

    @property
    def is_ghost(self) -> bool:
        """True for GitHub's stand-in of deleted accounts."""
        return self.id == GHOST_ID


@dataclass(slots=True, eq=False)
class App:
    """A GitHub App: it owns check runs, and stands in `performed_via_github_app`."""

    id: int
    node_id: str
    slug: str
    name: str
    owner: Account
    created_at: datetime


class TokenKind(Enum):
    """The sorts of token that GitHub treats differently."""

    WORKFLOW = "workflow"
    APP = "app"
    FINE_GRAINED = "fine-grained"
    CLASSIC = "classic"


@dataclass(slots=True)
class Allowance:
    """One hourly window of the primary rate limit, counting down for real."""

    limit: int
    used: int = 0
    reset: int = 0

    @property
    def remaining(self) -> int:
        """How many more fit into the window, never below 0."""
        return max(0, self.limit - self.used)


@dataclass(slots=True, eq=False)
class Token:
    """A secret, the account it acts for, and what it may do where.

    `repositories` are repository ids, None for everything the account itself may see;
    `permissions` map GitHub's spelling (`pull_requests`) to `read` or `write`.
    """

    secret: str
    account: Account
    kind: TokenKind
    permissions: dict[str, str]
    repositories: set[int] | None
    core: Allowance
    graphql: Allowance
    app: App | None = None
    revoked: bool = False
    creations: list[datetime] = field(default_factory=list)

    @property
    def is_installation(self) -> bool:
        """True for tokens of an app: they are nobody's user (`GET /user` is refused)."""
        return self.kind in (TokenKind.WORKFLOW, TokenKind.APP)

    def holds(self, permission: str) -> bool:
        """True when the grant covers `issues: write` or the like; write covers read."""
        name, _, level = permission.partition(": ")
        granted = "read" if name == "metadata" else self.permissions.get(name)
        return granted == "write" or (granted == "read" and level == "read")
