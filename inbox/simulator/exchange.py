"""One HTTP request as it arrived and one answer as it leaves, without any socket."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

READING = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(slots=True)
class Request:
    """A request: method, target as sent (path and query), lower-case headers, body bytes.

    `write` is its number among the writes since `Simulator.forget()`, None for reads.
    """

    method: str
    target: str
    headers: dict[str, str]
    body: bytes = b""
    origin: str = "http://127.0.0.1"
    write: int | None = None

    @property
    def path(self) -> str:
        """The path as sent, still percent-encoded."""
        return urlsplit(self.target).path

    @property
    def query(self) -> list[tuple[str, str]]:
        """The decoded query, in order."""
        return parse_qsl(urlsplit(self.target).query, keep_blank_values=True)

    @property
    def is_graphql(self) -> bool:
        """True for a query to the GraphQL endpoint."""
        return self.path.endswith("/graphql")

    @property
    def is_write(self) -> bool:
        """True for a REST request that changes something when it succeeds."""
        return self.method not in READING and not self.is_graphql

    def json(self) -> Any:
        """The decoded body, None for an empty one; raises ValueError for anything but JSON."""
        return json.loads(self.body) if self.body else None


@dataclass(slots=True)
class Response:
    """An answer: status, headers in GitHub's spelling, body bytes."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    def json(self) -> Any:
        """The decoded body."""
        return json.loads(self.body)


def reply(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer that carries `value` as JSON; 204 carries nothing."""
    named = {"Content-Type": "application/json; charset=utf-8", **(headers or {})}
    if status == 204:
        named.pop("Content-Type")
        return Response(status, named)
    return Response(status, named, json.dumps(value, ensure_ascii=False).encode())
