"""What the owner configured, as frozen values: who counts, which repositories, what merges."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum, IntEnum
from typing import Literal

from inbox.refs import Account, Kind, RepoRef

MergeOption = Literal["A", "B"]

PROJECTS_FILE = ""
"""The key of `Policy.places` that stands for the projects file as a whole."""

_DIGEST_FORM = "classifier 1"  # moves when the same rules begin to mean something else


class Standing(Enum):
    """Whether an account counts (protocol P9), and if not, why; the value says it in words."""

    COUNTS = "is on the allowlist"
    MISSING = "GitHub names nobody"
    GHOST = "the account was deleted"
    BOT = "bots never count"
    NO_PERSON = "the account is no person's"
    UNLISTED = "is not on the allowlist"
    ID_UNKNOWN = "the allowlist pins an account id, and the id could not be read"
    REREGISTERED = "the login now belongs to another account than the one the allowlist pins"
    RENAMED = "the account has the pinned id, but another login than the allowlist says"

    @property
    def counts(self) -> bool:
        """True for the one standing with which a signal counts."""
        return self is Standing.COUNTS


@dataclass(frozen=True, slots=True)
class AllowedActor:
    """One entry of `allowlisted_actors`: a login, and the account id where the owner pins it."""

    login: str
    id: int | None = None

    def has_login_of(self, account: Account) -> bool:
        """True for the same login in any letter case."""
        return self.login.lower() == account.login.lower()

    def judge(self, account: Account) -> Standing:
        """How `account`, a living person's, stands to this one entry."""
        same_login = self.has_login_of(account)
        if self.id is None:
            return Standing.COUNTS if same_login else Standing.UNLISTED
        if account.id is None:
            return Standing.ID_UNKNOWN if same_login else Standing.UNLISTED
        match same_login, self.id == account.id:
            case True, True:
                return Standing.COUNTS
            case True, False:
                return Standing.REREGISTERED
            case False, True:
                return Standing.RENAMED
            case _:
                return Standing.UNLISTED


@dataclass(frozen=True, slots=True)
class Allowlist:
    """The people whose signals count; bots, `ghost` and missing users never do (protocol P9)."""

    actors: tuple[AllowedActor, ...]

    def standing(self, account: Account | None) -> Standing:
        """Whether `account` counts today, or the one reason why not."""
        if account is None:
            return Standing.MISSING
        if account.is_ghost:
            return Standing.GHOST
        if account.kind is Kind.BOT:
            return Standing.BOT
        if account.kind is not Kind.USER:
            return Standing.NO_PERSON
        standings = [actor.judge(account) for actor in self.actors]
        if Standing.COUNTS in standings:
            return Standing.COUNTS
        return next((s for s in standings if s is not Standing.UNLISTED), Standing.UNLISTED)

    def counts(self, account: Account | None) -> bool:
        """True when signals of `account` count."""
        return self.standing(account).counts

    @property
    def logins(self) -> tuple[str, ...]:
        """The logins as the owner spells them, in the owner's order."""
        return tuple(actor.login for actor in self.actors)


class MergeMethod(Enum):
    """How GitHub joins the head to its base; the values are GitHub's own.

    Source: https://docs.github.com/rest/pulls/pulls#merge-a-pull-request
    """

    MERGE = "merge"
    SQUASH = "squash"
    REBASE = "rebase"


@dataclass(frozen=True, slots=True)
class Merge:
    """Whether, how and when an approved head is merged (protocol P36); minutes may be fractions."""

    enabled: bool = True
    method: MergeMethod = MergeMethod.MERGE
    options: tuple[MergeOption, ...] = ("A",)
    require_checks: bool = True
    settle_minutes: float = 5.0

    @property
    def settle(self) -> timedelta:
        """How old the deciding signal is at least when its head is merged."""
        return timedelta(minutes=self.settle_minutes)

    def takes(self, option: str) -> bool:
        """True when an approval of `option` (`A`, `B`) may be merged."""
        return option in self.options


class OnManualClose(Enum):
    """What an allowlisted person's closing of a pending ballot means (protocol P38)."""

    CLOSE_PR = "close-pr"
    REOPEN = "reopen"


@dataclass(frozen=True, slots=True)
class Availability:
    """Where the owner says when they are away (lifecycle L1); no `ref` is the default branch."""

    repository: RepoRef
    path: str
    line_prefix: str
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """Reminders, off unless the owner switches them on (lifecycle L1); thresholds in hours."""

    enabled: bool = False
    reminder_hours: float = 72.0
    escalate_hours: float = 168.0
    availability: Availability | None = None


@dataclass(frozen=True, slots=True)
class Decisions:
    """Whether a PR's Decisions section gates it, and how long an answer may rest (ruling D18)."""

    enabled: bool = True
    grace_hours: float = 4.0

    @property
    def grace(self) -> timedelta:
        """How long an answer may rest before somebody is told to act on it."""
        return timedelta(hours=self.grace_hours)


@dataclass(frozen=True, slots=True)
class Rule:
    """A classifier rule: gitignore-style paths, the axes it sets, and one sentence why."""

    name: str
    paths: tuple[str, ...]
    critical: bool = False
    irreversible: bool = False
    reason: str | None = None


class Visibility(IntEnum):
    """Who can read a repository, from the fewest to everybody (protocol P48)."""

    PRIVATE = 1
    INTERNAL = 2
    PUBLIC = 3

    @classmethod
    def parse(cls, text: str) -> Visibility:
        """The visibility GitHub writes as `public`, `INTERNAL`, …; raises ValueError for others."""
        try:
            return cls[text.upper()]
        except KeyError:
            raise ValueError(f"{text!r} is no visibility of a repository") from None


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a configuration file, counted from 1."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Policy:
    """Everything the owner decided beforehand, complete: defaults filled in, rules in effect.

    `rules` holds the built-in rules too, unless they are switched off; `notices` are sentences for
    the log and the summary; `places` says on which line a key stands, for mistakes found later.
    """

    governance: RepoRef
    supervised: tuple[RepoRef, ...]
    inbox: RepoRef
    allowlist: Allowlist
    owner_login: str
    bot_repo: RepoRef | None = None
    display_name: str = ""
    allow_app_signals: bool = False
    on_manual_close: OnManualClose = OnManualClose.CLOSE_PR
    allow_public: bool = False
    lifecycle: Lifecycle = Lifecycle()
    merge: Merge = Merge()
    decisions: Decisions = Decisions()
    rules: tuple[Rule, ...] = ()
    notices: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict, compare=False, repr=False)

    def supervises(self, repo: RepoRef) -> bool:
        """True when pull requests of `repo` are classified and may get a ballot (protocol P5)."""
        return repo in self.supervised

    def knows(self, repo: RepoRef) -> bool:
        """True when a ballot may be about a pull request of `repo` (protocol P1)."""
        return repo in self.supervised or repo == self.governance

    @property
    def rules_digest(self) -> str:
        """64 hex digits that change whenever the rules or their meaning do (protocol P35, P43)."""
        return digest(self.rules)

    def name_of(self, login: str) -> str:
        """What the owner wants to be called; empty for everybody else, and for a mere login."""
        is_owner = login.lower() == self.owner_login.lower()
        return self.display_name if is_owner and self.display_name != self.owner_login else ""

    def place(self, *keys: str) -> Place:
        """Where the first of `keys` (dotted) that the owner wrote stands, else the first line."""
        found = (self.places[key] for key in (*keys, PROJECTS_FILE) if key in self.places)
        return next(found, Place("config/projects.yml", 1))


def digest(rules: tuple[Rule, ...]) -> str:
    """A stable fingerprint of `rules` in their order: SHA-256, 64 hex digits."""
    listed = [[r.name, list(r.paths), r.critical, r.irreversible, r.reason] for r in rules]
    return hashlib.sha256(json.dumps([_DIGEST_FORM, listed]).encode()).hexdigest()
