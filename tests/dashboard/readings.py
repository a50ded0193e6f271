"""Readings made by hand, for the page alone: rich and hostile ones, and a desk to show them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any

from inbox.ballot.case import Stage
from inbox.ballot.choice import Choice
from inbox.dashboard.orders import BallotAnswer, Order, Sent
from inbox.dashboard.view import (
    BallotView,
    Card,
    Ended,
    Files,
    Given,
    Option,
    QuestionsView,
    QuestionView,
    Reading,
    Trouble,
)
from inbox.decisions.block import QuestionKind
from inbox.decisions.standing import State
from inbox.decisions.verdict import Code
from inbox.errors import InboxError
from inbox.refs import HeadSha, IssueRef, PullRef, RepoRef

NOW = datetime(2026, 12, 1, 12, 1, tzinfo=UTC)
HEAD = HeadSha.parse("ab12cd3" + "0" * 33)
OTHER_HEAD = HeadSha.parse("def5678" + "1" * 33)
INBOX = RepoRef.parse("acme/inbox")
WEB = "https://github.example"
HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)>\u202e`</textarea>`'

_LABELS = {
    Choice.A: (
        "Approve",
        "Merges #12 at `ab12cd3` by squash into `main`; checks: 3 green.",
    ),
    Choice.B: ("Approve the alternative", "Asks the author for the alternative; merges nothing."),
    Choice.C: ("Defer", "Leaves it open and asks again when the head moves."),
    Choice.REJECT: ("Reject", "Closes #12 without merging it."),
}


def options(**blocked: str) -> tuple[Option, ...]:
    """The four answers; `A="why"` blocks one."""
    return tuple(
        Option(choice, *words, blocked=blocked.get(choice.name, ""))
        for choice, words in _LABELS.items()
    )


def all_blocked(why: str) -> tuple[Option, ...]:
    """The four answers, none of which can be given."""
    return options(**dict.fromkeys(("A", "B", "C", "REJECT"), why))


def ballot(number: int = 5, **changes: Any) -> BallotView:
    """A ballot that waits."""
    ref = IssueRef(INBOX, number)
    built = BallotView(
        ref=ref,
        url=f"{WEB}/{INBOX}/issues/{number}",
        head=HEAD,
        base="main",
        stage=Stage.WAITING,
        reasoning="Rule `ci` calls `.github/workflows/release.yml` critical and irreversible.",
        opened_at=NOW - timedelta(days=2, hours=4),
        asked_since=NOW - timedelta(days=2, hours=4),
        age="2 d 4 h",
        effective_age="1 d 2 h",
        coming="a reminder in 22 h",
        options=options(),
        files=Files(
            3,
            (
                (".github/workflows/release.yml", "modified"),
                ("deploy/charts/production/values.yaml", "modified"),
                ("db/migrations/0042_drop_sessions.sql", "added"),
            ),
        ),
        checks="3 green, 1 runs: `build (3.11)`",
    )
    return replace(built, **changes)


def question(id: str = "storage", **changes: Any) -> QuestionView:
    """A question that waits, with one answer to choose."""
    built = QuestionView(
        id=id,
        text="Where should the cache live?",
        kind=QuestionKind.SINGLE,
        required=True,
        state=State.OPEN,
        badge="open",
        says="Waits for an answer.",
        options=(("In memory", False), ("On disk, below `/var/cache`", False)),
        asked=f"asked-{id}",
    )
    return replace(built, **changes)


def given(**changes: Any) -> Given:
    """An answer that stands."""
    at = NOW - timedelta(minutes=2)
    built = Given("A (approve)", "mona", at, "comment", "comment:9", is_mine=True)
    return replace(built, **changes)


def card(number: int = 12, **changes: Any) -> Card:
    """A pull request with a ballot."""
    subject = PullRef(RepoRef.parse("acme/app"), number)
    built = Card(
        subject=subject,
        url=f"{WEB}/{subject.repo}/pull/{number}",
        title="Release from tags and drop the old session table",
        author="dependable",
        description="Drops the table.\n\n- [x] tested\n- [ ] documented\n",
        ballot=ballot(),
    )
    return replace(built, **changes)


def questions(**changes: Any) -> QuestionsView:
    """Questions of each kind, one of them answered."""
    built = QuestionsView(
        code=Code.PENDING,
        says="DECISIONS_PENDING: storage, extras",
        questions=(
            question(),
            question(
                "extras",
                text="What else should be cached?",
                kind=QuestionKind.MULTI,
                required=False,
                options=(("Small thumbnails", True), ("Large thumbnails", False), ("Feeds", False)),
                state=State.ANSWERED,
                badge="answered",
                says="Is answered.",
                given=given(says="Small thumbnails", how="in the description", key="tick:1"),
            ),
            question(
                "name",
                text="What should it be called?",
                kind=QuestionKind.TEXT,
                options=(),
                answer="Cachet",
                note="or anything shorter",
                state=State.CHANGED,
                badge="needs confirming",
                says="Reads differently since it was answered.",
            ),
        ),
    )
    return replace(built, **changes)


def reading(*cards: Card, **changes: Any) -> Reading:
    """A reading of these cards by somebody who may answer."""
    built = Reading(NOW, INBOX, f"{WEB}/{INBOX}", me="mona", cards=cards)
    return replace(built, **changes)


def rich() -> Reading:
    """One of everything that the page can show."""
    ticket = IssueRef(RepoRef.parse("acme/site"), 7)
    refusal = (
        "`Should we use Redis or not?` asks the owner to choose, and there is nothing to tick."
    )
    return reading(
        card(),
        card(
            13,
            title="Cache thumbnails",
            author="hubot",
            ballot=ballot(6, options=options(A="`storage` still waits for an answer.")),
            questions=questions(),
            description="### Why\n\nThumbnails are slow, see [the numbers](https://example.org).",
        ),
        card(
            14,
            title="Rotate the signing key",
            ballot=ballot(
                7,
                given=given(),
                becomes="Sent, waiting for the next tick.",
                will=("Merges `acme/app#14` at `ab12cd3` by squash.", "Closes the ballot."),
                unheard=("`/aprove` by @mona: no command; did you mean `/approve`?",),
            ),
        ),
        card(
            15,
            title="Move the deployment to another region",
            ballot=ballot(
                8,
                stage=Stage.STALE,
                moved_to=OTHER_HEAD,
                options=all_blocked("The head moved to `def5678`: the next tick asks again."),
                files=None,
                checks="could not be read",
            ),
        ),
        card(
            16,
            title="Rename everything",
            ballot=ballot(9, stage=Stage.TAMPERED, options=(), effective_age="", coming=""),
            questions=questions(code=Code.UNATTRIBUTED, says="DECISIONS_UNATTRIBUTED: name"),
        ),
        Card(
            ticket,
            f"{WEB}/{ticket.repo}/issues/7",
            "Choose a cache",
            "",
            "Should we use Redis or not?",
            questions=QuestionsView(Code.UNSTRUCTURED, "Too vague: needs options", (), (refusal,)),
        ),
        Card(
            replace(ticket, number=8),
            f"{WEB}/{ticket.repo}/issues/8",
            "Choose a colour",
            "hubot",
            questions=QuestionsView(
                Code.UNPARSED, "", refused=(refusal,), sent_back=True, is_locked=True
            ),
        ),
        ended=(
            Ended(
                IssueRef(INBOX, 4),
                f"{WEB}/{INBOX}/issues/4",
                PullRef(RepoRef.parse("acme/app"), 11),
                f"{WEB}/acme/app/pull/11",
                "Publish to the registry",
                ("Approved (A) by @mona.", "Merged as `9f8e7d6`."),
            ),
        ),
        troubles=(
            Trouble("`acme/old`", "could not be read: not found.", "Take it off `projects.yml`."),
        ),
        owner="You are available until 18:00 UTC.",
    )


def hostile() -> Reading:
    """A reading in which every foreign text tries to be more than text."""
    bad = question(
        text=HOSTILE,
        options=((HOSTILE, False), ("plain", True)),
        note=HOSTILE,
        given=given(login=HOSTILE, says=HOSTILE),
    )
    words = replace(bad, id="words", kind=QuestionKind.TEXT, options=(), answer=HOSTILE)
    return reading(
        card(
            title=HOSTILE,
            author=HOSTILE,
            description=HOSTILE,
            url="javascript:alert(3)",
            ballot=ballot(
                base=HOSTILE,
                reasoning=HOSTILE,
                files=Files(1, ((HOSTILE, HOSTILE),)),
                checks=HOSTILE,
                given=given(login=HOSTILE, says=HOSTILE, how=HOSTILE, key=HOSTILE),
                will=(HOSTILE,),
                unheard=(HOSTILE,),
                options=tuple(replace(one, label=HOSTILE, blocked=HOSTILE) for one in options()),
            ),
            questions=questions(questions=(bad, words), refused=(HOSTILE,), says=HOSTILE),
        ),
        me=HOSTILE,
        owner=HOSTILE,
        ended=(replace(rich().ended[0], title=HOSTILE, says=(HOSTILE,)),),
        troubles=(Trouble(HOSTILE, HOSTILE, HOSTILE),),
    )


@dataclass
class FakeDesk:
    """A desk that shows what it is given and keeps what is sent.

    `gate` holds every reading back until it is set, `sending` every order; `begun` is set by the
    first order.
    """

    shows: Reading | InboxError | Exception
    refuses: InboxError | Exception | None = None
    orders: list[Order] = field(default_factory=list)
    reads: int = 0
    gate: Event = field(default_factory=Event)
    sending: Event = field(default_factory=Event)
    begun: Event = field(default_factory=Event)
    at: datetime = NOW

    def __post_init__(self) -> None:
        self.gate.set()
        self.sending.set()

    def read(self) -> Reading:
        """What it shows, as it is when it is let through."""
        self.reads += 1
        assert self.gate.wait(10)
        if isinstance(self.shows, Reading):
            return self.shows
        raise self.shows

    def send(self, order: Order) -> Sent:
        """Keeps the order, or refuses it."""
        self.orders.append(order)
        self.begun.set()
        assert self.sending.wait(10)
        if self.refuses is not None:
            raise self.refuses
        subject = order.ballot if isinstance(order, BallotAnswer) else order.subject
        return Sent("`/approve A`", f"{WEB}/{subject.repo}#1", self.at)
