"""Commits and what is said about them in GraphQL: statuses, suites, runs and the roll-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inbox.simulator.accounts import Account
from inbox.simulator.deeds import checks
from inbox.simulator.graphql.connections import Page, page
from inbox.simulator.graphql.people import shown
from inbox.simulator.graphql.resolving import TYPE_NAMES, Asking, resolves
from inbox.simulator.repository import (
    CheckRun,
    CheckSuite,
    Commit,
    CommitStatus,
    Repository,
)

Args = dict[str, Any]
_RED = {"failure", "timed_out", "cancelled", "action_required", "startup_failure", "stale"}


@dataclass(frozen=True, slots=True)
class At:
    """A commit seen in one repository, since a fork's commit has statuses in both."""

    repo: Repository
    commit: Commit

    @property
    def statuses(self) -> list[CommitStatus]:
        """The newest status of each context."""
        return checks.newest(self.repo, self.commit.sha)

    @property
    def suites(self) -> list[CheckSuite]:
        """The check suites."""
        return self.repo.suites.get(self.commit.sha, [])

    @property
    def runs(self) -> list[CheckRun]:
        """The newest check run of each app and name."""
        return [one for suite in self.suites for one in checks.latest(suite.runs)]


@dataclass(frozen=True, slots=True)
class Status:
    """The statuses of a commit together."""

    at: At
    rollup: bool = False


TYPE_NAMES |= {
    Commit: "Commit",
    At: "Commit",
    CommitStatus: "StatusContext",
    CheckRun: "CheckRun",
    CheckSuite: "CheckSuite",
}


def _commit(source: Commit | At) -> Commit:
    return source.commit if isinstance(source, At) else source


def _at(source: Commit | At, asking: Asking) -> At:
    """Where a bare commit stands: in the first repository the token sees that has it."""
    if isinstance(source, At):
        return source
    for repo in asking.world.repositories_by_id.values():
        if source.sha in repo.commits and asking.sees(repo):
            return At(repo, source)
    raise AssertionError("a commit without any repository")


@resolves("id", "Commit")
def commit_id(source: Commit | At, _asking: Asking, _args: Args) -> str:
    """The global id."""
    return _commit(source).node_id


@resolves("oid", "Commit")
def oid(source: Commit | At, _asking: Asking, _args: Args) -> str:
    """The full commit id."""
    return _commit(source).sha


@resolves("abbreviatedOid", "Commit")
def abbreviated_oid(source: Commit | At, _asking: Asking, _args: Args) -> str:
    """Its first seven digits."""
    return _commit(source).sha[:7]


@resolves("message", "Commit")
def message(source: Commit | At, _asking: Asking, _args: Args) -> str:
    """The commit message."""
    return _commit(source).message


@resolves("committedDate", "Commit")
def committed_date(source: Commit | At, _asking: Asking, _args: Args) -> Any:
    """When it was made."""
    return _commit(source).at


@resolves("url", "Commit")
def commit_url(source: Commit | At, asking: Asking, _args: Args) -> str:
    """The page of the commit."""
    at = _at(source, asking)
    return asking.to.html(f"/{at.repo.full_name}/commit/{at.commit.sha}")


@resolves("status", "Commit")
def status(source: Commit | At, asking: Asking, _args: Args) -> Status | None:
    """The statuses of the commit; null for none."""
    at = _at(source, asking)
    asking.require(at.repo, "statuses: read")
    return Status(at) if at.statuses else None


@resolves("statusCheckRollup", "Commit")
def status_check_rollup(source: Commit | At, asking: Asking, _args: Args) -> Status | None:
    """Statuses and check runs of the commit together; null for none."""
    return rollup(_at(source, asking), asking)


def rollup(at: At, asking: Asking) -> Status | None:
    """Statuses and check runs of a commit together; null for none."""
    asking.require(at.repo, "checks: read")
    return Status(at, rollup=True) if at.statuses or at.runs else None


@resolves("checkSuites", "Commit")
def check_suites(source: Commit | At, asking: Asking, args: Args) -> Page:
    """The check suites of the commit."""
    at = _at(source, asking)
    asking.require(at.repo, "checks: read")
    wanted = args.get("filterBy") or {}
    found = [
        one
        for one in at.suites
        if wanted.get("appId") in (None, one.app.id)
        and (not wanted.get("checkName") or wanted["checkName"] in {run.name for run in one.runs})
    ]
    return page(found, args)


@resolves("id", "Status", "StatusCheckRollup")
def status_id(source: Status, _asking: Asking, _args: Args) -> str:
    """The global id."""
    return f"{'SCR' if source.rollup else 'ST'}_{source.at.commit.sha}"


@resolves("state", "Status", "StatusCheckRollup")
def status_state(source: Status, _asking: Asking, _args: Args) -> str:
    """What they add up to."""
    states = {checks.combined(source.at.statuses)} if source.at.statuses else set()
    for one in source.at.runs if source.rollup else ():
        done = one.status == "completed"
        states.add("failure" if one.conclusion in _RED else "success" if done else "pending")
    for worst in ("failure", "pending"):
        if worst in states:
            return worst.upper()
    return "SUCCESS"


@resolves("contexts", "Status")
def contexts(source: Status, _asking: Asking, _args: Args) -> list[CommitStatus]:
    """The newest status of each context."""
    return source.at.statuses


@resolves("context", "Status")
def context(source: Status, _asking: Asking, args: Args) -> CommitStatus | None:
    """The newest status of that context."""
    for one in source.at.statuses:
        if one.context.casefold() == args["name"].casefold():
            return one
    return None


@resolves("contexts", "StatusCheckRollup")
def rollup_contexts(source: Status, asking: Asking, args: Args) -> Page:
    """Check runs and statuses; each status is FORBIDDEN in its place for a token that may read
    check runs alone."""
    found = page([*source.at.runs, *source.at.statuses], args)
    for edge in found.edges:
        if isinstance(edge.node, CommitStatus):
            edge.node = asking.refusal(source.at.repo, "statuses: read") or edge.node
    return found


@resolves("id", "StatusContext", "CheckRun", "CheckSuite")
def global_id(source: CommitStatus | CheckRun | CheckSuite, _asking: Asking, _args: Args) -> str:
    """The global id."""
    return source.node_id


@resolves("state", "StatusContext")
@resolves("status", "CheckRun", "CheckSuite")
def shouted(source: Any, _asking: Asking, _args: Args) -> str:
    """The state in GraphQL's spelling."""
    value = source.state if isinstance(source, CommitStatus) else source.status
    return str(value).upper()


@resolves("creator", "StatusContext")
def creator(source: CommitStatus, _asking: Asking, _args: Args) -> Account | None:
    """Who set it."""
    return shown(source.creator)


@resolves("conclusion", "CheckRun", "CheckSuite")
def conclusion(source: CheckRun | CheckSuite, _asking: Asking, _args: Args) -> str | None:
    """The conclusion in GraphQL's spelling."""
    return None if source.conclusion is None else source.conclusion.upper()


@resolves("databaseId", "CheckRun", "CheckSuite")
def database_id(source: CheckRun | CheckSuite, _asking: Asking, _args: Args) -> int | None:
    """The id that REST has; null where it does not fit into 32 bits."""
    return source.id if source.id < 2**31 else None


@resolves("title", "CheckRun")
@resolves("summary", "CheckRun")
def nothing_said(_source: CheckRun, _asking: Asking, _args: Args) -> None:
    """Null: stories give runs no output."""
    return


@resolves("url", "CheckRun", "CheckSuite")
def url(source: CheckRun | CheckSuite, asking: Asking, _args: Args) -> str:
    """The page."""
    return asking.to.html(f"/runs/{source.id}")


@resolves("checkRuns", "CheckSuite")
def check_runs(source: CheckSuite, _asking: Asking, args: Args) -> Page:
    """The newest run of each name."""
    return page(checks.latest(source.runs), args)
