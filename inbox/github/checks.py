"""Reads the checks of heads: cheaply for many by GraphQL, and wholly for one by REST (P36, P43)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal, TypeVar

from pydantic import BaseModel

from inbox.checks import CheckRun, Checks, Context
from inbox.errors import GitHubFault, Unreadable
from inbox.github import queries, routes
from inbox.github.client import GitHub
from inbox.github.nodes import Connection, Node, Typename
from inbox.github.routes import Route
from inbox.github.scout import Head, seen_of
from inbox.refs import HeadSha, RepoRef
from inbox.world import State

PageT = TypeVar("PageT", bound="_Page")
EntryT = TypeVar("EntryT")

_STATES = {"EXPECTED": State.PENDING}


class CheckNode(Node):
    """A check run or a commit status of a head."""

    typename: Typename
    name: str | None = None
    status: str | None = None
    conclusion: str | None = None
    context: str | None = None
    state: Literal["ERROR", "EXPECTED", "FAILURE", "PENDING", "SUCCESS"] | None = None


class _Rollup(Node):
    contexts: Connection[CheckNode]


class CheckedHeadNode(Node):
    """A head with what GitHub checked of it; no roll-up where it checked nothing."""

    status_check_rollup: _Rollup | None

    @property
    def checks(self) -> Checks:
        """The first hundred checks: enough to see that a head is not green, not that it is."""
        nodes = self.status_check_rollup.contexts.nodes if self.status_check_rollup else ()
        return Checks(
            tuple(
                CheckRun(node.name or "", (node.status or "").lower(), _lower(node.conclusion))
                for node in nodes
                if node.typename == "CheckRun"
            ),
            tuple(
                Context(node.context or "", _STATES.get(node.state) or State[node.state])
                for node in nodes
                if node.state
            ),
        )


def _lower(text: str | None) -> str:
    return (text or "").lower()


def scout_checks(client: GitHub, heads: Iterable[Head]) -> Mapping[Head, Checks | GitHubFault]:
    """The first hundred checks of each head, 100 heads a query."""
    asked = {head: queries.checked_head(*head, kind=CheckedHeadNode) for head in heads}
    seen = seen_of(client, asked.values())
    found: dict[Head, Checks | GitHubFault] = {}
    for head, one in asked.items():
        match seen[one]:
            case CheckedHeadNode() as node:
                found[head] = node.checks
            case GitHubFault() as failure:
                found[head] = failure
    return found


class _RunPayload(BaseModel):
    name: str
    status: str
    conclusion: str | None

    @property
    def run(self) -> CheckRun:
        return CheckRun(self.name, self.status, self.conclusion or "")


class _SuitePayload(BaseModel):
    status: str | None
    latest_check_runs_count: int

    @property
    def is_open(self) -> bool:
        """True while runs are to come; most apps leave a suite without any (protocol P36)."""
        return self.latest_check_runs_count > 0 and self.status != "completed"


class _StatusPayload(BaseModel):
    context: str
    state: Literal["error", "failure", "pending", "success"]


class _Page(BaseModel):
    total_count: int


class _RunsPage(_Page):
    check_runs: list[_RunPayload]


class _SuitesPage(_Page):
    check_suites: list[_SuitePayload]


class _StatusesPage(_Page):
    statuses: list[_StatusPayload]


def read_checks(client: GitHub, repo: RepoRef, head: HeadSha) -> Checks:
    """Every check run, suite and status of the head; raises Unreadable where GitHub cuts a list.

    Sources: https://docs.github.com/rest/checks/runs, https://docs.github.com/rest/checks/suites,
    https://docs.github.com/rest/commits/statuses
    """
    runs = _all(client, routes.check_runs(repo, head), _RunsPage, lambda page: page.check_runs)
    suites = _all(
        client, routes.check_suites(repo, head), _SuitesPage, lambda page: page.check_suites
    )
    statuses = _all(
        client, routes.combined_status(repo, head), _StatusesPage, lambda page: page.statuses
    )
    return Checks(
        runs=tuple(run.run for run in runs),
        contexts=tuple(Context(status.context, State(status.state)) for status in statuses),
        open_suites=sum(suite.is_open for suite in suites),
    )


def _all(
    client: GitHub, route: Route, kind: type[PageT], entries: Callable[[PageT], list[EntryT]]
) -> list[EntryT]:
    """The entries of every page; fewer than GitHub counts are no whole answer (protocol P23)."""
    found: list[EntryT] = []
    expected, request = 0, ""
    for page in client.pages(route):
        told = page.read(kind)
        expected, request = expected or told.total_count, page.request
        found += entries(told)
    if len(found) < expected:
        raise Unreadable(
            f"{request} answers {len(found)} of {expected} checks.",
            "What was not read may be red, so nothing is merged on it.",
            request=request,
            status=200,
        )
    return found
