"""Whether the repositories are there and can hold ballots, and their labels too (P8, P48)."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.doctor import needs
from inbox.doctor.facts import Facts
from inbox.doctor.findings import (
    REFUSED,
    Area,
    Finding,
    mistaken,
    note,
    right,
    unchecked,
    unread,
    written,
    wrong,
)
from inbox.errors import Forbidden, GitHubFault, NotThere
from inbox.policy import Place, Policy, Visibility
from inbox.refs import RepoRef
from inbox.vetting import visibility_mistakes
from inbox.world import Repository


def repository_findings(facts: Facts) -> Iterator[Finding]:
    """What stands in the way of ballots in each repository, and who could read them.

    Without a policy only whether they are there: to GitHub no file is there in what nobody sees.
    """
    policy = facts.policy
    for repo, found in facts.repositories.items():
        match found:
            case Repository():
                if policy is not None:
                    yield from _repository(repo, found, policy)
            case NotThere() | Forbidden() as failure:
                said = f"{repo} is not there, or not visible to this token."
                yield wrong(
                    Area.REPOSITORIES, said, failure.advice, _place(repo, policy), status=REFUSED
                )
            case GitHubFault() as failure:
                yield unread(Area.REPOSITORIES, str(repo), failure)
    if policy is not None:
        yield from _visibility(facts, policy)


def _place(repo: RepoRef, policy: Policy | None) -> Place | None:
    if policy is None:
        return None
    if repo in policy.supervised:
        at = policy.supervised.index(repo)
        return written(policy, f"supervised_repos.{at}", "governance_repo")
    if repo == policy.inbox:
        return written(policy, "decision_inbox.repository", "governance_repo")
    return written(policy, "governance_repo")


def _repository(repo: RepoRef, found: Repository, policy: Policy) -> Iterator[Finding]:
    is_used = repo == policy.inbox or policy.supervises(repo)
    place = _place(repo, policy)
    fine = True
    if found.name != repo:
        fine = False
        advice = "Write the new name: the old one may be taken by another repository."
        yield note(Area.REPOSITORIES, f"{repo} is called {found.name} now.", advice, place)
    if found.is_archived and is_used:
        fine = False
        advice = "Unarchive it, or take it out of the configuration."
        yield wrong(
            Area.REPOSITORIES, f"{repo} is archived: nobody can write there.", advice, place
        )
    if not found.has_issues and repo == policy.inbox:
        fine = False
        what = f"{repo} has its issues switched off, and ballots are issues."
        advice = f"Switch them on: Settings → General → Features of {repo}."
        yield wrong(Area.REPOSITORIES, what, advice, place)
    elif not found.has_issues and policy.supervises(repo) and policy.decisions.enabled:
        fine = False
        what = f"{repo} has its issues switched off: answers that nobody acts on get no follow-up."
        advice = "Switch them on, or write decisions: {enabled: false}."
        yield note(Area.REPOSITORIES, what, advice, place)
    if not found.default_branch and policy.supervises(repo):
        fine = False
        what = f"{repo} is empty: what its branches require, and who reads statuses, is not shown."
        yield unchecked(Area.REPOSITORIES, what, "Run the doctor again after the first commit.")
    if fine:
        yield right(Area.REPOSITORIES, f"{repo} is there ({found.visibility.name.lower()}).")


def _visibility(facts: Facts, policy: Policy) -> Iterator[Finding]:
    seen = {
        repo: found.visibility
        for repo, found in facts.repositories.items()
        if isinstance(found, Repository)
    }
    if policy.inbox not in seen:
        return
    yield from map(mistaken, visibility_mistakes(policy, seen))
    workflow = facts.wiring.repo
    if workflow in seen and is_told_too_widely(facts):
        yield note(
            Area.REPOSITORIES,
            f"More people read {workflow}, where the workflow runs, than what it decides about: its"
            " page and its log tell only numbers.",
            "Put the workflow into the repository of the ballots.",
        )


def is_told_too_widely(facts: Facts) -> bool:
    """True where more people may read the workflow's log than what it decides about (P48).

    What could not be seen is private where it is decided about, and public where it is told.
    """
    policy = facts.policy
    if policy is None:
        return False
    seen = facts.repositories
    home = seen.get(facts.wiring.repo)
    here = home.visibility if isinstance(home, Repository) else Visibility.PUBLIC
    others = {policy.inbox, *policy.supervised} - {facts.wiring.repo}
    named = (seen.get(repo) for repo in others)
    return any(
        (one.visibility if isinstance(one, Repository) else Visibility.PRIVATE) < here
        for one in named
    )


def label_findings(facts: Facts) -> Iterator[Finding]:
    """Which labels are there, were just made, or will be made by the first tick that needs them."""
    if facts.policy is None:
        return
    for repo, wanted in needs.labels(facts.policy).items():
        if repo not in facts.labels:
            continue  # the repository itself could not be seen
        found = facts.labels[repo]
        if isinstance(found, Forbidden):
            said = f"The labels of {repo} are not shown to this token: {found.what}"
            yield unchecked(Area.LABELS, said)
            continue
        if isinstance(found, GitHubFault):
            yield unread(Area.LABELS, f"The labels of {repo}", found)
            continue
        missing = sorted(missing_labels(wanted, found))
        made = [label for label in missing if (repo, label) in facts.made]
        missing = [label for label in missing if label not in made]
        if made:
            yield right(Area.LABELS, f"Made in {repo}: {', '.join(made)}.")
        if failure := facts.unmade.get(repo):
            yield wrong(
                Area.LABELS,
                f"{', '.join(missing)} could not be made in {repo}: {failure.what}",
                failure.advice,
                status=REFUSED if isinstance(failure, Forbidden | NotThere) else 1,
            )
        elif missing:
            yield note(
                Area.LABELS,
                f"{repo} lacks {', '.join(missing)}.",
                "The tick that first needs one makes it; --write makes all of them now.",
            )
        elif not made:
            yield right(Area.LABELS, f"{repo} has every label.")


def missing_labels(wanted: frozenset[str], found: frozenset[str]) -> frozenset[str]:
    """Those that are not there in any letter case, in which GitHub tells none apart."""
    there = {label.casefold() for label in found}
    return frozenset(label for label in wanted if label.casefold() not in there)
