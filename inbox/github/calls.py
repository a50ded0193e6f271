"""One request before it is sent, and the places where its token may follow it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import httpx

from inbox.errors import Unreadable
from inbox.github import refusals
from inbox.github.answers import Answer
from inbox.github.routes import GRAPHQL, READING, Route

TRIES = 3
REDIRECTS = frozenset({301, 302, 307, 308})

Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Call:
    """A method at an address; `tries` is how often it may be sent, the first time included."""

    method: str
    route: Route
    url: httpx.URL
    json: Json | None = None
    tries: int = TRIES

    @property
    def is_write(self) -> bool:
        """True when it changes something; a GraphQL query is a POST that does not."""
        return self.method not in READING and self.route is not GRAPHQL

    @property
    def request(self) -> str:
        """Its name in errors: method and path, without the query."""
        return f"{'QUERY' if self.route is GRAPHQL else self.method} {self.route.path}"

    def at(self, url: httpx.URL) -> Call:
        """The same request at another address."""
        return replace(self, url=url)

    def redirected(self, answer: Answer) -> Call:
        """The request where `answer` sends it, on the same origin; raises Moved for elsewhere.

        A 301 or 302 would turn a write into a reading, so a write follows 307 and 308 alone.
        Source: https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api
        """
        location = answer.headers.get("location", "")
        url = self._beside(location) if location else None
        if url is None:
            raise refusals.moved(answer, location)
        if answer.status in (301, 302) and self.method not in READING:
            raise refusals.moved(answer, location, "which a write must not follow")
        return self.at(
            url if url.query or not self.url.query else url.copy_with(query=self.url.query)
        )

    def next_page(self, answer: Answer) -> Call | None:
        """The request for the page after `answer`, None after the last; raises Unreadable."""
        if not (link := answer.response.links.get("next", {}).get("url")):
            return None
        if (url := self._beside(link)) is None:
            raise Unreadable(
                f"The next page of {answer.request} is said to be on another host.",
                "A proxy may be rewriting GitHub's answers; the token stays where it belongs.",
                request=answer.request,
                status=answer.status,
            )
        return self.at(url)

    def _beside(self, address: str) -> httpx.URL | None:
        """The address seen from here, None where it is on another origin or is none at all."""
        try:
            url = self.url.join(address)
        except httpx.InvalidURL:
            return None
        return url if _origin(url) == _origin(self.url) and not url.userinfo else None


def _origin(url: httpx.URL) -> tuple[str, bytes, int | None]:
    return url.scheme, url.netloc, url.port
