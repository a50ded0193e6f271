"""Reads the checks of heads: cheaply for many by GraphQL, and wholly for one by REST (P36, P43)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import BaseModel

from inbox.checks import CheckRun, Checks, Context
from inbox.errors import GitHubFault
from inbox.github import queries, routes
from inbox.github.client import GitHub
from inbox.github.nodes import Connection, Node, Typename
from inbox.github.scout import Head, seen_of
from inbox.refs import HeadSha, RepoRef
from inbox.world import State

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

    status_check_rollup: _Rollup | None = None

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


class _RunsPayload(BaseModel):
    check_runs: list[_RunPayload]


class _SuitePayload(BaseModel):
    status: str | None
    latest_check_runs_count: int


class _SuitesPayload(BaseModel):
    check_suites: list[_SuitePayload]


class _StatusPayload(BaseModel):
    context: str
    state: Literal["error", "failure", "pending", "success"]


class _CombinedPayload(BaseModel):
    statuses: list[_StatusPayload]


def read_checks(client: GitHub, repo: RepoRef, head: HeadSha) -> Checks:
    """Every check run, suite and status of the head, all pages.

    Sources: https://docs.github.com/rest/checks/runs, https://docs.github.com/rest/checks/suites,
    https://docs.github.com/rest/commits/statuses
    """
    runs = [
        CheckRun(run.name, run.status, run.conclusion or "")
        for page in client.pages(routes.check_runs(repo, head))
        for run in page.read(_RunsPayload).check_runs
    ]
    open_suites = [
        suite
        for page in client.pages(routes.check_suites(repo, head))
        for suite in page.read(_SuitesPayload).check_suites
        if suite.latest_check_runs_count and suite.status != "completed"
    ]
    contexts = [
        Context(status.context, State(status.state))
        for page in client.pages(routes.combined_status(repo, head))
        for status in page.read(_CombinedPayload).statuses
    ]
    return Checks(tuple(runs), tuple(contexts), len(open_suites))
