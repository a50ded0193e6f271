"""The ledger: what allowlisted people said and what happened since, kept as it was done.

It is written by the deeds themselves and knows nothing of the program: it reads no comment, no
history and no label. What the program concludes from GitHub is held against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

Choice = Literal["A", "B", "hold", "C", "reject"]
CAUTION: tuple[Choice, ...] = ("A", "B", "hold", "C", "reject")
"""From the boldest to the most cautious (protocol P13, P22a)."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
Key = tuple[str, ...]


@dataclass(slots=True)
class Word:
    """One thing an allowlisted person said to a ballot; `head` is what its pull request was then.

    `key` names the reaction, box or comment in which it was said, which may say another later.
    """

    by: str
    choice: Choice
    at: datetime
    ballot: int
    head: str
    key: Key
    is_withdrawn: bool = False

    @property
    def rank(self) -> tuple[datetime, int]:
        """The later word is the last; of two in one second the more cautious (protocol P22)."""
        return self.at, CAUTION.index(self.choice)

    def __str__(self) -> str:
        return f"{self.choice} by {self.by} at {self.at:%H:%M:%S} on #{self.ballot} ({self.key[0]})"


@dataclass(slots=True)
class Asking:
    """A ballot: which pull request it asks about, and at which head, as the last tick left it."""

    pull: str
    head: str


@dataclass(slots=True)
class Ledger:
    """Everything that was said, and since when words count, by ballot and by pull request."""

    words: list[Word] = field(default_factory=list)
    ballots: dict[int, Asking] = field(default_factory=dict)
    tampered: set[int] = field(default_factory=set)
    ticked: dict[tuple[int, str], str] = field(default_factory=dict)
    _void: dict[int | str, datetime] = field(default_factory=dict)
    _seen: dict[str, tuple[str, datetime]] = field(default_factory=dict)

    def say(self, word: Word) -> None:
        """The word was said; it takes the place of what the same thing said before."""
        self.take_back(word.ballot, word.key)
        self.words.append(word)

    def said_in(self, ballot: int, key: Key) -> Word | None:
        """The word that this reaction, box or comment says."""
        for word in self.words:
            if (word.ballot, word.key) == (ballot, key) and not word.is_withdrawn:
                return word
        return None

    def take_back(self, ballot: int, key: Key) -> None:
        """What this reaction, box or comment said was withdrawn."""
        if word := self.said_in(ballot, key):
            word.is_withdrawn = True

    def start_anew(self, of: int | str, at: datetime) -> None:
        """Only words later than that second count for this ballot, or this pull request."""
        self._void[of] = max(at, self._void.get(of, LONG_AGO))

    def observe(self, pull: str, head: str, at: datetime) -> bool:
        """A tick began and saw this head; True where the tick before saw another."""
        before = self._seen.get(pull, ("", at))[0]
        if before != head:
            self._seen[pull] = head, at
        return before not in ("", head)

    def asked(self, pull: str) -> list[int]:
        """The ballots about that pull request, oldest first."""
        return [number for number, asking in self.ballots.items() if asking.pull == pull]

    def standing(self, pull: str) -> Iterator[Word]:
        """Every word about the pull request that nobody took back, of any round."""
        ours = set(self.asked(pull))
        return (word for word in self.words if word.ballot in ours and not word.is_withdrawn)

    def counting(self, pull: str, head: str) -> list[Word]:
        """The words that may count for that head, in order.

        They are later than the tick that first saw it as the head, than every new round, and said
        to a ballot that asks about this very head.
        """
        seen, since = self._seen.get(pull, ("", LONG_AGO))
        if seen != head:
            return []
        return sorted(
            (
                word
                for word in self.standing(pull)
                if self.ballots[word.ballot].head == head and word.at > since
                if word.at > self._void.get(pull, LONG_AGO)
                if word.at > self._void.get(word.ballot, LONG_AGO)
            ),
            key=lambda word: word.rank,
        )

    def last_word(self, pull: str, head: str) -> Word | None:
        """The word that decides about that head, None where nobody said any."""
        return next(reversed(self.counting(pull, head)), None)

    def refusals(self, pull: str, head: str) -> Iterator[Word]:
        """Every refusal of that head, on any ballot of the pull request, that stands."""
        for word in self.standing(pull):
            heads = (word.head, self.ballots[word.ballot].head)
            if word.choice == "reject" and head in heads:
                yield word

    def refused_since(self, word: Word, pull: str, head: str) -> Word | None:
        """A refusal of that head which is later than that word."""
        later = (one for one in self.refusals(pull, head) if one.rank > word.rank)
        return next(later, None)
