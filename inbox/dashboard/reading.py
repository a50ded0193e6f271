"""One reading: what a tick would find, put into the words of the page; nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from inbox.ballot.case import Case, Plan
from inbox.dashboard.account import TokenKind, read_only
from inbox.dashboard.ballots import ballot_view, is_at_its_head
from inbox.dashboard.questions import is_worth_a_card, questions_view
from inbox.dashboard.sending_back import sent_back
from inbox.dashboard.surroundings import (
    MOST_FIRST_LOOKS,
    Memory,
    knows_files,
    read_ended,
    read_files,
    read_lights,
    read_tickets,
)
from inbox.dashboard.view import BallotView, Card, Ended, QuestionsView, Reading, Trouble
from inbox.decisions.case import Subject
from inbox.errors import GitHubFault
from inbox.refs import IssueRef, PullRef, RepoRef
from inbox.tick.outlooks import owner_sentence
from inbox.tick.session import Session
from inbox.world import Ballot, Pull

_LOST = "Nobody can say any more what this ballot asked, so no answer counts in it."
_ANOTHER_BOT = (
    "Does the action write as another account? Then end the dashboard, and start it again with that"
    " account as `--bot-login`."
)
_CLOSE_IT = "Close it on GitHub: where an answer is needed, a fresh ballot asks for it."


@dataclass(frozen=True, slots=True)
class Page:
    """Where links lead, and whose word the token speaks; `workflow` is where ticks run."""

    server_url: str
    workflow: RepoRef
    kind: TokenKind


def reading_of(session: Session, page: Page, memory: Memory) -> Reading:
    """Everything that waits for the owner, as `session` found it, with what the page adds.

    Raises RateLimited; what cannot be read otherwise is told among the troubles.
    """
    why_not = read_only(session.viewer, session.terms.electorate, page.kind)
    ballots = dict(_ballots(session, why_not, memory))
    questions = dict(_questions(session))
    ended, unlisted = _ended(session, memory)
    inbox = session.policy.inbox
    return Reading(
        at=session.world.now,
        inbox=inbox,
        inbox_url=f"{page.server_url}/{inbox}/issues",
        me=str(session.viewer) if session.viewer else "",
        read_only=why_not,
        owner=_owner(session),
        bot=str(session.world.bot),
        ticks_url=f"{page.server_url}/{page.workflow}/actions",
        cards=tuple(_cards(session, ballots, questions)),
        ended=ended,
        troubles=(*_troubles(session), *unlisted),
    )


def _owner(session: Session) -> str:
    """Where the owner is, for one who reads the file that says so with their own token."""
    file = session.policy.lifecycle.availability
    return owner_sentence(session, file.repository if file else session.policy.inbox)


def _ballots(
    session: Session, why_not: str, memory: Memory
) -> Iterator[tuple[IssueRef, tuple[Pull, BallotView]]]:
    """The view of each pending ballot and its pull request, by the conversation of the latter."""
    there = [(judged, judged[0].pull) for judged in session.judged.values() if judged[0].pull]
    lights = read_lights(session.github, [pull for _, pull in there])
    first_looks = 0
    for judged, pull in sorted(there, key=lambda one: _age(one[0])):
        files = None
        if is_at_its_head(judged):
            is_first = not knows_files(pull, memory)
            if not is_first or first_looks < MOST_FIRST_LOOKS:
                first_looks += is_first
                files = read_files(session.github, pull, memory)
        view = ballot_view(session, judged, files=files, checks=lights[pull.ref], read_only=why_not)
        if view:
            yield IssueRef.of(pull.ref), (pull, view)


def _age(judged: tuple[Case, Plan]) -> tuple[float, int]:
    opened = judged[0].ballot.created_at
    return (opened.timestamp() if opened else 0.0, judged[0].ballot.ref.number)


def _questions(session: Session) -> Iterator[tuple[IssueRef, tuple[Subject, QuestionsView]]]:
    """The questions of each text that asks, and whether they are worth a card of their own."""
    for ref, plan in session.inquiry.outcomes.items():
        subject = session.inquiry.subjects[ref]
        was_sent = sent_back(subject, session.viewer)
        view = questions_view(subject, plan, session.viewer, sent_back=was_sent)
        if is_worth_a_card(plan, view) or (view.questions and _has_ballot(session, ref)):
            yield ref, (subject, view)


def _has_ballot(session: Session, ref: IssueRef) -> bool:
    return any(
        case.pull is not None and IssueRef.of(case.pull.ref) == ref
        for case, _ in session.judged.values()
    )


def _cards(
    session: Session,
    ballots: Mapping[IssueRef, tuple[Pull, BallotView]],
    questions: Mapping[IssueRef, tuple[Subject, QuestionsView]],
) -> Iterator[Card]:
    """Ballots first, the oldest on top; then pull requests that only ask, then tickets."""
    for ref, (pull, view) in ballots.items():
        asked = questions.get(ref)
        body = asked[0].body if asked else pull.body
        yield _card_of(pull, body, ballot=view, questions=asked[1] if asked else None)
    others = {ref: one for ref, one in questions.items() if ref not in ballots}
    tickets = read_tickets(session.github, [r for r, one in others.items() if not one[0].is_pull])
    for ref, (subject, asking) in sorted(others.items(), key=lambda one: not one[1][0].is_pull):
        known = session.world.pulls.get(PullRef(ref.repo, ref.number)) if subject.is_pull else None
        if known:
            yield _card_of(known, subject.body, questions=asking)
        else:
            yield _ticket_card(subject, tickets.get(ref), asking)


def _card_of(
    pull: Pull,
    body: str,
    *,
    ballot: BallotView | None = None,
    questions: QuestionsView | None = None,
) -> Card:
    """The card of a pull request; `body` is as it was read, not as the next tick would save it."""
    return Card(
        subject=pull.ref,
        url=pull.url,
        title=pull.title,
        author=str(pull.author) if pull.author else "",
        description=body,
        ballot=ballot,
        questions=questions,
    )


def _ticket_card(subject: Subject, ticket: Ballot | None, questions: QuestionsView) -> Card:
    place = subject.ref
    return Card(
        subject=PullRef(place.repo, place.number) if subject.is_pull else place,
        url=subject.url,
        title=ticket.title if ticket else str(place),
        author=str(subject.author) if subject.author else "",
        description=subject.body,
        questions=questions,
    )


def _ended(session: Session, memory: Memory) -> tuple[tuple[Ended, ...], tuple[Trouble, ...]]:
    try:
        return read_ended(session, memory), ()
    except GitHubFault as failure:
        said = f"What was answered lately could not be listed: {failure.what}"
        return (), (Trouble(str(session.policy.inbox), said, failure.advice),)


def _troubles(session: Session) -> Iterator[Trouble]:
    for ref, (_, plan) in session.judged.items():
        if plan.judgement is None:
            yield Trouble(str(ref), _LOST, _CLOSE_IT)
    if session.report.not_honoured and not session.judged:
        bot = session.world.bot
        yield Trouble("", f"None of what looks like a ballot here is by `{bot}`.", _ANOTHER_BOT)
    for refused in session.report.not_honoured:
        yield Trouble(str(refused.issue), f"This is no ballot: {refused.why}.")
    for warned in session.report.warned:
        yield Trouble(str(warned.where) if warned.where else "", warned.text, warned.advice)
