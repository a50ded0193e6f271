"""The three answers that a set-up needs: who decides, about which repositories, and where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from inbox.refs import Account, Kind, RefError, RepoRef, is_login

T = TypeVar("T")

STAND_IN = "octo-org/decision-inbox@main"
"""What the README and the examples write for the action itself."""

_ACTION = re.compile(r"(?P<repo>[^/@\s]+/[^/@\s]+)@(?P<ref>[A-Za-z0-9][A-Za-z0-9._/-]{0,254})")


class OddAnswer(ValueError):
    """An answer that cannot be used; the message says why, and what to write."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Who decides (the first is the owner), what is watched, where ballots are, the action."""

    owners: tuple[str, ...]
    repositories: tuple[RepoRef, ...]
    inbox: RepoRef
    action: str = STAND_IN

    @property
    def is_solo(self) -> bool:
        """True where one repository is watched and holds its own ballots."""
        return set(self.repositories) == {self.inbox}


@dataclass(frozen=True, slots=True)
class Question:
    """One question: the flag that answers it, what is asked, and what makes an answer usable."""

    flag: str
    text: str
    parse: Callable[[str], object]


def parse_owners(text: str) -> tuple[str, ...]:
    """The logins in `text`; raises OddAnswer for what is no person's login."""
    return _listed(text, _login, "write your login as in github.com/<login>")


def parse_repositories(text: str) -> tuple[RepoRef, ...]:
    """The repositories in `text`; raises OddAnswer."""
    return _listed(text, _repository, "write owner/name, several with commas between")


def parse_inbox(text: str) -> RepoRef:
    """The one repository in `text`; raises OddAnswer."""
    return _repository(text.strip())


def parse_action(text: str) -> str:
    """The action as a workflow names it, `owner/name@ref`; raises OddAnswer."""
    found = _ACTION.fullmatch(text.strip())
    if found is None:
        raise OddAnswer(f"{text!r} is no action; write owner/name@<commit>")
    _repository(found["repo"])
    return found[0]


QUESTIONS = (
    Question("owner", "Who decides? (GitHub login)", parse_owners),
    Question("repositories", "Which repositories are watched? (owner/name, …)", parse_repositories),
    Question("inbox", "Which repository holds the ballots?", parse_inbox),
)
"""What is asked, in this order."""


def default_for(flag: str, given: Mapping[str, str], home: RepoRef | None) -> str:
    """The answer that goes without saying, empty where none does: the clone's own repository.

    Ballots also go into the one repository that is watched.
    """
    if flag == "repositories" and home is not None:
        return str(home)
    if flag == "inbox":
        watched = parse_repositories(given["repositories"])
        if home is not None:
            return str(home)
        return str(watched[0]) if len(watched) == 1 else ""
    return ""


def answers(given: Mapping[str, str]) -> Answers:
    """The answers in `given`, by flag; raises OddAnswer for the first that cannot be used."""
    found = Answers(
        parse_owners(given["owner"]),
        parse_repositories(given["repositories"]),
        parse_inbox(given["inbox"]),
        parse_action(given.get("action") or STAND_IN),
    )
    owners = {repo.owner.lower() for repo in (found.inbox, *found.repositories)}
    if len(owners) > 1:
        raise OddAnswer(
            f"The repositories belong to {', '.join(sorted(owners))}, and an app's token reaches"
            " those of one owner; set up one inbox for each, or write the files by hand for a"
            " machine account's token"
        )
    return found


def _listed(text: str, one: Callable[[str], T], advice: str) -> tuple[T, ...]:
    entries = [entry for entry in re.split(r"[,\s]+", text.strip()) if entry]
    if not entries:
        raise OddAnswer(f"nothing is named; {advice}")
    return tuple(_once(map(one, entries)))


def _once(values: Iterable[T]) -> Iterable[T]:
    seen: set[object] = set()
    for value in values:
        key = value.lower() if isinstance(value, str) else value
        if key not in seen:
            yield value
        seen.add(key)


def _login(text: str) -> str:
    if not is_login(text):
        raise OddAnswer(f"{text!r} is no login; write it as in github.com/<login>")
    account = Account.named(text)
    if account.kind is Kind.BOT or account.is_ghost:
        raise OddAnswer(f"{text!r} is no person, and only people's answers count; name a person")
    return text


def _repository(text: str) -> RepoRef:
    try:
        return RepoRef.parse(text)
    except RefError as odd:
        raise OddAnswer(str(odd)) from None
