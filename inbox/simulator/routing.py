"""The table of REST routes: which method and path lead where, and what each takes and needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from inbox.simulator import access
from inbox.simulator.accounts import Account, Token
from inbox.simulator.addresses import Addresses
from inbox.simulator.conversation import Comment, Conversation, PullRequest
from inbox.simulator.exchange import Request, Response
from inbox.simulator.fields import Field, Query
from inbox.simulator.refusals import Refusal, Violation, gone, issues_disabled, moved, not_found
from inbox.simulator.repository import Repository
from inbox.simulator.world import World


@dataclass(slots=True)
class Call:
    """One checked request on its way through a route."""

    world: World
    request: Request
    to: Addresses
    token: Token | None
    version: str
    params: dict[str, str]
    query: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)
    found: Repository | None = None

    @property
    def actor(self) -> Account:
        """The account that acts; 401 when nobody does."""
        return self.holder.account

    @property
    def holder(self) -> Token:
        """The token that acts; 401 when there is none."""
        if self.token is None:
            raise Refusal(401, "Requires authentication")
        return self.token

    @property
    def repo(self) -> Repository:
        """The repository that the path names."""
        assert self.found is not None
        return self.found

    @property
    def here(self) -> str:
        """This address as GitHub prints it in links: the repository by its id."""
        tail = self.request.path[self.to.prefix_length :].split("/")
        rest = tail[4:] if tail[1] == "repos" else tail[3:]
        return self.to.api(f"/repositories/{self.repo.id}/{'/'.join(rest)}")

    def conversation(self) -> Conversation:
        """The issue or pull request of the path: 404, 410 when deleted, 301 when transferred."""
        text = self.params["number"]
        if not text.isdecimal():
            raise Violation(f"{text!r} is no issue number")
        repo, number = self.repo, int(text)
        found = repo.conversations.get(number)
        if isinstance(found, PullRequest):
            return found
        if not repo.has_issues:
            raise issues_disabled()
        if number in repo.gone:
            raise gone()
        if issue := repo.moved.get(number):
            if not access.sees(self.token, issue.repo):
                raise not_found()
            tail = f"/repositories/{issue.repo.id}/issues/{issue.number}"
            raise moved(self.to.api(tail), permanent=True)
        if found is None:
            raise not_found()
        return found

    def pull(self) -> PullRequest:
        """The pull request of the path; 404."""
        text = self.params["number"]
        if not text.isdecimal():
            raise Violation(f"{text!r} is no pull request number")
        return self.world.pull(self.repo, int(text))

    def comment(self) -> Comment:
        """The comment of the path; 404."""
        text = self.params["comment"]
        if not text.isdecimal():
            raise Violation(f"{text!r} is no comment id")
        found = self.world.comments.get(int(text))
        if found is None or found.of.repo is not self.repo:
            raise not_found()
        return found


Handler = Callable[[Call], Response]


@dataclass(frozen=True, slots=True)
class Route:
    """One method of one path."""

    method: str
    segments: tuple[str, ...]
    handler: Handler
    needs: tuple[str, ...]
    query: Query
    body: Mapping[str, Field] | None
    creates: bool

    def match(self, segments: tuple[str, ...]) -> dict[str, str] | None:
        """The decoded values of the path's places, None when it is another path."""
        params: dict[str, str] = {}
        for at, mine in enumerate(self.segments):
            if mine.startswith("{*"):
                params[mine[2:-1]] = unquote("/".join(segments[at:]))
                return params
            if at >= len(segments):
                return None
            if mine.startswith("{"):
                params[mine[1:-1]] = unquote(segments[at])
            elif mine != segments[at]:
                return None
        return params if len(segments) == len(self.segments) else None


_ROUTES: list[Route] = []


def route(
    method: str,
    path: str,
    *,
    needs: tuple[str, ...] = (),
    query: Query | None = None,
    body: Mapping[str, Field] | None = None,
    creates: bool = False,
) -> Callable[[Handler], Handler]:
    """Registers the function for that method and path.

    `needs` are permissions of which one suffices; `{*name}` at the end takes the rest of the path.
    """

    def register(handler: Handler) -> Handler:
        segments = tuple(path.strip("/").split("/"))
        _ROUTES.append(Route(method, segments, handler, needs, query or {}, body, creates))
        # `issues/comments` before `issues/{number}`: the path with fewer places is the nearer one.
        _ROUTES.sort(key=lambda one: sum(step.startswith("{") for step in one.segments))
        return handler

    return register


def find(method: str, path: str) -> tuple[Route, dict[str, str]]:
    """The route and its path values; raises Violation for a path or method GitHub does not have."""
    if path != "/" and path.endswith("/"):
        raise not_found()
    segments = tuple(path.strip("/").split("/"))
    by_id = len(segments) > 1 and segments[0] == "repositories" and segments[1].isdecimal()
    if by_id:
        segments = ("repos", "", *segments[1:])
    methods: set[str] = set()
    for one in _ROUTES:
        params = one.match(segments)
        if params is not None:
            if one.method == method:
                return one, _with_id(params) if by_id else params
            methods.add(one.method)
    if methods:
        raise Violation(f"{path} has no {method}, only {', '.join(sorted(methods))}")
    raise Violation(f"unknown route {method} {path}")


def _with_id(params: dict[str, str]) -> dict[str, str]:
    """The values of a path under `/repositories/{id}`: the id stood where the name stands."""
    return {name: one for name, one in params.items() if name not in ("owner", "repo")} | {
        "repository": params["repo"]
    }


def routes() -> tuple[Route, ...]:
    """Every registered route, for the tests that try each."""
    return tuple(_ROUTES)
