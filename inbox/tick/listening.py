"""Words on ballots that were closed lately: a no holds what waits, or was approved (P34), and who
gives any other answer there is told where the ballot is that waits (P21)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from functools import partial

from inbox.ballot.case import ASKING
from inbox.ballot.elsewhere import late_answers, late_refusals
from inbox.ballot.opening import was_titled_about
from inbox.ballot.sayings import redirection
from inbox.ballot.signals import Uncounted
from inbox.ballot.upkeep import say
from inbox.errors import GitHubFault
from inbox.github.whole import read_ballot
from inbox.refs import IssueRef, PullRef
from inbox.steps import Step
from inbox.tick import looking
from inbox.tick.attempts import attempt
from inbox.tick.session import Session
from inbox.world import Ballot


def earlier_ballots(session: Session, asked: Set[PullRef]) -> list[IssueRef]:
    """The ballots ended lately, not listened to so far, that are about one of `asked` (P34).

    One that was edited may be about any: somebody may have made it name another pull request. One
    that is open and not pending had ended too: somebody opened it again.
    """
    if not asked:
        return []
    return [
        ballot.ref
        for ballot in session.lately.values()
        if session.world.bot.is_same(ballot.author)
        and not _is_pending(session, ballot.ref)
        and ballot.ref not in session.heard
        and (ballot.revisions is None or session.asked_by(ballot) in asked)
    ]


def _is_pending(session: Session, ref: IssueRef) -> bool:
    known = session.world.ballots.get(ref)
    return known is not None and known.is_pending


def listen_back(session: Session, found: looking.Found, earlier: Iterable[IssueRef]) -> None:
    """What was said on earlier ballots since their closing is heard, each once.

    Where one could not be read, a no may be in it: to its pull request the session is deaf (P23).
    """
    for ref in earlier:
        session.heard.add(ref)
        try:
            ballot = _all_of(session, found[ref])
        except GitHubFault as failure:
            session.report.failed(failure, ref)
            _be_deaf(session, session.lately[ref])
            continue
        if pull := _asked_by(session, ballot):
            session.earlier[pull] = (*session.earlier.get(pull, ()), ballot)
            late = late_refusals(ballot, session.terms.electorate)
            session.elsewhere[pull] = (*session.elsewhere.get(pull, ()), *late)


def _asked_by(session: Session, ballot: Ballot) -> PullRef | None:
    """The pull request that it asked about, by its first title where its first text is lost."""
    is_lost = any(revision.text is None for revision in (ballot.revisions or ())[:1])
    return session.configured(was_titled_about(ballot)) if is_lost else session.asked_by(ballot)


def _all_of(session: Session, ballot: Ballot | GitHubFault) -> Ballot:
    """The ballot, read whole where the scout saw no end: a no must not hide behind much talk."""
    if isinstance(ballot, GitHubFault):
        raise ballot
    is_cut = ballot.overflow - {"labels"} and not ballot.whole
    return read_ballot(session.github, ballot.ref) if is_cut else ballot


def _be_deaf(session: Session, ballot: Ballot) -> None:
    """Nothing is known of what was said about the pull request that the text names, if it does."""
    if pull := session.asked_by(ballot):
        session.deaf.add(pull)
    else:
        session.hears_all = False


def is_held_from_before(session: Session, pull: PullRef) -> bool:
    """True where a no on an earlier ballot holds also one that is opened now (protocol P34)."""
    earlier = earlier_ballots(session, {pull})
    known = {ref: session.world.ballots[ref] for ref in earlier if ref in session.world.ballots}
    found = looking.look(session, [ref for ref in earlier if ref not in known], [])
    listen_back(session, replace(found, ballots={**found.ballots, **known}), earlier)
    return bool(session.elsewhere.get(pull))


def answer_late_words(session: Session) -> None:
    """Everything said on earlier ballots of what still waits is listed, and answered once (P21)."""
    for ballot in list(session.world.ballots.values()):
        asked = session.asked_by(ballot)
        if asked in session.earlier and session.stages.get(ballot.ref) in ASKING:
            answer_words_about(session, asked, ballot)


def answer_words_about(session: Session, pull: PullRef, pending: Ballot) -> None:
    """What was said on the earlier ballots of one pull request leads to the pending one.

    Where an earlier one is locked, nobody can be told there; the summary tells all the same.
    """
    for scouted in session.earlier.get(pull, ()):
        earlier = session.world.ballots.get(scouted.ref, scouted)
        if earlier.ref == pending.ref:
            continue
        late = late_answers(earlier, session.terms.electorate)
        for uncounted in late:
            session.report.did_not_count(uncounted, earlier.ref)
        if not earlier.is_locked and any(_answers(session, earlier, late, pending)):
            attempt(session, earlier, partial(_answer, session, earlier.ref, pending))


def _answer(session: Session, ref: IssueRef, pending: Ballot) -> None:
    """Nobody is told twice, so every comment there is read before (protocol P43)."""
    earlier = looking.whole_ballot(session, ref)
    late = late_answers(earlier, session.terms.electorate)
    session.perform(_answers(session, earlier, late, pending))


def _answers(
    session: Session, earlier: Ballot, late: Iterable[Uncounted], pending: Ballot
) -> Iterator[Step]:
    links = [redirection(said, pending.url) for said in late if said.answerable]
    return say(session.case(earlier, None), links)
