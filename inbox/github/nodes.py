"""What GitHub's GraphQL API answers, as models: missing fields are errors, users may be null.

Source: https://docs.github.com/graphql/reference. The queries are in `fragments.py`; times that are
missing or garbage are None (ballot row 55), except the time of the last edit, where None would say
that a text was never edited (protocol P23).
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from inbox.github.fields import EditTime, Instant, LabelName, kind_of
from inbox.refs import Account
from inbox.world import Comment, Event, EventKind, Reaction

T = TypeVar("T")

_REACTIONS = {"THUMBS_UP": "+1", "THUMBS_DOWN": "-1"}
_KINDS = {
    "ClosedEvent": EventKind.CLOSED,
    "ReopenedEvent": EventKind.REOPENED,
    "RenamedTitleEvent": EventKind.RENAMED,
    "UnlabeledEvent": EventKind.UNLABELLED,
    "CommentDeletedEvent": EventKind.COMMENT_DELETED,
    "BaseRefChangedEvent": EventKind.BASE_CHANGED,
    "AutomaticBaseChangeSucceededEvent": EventKind.BASE_CHANGED,
    "HeadRefForcePushedEvent": EventKind.HEAD_FORCED,
}


Typename = Annotated[str, Field(alias="__typename")]


class Node(BaseModel):
    """Anything in an answer; fields are camelCase there."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class ActorNode(Node):
    """Who did something; GraphQL names apps without `[bot]`, and tells them by their type."""

    typename: Typename
    login: str
    database_id: int | None = None

    @property
    def account(self) -> Account:
        """The account."""
        return Account.named(self.login, self.database_id, kind_of(self.login, self.typename))


def account_of(actor: ActorNode | None) -> Account | None:
    """The account behind an actor that may be gone."""
    return actor.account if actor else None


class PageInfo(Node):
    """What lies beyond a page; a query asks for the side that it needs."""

    has_next_page: bool = False
    has_previous_page: bool = False
    end_cursor: str | None = None

    @property
    def is_cut(self) -> bool:
        """True when there is more than this page on either side that was asked about."""
        return self.has_next_page or self.has_previous_page


class Connection(Node, Generic[T]):
    """One page of a list; a query need not ask how long the whole list is."""

    nodes: tuple[T, ...]
    page_info: PageInfo
    total_count: int = 0


class ReactionNode(Node):
    """A reaction; its user is null for apps and deleted accounts."""

    database_id: int | None
    content: str
    created_at: Instant = None
    user: ActorNode | None

    @property
    def reaction(self) -> Reaction:
        """The reaction in REST spelling; its id is 0 where GitHub hides it."""
        content = _REACTIONS.get(self.content, self.content.lower())
        return Reaction(self.database_id or 0, content, account_of(self.user), self.created_at)


class CommentNode(Node):
    """A comment, with the time of its last edit and without its history."""

    id: str
    full_database_id: int
    url: str
    body: str
    created_at: Instant = None
    last_edited_at: EditTime
    created_via_email: bool
    author: ActorNode | None

    @property
    def comment(self) -> Comment:
        """The comment; `via_app` stays unknown, GraphQL does not tell it."""
        return Comment(
            id=self.full_database_id,
            author=account_of(self.author),
            body=self.body,
            created_at=self.created_at,
            edited_at=self.last_edited_at,
            via_email=self.created_via_email,
            url=self.url,
            node_id=self.id,
        )


class LabelNode(Node):
    """A label."""

    name: LabelName


class CloserNode(Node):
    """What closed an issue, where it was no person's own closing."""

    typename: Typename


class EventNode(Node):
    """Something that happened to an issue or pull request."""

    typename: Annotated[
        Literal[
            "ClosedEvent",
            "ReopenedEvent",
            "RenamedTitleEvent",
            "UnlabeledEvent",
            "CommentDeletedEvent",
            "BaseRefChangedEvent",
            "AutomaticBaseChangeSucceededEvent",
            "HeadRefForcePushedEvent",
        ],
        Field(alias="__typename"),
    ]
    id: str
    created_at: Instant = None
    actor: ActorNode | None
    before: str = ""
    after: str = ""
    of: ActorNode | None = None
    closer: CloserNode | None = None
    state_reason: str | None = None
    label: LabelNode | None = None

    @property
    def event(self) -> Event:
        """The happening; of a label that was taken off, `before` is the name."""
        return Event(
            id=self.id,
            kind=_KINDS[self.typename],
            by=account_of(self.actor),
            at=self.created_at,
            before=self.label.name if self.label else self.before,
            after=self.after,
            of=account_of(self.of),
            closer=self.closer.typename if self.closer else None,
            reason=(self.state_reason or "").lower(),
        )
