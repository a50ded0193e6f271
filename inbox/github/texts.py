"""Texts with every revision that GitHub kept of them, which only GraphQL tells.

Source: https://docs.github.com/graphql/reference/objects#usercontentedit. Edits come newest first;
GitHub keeps the original and the newest 99, so that a full history may hide edits in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from inbox.errors import Changed
from inbox.github.fields import EditTime, Instant
from inbox.github.nodes import (
    ActorNode,
    Connection,
    EventNode,
    Node,
    PageInfo,
    ReactionNode,
    account_of,
)
from inbox.github.routes import GRAPHQL
from inbox.world import Ballot, Comment, Event, Reaction, Revision

_MOST_EDITS_KEPT = 100
_NO_REACTIONS = Connection[ReactionNode](nodes=(), page_info=PageInfo())
_NO_EVENTS = Connection[EventNode](nodes=(), page_info=PageInfo())


class EditNode(Node):
    """One saved text: `diff` is the whole text right after that edit, null when it was removed."""

    edited_at: Instant = None
    diff: str | None
    editor: ActorNode | None


class TextNode(Node):
    """An issue, pull request or comment with every text it had, newest first."""

    id: str
    body: str
    created_at: Instant = None
    last_edited_at: EditTime
    created_via_email: bool
    includes_created_edit: bool
    author: ActorNode | None
    editor: ActorNode | None
    user_content_edits: Connection[EditNode] | None
    reactions: Connection[ReactionNode] = _NO_REACTIONS
    timeline_items: Connection[EventNode] = _NO_EVENTS

    @property
    def cursors(self) -> dict[str, str | None]:
        """The variables that ask for what comes after this page; empty when nothing does."""
        pages = {
            "edits": self.user_content_edits.page_info if self.user_content_edits else PageInfo(),
            "reactions": self.reactions.page_info,
            "events": self.timeline_items.page_info,
        }
        if not any(page.has_next_page for page in pages.values()):
            return {}
        return {name: page.end_cursor for name, page in pages.items()}


@dataclass(frozen=True, slots=True)
class Text:
    """One text with its past; `history` is None for a text that was never edited."""

    body: str
    edited_at: datetime | None
    via_email: bool
    history: tuple[Revision, ...] | None
    reactions: tuple[Reaction, ...]
    events: tuple[Event, ...]

    def of(self, body: str) -> Text:
        """This text, which is that of `body`; raises Changed when the body has changed."""
        self._expect(body)
        return self

    def onto_comment(self, comment: Comment) -> Comment:
        """The comment with its history and reactions; raises Changed when it has changed."""
        self._expect(comment.body)
        return replace(
            comment,
            edited_at=self.edited_at,
            history=self.history,
            via_email=self.via_email,
            reactions=self.reactions,
        )

    def onto_ballot(self, ballot: Ballot) -> Ballot:
        """The ballot with its body's history; raises Changed when the body has changed."""
        self._expect(ballot.body)
        return replace(ballot, edited_at=self.edited_at, history=self.history)

    def _expect(self, body: str) -> None:
        if _lines(body) != _lines(self.body):
            raise changed_while_reading()


def changed_while_reading() -> Changed:
    """The fault of a text that somebody changed between two answers."""
    return Changed(
        "A text changed while it was being read.",
        "The next tick reads it again.",
        request=f"QUERY {GRAPHQL.path}",
    )


def text_of(pages: Sequence[TextNode]) -> Text:
    """The text in its pages, oldest first inside; raises Changed for a contradiction (P23)."""
    first = pages[0]
    edits = [edit for page in pages if (kept := page.user_content_edits) for edit in kept.nodes]
    return Text(
        body=first.body,
        edited_at=first.last_edited_at or (edits[0].edited_at if edits else None),
        via_email=first.created_via_email,
        history=_history(first, edits),
        reactions=tuple(node.reaction for page in pages for node in page.reactions.nodes),
        events=tuple(node.event for page in pages for node in page.timeline_items.nodes),
    )


def _history(text: TextNode, edits: Sequence[EditNode]) -> tuple[Revision, ...] | None:
    lost_original = Revision(text.created_at, account_of(text.author), None)
    if not edits:
        if text.last_edited_at is None:
            return None
        newest = Revision(text.last_edited_at, account_of(text.editor), text.body)
        return lost_original, newest
    if (newest_text := edits[0].diff) is not None and _lines(newest_text) != _lines(text.body):
        raise changed_while_reading()
    known = [Revision(edit.edited_at, account_of(edit.editor), edit.diff) for edit in edits[::-1]]
    if not text.includes_created_edit:
        return lost_original, *known
    if len(edits) >= _MOST_EDITS_KEPT:
        return known[0], Revision(None, None, None), *known[1:]
    return tuple(known)


def _lines(text: str) -> str:
    """The text as if saved with LF; the browser saves CRLF, the API what it was given (P2)."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
