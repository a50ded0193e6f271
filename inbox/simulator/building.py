"""Making a world: repositories, people, bots, tokens, pull requests, checks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from inbox.simulator.accounts import Account, AccountKind, Role
from inbox.simulator.conversation import Conversation, Issue, PullRequest
from inbox.simulator.deeds import branches, checks, pulls
from inbox.simulator.deeds.pulls import Files
from inbox.simulator.developing import Person
from inbox.simulator.minting import node_id
from inbox.simulator.people import Where
from inbox.simulator.repository import Blob, CheckRun, CheckSuite, CommitStatus, Repository
from inbox.simulator.snapshot import snapshot
from inbox.simulator.world import World


class Building:
    """The part of the simulator that stories use to make and to look up things."""

    world: World
    lock: threading.RLock

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Somebody acts: no request is answered meanwhile, and the clock counts a write."""
        with self.lock:
            yield
            self.world.clock.wrote()

    def advance(self, **by: float) -> None:
        """Later by `seconds`, `minutes`, `hours` and `days`."""
        with self.lock:
            self.world.clock.advance(**by)

    # Looking up

    def repo(self, repo: Repository | str) -> Repository:
        """The repository as it is now; KeyError for a name nobody has."""
        if isinstance(repo, str):
            return self.world.repository(repo)
        return self.world.current(repo)

    def find(self, of: Where) -> Conversation:
        """The issue or pull request as it is now, by what was handed out or `owner/name#number`."""
        if isinstance(of, str):
            name, _, number = of.partition("#")
            return self.world.repository(name).conversations[int(number)]
        return self.world.current(of)

    def issues(
        self, repo: Repository | str, *, state: str = "all", label: str | None = None
    ) -> list[Issue]:
        """The issues of the repository, oldest first."""
        return [
            one
            for one in self.repo(repo).conversations.values()
            if isinstance(one, Issue)
            and state in ("all", one.state)
            and (label is None or label in one.label_names)
        ]

    def pulls(self, repo: Repository | str) -> list[PullRequest]:
        """The pull requests of the repository, oldest first."""
        found = self.repo(repo).conversations.values()
        return [one for one in found if isinstance(one, PullRequest)]

    def person(self, login: str) -> Person:
        """The person or bot (`name[bot]`) of that login; KeyError for nobody."""
        return Person(self, self.world.accounts[login.casefold()].node_id)

    def status(self, of: Where, context: str) -> CommitStatus | None:
        """The newest status of that context on the pull request's head."""
        pull = self.find(of)
        assert isinstance(pull, PullRequest)
        for one in checks.newest(pull.repo, pull.head_sha):
            if one.context == context:
                return one
        return None

    def snapshot(self) -> dict[str, Any]:
        """What a run left behind, without ids and times: see `snapshot.py`."""
        with self.lock:
            return snapshot(self.world)

    # Making

    def user(self, login: str, *, role: Role | str = Role.READ, id: int | None = None) -> Person:
        """The person of that login, with that role in every repository that says nothing else."""
        account = self.world.account(login, number=id)
        account.role = Role.named(role)
        return self._person(account)

    def bot(self, slug: str = "github-actions") -> Person:
        """The account of the GitHub App of that slug."""
        self.world.app(slug)
        account = self.world.account(slug, AccountKind.BOT)
        account.role = Role.WRITE
        return self._person(account)

    def account(self, login: str, kind: AccountKind) -> Person:
        """An account of a rarer kind: mannequin, organisation, enterprise account."""
        return self._person(self.world.account(login, kind))

    def _person(self, account: Account) -> Person:
        return Person(self, account.node_id)

    def repository(
        self,
        full_name: str,
        *,
        visibility: str = "public",
        files: dict[str, str | bytes | Blob | None] | None = None,
        default_branch: str = "main",
        fork_of: Repository | str | None = None,
        has_issues: bool = True,
        archived: bool = False,
    ) -> Repository:
        """A repository with one commit; its owner is an organisation unless a user has the name."""
        owner_login, _, name = full_name.partition("/")
        owner = self.world.find_account(owner_login) or self.world.account(
            owner_login, AccountKind.ORGANIZATION
        )
        number = self.world.mint.number("R")
        repo = Repository(
            id=number,
            node_id=node_id("R", number),
            owner=owner,
            name=name,
            visibility=visibility,
            default_branch=default_branch,
            created_at=self.world.clock.now,
            fork_of=None if fork_of is None else self.repo(fork_of),
            has_issues=has_issues,
        )
        self.world.repositories[full_name.casefold()] = self.world.keep(repo)
        self.world.repositories_by_id[number] = repo
        start: dict[str, str | bytes | Blob | None] = {"README.md": f"# {name}\n", **(files or {})}
        first = branches.commit(self.world, repo, owner, start, message="Initial commit")
        branches.move_branch(self.world, repo, default_branch, first.sha, owner)
        repo.archived = archived
        return repo

    def grant(self, repo: Repository | str, person: Person, role: Role | str) -> None:
        """The person has that role in that repository."""
        self.repo(repo).roles[person.id] = Role.named(role)

    def pull(
        self,
        repo: Repository | str,
        *,
        author: Person,
        files: Files | None = None,
        title: str = "Change something",
        body: str = "",
        base: str | None = None,
        head: str | None = None,
        head_repo: Repository | str | None = None,
        draft: bool = False,
    ) -> PullRequest:
        """An open pull request with one commit, from a branch of the repository or of a fork."""
        home = self.repo(repo)
        with self.acting():
            return pulls.open_pull(
                self.world,
                home,
                author.account,
                title=title,
                body=body,
                files=files or ["README.md"],
                head=head or f"change-{home.next_number}",
                base=base or home.default_branch,
                head_repo=home if head_repo is None else self.repo(head_repo),
                draft=draft,
            )

    def set_status(
        self,
        of: Where,
        context: str,
        state: str,
        *,
        by: Person | None = None,
        sha: str | None = None,
        description: str | None = None,
    ) -> CommitStatus:
        """A commit status on the pull request's head (or `sha`), by a CI bot unless said."""
        pull = self.find(of)
        assert isinstance(pull, PullRequest)
        creator = by or self.bot("ci")
        with self.acting():
            return checks.report(
                self.world,
                pull.repo,
                sha or pull.head_sha,
                creator.account,
                context=context,
                state=state,
                description=description,
            )

    def check_run(
        self,
        of: Where,
        name: str,
        conclusion: str | None = "success",
        *,
        status: str | None = None,
        app: str = "github-actions",
        sha: str | None = None,
    ) -> CheckRun:
        """A check run on the pull request's head; without a conclusion it is still running."""
        pull = self.find(of)
        assert isinstance(pull, PullRequest)
        with self.acting():
            return checks.run(
                self.world,
                pull.repo,
                sha or pull.head_sha,
                self.world.app(app),
                name,
                status=status or ("in_progress" if conclusion is None else "completed"),
                conclusion=conclusion,
            )

    def check_suite(
        self,
        of: Where,
        *,
        app: str,
        status: str = "queued",
        conclusion: str | None = None,
    ) -> CheckSuite:
        """A suite held in that state whatever its runs say; most apps leave one without runs."""
        pull = self.find(of)
        assert isinstance(pull, PullRequest)
        with self.acting():
            suite = checks.suite(self.world, pull.repo, pull.head_sha, self.world.app(app))
            suite.fixed, suite.status, suite.conclusion = True, status, conclusion
            return suite
