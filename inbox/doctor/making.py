"""The one thing that the doctor writes, and only where it is told to: missing labels (P8)."""

from __future__ import annotations

from dataclasses import replace

from inbox.actions import CreateLabel
from inbox.doctor import needs
from inbox.doctor.facts import Facts
from inbox.doctor.places import missing_labels
from inbox.errors import GitHubFault
from inbox.github.client import GitHub
from inbox.github.writes import Writer
from inbox.refs import RepoRef


def make_labels(github: GitHub, facts: Facts) -> Facts:
    """The facts, once every missing label was made, or refused: then none is tried there again."""
    if facts.policy is None:
        return facts
    writer = Writer(github)
    made: set[tuple[RepoRef, str]] = set()
    unmade: dict[RepoRef, GitHubFault] = {}
    for repo, wanted in needs.labels(facts.policy).items():
        found = facts.labels.get(repo)
        if not isinstance(found, frozenset):
            continue
        try:
            for label in sorted(missing_labels(wanted, found)):
                writer.perform(CreateLabel(repo, label))
                made.add((repo, label))
        except GitHubFault as failure:
            unmade[repo] = failure
    return replace(facts, made=frozenset(made), unmade=unmade)
