"""A pending ballot that was closed by hand, without a verdict to apply (protocol P38)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from inbox.actions import ClosePull, PostComment, RemoveLabel, SetIssue
from inbox.ballot import sayings
from inbox.ballot.case import Case, Plan, Stage
from inbox.ballot.judgement import Judgement
from inbox.ballot.verdicts import close_ballot
from inbox.counted import Counted
from inbox.electorate import Electorate
from inbox.labels import AUTO_CLOSED, PENDING, RESOLUTIONS, SUPERSEDED
from inbox.policy import OnManualClose
from inbox.refs import Account, IssueRef
from inbox.sayings import Saying, render_sayings, unsaid
from inbox.steps import Step
from inbox.world import Ballot, Event, EventKind, Pull

MOST_CLOSINGS = 3
"""More closings by owners in one tick are taken for a mistake, and all are undone."""


def closing_of(ballot: Ballot) -> Event | None:
    """What closed the ballot last, None for an open one."""
    closings = [event for event in ballot.events if event.kind is EventKind.CLOSED]
    return closings[-1] if closings and not ballot.is_open else None


def was_resolved(ballot: Ballot, bot: Account) -> bool:
    """True when the bot itself took the pending label off, which ends every resolution (P29)."""
    return any(
        event.kind is EventKind.UNLABELLED and event.before == PENDING and bot.is_same(event.by)
        for event in ballot.events
    )


def ended_at(ballot: Ballot, bot: Account) -> datetime | None:
    """When the ballot first ended: the closing before the bot first took the pending label off; the
    first closing where it never did, None without any.

    Whoever closes, opens and labels it afterwards makes no word on it an earlier one.
    """
    closings = sorted(e.at for e in ballot.events if e.kind is EventKind.CLOSED and e.at)
    resolved = resolved_at(ballot, bot)
    if not resolved:
        return closings[0] if closings else None
    return max((at for at in closings if at <= resolved[0]), default=resolved[0])


def resolved_at(ballot: Ballot, bot: Account) -> tuple[datetime, ...]:
    """When the bot took the pending label off, which ends every resolution, each time (P29)."""
    return tuple(
        sorted(
            event.at
            for event in ballot.events
            if event.kind is EventKind.UNLABELLED
            and event.before == PENDING
            and event.at
            and bot.is_same(event.by)
        )
    )


def is_by_bot(ballot: Ballot, electorate: Electorate) -> bool:
    """True when the bot itself closed it: something half done (protocol P29)."""
    closing = closing_of(ballot)
    return closing is not None and electorate.bot.is_same(closing.by)


def is_owners(ballot: Ballot, electorate: Electorate) -> bool:
    """True for the closing of an allowlisted actor's own hand.

    A commit, a pull request or a project closes for nobody, and a duplicate is no answer.
    """
    closing = closing_of(ballot)
    return (
        closing is not None
        and closing.closer is None
        and "duplicate" not in (closing.reason, ballot.closed_as)
        and electorate.allowlist.counts(closing.by)
    )


def is_later_than_closing(said_at: datetime, ballot: Ballot) -> bool:
    """True for what was said after the closing; before it, or with it, the closing is later."""
    closing = closing_of(ballot)
    return closing is None or closing.at is None or said_at > closing.at


def superseded(case: Case, judgement: Judgement | None = None) -> Plan:
    """The tampered ballot is gone, and a fresh one follows where one is needed (P28)."""
    steps = (
        *close_ballot(case.ballot, SUPERSEDED, completed=False),
        Step(RemoveLabel(case.ballot.ref, PENDING)),
    )
    return Plan(Stage.SUPERSEDED, steps, judgement)


def is_undone(case: Case) -> bool:
    """True when the closing is no owner's own; theirs is undone where it is configured so, is one
    of many, or was said to be undone before (protocol P38)."""
    terms = case.terms
    if not is_owners(case.ballot, terms.electorate):
        return True
    undoes = terms.on_manual_close is OnManualClose.REOPEN or terms.closings_are_many
    return undoes or not _unsaid_undoing(case)


def closed_by_owner(case: Case, judgement: Judgement, pull: Pull) -> Plan:
    """The seeds' default: the owner closed the ballot, so its pull request is closed too."""
    return Plan(Stage.CLOSED_BY_OWNER, tuple(_closing_the_pull(case, pull)), judgement)


def _closing_the_pull(case: Case, pull: Pull) -> Iterator[Step]:
    bot = case.terms.electorate.bot
    if said := unsaid([sayings.closed_with_ballot(pull, case.ballot)], pull.comments or (), bot):
        yield Step(PostComment(IssueRef.of(pull.ref), render_sayings(said)))
    yield Step(ClosePull(pull.ref, pull.head))
    yield from close_ballot(case.ballot, AUTO_CLOSED, completed=False)
    yield Step(RemoveLabel(case.ballot.ref, PENDING), (Counted.AUTO_RESOLVED,))


def _unsaid_undoing(case: Case) -> tuple[Saying, ...]:
    closing = closing_of(case.ballot)
    by_owner = is_owners(case.ballot, case.terms.electorate)
    undoing = sayings.reopened(closing, by_owner=by_owner)
    return unsaid([undoing], case.ballot.comments, case.terms.electorate.bot)


def said_undone(case: Case) -> Iterator[Step]:
    """The comment that says which closing is undone, none where it stands.

    It comes before the reopening, so that the next tick knows the closing for one that is undone.
    """
    if fresh := _unsaid_undoing(case):
        yield Step(PostComment(case.ballot.ref, render_sayings(fresh)))


def reopening(ballot: Ballot) -> Step:
    """The step that opens the ballot again as a pending one."""
    return Step(
        SetIssue(ballot.ref, is_open=True, reason="reopened", labels=open_again(ballot).labels)
    )


def open_again(ballot: Ballot) -> Ballot:
    """The ballot as it is once it was opened again."""
    return replace(ballot, is_open=True, labels=(ballot.labels - RESOLUTIONS) | {PENDING})
