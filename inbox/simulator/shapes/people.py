"""Accounts and apps in REST answers (`simple-user`, `public-user`, `integration`)."""

from __future__ import annotations

from typing import Any

from inbox.refs import GHOST_ID
from inbox.simulator.accounts import Account, AccountKind, App, Role
from inbox.simulator.addresses import Addresses, encoded
from inbox.simulator.clock import stamp

Json = dict[str, Any]

GHOST_NODE = "MDQ6VXNlcjEwMTM3"


def user(to: Addresses, account: Account) -> Json:
    """The account as `simple-user`; a deleted one is shown as `ghost`."""
    login = account.rest_login
    if account.deleted:
        login = "ghost"
    at = to.api(f"/users/{encoded(login)}")
    page = f"/apps/{account.login}" if account.is_bot else f"/{login}"
    return {
        "login": login,
        "id": GHOST_ID if account.deleted else account.id,
        "node_id": GHOST_NODE if account.deleted else account.node_id,
        "avatar_url": f"https://avatars.githubusercontent.com/u/{account.id}?v=4",
        "gravatar_id": "",
        "url": at,
        "html_url": to.html(page),
        "followers_url": f"{at}/followers",
        "following_url": f"{at}/following{{/other_user}}",
        "gists_url": f"{at}/gists{{/gist_id}}",
        "starred_url": f"{at}/starred{{/owner}}{{/repo}}",
        "subscriptions_url": f"{at}/subscriptions",
        "organizations_url": f"{at}/orgs",
        "repos_url": f"{at}/repos",
        "events_url": f"{at}/events{{/privacy}}",
        "received_events_url": f"{at}/received_events",
        "type": AccountKind.USER.value if account.deleted else account.kind.value,
        "user_view_type": "public",
        "site_admin": False,
    }


def author(to: Addresses, account: Account) -> Json | None:
    """The account, `ghost`, or null: a deleted account is shown in either way (facts 5)."""
    if account.deleted and account.shown_when_deleted == "null":
        return None
    return user(to, account)


def public_user(to: Addresses, account: Account) -> Json:
    """The account as `GET /users/{login}` tells it."""
    return {
        **user(to, account),
        "name": account.login,
        "company": None,
        "blog": "",
        "location": None,
        "email": None,
        "hireable": None,
        "bio": None,
        "twitter_username": None,
        "public_repos": 0,
        "public_gists": 0,
        "followers": 0,
        "following": 0,
        "created_at": stamp(account.created_at),
        "updated_at": stamp(account.created_at),
    }


def app(to: Addresses, one: App | None) -> Json | None:
    """The app as `integration`, or null."""
    if one is None:
        return None
    return {
        "id": one.id,
        "slug": one.slug,
        "node_id": one.node_id,
        "owner": user(to, one.owner),
        "name": one.name,
        "description": "",
        "external_url": to.html(f"/apps/{one.slug}"),
        "html_url": to.html(f"/apps/{one.slug}"),
        "created_at": stamp(one.created_at),
        "updated_at": stamp(one.created_at),
        "permissions": {"issues": "write", "metadata": "read"},
        "events": [],
    }


def rights(role: Role) -> dict[str, bool]:
    """The role as the five flags of `permissions`."""
    return {
        "admin": role >= Role.ADMIN,
        "maintain": role >= Role.MAINTAIN,
        "push": role >= Role.WRITE,
        "triage": role >= Role.TRIAGE,
        "pull": role >= Role.READ,
    }


def permission(to: Addresses, account: Account, role: Role) -> Json:
    """What `GET …/collaborators/{login}/permission` says (facts 1.26)."""
    plain = {Role.MAINTAIN: "write", Role.TRIAGE: "read"}.get(role, role.name.lower())
    return {
        "permission": plain,
        "role_name": role.name.lower(),
        "user": {**user(to, account), "permissions": rights(role), "role_name": role.name.lower()},
    }
