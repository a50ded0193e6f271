"""Fast fingers and slow answers: no word is lost, and nothing is sent that was not meant."""

from __future__ import annotations

import re
from time import monotonic

from playwright.sync_api import Page, Route, expect

from tests.browser.flows import (
    Make,
    asked,
    asking,
    choice,
    confirm,
    dialog,
    question,
    refresh,
    said,
    sent,
    settled,
    submit,
)
from tests.browser.seated import Seated, card

_PATIENCE = 15  # seconds
_QUICKER = """
const patience = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => patience(ms / 100);
"""

_NO_LOOK_AT_REST = """
const later = window.setTimeout.bind(window);
window.setTimeout = (work, ms) => ms >= 3000 ? 0 : later(work, ms);
"""


def at_rest(desk: Seated) -> Page:
    """A page that has read GitHub, with the card of one ballot."""
    page = desk.open()
    expect(card(page, 1)).to_be_visible()
    settled(page)
    return page


def held(page: Page, address: str) -> list[Route]:
    """The first request to what ends like that waits until it is let go; the later ones do not."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if waiting:
            route.continue_()
        else:
            waiting.append(route)

    page.route(re.compile(f"/{address}$"), hold)
    return waiting


def arrived(page: Page, waiting: list[Route]) -> Route:
    """The request that waits, once it is there."""
    deadline = monotonic() + _PATIENCE
    while not waiting:
        assert monotonic() < deadline, "nothing was asked"
        page.wait_for_timeout(20)
    return waiting[0]


def test_letters_typed_before_the_confirmation_is_there_choose_no_other_answer(
    seated: Make,
) -> None:
    desk = seated()
    asked(desk)
    page = at_rest(desk)
    waiting = held(page, "answer/org/app/2/.*")
    page.keyboard.press("j")
    page.keyboard.type("crab")
    first = arrived(page, waiting)
    first.continue_()
    expect(dialog(page).locator("h1")).to_contain_text("Option C")
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(dialog(page).locator("h1")).to_contain_text("Reject")
    assert said(desk) == []


def test_what_is_typed_while_a_form_is_sent_stays(seated: Make) -> None:
    desk = seated()
    pull = asking(desk)
    page = at_rest(desk)
    waiting = held(page, "questions")
    here = card(page, 1)
    question(here, "storage").get_by_label("On disk").check()
    submit(here)
    request = arrived(page, waiting)
    name = question(here, "name").get_by_label("Your answer")
    name.fill("Cachet")
    request.continue_()
    expect(here.locator("[data-changed]")).to_be_visible()
    expect(name).to_have_value("Cachet")
    assert "- [x] On disk" in desk.now(pull).body.text
    assert "Cachet" not in desk.now(pull).body.text


def test_a_confirmation_that_was_closed_while_it_was_sent_still_says_what_went_wrong(
    seated: Make,
) -> None:
    desk = seated()
    desk.expected.append("ERR_FAILED")
    asked(desk)
    page = at_rest(desk)
    waiting = held(page, "answer")
    choice(card(page, 1), "A").click()
    dialog(page).get_by_label("Reason (optional)").fill("It is empty.")
    page.get_by_role("button", name="Send this answer").press("Enter")
    request = arrived(page, waiting)
    for _ in range(3):  # a browser lets nobody hold a dialog open against a second Escape
        page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    request.abort()
    expect(card(page, 1).locator("[data-problem]")).to_contain_text("nobody knows whether")
    choice(card(page, 1), "A").click()
    expect(dialog(page).get_by_label("Reason (optional)")).to_have_value("It is empty.")
    confirm(page)
    sent(page)
    assert said(desk) == ["/approve A\n\nIt is empty."]


def test_a_page_of_a_dashboard_that_was_started_anew_keeps_what_was_typed(seated: Make) -> None:
    desk = seated()
    desk.expected += ["404", "ERR_CONNECTION_REFUSED"]
    asked(desk)
    page = at_rest(desk)
    choice(card(page, 1), "A").click()
    reason = dialog(page).get_by_label("Reason (optional)")
    reason.fill("It is empty.")
    port, before = desk.port, desk.address
    desk.stop()
    desk.start(arguments=("--port", str(port)))
    page.get_by_role("button", name="Send this answer").click()
    expect(dialog(page).locator("[data-problem]")).to_contain_text("Open the address")
    expect(reason).to_have_value("It is empty.")
    assert said(desk) == []
    page.goto("about:blank")
    desk.got.clear()  # all of it was the old one's
    assert {one for one in desk.strangers if not one.startswith(before)} == set()
    desk.strangers.clear()


def test_an_answer_that_never_comes_does_not_end_the_looking(seated: Make) -> None:
    desk = seated()
    desk.expected.append("Failed to load")
    pull = asked(desk)
    page = at_rest(desk)
    page.add_init_script(_QUICKER)
    page.reload()
    settled(page)
    never = held(page, "state")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    arrived(page, never)
    expect(page.locator("#lost")).to_be_attached()
    desk.owner.rename(pull, "Drop it at last")
    refresh(page)
    expect(card(page, 1).get_by_role("heading", level=3)).to_have_text("Drop it at last")
    expect(page.locator("#lost")).to_have_count(0)


def test_a_dashboard_that_is_gone_is_seen_as_soon_as_an_answer_is_asked_for(seated: Make) -> None:
    """Not only at the page's next look by the clock, which never comes here."""
    desk = seated()
    desk.expected.append("Failed to load")
    asked(desk)
    page = at_rest(desk)
    page.add_init_script(_NO_LOOK_AT_REST)
    page.reload()
    settled(page)
    page.wait_for_timeout(1000)  # a look that was under way is over
    for path in ("state", "answer/**"):
        page.route(f"{desk.address}{path}", lambda route: route.abort())
    choice(card(page, 1), "A").click()
    expect(page.locator("#lost")).to_contain_text("The dashboard does not answer")
