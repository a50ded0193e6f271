"""Answers of GitHub that are bent on their way: one key of one kind of answer becomes odd."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any
from unittest import mock

import httpx

from inbox.simulator import Simulator, Transport

Place = tuple[str, str]
"""A kind of answer (`GET /repos/R/issues/N`, `query scout`), and a key in it."""

_NAMES = (
    (re.compile(r"^/repos/[^/]+/[^/]+"), "/repos/R"),
    (re.compile(r"/contents/.*"), "/contents/F"),
    (re.compile(r"/[0-9a-f]{40}(?=/|$)"), "/SHA"),
    (re.compile(r"/\d+(?=/|$)"), "/N"),
)
_ALIAS = re.compile(r"[ri]\d+$")
MISSING = object()


@dataclass(frozen=True, slots=True)
class Bend:
    """What becomes of a value: GitHub's own value comes in, `MISSING` takes the key away."""

    name: str
    bent: Callable[[Any], Any]

    def __str__(self) -> str:
        return self.name


BENDS = (
    Bend("null", lambda _: None),
    Bend("missing", lambda _: MISSING),
    Bend("of another kind", lambda value: [] if isinstance(value, dict) else {"odd": [value]}),
    Bend("empty", lambda value: type(value)() if isinstance(value, (list, dict)) else []),
)
KINDS = (
    "GET /repos/R/activity",
    "GET /repos/R/commits/SHA/check-runs",
    "GET /repos/R/commits/SHA/check-suites",
    "GET /repos/R/commits/SHA/status",
    "GET /repos/R/contents/F",
    "GET /repos/R/issues",
    "GET /repos/R/issues/N",
    "GET /repos/R/issues/N/comments",
    "GET /repos/R/pulls",
    "GET /repos/R/pulls/N",
    "GET /repos/R/pulls/N/files",
    "query closer",
    "query scout",
)


class Bending(Transport):
    """The simulated GitHub, with every value of one place bent, and `more` in every object;
    `places` are those it came by."""

    def __init__(
        self,
        simulator: Simulator,
        *,
        place: Place | None,
        bend: Bend,
        more: Mapping[str, Any],
        at: set[Place],
    ) -> None:
        super().__init__(simulator)
        self.place, self.bend, self.more, self.places = place, bend, dict(more), at

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The answer, bent if it is of that kind."""
        answer = super().handle_request(request)
        kind = _kind(request)
        if kind is None or not answer.is_success or not answer.content:
            return answer
        told = self._bent(answer.json(), kind)
        headers = [(k, v) for k, v in answer.headers.items() if k.lower() != "content-length"]
        return httpx.Response(
            answer.status_code, headers=headers, content=json.dumps(told), request=request
        )

    def _bent(self, value: Any, kind: str) -> Any:
        if isinstance(value, list):
            return [self._bent(one, kind) for one in value]
        if not isinstance(value, dict):
            return value
        found: dict[str, Any] = {}
        for key, within in value.items():
            place = (kind, _ALIAS.sub("A", key))
            self.places.add(place)
            bent = self.bend.bent(within) if place == self.place else self._bent(within, kind)
            if bent is not MISSING:
                found[key] = bent
        return found | self.more


def _kind(request: httpx.Request) -> str | None:
    """The kind of a reading; None for a write."""
    path = request.url.path
    if path.endswith("/graphql"):
        query = json.loads(request.read())["query"]
        return "query " + str(re.match(r"query (\w+)", query)[1])  # type: ignore[index]  # a query of ours always has its name
    if request.method != "GET":
        return None
    for names, stand_in in _NAMES:
        path = names.sub(stand_in, path)
    return f"GET {path}"


@contextmanager
def bent(
    place: Place | None, bend: Bend = BENDS[0], more: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[set[Place]]:
    """Within, answers are bent in that place, and every object in them has these keys, too; yields
    the places that any answer had."""
    places: set[Place] = set()
    transport = partial(Bending, place=place, bend=bend, more=more, at=places)
    with mock.patch("tests.stories.stage.Transport", transport):
        yield places
