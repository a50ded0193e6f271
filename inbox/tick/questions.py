"""The first stage of a tick: what the texts ask, who answered it, and what the gate says (D10-D16).

It comes before the ballots, for an approval waits while questions are open (protocol P29).
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from functools import partial

from inbox.actions import EditDescription
from inbox.ballot import statuses
from inbox.decisions.block import read_block
from inbox.decisions.case import Need, Subject
from inbox.decisions.gate import ASKS_NOTHING, Gate, status, unchecked
from inbox.decisions.lost_edits import saved_between
from inbox.decisions.plan import Plan, matters, plan
from inbox.decisions.verdict import refusals
from inbox.errors import Bug, Changed, GitHubFault, Unavailable
from inbox.github import asking
from inbox.refs import IssueRef, PullRef
from inbox.steps import Step
from inbox.tick.attempts import guarded
from inbox.tick.gates import set_gate, show_gates
from inbox.tick.session import Session
from inbox.tick.turns import in_turn
from inbox.world import Pull, State

_MOST_EDITS = 5
"""So often the bot writes its answers into a description that others keep saving (D14)."""

_NOT_READ = "this could not be read, and is tried again at every tick"


def judge_questions(session: Session) -> None:
    """The gate of every open pull request is known and shown, and answered tickets move on."""
    if not session.inquiry.enabled:
        return
    pulls = {IssueRef.of(pull.ref): pull for pull in _asking(session)}
    found = _read(session, pulls, _tickets(session))
    for ref, subject in in_turn(session, found.items(), lambda item: item[0]):
        if isinstance(subject, GitHubFault):
            _unread(session, ref, subject, is_pull=ref in pulls)
        else:
            _attempt(session, subject)
    show_gates(session)


def _asking(session: Session) -> list[Pull]:
    """Open pull requests that ask, once asked, or whose head does not say yet that they do not."""
    open_ones = [one.pull for one in session.inquiry.follow_ups if one.is_open]
    followed_up = {session.configured(pull) for pull in open_ones}
    asking_ones: list[Pull] = []
    for pull in session.world.pulls.values():
        if not pull.is_open or not session.policy.supervises(pull.ref.repo):
            continue
        sorting = partial(_sort, session, pull, followed_up, asking_ones)
        if not guarded(session, pull.ref, sorting):
            _close(session, IssueRef.of(pull.ref), is_pull=True)
    return asking_ones


def _sort(
    session: Session, pull: Pull, followed_up: Container[PullRef | None], asking_ones: list[Pull]
) -> None:
    """Whether the text of `pull` asks is known; a text that breaks the reader costs no other."""
    if pull.ref not in followed_up and _asks_nothing(session, pull):
        session.inquiry.gates[pull.ref] = ASKS_NOTHING
    else:
        asking_ones.append(pull)


def _asks_nothing(session: Session, pull: Pull) -> bool:
    """True where neither the text nor our status on the head has anything to do with questions.

    A status may be older than questions that were asked and taken out since, or be about another
    pull request with this head: it is believed only where no text was saved after it.
    """
    wanted = status(ASKS_NOTHING, pull.url, session.world.bot)
    found = session.world.gates.get((pull.ref.repo, pull.head))
    edited = session.inquiry.edited.get(pull.ref, session.world.now)  # unread: perhaps just now
    is_older = edited is not None and (found is None or found.at is None or found.at <= edited)
    is_shown = statuses.stands(found, wanted) and not is_older
    return is_shown and not read_block(pull.body).present and not refusals(pull.body)


def _tickets(session: Session) -> list[IssueRef]:
    """The tickets that wait for information and have a section; prose may ask somebody else."""
    present: list[IssueRef] = []

    def look(ref: IssueRef, body: str) -> None:
        if read_block(body).present:
            present.append(ref)

    for ref, body in session.inquiry.tickets.items():
        guarded(session, ref, partial(look, ref, body))
    return present


def _read(
    session: Session, pulls: Iterable[IssueRef], tickets: Iterable[IssueRef]
) -> dict[IssueRef, Subject | GitHubFault]:
    """Every text with what was said under it, the edited ones looked into; two queries at most."""
    found = dict(asking.look_at(session.github, pulls, tickets))
    cut = [one for one in found.values() if isinstance(one, Subject) and not one.overflow]
    return {**found, **_looked_into(session, cut)}


def _looked_into(session: Session, subjects: Iterable[Subject]) -> asking.Found:
    electorate = session.terms.electorate
    return asking.look_into(
        session.github, tuple(subjects), partial(matters, electorate=electorate)
    )


def _attempt(session: Session, subject: Subject) -> None:
    """One text is settled, or its fault is told: it stops no other, and closes its gate (D10)."""
    if not guarded(session, subject.ref, partial(_settle, session, subject)):
        _close(session, subject.ref, is_pull=subject.is_pull)


def _unread(session: Session, ref: IssueRef, failure: GitHubFault, *, is_pull: bool) -> None:
    if isinstance(failure, Changed):
        session.report.tell(failure, ref)
    else:
        session.report.failed(failure, ref)
    _close(session, ref, is_pull=is_pull)


def _close(session: Session, ref: IssueRef, *, is_pull: bool) -> None:
    if is_pull:
        session.inquiry.gates[PullRef(ref.repo, ref.number)] = unchecked(_NOT_READ)


def _settle(session: Session, subject: Subject) -> None:
    """Reads until nothing is missing, writes what follows, reads again after each edit (D14)."""
    lost: Unavailable | None = None
    for _ in range(_MOST_EDITS):
        outcome, subject = until_sure(session, subject)
        _know(session, subject, outcome)
        edit = next((one.action for one in outcome.steps), None)
        if not isinstance(edit, EditDescription) or session.writer.dry_run:
            session.perform(outcome.steps)
            _tell(session, subject, outcome)
            return
        was_lost, lost = lost, _save(session, edit)
        if was_lost and lost:
            raise lost
        subject = _seen_again(session, subject, edit)
    raise Changed(
        f"The description of {subject.ref} was saved again and again while answers were written.",
        "The next tick goes on.",
    )


def _save(session: Session, edit: EditDescription) -> Unavailable | None:
    """The edit is made, or made perhaps: the fault of a lost answer, after which one looks."""
    try:
        session.perform([Step(edit)])
    except Unavailable as lost:
        return lost
    return None


def _seen_again(session: Session, subject: Subject, edit: EditDescription) -> Subject:
    """The text as it is after the edit, with what somebody saved while it was made (D14)."""
    now, bot = _again(session, subject), session.world.bot
    if now.revisions is None:
        return now
    unseen = saved_between(now.revisions, bot, edit.expected, edit.body)
    return replace(now, unseen=unseen)


def until_sure(session: Session, subject: Subject) -> tuple[Plan, Subject]:
    """The outcome, planned again after each reading it needs, and the text that it rests on."""
    while isinstance(outcome := plan(subject, session.terms.electorate), Need):
        if subject.whole:
            raise Bug(f"Deciding about {subject.ref} asks again for: {outcome.value}.")
        match outcome:
            case Need.CLOSER:
                read = _looked_into(session, [subject])[subject.ref]
                if isinstance(read, GitHubFault):
                    raise read
                subject = read
            case Need.WHOLE:
                subject = asking.read_whole(session.github, subject)
    return outcome, subject


def gate_of(session: Session, pull: Pull) -> Gate:
    """What the gate says of `pull`, which was read whole just now (protocol P36)."""
    if not session.inquiry.enabled:
        return ASKS_NOTHING
    subject = Subject(
        ref=IssueRef.of(pull.ref),
        is_pull=True,
        url=pull.url,
        node_id=pull.node_id,
        author=pull.author,
        created_at=pull.created_at,
        body=pull.body,
        comments=pull.comments or (),
        edited_at=pull.edited_at,
        history=pull.history,
        is_locked=pull.is_locked,
        whole=True,
    )
    outcome, _ = until_sure(session, subject)
    return gate_as_read(outcome)


def gate_as_read(outcome: Plan) -> Gate:
    """What the gate says of a text that was read, before anything planned for it is written.

    Answers that the description does not carry yet are the next tick's to write; until then it
    does not pass.
    """
    if any(isinstance(step.action, EditDescription) for step in outcome.steps):
        return unchecked("an answer is not in the description yet")
    return outcome.gate


def _again(session: Session, subject: Subject) -> Subject:
    """The text as it is now, with its past; raises the fault of the reading."""
    refs = [subject.ref]
    found = _read(session, *((refs, []) if subject.is_pull else ([], refs)))[subject.ref]
    if isinstance(found, GitHubFault):
        raise found
    return found


def _know(session: Session, subject: Subject, outcome: Plan) -> None:
    """The gate is known to the later stages; a success that ends is taken away before all else."""
    session.inquiry.outcomes[subject.ref] = outcome
    session.inquiry.subjects[subject.ref] = subject
    if not subject.is_pull:
        return
    ref = PullRef(subject.ref.repo, subject.ref.number)
    session.inquiry.gates[ref] = outcome.gate
    pull = session.world.pulls.get(ref)
    found = session.world.gates.get((ref.repo, pull.head)) if pull else None
    if pull and not outcome.gate.passes and found and found.state is State.SUCCESS:
        set_gate(session, pull, status(outcome.gate, pull.url, session.world.bot))


def _tell(session: Session, subject: Subject, outcome: Plan) -> None:
    for comment in outcome.records.broken:
        session.report.warn(
            f"Its record of answers in comment {comment} cannot be read, and is left out.",
            subject.ref,
            "The answers themselves stand in the description.",
        )
    if outcome.steps:
        session.report.did("worked on its questions and answers", subject.ref)
