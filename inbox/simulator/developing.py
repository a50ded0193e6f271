"""People who move issues about and change code: transfer, delete, push, retarget, merge."""

from __future__ import annotations

from inbox.simulator.accounts import Role
from inbox.simulator.conversation import Issue, PullRequest
from inbox.simulator.deeds import branches, issues, pulls
from inbox.simulator.deeds.pulls import Files
from inbox.simulator.people import Conversing, Where
from inbox.simulator.repository import Blob, Commit, Repository


class Person(Conversing):
    """One account with everything it can do; made by `gh.user(…)` and `gh.bot(…)`."""

    def transfer(self, of: Where, to: Repository | str) -> Issue:
        """Moves the issue to another repository of the same owner, under a new number."""
        found = self._issue(of)
        self._require(found, Role.WRITE)
        with self._gh.acting():
            return issues.transfer(self.world, found, self._gh.repo(to), self.account)

    def delete(self, of: Where) -> None:
        """Deletes the issue (administrators)."""
        found = self._issue(of)
        self._require(found, Role.ADMIN)
        with self._gh.acting():
            issues.delete(self.world, found)

    def convert_to_discussion(self, of: Where) -> None:
        """Turns the issue into a discussion: it stays behind closed and locked."""
        found = self._issue(of)
        self._require(found, Role.TRIAGE)
        with self._gh.acting():
            issues.convert_to_discussion(self.world, found, self.account)

    def push(
        self,
        pull: Where,
        *,
        files: Files | None = None,
        to: str | None = None,
        message: str = "More work",
    ) -> str:
        """A new commit on the pull request's branch, or back to the commit `to`; its new head."""
        found = self._pull(pull)
        with self._gh.acting():
            return pulls.push(self.world, found, self.account, files=files, to=to, message=message)

    def force_push(self, pull: Where, *, files: Files | None = None, to: str | None = None) -> str:
        """Other commits instead of the branch's; the new head, and an event with old and new."""
        found = self._pull(pull)
        with self._gh.acting():
            return pulls.push(self.world, found, self.account, files=files, to=to, force=True)

    def retarget(self, pull: Where, base: str) -> None:
        """Changes the base branch."""
        found = self._pull(pull)
        self._require(found, Role.WRITE, author=found.author)
        with self._gh.acting():
            pulls.retarget(self.world, found, base, self.account)

    def merge(self, pull: Where) -> str:
        """Merges by hand, whatever the rules say; the merge commit."""
        found = self._pull(pull)
        self._require(found, Role.WRITE)
        with self._gh.acting():
            return pulls.merge(self.world, found, self.account)

    def set_draft(self, pull: Where, draft: bool) -> None:
        """Turns it into a draft, or marks it ready for review."""
        found = self._pull(pull)
        self._require(found, Role.WRITE, author=found.author)
        with self._gh.acting():
            found.draft = draft
            kind = "convert_to_draft" if draft else "ready_for_review"
            self.world.record(found, kind, self.account)
            self.world.touch(found)

    def approve_review(self, pull: Where) -> None:
        """An approving review, as far as branch rules count them."""
        found = self._pull(pull)
        with self._gh.acting():
            found.approvals += 1

    def commit(
        self,
        repo: Repository | str,
        files: dict[str, str | bytes | Blob | None],
        *,
        branch: str | None = None,
        message: str = "Change files",
    ) -> Commit:
        """A commit on a branch (made from the default branch when new); None deletes a path.

        Closing keywords in the message of one on the default branch close issues.
        """
        home = self._gh.repo(repo)
        name = branch or home.default_branch
        start = home.branches.get(name, home.branches[home.default_branch])
        with self._gh.acting():
            made = branches.commit(
                self.world, home, self.account, files, parents=(start,), message=message
            )
            branches.move_branch(self.world, home, name, made.sha, self.account)
            if name == home.default_branch:
                pulls.close_named(self.world, home, message, self.account, made)
        return made

    def delete_branch(
        self, repo: Repository | str, name: str, *, move_pulls_to: str | None = None
    ) -> None:
        """The branch is gone; pull requests into it move to another base, or are closed."""
        home = self._gh.repo(repo)
        with self._gh.acting():
            branches.delete_branch(self.world, home, name, self.account)
            if move_pulls_to is not None:
                pulls.base_deleted(self.world, home, name, move_pulls_to, self.account)
                return
            for pull in list(home.conversations.values()):
                if isinstance(pull, PullRequest) and pull.base_ref == name:
                    self.world.record(pull, "base_ref_deleted", self.account)
                    issues.close(self.world, pull, self.account)

    def _issue(self, of: Where) -> Issue:
        found = self._gh.find(of)
        if not isinstance(found, Issue):
            raise TypeError(f"{found.ref} is no issue")
        return found

    def _pull(self, of: Where) -> PullRequest:
        found = self._gh.find(of)
        if not isinstance(found, PullRequest):
            raise TypeError(f"{found.ref} is no pull request")
        return found
