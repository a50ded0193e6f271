"""A small simulated GitHub: an inbox, an app, a bot with a token, an owner and a stranger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from inbox.github.client import GitHub
from inbox.refs import Account, HeadSha, IssueRef, Kind, PullRef, RepoRef
from inbox.simulator import Person, Simulator
from inbox.simulator.conversation import Conversation, PullRequest

INBOX, APP = RepoRef("org", "inbox"), RepoRef("org", "app")
PENDING = "decision:pending-owner"


@dataclass
class Stage:
    """The simulated GitHub and the client of the bot's token."""

    gh: Simulator
    client: GitHub
    bot: Person
    owner: Person
    stranger: Person
    naps: list[float]

    def ballot(self, body: str = "A ballot.\n", *, title: str = "Decision pending") -> IssueRef:
        """A pending ballot by the bot."""
        issue = self.bot.open_issue("org/inbox", title, body, labels=(PENDING,))
        return IssueRef(INBOX, issue.number)

    def pull(self, **changes: Any) -> PullRequest:
        """An open pull request of the stranger's."""
        return self.gh.pull("org/app", author=self.stranger, **changes)

    def asked(self, method: str = "*") -> list[str]:
        """The paths requested so far, in order."""
        return [
            f"{entry.method} {entry.path}"
            for entry in self.gh.journal.entries
            if method in ("*", entry.method)
        ]


def ref(of: Conversation) -> PullRef:
    """The pull request as the product names it."""
    return PullRef(APP, of.number)


def head(of: PullRequest) -> HeadSha:
    """The head as the product names it."""
    return HeadSha(of.head_sha)


def account(person: Person) -> Account:
    """The person as the product knows them."""
    return Account.named(person.login, person.id)


def gone(reading: Callable[[], object], error: type[Exception]) -> str:
    """The sentence with which the reading fails."""
    with pytest.raises(error) as raised:
        reading()
    return str(raised.value)


__all__ = ["APP", "INBOX", "PENDING", "Kind", "Stage", "account", "gone", "head", "ref"]
