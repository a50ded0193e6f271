"""The schema, and how fields find their values: by a registered function, else by attribute."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from graphql import (
    GraphQLError,
    GraphQLResolveInfo,
    GraphQLSchema,
    build_schema,
)

from inbox.simulator import access
from inbox.simulator.accounts import Token, TokenKind
from inbox.simulator.addresses import Addresses
from inbox.simulator.clock import stamp
from inbox.simulator.repository import Repository
from inbox.simulator.world import World


@dataclass(slots=True)
class Asking:
    """One query on its way: the world, who asks, and what the query costs."""

    world: World
    token: Token
    to: Addresses
    cost: int = 1
    nodes: int = 0
    null_at: tuple[str | int, ...] | None = None
    null_error: dict[str, Any] = field(default_factory=dict)

    def require(self, repo: Repository, *needs: str) -> None:
        """Nothing for a token that may read this; else FORBIDDEN at this place of the answer."""
        if refused := self.refusal(repo, *needs):
            raise refused

    def refusal(self, repo: Repository, *needs: str) -> GraphQLError | None:
        """The error for a token that may not read this; None for one that may."""
        by_role = self.token.kind is TokenKind.CLASSIC
        if by_role or not repo.is_private or any(self.token.holds(one) for one in needs):
            return None
        return failure("FORBIDDEN", access.not_accessible(self.token))

    def sees(self, repo: Repository) -> bool:
        """True when this token may know of the repository."""
        return access.sees(self.token, repo)


Resolver = Callable[[Any, Asking, dict[str, Any]], Any]
FIELDS: dict[tuple[str, str], Resolver] = {}
TYPE_NAMES: dict[type, str | Callable[[Any], str]] = {}


def resolves(name: str, *types: str) -> Callable[[Resolver], Resolver]:
    """Registers the function for that field of these types."""

    def register(resolver: Resolver) -> Resolver:
        for one in types:
            FIELDS[one, name] = resolver
        return resolver

    return register


def failure(kind: str | None, message: str) -> GraphQLError:
    """An error that nulls its place of the answer, with GitHub's `type`."""
    return GraphQLError(message, extensions={} if kind is None else {"type": kind})


@cache
def snake(name: str) -> str:
    """The Python spelling of a GraphQL field name."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def resolve_field(source: Any, info: GraphQLResolveInfo[Asking], **args: Any) -> Any:
    """The value of one field."""
    asking = info.context
    if asking.null_at is not None and tuple(info.path.as_list()) == asking.null_at:
        error = dict(asking.null_error)
        raise failure(error.get("type"), error["message"])
    resolver = FIELDS.get((info.parent_type.name, info.field_name))
    if resolver is not None:
        value = resolver(source, asking, args)
    else:
        value = getattr(source, snake(info.field_name))
    return stamp(value) if isinstance(value, datetime) else value


def resolve_type(value: Any, _info: GraphQLResolveInfo[Asking], _type: Any) -> str:
    """The name of the object type that a value of an interface or union has."""
    name = TYPE_NAMES[type(value)]
    return name if isinstance(name, str) else name(value)


@lru_cache(maxsize=1)
def schema() -> GraphQLSchema:
    """The simulator's schema, built once."""
    text = files("inbox.simulator.graphql").joinpath("schema.graphql").read_text("utf-8")
    return build_schema(text, assume_valid=True, no_location=True)
