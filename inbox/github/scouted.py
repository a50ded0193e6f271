"""What the scout's query answers: ballots, and the newest of a pull request's conversation."""

from __future__ import annotations

from typing import Literal

from inbox.github.fields import EditTime, Instant
from inbox.github.nodes import (
    ActorNode,
    CommentNode,
    Connection,
    EventNode,
    LabelNode,
    Node,
    ReactionNode,
    account_of,
)
from inbox.refs import IssueRef
from inbox.world import Ballot, Extent


class BallotNode(Node):
    """A ballot as the scout sees it."""

    id: str
    url: str
    title: str
    body: str
    created_at: Instant = None
    last_edited_at: EditTime
    state: Literal["OPEN", "CLOSED"]
    locked: bool
    author: ActorNode | None
    labels: Connection[LabelNode]
    reactions: Connection[ReactionNode]
    comments: Connection[CommentNode]
    timeline_items: Connection[EventNode]

    def ballot(self, ref: IssueRef) -> Ballot:
        """The ballot, which names in `overflow` what did not fit or hides its identity."""
        cut = {
            "labels": self.labels.page_info.is_cut,
            "reactions": self.reactions.page_info.is_cut
            or any(node.database_id is None for node in self.reactions.nodes),
            "comments": self.comments.page_info.is_cut,
            "events": self.timeline_items.page_info.is_cut,
        }
        return Ballot(
            ref=ref,
            url=self.url,
            author=account_of(self.author),
            title=self.title,
            body=self.body,
            created_at=self.created_at,
            is_open=self.state == "OPEN",
            labels=frozenset(node.name for node in self.labels.nodes),
            edited_at=self.last_edited_at,
            reactions=tuple(node.reaction for node in self.reactions.nodes),
            comments=tuple(node.comment for node in self.comments.nodes),
            events=tuple(node.event for node in self.timeline_items.nodes),
            is_locked=self.locked,
            overflow=frozenset(part for part, is_cut in cut.items() if is_cut),
            extent=Extent(self.reactions.total_count, self.comments.total_count),
            node_id=self.id,
        )


class MergeStateNode(Node):
    """What stands between a pull request and its base; GitHub has a word for each."""

    merge_state_status: str


class TalkNode(Node):
    """The newest comments of a pull request, and the changes of its base."""

    comments: Connection[CommentNode]
    timeline_items: Connection[EventNode]
