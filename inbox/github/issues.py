"""Issues of the bot: ballots and follow-ups, opened, filed, rewritten (P6, P8, D17, D19)."""

from __future__ import annotations

from collections.abc import Sequence

from inbox.actions import FileIssue, OpenIssue, RewriteIssue
from inbox.errors import GitHubFault, NotThere, Refused
from inbox.github import routes
from inbox.github.answers import Answer
from inbox.github.client import GitHub
from inbox.github.payloads import IssuePayload
from inbox.refs import RepoRef


def open_issue(client: GitHub, action: OpenIssue) -> Answer:
    """The answer to the creation, with as many of the people assigned as GitHub allows (P8).

    One who cannot be assigned makes GitHub refuse the whole request, and nothing is created; only
    then each is asked about. A lost answer is never asked for again (P6).
    """
    route = routes.issues(action.repo)
    wanted: dict[str, object] = {
        "title": action.title,
        "body": action.body,
        "labels": sorted(action.labels),
    }
    people = list(action.assignees)
    while people:
        try:
            return client.post(route, {**wanted, "assignees": people}, once=True)
        except Refused as refused:
            if "assignees" not in refused.fields:
                raise
        able = _assignable(client, action.repo, people)
        people = able if len(able) < len(people) else []
    return client.post(route, wanted, once=True)


def _assignable(client: GitHub, repo: RepoRef, people: Sequence[str]) -> list[str]:
    """Those whom GitHub lets be assigned there, as far as it answers; one alone was refused."""
    able: list[str] = []
    for person in people if len(people) > 1 else ():
        try:
            client.get(routes.assignee(repo, person))
        except NotThere:
            continue
        except GitHubFault:  # nobody's assignment is worth waiting for
            break
        able.append(person)
    return able


def file_issue(client: GitHub, action: FileIssue) -> Answer:
    """GitHub's answer about the new follow-up; a lost one is never asked for again (P6)."""
    wanted = {"title": action.title, "body": action.body, "labels": sorted(action.labels)}
    return client.post(routes.issues(action.repo), wanted, once=True)


def rewrite_issue(client: GitHub, action: RewriteIssue) -> None:
    """The follow-up has the text and the state, in one request, as GitHub's answer says."""
    wanted = {
        "body": action.body,
        "state": "open" if action.is_open else "closed",
        "state_reason": action.reason,
    }
    client.patch(routes.issue(action.issue), wanted).read(IssuePayload)
