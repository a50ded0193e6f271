"""`POST /graphql`: checks the query, charges it, runs it, and words errors as GitHub does."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from graphql import (
    DocumentNode,
    ExecutionResult,
    GraphQLError,
    GraphQLSyntaxError,
    execute,
    parse,
    validate,
)

from inbox.simulator import front, limits
from inbox.simulator.accounts import Allowance
from inbox.simulator.addresses import Addresses
from inbox.simulator.exchange import Request, Response, reply
from inbox.simulator.faults import Fault
from inbox.simulator.front import Answer
from inbox.simulator.graphql import (  # noqa: F401 -- imported for the fields they register
    checks,
    conversations,
    people,
    pulls,
    repositories,
    root,
    texts,
    timeline,
)
from inbox.simulator.graphql.cost import TooMuch, estimate
from inbox.simulator.graphql.resolving import Asking, resolve_field, resolve_type, schema
from inbox.simulator.refusals import Refusal, Violation
from inbox.simulator.world import World

_BODY = frozenset({"query", "variables", "operationName"})
_LITERAL = re.compile(r'"[^"]*"|\d+')
_FITTING: set[str] = set()


def answer(
    world: World, request: Request, to: Addresses, anonymous: Allowance, fault: Fault | None
) -> Answer:
    """What GitHub answers to this query: HTTP 200 also for most errors (facts 2)."""
    if not request.headers.get("user-agent"):
        return Answer(front.unsigned())
    outcome = Answer(Response())
    try:
        outcome.token = front.checked_token(world, request)
        if outcome.token is None:
            raise Refusal(401, "This endpoint requires you to be authenticated.")
        asking = Asking(world, outcome.token, to)
        if fault is not None and fault.null_at is not None:
            asking.null_at, asking.null_error = fault.null_at, fault.graphql_error or {}
        outcome.response = _run(request, asking)
        outcome.points = asking.cost
    except Refusal as refusal:
        outcome.response = front.refused(refusal)
    except TooMuch as error:
        outcome.violation = f"GraphQL: {error}"
        outcome.response = reply({"errors": [{"type": error.kind, "message": str(error)}]})
    except Violation as violation:
        outcome.violation = f"GraphQL: {violation}"
        outcome.response = front.violated(violation)
    front.finish(outcome, anonymous, "graphql", front.VERSIONS[0])
    return outcome


def _run(request: Request, asking: Asking) -> Response:
    query, variables, operation = _sent(request)
    document = checked(query)
    counted = estimate(document, variables)
    asking.cost, asking.nodes = counted.points, counted.nodes
    allowance = asking.token.graphql
    if not limits.charge(allowance, counted.points, asking.world.clock.now):
        allowance.used = allowance.limit
        message = f"API rate limit exceeded for installation ID {asking.token.account.id}."
        return reply({"errors": [{"type": "RATE_LIMITED", "message": message}]})
    return _told(_execute(document, asking, variables, operation))


def _sent(request: Request) -> tuple[str, dict[str, Any], str | None]:
    if request.method != "POST":
        raise Violation(f"GraphQL takes POST, not {request.method}")
    try:
        body = request.json()
    except ValueError as error:
        raise Refusal(400, "Problems parsing JSON") from error
    if not isinstance(body, dict) or not isinstance(body.get("query"), str):
        raise Violation("a GraphQL request is a JSON object with `query`")
    if unknown := set(body) - _BODY:
        raise Violation(f"unknown keys {sorted(unknown)} beside `query`")
    return body["query"], body.get("variables") or {}, body.get("operationName")


@lru_cache(maxsize=256)
def checked(query: str) -> DocumentNode:
    """The parsed query, known to fit the schema; raises Violation with every mistake."""
    try:
        document = parse(query)
    except GraphQLSyntaxError as error:
        raise Violation(f"syntax: {error.message}") from error
    # Queries that differ in numbers and texts alone fit the schema alike.
    pattern = _LITERAL.sub(lambda found: '""' if found[0][0] == '"' else "0", query)
    if pattern not in _FITTING:
        if mistakes := validate(schema(), document):
            raise Violation("; ".join(one.message for one in mistakes))
        _FITTING.add(pattern)
    return document


def _execute(
    document: DocumentNode, asking: Asking, variables: dict[str, Any], operation: str | None
) -> ExecutionResult:
    result = execute(
        schema(),
        document,
        root_value=asking.world,
        context_value=asking,
        variable_values=variables,
        operation_name=operation,
        field_resolver=resolve_field,
        type_resolver=resolve_type,
    )
    assert isinstance(result, ExecutionResult)
    return result


def _told(result: ExecutionResult) -> Response:
    if result.data is None and result.errors and not result.errors[0].path:
        raise Violation("; ".join(one.message for one in result.errors))
    told: dict[str, Any] = {"data": result.data}
    if result.errors:
        told["errors"] = [_error(one) for one in result.errors]
    return reply(told)


def _error(error: GraphQLError) -> dict[str, Any]:
    original = error.original_error
    if original is not None and not isinstance(original, GraphQLError):
        raise original
    told: dict[str, Any] = dict(error.extensions or {})
    told["path"] = list(error.path or ())
    told["locations"] = [{"line": one.line, "column": one.column} for one in error.locations or ()]
    told["message"] = error.message
    return told
