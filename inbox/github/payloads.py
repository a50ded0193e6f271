"""What GitHub's REST API answers about issues: unknown fields are ignored, missing ones errors.

Source: https://docs.github.com/rest. Users and bodies may be null everywhere; a time that is
missing or garbage is None for its item alone (ballot row 55).
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from inbox.github.fields import Instant, LabelName, RepoUrl, kind_of
from inbox.refs import Account, IssueRef, RepoRef
from inbox.world import Ballot, Comment, Reaction


class UserPayload(BaseModel):
    """Who did something."""

    login: str
    id: int
    type: str

    @property
    def account(self) -> Account:
        """The account, without the suffix that REST gives to apps."""
        return Account.named(self.login, self.id, kind_of(self.login, self.type))


def account_of(user: UserPayload | None) -> Account | None:
    """The account behind a user that may be gone."""
    return user.account if user else None


class LabelPayload(BaseModel):
    """A label of a repository."""

    name: LabelName | None = None


class IssuePayload(BaseModel):
    """An issue, or the issue that every pull request also is."""

    number: int
    node_id: str
    html_url: str
    repository_url: RepoUrl
    title: str
    body: str | None
    user: UserPayload | None
    labels: list[LabelName]
    state: Literal["open", "closed"]
    state_reason: str | None = None
    created_at: Instant = None
    locked: bool = False
    pull_request: object = None

    @property
    def repo(self) -> RepoRef:
        """The repository that holds it now."""
        return RepoRef.parse(self.repository_url)

    def ballot(self, repo: RepoRef) -> Ballot:
        """The issue as a ballot of `repo`, without what other answers tell."""
        return Ballot(
            ref=IssueRef(repo, self.number),
            url=self.html_url,
            author=account_of(self.user),
            title=self.title,
            body=self.body or "",
            created_at=self.created_at,
            is_open=self.state == "open",
            labels=frozenset(self.labels),
            is_locked=self.locked,
            closed_as=self.state_reason or "",
            node_id=self.node_id,
        )


class CommentPayload(BaseModel):
    """A comment of a conversation."""

    id: int
    node_id: str
    html_url: str
    body: str | None
    user: UserPayload | None
    created_at: Instant = None
    performed_via_github_app: object = None

    @property
    def comment(self) -> Comment:
        """The comment, without its edits, which REST does not tell."""
        return Comment(
            id=self.id,
            author=account_of(self.user),
            body=self.body or "",
            created_at=self.created_at,
            via_app=self.performed_via_github_app is not None,
            url=self.html_url,
            node_id=self.node_id,
        )


class ReactionPayload(BaseModel):
    """A reaction."""

    id: int
    content: str
    user: UserPayload | None
    created_at: Instant = None

    @property
    def reaction(self) -> Reaction:
        """The reaction, in the spelling that REST and the core share."""
        return Reaction(self.id, self.content, account_of(self.user), self.created_at)


class EventPayload(BaseModel):
    """Something that happened to an issue or pull request."""

    event: str
    actor: UserPayload | None = None
    created_at: Instant = None
    label: LabelPayload | None = None


class StatePayload(BaseModel):
    """What a write to an issue left behind."""

    number: int
    state: Literal["open", "closed"]
    labels: list[LabelName]


class OpenedPayload(StatePayload):
    """An issue that was just opened."""

    html_url: str


class IdPayload(BaseModel):
    """The id of something just made."""

    id: int
