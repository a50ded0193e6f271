"""What the survey's query answers: repositories, heads with our statuses, and the viewer."""

from __future__ import annotations

from typing import Literal

from inbox.github.fields import EditTime, Instant, RepoName
from inbox.github.nodes import ActorNode, Connection, LabelNode, Node, PageInfo, account_of
from inbox.labels import OURS
from inbox.policy import Visibility
from inbox.refs import IssueRef, RepoRef
from inbox.world import Ballot, Repository, State, Status


class StatusNode(Node):
    """A commit status in one context."""

    state: Literal["ERROR", "EXPECTED", "FAILURE", "PENDING", "SUCCESS"]
    description: str | None
    target_url: str | None
    created_at: Instant = None
    creator: ActorNode | None

    @property
    def status(self) -> Status:
        """The status; GitHub's `EXPECTED` is a status that waits."""
        state = State.PENDING if self.state == "EXPECTED" else State[self.state]
        return Status(
            state=state,
            description=self.description or "",
            target_url=self.target_url or "",
            by=account_of(self.creator),
            at=self.created_at,
        )


class _Contexts(Node):
    approval: StatusNode | None
    decisions: StatusNode | None


class HeadNode(Node):
    """A head's message, and its statuses in our two contexts; null where it has none at all.

    `is_shown` is False where this token may not read what statuses there are.
    """

    message: str
    status: _Contexts | None
    is_shown: bool = True


class EditedNode(Node):
    """When a text was last edited; null for never."""

    last_edited_at: EditTime


class BranchNode(Node):
    """A branch."""

    name: str


class RepositoryNode(Node):
    """A repository; an empty one has no default branch."""

    name_with_owner: RepoName
    visibility: Literal["PRIVATE", "INTERNAL", "PUBLIC"]
    is_archived: bool
    has_issues_enabled: bool
    default_branch_ref: BranchNode | None
    labels: Connection[LabelNode]

    @property
    def repository(self) -> Repository:
        """The repository with those of our labels that exist there."""
        return Repository(
            name=RepoRef.parse(self.name_with_owner),
            visibility=Visibility[self.visibility],
            is_archived=self.is_archived,
            has_issues=self.has_issues_enabled,
            default_branch=self.default_branch_ref.name if self.default_branch_ref else "",
            labels=frozenset(node.name for node in self.labels.nodes) & OURS,
        )


class TouchedNode(Node):
    """An issue: enough to see whose it is, and which pull request a ballot asked about."""

    number: int
    body: str
    closed_at: Instant = None
    last_edited_at: EditTime
    author: ActorNode | None

    def ballot(self, repo: RepoRef) -> Ballot:
        """The issue as a ballot, with no more than its author and its text."""
        return Ballot(
            ref=IssueRef(repo, self.number),
            url="",
            author=account_of(self.author),
            title="",
            body=self.body,
            created_at=None,
            is_open=self.closed_at is None,
            labels=frozenset(),
            edited_at=self.last_edited_at,
        )


class TouchedLatelyNode(Node):
    """The issues that were closed, opened again, or written in, lately."""

    nodes: tuple[TouchedNode, ...]
    page_info: PageInfo


class ViewerNode(Node):
    """Whose token it is; apps have their `[bot]` here."""

    login: str
    database_id: int | None
