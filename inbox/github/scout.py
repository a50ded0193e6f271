"""The cheap look at everything, which says where a full reading is worth its requests (P43)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from inbox.errors import GitHubFault
from inbox.github import queries
from inbox.github.answers import shaped
from inbox.github.batches import batched, gather, side_by_side
from inbox.github.client import GitHub
from inbox.github.graph import Reply
from inbox.github.nodes import Node
from inbox.github.queries import Asked
from inbox.github.scouted import BallotNode, TalkNode
from inbox.github.surveyed import HeadNode, RepositoryNode, ViewerNode
from inbox.refs import Account, HeadSha, IssueRef, PullRef, RepoRef
from inbox.world import Ballot, Comment, Event, Pull, Repository, Status

K = TypeVar("K")

Head = tuple[RepoRef, HeadSha]
Surveyed = RepoRef | Head
Item = IssueRef | PullRef


@dataclass(frozen=True, slots=True)
class Survey:
    """Whose token it is, the repositories, and the heads: our statuses, and their messages.

    A repository that is not there or could not be read is absent and has its fault; so has a head
    whose statuses could not be read, while one without a status is merely absent.
    """

    viewer: Account | None
    repositories: Mapping[RepoRef, Repository]
    statuses: Mapping[Head, Status]
    decisions: Mapping[Head, Status]
    messages: Mapping[Head, str]
    faults: Mapping[Surveyed, GitHubFault]


@dataclass(frozen=True, slots=True)
class PullTalk:
    """The words under a pull request and the changes of its base; `overflow` did not fit."""

    comments: tuple[Comment, ...]
    base_changes: tuple[Event, ...]
    overflow: frozenset[str] = frozenset()

    def onto(self, pull: Pull) -> Pull:
        """The pull request with this conversation."""
        return replace(
            pull,
            comments=self.comments,
            base_changes=self.base_changes,
            overflow=self.overflow,
        )


@dataclass(frozen=True, slots=True)
class Scouted:
    """The ballots and conversations that were found, and the fault of each that was not."""

    ballots: Mapping[IssueRef, Ballot]
    pulls: Mapping[PullRef, PullTalk]
    faults: Mapping[Item, GitHubFault]


def survey(client: GitHub, repos: Sequence[RepoRef], heads: Iterable[Head]) -> Survey:
    """The repositories, the statuses of the heads and the viewer are known, 100 heads a query."""
    repositories = {repo: queries.facts(repo) for repo in repos}
    looked_at = {head: queries.head(*head) for head in heads}
    seen = _look(client, repositories.values(), looked_at.values(), viewer=True)
    found = {
        head: node
        for head, asked in looked_at.items()
        if isinstance(node := seen.nodes.get(asked), HeadNode)
    }
    contexts = {head: node.status for head, node in found.items() if node.status}
    return Survey(
        viewer=seen.viewer,
        repositories={
            repo: node.repository
            for repo, asked in repositories.items()
            if isinstance(node := seen.nodes.get(asked), RepositoryNode)
        },
        statuses={head: on.approval.status for head, on in contexts.items() if on.approval},
        decisions={head: on.decisions.status for head, on in contexts.items() if on.decisions},
        messages={head: node.message for head, node in found.items() if node.message},
        faults=seen.faults(repositories) | seen.faults(looked_at),
    )


def scout(client: GitHub, ballots: Sequence[IssueRef], pulls: Sequence[PullRef]) -> Scouted:
    """The ballots and the newest words under the pull requests are known, 100 each a query."""
    issues = {ref: queries.ballot(ref) for ref in ballots}
    talks = {ref: queries.talk(ref) for ref in pulls}
    seen = _look(client, issues.values(), talks.values())
    return Scouted(
        ballots={
            ref: node.ballot(ref)
            for ref, asked in issues.items()
            if isinstance(node := seen.nodes.get(asked), BallotNode)
        },
        pulls={
            ref: _talk(node)
            for ref, asked in talks.items()
            if isinstance(node := seen.nodes.get(asked), TalkNode)
        },
        faults=seen.faults(issues) | seen.faults(talks),
    )


def seen_of(client: GitHub, asked: Iterable[Asked]) -> Mapping[Asked, Node | GitHubFault]:
    """What there is of each thing asked for, or its fault, 100 things a query."""
    seen = _look(client, asked, ())
    return {**seen.nodes, **seen.missed}


@dataclass(frozen=True, slots=True)
class _Seen:
    nodes: Mapping[Asked, Node]
    missed: Mapping[Asked, GitHubFault]
    viewer: Account | None

    def faults(self, asked: Mapping[K, Asked]) -> dict[K, GitHubFault]:
        return {key: self.missed[one] for key, one in asked.items() if one in self.missed}


def _look(
    client: GitHub, first: Iterable[Asked], second: Iterable[Asked], *, viewer: bool = False
) -> _Seen:
    viewers: list[Account | None] = []

    def ask(wanted: Sequence[Asked], tries: int) -> Mapping[Asked, Node | GitHubFault]:
        question = queries.question(wanted, viewer=viewer and not viewers)
        reply = client.graphql(question.text, question.variables, tries=tries)
        if viewer and not viewers:
            viewers.append(_viewer(reply))
            if not reply.data:  # a viewer that is refused takes the whole answer with it
                return ask(wanted, tries)
        return {one: question.found(one, reply) for one in wanted}

    gathered = gather(side_by_side(batched(first), batched(second)), ask)
    return _Seen(gathered.found, gathered.faults, viewers[0] if viewers else None)


def _viewer(reply: Reply) -> Account | None:
    raw = reply.data.get("viewer")
    if raw is None or reply.at("viewer"):
        return None
    viewer = shaped(ViewerNode, raw, reply.request)
    return Account.named(viewer.login, viewer.database_id)


def _talk(node: TalkNode) -> PullTalk:
    cut = {
        "comments": node.comments.page_info.is_cut,
        "events": node.timeline_items.page_info.is_cut,
    }
    return PullTalk(
        comments=tuple(comment.comment for comment in node.comments.nodes),
        base_changes=tuple(happening.event for happening in node.timeline_items.nodes),
        overflow=frozenset(part for part, is_cut in cut.items() if is_cut),
    )
