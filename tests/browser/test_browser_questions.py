"""Questions answered in a real browser, up to the description and to what the tick records."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.flows import (
    Make,
    add_note,
    asked,
    asking,
    choice,
    confirm,
    question,
    refresh,
    said,
    sent,
    submit,
    ticked,
)
from tests.browser.seated import card
from tests.stories.stories_decisions import ASKED, gate, text
from tests.stories.stories_decisions_tickets import labels, ticket


def test_all_kinds_of_answers_are_ticked_and_recorded(seated: Make) -> None:
    desk = seated()
    pull = asking(desk)
    page = desk.open()
    shown = card(page, 1)
    expect(shown.locator("[data-open]")).to_have_text("2 open")
    storage, extras, name = (question(shown, one) for one in ("storage", "extras", "name"))
    storage.get_by_label("In memory").check()
    storage.get_by_label("On disk").check()
    expect(storage.get_by_label("In memory")).not_to_be_checked()
    add_note(storage, "For now.")
    extras.get_by_label("Thumbnails").check()
    extras.get_by_label("Previews").check()
    extras.get_by_label("Thumbnails").uncheck()
    name.get_by_label("Your answer").fill("Cachet")
    submit(shown)
    sent(page)
    assert text(desk, pull) == (
        ASKED.replace("[ ] On disk\n", "[x] On disk\n> **Note:** For now.\n")
        .replace("[ ] Prev", "[x] Prev")
        .replace("(text)\n", "(text)\n> **Answer:** Cachet\n")
    )
    for one in (storage, extras, name):
        expect(one.locator("[data-badge]")).to_have_text("sent")
    ticked(desk)
    assert gate(desk, pull)[0] == "success"
    assert ["For now." in one.body.text for one in desk.words(pull)] == [True]
    refresh(page)
    expect(shown).to_have_count(0)


def test_an_answer_is_swapped_and_taken_back(seated: Make) -> None:
    desk = seated()
    pull = asking(desk)
    page = desk.open()
    storage = question(card(page, 1), "storage")
    for label, has in (("In memory", "[x] In memory"), ("On disk", "[x] On disk")):
        storage.get_by_label(label).check()
        submit(card(page, 1))
        expect(storage.locator("[data-badge]")).to_have_text("sent")
        expect(storage.get_by_label(label)).to_be_checked()
        assert text(desk, pull) == ASKED.replace(has.replace("x", " "), has)
        ticked(desk)
        refresh(page)
        expect(storage.locator("[data-badge]")).to_have_text("answered")
        expect(storage).to_contain_text("Answered by @owner (you)")
    storage.get_by_label("No answer").check()
    submit(card(page, 1))
    expect(storage.locator("[data-badge]")).to_have_text("open")
    expect(storage.get_by_label("No answer")).to_be_checked()
    assert text(desk, pull) == ASKED
    ticked(desk)
    assert gate(desk, pull) == ("pending", "DECISIONS_PENDING: storage, name")


def test_what_was_sent_stands_in_a_note_until_a_reading_shows_it(seated: Make) -> None:
    desk = seated()
    asking(desk)
    page = desk.open()
    shown = card(page, 1)
    question(shown, "name").get_by_label("Your answer").fill("Cachet")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/state", hold)
    submit(shown)
    note = shown.locator("[data-note]")
    expect(note).to_contain_text("Sent, waiting for the next tick.")
    expect(note).to_contain_text("your answer to name; the next tick reads it.")
    expect(note).to_contain_text("What this page read from GitHub does not show it yet.")
    expect(note.locator("blockquote")).to_have_text("Cachet")
    expect(note).to_be_focused()
    page.route("**/state", lambda route: route.continue_())
    for route in held:
        route.continue_()
    expect(note).to_have_count(0)
    expect(question(shown, "name").locator("[data-badge]")).to_have_text("sent")
    expect(shown).to_be_focused()


def test_an_empty_form_is_not_sent(seated: Make) -> None:
    desk = seated()
    desk.expected.append("status of 400")
    asking(desk)
    page = desk.open()
    submit(card(page, 1))
    told = card(page, 1).locator("form [data-problem]")
    expect(told).to_contain_text("Nothing was changed in this form, so nothing was sent.")
    assert [one.actor for one in desk.gh.journal.done if one.actor == "owner"] == []


def test_approve_waits_for_the_answers_without_a_reload(seated: Make) -> None:
    desk = seated()
    pull = asked(desk, body=ASKED)
    page = desk.open()
    shown = card(page, 1)
    page.evaluate("window.isTheSame = true")
    for letter, is_blocked in (("A", True), ("B", True), ("C", False), ("reject", False)):
        expect(choice(shown, letter).locator("[data-blocked]")).to_have_count(int(is_blocked))
    choice(shown, "A").click(force=True)
    expect(page.locator("#live")).to_have_text("Answer the decisions first: storage, name.")
    question(shown, "storage").get_by_label("On disk").check()
    submit(shown)
    expect(choice(shown, "A")).to_contain_text("Answer the decisions first: name.")
    question(shown, "name").get_by_label("Your answer").fill("Cachet")
    submit(shown)
    expect(choice(shown, "A").locator("[data-blocked]")).to_have_count(0)
    choice(shown, "A").click()
    confirm(page)
    expect(shown.locator("[data-given]")).to_contain_text("A (approve)")
    assert page.evaluate("window.isTheSame")
    for _ in range(2):
        ticked(desk)
    assert desk.now(pull).merged


def test_what_somebody_changed_meanwhile_is_refused_and_what_was_typed_stays(seated: Make) -> None:
    desk = seated()
    pull = asking(desk)
    page = desk.open()
    shown = card(page, 1)
    question(shown, "storage").get_by_label("In memory").check()
    question(shown, "name").get_by_label("Your answer").fill("A long thought")
    desk.owner.tick_box(pull, "On disk")
    desk.later(minutes=1)
    before = text(desk, pull)
    submit(shown)
    note = shown.locator("[data-note]")
    expect(note).to_contain_text("Not sent.")
    expect(note).to_contain_text("storage was changed on GitHub meanwhile: its answer is another")
    expect(note).to_contain_text("A long thought")
    expect(question(shown, "storage").get_by_label("On disk")).to_be_checked()
    expect(question(shown, "name").get_by_label("Your answer")).to_have_value("A long thought")
    assert text(desk, pull) == before
    submit(shown)
    sent(page)
    lost = shown.locator("[data-outcome=not-sent]")
    expect(lost).to_contain_text("In memory")
    lost.get_by_role("button", name="Hide this note").click()
    expect(lost).to_have_count(0)
    assert "> **Answer:** A long thought" in text(desk, pull)
    assert "[x] On disk" in text(desk, pull)


def test_a_form_in_use_is_not_replaced(seated: Make) -> None:
    desk = seated()
    pull = asking(desk)
    page = desk.open()
    shown = card(page, 1)
    field = question(shown, "name").get_by_label("Your answer")
    field.fill("Half a wo")
    desk.author.edit_body(pull, ASKED.replace("On disk", "In a bucket"))
    desk.later(minutes=1)
    refresh(page)
    expect(shown.locator("[data-changed]")).to_contain_text("What you typed is still here")
    expect(field).to_have_value("Half a wo")
    expect(shown.locator("[data-submit]")).to_be_disabled()
    expect(shown.get_by_label("On disk")).to_be_visible()
    shown.get_by_role("button", name="Show the new one").click()
    expect(shown.get_by_label("In a bucket")).to_be_visible()
    expect(shown.locator("[data-submit]")).to_be_enabled()
    expect(shown).to_be_focused()
    field.fill("Once more")
    desk.owner.close(pull)
    refresh(page)
    expect(shown.locator("[data-changed]")).to_contain_text("This does not wait any more.")
    expect(field).to_have_value("Once more")
    shown.get_by_role("button", name="Take it away").click()
    expect(page.locator("article[data-card]")).to_have_count(0)
    assert said(desk, pull) == []


def test_a_ticket_that_waits_for_information(seated: Make) -> None:
    desk = seated()
    asks = ticket(desk)
    desk.tick()
    desk.later(minutes=1)
    page = desk.open()
    shown = card(page, 1)
    expect(shown).to_contain_text("Ticket org/app#1 by @agent")
    question(shown, "storage").get_by_label("On disk").check()
    question(shown, "name").get_by_label("Your answer").fill("Cachet")
    submit(shown)
    sent(page)
    assert "[x] On disk" in text(desk, asks)
    ticked(desk)
    assert labels(desk, asks) == {"ready-for-agent"}
    refresh(page)
    expect(page.locator("[data-empty]")).to_be_visible()
