"""Repositories, their activity log and people's permissions (docs.github.com/rest/repos)."""

from __future__ import annotations

from inbox.simulator.accounts import Role
from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import FREE, PAGED, one_of
from inbox.simulator.paging import cursor_page
from inbox.simulator.refusals import Refusal, Violation
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import checks as checks_shape
from inbox.simulator.shapes import people, repositories

_KINDS = ("push", "force_push", "branch_creation", "branch_deletion", "pr_merge")


@route("GET", "/repos/{owner}/{repo}", needs=("metadata: read",))
def get_repository(call: Call) -> Response:
    """The repository."""
    role = Role.READ
    if call.token is not None:
        installed = call.token.is_installation
        role = Role.READ if installed else call.repo.role_of(call.token.account)
    return reply(repositories.full(call.to, call.repo, role))


@route(
    "GET",
    "/repos/{owner}/{repo}/activity",
    needs=("contents: read",),
    query={
        "direction": one_of("asc", "desc"),
        "per_page": PAGED["per_page"],
        "before": FREE,
        "after": FREE,
        "ref": FREE,
        "actor": FREE,
        "activity_type": one_of(*_KINDS),
    },
)
def list_activity(call: Call) -> Response:
    """Who moved which branch when, newest first; pages by cursor, not by number."""
    asked = call.query
    ref = asked.get("ref")
    if ref is not None and not ref.startswith("refs/"):
        ref = f"refs/heads/{ref}"
    found = [
        (f"C{one.id}", one)
        for one in call.repo.activity
        if ref in (None, one.ref)
        and asked.get("activity_type", one.kind) == one.kind
        and asked.get("actor", one.actor.rest_login).casefold() == one.actor.rest_login.casefold()
    ]
    if asked.get("direction", "desc") == "desc":
        found.reverse()
    known = {cursor for cursor, _ in found}
    for name in ("before", "after"):
        if name in asked and asked[name] not in known:
            raise Violation(f"{name}={asked[name]!r} is no cursor that was handed out")
    page, headers = cursor_page(found, asked, call.here)
    return reply([checks_shape.activity(call.to, one) for one in page], headers=headers)


@route("GET", "/repos/{owner}/{repo}/collaborators/{login}/permission", needs=("metadata: read",))
def get_permission(call: Call) -> Response:
    """What the person may do here (facts 1.26)."""
    login = call.params["login"]
    account = call.world.find_account(login)
    if account is None:
        raise Refusal(404, f"{login} is not a user")
    return reply(people.permission(call.to, account, call.repo.role_of(account)))
