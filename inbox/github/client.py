"""The one HTTP client: where the token goes, what is repeated, and how long anything waits."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Self

import httpx
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential_jitter

from inbox.errors import Unavailable, Unreadable
from inbox.github import graph, refusals
from inbox.github.answers import Answer
from inbox.github.calls import REDIRECTS, TRIES, Call, Json
from inbox.github.connection import connection
from inbox.github.pacing import Patience, Requests, WritePace, limited
from inbox.github.routes import GRAPHQL, Route

_MOST_HOPS = 5
_MOST_PAGES = 1000

Params = Mapping[str, str | int]


class GitHub:
    """A connection to one GitHub with one token, which never goes to another host.

    `write_interval` is in seconds (protocol P45); `sleep`, `monotonic` and `now` are the clock.
    """

    def __init__(
        self,
        api_url: str,
        graphql_url: str,
        token: str,
        *,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        write_interval: float = 1.0,
        log: logging.Logger | None = None,
    ) -> None:
        self.requests = Requests()
        self._first_date: datetime | None = None
        self._api = httpx.URL(api_url.rstrip("/"))
        self._graphql = httpx.URL(graphql_url)
        self._sleep = sleep
        self._now = now
        self._patience = Patience(sleep)
        self._pace = WritePace(write_interval, monotonic, sleep)
        self._log = log or logging.getLogger(__name__)
        self._http = connection(token, self._api, transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """The connections are closed."""
        self._http.close()

    @property
    def server_now(self) -> datetime:
        """The `Date` of the first answer, which is the tick's "now" (P45); raises Unreadable."""
        if self._first_date is None:
            raise Unreadable("No answer of GitHub told the time.", "The next tick tries again.")
        return self._first_date

    def get(self, route: Route, params: Params | None = None) -> Answer:
        """GitHub's answer to a GET; raises the typed error of any refusal."""
        return self._settled(self._call("GET", route, params=params))

    def pages(self, route: Route, params: Params | None = None) -> Iterator[Answer]:
        """Every page of a list, 100 entries each, by its `Link` headers.

        Raises Unreadable for a next page on another host, or one that was read before.
        Source: https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
        """
        call = self._call("GET", route, params={"per_page": 100, **(params or {})})
        seen = {call.url}
        while True:
            answer = self._settled(call)
            yield answer
            if (following := call.next_page(answer)) is None:
                return
            if following.url in seen or len(seen) >= _MOST_PAGES:
                raise Unreadable(
                    f"The list of {answer.request} does not end.", request=answer.request
                )
            seen.add(following.url)
            call = following

    def post(self, route: Route, json: Json, *, once: bool = False) -> Answer:
        """The answer to a POST; `once` marks a creation, which is counted and never repeated."""
        if once:
            self._pace.count_creation()
        return self._settled(self._call("POST", route, json=json, tries=1 if once else TRIES))

    def patch(self, route: Route, json: Json, *, once: bool = False) -> Answer:
        """The answer to a PATCH, which is repeated when the connection breaks, unless `once`."""
        return self._settled(self._call("PATCH", route, json=json, tries=1 if once else TRIES))

    def put(self, route: Route, json: Json) -> Answer:
        """The answer to a PUT, which is repeated when the connection breaks."""
        return self._settled(self._call("PUT", route, json=json))

    def delete(self, route: Route) -> Answer:
        """The answer to a DELETE, which is repeated when the connection breaks."""
        return self._settled(self._call("DELETE", route))

    def graphql(
        self, query: str, variables: Json | None = None, *, tries: int = TRIES
    ) -> graph.Reply:
        """The data of a query and its problems by place; raises as `graph.reply` does."""
        json = {"query": query, "variables": variables or {}}
        reply = graph.reply(self._settled(Call("POST", GRAPHQL, self._graphql, json, tries)))
        self.requests.points += reply.cost
        return reply

    def _call(
        self,
        method: str,
        route: Route,
        *,
        params: Params | None = None,
        json: Json | None = None,
        tries: int = TRIES,
    ) -> Call:
        url = httpx.URL(f"{self._api}{route.path}")
        return Call(method, route, url.copy_merge_params(params) if params else url, json, tries)

    def _settled(self, call: Call) -> Answer:
        """A successful answer, after at most one wait for a rate limit."""
        answer = self._repeated(call)
        if (wait := self._limit(answer)) is not None:
            self._patience.wait(wait, answer.request)
            answer = self._repeated(call)
            if (wait := self._limit(answer)) is not None:
                raise limited(answer.request, wait)
        if not answer.response.is_success:
            raise refusals.refusal(answer)
        return answer

    def _limit(self, answer: Answer) -> float | None:
        if answer.route is GRAPHQL and graph.is_limited(answer):
            return refusals.stated_wait(answer, self._now())
        return refusals.asked_wait(answer, self._now())

    def _repeated(self, call: Call) -> Answer:
        """An answer that is no failure of GitHub's own, within the tries that the call allows."""
        retrying = Retrying(
            stop=stop_after_attempt(call.tries),
            wait=wait_exponential_jitter(initial=1, max=8),
            retry=retry_if_exception_type(Unavailable),
            sleep=self._sleep,
            reraise=True,
        )
        return retrying(self._followed, call)

    def _followed(self, call: Call) -> Answer:
        """The answer behind every redirect that is safe to follow; raises Moved for others."""
        for _ in range(_MOST_HOPS):
            answer = self._sent(call)
            if answer.status >= 500 or answer.status == 408:
                raise refusals.refusal(answer)
            if answer.status not in REDIRECTS:
                return answer
            call = call.redirected(answer)
        raise refusals.moved(answer, "", "in circles")

    def _sent(self, call: Call) -> Answer:
        """What came back for exactly one request; raises Unavailable when nothing did."""
        if call.is_write:
            self._pace.await_turn()
        self._count(call)
        try:
            response = self._http.request(call.method, call.url, json=call.json)
        except httpx.DecodingError:
            raise Unreadable(
                f"GitHub's answer to {call.request} is damaged.", request=call.request
            ) from None
        except httpx.TransportError as broken:
            how = f"no answer came ({type(broken).__name__})"
            raise refusals.unavailable(call.request, how) from None
        finally:
            if call.is_write:
                self._pace.ended()
        answer = Answer(call.request, call.route, response)
        self._note(call, answer)
        return answer

    def _count(self, call: Call) -> None:
        if call.route is GRAPHQL:
            self.requests.graphql += 1
        elif call.is_write:
            self.requests.writes += 1
        else:
            self.requests.reads += 1

    def _note(self, call: Call, answer: Answer) -> None:
        if self._first_date is None:
            self._first_date = answer.date
        left = answer.headers.get("x-ratelimit-remaining", "")
        if left.isascii() and left.isdigit():
            if call.route is GRAPHQL:
                self.requests.graphql_remaining = int(left)
            else:
                self.requests.remaining = int(left)
        self._log.debug("%s %s %s", call.method, call.route.template, answer.status)
