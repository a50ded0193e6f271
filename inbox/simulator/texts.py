"""Texts with their edit history, as `userContentEdits` shows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from inbox.simulator.accounts import Account
from inbox.simulator.minting import Mint, node_id

KEPT_REVISIONS = 100


@dataclass(slots=True, eq=False)
class Revision:
    """The whole text right after one edit; the text is None once its content was deleted."""

    id: int
    node_id: str
    editor: Account
    at: datetime
    text: str | None
    deleted_at: datetime | None = None
    deleted_by: Account | None = None


@dataclass(slots=True, eq=False)
class EditableText:
    """A body as it reads now, with what it was; `revisions` oldest first, empty until edited."""

    text: str
    author: Account
    created_at: datetime
    revisions: list[Revision] = field(default_factory=list)
    edits: int = 0

    def edit(self, text: str, editor: Account, at: datetime, mint: Mint) -> bool:
        """Reads `text` now and remembers who wrote it; False when nothing changed.

        The first edit also records the original, by its author. Of more than 100 revisions the
        original and the newest 99 stay (github-facts 2.1).
        """
        if text == self.text:
            return False
        if not self.revisions:
            self._remember(self.text, self.author, self.created_at, mint)
        self._remember(text, editor, at, mint)
        self.text = text
        self.edits += 1
        if len(self.revisions) > KEPT_REVISIONS:
            del self.revisions[1]
        return True

    def _remember(self, text: str, editor: Account, at: datetime, mint: Mint) -> None:
        number = mint.number("UCE")
        self.revisions.append(Revision(number, node_id("UCE", number), editor, at, text))

    def forget(self, back: int, by: Account, at: datetime) -> None:
        """The content of the revision `back` steps behind the newest (0) is deleted, by `by`."""
        revision = self.revisions[-1 - back]
        revision.text = None
        revision.deleted_at = at
        revision.deleted_by = by

    @property
    def last_edited_at(self) -> datetime | None:
        """When it was last edited; None if never."""
        return self.revisions[-1].at if self.revisions else None

    @property
    def editor(self) -> Account | None:
        """Who edited it last; None if nobody did."""
        return self.revisions[-1].editor if self.revisions else None
