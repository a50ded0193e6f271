"""Opening a ballot: why it is opened, and the issue that asks (protocol P5, P6, P8)."""

from __future__ import annotations

from datetime import datetime

from inbox.actions import OpenIssue
from inbox.ballot.body import (
    BallotText,
    Unparsed,
    is_as_rendered,
    parse_body,
    render_body,
    render_title,
)
from inbox.labels import PENDING, REQUIRED
from inbox.markdown import Foreign, Piece, Plain, sentence
from inbox.policy import Allowlist
from inbox.quadrant.classify import Classification
from inbox.refs import Account, IssueRef, PullRef, RefError, RepoRef
from inbox.world import Ballot, EventKind, Pull

MOST_ASSIGNEES = 10


def because_of_rule(classification: Classification) -> str:
    """The reasoning of a classified pull request: `rule <name>: …`."""
    return sentence(classification.reasoning.words)


def because_of_label(adder: Account | None) -> str:
    """The reasoning of a labelled pull request: who asked for the owner's decision."""
    who: Piece = Foreign(str(adder)) if adder else Plain("somebody GitHub does not name")
    return sentence((Plain(f"label {REQUIRED}, added by "), who))


def because_workflow_said(words: str) -> str:
    """The reasoning of a ballot that a workflow asked for by `command: open`."""
    said: Piece = Foreign(words) if words.strip() else Plain("no reason given")
    return sentence((Plain("said by the workflow that asked: "), said))


_ENDED = "; the answer given in "


def asked_before(ballot: Ballot | None) -> str | None:
    """The reasoning that an earlier ballot gave, less what it said of still earlier ones."""
    if ballot is None:
        return "asked about before, in a ballot that was deleted or transferred"
    oldest = ballot.revisions[0].text if ballot.revisions else None
    text = parse_body(oldest or "")
    return None if isinstance(text, Unparsed) else text.reasoning.partition(_ENDED)[0]


def naming_earlier(reasoning: str, earlier: IssueRef) -> str:
    """The reasoning of a ballot that follows one whose answer ended (protocol P7)."""
    return f"{reasoning}{_ENDED}{sentence((Foreign(str(earlier)),))} has ended"


def ballot_for(
    pull: Pull,
    reasoning: str,
    *,
    inbox: RepoRef,
    nonce: str,
    now: datetime,
    allowlist: Allowlist,
) -> OpenIssue:
    """The issue that asks about `pull` at its present head; at most 10 people are assigned."""
    text = BallotText(pull.ref, pull.head, nonce, reasoning, now)
    return OpenIssue(
        inbox,
        render_title(pull.ref),
        render_body(text),
        frozenset({PENDING}),
        allowlist.logins[:MOST_ASSIGNEES],
        pull.ref,
    )


def asks_about(ballot: Ballot, bot: Account) -> PullRef | None:
    """The pull request that a ballot of the bot asks about, by its oldest text that is known.

    A text whose history is unread is taken as it stands: this finds, it does not prove.
    """
    if not bot.is_same(ballot.author):
        return None
    oldest = ballot.revisions[0].text if ballot.revisions else None
    text = parse_body(oldest if oldest is not None else ballot.body)
    return None if isinstance(text, Unparsed) else text.pull


def was_titled_about(ballot: Ballot) -> PullRef | None:
    """The pull request that the first title of an issue names, the one text that nobody can take
    out of its history."""
    renames = [event for event in ballot.events if event.kind is EventKind.RENAMED]
    first = renames[0].before if renames else ballot.title
    try:
        pull = PullRef.parse(first.rpartition(" ")[2])
    except RefError:
        return None
    return pull if render_title(pull) == first else None


def is_genuine(ballot: Ballot, bot: Account) -> bool:
    """True when the bot's issue reads, to the letter, as it writes its ballots now."""
    text = parse_body(ballot.body)
    if isinstance(text, Unparsed) or not bot.is_same(ballot.author):
        return False
    return is_as_rendered(ballot.body, text)
