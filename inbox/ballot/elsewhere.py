"""Words on an earlier ballot after its closing: a no holds the pending one (P34), a yes is no
answer, and whoever gave it is told where to answer (P21).

An e-mail reply may go to the wrong thread: a no there is a no that could be lost.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from inbox.authorship import is_only_by
from inbox.ballot.choice import Choice
from inbox.ballot.closings import ended_at, resolved_at
from inbox.ballot.hearing import hear
from inbox.ballot.integrity import Integrity, NotHonoured, examine
from inbox.ballot.judgement import judge
from inbox.ballot.notices import read_notices
from inbox.ballot.round import foreign_deletions
from inbox.ballot.signals import Doubt, Medium, Signal, Source, Uncounted, Unheard, describe
from inbox.electorate import Electorate
from inbox.markdown import find_markers
from inbox.refs import Account
from inbox.sayings import KIND
from inbox.world import Ballot, Comment

_STOPS = frozenset({Choice.REJECT, Choice.C, Choice.HOLD})
_YES = frozenset({Choice.A, Choice.B})


def late_refusals(ballot: Ballot, electorate: Electorate) -> tuple[Signal, ...]:
    """What an ended ballot heard since its end, as holds for the pending one.

    No later round there takes a word back, nor does a text that was tampered with; a comment that
    somebody else deleted may have been a no. The caller has read the histories that matter.
    """
    ended = ended_at(ballot, electorate.bot)
    if not ended or isinstance(examine(ballot, electorate.bot), NotHonoured):
        return ()
    notices = read_notices(ballot.comments, electorate.bot)
    heard = [said for said in hear(ballot, notices, electorate) if isinstance(said, Signal)]
    # What was answered clearly before the bot resolved it once more is settled.
    last = max(resolved_at(ballot, electorate.bot), default=ended)
    settled = max((s.at for s in heard if s.choice in _YES and s.at <= last), default=ended)
    words = [(s.by, s.at) for s in heard if s.choice in _STOPS and s.at > settled]
    lost = [
        (event.of, event.at)
        for event in foreign_deletions(ballot, electorate)
        if not electorate.bot.is_same(event.of)
    ]
    source = Source(Medium.EARLIER_BALLOT, ballot.ref.number, ballot.url)
    return tuple(
        Signal(Choice.HOLD, by, at, source, doubt=Doubt.ELSEWHERE)
        for by, at in (*words, *lost)
        if at and at > ended
    )


def late_answers(ballot: Ballot, electorate: Electorate) -> tuple[Uncounted, ...]:
    """What an ended ballot heard since its end and that counts nowhere, a yes above all.

    A yes that a later no there has overtaken need not be answered any more. The caller has read the
    histories that matter.
    """
    examined, ended = examine(ballot, electorate.bot), ended_at(ballot, electorate.bot)
    if not isinstance(examined, Integrity) or ballot.created_at is None or not ended:
        return ()
    judgement = judge(ballot, ballot.created_at, examined, electorate)
    stops = [signal.at for signal in judgement.counted if signal.choice in _STOPS]
    answers = [
        Uncounted(
            describe(signal.choice), signal.by, signal.at, signal.source, Unheard.CLOSED, True
        )
        for signal in judgement.counted
        if signal.choice not in _STOPS
    ]
    return tuple(
        replace(said, answerable=said.answerable and all(said.at > stop for stop in stops))
        for said in (*answers, *judgement.uncounted)
        if said.at and said.at > ended
    )


def remembered(comments: tuple[Comment, ...], bot: Account) -> tuple[Signal, ...]:
    """The holds that the bot asked about on the pending ballot, long after their own was closed.

    Its question is the evidence: a hold does not lapse because nobody looks back so far any more.
    A question about what was said only after it is a forgery, which nothing could ever answer.
    """
    prefix = f"{Medium.EARLIER_BALLOT.word}:"
    return tuple(
        Signal(
            Choice.HOLD, None, at, Source(Medium.EARLIER_BALLOT, int(number)), doubt=Doubt.ELSEWHERE
        )
        for comment in comments
        if is_only_by(bot, comment)
        for marker in find_markers(comment.body, KIND)
        if (about := marker.fields.get("about", "")).startswith(prefix)
        for number, _, stamp in [about.removeprefix(prefix).partition(":")]
        if number.isascii() and number.isdecimal() and (at := _instant(stamp))
        if comment.last_changed is None or at <= comment.last_changed
    )


def _instant(stamp: str) -> datetime | None:
    try:
        return datetime.strptime(stamp, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
