"""Holds every exchange with the simulated GitHub against GitHub's own descriptions.

    contract = Contract()
    contract.attach(gh)
    ...
    assert contract.problems == []

Requests and answers are checked against the OpenAPI description (openapi-core), and against what it
leaves open: every sent body key and query name must be declared. GraphQL queries are checked
against the official schema. One exchange of each shape is checked, so that thousands cost little.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from graphql import GraphQLSchema, build_schema, parse, validate
from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict

from inbox.simulator import Simulator
from inbox.simulator.exchange import Request, Response
from tests.contract.paths import described, normal
from tests.contract.shapes import enumerated, shape

HERE = Path(__file__).parent
ORIGIN = "https://api.github.com"
VERSION = "2022-11-28"
# Refused on purpose: what is wrong with the request is what the answer says.
_REFUSED = frozenset({400, 415, 422})
# What any operation may answer besides what its own description lists.
_ALWAYS = frozenset({301, 307, 400, 401, 403, 404, 410, 415, 422, 429, 500, 502, 503, 504})
_UNDECLARED = 501
_LITERAL = re.compile(r'"[^"]*"|\d+')


@lru_cache(maxsize=1)
def description() -> dict[str, Any]:
    """The committed part of GitHub's OpenAPI description."""
    loaded: dict[str, Any] = json.loads((HERE / "openapi.json").read_text(encoding="utf-8"))
    return loaded


@lru_cache(maxsize=1)
def _api() -> OpenAPI:
    return OpenAPI.from_dict(description(), config=Config(spec_validator_cls=None))


@lru_cache(maxsize=1)
def operations() -> dict[tuple[str, str], dict[str, Any]]:
    """Every described operation by method and nameless path."""
    return {
        (verb.upper(), normal(path)): operation
        for path, item in description()["paths"].items()
        for verb, operation in item.items()
    }


@lru_cache(maxsize=1)
def official_schema() -> GraphQLSchema:
    """GitHub's whole GraphQL schema."""
    text = gzip.decompress((HERE / "github.graphql.gz").read_bytes()).decode()
    return build_schema(text, assume_valid=True, no_location=True)


@cache
def query_mistakes(query: str) -> tuple[str, ...]:
    """What GitHub's own schema has against this query."""
    return tuple(one.message for one in validate(official_schema(), parse(query)))


class _Asked:
    """A request as openapi-core wants it."""

    def __init__(self, request: Request, path: str) -> None:
        self.host_url = ORIGIN
        self.path = path
        self.method = request.method.lower()
        self.body = request.body or None
        self.content_type = _media(request.headers.get("content-type", "application/json"))
        query = parse_qsl(urlsplit(request.target).query, keep_blank_values=True)
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(query),
            header=Headers(list(request.headers.items())),
            cookie=ImmutableMultiDict(),
            path={},
        )


class _Answered:
    """An answer as openapi-core wants it."""

    def __init__(self, response: Response) -> None:
        self.data = response.body or None
        self.status_code = response.status
        self.headers = Headers(list(response.headers.items()))
        self.content_type = _media(response.headers.get("Content-Type", ""))


def _media(header: str) -> str:
    return header.partition(";")[0].strip()


@dataclass
class Contract:
    """What was checked so far and what was wrong with it."""

    problems: list[str] = field(default_factory=list)
    seen: set[tuple[str, str, int]] = field(default_factory=set)
    _shapes: set[Any] = field(default_factory=set)

    def attach(self, gh: Simulator) -> None:
        """Every exchange of this simulator is checked from now on."""
        gh.on_response.append(self.check)

    def check(self, request: Request, response: Response) -> None:
        """Checks one exchange; what is wrong is in `problems`."""
        if response.status == _UNDECLARED:
            return  # the simulator's own violation, which tests assert on their own
        if request.headers.get("x-github-api-version", VERSION) != VERSION:
            return  # another version's answers are described elsewhere
        if request.is_graphql:
            self._check_query(request)
            return
        path = described(request.path)
        found = _operation(request.method, path)
        if found is None:
            self.problems.append(f"{request.method} {path}: not described by GitHub")
            return
        template, operation = found
        self.seen.add((request.method, template, response.status))
        sent, told = _json(request.body), _json(response.body)
        key = (
            request.method,
            template,
            response.status,
            frozenset(request.query),
            shape(sent, enumerated()),
            shape(told, enumerated()),
        )
        if key not in self._shapes:
            self._shapes.add(key)
            self._check_new(request, response, path, operation, sent)

    def _check_query(self, request: Request) -> None:
        query = request.json()["query"]
        # Numbers and texts inside a query change nothing about whether GitHub knows it.
        pattern = _LITERAL.sub(lambda found: '""' if found[0][0] == '"' else "0", query)
        if pattern not in self._shapes:
            self._shapes.add(pattern)
            self.problems += [f"GraphQL: {one}" for one in query_mistakes(query)]

    def _check_new(
        self,
        request: Request,
        response: Response,
        path: str,
        operation: dict[str, Any],
        sent: Any,
    ) -> None:
        where = f"{request.method} {path} {response.status}"
        asked, answered = _Asked(request, path), _Answered(response)
        if response.status not in _REFUSED:
            self._run(f"{where} request", lambda: _api().validate_request(asked))
            self.problems += [f"{where}: {one}" for one in _undeclared(operation, request, sent)]
        if str(response.status) in operation["responses"]:
            if _is_json(response):
                self._run(f"{where} response", lambda: _api().validate_response(asked, answered))
        elif response.status not in _ALWAYS:
            self.problems.append(f"{where}: GitHub documents no such status here")
        elif response.status >= 400 and _is_json(response) and b'"message"' not in response.body:
            self.problems.append(f"{where}: an error without a message")

    def _run(self, where: str, check: Callable[[], object]) -> None:
        try:
            check()
        except Exception as error:  # openapi-core raises many kinds, all of them findings
            causes = getattr(error.__cause__, "schema_errors", None) or [error]
            said = "; ".join(_said(one) for one in causes)
            self.problems.append(f"{where}: {said}")


def _said(error: Any) -> str:
    place = "/".join(str(step) for step in getattr(error, "absolute_path", ()))
    return f"{place} {getattr(error, 'message', None) or error!r}"[:300].strip()


def _is_json(response: Response) -> bool:
    """True unless it is a raw file, or what a proxy in front of GitHub says in HTML."""
    media = _media(response.headers.get("Content-Type", ""))
    return media == "application/json" or response.status == 204


def _json(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except ValueError:
        return None


def _operation(method: str, path: str) -> tuple[str, dict[str, Any]] | None:
    steps = path.strip("/").split("/")
    best: tuple[int, str, dict[str, Any]] | None = None
    for (verb, template), operation in operations().items():
        places = template.strip("/").split("/")
        if verb != method or len(places) != len(steps):
            continue
        if all(mine in ("{}", theirs) for mine, theirs in zip(places, steps, strict=True)):
            fixed = sum(mine != "{}" for mine in places)
            if best is None or fixed > best[0]:
                best = (fixed, template, operation)
    return None if best is None else (best[1], best[2])


def _undeclared(operation: dict[str, Any], request: Request, sent: Any) -> list[str]:
    """The query names and body keys that the operation does not declare."""
    declared = {one["name"] for one in map(_resolved, operation.get("parameters", []))}
    extra = [f"query {name!r} is not declared" for name, _ in request.query if name not in declared]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    keys = _keys(content.get("schema", {}))
    if isinstance(sent, dict):
        extra += [f"body key {name!r} is not declared" for name in sent if name not in keys]
    return extra


def _resolved(value: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in value:
        _, _, kind, name = value["$ref"].split("/")
        value = description()["components"][kind][name]
    return value


def _keys(schema: dict[str, Any]) -> set[str]:
    schema = _resolved(schema)
    keys = set(schema.get("properties", {}))
    for inner in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
        keys |= _keys(inner)
    return keys
