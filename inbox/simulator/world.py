"""Everything the simulated GitHub knows; one value that can be copied whole."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar, cast

from inbox.refs import BOT_SUFFIX, GHOST_ID
from inbox.simulator.accounts import (
    ACTIONS_APP_ID,
    ACTIONS_BOT_ID,
    Account,
    AccountKind,
    App,
    Role,
    Token,
)
from inbox.simulator.clock import Clock
from inbox.simulator.conversation import Comment, Conversation, Event, PullRequest
from inbox.simulator.minting import Mint, node_id
from inbox.simulator.refusals import not_found
from inbox.simulator.repository import Repository

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
_PREFIX = {
    AccountKind.USER: "A",
    AccountKind.BOT: "BOT",
    AccountKind.ORGANIZATION: "O",
    AccountKind.MANNEQUIN: "A",
    AccountKind.ENTERPRISE: "A",
}


class Noded(Protocol):
    """Anything with a global id."""

    node_id: str


_Thing = TypeVar("_Thing", bound=Noded)


@dataclass(slots=True, eq=False)
class World:
    """Accounts, repositories and tokens, the clock, and the mint of ids."""

    clock: Clock = field(default_factory=Clock)
    mint: Mint = field(default_factory=Mint)
    accounts: dict[str, Account] = field(default_factory=dict)
    apps: dict[str, App] = field(default_factory=dict)
    tokens: dict[str, Token] = field(default_factory=dict)
    repositories: dict[str, Repository] = field(default_factory=dict)
    repositories_by_id: dict[int, Repository] = field(default_factory=dict)
    renames: dict[str, Repository] = field(default_factory=dict)
    comments: dict[int, Comment] = field(default_factory=dict)
    nodes: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def fresh(cls, clock: Clock) -> World:
        """A world with nobody in it but `ghost` and GitHub Actions."""
        world = cls(clock=clock)
        world.account("ghost", AccountKind.USER, number=GHOST_ID)
        bot = world.account("github-actions", AccountKind.BOT, number=ACTIONS_BOT_ID)
        owner = world.account("github", AccountKind.ORGANIZATION)
        app_node = node_id("APP", ACTIONS_APP_ID)
        world.apps["github-actions"] = App(
            ACTIONS_APP_ID, app_node, "github-actions", "GitHub Actions", owner, LONG_AGO
        )
        bot.role = Role.WRITE
        return world

    def account(
        self, login: str, kind: AccountKind = AccountKind.USER, *, number: int | None = None
    ) -> Account:
        """The account of that login and kind, made when it is new."""
        key = login.casefold() + (BOT_SUFFIX if kind is AccountKind.BOT else "")
        if known := self.accounts.get(key):
            return known
        prefix = _PREFIX[kind]
        identity = self.mint.number(prefix) if number is None else number
        account = Account(identity, node_id(prefix, identity), login, kind, LONG_AGO)
        self.accounts[key] = account
        return self.keep(account)

    def app(self, slug: str, name: str | None = None) -> App:
        """The GitHub App of that slug, made when it is new."""
        if slug not in self.apps:
            number = self.mint.number("APP")
            owner = self.account("apps-inc", AccountKind.ORGANIZATION)
            self.apps[slug] = App(
                number, node_id("APP", number), slug, name or slug, owner, LONG_AGO
            )
        return self.apps[slug]

    def find_account(self, rest_login: str) -> Account | None:
        """The account that REST calls so, if it exists and was not deleted."""
        account = self.accounts.get(rest_login.casefold())
        return None if account is None or account.deleted else account

    def keep(self, thing: _Thing) -> _Thing:
        """The thing, now found by its global id."""
        self.nodes[thing.node_id] = thing
        return thing

    def current(self, thing: _Thing) -> _Thing:
        """The same thing as it is in this world, whichever copy of the world it came from."""
        return cast(_Thing, self.nodes[thing.node_id])

    def find_repository(self, full_name: str) -> Repository | None:
        """The repository now called so; renamed ones are in `renames`."""
        return self.repositories.get(full_name.casefold())

    def repository(self, full_name: str) -> Repository:
        """The repository now called so; KeyError when there is none."""
        return self.repositories[full_name.casefold()]

    def conversation(self, repo: Repository, number: int) -> Conversation:
        """The issue or pull request of that number; raises 404 for one that never was."""
        found = repo.conversations.get(number)
        if found is None:
            raise not_found()
        return found

    def pull(self, repo: Repository, number: int) -> PullRequest:
        """The pull request of that number; raises 404."""
        found = repo.conversations.get(number)
        if not isinstance(found, PullRequest):
            raise not_found()
        return found

    def record(self, of: Conversation, kind: str, actor: Account, **about: Any) -> Event:
        """Remembers that `actor` did this to the conversation now."""
        via = about.pop("via_app", None)
        number = self.mint.number("EV")
        event = Event(
            number, node_id("EV", number), kind, cast(Any, of), actor, self.clock.now, about, via
        )
        of.events.append(event)
        of.repo.events.append(event)
        return self.keep(event)

    def touch(self, of: Conversation) -> None:
        """Moves `updated_at`; reactions never do (github-facts 1.1)."""
        of.updated_at = self.clock.now

    def frozen(self) -> bytes:
        """The whole world as bytes; `thawed` makes an independent copy of it."""
        return pickle.dumps(self, protocol=pickle.HIGHEST_PROTOCOL)

    @classmethod
    def thawed(cls, data: bytes) -> World:
        """The world that `frozen` gave these bytes."""
        world = pickle.loads(data)
        assert isinstance(world, cls)
        return world
