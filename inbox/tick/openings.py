"""The third stage: pull requests that must be asked about get their ballot (protocol P5-P8)."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from inbox.actions import UNBORN, OpenIssue
from inbox.ballot import statuses
from inbox.ballot.approval import Fate
from inbox.ballot.case import Stage
from inbox.ballot.closings import open_again, reopening, was_resolved
from inbox.ballot.opening import (
    asked_before,
    ballot_for,
    because_of_label,
    because_of_rule,
    is_genuine,
    naming_earlier,
)
from inbox.ballot.pushes import SHARED_BOT
from inbox.counted import Counted
from inbox.errors import GitHubFault, Unavailable
from inbox.github import reads
from inbox.labels import REQUIRED
from inbox.quadrant.classify import Quadrant, classify
from inbox.refs import IssueRef, PullRef
from inbox.tick import looking
from inbox.tick.approvals import judge_approvals, take_labels_off
from inbox.tick.attempts import guarded
from inbox.tick.hidden import end_hidden_answers
from inbox.tick.listening import answer_words_about, is_held_from_before
from inbox.tick.session import Session
from inbox.tick.settle import settle_case, settle_one
from inbox.tick.turns import in_turn
from inbox.world import Ballot, Pull, Status

_HOURS_A_DAY = 24
_A_DAY_AT_MOST = timedelta(hours=23)
_NO_BALLOT_NEEDED = frozenset(Fate) - {Fate.NEVER, Fate.ENDED}


def open_ballots(session: Session) -> None:
    """Every open pull request that must be asked about has its pending ballot."""
    for pull in in_turn(session, _candidates(session), lambda pull: pull.ref):
        guarded(session, pull.ref, partial(_consider, session, pull))


def _candidates(session: Session) -> list[Pull]:
    asked = session.asked_about()
    return [
        pull
        for pull in session.world.pulls.values()
        if pull.is_open
        and session.policy.supervises(pull.ref.repo)
        and pull.ref not in asked
        and pull.ref not in session.settled
        and (pull.ref.repo, pull.head) not in session.unread_heads
    ]


def _consider(session: Session, pull: Pull) -> None:
    if pull.ref.repo == session.policy.bot_repo:
        session.set_status(pull, statuses.break_glass(pull, session.world.bot))
        session.report.broke_glass(pull, session.messages.get(pull.ref))
        return
    if session.fates.get(pull.ref) in _NO_BALLOT_NEEDED or _revived_by_link(session, pull):
        return
    reasoning = None if pull.is_draft else _why_ask(session, pull)
    if reasoning and not is_approved_after_all(session, pull):
        open_ballot(session, pull, reasoning)
    elif reasoning is None and not pull.is_draft:
        _set_free(session, pull)
    answered = pull.ref in session.settled or session.fates.get(pull.ref) in _NO_BALLOT_NEEDED
    if not answered:
        take_labels_off(session, session.world.pulls[pull.ref])


def _revived_by_link(session: Session, pull: Pull) -> bool:
    """True when the ballot that our status on the head links waits again.

    Somebody took its pending label off, which resolves nothing: only the bot does (P5, P6, P28).
    """
    link = session.linked_ballot(pull)
    if link is None or link in session.world.ballots or session.fates.get(pull.ref) is Fate.ENDED:
        return False
    ballot = looking.look(session, [link], [])[link]
    if isinstance(ballot, GitHubFault):
        session.report.tell(ballot, link, about="Its ballot cannot be read:")
        return False
    if session.asked_by(ballot) != pull.ref or was_resolved(ballot, session.world.bot):
        return False
    _revive(session, session.learn_ballot(ballot))
    return True


def is_approved_after_all(session: Session, pull: Pull) -> bool:
    """True for a valid approval whose label somebody took off (protocol P7, P34)."""
    if pull.ref not in session.fates:
        is_held_from_before(session, pull.ref)
        judge_approvals(session, [pull])
    return session.fates.get(pull.ref) in _NO_BALLOT_NEEDED


def _why_ask(session: Session, pull: Pull) -> str | None:
    """The reasoning of a ballot for `pull`; None where nobody need be asked.

    Whoever was asked once is asked again when the answer ends, whatever the new head changes (P7).
    """
    if REQUIRED in pull.labels:
        adder = reads.label_adder(session.github, IssueRef.of(pull.ref), REQUIRED)
        return because_of_label(adder)
    if _is_free_already(session, pull) and not _is_due(session, pull):
        return None
    files = reads.pull_files(session.github, pull)
    classification = classify(files.files, complete=files.is_complete, rules=session.policy.rules)
    if classification.quadrant is Quadrant.D:
        return because_of_rule(classification)
    if session.fates.get(pull.ref) is Fate.ENDED:
        return asked_before(session.world.ballots.get(session.ended_in[pull.ref]))
    return None


def _free(session: Session, pull: Pull) -> Status:
    return statuses.not_needed(pull, session.policy.rules_digest, session.world.bot)


def _is_free_already(session: Session, pull: Pull) -> bool:
    found = session.world.statuses.get((pull.ref.repo, pull.head))
    return statuses.stands(found, _free(session, pull))


def _set_free(session: Session, pull: Pull) -> None:
    """The head is free, unless an open ballot asks about it whose label somebody took off (P5)."""
    if not _is_free_already(session, pull) and (found := _open_unlabelled(session, pull.ref)):
        _revive(session, session.learn_ballot(found))
        return
    session.set_status(pull, _free(session, pull))


def _open_unlabelled(session: Session, pull: PullRef) -> Ballot | None:
    """An open ballot of the bot about `pull` that is not in the list of the pending ones."""
    if session.own_open is None:
        inbox, bot = session.policy.inbox, session.world.bot
        session.own_open = reads.own_open_issues(session.github, inbox, bot)
    return next(
        (
            one
            for one in session.own_open
            if session.asked_by(one) == pull
            and is_genuine(one, session.world.bot)
            and one.ref not in session.world.ballots
        ),
        None,
    )


def _is_due(session: Session, pull: Pull) -> bool:
    """True when a head is classified again although our status calls it free (protocol P43).

    Where every workflow acts as the bot, the status is only a hint: each head has its hour of the
    day, and a status of almost a day ago is too old.
    """
    if not session.world.bot.is_same(SHARED_BOT):
        return False
    now = session.world.now
    found = session.world.statuses.get((pull.ref.repo, pull.head))
    if found is None or found.at is None or now - found.at > _A_DAY_AT_MOST:
        return True
    return int(pull.head[:8], 16) % _HOURS_A_DAY == now.hour


def open_ballot(session: Session, pull: Pull, reasoning: str) -> None:
    """`pull` has one pending ballot: an open one found unlabelled, or a new one (protocol P6)."""
    if earlier := session.ended_in.get(pull.ref):
        reasoning = naming_earlier(reasoning, earlier)
    if found := _open_already(session, pull.ref):
        if not found.is_pending:
            _revive(session, found)
        return
    end_hidden_answers(session, pull.ref)
    wanted = ballot_for(
        pull,
        reasoning,
        inbox=session.policy.inbox,
        nonce=session.nonce(),
        now=session.world.now,
        allowlist=session.policy.allowlist,
    )
    opened = _opened(session, wanted)
    session.report.counted[Counted.OPENED] += 1
    if opened.ref.number == UNBORN:
        session.would_open.append(pull)
    else:
        session.learn_ballot(opened)
        session.stages[opened.ref] = Stage.WAITING
        session.report.did(f"opened a ballot about `{pull.ref}`", opened.ref)
    if is_held_from_before(session, pull.ref):
        settle_case(session, session.case(opened, looking.whole_pull(session, pull.ref)))
    else:
        session.set_status(pull, statuses.waiting(pull, opened.url, session.world.bot))
    answer_words_about(session, pull.ref, opened)


def _revive(session: Session, found: Ballot) -> None:
    """The open ballot is a pending one again, and says what a pending one says (P6, P41)."""
    session.perform([reopening(found)])
    settle_one(session, found.ref)
    if session.stages.get(found.ref) is not Stage.RESOLVED:
        session.learn_ballot(open_again(session.world.ballots[found.ref]))


def _open_already(session: Session, pull: PullRef) -> Ballot | None:
    """An open ballot about `pull` in a list made just now; never by the search API (P6)."""
    fresh = reads.own_open_issues(session.github, session.policy.inbox, session.world.bot)
    for ballot in fresh:
        if session.asked_by(ballot) == pull and is_genuine(ballot, session.world.bot):
            session.learn_ballot(ballot)
            return ballot
    return None


def _opened(session: Session, wanted: OpenIssue) -> Ballot:
    """The new ballot, as yet without a word; after a lost answer the fresh list decides (P6)."""
    try:
        performed = session.write(wanted)
    except Unavailable:
        if found := _open_already(session, wanted.about):
            return found
        raise
    born = performed and performed.issue
    return Ballot(
        ref=born or IssueRef(wanted.repo, UNBORN),
        url=performed.url if performed else "",
        author=session.world.bot,
        title=wanted.title,
        body=wanted.body,
        created_at=session.world.now,
        is_open=True,
        labels=wanted.labels,
        whole=True,
    )
