"""A case: one text that may ask, with everything that deciding about it rests on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from inbox.refs import Account, IssueRef
from inbox.world import Comment, Revision


class Need(Enum):
    """A reading that deciding misses; the tick fulfils it and asks again (design)."""

    CLOSER = "edit histories"
    WHOLE = "every page of the conversation, and which comments an app wrote"


@dataclass(frozen=True, slots=True)
class Subject:
    """A pull request or ticket: its description with its past, and what was said under it.

    `history` is None while the description was edited and not looked into; `overflow` is True where
    the conversation goes on beyond what was read; `whole` after a full reading. `unseen` is a text
    that the bot saved over without having seen it. A ticket names its labels, and whether somebody
    works on it.
    """

    ref: IssueRef
    is_pull: bool
    url: str
    node_id: str
    author: Account | None
    created_at: datetime | None
    body: str
    comments: tuple[Comment, ...]
    edited_at: datetime | None = None
    history: tuple[Revision, ...] | None = None
    is_locked: bool = False
    labels: frozenset[str] = frozenset()
    is_assigned: bool = False
    overflow: bool = False
    whole: bool = False
    unseen: str | None = None

    @property
    def revisions(self) -> tuple[Revision, ...] | None:
        """Every description it had, oldest first; None where it was edited and nobody looked.

        The newest is the one that it has: what was removed from its history still stands there.
        """
        if self.history is None and self.edited_at is None:
            return (Revision(self.created_at, self.author, self.body),)
        if not self.history or self.history[-1].text is not None:
            return self.history
        return (*self.history[:-1], replace(self.history[-1], text=self.body))

    def reading(self, body: str) -> Subject:
        """The same text with another description, as after a write of ours."""
        return replace(self, body=body)
