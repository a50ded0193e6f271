"""What the page shows, as frozen values: one reading of GitHub, and nothing beyond it.

Every text that somebody else wrote is foreign here, too: the templates escape it, and Markdown is
rendered without HTML. Sentences called `says` or `why` are our own and may hold code spans.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Protocol

from inbox.ballot.case import Stage
from inbox.ballot.choice import Choice
from inbox.dashboard.orders import Drawn, Order, Sent
from inbox.decisions.block import QuestionKind
from inbox.decisions.standing import State
from inbox.decisions.verdict import Code
from inbox.refs import HeadSha, IssueRef, PullRef, RepoRef


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that GitHub shows: what was said, by whom, when and how; `login` is foreign.

    `url` leads to it, where it has an address of its own; `key` names the very signal; `is_mine` is
    True where the token's own account gave it.
    """

    says: str
    login: str
    at: datetime
    how: str
    key: str = ""
    url: str = ""
    is_mine: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a ballot: what it is called, what it will do, and why it cannot be given now.

    `blocked` is empty where the button may be pressed.
    """

    choice: Choice
    label: str
    does: str
    blocked: str = ""


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a pull request at its bound head; `more` are those not listed here.

    `files` are pairs of a path, which is foreign, and what becomes of it (`added`, `removed`).
    """

    count: int
    files: tuple[tuple[str, str], ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class BallotView:
    """One pending ballot: what it asks, where it stands, and what each answer will do.

    `head` and `base` are what an answer would be about; `asked_since` is when the round began, and
    `moved_to` the head that the pull request has by now, where it is another. `given` is the answer
    that stands, and `becomes` what it waits for; `unheard` what was said and does not count, with
    the reason; `will` what the next tick would write. `files` is None where they were not read,
    and `checks` says where they could not be. `is_faulty` is True where its label says that a tick
    could not process it (P40).
    """

    ref: IssueRef
    url: str
    head: HeadSha
    base: str
    stage: Stage
    reasoning: str
    opened_at: datetime
    asked_since: datetime
    age: str
    effective_age: str = ""
    coming: str = ""
    moved_to: HeadSha | None = None
    given: Given | None = None
    becomes: str = ""
    unheard: tuple[str, ...] = ()
    will: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    files: Files | None = None
    checks: str = ""
    is_locked: bool = False
    is_faulty: bool = False

    @property
    def blocked(self) -> str:
        """The one reason against every answer; empty where there is none, or more than one."""
        reasons = {option.blocked for option in self.options}
        return reasons.pop() if len(reasons) == 1 else ""

    @property
    def is_answered(self) -> bool:
        """True where an answer was given that ends it, and the next tick applies it."""
        return self.given is not None and self.stage is Stage.RESOLVED

    def option(self, choice: Choice) -> Option:
        """The option of that choice."""
        return next(one for one in self.options if one.choice is choice)


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One question as the description has it now, and where it stands.

    `options` are labels with their ticks, in order; labels, texts and notes are foreign. `badge` is
    one or two words for `state`, `says` the whole sentence, `given` who answered it.
    """

    id: str
    text: str
    kind: QuestionKind
    required: bool
    state: State
    badge: str
    says: str
    options: tuple[tuple[str, bool], ...] = ()
    answer: str = ""
    note: str = ""
    asked: str = ""
    given: Given | None = None

    @property
    def drawn(self) -> Drawn:
        """What the page was drawn from, to be told apart from what stands there later."""
        ticked = tuple(label for label, on in self.options if on)
        return Drawn(self.asked, ticked, self.answer, self.note)


@dataclass(frozen=True, slots=True)
class QuestionsView:
    """The questions of one description, or the ask that nobody can answer.

    `code` is why the gate does not pass, None where it does; `says` is the gate's description.
    `refused` says what is wrong with the text, sentence by sentence: too vague, or unparsed.
    `sent_back` is True where the owner asked for options already and the text is still the same.
    """

    code: Code | None
    says: str
    questions: tuple[QuestionView, ...] = ()
    refused: tuple[str, ...] = ()
    sent_back: bool = False
    is_locked: bool = False

    @property
    def open_ids(self) -> tuple[str, ...]:
        """The required questions that still wait."""
        return tuple(q.id for q in self.questions if q.required and q.state is State.OPEN)


@dataclass(frozen=True, slots=True)
class Card:
    """One pull request or ticket that waits for its owner, with all that it asks.

    `title`, `author` and `description` (Markdown) are foreign.
    """

    subject: PullRef | IssueRef
    url: str
    title: str
    author: str
    description: str = ""
    ballot: BallotView | None = None
    questions: QuestionsView | None = None

    @property
    def key(self) -> str:
        """Names the card on the page: `owner/name#12`, in small letters."""
        return str(self.subject).lower()

    @property
    def waits(self) -> bool:
        """True while its owner is to say something; what they said may wait for a tick."""
        asks = self.questions is not None and self.questions.code is not None
        return asks or (self.ballot is not None and not self.ballot.is_answered)

    @property
    def digest(self) -> str:
        """Changes whenever anything that the card shows does, ages excepted."""
        shown = repr(self) if self.ballot is None else repr(_ageless(self))
        return sha256(shown.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _ageless(card: Card) -> Card:
    assert card.ballot
    return replace(card, ballot=replace(card.ballot, age="", effective_age="", coming=""))


@dataclass(frozen=True, slots=True)
class Ended:
    """One ballot that was resolved lately: how, and what became of its pull request, as GitHub
    shows it; `title` is foreign."""

    ballot: IssueRef
    url: str
    pull: PullRef
    pull_url: str
    title: str
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that could not be read, or that needs a person's eye, and what to do about it."""

    where: str
    says: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that one look at GitHub found, at GitHub's own time `at`.

    `me` is the token's account, empty where GitHub does not say; `read_only` says why nothing can
    be sent, empty where it can. `owner` says where the owner is, empty without reminders. `bot` is
    whose ballots are read; `ticks_url` is where the workflow's runs are, the ticks.
    """

    at: datetime
    inbox: RepoRef
    inbox_url: str
    me: str = ""
    read_only: str = ""
    owner: str = ""
    bot: str = ""
    ticks_url: str = ""
    cards: tuple[Card, ...] = ()
    ended: tuple[Ended, ...] = ()
    troubles: tuple[Trouble, ...] = ()

    @property
    def waiting(self) -> int:
        """How many cards wait for their owner."""
        return sum(card.waits for card in self.cards)

    def card(self, key: str) -> Card | None:
        """The card of that key, if there is one."""
        return next((card for card in self.cards if card.key == key.lower()), None)


class Desk(Protocol):
    """Where the page's readings come from, and where its orders go.

    An order may be sent while a reading runs; two readings or two orders never run side by side.
    """

    def read(self) -> Reading:
        """One look at GitHub; raises InboxError where there is nothing to show for it."""

    def send(self, order: Order) -> Sent:
        """The order is carried out once; raises InboxError, with advice, where it was not."""
