"""A queue of faults: what goes wrong with which request, how often, before or after its effect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from inbox.simulator.exchange import Request, Response

FOREVER = 10**9


class ConnectionDropped(Exception):
    """The connection ends without an answer, or after `sent` bytes of `response`."""

    def __init__(self, response: Response | None = None, sent: int = 0) -> None:
        super().__init__("the simulated GitHub dropped the connection")
        self.response = response
        self.sent = sent


class ProgramKilled(BaseException):
    """The program ends here: raised through the in-process transport, past every `except`."""


@dataclass(slots=True)
class Fault:
    """One entry of the queue.

    It meets requests whose method and path fit (`*` as wildcard in both, ids of repositories
    resolved to names), whose body contains `containing`, and, with `write`, only the write of that
    number since the last `Simulator.forget()`. It lets `skip` pass, then acts `times` times.
    """

    method: str = "*"
    path: str = "*"
    containing: str = ""
    write: int | None = None
    skip: int = 0
    times: int = 1
    response: Response | None = None
    drop: bool = False
    kill: bool = False
    after: bool = False
    truncate_to: int | None = None
    null_at: tuple[str | int, ...] | None = None
    graphql_error: dict[str, Any] | None = None
    met: int = 0

    @property
    def acted(self) -> int:
        """How many requests it hit so far."""
        return max(0, self.met - self.skip)

    @property
    def replaces(self) -> bool:
        """True unless the answer is GitHub's own, only with a hole in it."""
        return self.null_at is None

    def meets(self, request: Request, path: str) -> bool:
        """True when this request is one to act on now; counts those that fit."""
        fits = (
            self.acted < self.times
            and self.method in ("*", request.method)
            and fnmatchcase(path, self.path)
            and self.containing.encode() in request.body
            and self.write in (None, request.write)
        )
        if fits:
            self.met += 1
        return fits and self.met > self.skip


@dataclass(slots=True)
class Faults:
    """The faults waiting to happen; the first that fits a request acts alone."""

    queue: list[Fault] = field(default_factory=list)

    def add(self, fault: Fault) -> Fault:
        """The fault, now waiting; its `acted` says how often it happened."""
        self.queue.append(fault)
        return fault

    def answer(
        self,
        method: str = "*",
        path: str = "*",
        *,
        status: int,
        body: str | bytes | dict[str, Any] = "",
        headers: Mapping[str, str] | None = None,
        after: bool = False,
        **when: Any,
    ) -> Fault:
        """Answers like this instead; with `after`, once the request took effect all the same.

        A mapping is sent as JSON with that message, text as it is (HTML, cut JSON, nothing).
        `when`: `write`, `containing`, `skip`, `times`.
        """
        named = dict(headers or {})
        if isinstance(body, dict):
            named.setdefault("Content-Type", "application/json; charset=utf-8")
            body = json.dumps(body)
        elif body:
            named.setdefault("Content-Type", "text/html; charset=utf-8")
        raw = body.encode() if isinstance(body, str) else body
        response = Response(status, named, raw)
        return self.add(Fault(method, path, response=response, after=after, **when))

    def drop(
        self, method: str = "*", path: str = "*", *, after: bool = False, **when: Any
    ) -> Fault:
        """Ends the connection without an answer, before or after the request took effect."""
        return self.add(Fault(method, path, drop=True, after=after, **when))

    def truncate(self, method: str = "*", path: str = "*", *, to: int = 20, **when: Any) -> Fault:
        """Sends only the first bytes of the real answer, then ends the connection."""
        return self.add(Fault(method, path, truncate_to=to, after=True, **when))

    def kill(self, *, write: int, after: bool = False) -> Fault:
        """Ends the in-process program at its n-th write, before or after it took effect."""
        return self.add(Fault(write=write, kill=True, after=after))

    def secondary_limit(
        self, method: str = "*", path: str = "*", *, retry_after: int | None = 60, **when: Any
    ) -> Fault:
        """403 with the words of a secondary rate limit, with or without `Retry-After`."""
        message = "You have exceeded a secondary rate limit. Please wait a few minutes."
        headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
        return self.answer(
            method, path, status=403, body={"message": message}, headers=headers, **when
        )

    def graphql_partial(
        self,
        at: tuple[str | int, ...],
        *,
        type: str = "RESOURCE_LIMITS_EXCEEDED",
        message: str = "The resource limits for this query were exceeded.",
        **when: Any,
    ) -> Fault:
        """Data with a hole at that response path, and an error that says so, as HTTP 200."""
        error = {"type": type, "message": message}
        return self.add(Fault("POST", "*/graphql", null_at=at, graphql_error=error, **when))

    def graphql_failure(
        self,
        message: str = "Something went wrong while executing your query.",
        *,
        type: str | None = None,
        **when: Any,
    ) -> Fault:
        """No data, one error, HTTP 200."""
        error = {"message": message, **({} if type is None else {"type": type})}
        body = {"data": None, "errors": [error]}
        return self.answer("POST", "*/graphql", status=200, body=body, **when)

    def take(self, request: Request, path: str) -> Fault | None:
        """The fault that acts on this request, if any does."""
        for fault in self.queue:
            if fault.meets(request, path):
                return fault
        return None

    def clear(self) -> None:
        """Nothing more goes wrong."""
        self.queue.clear()
