"""Where the owner says they are, and which reminders were posted, kept as it was done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from inbox.simulator.journal import Entry
from tests.stories.stories_lifecycle import TAGS

_COMMENTS = re.compile(r"/issues/(\d+)/comments$")


def tag_of(text: str) -> str | None:
    """Which comment of the reminders' this is, None for any other."""
    first = text.partition("\n")[0]
    return first if first in TAGS else None


def is_reminding(entry: Entry) -> bool:
    """True for a write that posts or continues a comment of the reminders'."""
    body = entry.body if isinstance(entry.body, dict) else {}
    return entry.took_effect and tag_of(str(body.get("body", ""))) is not None


@dataclass(slots=True)
class Whereabouts:
    """What the owner's file says last, until when that mutes, and what was ever posted where."""

    says: str = "available"
    until: datetime | None = None
    was_ever_away: bool = False
    posted: set[tuple[int, str]] = field(default_factory=set)

    def is_muted(self, at: datetime) -> bool:
        """True while nobody wants to be reminded, or nobody can say."""
        match self.says:
            case "available":
                return False
            case "outing":
                return self.until is not None and at < self.until
            case _:
                return True

    def learn(self, entries: Sequence[Entry]) -> None:
        """These writes were made."""
        for entry in entries:
            found = _COMMENTS.search(entry.path)
            if found and is_reminding(entry) and (tag := tag_of(entry.body["body"])):
                self.posted.add((int(found[1]), tag))
