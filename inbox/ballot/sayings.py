"""The texts of what the bot says once in a ballot or under its pull request (protocol P14, P21)."""

from __future__ import annotations

from datetime import datetime

from inbox.ballot.integrity import Tampering
from inbox.ballot.receipts import REASON_LIMIT
from inbox.ballot.signals import Doubt, Signal, Uncounted, Unheard
from inbox.counted import Counted
from inbox.decisions.gate import Gate
from inbox.errors import InboxError
from inbox.markdown import neutral, safe_sentence
from inbox.sayings import Saying
from inbox.world import Ballot, Event, Pull

HOW_TO_ANSWER = (
    "What works: a 👍 or 👎 on the description of the ballot, a box ticked there, or a comment on "
    "the ballot with one command on a line of its own: `/approve A`, `/approve B`, `/approve C` "
    "or `/reject`."
)


def question(hold: Signal) -> Saying:
    """Asks once what a hold meant (protocol P14, P22a)."""
    who = neutral(str(hold.by)) if hold.by else "Somebody"
    doubt = hold.doubt or Doubt.UNCLEAR
    what = _QUESTIONS[doubt].format(who=who)
    return Saying(
        hold.key,
        f"{what} Until a clear answer follows, nothing is approved here. {HOW_TO_ANSWER}",
    )


_QUESTIONS = {
    Doubt.UNCLEAR: "{who} wrote something that looks like a command and is none.",
    Doubt.UNREADABLE: "A comment of {who} has an earlier text that GitHub no longer shows.",
    Doubt.UNATTRIBUTED: "{who} ticked option C, and the edit history does not show who it was.",
    Doubt.CLEARED: "{who} ticked a box, and somebody else cleared it again.",
    Doubt.UNSURE_WHO: "{who} may be the person whose account id the allowlist pins, and said no.",
    Doubt.ELSEWHERE: (
        "On an earlier ballot about this pull request {who} said no, or wait, or may have said so."
    ),
    Doubt.THROUGH_APP: "An app wrote in the name of {who} what may be a refusal.",
}


def explanation(uncounted: Uncounted) -> Saying:
    """Tells an allowlisted actor once why their answer does not count (protocol P21)."""
    who = neutral(str(uncounted.by)) if uncounted.by else "somebody"
    what = neutral(uncounted.what)
    return Saying(
        uncounted.key,
        f"Not counted: {what} by {who} ({uncounted.source.medium.value}): "
        f"{uncounted.why.value}. {_REMEDIES.get(uncounted.why, HOW_TO_ANSWER)}",
    )


_REMEDIES = {
    Unheard.TAMPERED: "A reject counts all the same. Once the text is restored, answer again.",
    Unheard.OTHERS_WORDS: "If these are not your words, take them out; if they are, say them anew.",
}


def redirection(uncounted: Uncounted, ballot_url: str) -> Saying:
    """Tells an allowlisted actor on the pull request where its ballot is (protocol P21)."""
    what, who = neutral(uncounted.what), neutral(str(uncounted.by))
    return Saying(
        uncounted.key,
        f"Not counted: {what} by {who}: {uncounted.why.value}. Please answer there: {ballot_url}",
    )


def deferral(signal: Signal, started: datetime) -> Saying:
    """Confirms a deferral, once per round (protocol P31)."""
    who = neutral(str(signal.by))
    reason = f" Reason: {neutral(signal.reason, REASON_LIMIT)}." if signal.reason else ""
    return Saying(
        f"deferred:{started:%Y%m%dT%H%M%SZ}",
        f"Deferred by {who}.{reason} Nothing is merged, and this ballot stays open. Any later "
        f"answer takes its place. {HOW_TO_ANSWER}",
        Counted.DEFERRED,
    )


def decisions_first(signal: Signal, gate: Gate) -> Saying:
    """Says once that an approval waits for the questions of its pull request (protocol P29)."""
    who = neutral(str(signal.by))
    return Saying(
        f"decisions-first:{signal.key}",
        f"Answer the decisions first. The pull request asks questions, and its gate says "
        f"{neutral(gate.says)}. The approval of {who} is kept, and applied once they are answered.",
    )


def tampered(tampering: Tampering) -> Saying:
    """Says once who changed the ballot, and what that means (protocol P28)."""
    who = neutral(str(tampering.by)) if tampering.by else "somebody GitHub does not name"
    when = f"{tampering.at:%Y-%m-%dT%H:%M:%SZ}" if tampering.at else "an unknown time"
    meaning = _ORIGINAL_LOST if tampering.original_is_lost else _TEXT_CHANGED
    return Saying(
        f"tampered:{tampering.at:%Y%m%dT%H%M%SZ}" if tampering.at else "tampered",
        f"This ballot is not what was asked: {tampering.what} (by {who}, at {when}). {meaning}",
        Counted.INTEGRITY_FAILED,
    )


_TEXT_CHANGED = (
    "Nothing can be approved here, a reject still counts. Put back text and title as they were "
    "(the edit history has them) and answer again, or close this issue."
)
_ORIGINAL_LOST = (
    "Nobody can say any more which pull request it is about, so no answer counts here, not even a "
    "reject. Close this issue: where an answer is needed, a fresh ballot asks for it."
)


def deletion(event: Event) -> Saying:
    """Says once that somebody deleted another's comment, and that answers start anew (P17)."""
    who = neutral(str(event.by)) if event.by else "Somebody GitHub does not name"
    victim = neutral(str(event.of)) if event.of else "somebody"
    return Saying(
        f"deleted:{event.id}",
        f"{who} deleted a comment of {victim} here. It may have been an answer, so only answers "
        f"given after that count. {HOW_TO_ANSWER}",
    )


def ended(pull: Pull) -> Saying:
    """Says once that nothing is left to decide (protocol P39)."""
    how = "merged" if pull.is_merged else "closed"
    return Saying(
        f"ended:{how}", f"The pull request was {how} elsewhere: nothing is left to decide here."
    )


def duplicate(keeper: Ballot) -> Saying:
    """Says once which ballot asks the same question (protocol P6)."""
    return Saying(
        f"duplicate:{keeper.ref.number}",
        f"Another ballot asks about the same pull request, and this one is closed in its favour: "
        f"{keeper.url}",
    )


def fault(failure: InboxError, code: str) -> Saying:
    """Says once, when first met, why this ballot cannot be processed (protocol P40)."""
    advice = f" {safe_sentence(failure.advice)}" if failure.advice else ""
    return Saying(
        f"fault:{code}",
        f"This ballot cannot be processed: {safe_sentence(failure.what)}{advice} It stays as it "
        "is, and is tried again at every tick.",
    )


def closed_again(pull: Pull, ballot: Ballot) -> Saying:
    """Says once per head why a reopened pull request is closed again (protocol P32)."""
    return Saying(
        f"closed-again:{pull.head}",
        f"The owner rejected {pull.head}, so this pull request is closed again. A push asks them "
        f"anew; so does their own reopening. Their answer: {ballot.url}",
    )


def closed_with_ballot(pull: Pull, ballot: Ballot) -> Saying:
    """Says once on the pull request that closing its ballot closed it (protocol P38)."""
    return Saying(
        f"closed-with-ballot:{ballot.ref.number}:{pull.head}",
        f"The owner closed the ballot about this pull request without another answer, so it is "
        f"closed too. If that was a mistake, the owner reopens both: {ballot.url}",
    )


def reopened(closing: Event | None, *, by_owner: bool) -> Saying:
    """Says once which closing is undone, and why (protocol P38)."""
    by = closing.by if closing else None
    who = neutral(str(by)) if by else "somebody GitHub does not name"
    why = (
        "Closing a ballot is no answer here"
        if by_owner
        else "This ballot was closed by what is no owner's own hand"
    )
    return Saying(
        f"reopened:{closing.id if closing else 'unknown'}",
        f"{why} (closed by {who}), so it is open again. {HOW_TO_ANSWER}",
    )


def no_checks(pull: Pull) -> Saying:
    """Says once per head why an approved head without checks is not merged (protocol P36)."""
    return Saying(
        f"no-checks:{pull.head}",
        f"Approved, and not merged: nothing checks {pull.head}. Where that is as it should be, the "
        "owner writes `merge.require_checks: false` in the projects configuration.",
    )


def not_mergeable(pull: Pull, why: str) -> Saying:
    """Says once per head why GitHub does not merge it; the approval is kept (protocol P36)."""
    return Saying(
        f"not-mergeable:{pull.head}",
        f"Approved, and not merged: {safe_sentence(why)}. The approval of {pull.head} is kept, and "
        "merging is tried again as soon as GitHub may allow it.",
    )
