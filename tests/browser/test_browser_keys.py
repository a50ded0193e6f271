"""The dashboard without a mouse: cards, answers, dialogs and focus by keys alone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.flows import (
    Make,
    asked,
    asking,
    choice,
    dialog,
    refresh,
    said,
    sent,
    settled,
    submit,
    ticked,
)
from tests.browser.seated import Seated, card
from tests.stories.stories_decisions import text


def two(desk: Seated) -> Page:
    """A ballot, then a pull request that asks, and the page at rest."""
    asked(desk)
    asking(desk)
    page = desk.open()
    expect(card(page, 1)).to_be_visible()
    return page


def test_every_answer_can_be_given_by_keys_alone(seated: Make) -> None:
    desk = seated()
    pull = asked(desk)
    page = desk.open()
    card(page, 1)
    page.keyboard.press("j")
    commands = {"a": "/approve A", "b": "/approve B", "c": "/approve C", "r": "/reject"}
    for key, command in commands.items():
        page.keyboard.press(key)
        expect(dialog(page).get_by_label("Reason (optional)")).to_be_focused()
        page.keyboard.type("Because a, b, c, j and r.")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        sent(page)
        settled(page)
        expect(card(page, 1).locator("[data-given]")).to_contain_text(
            command.split()[-1].strip("/")
        )
        desk.later(minutes=1)
    assert said(desk) == [f"{one}\n\nBecause a, b, c, j and r." for one in commands.values()]
    desk.tick()
    assert desk.now(pull).state == "closed"


def test_cards_are_gone_through_and_only_ballots_are_answered(seated: Make) -> None:
    desk = seated()
    page = two(desk)
    page.keyboard.press("a")
    expect(page.locator("#live")).to_have_text("Choose a card first: press j.")
    for key, number in (("j", 1), ("j", 3), ("j", 3), ("k", 1), ("k", 1), ("j", 3)):
        page.keyboard.press(key)
        expect(card(page, number)).to_be_focused()
    page.keyboard.press("a")
    expect(page.locator("#live")).to_have_text("This card has no such answer.")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert said(desk) == []


def test_keys_do_nothing_while_typing_or_with_others_held(seated: Make) -> None:
    desk = seated()
    page = two(desk)
    field = card(page, 3).get_by_label("Your answer")
    field.focus()
    page.keyboard.type("jack ? barb")
    expect(field).to_have_value("jack ? barb")
    expect(field).to_be_focused()
    page.keyboard.press("Tab")
    card(page, 1).focus()
    for held in ("Control+a", "Alt+b", "Meta+c", "Control+r"):
        page.keyboard.press(held)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(field).to_have_value("jack ? barb")
    assert said(desk) == []


def test_escape_closes_the_confirmation_and_the_keys_and_sends_nothing(seated: Make) -> None:
    desk = seated()
    page = two(desk)
    page.keyboard.press("j")
    page.keyboard.press("r")
    dialog(page).get_by_label("Reason (optional)").fill("Half a rea")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(card(page, 1)).to_be_focused()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator("dialog#dialog")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.get_by_role("button", name="Keys").click()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()
    assert said(desk) == []


def test_questions_are_answered_by_keys_alone(seated: Make) -> None:
    desk = seated()
    pull = asking(desk)
    page = desk.open()
    shown = card(page, 1)
    page.keyboard.press("j")
    shown.get_by_label("No answer").focus()
    page.keyboard.press("ArrowUp")
    expect(shown.get_by_label("On disk")).to_be_checked()
    for _ in range(2):  # past the note of the first question
        page.keyboard.press("Tab")
    expect(shown.get_by_label("Thumbnails")).to_be_focused()
    page.keyboard.press("Space")
    shown.get_by_label("Your answer").focus()
    page.keyboard.type("Cachet")
    shown.locator("[data-submit]").focus()
    page.keyboard.press("Enter")
    sent(page)
    now = text(desk, pull)
    assert ("[x] On disk" in now, "[x] Thumbnails" in now, "Cachet" in now) == (True, True, True)


def test_focus_stays_where_it_was_when_the_page_is_renewed(seated: Make) -> None:
    desk = seated()
    page = two(desk)
    choice(card(page, 1), "C").focus()
    desk.owner.rename("org/app#1", "Drop the table at last")
    desk.later(minutes=1)
    page.evaluate("document.querySelector('#refresh').form.requestSubmit()")
    expect(card(page, 1).get_by_role("heading", level=3)).to_have_text("Drop the table at last")
    expect(choice(card(page, 1), "C")).to_be_focused()
    desk.owner.comment(desk.ballot(), "/reject")
    ticked(desk)
    refresh(page)
    expect(page.locator("article[data-card]")).to_have_count(1)
    expect(page.get_by_role("button", name="Refresh")).to_be_focused()
    card(page, 3).get_by_label("On disk").check()
    submit(card(page, 3))
    sent(page)
    assert (
        page.evaluate("document.activeElement.closest('[data-card]').dataset.card") == "org/app#3"
    )
