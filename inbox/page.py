"""What a job summary tells, as frozen values: what waits, what was done, what did not count.

Sentences in them may hold code spans (`markdown.sentence` makes them); one that holds other markup
is shown as code, whole.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from inbox.metrics import Metrics
from inbox.refs import IssueRef, PullRef, RepoRef

Place = IssueRef | PullRef


@dataclass(frozen=True, slots=True)
class PendingRow:
    """One ballot that waits: its age in hours, its state and what the owner can do, in words.

    `ballot` is None for one that a dry run would open; `title` is the pull request's and foreign.
    `effective` and `next` are for reminders: its age without the time its owner was away, and what
    comes next when, in words; both are empty where nobody is reminded of anything.
    """

    ballot: IssueRef | None
    pull: PullRef
    title: str
    age_hours: float
    state: str
    can_do: str
    effective: str = ""
    next: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who can answer: the login, and the name where one is configured; both foreign."""

    login: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class AlternateRow:
    """One pull request whose owner chose B, and that waits for its author (protocol P30).

    `title` and `author` are foreign; `author` is empty where the account is gone.
    """

    pull: PullRef
    title: str
    author: str
    ballot: IssueRef


@dataclass(frozen=True, slots=True)
class ApprovedRow:
    """One pull request that its owner approved and that is not merged: the option, and why, in
    words; `title` is foreign."""

    pull: PullRef
    title: str
    option: str
    why: str


@dataclass(frozen=True, slots=True)
class AskingRow:
    """One text with questions that wait: where, what its gate says, and each question in words.

    `questions` are pairs of id and text; texts and title are foreign.
    """

    where: Place
    title: str
    says: str
    questions: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Done:
    """One thing that this tick did, in words, and where it shows."""

    what: str
    where: Place


@dataclass(frozen=True, slots=True)
class Uncounted:
    """One signal that was seen and not counted: whose, what, when, where, and why (protocol P21).

    `who` is a login and foreign; `comment` is the id of the comment that it is, or is on, if any.
    """

    who: str
    what: str
    when: datetime | None
    where: Place
    reason: str
    comment: int | None = None


@dataclass(frozen=True, slots=True)
class NotHonoured:
    """One issue with the label that is no ballot, and why (protocol P1)."""

    issue: IssueRef
    why: str


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that needs a person: what, what to do about it, and the issue that it is about.

    `nameless` says what without any name, for where names may not be read; the advice has none.
    `source` is the repository that the text repeats, where it is another than the ballots'.
    """

    text: str
    where: Place | None = None
    advice: str = ""
    nameless: str = ""
    source: RepoRef | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Everything the summary of one tick tells.

    `writes` are what a real run would write, in order (protocol P46); `stopped` is the sentence why
    a tick ended early and what it did not read, empty when it is complete (P44); `ended` says why
    without names, and `undone` what. `owners` are who can answer, `owner` says where the owner is,
    empty where nobody is reminded of anything.
    """

    server_url: str
    metrics: Metrics
    owners: tuple[Person, ...] = ()
    pending: tuple[PendingRow, ...] = ()
    alternates: tuple[AlternateRow, ...] = ()
    approved: tuple[ApprovedRow, ...] = ()
    asking: tuple[AskingRow, ...] = ()
    done: tuple[Done, ...] = ()
    uncounted: tuple[Uncounted, ...] = ()
    not_honoured: tuple[NotHonoured, ...] = ()
    warned: tuple[Warned, ...] = ()
    writes: tuple[str, ...] = ()
    stopped: str = ""
    ended: str = ""
    undone: str = ""
    owner: str = ""

    @property
    def nameless(self) -> tuple[tuple[str, str], ...]:
        """What needs a person, and what to do about it, without names: each once, with how often
        (protocol P48)."""
        found = Counter((one.nameless or _SOMETHING, one.advice) for one in self.warned)
        return tuple(
            (f"{what} ({times} times.)" if times > 1 else what, advice)
            for (what, advice), times in found.items()
        )


_SOMETHING = "Something needs attention."
