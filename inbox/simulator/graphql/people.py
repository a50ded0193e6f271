"""Accounts in GraphQL: `Actor` and its kinds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inbox.simulator.accounts import Account, AccountKind, App
from inbox.simulator.graphql.resolving import TYPE_NAMES, Asking, resolves

_KINDS = ("User", "Bot", "Mannequin", "Organization", "EnterpriseUserAccount")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whoever asks, as a `User`: the one place where GraphQL says `name[bot]` (facts 1.25)."""

    account: Account


TYPE_NAMES[Account] = lambda account: account.kind.value
TYPE_NAMES[Viewer] = "User"
TYPE_NAMES[App] = "App"


def shown(account: Account | None) -> Account | None:
    """The account, or null for one that was deleted."""
    return None if account is None or account.deleted or account.is_ghost else account


def _plain(source: Any) -> Account:
    return source.account if isinstance(source, Viewer) else source


@resolves("login", *_KINDS)
def login(source: Any, _asking: Asking, _args: dict[str, Any]) -> str:
    """The login, without `[bot]` except for the viewer."""
    return source.account.rest_login if isinstance(source, Viewer) else str(source.login)


@resolves("id", *_KINDS)
def global_id(source: Any, _asking: Asking, _args: dict[str, Any]) -> str:
    """The global id."""
    return _plain(source).node_id


@resolves("databaseId", "User", "Bot", "Mannequin", "Organization", "App")
def database_id(source: Any, _asking: Asking, _args: dict[str, Any]) -> int:
    """The id that REST has."""
    number: int = source.id if isinstance(source, App) else _plain(source).id
    return number


@resolves("name", "User")
def name(source: Any, _asking: Asking, _args: dict[str, Any]) -> str:
    """The name that people read."""
    return _plain(source).login


@resolves("url", *_KINDS)
def url(source: Any, asking: Asking, _args: dict[str, Any]) -> str:
    """The page of the account."""
    account = _plain(source)
    return asking.to.html(f"/{'apps/' if account.is_bot else ''}{account.login}")


@resolves("user", "EnterpriseUserAccount")
def user(source: Account, asking: Asking, _args: dict[str, Any]) -> Account | None:
    """The user behind an enterprise account."""
    found = asking.world.find_account(source.login)
    return found if found is not None and found.kind is AccountKind.USER else None


@resolves("id", "App")
def app_id(source: App, _asking: Asking, _args: dict[str, Any]) -> str:
    """The global id."""
    return source.node_id
