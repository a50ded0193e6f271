"""Commit statuses, check runs and check suites, and how GitHub combines them."""

from __future__ import annotations

from inbox.simulator.accounts import Account, App
from inbox.simulator.minting import node_id
from inbox.simulator.refusals import Refusal, invalid
from inbox.simulator.repository import CheckRun, CheckSuite, CommitStatus, Repository
from inbox.simulator.world import World

STATES = ("error", "failure", "pending", "success")
MOST_PER_CONTEXT = 1_000
LONGEST_DESCRIPTION = 140


def report(
    world: World,
    repo: Repository,
    sha: str,
    creator: Account,
    *,
    context: str = "default",
    state: str,
    description: str | None = None,
    target_url: str | None = None,
) -> CommitStatus:
    """The newest status of that context; 422 for an unknown commit or the 1,001st (facts 1.22)."""
    if sha not in repo.commits:
        raise Refusal(422, f"No commit found for SHA: {sha}")
    if state not in STATES:
        raise invalid("Status", "state", "inclusion")
    if description is not None and len(description) > LONGEST_DESCRIPTION:
        message = "description is too long (maximum is 140 characters)"
        raise invalid("Status", "description", "custom", message=message)
    all_of_it = repo.statuses.setdefault(sha, [])
    if sum(_same(one.context, context) for one in all_of_it) >= MOST_PER_CONTEXT:
        message = "This SHA and context has reached the maximum number of statuses."
        raise invalid("Status", "base", "custom", message=message)
    number = world.mint.number("SC")
    status = CommitStatus(
        number,
        node_id("SC", number),
        sha,
        context,
        state,
        description,
        target_url,
        creator,
        world.clock.now,
    )
    all_of_it.append(status)
    return world.keep(status)


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def newest(repo: Repository, sha: str) -> list[CommitStatus]:
    """The newest status of every context of the commit, in the order they were set."""
    by_context = {one.context.casefold(): one for one in repo.statuses.get(sha, [])}
    return sorted(by_context.values(), key=lambda one: one.id)


def combined(statuses: list[CommitStatus]) -> str:
    """`failure`, `success`, or `pending` (also for none at all)."""
    states = {one.state for one in statuses}
    if states & {"error", "failure"}:
        return "failure"
    return "success" if states == {"success"} else "pending"


def suite(world: World, repo: Repository, sha: str, app: App) -> CheckSuite:
    """The suite of that app on that commit, made when it is new."""
    for known in repo.suites.setdefault(sha, []):
        if known.app is app:
            return known
    number = world.mint.number("CS")
    now = world.clock.now
    made = CheckSuite(number, node_id("CS", number), sha, app, now, now)
    repo.suites[sha].append(made)
    return world.keep(made)


def run(
    world: World,
    repo: Repository,
    sha: str,
    app: App,
    name: str,
    *,
    status: str = "completed",
    conclusion: str | None = "success",
    details_url: str | None = None,
    output: dict[str, str | None] | None = None,
) -> CheckRun:
    """A new check run; its suite takes the state that its runs add up to."""
    if sha not in repo.commits:
        raise Refusal(422, f"No commit found for SHA: {sha}")
    home = suite(world, repo, sha, app)
    number = world.mint.number("CR")
    now = world.clock.now
    done = status == "completed"
    made = CheckRun(
        number,
        node_id("CR", number),
        home,
        name,
        status,
        conclusion if done else None,
        now,
        now if done else None,
        details_url,
        "",
        output or {},
    )
    home.runs.append(made)
    settle(world, home)
    return world.keep(made)


def settle(world: World, home: CheckSuite) -> None:
    """The suite's state follows from its newest runs, unless the story fixed it."""
    runs = latest(home.runs)
    home.updated_at = world.clock.now
    if home.fixed or not runs:
        return
    if any(one.status != "completed" for one in runs):
        home.status, home.conclusion = "in_progress", None
        return
    home.status = "completed"
    verdicts = [one.conclusion for one in runs]
    for worst in ("failure", "timed_out", "cancelled", "action_required", "stale", "success"):
        if worst in verdicts:
            home.conclusion = worst
            return
    home.conclusion = "neutral" if "neutral" in verdicts else "skipped"


def latest(runs: list[CheckRun]) -> list[CheckRun]:
    """The newest run of every app and name, newest first."""
    by_name = {(one.suite.app.id, one.name): one for one in runs}
    return sorted(by_name.values(), key=lambda one: one.id, reverse=True)
