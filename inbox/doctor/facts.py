"""What was read of a set-up, before anybody judges it; what could not be read is its failure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inbox.errors import GitHubFault, Mistake
from inbox.github.setup import Required
from inbox.policy import AllowedActor, Place, Policy
from inbox.refs import Account, RepoRef
from inbox.world import Repository


@dataclass(frozen=True, slots=True)
class Probe:
    """One harmless reading of one repository: the permission it proves, and what refused it.

    `needed` is the line that the features need there, which may be `write` where `proven` is
    `read`.
    """

    repo: RepoRef
    proven: str
    needed: str
    failure: GitHubFault | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """One entry of the allowlist: whose account it is (None: nobody's), may they read the inbox.

    `may_read` is None where the inbox itself cannot be seen.
    """

    actor: AllowedActor
    place: Place
    account: Account | GitHubFault | None
    may_read: bool | GitHubFault | None


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch that approved pull requests are merged into, and the checks that it requires."""

    repo: RepoRef
    name: str
    required: tuple[Required, ...] | GitHubFault


@dataclass(frozen=True, slots=True)
class File:
    """A file by its repository and path: its bytes, None for no such file, or what failed."""

    repo: RepoRef
    path: str
    content: bytes | GitHubFault | None


@dataclass(frozen=True, slots=True)
class Identity:
    """Whose token it is: as GitHub says, or as `--bot-login` says of a bot with another token.

    `viewer` is None where GitHub does not tell, because of `failure` if one came; `app` is the id
    of the bot's app, None for a person's account and for an app that cannot be seen.
    """

    viewer: Account | None
    named: Account | None = None
    failure: GitHubFault | None = None
    app: int | GitHubFault | None = None

    @property
    def bot(self) -> Account | None:
        """The account that ticks write as, where anybody says (protocol P1)."""
        return self.named or self.viewer

    @property
    def is_borrowed(self) -> bool:
        """True where the readings are those of a token that is not, or need not be, the bot's."""
        return self.named is not None and not self.named.is_same(self.viewer)


@dataclass(frozen=True, slots=True)
class Wiring:
    """Where the workflow is, and how it names its action (`owner/name`, None for `./`)."""

    repo: RepoRef
    action: RepoRef | None
    file: File


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that was read; `policy` is None where the configuration has `mistakes`."""

    identity: Identity
    wiring: Wiring
    policy: Policy | None = None
    mistakes: tuple[Mistake, ...] = ()
    repositories: Mapping[RepoRef, Repository | GitHubFault] = field(default_factory=dict)
    probes: tuple[Probe, ...] = ()
    people: tuple[Person, ...] = ()
    labels: Mapping[RepoRef, frozenset[str] | GitHubFault] = field(default_factory=dict)
    made: frozenset[tuple[RepoRef, str]] = frozenset()
    unmade: Mapping[RepoRef, GitHubFault] = field(default_factory=dict)
    branches: tuple[Branch, ...] = ()
    availability: File | None = None
