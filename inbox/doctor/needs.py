"""What a configuration needs of GitHub: permissions, labels, required checks. Nothing is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inbox.github import routes
from inbox.github.routes import Route
from inbox.labels import APPROVALS, OURS, REQUIRED, TICKET_LOOKS
from inbox.policy import Policy
from inbox.refs import RepoRef
from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT


@dataclass(frozen=True, slots=True)
class Need:
    """A permission that a repository needs (`issues: write`), and a reading that proves a part."""

    repo: RepoRef
    line: str
    route: Route

    @property
    def proven(self) -> str:
        """The line that the reading proves."""
        return self.route.permission("GET")


def permissions(policy: Policy, *, has_merger: bool = False) -> Mapping[str, str]:
    """The lines of a job's `permissions:` that the chosen features need, by name.

    With `has_merger` another token merges, and this one only looks whether that may be.
    """
    merges = policy.merge.enabled
    needed = {
        "contents": "write" if merges and not has_merger else "read",
        "issues": "write",
        "pull-requests": "write",
        "checks": "read",
        "statuses": "write",
    }
    return {name: level for name, level in needed.items() if merges or name != "checks"}


def readings(policy: Policy, default_branches: Mapping[RepoRef, str]) -> Iterator[Need]:
    """A harmless reading for each permission of each repository whose default branch is known."""
    lines = {name: f"{name}: {level}" for name, level in permissions(policy).items()}
    for repo in dict.fromkeys((policy.inbox, *policy.supervised)):
        if repo not in default_branches:
            continue
        if repo == policy.inbox or policy.decisions.enabled:
            yield Need(repo, lines["issues"], routes.issues(repo))
        if not policy.supervises(repo):
            continue
        yield Need(repo, lines["pull-requests"], routes.pulls(repo))
        yield Need(repo, lines["contents"], routes.activity(repo))
        if branch := default_branches[repo]:
            yield Need(repo, lines["statuses"], routes.combined_status(repo, branch))
            if "checks" in lines:
                yield Need(repo, lines["checks"], routes.check_runs(repo, branch))


def labels(policy: Policy) -> Mapping[RepoRef, frozenset[str]]:
    """The labels that a tick puts on, or people do, in each repository (protocol P8)."""
    wanted: dict[RepoRef, frozenset[str]] = {policy.inbox: OURS - {REQUIRED}}
    on_pulls = APPROVALS | {REQUIRED}
    if policy.decisions.enabled:
        on_pulls |= TICKET_LOOKS.keys()
    for repo in policy.supervised:
        wanted[repo] = wanted.get(repo, frozenset()) | on_pulls
    return wanted


def contexts(policy: Policy) -> tuple[str, ...]:
    """The commit statuses that a base branch has to require, so that nothing merges unanswered."""
    if policy.decisions.enabled:
        return APPROVAL_CONTEXT, DECISIONS_CONTEXT
    return (APPROVAL_CONTEXT,)
