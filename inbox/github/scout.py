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
from inbox.github.scouted import BallotNode, MergeStateNode, TalkNode
from inbox.github.surveyed import ViewerNode
from inbox.github.texts import Text
from inbox.refs import Account, HeadSha, IssueRef, PullRef, RepoRef
from inbox.world import UNCOUNTED, Ballot, Comment, Event, Extent, Pull

K = TypeVar("K")

Head = tuple[RepoRef, HeadSha]
Item = IssueRef | PullRef


@dataclass(frozen=True, slots=True)
class PullTalk:
    """The words under a pull request and the changes of its base; `overflow` did not fit.

    `text` is its description with its past, after a whole reading.
    """

    comments: tuple[Comment, ...]
    base_changes: tuple[Event, ...]
    overflow: frozenset[str] = frozenset()
    extent: Extent = UNCOUNTED
    text: Text | None = None

    def onto(self, pull: Pull) -> Pull:
        """The pull request with this conversation, and with the past of its description if known.

        Raises Changed where the description is another by now.
        """
        if self.text:
            itself = self.text.of(pull.body)
            pull = replace(pull, edited_at=itself.edited_at, history=itself.history)
        return replace(
            pull,
            comments=self.comments,
            base_changes=self.base_changes,
            overflow=self.overflow,
            extent=self.extent,
        )


@dataclass(frozen=True, slots=True)
class Scouted:
    """The ballots and conversations that were found, and the fault of each that was not."""

    ballots: Mapping[IssueRef, Ballot]
    pulls: Mapping[PullRef, PullTalk]
    faults: Mapping[Item, GitHubFault]


def scout(
    client: GitHub, ballots: Iterable[IssueRef], pulls: Iterable[PullRef], *, far_back: bool = False
) -> Scouted:
    """The ballots and the newest words under the pull requests are known, 100 each a query.

    The words are the last 20 comments of each, or with `far_back` the last 100.
    """
    issues = {ref: queries.ballot(ref) for ref in ballots}
    talks = {ref: queries.talk(ref, far_back=far_back) for ref in pulls}
    seen = look(client, issues.values(), talks.values())
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
    seen = look(client, asked, ())
    return {**seen.nodes, **seen.missed}


_CANNOT_BE_MERGED = frozenset({"BEHIND", "BLOCKED", "DIRTY"})


def scout_blocked(client: GitHub, pulls: Iterable[PullRef]) -> frozenset[PullRef]:
    """Those of the pull requests that GitHub would not merge now; one unread is none of them.

    Source: https://docs.github.com/graphql/reference/enums#mergestatestatus
    """
    asked = {ref: queries.merge_state(ref) for ref in pulls}
    try:
        seen = seen_of(client, asked.values())
    except GitHubFault:
        return frozenset()
    return frozenset(
        ref
        for ref, one in asked.items()
        if isinstance(node := seen[one], MergeStateNode)
        and node.merge_state_status in _CANNOT_BE_MERGED
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is of each thing asked for, what could not be read, and whose token it is."""

    nodes: Mapping[Asked, Node]
    missed: Mapping[Asked, GitHubFault]
    viewer: Account | None

    def faults(self, asked: Mapping[K, Asked]) -> dict[K, GitHubFault]:
        """The fault of each thing asked for that could not be read."""
        return {key: self.missed[one] for key, one in asked.items() if one in self.missed}


def look(
    client: GitHub,
    first: Iterable[Asked],
    second: Iterable[Asked],
    third: Iterable[Asked] = (),
    *,
    viewer: bool = False,
) -> Seen:
    """Everything in `first` to `third` is looked at, 100 of each a query (protocol P43)."""
    viewers: list[Account | None] = []

    def ask(wanted: Sequence[Asked], tries: int) -> Mapping[Asked, Node | GitHubFault]:
        question = queries.question(wanted, viewer=viewer and not viewers)
        reply = client.graphql(question.text, question.variables, tries=tries)
        if viewer and not viewers:
            viewers.append(_viewer(reply))
            if not reply.data:  # a viewer that is refused takes the whole answer with it
                return ask(wanted, tries)
        return {one: question.found(one, reply) for one in wanted}

    gathered = gather(side_by_side(batched(first), batched(second), batched(third)), ask)
    return Seen(gathered.found, gathered.faults, viewers[0] if viewers else None)


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
        extent=Extent(comments=node.comments.total_count),
    )
