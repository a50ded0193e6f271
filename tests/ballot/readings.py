"""One ballot and its pull request, as a tick has read them whole, and what follows from that."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from inbox.actions import describe
from inbox.ballot.case import Case, Plan, Pushed, Terms
from inbox.ballot.choice import Choice
from inbox.ballot.integrity import Integrity, NotHonoured, Tampering, examine
from inbox.ballot.judgement import Judgement, judge
from inbox.ballot.plan import plan
from inbox.ballot.signals import Signal, Uncounted
from inbox.counted import Counted
from inbox.refs import Account, HeadSha
from inbox.world import Ballot, Comment, Event, EventKind, Pull, Status
from tests.ballot.cast import Time, when


@dataclass(frozen=True, slots=True)
class Read:
    """One ballot and its pull request, read whole, and the terms it is judged by.

    `counted` is everything that the metrics were told while ticks ran; `serial` numbers what is
    made; `log` is when the branch's activity log says that the head was pushed (protocol P27).
    """

    ballot: Ballot
    pull: Pull
    terms: Terms
    status: Mapping[HeadSha, Status] = field(default_factory=dict)
    log: Pushed | None = None
    counted: tuple[Counted, ...] = ()
    serial: int = 100
    discreet: bool = False
    shares_head: bool = False
    elsewhere: tuple[Signal, ...] = ()

    @property
    def bot(self) -> Account:
        return self.terms.electorate.bot

    @property
    def case(self) -> Case:
        return Case(
            self.ballot,
            self.pull,
            self.terms,
            status=self.status.get(self.pull.head),
            pushed=self.log,
            discreet=self.discreet,
            shares_head=self.shares_head,
            elsewhere=self.elsewhere,
        )

    @property
    def scouted(self) -> Case:
        """The case as a scout sees it where every page fits: all but which app wrote a comment."""
        seen = tuple(replace(one, via_app=None) for one in self.ballot.comments)
        ballot = replace(self.ballot, whole=False, comments=seen)
        return replace(self.case, ballot=ballot, pull=replace(self.pull, whole=False))

    @property
    def examined(self) -> Integrity | Tampering | NotHonoured:
        return examine(self.ballot, self.bot)

    @property
    def judged(self) -> Judgement:
        examined = self.examined
        assert isinstance(examined, Integrity)
        assert self.ballot.created_at
        return judge(self.ballot, self.ballot.created_at, examined, self.terms.electorate)

    @property
    def verdict(self) -> Choice | None:
        """The choice of the signal that decides, whatever head it is about."""
        verdict = self.judged.verdict
        return verdict.choice if verdict else None

    @property
    def uncounted(self) -> list[Uncounted]:
        return list(self.judged.uncounted)

    @property
    def planned(self) -> Plan:
        outcome = plan(self.case)
        assert isinstance(outcome, Plan), outcome
        return outcome

    @property
    def writes(self) -> list[str]:
        """What a tick would write now, as a dry run says it."""
        return [describe(step.action) for step in self.planned.steps]

    @property
    def labels(self) -> set[str]:
        """Our labels on the ballot, without their prefix."""
        return {label.removeprefix("decision:") for label in self.ballot.labels}

    @property
    def on_pull(self) -> set[str]:
        """Our labels on the pull request, without their prefix."""
        return {label.removeprefix("decision:") for label in self.pull.labels}

    def said(self, *, on_pull: bool = False) -> list[str]:
        """The bot's comments, in order."""
        comments = (self.pull.comments or ()) if on_pull else self.ballot.comments
        return [comment.body for comment in comments if self.bot.is_same(comment.author)]

    # -- how a deed changes it ---------------------------------------------------------------

    def _with(self, **changes: Any) -> Self:
        return replace(self, ballot=replace(self.ballot, **changes), serial=self.serial + 1)

    def _happens(self, kind: EventKind, who: Account | None, at: Time, **more: Any) -> Self:
        event = Event(f"event{self.serial}", kind, who, when(at), **more)
        return self._with(events=(*self.ballot.events, event))

    def _comment(self, wanted: int, change: Callable[[Comment], Comment]) -> Self:
        def changed(comments: tuple[Comment, ...]) -> tuple[Comment, ...]:
            return tuple(change(one) if one.id == wanted else one for one in comments)

        talk = changed(self.pull.comments or ())
        after = replace(self, pull=replace(self.pull, comments=talk))
        return after._with(comments=changed(self.ballot.comments))
