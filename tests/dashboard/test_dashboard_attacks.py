"""Orders that come in an order nobody wished for, and readings that end badly: nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.board import Board
from inbox.dashboard.orders import BallotAnswer, Drawn, Filled, QuestionAnswers
from inbox.dashboard.view import Reading
from inbox.errors import HeadMoved, RateLimited
from inbox.refs import IssueRef
from tests.dashboard.desks import desk_of
from tests.dashboard.readings import HEAD, INBOX, NOW, FakeDesk, ballot, card, questions, reading
from tests.dashboard.senders import Sender, said
from tests.dashboard.visits import Elements, Visit
from tests.stories.stage import Stage

ANSWER = BallotAnswer(IssueRef(INBOX, 5), Choice.A, HEAD, "main", ballot().asked_since, "because")
REJECT = replace(ANSWER, choice=Choice.REJECT)


@pytest.fixture
def stage(stage: Stage) -> Stage:
    """A stage with one risky pull request, whose ballot waits."""
    stage.pull()
    stage.tick()
    stage.later(minutes=1)
    return stage


def board(desk: FakeDesk) -> Board:
    """A board that read once."""
    built = Board(desk, lambda: NOW)
    built.refresh()
    assert built.wait()
    return built


def test_a_mind_changed_twice_is_sent_thrice() -> None:
    """A, reject, A again: the last word counts, though the very same was said before."""
    desk = FakeDesk(reading(card()))
    built = board(desk)
    for order in (ANSWER, REJECT, ANSWER):
        built.send(order)
    assert built.wait()
    assert desk.orders == [ANSWER, REJECT, ANSWER]
    assert [note.order for note in built.snapshot().notes] == [ANSWER], "one answer stands"


def test_a_mind_changed_twice_is_heard_as_it_is_in_the_end(stage: Stage) -> None:
    yes = Sender(stage).asked()
    built = Board(desk_of(stage, token="ghp_page"), lambda: NOW)
    for order in (yes, replace(yes, choice=Choice.REJECT), yes):
        stage.later(seconds=2)
        assert built.send(order).failure is None
    assert built.wait()
    assert said(stage, stage.ballot(), stage.owner) == ["/approve A", "/reject", "/approve A"]
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(stage.ballot()) == {"approved-A"}


def test_a_note_taken_away_lets_no_older_one_speak_for_it() -> None:
    desk = FakeDesk(reading(card()))
    built = board(desk)
    built.send(ANSWER)
    desk.refuses = HeadMoved("The head moved.", "Look again.")
    failed = built.send(REJECT)
    built.dismiss(failed.id)
    desk.refuses = None
    built.send(ANSWER)
    assert built.wait()
    assert desk.orders == [ANSWER, REJECT, ANSWER], "the desk looks whether it stands"


def test_a_card_that_was_gone_for_a_moment_lets_no_older_answer_speak_for_it() -> None:
    desk = FakeDesk(reading())
    built = board(desk)
    built.send(ANSWER)
    assert built.wait()
    assert built.snapshot().notes == ()
    desk.shows = HeadMoved("It cannot be read.")
    built.send(ANSWER)
    desk.shows = reading(card())
    built.send(REJECT)
    built.send(ANSWER)
    assert built.wait()
    assert desk.orders[-2:] == [REJECT, ANSWER]


def test_an_answer_that_no_reading_shows_can_be_given_again() -> None:
    """It was deleted on GitHub before anything read it: the button must not be dead for ever."""
    now = NOW
    desk = FakeDesk(reading(card()))
    built = Board(desk, lambda: now)
    built.refresh()
    assert built.wait()
    for later, sends in ((0, 1), (59, 1), (1, 2)):
        now += timedelta(seconds=later)
        built.send(ANSWER)
        assert built.wait()
        assert len(desk.orders) == sends
    assert len(built.snapshot().notes) == 1


def test_words_that_no_later_form_holds_stay() -> None:
    """A question was changed on GitHub; the others are sent, and its text is still to be had."""
    name = Filled(Drawn("b"), Drawn("b", text="Cachet"))
    size = Filled(Drawn("c"), Drawn("c", text="Large"))
    both = QuestionAnswers(card().subject, {"name": name, "size": size})
    desk = FakeDesk(reading(card(questions=questions())), refuses=HeadMoved("It was changed."))
    built = board(desk)
    failed = built.send(both)
    desk.refuses = None
    sent = built.send(QuestionAnswers(card().subject, {"size": size}))
    assert built.wait()
    assert built.snapshot().notes == (failed, sent)
    built.send(both)
    assert built.wait()
    assert failed not in built.snapshot().notes


@pytest.mark.parametrize("says", ["/approve C", "/aprove A"])
def test_nothing_is_said_to_wait_that_a_tick_heard_already(stage: Stage, says: str) -> None:
    """A deferral stands, and a question was asked about an unclear word: no tick does more."""
    waits = "sent, waiting for the next tick"
    stage.owner.comment(stage.ballot(), says)
    visit = Visit(desk_of(stage, token="ghp_page"))
    assert waits in Elements(visit.get().text).text.lower()
    stage.later(minutes=1)
    stage.tick()
    assert stage.ballot().state == "open"
    visit.board.refresh()
    assert visit.board.wait()
    page = Elements(visit.get().text)
    assert page.all(data_given="")
    assert waits not in page.text.lower()


@pytest.mark.parametrize("wait", [float("inf"), 1e300, 86_400.0])
def test_a_limit_of_nonsense_ends_no_reading_for_ever(wait: float) -> None:
    now = NOW
    desk = FakeDesk(RateLimited("Too much.", wait=wait))
    built = Board(desk, lambda: now)
    built.refresh()
    assert built.wait(), "the thread that reads has died"
    for passed, reads in ((3599, 1), (1, 2)):
        now += timedelta(seconds=passed)
        built.refresh_if_old()
        assert built.wait()
        assert desk.reads == reads


def test_a_machine_that_slept_while_it_read_reads_again_soon() -> None:
    now = NOW

    class Sleeper(FakeDesk):
        def read(self) -> Reading:
            nonlocal now
            now += timedelta(hours=8 if self.reads == 0 else 0)
            return super().read()

    desk = Sleeper(reading(card()))
    built = Board(desk, lambda: now)
    built.refresh()
    assert built.wait()
    now += timedelta(minutes=10)
    built.refresh_if_old()
    assert built.wait()
    assert desk.reads == 2


def test_a_clock_that_is_set_back_keeps_no_reading_young() -> None:
    now = NOW
    desk = FakeDesk(reading(card()))
    built = Board(desk, lambda: now)
    for hours in (0, -3):
        now += timedelta(hours=hours)
        built.refresh_if_old()
        assert built.wait()
    assert desk.reads == 2


def test_a_long_answer_in_any_script_fits_into_a_form() -> None:
    """What is drawn and what is wanted, both as long as GitHub lets a description be."""
    desk = FakeDesk(reading(card(questions=questions())))
    drawn = Drawn("asked-name", text="\N{GRINNING FACE}" * 60_000)
    fields = {"kind": "pull", "subject": str(card().subject), "kind.name": "text"}
    wanted = "\N{HANGUL SYLLABLE GAG}" * 60_000
    answer = Visit(desk).post(
        "questions", {**fields, "drawn.name": drawn.to_json(), "text.name": wanted}
    )
    assert answer.status_code == 303
    (order,) = desk.orders
    assert isinstance(order, QuestionAnswers)
    assert order.filled["name"].wanted.text == wanted


def test_an_option_nested_without_end_is_a_sentence() -> None:
    fields = {"kind": "pull", "subject": str(card().subject), "kind.name": "single"}
    visit = Visit(FakeDesk(reading(card(questions=questions()))))
    answer = visit.post(
        "questions",
        {**fields, "drawn.name": Drawn("asked").to_json(), "choice.name": "[" * 100_000},
    )
    assert answer.status_code == 400
    assert "An option of the form is not readable" in answer.text
