"""What the page asks for: an order names what was shown, so that it is about nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime

from inbox.ballot.choice import Choice
from inbox.decisions.applying import Answer
from inbox.refs import HeadSha, IssueRef, PullRef


@dataclass(frozen=True, slots=True)
class Drawn:
    """How one question stood when the form was drawn: its form, its ticks, its texts."""

    asked: str
    choices: tuple[str, ...] = ()
    text: str = ""
    note: str = ""

    def to_json(self) -> str:
        """The text of the form's hidden field."""
        return json.dumps([self.asked, list(self.choices), self.text, self.note])

    @classmethod
    def from_json(cls, text: str) -> Drawn:
        """What a hidden field says; raises ValueError for anything that no form of ours holds."""
        match json.loads(text):
            case [str(asked), list(choices), str(words), str(note)] if all(
                isinstance(one, str) for one in choices
            ):
                return cls(asked, tuple(choices), words, note)
            case _:
                raise ValueError("this is no drawn question")


@dataclass(frozen=True, slots=True)
class BallotAnswer:
    """An answer to a ballot about one head, with the reason typed."""

    ballot: IssueRef
    choice: Choice
    head: HeadSha
    base: str
    asked_since: datetime
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Filled:
    """One question of a form as it was sent: how it was drawn, and what is wanted now."""

    drawn: Drawn
    wanted: Drawn

    @property
    def answer(self) -> Answer | None:
        """What has to be written, None where nothing was changed."""
        if self.wanted == self.drawn:
            return None
        return Answer(
            choices=self.wanted.choices if self.wanted.choices != self.drawn.choices else None,
            text=self.wanted.text if self.wanted.text != self.drawn.text else None,
            note=self.wanted.note if self.wanted.note != self.drawn.note else None,
        )


@dataclass(frozen=True, slots=True)
class QuestionAnswers:
    """The filled form of one description, by question."""

    subject: PullRef | IssueRef
    filled: dict[str, Filled] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SendBack:
    """The wish that a text which asks in prose comes back with options."""

    subject: PullRef | IssueRef


@dataclass(frozen=True, slots=True)
class Confirm:
    """The wish to accept the answers in a description as they stand (D11).

    `drawn` is how each question stood on the page.
    """

    subject: PullRef | IssueRef
    drawn: dict[str, Drawn] = field(default_factory=dict)


Order = BallotAnswer | QuestionAnswers | SendBack | Confirm


@dataclass(frozen=True, slots=True)
class Sent:
    """What was sent, as GitHub confirmed it: in words, where it shows, and when.

    `is_new` is False where it stood there before, so that nothing was written.
    """

    says: str
    url: str
    at: datetime
    is_new: bool = True
