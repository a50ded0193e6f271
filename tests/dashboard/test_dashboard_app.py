"""The routes of the dashboard: what they show, send and answer, without any script."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.orders import BallotAnswer, Confirm, QuestionAnswers, SendBack
from inbox.decisions.applying import Answer
from inbox.errors import HeadMoved, Unavailable
from inbox.refs import IssueRef
from tests.dashboard.readings import (
    HEAD,
    INBOX,
    NOW,
    FakeDesk,
    ballot,
    card,
    options,
    question,
    questions,
    reading,
    rich,
)
from tests.dashboard.visits import ROOT, Elements, Visit, form

REASON = "because <b> & ü"
ANSWER = {
    "ballot": "acme/inbox#5",
    "choice": "A",
    "head": HEAD,
    "base": "main",
    "asked_since": ballot().asked_since.isoformat(),
    "reason": REASON,
}
CARD = "card-acme/app:12"


def test_the_first_paint_waits_for_nothing() -> None:
    desk = FakeDesk(rich())
    desk.gate.clear()
    visit = Visit(desk, read=False)
    page = visit.get()
    assert (page.status_code, desk.reads) == (200, 1)
    assert Elements(page.text).all(data_skeleton="")
    assert visit.get("state").json() == {
        "version": visit.board.snapshot().version,
        "is_reading": True,
        "read_at": None,
        "failure": None,
    }
    desk.gate.set()
    assert visit.board.wait()
    assert len(Elements(visit.get().text).all("article")) == len(rich().cards)
    assert desk.reads == 1


def test_a_page_shows_the_last_reading_and_renews_an_old_one() -> None:
    now = NOW
    desk = FakeDesk(reading(card()))
    visit = Visit(desk, clock=lambda: now)
    desk.gate.clear()
    now += timedelta(seconds=59)
    visit.get()
    assert desk.reads == 1
    now += timedelta(seconds=1)
    page = Elements(visit.get().text)
    assert page.all("article", id=CARD)
    assert page.all(data_progress="reading")
    assert "Reading GitHub…" in page.text
    desk.gate.set()
    assert visit.board.wait()
    assert desk.reads == 2


def test_the_state_says_when_and_what_failed() -> None:
    desk = FakeDesk(Unavailable("GitHub is away.", "Wait."))
    visit = Visit(desk)
    failure = {"what": "GitHub is away.", "advice": "Wait."}
    assert visit.get("state").json()["failure"] == failure
    desk.shows = reading()
    before = visit.get("state").json()["version"]
    visit.board.refresh()
    assert visit.board.wait()
    state = visit.get("state").json()
    assert (state["failure"], state["read_at"]) == (None, NOW.isoformat())
    assert state["version"] > before


def test_the_fragment_is_the_part_of_the_page_that_changes() -> None:
    visit = Visit(FakeDesk(rich()))
    fragment, page = visit.get("board").text, visit.get().text
    assert fragment.strip() in page
    assert "<html" not in fragment
    assert Elements(fragment).all("header", data_version=str(visit.board.snapshot().version))


@pytest.mark.parametrize("choice", [Choice.A, Choice.B, Choice.C, Choice.REJECT])
def test_a_confirmation_says_what_happens_and_has_one_button(choice: Choice) -> None:
    visit = Visit(FakeDesk(rich()))
    answer = visit.get(f"answer/ACME/inbox/5/{choice.value}")
    page = Elements(answer.text)
    assert answer.status_code == 200
    assert len(page.all("button")) == 1
    assert page.all("section", data_confirmation=choice.value, data_card="acme/app#12")
    assert "<strong>@mona</strong>" in answer.text
    assert form(answer.text, "answer") == {**ANSWER, "choice": choice.value, "reason": ""}


def test_what_is_confirmed_is_sent_as_it_was_shown() -> None:
    ticks = "https://github.com/acme/shop/actions"
    desk = FakeDesk(reading(card(), ticks_url=ticks))
    visit = Visit(desk)
    fields = form(visit.get("answer/acme/inbox/5/C").text, "answer")
    answer = visit.post("answer", {**fields, "reason": REASON})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{ROOT}#{CARD}")
    since = ballot().asked_since
    ref = IssueRef(INBOX, 5)
    assert desk.orders == [BallotAnswer(ref, Choice.C, HEAD, "main", since, REASON)]
    assert visit.board.wait()
    page = visit.get().text
    (note,) = Elements(page).all(data_note="1")
    assert note["role"] == "status"
    assert "Sent, waiting for the next tick." in page
    assert "does not show it yet" in page
    assert f'“Run workflow” on <a href="{ticks}"' in page
    assert "because &lt;b&gt; &amp; ü" in page


def test_what_was_not_sent_is_an_alert_with_the_words() -> None:
    desk = FakeDesk(reading(card()), refuses=HeadMoved("The head moved.", "Look again."))
    visit = Visit(desk)
    assert visit.post("answer", ANSWER).status_code == 303
    assert visit.board.wait()
    page = visit.get().text
    (note,) = Elements(page).all(data_note="1")
    assert note["role"] == "alert"
    assert "<strong>Not sent.</strong> The head moved." in page
    assert "Look again." in page
    assert "because &lt;b&gt; &amp; ü" in page
    again = form(visit.get("answer/acme/inbox/5/A").text, "answer")
    assert again["reason"] == REASON, "the reason need not be typed again"
    assert visit.post("dismiss", {"note": "1"}).headers["location"] == ROOT
    assert not Elements(visit.get().text).all(data_note="")


def test_a_form_sent_twice_is_sent_once() -> None:
    desk = FakeDesk(reading(card()))
    visit = Visit(desk)
    answers = [visit.post("answer", ANSWER) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert visit.board.wait()
    assert len(desk.orders) == 1


def test_decisions_are_sent_as_they_were_filled() -> None:
    desk = FakeDesk(reading(card(questions=questions())))
    visit = Visit(desk)
    fields = form(visit.get().text, "questions")
    filled = {
        **fields,
        "choice.storage": '"On disk, below `/var/cache`"',
        "choice.extras": ['"Small thumbnails"', '"Feeds"'],
        "note.name": "",
    }
    answer = visit.post("questions", filled)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{ROOT}#{CARD}")
    (order,) = desk.orders
    assert isinstance(order, QuestionAnswers)
    assert order.subject == card().subject
    assert {name: one.answer for name, one in order.filled.items()} == {
        "storage": Answer(choices=("On disk, below `/var/cache`",)),
        "extras": Answer(choices=("Small thumbnails", "Feeds")),
        "name": Answer(note=""),
    }
    assert visit.board.wait()


def test_an_untouched_form_is_not_sent() -> None:
    asked = questions(
        questions=(
            question(options=(("One", True), ("Two", True)), note=" a\r\n\tb "),
            *questions().questions[1:],
        )
    )
    desk = FakeDesk(reading(card(questions=asked)))
    visit = Visit(desk)
    answer = visit.post("questions", form(visit.get().text, "questions"))
    assert answer.status_code == 400
    assert "Nothing was changed in this form, so nothing was sent." in answer.text
    assert desk.orders == []


def test_decisions_that_were_not_sent_stay_in_the_form_unless_somebody_changed_them() -> None:
    desk = FakeDesk(reading(card(questions=questions())), refuses=Unavailable("Away."))
    visit = Visit(desk)
    drawn = form(visit.get().text, "questions")
    filled = {**drawn, "choice.storage": '"In memory"', "text.name": "Hoard"}
    assert not Elements(visit.get().text).all("form", data_refilled="")
    visit.post("questions", filled)
    assert visit.board.wait()
    assert form(visit.get().text, "questions") == filled
    assert Elements(visit.get().text).all("form", data_refilled="")
    first, *others = questions().questions
    changed = replace(first, options=(("In memory", False), ("Elsewhere", True)))
    desk.shows = reading(card(questions=questions(questions=(changed, *others))))
    visit.board.refresh()
    assert visit.board.wait()
    page = visit.get().text
    now = form(page, "questions")
    assert (now["choice.storage"], now["text.name"]) == ('"Elsewhere"', "Hoard")
    assert "In memory</blockquote>" in page


def test_a_vague_text_is_sent_back() -> None:
    desk = FakeDesk(rich())
    visit = Visit(desk)
    fields = form(visit.get().text, "send-back")
    answer = visit.post("send-back", fields)
    assert answer.headers["location"] == f"{ROOT}#card-acme/site:7"
    assert desk.orders == [SendBack(IssueRef.parse("acme/site#7"))]
    assert visit.board.wait()


def test_answers_of_others_are_confirmed_as_they_stand() -> None:
    desk = FakeDesk(rich())
    visit = Visit(desk)
    answer = visit.post("confirm", form(visit.get().text, "confirm"))
    assert answer.headers["location"] == f"{ROOT}#card-acme/app:16"
    drawn = {one.id: one.drawn for one in questions().questions}
    assert desk.orders == [Confirm(replace(card().subject, number=16), drawn)]
    assert visit.board.wait()


def test_a_refresh_reads_again() -> None:
    desk = FakeDesk(reading())
    visit = Visit(desk)
    assert visit.post("refresh").headers["location"] == ROOT
    assert visit.board.wait()
    assert desk.reads == 2


@pytest.mark.parametrize(
    ("path", "fields", "says"),
    [
        ("answer", {**ANSWER, "choice": "hold"}, "<code>hold</code> is no answer"),
        ("answer", {**ANSWER, "head": "<b>"}, "'&lt;b&gt;' is no full commit id"),
        ("answer", {}, "The form lacks"),
        ("questions", {}, "The form lacks"),
        ("send-back", {"kind": "pull", "subject": "x"}, "names no issue or pull request"),
        ("confirm", {"kind": "x", "subject": "a/b#1"}, "does not say what it is about"),
        ("dismiss", {}, "The form lacks"),
        ("dismiss", {"note": "x"}, "which note"),
        ("dismiss", {"note": ["1", "2"]}, "more than once"),
    ],
)
def test_a_bad_form_is_a_sentence(path: str, fields: dict[str, str | list[str]], says: str) -> None:
    desk = FakeDesk(reading(card()))
    answer = Visit(desk).post(path, fields)
    assert answer.status_code == 400
    assert says in answer.text.replace("&#x27;", "'")
    assert "Traceback" not in answer.text
    assert desk.orders == []


def test_nothing_is_sent_where_nothing_may_be() -> None:
    why = "`@mona` is not on the allowlist."
    for desk in (FakeDesk(reading(card(), read_only=why)), FakeDesk(Unavailable("Away."))):
        answer = Visit(desk).post("answer", ANSWER)
        assert answer.status_code == 400
        assert desk.orders == []


def test_a_crash_is_told_by_its_place_and_never_by_its_text() -> None:
    answer = Visit(FakeDesk(reading(card(description=None)))).get()
    assert answer.status_code == 500
    assert "The program has a bug: UndefinedError at " in answer.text
    assert "strip" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        *("nothing", "answer", "static/", "static/nothing.js", "static/..%2fapp.py", "board/"),
        *("answer/acme/inbox/99/A", "answer/acme/inbox/x/A", "answer/-/inbox/5/A"),
    ],
)
def test_what_is_not_there_is_a_small_page(path: str) -> None:
    answer = Visit(FakeDesk(rich())).get(path)
    assert answer.status_code in {404, 405}
    assert Elements(answer.text).all(data_problem_page="")


def test_an_unknown_answer_and_one_that_a_ballot_does_not_have_are_not_there() -> None:
    some = ballot(options=options()[:1])
    visit = Visit(FakeDesk(reading(card(ballot=some))))
    assert visit.get("answer/acme/inbox/5/A").status_code == 200
    assert visit.get("answer/acme/inbox/5/B").status_code == 404
    assert visit.get("answer/acme/inbox/5/hold").status_code == 400
    empty = Visit(FakeDesk(Unavailable("Away.")))
    assert empty.get("answer/acme/inbox/5/A").status_code == 404


@pytest.mark.parametrize(
    ("name", "type"),
    [
        ("board.css", "text/css; charset=utf-8"),
        ("board.js", "text/javascript; charset=utf-8"),
        ("fresh.js", "text/javascript; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
    ],
)
def test_the_page_brings_all_it_needs(name: str, type: str) -> None:
    answer = Visit(FakeDesk(reading())).get(f"static/{name}")
    assert (answer.status_code, answer.headers["content-type"]) == (200, type)
    assert "http:" not in answer.text.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in answer.text
