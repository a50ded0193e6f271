"""Readings that a check of the set-up needs, and no tick: people, apps, rules of branches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from inbox.errors import NotThere
from inbox.github import routes
from inbox.github.answers import shaped
from inbox.github.client import GitHub
from inbox.github.code_payloads import PermissionPayload
from inbox.github.payloads import LabelPayload, UserPayload
from inbox.github.routes import Route
from inbox.refs import Account, RepoRef

_CHECKS = "required_status_checks"
_ANY_SOURCE = frozenset({None, -1})


@dataclass(frozen=True, slots=True)
class Required:
    """A check that a branch requires; `app` is the id of the only app it may come from, if one."""

    context: str
    app: int | None = None


class _Check(BaseModel):
    context: str
    app_id: int | None = None
    integration_id: int | None = None

    @property
    def required(self) -> Required:
        source = self.integration_id if self.app_id in _ANY_SOURCE else self.app_id
        return Required(self.context, None if source in _ANY_SOURCE else source)


class _Checks(BaseModel):
    checks: list[_Check] = []
    contexts: list[str] = []


class _Protection(BaseModel):
    required_status_checks: _Checks = _Checks()


class _Branch(BaseModel):
    protection: _Protection


class _Parameters(BaseModel):
    required_status_checks: list[_Check]


class _Rule(BaseModel):
    type: str
    parameters: Any = None


class _App(BaseModel):
    id: int


def required_checks(client: GitHub, repo: RepoRef, branch: str) -> tuple[Required, ...]:
    """Every check that the branch's protection and its rulesets require, as often as they do.

    Sources: https://docs.github.com/rest/branches/branches#get-a-branch and
    https://docs.github.com/rest/repos/rules#get-rules-for-a-branch
    """
    protection = client.get(routes.branch(repo, branch)).read(_Branch).protection
    classic = protection.required_status_checks
    named = [one.required for one in classic.checks]
    bare = {one.context for one in named}
    named += [Required(context) for context in classic.contexts if context not in bare]
    for page in client.pages(routes.branch_rules(repo, branch)):
        for rule in page.read(list[_Rule]):
            if rule.type == _CHECKS:
                found = shaped(_Parameters, rule.parameters, page.request, page.status)
                named += [one.required for one in found.required_status_checks]
    return tuple(named)


def account(client: GitHub, login: str) -> Account | None:
    """The account of that login, None where nobody has it.

    Source: https://docs.github.com/rest/users/users#get-a-user
    """
    try:
        return client.get(routes.user(login)).read(UserPayload).account
    except NotThere:
        return None


def app_id(client: GitHub, slug: str) -> int | None:
    """The id of the GitHub App of that slug, None where it is not to be seen.

    Source: https://docs.github.com/rest/apps/apps#get-an-app
    """
    try:
        return client.get(routes.app(slug)).read(_App).id
    except NotThere:
        return None


def may_read(client: GitHub, repo: RepoRef, login: str) -> bool:
    """True when the person of that login may read the repository; NotThere for an unknown login.

    Source: https://docs.github.com/rest/collaborators/collaborators
    """
    answer = client.get(routes.permission(repo, login))
    return answer.read(PermissionPayload).permission != "none"


def label_names(client: GitHub, repo: RepoRef) -> frozenset[str]:
    """The names of all labels of the repository."""
    pages = client.pages(routes.labels(repo))
    return frozenset(
        one.name for page in pages for one in page.read(list[LabelPayload]) if one.name
    )


def touch(client: GitHub, route: Route) -> None:
    """The reading is allowed; raises what refused it. Lists are asked for one entry."""
    client.get(route, {"per_page": 1})
