"""Answering a ballot: it must still ask what the page showed, or nothing is said (P20-P28)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from inbox.ballot.case import Case
from inbox.ballot.choice import Choice
from inbox.ballot.integrity import Integrity, NotHonoured, examine
from inbox.ballot.judgement import Judgement, judge
from inbox.ballot.round import Binding, Move, find_move, second
from inbox.ballot.signals import Signal
from inbox.dashboard.composing import COMMANDS, compose
from inbox.dashboard.not_sent import LOOK_AGAIN, NotSent, PerhapsSent
from inbox.dashboard.orders import BallotAnswer, Sent
from inbox.dashboard.outbox import Outbox, Posted
from inbox.decisions.verdict import Code
from inbox.errors import InboxError
from inbox.labels import LOOKS, RESOLUTIONS
from inbox.markdown import neutral
from inbox.tick.looking import whole_ballot, whole_case
from inbox.tick.questions import gate_of
from inbox.tick.session import Session
from inbox.world import Ballot, Pull

_YES = (Choice.A, Choice.B)
_ASKED_AGAIN = "The ballot asked again while this was sent: it is about `{head}` into {base} now."


@dataclass(frozen=True, slots=True)
class _Asking:
    """A pending ballot, what it says so far, and the pull request that it asks about."""

    ballot: Ballot
    judgement: Judgement
    pull: Pull

    @property
    def binding(self) -> Binding:
        return self.judgement.round.binding

    @property
    def move(self) -> Move | None:
        return find_move(self.judgement.round, self.pull)


def answer_ballot(session: Session, outbox: Outbox, order: BallotAnswer) -> Sent:
    """The answer stands under its ballot as a comment, or stood there before; it is sent once.

    Raises NotSent where the ballot does not ask what the page showed, or the answer could not
    count; what GitHub refuses; PerhapsSent where nobody knows.
    """
    body = compose(order.choice, order.reason)
    if order.ballot.repo != session.policy.inbox:
        raise NotSent(
            f"{order.ballot} is no ballot: ballots are in {session.policy.inbox}.", LOOK_AGAIN
        )
    # What was listed shows the text alone, which somebody may have edited (P28).
    whole_ballot(session, order.ballot)
    asking = _asking(session, whole_case(session, order.ballot))
    _check_same(asking, order)
    verdict = asking.judgement.verdict
    if verdict and verdict.choice is order.choice and outbox.me.is_same(verdict.by):
        return _given_before(asking, verdict, order)
    if order.choice in _YES:
        _check_may_approve(session, asking)
    ballot = asking.ballot
    posted = outbox.post(ballot.ref, body, ballot.url, ballot.comments)
    says = [
        f"`{COMMANDS[order.choice]}` is posted on {ballot.ref}, about `{order.head.short}` into"
        f" {neutral(order.base)}.",
        posted.doubt(session.terms.electorate) or "The next tick hears it.",
    ]
    says += _checked_again(session, outbox, order, posted)
    return Sent(" ".join(says), posted.url, posted.at or outbox.now)


def _asking(session: Session, case: Case) -> _Asking:
    """The ballot as it asks now; raises NotSent where it does not ask at all."""
    ballot, pull, bot = case.ballot, case.pull, session.terms.electorate.bot
    examined = examine(ballot, bot)
    if isinstance(examined, NotHonoured):
        raise NotSent(f"{ballot.ref} is no ballot: {examined.why}.", LOOK_AGAIN)
    if not ballot.is_pending:
        raise NotSent(f"{ballot.ref} does not wait any more: {_how_it_ended(ballot)}.", LOOK_AGAIN)
    if not isinstance(examined, Integrity) or ballot.created_at is None:
        raise NotSent(
            f"Nobody can say any more what {ballot.ref} asked, so no answer to it counts.",
            "Close the ballot: the next tick asks anew.",
        )
    if pull is None:
        raise NotSent(
            f"{ballot.ref} asks about a pull request of no supervised repository.",
            "If the repository was renamed, write its new name in the configuration.",
        )
    if not pull.is_open:
        how = "merged" if pull.is_merged else "closed"
        raise NotSent(f"{pull.ref} was {how}, so nothing is left to decide.", LOOK_AGAIN)
    if not ballot.is_open:
        raise NotSent(
            f"{ballot.ref} was closed, and the next tick says what comes of it.",
            "To answer it, open it again on GitHub first.",
        )
    electorate = session.terms.electorate
    judgement = judge(ballot, ballot.created_at, examined, electorate, elsewhere=case.elsewhere)
    return _Asking(ballot, judgement, pull)


def _how_it_ended(ballot: Ballot) -> str:
    ends = sorted(RESOLUTIONS & ballot.labels)
    if not ends:
        return "its label was taken off"
    said = LOOKS[ends[0]].description
    return said[0].lower() + said[1:]


def _check_same(asking: _Asking, order: BallotAnswer) -> None:
    """Raises NotSent unless head, base and round are the ones that the page showed."""
    pull, bound = asking.pull, asking.binding
    if pull.head != order.head:
        again = "The next tick asks again about it" if asking.move else "It was asked again"
        raise NotSent(
            f"{pull.ref} moved from `{order.head.short}` to `{pull.head.short}`.",
            f"{again}; look at it first.",
        )
    if pull.base != order.base:
        raise NotSent(
            f"{pull.ref} is to be merged into {neutral(pull.base)} now, not into"
            f" {neutral(order.base)}.",
            "Look at what it changes there, then decide again.",
        )
    if asking.move or bound.head != order.head:
        raise NotSent(
            f"{pull.ref} moved and came back, or its ballot asks about another head.",
            "The next tick asks again about it; look at it first.",
        )
    if second(asking.judgement.round.started) != second(order.asked_since):
        raise NotSent(
            f"{asking.ballot.ref} asked again in the meantime, for"
            f" {asking.judgement.round.began_with.value}.",
            LOOK_AGAIN,
        )


def _check_may_approve(session: Session, asking: _Asking) -> None:
    """Raises NotSent where an approval could not count, or would only wait (P28, P29, D10)."""
    if tampering := asking.judgement.tampering:
        raise NotSent(
            f"{asking.ballot.ref} approves nothing: {tampering.what}.",
            "Restore its text, or close it, and a fresh ballot follows; a refusal still counts.",
        )
    gate = gate_of(session, asking.pull)
    names = ", ".join(f"`{one}`" for one in gate.ids)
    match gate.code:
        case None:
            return
        case Code.PENDING:
            what = f"{asking.pull.ref} has questions that are still open: {names}."
            advice = "Answer the decisions first."
        case Code.UNATTRIBUTED:
            what = f"{asking.pull.ref} has answers that nobody on the allowlist gave: {names}."
            advice = "Answer these questions, or confirm the answers, first."
        case Code.UNCHECKED:
            what = f"Whether {asking.pull.ref} has open questions is not sure yet: {gate.says}."
            advice = "The next tick looks again; send it after that."
        case Code.UNSTRUCTURED | Code.NOT_ASKABLE | Code.UNPARSED:
            what = f"{asking.pull.ref} asks what nobody can tick: {gate.says}"
            advice = "Send it back for options first."
        case _:
            assert_never(gate.code)
    raise NotSent(what, advice)


def _given_before(asking: _Asking, verdict: Signal, order: BallotAnswer) -> Sent:
    reason = " The reason was not added to it." if order.reason.strip() else ""
    return Sent(
        f"You gave this answer on {asking.ballot.ref} already, and it stands; nothing was posted."
        f"{reason}",
        verdict.source.url or asking.ballot.url,
        verdict.at,
        is_new=False,
    )


def _checked_again(
    session: Session, outbox: Outbox, order: BallotAnswer, posted: Posted
) -> list[str]:
    """What has to be said of a push or a tick that came between the reading and the posting.

    A comment that a new round would take for an answer about another head is taken back; then
    NotSent is raised, or PerhapsSent where it could not be.
    """
    try:
        asking = _asking(session, whole_case(session, order.ballot))
    except NotSent:
        return []  # a tick ended it just now, and the page shows how
    except InboxError:
        return ["Whether the ballot still asks about the same could not be read again."]
    bound, started = asking.binding, asking.judgement.round.started
    if (bound.head, bound.base or order.base) == (order.head, order.base):
        if asking.move:
            return [f"{asking.pull.ref} moved just then, so the next tick asks again."]
        if posted.at and second(posted.at) <= second(started):
            return ["The ballot began to ask anew just then, so please send it once more."]
        return []
    now = _ASKED_AGAIN.format(head=bound.head.short, base=neutral(bound.base or order.base))
    if posted.at and second(posted.at) <= second(started):
        return [f"{now} This answer came before, and does not count for that."]
    if outbox.take_back(order.ballot, posted):
        raise NotSent(f"{now} The answer was taken back.", LOOK_AGAIN)
    raise PerhapsSent(
        f"{now} The answer stands there, and could not be taken back.",
        f"Delete the comment {posted.url} at once, unless you mean it for that, too.",
    )
