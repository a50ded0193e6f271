"""Identities: repositories, pull requests, issues, heads and accounts, compared as GitHub does.

GitHub treats owner, repository and login names as case-insensitive; the spelling of the one who
wrote it is kept for display.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Self

# Old accounts may have doubled or trailing hyphens, which GitHub gives to no new one.
_OWNER = r"[A-Za-z0-9][A-Za-z0-9-]{0,38}(?:_[A-Za-z0-9]{1,10})?"
_NAME = r"(?!\.{1,2}(?:#|$))[A-Za-z0-9._-]{1,100}"
_REPO = re.compile(rf"({_OWNER})/({_NAME})", re.ASCII)
_NUMBERED = re.compile(rf"({_OWNER})/({_NAME})#([1-9][0-9]{{0,9}})", re.ASCII)
_HEAD = re.compile(r"[0-9a-f]{40}")
_LOGIN = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:_[A-Za-z0-9]{1,10})?(?:\[bot\])?", re.ASCII
)
_LARGEST_NUMBER = 2**31 - 1

BOT_SUFFIX = "[bot]"
GHOST_ID = 10137


class RefError(ValueError):
    """A text does not name what it should; the message says what was expected."""


@dataclass(frozen=True, slots=True, eq=False)
class RepoRef:
    """A repository by `owner/name`; equal to the same repository in any letter case."""

    owner: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """The repository that `text` names; raises RefError for anything but `owner/name`."""
        if not (match := _REPO.fullmatch(text)):
            raise RefError(f"{text!r} is no repository; write owner/name")
        return cls(match[1], match[2])

    def __str__(self) -> str:
        return f"{self.owner}/{self.name}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RepoRef) and str(self).lower() == str(other).lower()

    def __hash__(self) -> int:
        return hash(str(self).lower())


@dataclass(frozen=True, slots=True)
class _Numbered:
    repo: RepoRef
    number: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """The item that `owner/name#number` names; raises RefError for anything else."""
        if not (match := _NUMBERED.fullmatch(text)) or int(match[3]) > _LARGEST_NUMBER:
            raise RefError(f"{text!r} names no issue or pull request; write owner/name#12")
        return cls(RepoRef(match[1], match[2]), int(match[3]))

    def __str__(self) -> str:
        return f"{self.repo}#{self.number}"


@dataclass(frozen=True, slots=True)
class PullRef(_Numbered):
    """A pull request by repository and number."""


@dataclass(frozen=True, slots=True)
class IssueRef(_Numbered):
    """An issue by repository and number; a pull request's conversation is one too."""

    @classmethod
    def of(cls, pull: PullRef) -> IssueRef:
        """The conversation of `pull`, where its comments and labels are."""
        return cls(pull.repo, pull.number)


class HeadSha(str):
    """A full commit id of 40 lower-case hex digits (protocol P1)."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> HeadSha:
        """The commit id in `text`; raises RefError for abbreviations and upper case."""
        if not _HEAD.fullmatch(text):
            raise RefError(f"{text!r} is no full commit id (40 hex digits)")
        return cls(text)

    @property
    def short(self) -> str:
        """The first seven digits, for people; never compared (they can be forged)."""
        return self[:7]


class Kind(Enum):
    """What kind of account acted; GitHub's `type` in REST and `__typename` in GraphQL."""

    USER = "User"
    BOT = "Bot"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Account:
    """Who did something: login without `[bot]`, the account id where known, and the kind.

    REST says `name[bot]`, GraphQL says `name` for the same app; both arrive here as `name` and BOT.
    """

    login: str
    id: int | None
    kind: Kind

    @classmethod
    def named(cls, login: str, id: int | None = None, kind: Kind | None = None) -> Account:
        """The account of that login; a `[bot]` suffix makes it a bot unless `kind` says more."""
        bare = login.removesuffix(BOT_SUFFIX)
        return cls(bare, id, kind or (Kind.BOT if bare != login else Kind.USER))

    def is_same(self, other: Account | None) -> bool:
        """True for the same account: by id where both are known, else by login and kind."""
        if other is None:
            return False
        if self.id is not None and other.id is not None:
            return self.id == other.id
        return self.kind == other.kind and self.login.lower() == other.login.lower()

    @property
    def is_ghost(self) -> bool:
        """True for the stand-in of deleted accounts, which is nobody."""
        return self.id == GHOST_ID or (self.kind is Kind.USER and self.login.lower() == "ghost")

    def __str__(self) -> str:
        return self.login + (BOT_SUFFIX if self.kind is Kind.BOT else "")


def is_login(text: str) -> bool:
    """True when `text` could be a GitHub login (a bot's with its `[bot]`)."""
    return bool(_LOGIN.fullmatch(text))
