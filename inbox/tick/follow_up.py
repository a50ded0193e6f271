"""The last stage but one: answers that nobody acted on get their one follow-up (D17-D19)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import partial

from inbox.actions import AddLabel, FileIssue
from inbox.decisions.addressed import repliers
from inbox.decisions.followups import Answered, Fate, FollowUp, plan_follow_up, read_follow_up
from inbox.github import reads
from inbox.labels import OWNER_DECISIONS
from inbox.refs import Account, IssueRef, PullRef
from inbox.steps import Step
from inbox.tick.attempts import guarded
from inbox.tick.session import Session
from inbox.tick.turns import in_turn
from inbox.world import Pull


def follow_up(session: Session) -> None:
    """Every pull request whose answers wait has its one follow-up, and no other has one."""
    if not session.inquiry.enabled:
        return
    for ref in in_turn(session, list(dict.fromkeys(_concerned(session))), lambda ref: ref):
        if ref.repo in session.inquiry.unlisted or ref.repo in session.report.unread:
            continue
        if not _has_issues(session, ref):
            session.report.warn(
                "Its answers cannot be followed up: its repository has no issues.",
                ref,
                "Switch issues on there, or reply to the answers that they were acted on.",
            )
            continue
        pull = session.world.pulls.get(ref)
        if pull is None:
            guarded(session, ref, partial(_end, session, ref))
        elif IssueRef.of(ref) in session.inquiry.outcomes:
            guarded(session, ref, partial(_follow_up, session, pull))


def _concerned(session: Session) -> Iterator[PullRef]:
    """Pull requests with answers on record, and those with a follow-up that is open."""
    for ref, outcome in session.inquiry.outcomes.items():
        if session.inquiry.subjects[ref].is_pull and outcome.records.newest is not None:
            yield PullRef(ref.repo, ref.number)
    for one in session.inquiry.follow_ups:
        if one.is_open and (pull := session.configured(one.pull)):
            yield pull


def _has_issues(session: Session, ref: PullRef) -> bool:
    known = session.world.repositories.get(ref.repo)
    return known is None or known.has_issues


def _end(session: Session, ref: PullRef) -> None:
    """Not among the open ones of a list that was read: it has ended."""
    known = _known(session)[ref]
    gone = Answered(ref, is_open=False, is_complete=False, record=None, is_addressed=False)
    _carry_out(session, gone, known)


def _known(session: Session) -> dict[PullRef, list[FollowUp]]:
    known: dict[PullRef, list[FollowUp]] = defaultdict(list)
    for one in session.inquiry.follow_ups:
        if pull := session.configured(one.pull):
            known[pull].append(one)
    return known


def _follow_up(session: Session, pull: Pull) -> None:
    found = answered(session, pull)
    known = _known(session)[pull.ref]
    _, steps = _planned(session, found, known)
    if any(isinstance(step.action, FileIssue) for step in steps):
        known = [*known, *_unlabelled(session, found, known)]
    _carry_out(session, found, known)


def answered(session: Session, pull: Pull) -> Answered:
    """What follow-ups care about in `pull`, asking who may write where that decides (D17)."""
    subject = session.inquiry.subjects[IssueRef.of(pull.ref)]
    outcome = session.inquiry.outcomes[subject.ref]
    record = outcome.records.newest
    said = repliers(record, subject.comments, session.world.bot) if record else ()
    return Answered(
        pull.ref,
        is_open=pull.is_open,
        is_complete=outcome.gate.passes,
        record=record,
        is_addressed=any(_may_say(session, pull.ref, one) for one in said),
        is_newer=outcome.records_more,
    )


def _may_say(session: Session, ref: PullRef, who: Account) -> bool:
    if session.world.bot.is_same(who):
        return True
    key = (ref.repo, who.login.lower())
    if key not in session.inquiry.may_write:
        session.inquiry.may_write[key] = reads.may_write(session.github, ref.repo, who)
    return session.inquiry.may_write[key]


def _planned(
    session: Session, found: Answered, known: list[FollowUp]
) -> tuple[Fate, tuple[Step, ...]]:
    grace = session.policy.decisions.grace
    return plan_follow_up(found, known, session.world.now, grace)


def _unlabelled(session: Session, found: Answered, known: list[FollowUp]) -> list[FollowUp]:
    """Follow-ups in a list made just now that their label does not find; never a search (P6)."""
    assert found.record is not None
    assert found.record.at is not None
    bot = session.world.bot
    fresh = reads.own_issues(session.github, found.pull.repo, bot, found.record.at)
    listed = {one.ref for one in known}
    read = (
        read_follow_up(one.ref, one.author, one.body, one.labels, bot, is_open=one.is_open)
        for one in fresh
        if one.ref not in listed
    )
    of_it = [one for one in read if one and session.configured(one.pull) == found.pull]
    for one in of_it:
        if OWNER_DECISIONS not in one.labels and not one.is_open:
            session.perform([Step(AddLabel(one.ref, OWNER_DECISIONS))])
    return of_it


def _carry_out(session: Session, found: Answered, known: list[FollowUp]) -> None:
    fate, steps = _planned(session, found, known)
    session.inquiry.fates[found.pull] = fate
    session.inquiry.planned[found.pull] = steps
    session.perform(steps)
    if steps:
        session.report.did(f"follow-up settled: {fate.value}", found.pull)
