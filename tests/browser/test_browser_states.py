"""Empty, loading, broken and recovered: what the page says when there is nothing usual to say."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from inbox.simulator.faults import FOREVER
from tests.browser.flows import Make, asked, choice, confirm, loaded, refresh, said, settled
from tests.browser.seated import card


def test_an_empty_inbox_says_what_would_come_here(seated: Make) -> None:
    desk = seated()
    page = desk.open()
    expect(page.locator("[data-empty]")).to_contain_text("Nothing waits for you.")
    expect(page.locator("[data-empty]")).to_contain_text("decision-inbox demo")
    assert page.title() == "Decision inbox"
    asked(desk)
    refresh(page)
    expect(page.locator("[data-empty]")).to_have_count(0)
    expect(card(page, 1)).to_be_visible()
    expect(page).to_have_title("(1) Decision inbox")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_the_first_reading_shows_progress_and_then_the_cards(seated: Make, script: bool) -> None:
    desk = seated()
    asked(desk)
    before = len(desk.gh.journal.entries)
    with desk.gh.lock:  # GitHub answers nothing yet
        page = desk.open(script=script)
        expect(page.locator("[data-skeleton]")).to_contain_text("Reading GitHub for the first time")
        expect(page.locator(".reading")).to_have_text("Reading GitHub…")
        expect(page.get_by_role("button", name="Refresh")).to_have_attribute(
            "aria-disabled", "true"
        )
        assert len(desk.gh.journal.entries) == before
    if script:
        expect(card(page, 1)).to_be_visible()
    else:
        expect(page.locator('meta[http-equiv="refresh"]')).to_have_attribute("content", "5")
        loaded(page)
        expect(card(page, 1)).to_be_visible()


def test_a_page_paints_from_the_last_reading_while_github_answers_nothing(seated: Make) -> None:
    desk = seated()
    pull = asked(desk)
    desk.start(impatient=True)
    first = desk.open()
    expect(card(first, 1)).to_be_visible()
    settled(first)
    first.close()
    first_reading = len(desk.gh.journal.entries)
    desk.owner.rename(pull, "Drop the table at last")
    desk.later(minutes=1)
    with desk.gh.lock:
        page = desk.open()
        expect(card(page, 1).get_by_role("heading", level=3)).to_have_text("Drop the old table")
        assert len(desk.gh.journal.entries) == first_reading
        page.wait_for_timeout(1100)  # now it is old, and the page makes the dashboard read
        page.reload()
        expect(card(page, 1).get_by_role("heading", level=3)).to_have_text("Drop the old table")
        expect(page.locator(".reading")).to_be_visible()
        assert len(desk.gh.journal.entries) == first_reading
    expect(card(page, 1).get_by_role("heading", level=3)).to_have_text("Drop the table at last")


def test_a_github_that_refuses_is_told_with_advice_until_refresh_helps(seated: Make) -> None:
    desk = seated()
    desk.gh.faults.answer(status=401, body={"message": "Bad credentials"}, times=FOREVER)
    page = desk.open()
    failure = page.locator("[data-failure]")
    expect(failure).to_contain_text("GitHub could not be read.")
    expect(failure).to_contain_text("token")
    expect(page.locator("[data-part=empty]")).to_contain_text("press Refresh")
    desk.gh.faults.clear()
    asked(desk)
    refresh(page)
    expect(failure).to_have_count(0)
    expect(card(page, 1)).to_be_visible()


def test_the_last_reading_stays_while_github_is_down_and_nothing_is_lost(seated: Make) -> None:
    desk = seated()
    asked(desk)
    page = desk.open()
    expect(card(page, 1)).to_be_visible()
    desk.gh.faults.answer(status=403, body={"message": "Sorry"}, times=FOREVER)
    refresh(page)
    failure = page.locator("[data-failure]")
    expect(failure).to_contain_text("GitHub could not be read again.")
    expect(failure).to_contain_text("What follows is as it stood at")
    choice(card(page, 1), "A").click()
    confirm(page, "It is empty.")
    note = card(page, 1).locator("[data-note]")
    expect(note).to_contain_text("Not sent.")
    expect(note).to_contain_text("It is empty.")
    desk.gh.faults.clear()
    refresh(page)
    expect(failure).to_have_count(0)
    expect(note).to_contain_text("It is empty.")
    choice(card(page, 1), "A").click()
    confirm(page)
    expect(card(page, 1).locator("[data-given]")).to_be_visible()
    assert said(desk) == ["/approve A\n\nIt is empty."]


def test_a_dashboard_that_ended_is_missed_by_its_page(seated: Make) -> None:
    desk = seated()
    desk.expected.append("ERR_CONNECTION_REFUSED")
    asked(desk)
    page = desk.open()
    expect(card(page, 1)).to_be_visible()
    choice(card(page, 1), "A").click()
    page.get_by_label("Reason (optional)").fill("It is empty.")
    status, _ = desk.stop()
    assert status == 0
    page.get_by_role("button", name="Send this answer").click()
    expect(page.get_by_role("dialog")).to_contain_text("The dashboard does not answer")
    expect(page.get_by_label("Reason (optional)")).to_have_value("It is empty.")
    expect(page.locator("#lost")).to_contain_text("Start it again")
    assert said(desk) == []
