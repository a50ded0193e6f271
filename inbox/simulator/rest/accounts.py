"""Accounts (docs.github.com/rest/users)."""

from __future__ import annotations

from inbox.simulator.exchange import Response, reply
from inbox.simulator.refusals import Refusal, not_found
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import people


@route("GET", "/user")
def get_authenticated(call: Call) -> Response:
    """The token's own account; 403 for installation tokens, which are nobody (facts 1.25)."""
    if call.holder.is_installation:
        raise Refusal(403, "Resource not accessible by integration")
    return reply(people.public_user(call.to, call.actor))


@route("GET", "/users/{login}")
def get_user(call: Call) -> Response:
    """The account of that login."""
    account = call.world.find_account(call.params["login"])
    if account is None:
        raise not_found()
    return reply(people.public_user(call.to, account))


@route("GET", "/apps/{slug}")
def get_app(call: Call) -> Response:
    """The app of that slug (docs.github.com/rest/apps/apps#get-an-app)."""
    found = call.world.apps.get(call.params["slug"])
    if found is None:
        raise not_found()
    return reply(people.app(call.to, found))


@route("GET", "/user/{id}")
def get_user_by_id(call: Call) -> Response:
    """The account of that id, whatever it is called by now."""
    for account in call.world.accounts.values():
        if str(account.id) == call.params["id"] and not account.deleted:
            return reply(people.public_user(call.to, account))
    raise not_found()
