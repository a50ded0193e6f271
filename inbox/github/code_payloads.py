"""What GitHub's REST API answers about code: pull requests, their files, branches, repositories.

Source: https://docs.github.com/rest. As in `payloads.py`, only what is missing is an error.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from typing import Literal

from pydantic import BaseModel

from inbox.github.fields import FilledName, FullSha, Instant, LabelName, RepoName
from inbox.github.payloads import UserPayload, account_of
from inbox.policy import Visibility
from inbox.quadrant.files import ChangedFile, FileStatus, is_submodule_pointer
from inbox.refs import HeadSha, PullRef, RepoRef
from inbox.world import Pull, Repository


class _Named(BaseModel):
    full_name: RepoName


class _Head(BaseModel):
    ref: FilledName
    sha: FullSha
    repo: _Named | None


class _Base(BaseModel):
    ref: FilledName


class PullPayload(BaseModel):
    """A pull request; `merged` and `changed_files` are only in the answer about a single one."""

    number: int
    node_id: str
    html_url: str
    title: str
    body: str | None
    user: UserPayload | None
    created_at: Instant = None
    locked: bool = False
    state: Literal["open", "closed"]
    merged_at: object
    merged: bool | None = None
    draft: bool = False
    labels: list[LabelName]
    head: _Head
    base: _Base
    changed_files: int | None = None
    mergeable: bool | None = None

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
            mergeable=self.mergeable,
            whole=self.changed_files is not None,
            node_id=self.node_id,
            body=self.body or "",
            created_at=self.created_at,
            is_locked=self.locked,
        )


class PermissionPayload(BaseModel):
    """What somebody may do in a repository: `maintain` is said as `write`, `triage` as `read`."""

    permission: str


class FilePayload(BaseModel):
    """A file that a pull request changes."""

    filename: FilledName
    status: FileStatus
    blob_url: str | None
    previous_filename: FilledName | None = None
    patch: str | None = None

    @property
    def changed(self) -> ChangedFile:
        """The file as far as classifying needs it."""
        pointer = is_submodule_pointer(patch=self.patch, blob_url=self.blob_url)
        return ChangedFile(self.filename, self.status, self.previous_filename, pointer)


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
