"""Answers in ballots that were closed and hidden before a tick saw them (protocol P34).

Whoever shares the bot's login could point a forged receipt to such a yes, long after its owner said
no in the fresh ballot that took its place. So it ends before the fresh one is opened.
"""

from __future__ import annotations

from inbox.ballot.endings import is_yes, write_end
from inbox.ballot.integrity import Integrity, examine
from inbox.ballot.judgement import judge
from inbox.ballot.notices import Ending
from inbox.github import reads
from inbox.refs import IssueRef, PullRef
from inbox.tick import looking
from inbox.tick.gather import LOOKS_BACK
from inbox.tick.session import Session


def end_hidden_answers(session: Session, pull: PullRef) -> None:
    """No ballot about `pull` that was closed lately says yes any more; raises a reading's fault.

    The one whose end this tick has written down already is not read again.
    """
    inbox, bot = session.policy.inbox, session.world.bot
    since = session.world.now - LOOKS_BACK
    for ballot in reads.own_closed_issues(session.github, inbox, bot, since):
        if session.asked_by(ballot) == pull and ballot.ref != session.ended_in.get(pull):
            _end(session, ballot.ref)


def _end(session: Session, ref: IssueRef) -> None:
    case = looking.whole_case(session, ref)
    examined = examine(case.ballot, session.world.bot)
    if not isinstance(examined, Integrity) or case.ballot.created_at is None or case.pull is None:
        return
    judgement = judge(case.ballot, case.ballot.created_at, examined, session.terms.electorate)
    if is_yes(judgement):
        session.perform(write_end(case, judgement, case.pull.base, Ending.HIDDEN))
