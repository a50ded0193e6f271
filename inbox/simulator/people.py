"""People who act in a story: they vote, comment, edit, close, label, push and merge."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from inbox.simulator.accounts import Account, App, Role
from inbox.simulator.conversation import Comment, Conversation, Issue, PullRequest, Reaction
from inbox.simulator.deeds import comments, issues, labels
from inbox.simulator.refusals import Refusal
from inbox.simulator.repository import Repository
from inbox.simulator.texts import EditableText
from inbox.simulator.world import World

if TYPE_CHECKING:
    from inbox.simulator.building import Building

Where = Conversation | str


class Conversing:
    """What one account does in issues and in the conversations of pull requests.

    Everything takes what the simulator handed out, or `owner/name#number`; both stay good after
    `fork` and `restore`. What GitHub would refuse this person raises Refusal.
    """

    def __init__(self, gh: Building, login: str) -> None:
        self._gh = gh
        self._key = login

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.login!r})"

    @property
    def world(self) -> World:
        """The world this person lives in now."""
        return self._gh.world

    @property
    def account(self) -> Account:
        """The account in that world."""
        found: Account = self.world.nodes[self._key]
        return found

    @property
    def login(self) -> str:
        """The login as REST says it."""
        return self.account.rest_login

    @property
    def id(self) -> int:
        """The account id, which outlives every rename."""
        return self.account.id

    def open_issue(
        self, repo: Repository | str, title: str, body: str = "", *, labels: tuple[str, ...] = ()
    ) -> Issue:
        """A new issue by this person."""
        home = self._gh.repo(repo)
        with self._gh.acting():
            return issues.open_issue(
                self.world, home, self.account, title, body, labels=list(labels)
            )

    def react(self, to: Where | Comment, content: str) -> Reaction:
        """Puts the reaction there; refused on locked conversations."""
        target = self._target(to)
        if (target.of if isinstance(target, Comment) else target).locked:
            raise Refusal(403, "Unable to create reaction because issue is locked.")
        with self._gh.acting():
            return comments.react(self.world, target, self.account, content)[0]

    def unreact(self, to: Where | Comment, content: str) -> None:
        """Takes the reaction back, leaving no trace."""
        with self._gh.acting():
            if not comments.unreact(self.world, self._target(to), self.account, content):
                raise Refusal(404, f"{self.login} has no {content} there")

    def comment(
        self, on: Where, text: str, *, via_app: App | str | None = None, via_email: bool = False
    ) -> Comment:
        """Comments; through an app in the person's name, or by answering the e-mail."""
        of = self._gh.find(on)
        if of.locked:
            self._require(of, Role.WRITE)
        app = self.world.app(via_app) if isinstance(via_app, str) else via_app
        with self._gh.acting():
            return comments.write(
                self.world, of, self.account, text, via_app=app, via_email=via_email
            )

    def edit_comment(self, comment: Comment, text: str) -> None:
        """Makes the comment read `text`; authors and writers may."""
        current = self.world.current(comment)
        self._require(current.of, Role.WRITE, author=current.author)
        with self._gh.acting():
            comments.edit(self.world, current, text, self.account)

    def delete_comment(self, comment: Comment) -> None:
        """Deletes the comment; the conversation remembers by whom."""
        current = self.world.current(comment)
        self._require(current.of, Role.WRITE, author=current.author)
        with self._gh.acting():
            comments.delete(self.world, current, self.account)

    def minimize(self, comment: Comment, reason: str | None = "off-topic") -> None:
        """Hides the comment, or shows it again (None)."""
        current = self.world.current(comment)
        self._require(current.of, Role.WRITE, author=current.author)
        with self._gh.acting():
            current.minimized_reason = reason

    def edit_body(self, of: Where, text: str, *, browser: bool = False) -> None:
        """Saves that text as the body; the browser's edit form stores CRLF (facts 6.2)."""
        found = self._gh.find(of)
        self._require(found, Role.WRITE, author=found.author)
        if browser:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        with self._gh.acting():
            issues.edit_body(self.world, found, text, self.account)

    def tick_box(self, of: Where, option: str) -> None:
        """Clicks the box of the one task line that holds `option`: the whole body is saved."""
        self._flip(of, option, " ", "x")

    def untick_box(self, of: Where, option: str) -> None:
        """Clicks a ticked box: the whole body is saved."""
        self._flip(of, option, "xX", " ")

    def _flip(self, of: Where, option: str, before: str, after: str) -> None:
        found = self._gh.find(of)
        lines = re.split(r"\r\n|\r|\n", found.body.text)
        task = re.compile(rf"(\s*[-*] \[)[{before}](\] .*{re.escape(option)}.*)", re.DOTALL)
        at = [number for number, line in enumerate(lines) if task.fullmatch(line)]
        if len(at) != 1:
            raise ValueError(f"{len(at)} boxes to click hold {option!r} in {found.ref}")
        lines[at[0]] = task.sub(rf"\g<1>{after}\g<2>", lines[at[0]])
        self.edit_body(found, "\n".join(lines))

    def forget_revision(self, of: Where | Comment, back: int = 0) -> None:
        """Deletes the content of the revision `back` steps behind the newest; the entry stays."""
        target = self._target(of)
        home = target.of if isinstance(target, Comment) else target
        self._require(home, Role.WRITE, author=target.author)
        text: EditableText = target.body
        with self._gh.acting():
            text.forget(back, self.account, self.world.clock.now)

    def rename(self, of: Where, title: str) -> None:
        """Changes the title."""
        found = self._gh.find(of)
        self._require(found, Role.TRIAGE, author=found.author)
        with self._gh.acting():
            issues.rename(self.world, found, title, self.account)

    def close(
        self,
        of: Where,
        *,
        reason: str | None = None,
        closer: PullRequest | None = None,
        duplicate_of: Where | None = None,
    ) -> None:
        """Closes it; `closer` is the pull request whose keyword does, merged by this person."""
        found = self._gh.find(of)
        self._require(found, Role.TRIAGE, author=found.author)
        original = None if duplicate_of is None else self._gh.find(duplicate_of)
        by = None if closer is None else self.world.current(closer)
        with self._gh.acting():
            issues.close(
                self.world,
                found,
                self.account,
                reason=reason or ("duplicate" if original else None),
                closer=by,
                duplicate_of=original,
            )

    def reopen(self, of: Where) -> None:
        """Opens it again."""
        found = self._gh.find(of)
        self._require(found, Role.TRIAGE, author=found.author)
        with self._gh.acting():
            issues.reopen(self.world, found, self.account)

    def label(self, of: Where, *names: str) -> None:
        """Puts these labels on."""
        found = self._gh.find(of)
        self._require(found, Role.TRIAGE)
        with self._gh.acting():
            labels.add(self.world, found, list(names), self.account)

    def unlabel(self, of: Where, *names: str) -> None:
        """Takes these labels off."""
        found = self._gh.find(of)
        self._require(found, Role.TRIAGE)
        with self._gh.acting():
            for name in names:
                labels.remove(self.world, found, name, self.account)

    def assign(self, of: Where, *people: Conversing) -> None:
        """Assigns these people."""
        found = self._gh.find(of)
        self._require(found, Role.TRIAGE)
        with self._gh.acting():
            issues.assign(self.world, found, [one.account for one in people], self.account)

    def unassign(self, of: Where) -> None:
        """Assigns nobody any more."""
        found = self._gh.find(of)
        self._require(found, Role.TRIAGE)
        with self._gh.acting():
            issues.set_assignees(self.world, found, [], self.account)

    def lock(self, of: Where, reason: str | None = None) -> None:
        """Locks the conversation."""
        found = self._gh.find(of)
        self._require(found, Role.WRITE)
        with self._gh.acting():
            issues.lock(self.world, found, self.account, reason)

    def unlock(self, of: Where) -> None:
        """Unlocks the conversation."""
        found = self._gh.find(of)
        self._require(found, Role.WRITE)
        with self._gh.acting():
            issues.unlock(self.world, found, self.account)

    def _target(self, thing: Where | Comment) -> Conversation | Comment:
        return self.world.current(thing) if isinstance(thing, Comment) else self._gh.find(thing)

    def _require(self, of: Conversation, role: Role, author: Account | None = None) -> None:
        if author is not self.account and of.repo.role_of(self.account) < role:
            raise Refusal(
                403,
                f"{self.login} is no {role.name.lower()}r in {of.repo.full_name}: "
                f'make them one with gh.user("{self.login}", role="{role.name.lower()}")',
            )
