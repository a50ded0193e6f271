"""Sends requests: what is repeated, how long all of it may take, and what is never followed."""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Self

import httpx

from inbox import __version__
from inbox.results.faults import NotUploaded

PATIENCE = 60.0
"""In seconds: how long the end of a run waits for its upload."""

TRIES = 5
PASSING = frozenset({429, 500, 502, 503, 504})
"""What GitHub's own client repeats."""

_FIRST_WAIT = 3.0
_GROWTH = 1.5
_LONGEST_SILENCE = 20.0
_LARGEST_ANSWER = 1_000_000
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})

for _chatty in ("httpx", "httpcore"):  # they log whole addresses, signatures included
    logging.getLogger(_chatty).setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class Call:
    """One request; `where` names its receiver for people, `passing` the answers to repeat it on."""

    method: str
    url: str = field(repr=False)
    where: str
    body: bytes = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    passing: frozenset[int] = PASSING
    wants_object: bool = False

    def is_settled_by(self, answer: Answer) -> bool:
        """False where the same request may fare better in a few seconds."""
        if self.wants_object and answer.is_success and answer.object is None:
            return False
        return answer.status not in self.passing


@dataclass(frozen=True, slots=True)
class Answer:
    """A status, and the body, which nobody is shown.

    After a broken connection an earlier try of the same request may have done its work: then the
    answer `is_second`.
    """

    status: int
    body: bytes = field(repr=False)
    is_second: bool = False

    @property
    def is_success(self) -> bool:
        """True for 2xx."""
        return 200 <= self.status < 300

    @property
    def object(self) -> Mapping[str, object] | None:
        """The JSON object in the body; None where there is none."""
        try:
            found = json.loads(self.body)
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None


class Wire:
    """Connections for one upload: no request begins when `patience` seconds are over, and none is
    silent for longer than what is left of them.

    `sleep` and `monotonic` are the clock. Redirects are not followed, and no header is sent to a
    host but those of its own calls.
    """

    def __init__(
        self,
        patience: float = PATIENCE,
        *,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._until = monotonic() + patience
        self._sleep = sleep
        self._monotonic = monotonic
        self._clients: dict[str, httpx.Client] = {}
        self._opened = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    def send(self, call: Call) -> Answer:
        """The answer after every repetition that is allowed; raises NotUploaded without one."""
        for number in range(TRIES):
            if number:
                self._wait(number - 1, call)
            answer = self._sent(call)
            if answer is not None and call.is_settled_by(answer):
                break
        if answer is None:
            raise NotUploaded(f"{call.where} did not answer")
        return replace(answer, is_second=number > 0)

    def _wait(self, number: int, call: Call) -> None:
        """A pause as GitHub's own client makes it; raises NotUploaded if there is no time left."""
        shortest = _FIRST_WAIT * _GROWTH**number
        seconds = random.uniform(shortest, shortest * _GROWTH) if number else shortest
        if seconds >= self._left(call):
            raise NotUploaded(f"{call.where} did not do its work in time")
        self._sleep(seconds)

    def _left(self, call: Call) -> float:
        left = self._until - self._monotonic()
        if left <= 0:
            raise NotUploaded(f"{call.where} did not do its work in time")
        return left

    def _sent(self, call: Call) -> Answer | None:
        """What came back for exactly one request; None when the connection broke."""
        silence = min(_LONGEST_SILENCE, self._left(call))
        body = bytearray()
        try:
            url = httpx.URL(call.url)
            with self._client(url.host).stream(
                call.method, url, content=call.body, headers=call.headers, timeout=silence
            ) as response:
                for piece in response.iter_bytes():
                    body += piece
                    self._left(call)
                    if len(body) > _LARGEST_ANSWER:
                        raise NotUploaded(f"{call.where} gave an answer without end")
        except httpx.RequestError:  # its text holds the address
            return None
        except httpx.InvalidURL:
            raise NotUploaded(f"the address of {call.where} cannot be used") from None
        return Answer(response.status_code, bytes(body))

    def _client(self, host: str) -> httpx.Client:
        """Connections to that host, by the proxies and certificates that the environment names."""
        if host not in self._clients:
            try:
                client = httpx.Client(
                    headers={"User-Agent": f"decision-inbox/{__version__}"},
                    follow_redirects=False,
                    trust_env=host not in _LOOPBACK,
                )
            except (ValueError, OSError):
                raise NotUploaded(
                    "a proxy or certificate file that is set here cannot be used",
                    "check HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR",
                ) from None
            self._clients[host] = self._opened.enter_context(client)
        return self._clients[host]
