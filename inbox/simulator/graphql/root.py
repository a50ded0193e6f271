"""The fields of `Query`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from inbox.simulator.conversation import Comment, Conversation, Event, Reaction
from inbox.simulator.graphql.people import Viewer
from inbox.simulator.graphql.resolving import Asking, failure, resolves
from inbox.simulator.repository import Repository


@dataclass(frozen=True, slots=True)
class RateLimit:
    """What the query cost and what is left."""

    cost: int
    limit: int
    node_count: int
    remaining: int
    reset_at: datetime
    used: int


@resolves("id", "Query")
def query_id(_source: Any, _asking: Asking, _args: dict[str, Any]) -> str:
    """The global id of the root."""
    return "Q_kwDO"


@resolves("viewer", "Query")
def viewer(_source: Any, asking: Asking, _args: dict[str, Any]) -> Viewer:
    """Whoever the token acts for, also for installation tokens (facts 1.25)."""
    return Viewer(asking.token.account)


@resolves("rateLimit", "Query")
def rate_limit(_source: Any, asking: Asking, _args: dict[str, Any]) -> RateLimit:
    """The state of the GraphQL limit after this query."""
    allowance = asking.token.graphql
    reset = datetime.fromtimestamp(allowance.reset, UTC)
    return RateLimit(
        asking.cost, allowance.limit, asking.nodes, allowance.remaining, reset, allowance.used
    )


@resolves("repository", "Query")
def repository(_source: Any, asking: Asking, args: dict[str, Any]) -> Repository:
    """The repository of that name, also by a former name; NOT_FOUND with HTTP 200."""
    name = f"{args['owner']}/{args['name']}"
    found = asking.world.find_repository(name)
    if found is None and args.get("followRenames", True):
        found = asking.world.renames.get(name.casefold())
    if found is None or not asking.sees(found):
        raise failure("NOT_FOUND", f"Could not resolve to a Repository with the name '{name}'.")
    return found


def _home(thing: Any) -> Repository | None:
    match thing:
        case Repository():
            return thing
        case Conversation():
            return thing.repo
        case Comment() | Event():
            return thing.of.repo
        case _:
            return None


def _node(asking: Asking, identity: str) -> Any:
    found = asking.world.nodes.get(identity)
    home = _home(found)
    if found is None or isinstance(found, Reaction) or (home and not asking.sees(home)):
        raise failure(
            "NOT_FOUND", f"Could not resolve to a node with the global id of '{identity}'."
        )
    if home is not None and not isinstance(found, Repository):
        asking.require(home, "issues: read", "pull_requests: read")
    return found


@resolves("node", "Query")
def node(_source: Any, asking: Asking, args: dict[str, Any]) -> Any:
    """The thing of that global id."""
    return _node(asking, args["id"])


@resolves("nodes", "Query")
def nodes(_source: Any, asking: Asking, args: dict[str, Any]) -> list[Any]:
    """The things of these global ids; null and an error for each that is not there."""
    found: list[Any] = []
    for identity in args["ids"]:
        try:
            found.append(_node(asking, identity))
        except Exception as error:
            found.append(error)
    return found
