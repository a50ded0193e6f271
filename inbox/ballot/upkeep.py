"""What keeps a ballot that stays open truthful: notices, labels, sayings, the pending status."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from inbox.actions import AddLabel, EditComment, PostComment, RemoveLabel
from inbox.ballot import statuses
from inbox.ballot.case import Case, Plan, Stage
from inbox.ballot.choice import Choice
from inbox.ballot.commands import read_command
from inbox.ballot.judgement import Judgement
from inbox.ballot.notices import Notice, Posted, render_notice
from inbox.ballot.round import Move, continuing, foreign_deletions, notice_of
from inbox.ballot.sayings import (
    decisions_first,
    deferral,
    deletion,
    explanation,
    question,
    redirection,
    tampered,
)
from inbox.ballot.signals import Medium, Signal, Source, Uncounted, Unheard, describe
from inbox.ballot.verdicts import set_status
from inbox.counted import Counted
from inbox.labels import APPROVALS, DEFERRED, FAULT, STALE, TAMPERED
from inbox.refs import IssueRef
from inbox.sayings import Saying, render_sayings, unsaid
from inbox.steps import Step
from inbox.world import Ballot, Pull, Status

VERDICTS = (Choice.A, Choice.B, Choice.C, Choice.REJECT)


def move_steps(case: Case, judgement: Judgement, move: Move) -> Iterator[Step]:
    """The notice first, then the labels that show it; a half-done move is completed (P25)."""
    notice, standing = _next_notice(judgement, move)
    counted = (Counted.HEAD_MOVED,) if move.of_head else ()
    text = render_notice(notice)
    if standing:
        yield Step(EditComment(case.ballot.ref, standing.comment.id, text), counted)
    else:
        yield Step(PostComment(case.ballot.ref, text), counted)
    yield from labels_as(case.ballot, {**_integrity_labels(judgement), **_voided_labels(notice)})


def notice_about(judgement: Judgement, move: Move) -> Notice:
    """What the notice of a move says; one that nobody answered is continued (protocol P25)."""
    return _next_notice(judgement, move)[0]


def _next_notice(judgement: Judgement, move: Move) -> tuple[Notice, Posted | None]:
    """The notice of a move, and the one whose text it takes the place of.

    That is one which nobody answered, unless it would read the same: saved unchanged, it would
    begin nothing, and the next tick would find the same move again.
    """
    standing = _unanswered(judgement)
    if standing is None or standing.notice is None:
        verdict = judgement.verdict
        return replace(notice_of(move), voided=verdict.choice if verdict else None), None
    continued = continuing(standing.notice, judgement.round.binding, move)
    if continued != standing.notice:
        return continued, standing
    return replace(notice_of(move), voided=standing.notice.voided), None


def _unanswered(judgement: Judgement) -> Posted | None:
    """The newest notice, where it binds and nobody who counts has said anything since."""
    newest = judgement.round.newest_notice
    if newest is None or newest.notice is None or newest.notice.ended:
        return None
    if newest != judgement.round.binding.notice or _answered(judgement, newest):
        return None
    return newest


def _answered(judgement: Judgement, newest: Posted) -> bool:
    """True when an allowlisted actor said something since that notice came, counted or not."""
    posted_at = newest.comment.created_at
    told = [said.at for said in judgement.uncounted if said.answerable]
    told += [signal.at for signal in judgement.counted]
    return any(at and posted_at and at >= posted_at for at in told)


def _voided_labels(notice: Notice) -> dict[str, bool]:
    return {STALE: _voids(notice), DEFERRED: False}


def _integrity_labels(judgement: Judgement) -> dict[str, bool]:
    return {TAMPERED: judgement.tampering is not None}


def works_again(case: Case) -> Iterator[Step]:
    """The fault's label goes, last of all: whatever failed has been done now (protocol P40).

    On a locked ballot it stays, for what comes next could not be said there either (P42).
    """
    if not case.ballot.is_locked:
        yield from labels_as(case.ballot, {FAULT: False})


def waiting(case: Case, judgement: Judgement, pull: Pull) -> Plan:
    """A ballot that stays pending: nobody answered, it is deferred, held or tampered with."""
    verdict = judgement.verdict
    choice = verdict.choice if verdict else None
    stage = _stage(judgement, choice)
    sayings = sayings_about(judgement, case)
    if verdict and choice is Choice.C:
        sayings.append(deferral(verdict, judgement.round.started))
    status = waiting_status(case, pull, stage)
    steps = (
        *labels_as(case.ballot, _waiting_labels(judgement, choice)),
        *say(case, sayings),
        *redirect(case, pull),
        *show_waiting(case, pull, status),
        *works_again(case),
    )
    return Plan(stage, steps, judgement, status)


def undecided(case: Case, judgement: Judgement, verdict: Signal, pull: Pull) -> Plan:
    """An approved ballot that stays pending until the questions in its text are answered (P29)."""
    option = verdict.choice.value
    status = statuses.undecided(pull, case.ballot.url, case.terms.electorate.bot, option)
    sayings = [*sayings_about(judgement, case), decisions_first(verdict, case.gate)]
    steps = (
        *labels_as(case.ballot, {DEFERRED: False}),
        *say(case, sayings),
        *redirect(case, pull),
        *show_waiting(case, pull, status),
        *works_again(case),
    )
    return Plan(Stage.QUESTIONED, steps, judgement, status)


def show_waiting(case: Case, pull: Pull, status: Status) -> Iterator[Step]:
    """The pull request shows that it waits: while a ballot is pending, no approval stands (P34)."""
    yield from set_status(case, pull, status)
    for label in sorted(APPROVALS & pull.labels):
        yield Step(RemoveLabel(IssueRef.of(pull.ref), label))


def _stage(judgement: Judgement, choice: Choice | None) -> Stage:
    match choice:
        case Choice.C if not judgement.tampering:
            return Stage.DEFERRED
        case Choice.HOLD if not judgement.tampering:
            return Stage.HELD
        case _:
            newest = judgement.round.newest_notice
            return stage_asking(judgement, newest.notice if newest else None)


def stage_asking(judgement: Judgement, notice: Notice | None) -> Stage:
    """Where a ballot stands that nobody answered since `notice`, its newest, if it has one."""
    if judgement.tampering:
        return Stage.TAMPERED
    return Stage.STALE if _voids(notice) else Stage.WAITING


def _voids(notice: Notice | None) -> bool:
    return notice is not None and notice.voided in VERDICTS


def _was_voided(judgement: Judgement) -> bool:
    newest = judgement.round.newest_notice
    return newest is not None and _voids(newest.notice)


def _waiting_labels(judgement: Judgement, choice: Choice | None) -> dict[str, bool]:
    """Labels show what stands: C defers, silence after a voided verdict is stale (P25, P31)."""
    labels = _integrity_labels(judgement)
    match choice:
        case Choice.C:
            return labels | {DEFERRED: True, STALE: False}
        case Choice.HOLD:
            return labels
        case _:
            return labels | {DEFERRED: False, STALE: _was_voided(judgement)}


def labels_as(
    ballot: Ballot, wanted: Mapping[str, bool], counted: tuple[Counted, ...] = ()
) -> Iterator[Step]:
    """The steps that put each label on or off; none for what is so already."""
    for label, on in wanted.items():
        if on and label not in ballot.labels:
            yield Step(AddLabel(ballot.ref, label), counted)
        elif not on and label in ballot.labels:
            yield Step(RemoveLabel(ballot.ref, label), counted)


def sayings_about(judgement: Judgement, case: Case) -> list[Saying]:
    """Everything that the people of this ballot should be told once (protocol P14, P17, P21, P28).

    What a clear later answer has overtaken need not be said any more.
    """
    verdict = judgement.verdict
    clear = verdict if verdict and verdict.choice is not Choice.HOLD else None
    said = [deletion(event) for event in foreign_deletions(case.ballot, case.terms.electorate)]
    if judgement.tampering:
        said.append(tampered(judgement.tampering))
    said += [
        explanation(uncounted)
        for uncounted in judgement.uncounted
        if uncounted.answerable and not (clear and uncounted.at and uncounted.at <= clear.at)
    ]
    if verdict and verdict.choice is Choice.HOLD:
        said.append(question(verdict))
    return said


def say(case: Case, sayings: Iterable[Saying]) -> Iterator[Step]:
    """One comment on the ballot with what was not said before; what is counted, is counted then."""
    bot = case.terms.electorate.bot
    if fresh := unsaid(sayings, case.ballot.comments, bot):
        counted = tuple(saying.counted for saying in fresh if saying.counted)
        yield Step(PostComment(case.ballot.ref, render_sayings(fresh)), counted)


def redirect(case: Case, pull: Pull) -> Iterator[Step]:
    """Commands on the pull request itself get the ballot's link, once each (protocol P21)."""
    electorate, opened = case.terms.electorate, case.ballot.created_at
    misplaced = [
        Uncounted(
            describe(choice),
            comment.author,
            comment.created_at,
            Source(Medium.PULL_COMMENT, comment.id, comment.url),
            Unheard.ELSEWHERE,
        )
        for comment in pull.comments or ()
        if electorate.allowlist.counts(comment.author)
        and not electorate.bot.is_same(comment.author)
        and comment.created_at
        and opened
        and comment.created_at > opened
        and (choice := read_command(comment.body, via_email=False).choice)
    ]
    links = [redirection(uncounted, case.ballot.url) for uncounted in misplaced]
    if fresh := unsaid(links, pull.comments or (), electorate.bot):
        yield Step(PostComment(IssueRef.of(pull.ref), render_sayings(fresh)))


_WHY = {
    Stage.DEFERRED: "deferred by its owner",
    Stage.HELD: "held: an answer is unclear",
    Stage.TAMPERED: "held: the ballot was changed",
    Stage.STALE: "moved, waits for its owner",
}


def waiting_status(case: Case, pull: Pull, stage: Stage) -> Status:
    """The pending status of a ballot at that stage (protocol P35)."""
    why = _WHY.get(stage, "waits for its owner")
    return statuses.waiting(pull, case.ballot.url, case.terms.electorate.bot, why)
