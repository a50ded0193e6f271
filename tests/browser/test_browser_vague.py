"""Texts that cannot be answered, and answers that nobody can attribute."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.flows import Make, asking, choice, question, refresh, said, sent, submit, ticked
from tests.browser.seated import card
from tests.stories.stage import RISKY
from tests.stories.stories_decisions import ASKED, VAGUE, gate, text


def test_what_is_too_vague_is_sent_back_once(seated: Make) -> None:
    desk = seated()
    pull = asking(desk, VAGUE, files=RISKY)
    page = desk.open()
    shown = card(page, 1)
    expect(shown.get_by_role("heading", name="Too vague: needs options")).to_be_visible()
    expect(shown.locator("[data-refused]")).to_contain_text("Line 1: ## Open questions")
    expect(choice(shown, "A")).to_contain_text("asks something that nobody can answer yet")
    shown.get_by_role("button", name="Send back for options").click()
    expect(shown.locator("[data-sent-back]")).to_contain_text("Sent back already")
    expect(shown.locator("[data-send-back]")).to_be_disabled()
    (comment,) = said(desk, pull)
    assert "I am sending it back for options" in comment
    assert "- Line 1: " in comment
    assert "### some-id: question" in comment
    page.reload()
    expect(card(page, 1).locator("[data-send-back]")).to_be_disabled()
    desk.later(minutes=1)
    desk.author.edit_body(pull, ASKED.replace("- [ ] On disk\n", ""))
    ticked(desk)
    refresh(page)
    expect(shown.get_by_role("heading", name="Unparsed")).to_be_visible()
    expect(shown.locator("[data-send-back]")).to_be_enabled()
    desk.author.edit_body(pull, ASKED)
    ticked(desk)
    refresh(page)
    expect(shown.locator("[data-refused]")).to_have_count(0)
    expect(question(shown, "storage")).to_be_visible()
    assert len(said(desk, pull)) == 1


def test_answers_of_others_are_confirmed_as_they_stand(seated: Make) -> None:
    desk = seated()
    pull = asking(desk, ASKED.replace("[ ] On disk", "[x] On disk"))
    desk.agent.edit_body(pull, text(desk, pull).replace("(text)\n", "(text)\n\n> **Answer:** X\n"))
    ticked(desk)
    assert gate(desk, pull) == ("failure", "DECISIONS_UNATTRIBUTED: storage, name")
    page = desk.open()
    shown = card(page, 1)
    for name in ("storage", "name"):
        expect(question(shown, name).locator("[data-badge]")).to_have_text("needs confirming")
    before = text(desk, pull)
    shown.get_by_role("button", name="Confirm these answers").click()
    sent(page)
    assert said(desk, pull) == ["/confirm"]
    assert text(desk, pull) == before
    ticked(desk)
    assert gate(desk, pull)[0] == "success"
    refresh(page)
    expect(page.locator("[data-empty]")).to_be_visible()


def test_another_text_than_the_one_that_was_shown_is_not_confirmed(seated: Make) -> None:
    desk = seated()
    pull = asking(desk, ASKED.replace("[ ] On disk", "[x] On disk"))
    page = desk.open()
    shown = card(page, 1)
    expect(shown.locator("[data-confirm]")).to_be_enabled()
    desk.agent.edit_body(pull, ASKED.replace("[ ] In memory", "[x] In memory"))
    desk.later(minutes=1)
    shown.locator("[data-confirm]").click()
    expect(shown.locator("[data-outcome=not-sent]")).to_contain_text("was changed on GitHub")
    assert said(desk, pull) == []
    expect(question(shown, "storage").get_by_label("In memory")).to_be_checked()
    question(shown, "storage").get_by_label("On disk").check()
    submit(shown)
    expect(question(shown, "storage")).to_contain_text("Answered by @owner (you)")
    expect(shown.locator("[data-confirm]")).to_have_count(0)
