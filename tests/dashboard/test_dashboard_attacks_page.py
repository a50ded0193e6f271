"""Pages of odd or very much text: none is broken by it, and none claims what did not happen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from threading import Event

import httpx
import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.board import Snapshot
from inbox.dashboard.orders import BallotAnswer, Order, Sent
from inbox.dashboard.pages import Pages
from inbox.dashboard.view import Files, Trouble
from inbox.refs import IssueRef
from tests.dashboard.desks import desk_of
from tests.dashboard.readings import (
    HEAD,
    INBOX,
    FakeDesk,
    ballot,
    card,
    given,
    question,
    questions,
    reading,
)
from tests.dashboard.senders import Sender
from tests.dashboard.visits import HOST, ROOT, Elements, Visit
from tests.stories.stage import Stage

ANSWER = BallotAnswer(IssueRef(INBOX, 5), Choice.C, HEAD, "main", ballot().asked_since)
ODD = (
    *("", " ", "</textarea><script>x</script>", "\"'><img src=x onerror=1>", "&lt;", "http://["),
    *("\ud800", "\0\x1b[31m", "\u202eabc", "`" * 50, "{{7*7}}{% raw %}", "<!--", "a" * 65_000),
)


@pytest.fixture
def stage(stage: Stage) -> Stage:
    """A stage with one risky pull request, whose ballot waits."""
    stage.pull()
    stage.tick()
    stage.later(minutes=1)
    return stage


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:8].encode("utf-8", "replace").decode())
def test_no_odd_text_breaks_a_page(odd: str) -> None:
    asked = question(
        text=odd,
        options=((f"a{odd}", False), (f"b{odd}", True)),
        **dict.fromkeys(("note", "answer", "says", "badge", "asked"), odd),
    )
    answer = given(**dict.fromkeys(("says", "login", "how", "key"), odd))
    texts = ("reasoning", "base", "url", "checks", "age", "effective_age", "coming")
    waits = ballot(
        given=answer,
        files=Files(1, ((odd, odd),)),
        unheard=(odd,),
        will=(odd,),
        **dict.fromkeys(texts, odd),  # type: ignore[arg-type]  # odd values on purpose
    )
    shown = card(
        ballot=waits,
        questions=questions(says=odd, refused=(odd,), questions=(asked,)),
        **dict.fromkeys(("title", "author", "description", "url"), odd),  # type: ignore[arg-type]  # odd values on purpose
    )
    found = reading(shown, owner=odd, me=odd, inbox_url=odd, troubles=(Trouble(odd, odd, odd),))
    visit = Visit(FakeDesk(found))
    for path in ("", "board", "state", f"answer/{INBOX}/5/A"):
        page = visit.get(path)
        assert page.status_code == 200
        assert "<script>x" not in page.text
        assert not Elements(page.text).all("img")


def test_a_page_that_is_long_in_the_making_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered, draw = Event(), Pages.page

    def drawn(self: Pages, now: Snapshot) -> httpx.Response:
        assert answered.wait(10)
        return draw(self, now)  # type: ignore[return-value]  # odd values on purpose

    monkeypatch.setattr(Pages, "page", drawn)
    visit = Visit(FakeDesk(reading(card())))

    async def both() -> tuple[int, int]:
        transport = httpx.ASGITransport(visit.app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            page = asyncio.create_task(client.get(ROOT))
            await asyncio.sleep(0)
            state = await client.get(f"{ROOT}state")
            answered.set()
            return (await page).status_code, state.status_code

    assert asyncio.run(both()) == (200, 200)


def test_what_stood_there_before_is_not_said_to_be_sent(stage: Stage) -> None:
    """A deferral that a tick heard, pressed again: nothing is posted, and nothing waits."""
    visit = Visit(desk_of(stage, token="ghp_page"))
    assert visit.board.send(Sender(stage).asked(Choice.C)).sent
    stage.later(minutes=1)
    stage.tick()
    again = visit.board.send(Sender(stage).asked(Choice.C, "Still."))
    assert visit.board.wait()
    assert again.sent is not None
    assert not again.sent.is_new


def test_a_note_about_nothing_new_does_not_say_sent() -> None:
    class There(FakeDesk):
        def send(self, order: Order) -> Sent:
            return replace(super().send(order), is_new=False)

    visit = Visit(There(reading(card())))
    visit.board.send(ANSWER)
    assert visit.board.wait()
    page = Elements(visit.get().text)
    assert page.all(data_note="")
    assert "Nothing new to send." in page.text
    assert "waiting for the next tick" not in page.text.lower()


@pytest.mark.parametrize(("after", "minutes"), [("120", "2"), ("3600", "60"), ("9" * 400, "60")])
def test_a_limit_is_said_to_somebody_at_a_page(stage: Stage, after: str, minutes: str) -> None:
    """No tick is stopped by it, and none goes on with what was not sent."""
    desk = desk_of(stage, token="ghp_page")
    order = Sender(stage).asked()
    body = {"message": "You have exceeded a secondary rate limit."}
    stage.gh.faults.answer(
        "GET", "*", status=403, body=body, headers={"Retry-After": after}, times=99
    )
    visit = Visit(desk)
    failure = visit.board.snapshot().failure
    failed = visit.board.send(order).failure
    assert visit.board.wait()
    for one in (failure, failed):
        assert one is not None
        assert one.what.endswith(f"again in about {minutes} min.")
        assert "tick" not in str(one)
