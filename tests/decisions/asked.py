"""A pull request that asks, built deed by deed: what people save and say, and what the bot does.

    asked().ticks(OWNER, "On disk", "10:00").state("storage")

Each deed gives the reading after it; times are clock texts of one day.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Self

from inbox.actions import (
    AddLabel,
    DeleteComment,
    EditComment,
    EditDescription,
    PostComment,
    RemoveLabel,
)
from inbox.decisions.case import Need, Subject
from inbox.decisions.gate import Gate
from inbox.decisions.plan import Plan, plan
from inbox.decisions.standing import Standing, State
from inbox.electorate import Electorate
from inbox.policy import Allowlist
from inbox.refs import Account, IssueRef
from inbox.steps import Step
from inbox.world import Comment, Revision
from tests.ballot.cast import AGENT, BOT, DEPUTY, OWNER, Time, allowlist, when

__all__ = ["AGENT", "ASKED", "BOT", "DEPUTY", "OWNER", "REF", "STRANGER", "Asked", "asked"]

STRANGER = Account.named("stranger", 1004)
REF = IssueRef.parse("o/r#42")
ASKED = """\
What it does.

<!-- decision-inbox:decisions -->

### storage: Where should the cache live?

- [ ] In memory
- [ ] On disk

### extras: What else? (pick any) (optional)

- [ ] Thumbnails
- [ ] Previews
- [ ] Covers

### name: What is it called? (text)

## Tests

All green.
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """One reading of the text, and who counts."""

    subject: Subject
    electorate: Electorate
    serial: int = 100

    # -- what people do ----------------------------------------------------------------------

    def saves(self, who: Account | None, body: str, at: Time) -> Self:
        """`who` saved this description."""
        revisions = (*(self.subject.revisions or ()), Revision(when(at), who, body))
        return self.reads(body=body, edited_at=when(at), history=revisions)

    def rewrites(self, who: Account | None, old: str, new: str, at: Time) -> Self:
        """`who` saved the description with `old` replaced."""
        assert old in self.subject.body
        return self.saves(who, self.subject.body.replace(old, new), at)

    def ticks(self, who: Account | None, label: str, at: Time) -> Self:
        """`who` ticked an option."""
        return self.rewrites(who, f"[ ] {label}", f"[x] {label}", at)

    def unticks(self, who: Account | None, label: str, at: Time) -> Self:
        """`who` cleared an option."""
        return self.rewrites(who, f"[x] {label}", f"[ ] {label}", at)

    def loses(self, revision: int) -> Self:
        """Somebody removed the text of one revision from the history."""
        history = list(self.subject.revisions or ())
        history[revision] = replace(history[revision], text=None)
        return self.reads(history=tuple(history), edited_at=when("23:00"))

    def says(self, who: Account | None, text: str, at: Time, **ways: Any) -> Self:
        """`who` commented; `ways`: via_app, via_email."""
        url = f"https://github.example/o/r/pull/42#issuecomment-{self.serial}"
        known = {"via_app": False, "via_email": False, "url": url, **ways}
        comment = Comment(self.serial, who, text, when(at), **known)
        there = (*self.subject.comments, comment)
        return replace(self.reads(comments=there), serial=self.serial + 1)

    def edits(self, who: Account | None, text: str, at: Time, *, comment: int = 0) -> Self:
        """`who` saved another text of a comment, the newest unless said."""
        which = comment or self.subject.comments[-1].id

        def edited(one: Comment) -> Comment:
            if one.id != which:
                return one
            history = (*(one.revisions or ()), Revision(when(at), who, text))
            return replace(one, body=text, edited_at=when(at), history=history)

        return self.reads(comments=tuple(map(edited, self.subject.comments)))

    def deletes(self, comment: int) -> Self:
        """Somebody deleted a comment."""
        kept = tuple(one for one in self.subject.comments if one.id != comment)
        return self.reads(comments=kept)

    def reads(self, **known: Any) -> Self:
        """The same with something else read."""
        return replace(self, subject=replace(self.subject, **known))

    # -- what follows ------------------------------------------------------------------------

    @property
    def planned(self) -> Plan:
        """What the bot makes of it."""
        outcome = plan(self.subject, self.electorate)
        assert not isinstance(outcome, Need), outcome
        return outcome

    @property
    def gate(self) -> Gate:
        """What the gate says."""
        return self.planned.gate

    @property
    def steps(self) -> tuple[Step, ...]:
        """The writes that follow."""
        return self.planned.steps

    @property
    def posted(self) -> list[str]:
        """The comments that are to be posted."""
        return [one.action.body for one in self.steps if isinstance(one.action, PostComment)]

    def standing(self, question: str) -> Standing:
        """Where the question stands."""
        (found,) = (one for one in self.planned.standings if one.id == question)
        return found

    def state(self, question: str) -> State:
        """The state of the question."""
        return self.standing(question).state

    def tick(self, at: Time) -> Self:
        """The bot did what follows from that time on, reading again after an edit (D14)."""
        after, now = self, when(at)
        assert isinstance(now, datetime)
        for _ in range(5):
            for number, step in enumerate(after.steps):
                after = after._performed(step, now + timedelta(seconds=number))
                if isinstance(step.action, EditDescription):
                    break
            else:
                return after
        raise AssertionError("the bot edits again and again")

    def _performed(self, step: Step, at: datetime) -> Self:
        match step.action:
            case EditDescription(_, expected, body):
                assert self.subject.body == expected
                return self.saves(BOT, body, at)
            case PostComment(_, body):
                return self.says(BOT, body, at)
            case EditComment(_, which, body):
                return self.edits(BOT, body, at, comment=which)
            case DeleteComment(_, which):
                return self.deletes(which)
            case AddLabel(_, label):
                return self.reads(labels=self.subject.labels | {label})
            case RemoveLabel(_, label):
                return self.reads(labels=self.subject.labels - {label})
            case other:
                raise AssertionError(other)

    @property
    def ours(self) -> list[str]:
        """The bot's comments."""
        return [one.body for one in self.subject.comments if BOT.is_same(one.author)]


def asked(
    body: str = ASKED, *, by: Account = AGENT, who: Allowlist | None = None, apps: bool = False
) -> Asked:
    """A pull request opened at 09:00 with this description, read whole."""
    subject = Subject(
        ref=REF,
        is_pull=True,
        url="https://github.example/o/r/pull/42",
        node_id="PR_42",
        author=by,
        created_at=when("09:00"),
        body=body,
        comments=(),
        whole=True,
    )
    return Asked(subject, Electorate(who or allowlist("owner", "deputy"), BOT, apps))
