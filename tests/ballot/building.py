"""Readings of one ballot, built deed by deed, so that tests read like the rulings.

    asked().reacts(OWNER, "👍", "10:00").comments(OWNER, "/reject", "11:00").verdict

A reading is frozen; every deed gives the reading after it. Times are clock texts of one day, and
what the bot writes in a tick comes a second apart, as GitHub would show it afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from inbox.actions import EditComment, SetIssue
from inbox.ballot import statuses
from inbox.ballot.approval import ApprovalPlan, newest_receipt, plan_approval
from inbox.ballot.body import render_title
from inbox.ballot.case import Need, Terms
from inbox.effects import effect
from inbox.electorate import Electorate
from inbox.labels import PENDING
from inbox.refs import Account, HeadSha
from inbox.steps import Step
from inbox.world import Ballot, Comment, EventKind, Pull, World
from tests.ballot.cast import AGENT, BOT, INBOX, PULL, URL, H, allowlist, body, clock, when
from tests.ballot.deeds import Told, edited


@dataclass(frozen=True, slots=True)
class Reading(Told):
    """A reading from which people and the bot go on."""

    def tick(self, at: str | datetime, *, cut: int | None = None) -> Self:
        """The bot judged the ballot and wrote what follows, or only the first `cut` writes."""
        judged = self.under(now=when(at))
        return judged.performs(judged.planned.steps[:cut], at)

    def approval(self, at: str | datetime = "23:00", *, withdrawn: bool = False) -> ApprovalPlan:
        """What becomes of the approval that the newest receipt names."""
        case = self.under(now=when(at)).case
        receipt = newest_receipt(self.pull, self.bot)
        assert receipt
        outcome = plan_approval(case, receipt, withdrawn=withdrawn)
        assert not isinstance(outcome, Need), outcome
        return outcome

    def tick_approval(self, at: str | datetime, *, withdrawn: bool = False) -> Self:
        """The bot judged the approval and wrote what follows."""
        return self.performs(self.approval(at, withdrawn=withdrawn).steps, at)

    def performs(self, steps: Iterable[Step], at: str | datetime) -> Self:
        """The bot made these writes from that time on, a second apart."""
        after, begun = self, when(at)
        assert begun
        for number, step in enumerate(steps):
            after = after._written(step, begun + timedelta(seconds=number))
        return after

    def _written(self, step: Step, at: datetime) -> Self:
        before = World(
            self.bot,
            at,
            ballots={self.ballot.ref: self.ballot},
            pulls={self.pull.ref: self.pull},
            statuses={(self.pull.ref.repo, head): status for head, status in self.status.items()},
        )
        world = effect(step.action, before)
        after = replace(
            self,
            ballot=world.ballots[self.ballot.ref],
            pull=world.pulls[self.pull.ref],
            status={head: status for (_, head), status in world.statuses.items()},
            counted=(*self.counted, *step.counted),
        )
        return after._as_read_again(self, step, at)

    def _as_read_again(self, before: Self, step: Step, at: datetime) -> Self:
        """What GitHub adds to a write by itself: ids, histories and events."""
        after = self
        match step.action:
            case EditComment(_, which, text):
                kept = {one.id: one for one in before.ballot.comments}[which]
                if text == kept.body:
                    return before  # what is saved unchanged begins nothing
                return after._comment(which, lambda _: edited(kept, self.bot, text, at))
            case SetIssue(_, is_open) if is_open is not before.ballot.is_open:
                kind = EventKind.REOPENED if is_open else EventKind.CLOSED
                after = after._happens(kind, self.bot, at)
            case _:
                pass
        if PENDING in before.ballot.labels - after.ballot.labels:
            after = after._happens(EventKind.UNLABELLED, self.bot, at, before=PENDING)
        return after._with_ids()

    def _with_ids(self) -> Self:
        def known(comments: tuple[Comment, ...]) -> tuple[Comment, ...]:
            return tuple(
                comment if comment.id else replace(comment, id=self.serial, reactions=())
                for comment in comments
            )

        pull = replace(self.pull, comments=known(self.pull.comments or ()))
        return replace(self, pull=pull)._with(comments=known(self.ballot.comments))


def asked(*, bot: Account = BOT, head: HeadSha = H, base: str = "main") -> Reading:
    """A ballot about `o/r#42` at `head`, opened at 09:00, whose owner has said nothing yet."""
    pull = Pull(
        ref=PULL,
        url="https://github.example/o/r/pull/42",
        author=AGENT,
        title="Drop the audit table",
        is_open=True,
        is_merged=False,
        is_draft=False,
        head=head,
        head_ref="drop",
        head_repo=PULL.repo,
        base=base,
        labels=frozenset(),
        comments=(),
        base_changes=(),
        whole=True,
    )
    ballot = Ballot(
        ref=INBOX,
        url=URL,
        author=bot,
        title=render_title(PULL),
        body=body(head),
        created_at=clock("09:00"),
        is_open=True,
        labels=frozenset({PENDING}),
        whole=True,
    )
    electorate = Electorate(allowlist("owner", "deputy"), bot)
    terms = Terms(electorate, clock("23:00"), timedelta(minutes=5))
    waiting = statuses.waiting(pull, URL, bot)
    return Reading(ballot, pull, terms, {pull.head: waiting})
