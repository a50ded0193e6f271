"""Reading a set-up: everything that the findings rest on, and not one write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from inbox.doctor import needs
from inbox.doctor.facts import Branch, Facts, File, Identity, Person, Probe, Wiring
from inbox.environment import Environment
from inbox.errors import ConfigurationError, GitHubFault
from inbox.github import reads, setup
from inbox.github.client import GitHub
from inbox.github.survey import survey
from inbox.inputs import Inputs
from inbox.policy import Policy
from inbox.refs import Kind, RepoRef
from inbox.tick_command import policy_in_force
from inbox.world import Repository

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Order:
    """What to look at: the inputs of the tick, and where its workflow is."""

    inputs: Inputs
    environment: Environment
    workflow: RepoRef
    workflow_path: str


def read_facts(github: GitHub, order: Order) -> Facts:
    """Everything about the set-up that readings tell.

    Raises AccessRefused where GitHub does not take the token, or refuses the configuration, and
    RateLimited.
    """
    wiring = Wiring(
        order.workflow,
        order.environment.action_repository,
        _file(github, order.workflow, order.workflow_path),
    )
    try:
        policy = policy_in_force(github, order.inputs, order.environment, order.workflow)
    except ConfigurationError as wrong:
        places = dict.fromkeys((order.inputs.config_repo or order.workflow, order.workflow))
        identity, repositories = _looked_around(github, order, list(places))
        return Facts(identity, wiring, mistakes=wrong.mistakes, repositories=repositories)
    named = dict.fromkeys(
        (policy.inbox, policy.governance, *policy.supervised, order.workflow, *_away(policy))
    )
    identity, repositories = _looked_around(github, order, list(named))
    facts = Facts(identity, wiring, policy, repositories=repositories)
    seen = _default_branches(repositories)
    return replace(
        facts,
        probes=_probes(github, policy, seen),
        people=_people(github, policy, is_seen=policy.inbox in seen),
        labels={
            repo: _tried(setup.label_names, github, repo)
            for repo in needs.labels(policy)
            if repo in seen
        },
        branches=_branches(github, policy, seen),
        availability=_availability(github, policy),
    )


def _tried(read: Callable[..., T], *arguments: object) -> T | GitHubFault:
    """What was read, or why it could not be."""
    try:
        return read(*arguments)
    except GitHubFault as failure:
        return failure


def _file(github: GitHub, repo: RepoRef, path: str, ref: str | None = None) -> File:
    return File(repo, path, _tried(reads.file_text, github, repo, path, ref))


def _looked_around(
    github: GitHub, order: Order, repos: list[RepoRef]
) -> tuple[Identity, Mapping[RepoRef, Repository | GitHubFault]]:
    """Whose token it is, and each repository as GitHub shows it to that token."""
    seen = survey(github, repos, ())
    failures = [seen.faults[repo] for repo in repos if repo in seen.faults]
    found: dict[RepoRef, Repository | GitHubFault] = dict(seen.repositories)
    for repo in repos:
        if repo in seen.faults:
            found[repo] = seen.faults[repo]
    failure = failures[0] if seen.viewer is None and failures else None
    identity = Identity(seen.viewer, order.inputs.bot_login, failure)
    bot = identity.bot
    if bot is not None and bot.kind is Kind.BOT:
        identity = replace(identity, app=_tried(setup.app_id, github, bot.login))
    return identity, found


def _default_branches(
    repositories: Mapping[RepoRef, Repository | GitHubFault],
) -> dict[RepoRef, str]:
    return {
        repo: found.default_branch
        for repo, found in repositories.items()
        if isinstance(found, Repository)
    }


def _probes(
    github: GitHub, policy: Policy, default_branches: Mapping[RepoRef, str]
) -> tuple[Probe, ...]:
    probes = []
    for need in needs.readings(policy, default_branches):
        failure = _tried(setup.touch, github, need.route)
        probes.append(Probe(need.repo, need.proven, need.line, failure))
    return tuple(probes)


def _people(github: GitHub, policy: Policy, *, is_seen: bool) -> tuple[Person, ...]:
    people = []
    for at, actor in enumerate(policy.allowlist.actors):
        place = policy.place(f"allowlisted_actors.{at}", "github_login")
        account = _tried(setup.account, github, actor.login)
        may_read = _tried(setup.may_read, github, policy.inbox, actor.login) if is_seen else None
        people.append(Person(actor, place, account, may_read))
    return tuple(people)


def _branches(
    github: GitHub, policy: Policy, default_branches: Mapping[RepoRef, str]
) -> tuple[Branch, ...]:
    based: Iterable[tuple[RepoRef, str]] = (
        (repo, default_branches.get(repo, "")) for repo in policy.supervised
    )
    return tuple(
        Branch(repo, name, _tried(setup.required_checks, github, repo, name))
        for repo, name in based
        if name
    )


def _away(policy: Policy) -> tuple[RepoRef, ...]:
    lifecycle = policy.lifecycle
    asked = lifecycle.availability if lifecycle.enabled else None
    return (asked.repository,) if asked else ()


def _availability(github: GitHub, policy: Policy) -> File | None:
    asked = policy.lifecycle.availability
    if asked is None or not policy.lifecycle.enabled:
        return None
    return _file(github, asked.repository, asked.path, asked.ref)
