"""The front door: what every request passes before a route sees it, and every answer after."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from inbox.simulator import access, fields, limits, rest, routing
from inbox.simulator.accounts import Allowance, Token
from inbox.simulator.addresses import Addresses
from inbox.simulator.deeds.issues import require_unarchived
from inbox.simulator.exchange import Request, Response, reply
from inbox.simulator.limits import LimitRules
from inbox.simulator.refusals import Refusal, Violation, moved, not_found
from inbox.simulator.repository import Repository
from inbox.simulator.routing import Call, Route
from inbox.simulator.world import World

assert rest  # importing it registers the routes

DOCUMENTATION = "https://docs.github.com/rest"
VERSIONS = ("2022-11-28", "2026-03-10")
_DROPPED_2026 = frozenset({"assignee", "merge_commit_sha"})
_ANONYMOUS = 60
_MEDIA = ("json", "raw", "html", "*/*", "text", "object")


@dataclass(slots=True)
class Answer:
    """What a request came to: the answer, who asked, and whether something changed."""

    response: Response
    token: Token | None = None
    changed: bool = False
    points: int = 1
    violation: str | None = None


def checked_token(world: World, request: Request) -> Token | None:
    """The token of the request, None without one; 401 for one that GitHub does not know."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.casefold() not in ("bearer", "token"):
        raise Violation(f"unknown authorization scheme {scheme!r}")
    token = world.tokens.get(secret.strip())
    if token is None or token.revoked or token.account.deleted:
        raise Refusal(401, "Bad credentials")
    return token


def checked_version(request: Request) -> str:
    """The API version asked for; 400 for one there is not."""
    version = request.headers.get("x-github-api-version", VERSIONS[0])
    if version not in VERSIONS:
        raise Refusal(400, f'The "{version}" API version is not supported.')
    return version


def _check_headers(request: Request) -> None:
    accept = request.headers.get("accept", "*/*")
    if not any(word in accept for word in _MEDIA):
        raise Refusal(415, f"Unsupported 'Accept' header: {accept!r}.")
    if request.body and "json" not in request.headers.get("content-type", ""):
        raise Violation("a body that does not say it is JSON")


def unsigned() -> Response:
    """403 as HTML: a request without `User-Agent`."""
    text = (
        "Request forbidden by administrative rules. "
        "Please make sure your request has a User-Agent header.\n"
    )
    return Response(403, {"Content-Type": "text/html; charset=utf-8"}, text.encode())


def answer(
    world: World, request: Request, to: Addresses, rules: LimitRules, anonymous: Allowance
) -> Answer:
    """What GitHub answers to this REST request; nothing of it is lost on the way out."""
    if not request.headers.get("user-agent"):
        return Answer(unsigned())
    outcome = Answer(Response())
    version = VERSIONS[0]
    try:
        outcome.token = checked_token(world, request)
        version = checked_version(request)
        _check_headers(request)
        path = request.path[to.prefix_length :]
        if path != "/rate_limit":
            _charge(world, outcome.token, rules, anonymous)
        route, params = routing.find(request.method, path)
        call = Call(world, request, to, outcome.token, version, params)
        _check(call, route, rules)
        outcome.response = route.handler(call)
        outcome.changed = request.is_write
    except Refusal as refusal:
        outcome.response = refused(refusal)
    except Violation as violation:
        outcome.violation = f"{request.method} {request.target}: {violation}"
        outcome.response = violated(violation)
    if version != VERSIONS[0]:
        _drop_retired(outcome.response)
    finish(outcome, anonymous, "core", version)
    return outcome


def _charge(world: World, token: Token | None, rules: LimitRules, anonymous: Allowance) -> None:
    allowance = anonymous if token is None else token.core
    if not limits.charge(allowance, 1, world.clock.now):
        raise limits.primary_refusal(rules, token)


def _check(call: Call, route: Route, rules: LimitRules) -> None:
    """The call with its repository, query and body, known to be allowed and well-formed."""
    request, token = call.request, call.token
    call.found = found = _repository(call)
    call.query = fields.check_query(route.query, request.query)
    try:
        sent = request.json()
    except ValueError as error:
        raise Refusal(400, "Problems parsing JSON") from error
    call.body = fields.check_body(route.body, sent)
    if found is not None:
        access.require(token, found, route.needs, write=request.is_write)
        if request.is_write:
            require_unarchived(found)
    if route.creates and token is not None:
        limits.check_creation(rules, token, call.world.clock.now)


def _repository(call: Call) -> Repository | None:
    """The repository of the path; 301 or 307 to its id when it has another name now."""
    world, params, request, to = call.world, call.params, call.request, call.to
    if "repository" in params:
        found = world.repositories_by_id.get(int(params["repository"]))
        if found is None or found.deleted:
            raise not_found()
        return found
    if "repo" not in params:
        return None
    name = f"{params['owner']}/{params['repo']}"
    found = world.find_repository(name)
    if found is None and (renamed := world.renames.get(name.casefold())):
        if not access.sees(call.token, renamed):
            raise not_found()
        tail = "/".join(request.target[to.prefix_length :].split("/")[4:])
        where = to.api(f"/repositories/{renamed.id}{'/' if tail else ''}{tail}")
        raise moved(where, permanent=not request.is_write)
    if found is None:
        raise not_found()
    return found


def refused(refusal: Refusal) -> Response:
    """The refusal as GitHub's error answer."""
    told: dict[str, Any] = {"message": refusal.message}
    if refusal.errors:
        told["errors"] = refusal.errors
    told |= {"documentation_url": DOCUMENTATION, "status": str(refusal.status), **refusal.more}
    return reply(told, refusal.status, refusal.headers)


def violated(violation: Violation) -> Response:
    """501: the program asked for what GitHub does not have."""
    return reply({"message": f"simulator: {violation}", "status": "501"}, 501)


def _drop_retired(response: Response) -> None:
    """Keys that version 2026-03-10 no longer has are gone (facts 7)."""
    if response.headers.get("Content-Type", "").startswith("application/json"):
        response.body = json.dumps(_without(response.json()), ensure_ascii=False).encode()


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without(one) for name, one in value.items() if name not in _DROPPED_2026}
    return [_without(one) for one in value] if isinstance(value, list) else value


def finish(outcome: Answer, anonymous: Allowance, resource: str, version: str) -> None:
    """The headers that every answer of the API carries."""
    token = outcome.token
    if token is None:
        allowance = anonymous
    else:
        allowance = token.graphql if resource == "graphql" else token.core
    outcome.response.headers = {
        "Server": "github.com",
        "X-GitHub-Media-Type": "github.v3; format=json",
        "X-GitHub-Api-Version-Selected": version,
        **limits.headers(allowance, resource),
        **outcome.response.headers,
    }


def anonymous_allowance() -> Allowance:
    """The 60 requests an hour of somebody without a token."""
    return Allowance(_ANONYMOUS)
