"""Every flow where the browser runs no script: plain links, forms and pages."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.flows import (
    Make,
    asked,
    asking,
    choice,
    loaded,
    pressed,
    question,
    said,
    ticked,
)
from tests.browser.seated import NARROW, card
from tests.stories.stories_decisions import ASKED, VAGUE, gate, text


def again(page: Page) -> None:
    """The button Refresh was pressed, and the page loaded until GitHub was read."""
    pressed(page.get_by_role("button", name="Refresh"))


def test_a_ballot_is_answered_by_plain_forms(seated: Make) -> None:
    desk = seated()
    pull = asked(desk)
    page = desk.open(script=False)
    loaded(page)
    expect(page.get_by_role("button", name="Keys")).to_have_count(0)
    choice(card(page, 1), "B").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Option B")
    expect(page.locator("#confirm")).to_contain_text("B chooses the alternate: #1 is labelled")
    pressed(page.get_by_role("link", name="Cancel"))
    assert page.url == f"{desk.address}#card-org/app:1"
    assert said(desk) == []
    choice(card(page, 1), "A").click()
    page.get_by_label("Reason (optional)").fill("/reject")
    pressed(page.get_by_role("button", name="Send this answer"))
    expect(card(page, 1).locator("[data-outcome=not-sent]")).to_contain_text("/reject")
    choice(card(page, 1), "A").click()
    expect(page.get_by_label("Reason (optional)")).to_have_value("/reject")
    page.get_by_label("Reason (optional)").fill("It is empty.")
    pressed(page.get_by_role("button", name="Send this answer"))
    expect(card(page, 1).locator("[data-given]")).to_contain_text("A (approve)")
    page.go_back()
    assert said(desk) == ["/approve A\n\nIt is empty."]
    for _ in range(2):
        ticked(desk)
    page.goto(desk.address)
    again(page)
    expect(page.locator("[data-ended]")).to_contain_text("the pull request is merged")
    assert desk.now(pull).merged


def test_questions_are_answered_sent_back_and_confirmed_by_plain_forms(seated: Make) -> None:
    desk = seated()
    open_one = asking(desk)
    vague = asking(desk, VAGUE)
    others = asking(desk, ASKED.replace("[ ] On disk", "[x] On disk").replace("### name", "### x"))
    desk.agent.edit_body(
        others, text(desk, others).replace("(text)\n", "(text)\n\n> **Answer:** X\n")
    )
    ticked(desk)
    page = desk.open(NARROW, script=False)
    loaded(page)
    shown = card(page, open_one.number)
    question(shown, "storage").get_by_label("On disk").check()
    question(shown, "extras").get_by_label("Previews").check()
    question(shown, "name").get_by_label("Your answer").fill("Two\nlines")
    pressed(shown.locator("[data-submit]"))
    expect(question(shown, "name").locator("[data-badge]")).to_have_text("sent")
    assert text(desk, open_one) == (
        ASKED.replace("[ ] On disk", "[x] On disk")
        .replace("[ ] Prev", "[x] Prev")
        .replace("(text)\n", "(text)\n> **Answer:** Two lines\n")
    )
    pressed(card(page, vague.number).get_by_role("button", name="Send back for options"))
    expect(card(page, vague.number).locator("[data-send-back]")).to_be_disabled()
    pressed(card(page, others.number).get_by_role("button", name="Confirm these answers"))
    ticked(desk)
    assert [len(said(desk, one)) for one in (open_one, vague, others)] == [0, 1, 1]
    assert [gate(desk, one)[0] for one in (open_one, vague, others)] == [
        "success",
        "failure",
        "success",
    ]


def test_refusals_are_pages_that_lead_back(seated: Make) -> None:
    desk = seated()
    desk.expected.append("status of 400")
    asking(desk)
    page = desk.open(script=False)
    loaded(page)
    pressed(card(page, 1).locator("[data-submit]"))
    expect(page.locator("#problem")).to_have_text(
        "Nothing was changed in this form, so nothing was sent."
    )
    page.get_by_role("link", name="To the inbox").click()
    expect(card(page, 1)).to_be_visible()
