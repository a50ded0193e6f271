"""Asking the simulated GitHub, as any client would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx

Headers = Mapping[str, str] | None


class Ask:
    """A client with a token; `last` is the whole last answer."""

    def __init__(self, client: httpx.Client, token: str | None) -> None:
        self.client = client
        self.token = token
        self.last = httpx.Response(0)

    def with_token(self, token: str | None) -> Ask:
        """The same client with another token."""
        return Ask(self.client, token)

    def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        status: int = 200,
        headers: Headers = None,
    ) -> Any:
        """The decoded answer, which has that status."""
        named = {"User-Agent": "tests", **(headers or {})}
        if self.token is not None:
            named["Authorization"] = f"Bearer {self.token}"
        self.last = self.client.request(method, path, json=body, headers=named)
        assert self.last.status_code == status, self.last.text
        if self.last.headers.get("Content-Type", "").startswith("application/json"):
            return self.last.json()
        return self.last.content

    def graphql(self, query: str, status: int = 200, **variables: Any) -> Any:
        """The whole answer to a query, `data` and `errors`."""
        return self("POST", "/graphql", {"query": query, "variables": variables}, status=status)

    def data(self, query: str, **variables: Any) -> Any:
        """The data of a query that met no error."""
        told = self.graphql(query, **variables)
        assert "errors" not in told, told["errors"]
        return told["data"]
