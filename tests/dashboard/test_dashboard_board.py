"""The board reads in the background, sends one thing at a time, and claims what GitHub shows."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Lock, Semaphore

import pytest

from inbox.ballot.case import Stage
from inbox.ballot.choice import Choice
from inbox.dashboard.board import Board
from inbox.dashboard.not_sent import PerhapsSent
from inbox.dashboard.notes import Note
from inbox.dashboard.orders import (
    BallotAnswer,
    Confirm,
    Drawn,
    Filled,
    Order,
    QuestionAnswers,
    SendBack,
)
from inbox.dashboard.view import Card, Reading
from inbox.errors import HeadMoved, RateLimited, Unavailable
from inbox.refs import IssueRef
from tests.dashboard.readings import (
    HEAD,
    INBOX,
    NOW,
    OTHER_HEAD,
    FakeDesk,
    ballot,
    card,
    given,
    questions,
    reading,
)

ASKED_SINCE = ballot().asked_since
ANSWER = BallotAnswer(IssueRef(INBOX, 5), Choice.A, HEAD, "main", ASKED_SINCE, "because")
SUBJECT = card().subject
FILLED = QuestionAnswers(
    SUBJECT,
    {
        "storage": Filled(Drawn("a"), Drawn("a", ("In memory",), note="mine")),
        "name": Filled(Drawn("b"), Drawn("b", text="Cachet")),
        "left": Filled(Drawn("c", text="old"), Drawn("c", text="old")),
    },
)


class Watched:
    """A lock that says how many have come to it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.came = Semaphore(0)

    def __enter__(self) -> None:
        self.came.release()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def board(desk: FakeDesk) -> Board:
    """A board that was read once."""
    built = Board(desk, lambda: NOW)
    built.refresh()
    assert built.wait()
    return built


def read_again(built: Board, desk: FakeDesk, shows: Reading) -> None:
    """GitHub shows something else by now, and the board has read it."""
    desk.shows = shows
    built.refresh()
    assert built.wait()


def test_a_reading_is_made_in_the_background() -> None:
    desk = FakeDesk(reading(card()))
    desk.gate.clear()
    built = Board(desk, lambda: NOW)
    first = built.snapshot()
    assert (first.reading, first.is_reading) == (None, False)
    built.refresh()
    assert built.snapshot().is_reading
    assert built.snapshot().version > first.version
    assert not built.wait(0.01)
    built.refresh()
    desk.gate.set()
    assert built.wait()
    now = built.snapshot()
    assert (now.reading, now.is_reading, desk.reads) == (desk.shows, False, 1)


@pytest.mark.parametrize(
    ("raised", "what"),
    [
        (Unavailable("GitHub is away.", "Wait."), "GitHub is away."),
        (RuntimeError("a secret"), "The program has a bug: RuntimeError at readings.py:"),
    ],
)
def test_a_failed_reading_keeps_the_last_one(raised: Exception, what: str) -> None:
    desk = FakeDesk(reading(card()))
    built = board(desk)
    desk.shows = raised
    built.refresh()
    assert built.wait()
    failed = built.snapshot()
    assert failed.reading == reading(card())
    assert failed.failure is not None
    assert failed.failure.what.startswith(what)
    assert "secret" not in str(failed.failure)
    read_again(built, desk, reading())
    assert (built.snapshot().failure, built.snapshot().reading) == (None, reading())


@pytest.mark.parametrize(
    ("seconds", "takes", "is_visit", "reads"),
    [
        (59, 0, True, 1),
        (60, 0, True, 2),
        (60, 0, False, 2),
        (60, 10, True, 2),
        (199, 10, False, 1),
        (200, 10, False, 2),
    ],
)
def test_an_old_reading_is_renewed(seconds: int, takes: int, is_visit: bool, reads: int) -> None:
    now = NOW

    class Slow(FakeDesk):
        def read(self) -> Reading:
            nonlocal now
            now += timedelta(seconds=takes)
            return super().read()

    desk = Slow(reading())
    built = Board(desk, lambda: now)
    built.refresh_if_old()
    assert built.wait()
    now += timedelta(seconds=seconds)
    built.refresh_if_old(is_visit=is_visit)
    assert built.wait()
    assert desk.reads == reads


def test_a_rate_limit_is_waited_for_even_by_visitors() -> None:
    now = NOW
    desk = FakeDesk(RateLimited("Too much.", wait=300.0))
    built = Board(desk, lambda: now)
    for passed, reads in ((0, 1), (299, 1), (1, 2)):
        now += timedelta(seconds=passed)
        built.refresh_if_old(is_visit=True)
        assert built.wait()
        assert desk.reads == reads


def test_what_was_sent_is_said_until_a_reading_shows_it() -> None:
    desk = FakeDesk(reading(card()))
    built = board(desk)
    note = built.send(ANSWER)
    assert built.wait()
    assert desk.orders == [ANSWER]
    assert (note.card, note.sent is None, note.failure) == (card().key, False, None)
    assert note.words == (("Reason", "because"),)
    assert built.snapshot().notes_of(card().key) == (note,)
    read_again(built, desk, reading(card(ballot=ballot(given=given(at=NOW)))))
    assert built.snapshot().notes == ()


SHOWN: dict[str, Callable[[], Card | None]] = {
    "the answer": lambda: card(ballot=ballot(given=given(at=NOW))),
    "that it was not counted": lambda: card(ballot=ballot(unheard=("`/aprove` is no command",))),
    "another head": lambda: card(ballot=ballot(head=OTHER_HEAD)),
    "another round": lambda: card(ballot=ballot(asked_since=NOW)),
    "another state": lambda: card(ballot=ballot(stage=Stage.DEFERRED)),
    "another ballot": lambda: card(ballot=ballot(6)),
    "no ballot": lambda: card(ballot=None, questions=questions()),
    "no card": lambda: None,
}
NOT_SHOWN: dict[str, Callable[[], Card]] = {
    "nothing": card,
    "an older answer": lambda: card(ballot=ballot(given=given(at=NOW - timedelta(minutes=1)))),
    "somebody else's answer": lambda: card(ballot=ballot(given=given(at=NOW, is_mine=False))),
    "another title": lambda: card(title="Another"),
    "another age": lambda: card(ballot=ballot(age="3 d")),
}


@pytest.mark.parametrize("what", SHOWN)
def test_an_answer_is_shown_by(what: str) -> None:
    desk = FakeDesk(reading(card()))
    built = board(desk)
    built.send(ANSWER)
    assert built.wait()
    found = SHOWN[what]()
    read_again(built, desk, reading(found) if found else reading())
    assert built.snapshot().notes == ()


@pytest.mark.parametrize("what", NOT_SHOWN)
def test_an_answer_is_not_shown_by(what: str) -> None:
    desk = FakeDesk(reading(card()))
    built = board(desk)
    note = built.send(ANSWER)
    assert built.wait()
    read_again(built, desk, reading(NOT_SHOWN[what]()))
    assert built.snapshot().notes == (note,)


@pytest.mark.parametrize(
    "order", [FILLED, SendBack(SUBJECT), Confirm(SUBJECT, {})], ids=lambda o: type(o).__name__
)
def test_what_was_sent_about_questions_is_shown_by_other_questions(order: Order) -> None:
    asked = card(questions=questions())
    desk = FakeDesk(reading(asked))
    built = board(desk)
    note = built.send(order)
    assert built.wait()
    assert built.snapshot().notes == (note,)
    read_again(built, desk, reading(replace(asked, title="Another")))
    assert built.snapshot().notes == (note,)
    read_again(built, desk, reading(replace(asked, questions=questions(sent_back=True))))
    assert built.snapshot().notes == ()


def test_answers_that_stood_there_already_are_shown_by_the_next_reading() -> None:
    first, *others = questions().questions
    there = replace(first, options=(("In memory", True), ("On disk", False)), note="mine  too")
    asked = card(questions=questions(questions=(there, *others)))
    built = board(FakeDesk(reading(asked)))
    wanted = replace(there.drawn, note="mine too ")
    built.send(QuestionAnswers(SUBJECT, {"storage": Filled(Drawn("storage"), wanted)}))
    assert built.wait()
    assert built.snapshot().notes == ()


def test_of_what_was_perhaps_sent_nobody_claims_that_it_was_not() -> None:
    older, newer = given(key="comment:1"), given(key="comment:2")
    desk = FakeDesk(reading(card(ballot=ballot(given=older))), refuses=PerhapsSent("No answer."))
    built = board(desk)
    note = built.send(ANSWER)
    assert built.wait()
    assert note.is_unknown
    assert built.snapshot().notes == (note,)
    read_again(built, desk, reading())
    assert built.snapshot().notes == (note,)
    read_again(built, desk, reading(card(ballot=ballot(given=newer))))
    assert built.snapshot().notes == ()


def test_a_reading_that_began_before_the_order_shows_nothing_of_it() -> None:
    desk = FakeDesk(reading(card()))
    built = board(desk)
    desk.gate.clear()
    built.refresh()
    desk.shows = reading()  # what the reading under way will find: the card is gone
    note = built.send(ANSWER)
    assert built.snapshot().notes == (note,)
    assert desk.reads == 2
    desk.gate.set()
    assert built.wait()
    assert desk.reads == 3, "another one follows, which began after the order"
    assert built.snapshot().notes == ()


def test_the_words_of_what_was_not_sent_stay() -> None:
    desk = FakeDesk(reading(card()), refuses=HeadMoved("The head moved.", "Look again."))
    built = board(desk)
    note = built.send(FILLED)
    assert built.wait()
    assert (note.sent, str(note.failure)) == (None, "The head moved. Look again.")
    assert not note.is_unknown
    assert note.words == (
        ("storage: choice", "In memory"),
        ("storage: note", "mine"),
        ("name: answer", "Cachet"),
    )
    read_again(built, desk, reading())
    assert built.snapshot().notes == built.snapshot().homeless == (note,)
    built.dismiss(note.id + 1)
    assert built.snapshot().notes == (note,)
    built.dismiss(note.id)
    assert built.snapshot().notes == ()


def test_a_crash_while_sending_is_said_without_its_text() -> None:
    desk = FakeDesk(reading(card()), refuses=RuntimeError("a secret"))
    note = board(desk).send(ANSWER)
    assert note.failure is not None
    assert note.failure.what.startswith("The program has a bug: RuntimeError")
    assert "secret" not in str(note.failure)
    assert note.is_unknown


def test_a_later_order_takes_the_place_of_a_failure_alone() -> None:
    desk = FakeDesk(reading(card(questions=questions())))
    built = board(desk)
    sent = built.send(ANSWER)
    desk.refuses = Unavailable("GitHub is away.")
    built.send(replace(ANSWER, choice=Choice.B))
    other = built.send(FILLED)
    last = built.send(replace(ANSWER, choice=Choice.C))
    assert built.wait()
    assert built.snapshot().notes == (sent, other, last)


def at_once(built: Board, desk: FakeDesk, *orders: Order) -> list[Note]:
    """What becomes of orders that all come before the first of them is sent."""
    built._sending = watched = Watched()  # type: ignore[assignment]  # a lock that is watched
    desk.sending.clear()
    with ThreadPoolExecutor(len(orders)) as pool:
        sends = [pool.submit(built.send, order) for order in orders]
        for _ in orders:
            assert watched.came.acquire(timeout=10)
        assert desk.begun.wait(10)
        assert len(desk.orders) == 1, "the others wait for their turn"
        desk.sending.set()
        notes = [one.result() for one in sends]
    assert built.wait()
    return notes


def test_the_same_order_twice_at_once_is_sent_once() -> None:
    desk = FakeDesk(reading(card()))
    built = board(desk)
    assert len({note.id for note in at_once(built, desk, ANSWER, ANSWER, ANSWER)}) == 1
    assert desk.orders == [ANSWER]
    built.send(ANSWER)
    assert built.wait()
    assert desk.orders == [ANSWER], "it waits to be seen, and is not sent again"


def test_a_failed_order_is_tried_again_by_a_later_press_alone() -> None:
    desk = FakeDesk(reading(card()), refuses=Unavailable("GitHub is away."))
    built = board(desk)
    assert len({note.id for note in at_once(built, desk, ANSWER, ANSWER)}) == 1
    assert desk.orders == [ANSWER]
    built.send(ANSWER)
    assert built.wait()
    assert desk.orders == [ANSWER, ANSWER]


def test_two_orders_are_never_sent_side_by_side() -> None:
    desk = FakeDesk(reading(card()))
    other = replace(ANSWER, choice=Choice.B)
    notes = at_once(board(desk), desk, ANSWER, other)
    assert [note.order for note in notes] == [ANSWER, other]
    assert all(note.sent for note in notes)
    assert len(desk.orders) == 2


def test_an_order_about_an_unknown_ballot_has_a_note_of_its_own() -> None:
    built = board(FakeDesk(reading(card()), refuses=HeadMoved("It is answered.")))
    note = built.send(replace(ANSWER, ballot=IssueRef(INBOX, 99)))
    assert built.wait()
    assert (note.card, built.snapshot().homeless) == ("acme/inbox#99", (note,))
