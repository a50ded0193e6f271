"""Answers of GitHub's GraphQL API, where data and errors come together with status 200.

Source: https://docs.github.com/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, BeforeValidator

from inbox.errors import Forbidden, GitHubFault, NotThere, Unreadable
from inbox.github.answers import Answer
from inbox.github.refusals import unavailable

_HEAVY_TYPES = frozenset({"RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED", "TIMEOUT"})
_HEAVY_WORDS = ("something went wrong while executing", "timeout", "resource limits", "timed out")
_FORBIDDEN = frozenset({"FORBIDDEN", "INSUFFICIENT_SCOPES"})

Path = tuple[str | int, ...]


class Problem(BaseModel):
    """One entry of `errors`: the place in the data that it concerns, its type and its sentence."""

    path: Annotated[Path, BeforeValidator(lambda raw: raw or ())] = ()
    type: Annotated[str, BeforeValidator(lambda raw: raw or "")] = ""
    message: str = ""

    @property
    def is_refusal(self) -> bool:
        """True where the token may not read what is at this place, however often it asks."""
        return self.type in _FORBIDDEN

    @property
    def is_limit(self) -> bool:
        """True for a primary or secondary rate limit."""
        return self.type.startswith("RATE_LIMIT") or "secondary rate limit" in self.message.lower()

    @property
    def is_weight(self) -> bool:
        """True when GitHub cannot compute so much at once; a smaller query may pass."""
        said = self.message.lower()
        return self.type in _HEAVY_TYPES or any(words in said for words in _HEAVY_WORDS)


class _Body(BaseModel):
    data: dict[str, object] | None = None
    errors: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """The data of a query, and what GitHub could not answer of it, each with its place."""

    request: str
    data: Mapping[str, object]
    problems: tuple[Problem, ...]

    @property
    def cost(self) -> int:
        """The points that GitHub charged, where the query asked for its `rateLimit`."""
        limit = self.data.get("rateLimit")
        cost = limit.get("cost") if isinstance(limit, dict) else None
        return cost if isinstance(cost, int) else 0

    def at(self, *place: str | int) -> tuple[Problem, ...]:
        """The problems that concern `place`: at it, within it or above it."""
        return tuple(
            problem
            for problem in self.problems
            if all(a == b for a, b in zip(problem.path, place, strict=False))
        )


def is_limited(answer: Answer) -> bool:
    """True for a rate limit, which GraphQL reports with status 200."""
    if answer.status != 200:
        return False
    return any(problem.is_limit for problem in answer.read(_Body).errors)


def reply(answer: Answer) -> Reply:
    """The data and its problems; raises where they concern the whole query, or no known place.

    Unavailable for a query that was too heavy, Forbidden, else Unreadable (protocol P23).
    """
    body = answer.read(_Body)
    request, problems = answer.request, body.errors
    if any(problem.is_weight for problem in problems):
        raise unavailable(request, "GitHub could not compute the whole query")
    is_lost = body.data is None and not problems
    if is_lost or any(not problem.path for problem in problems):
        raise fault(problems, request, "the query")
    return Reply(request, body.data or {}, problems)


def fault(problems: Iterable[Problem], request: str, what: str, at: Path = ()) -> GitHubFault:
    """The typed error for `what`, the thing at `at`, in the light of its problems.

    Only a NOT_FOUND of the thing itself, or of its repository, says that it is not there.
    """
    problems = tuple(problems)
    kinds = {problem.type for problem in problems}
    if problems and all(problem.is_refusal for problem in problems):
        return Forbidden(
            f"GitHub does not show {what} to this token.",
            "Give the job `issues: read`, `pull-requests: read` and `statuses: read`, or the token"
            " access to that repository.",
            request=request,
            status=200,
        )
    if kinds == {"NOT_FOUND"} and all(0 < len(problem.path) <= len(at) for problem in problems):
        return NotThere(
            f"{what} is not there, or not visible to this token.",
            "It may have been deleted, transferred or renamed; check the name.",
            request=request,
            status=200,
        )
    return Unreadable(
        f"GitHub answered only part of what was asked about {what}.",
        "Usually this passes: the next tick reads again.",
        request=request,
        status=200,
    )
