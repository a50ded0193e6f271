"""What happens to a world later: renames, archiving, deletions, lost accounts, merge trouble."""

from __future__ import annotations

from inbox.simulator.conversation import PullRequest
from inbox.simulator.developing import Person
from inbox.simulator.people import Where
from inbox.simulator.repository import MergeRules, Repository
from inbox.simulator.tokens import Issuing


class Reshaping(Issuing):
    """The part of the simulator that stories use to change what exists."""

    def rename_repository(self, repo: Repository | str, full_name: str) -> None:
        """The repository has another name (and owner); the old one answers 301 or 307."""
        found = self.repo(repo)
        owner, _, name = full_name.partition("/")
        with self.acting():
            old = found.full_name.casefold()
            del self.world.repositories[old]
            self.world.renames[old] = found
            self.world.renames.pop(full_name.casefold(), None)
            found.owner = self.world.accounts.get(owner.casefold(), found.owner)
            found.name = name
            self.world.repositories[full_name.casefold()] = found

    def archive(self, repo: Repository | str, archived: bool = True) -> None:
        """Read-only, or writable again."""
        with self.acting():
            self.repo(repo).archived = archived

    def enable_issues(self, repo: Repository | str, enabled: bool) -> None:
        """Has issues, or answers 410 for them."""
        with self.acting():
            self.repo(repo).has_issues = enabled

    def set_visibility(self, repo: Repository | str, visibility: str) -> None:
        """`public`, `private` or `internal` from now on."""
        with self.acting():
            self.repo(repo).visibility = visibility

    def delete_repository(self, repo: Repository | str) -> None:
        """Gone; pull requests from this fork have no head repository any more."""
        found = self.repo(repo)
        with self.acting():
            found.deleted = True
            del self.world.repositories[found.full_name.casefold()]
            for other in self.world.repositories.values():
                for one in other.conversations.values():
                    if isinstance(one, PullRequest) and one.head_repo is found:
                        one.head_repo = None

    def delete_account(self, person: Person, *, shown: str = "ghost") -> None:
        """The account is gone; REST shows `ghost` in its place, or nothing (`null`)."""
        with self.acting():
            person.account.deleted = True
            person.account.shown_when_deleted = shown

    def rename_account(self, person: Person, login: str) -> None:
        """The account has another login; the old one is free for anybody."""
        account = person.account
        with self.acting():
            self.world.accounts.pop(account.rest_login.casefold())
            account.login = login
            self.world.accounts[account.rest_login.casefold()] = account

    def refuse_assignment(self, repo: Repository | str, person: Person) -> None:
        """The person can no longer be assigned there."""
        self.repo(repo).unassignable.add(person.id)

    def rules(self, repo: Repository | str) -> MergeRules:
        """What merging there takes, to be changed in place."""
        return self.repo(repo).rules

    def conflict(self, pull: Where, conflicting: bool = True) -> None:
        """The pull request conflicts with its base, or no longer does."""
        self._pull(pull).conflicting = conflicting

    def compute_mergeability(self, pull: Where, *, reads: int) -> None:
        """`mergeable` is null for that many reads, as GitHub does after a push."""
        self._pull(pull).unknown_reads = reads

    def refuse_merge(self, pull: Where, status: int = 405, message: str = "") -> None:
        """The merge endpoint answers that, until `allow_merge`."""
        self._pull(pull).merge_refusal = (status, message or "Pull Request is not mergeable")

    def allow_merge(self, pull: Where) -> None:
        """The merge endpoint answers by the rules again."""
        self._pull(pull).merge_refusal = None

    def claim_changed_files(self, pull: Where, count: int) -> None:
        """GitHub says that many files changed, whatever it lists."""
        self._pull(pull).changed_files = count

    def _pull(self, of: Where) -> PullRequest:
        found = self.find(of)
        if not isinstance(found, PullRequest):
            raise TypeError(f"{found.ref} is no pull request")
        return found
