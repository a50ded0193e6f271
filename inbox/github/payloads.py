"""What GitHub's REST API answers, as models: unknown fields are ignored, missing ones are errors.

Source: https://docs.github.com/rest. Users and bodies may be null everywhere; a time that is
missing or garbage is None for its item alone (ballot row 55).
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator

from inbox import labels
from inbox.policy import Visibility
from inbox.quadrant.files import ChangedFile, FileStatus, is_submodule_pointer
from inbox.refs import BOT_SUFFIX, Account, HeadSha, IssueRef, Kind, PullRef, RepoRef
from inbox.world import Ballot, Comment, Pull, Reaction, Repository

_OURS = {name.lower(): name for name in labels.OURS}


def instant(raw: object) -> datetime | None:
    """The moment in GitHub's text, in UTC; None for anything that names no moment for sure."""
    if not isinstance(raw, str):
        return None
    try:
        read = datetime.fromisoformat(raw)
        return read.astimezone(UTC) if read.tzinfo else None
    except (ValueError, OverflowError):
        return None


def label_name(raw: object) -> object:
    """The label's name, ours in our own spelling, since GitHub compares them in any letter case."""
    name = raw.get("name") if isinstance(raw, dict) else raw
    return _OURS.get(name.lower(), name) if isinstance(name, str) else name


def kind_of(login: str, said: str) -> Kind:
    """The kind of an account by what GitHub says, and by the suffix that only apps can have."""
    if login.endswith(BOT_SUFFIX):
        return Kind.BOT
    return Kind(said) if said in (Kind.USER.value, Kind.BOT.value) else Kind.OTHER


Instant = Annotated[datetime | None, BeforeValidator(instant)]
LabelName = Annotated[str, BeforeValidator(label_name)]
FullSha = Annotated[str, BeforeValidator(lambda raw: str(HeadSha.parse(str(raw))))]
RepoName = Annotated[str, BeforeValidator(lambda raw: str(RepoRef.parse(str(raw))))]


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

    name: LabelName = ""


class IssuePayload(BaseModel):
    """An issue, or the issue that every pull request also is."""

    number: int
    node_id: str
    html_url: str
    repository_url: str
    title: str
    body: str | None
    user: UserPayload | None
    labels: list[LabelName]
    state: Literal["open", "closed"]
    created_at: Instant = None
    locked: bool = False
    pull_request: object = None

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


class _Named(BaseModel):
    full_name: RepoName


class _Head(BaseModel):
    ref: str
    sha: FullSha
    repo: _Named | None


class _Base(BaseModel):
    ref: str


class PullPayload(BaseModel):
    """A pull request; `merged` and `changed_files` are only in the answer about a single one."""

    number: int
    node_id: str
    html_url: str
    title: str
    user: UserPayload | None
    state: Literal["open", "closed"]
    merged_at: object
    merged: bool | None = None
    draft: bool = False
    labels: list[LabelName]
    head: _Head
    base: _Base
    changed_files: int | None = None

    def pull(self, repo: RepoRef) -> Pull:
        """The pull request of `repo`; `whole` when the answer was about it alone."""
        return Pull(
            ref=PullRef(repo, self.number),
            url=self.html_url,
            author=account_of(self.user),
            title=self.title,
            is_open=self.state == "open",
            is_merged=bool(self.merged) or self.merged_at is not None,
            is_draft=self.draft,
            head=HeadSha(self.head.sha),
            head_ref=self.head.ref,
            head_repo=RepoRef.parse(self.head.repo.full_name) if self.head.repo else None,
            base=self.base.ref,
            labels=frozenset(self.labels),
            changed_files=self.changed_files,
            whole=self.changed_files is not None,
            node_id=self.node_id,
        )


class FilePayload(BaseModel):
    """A file that a pull request changes."""

    filename: str
    status: FileStatus
    blob_url: str | None
    previous_filename: str | None = None
    patch: str | None = None

    @property
    def changed(self) -> ChangedFile:
        """The file as far as classifying needs it."""
        pointer = is_submodule_pointer(patch=self.patch, blob_url=self.blob_url)
        return ChangedFile(self.filename, self.status, self.previous_filename, pointer)


class EventPayload(BaseModel):
    """Something that happened to an issue or pull request."""

    event: str
    actor: UserPayload | None = None
    created_at: Instant = None
    label: LabelPayload | None = None


class ActivityPayload(BaseModel):
    """A move of a branch: what it pointed to afterwards, and when."""

    ref: str
    after: str
    timestamp: Instant = None


class RepositoryPayload(BaseModel):
    """A repository."""

    full_name: RepoName
    private: bool
    archived: bool = False
    has_issues: bool
    default_branch: str
    visibility: Literal["public", "private", "internal"] | None = None

    def repository(self, existing: frozenset[str]) -> Repository:
        """The repository with those labels of ours."""
        fallback = "private" if self.private else "public"
        return Repository(
            name=RepoRef.parse(self.full_name),
            visibility=Visibility.parse(self.visibility or fallback),
            is_archived=self.archived,
            has_issues=self.has_issues,
            default_branch=self.default_branch,
            labels=existing,
        )


class ContentPayload(BaseModel):
    """A file, submodule or symbolic link by its path; files over 1 MB come without content."""

    type: str
    size: int = 0
    encoding: str = ""
    content: str = ""

    @property
    def data(self) -> bytes | None:
        """The bytes of the file; None for whatever is none, or came without its content."""
        if self.type != "file" or self.encoding != "base64":
            return None
        try:
            return b64decode("".join(self.content.split()), validate=True)
        except (binascii.Error, ValueError):
            return None


class StatePayload(BaseModel):
    """What a write to an issue left behind."""

    number: int
    state: Literal["open", "closed"]
    labels: list[LabelName]


class IdPayload(BaseModel):
    """The id of something just made."""

    id: int
