"""Answering a ballot in a real browser, by pointer, up to what the tick makes of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.flows import Make, asked, choice, confirm, dialog, refresh, said, ticked
from tests.browser.seated import card
from tests.stories.stories_decisions import ASKED


def test_an_approval_is_sent_applied_and_merged(seated: Make) -> None:
    desk = seated()
    pull = asked(desk)
    page = desk.open()
    shown = card(page, 1)
    expect(shown.get_by_role("link", name="Drop the old table")).to_be_visible()
    expect(shown.locator("[data-checks]")).to_have_text("1 green")
    expect(shown.locator("[data-files]")).to_contain_text("1 file changed")
    choice(shown, "A").click()
    expect(dialog(page)).to_contain_text(f"A merges #1 at {pull.head_sha[:7]} with a merge commit")
    confirm(page, "The table is empty.")
    expect(shown.locator("[data-given]")).to_contain_text("A (approve)")
    expect(shown.locator("[data-given]")).to_contain_text("waiting for the next tick")
    assert said(desk) == ["/approve A\n\nThe table is empty."]
    assert not desk.now(pull).merged
    ticked(desk)
    refresh(page)
    expect(page.locator("[data-empty]")).to_be_visible()
    expect(page.locator("[data-ended]")).to_contain_text("approved: option A")
    expect(page.locator("[data-ended]")).to_contain_text("the pull request is merged")
    assert desk.now(pull).merged


@pytest.mark.parametrize(
    ("letter", "command", "ends"),
    [
        ("B", "/approve B", "approved: option B, the alternate"),
        ("C", "/approve C", ""),
        ("reject", "/reject", "the pull request is closed"),
    ],
)
def test_the_other_answers_with_their_reasons(
    seated: Make, letter: str, command: str, ends: str
) -> None:
    desk = seated()
    pull = asked(desk)
    page = desk.open()
    shown = card(page, 1)
    choice(shown, letter).click()
    confirm(page, "First.\n\nSecond, with `code`.")
    expect(shown.locator("[data-given]")).to_contain_text("waiting for the next tick")
    assert said(desk) == [f"{command}\n\nFirst.\n\nSecond, with `code`."]
    ticked(desk)
    refresh(page)
    if ends:
        expect(page.locator("[data-ended]")).to_contain_text(ends)
        expect(shown).to_have_count(0)
    else:
        expect(shown.locator("[data-stage=deferred]")).to_be_visible()
        choice(shown, "A").click()
        confirm(page)
        expect(shown.locator("[data-given]")).to_contain_text("A (approve)")
        ticked(desk)
        ticked(desk)
        assert desk.now(pull).merged
    assert desk.now(pull).merged == (letter == "C")
    assert desk.now(pull).state == ("open" if letter == "B" else "closed")


def test_a_reason_that_would_be_a_command_is_refused_and_stays(seated: Make) -> None:
    desk = seated()
    asked(desk)
    page = desk.open()
    shown = card(page, 1)
    choice(shown, "A").click()
    confirm(page, "It is empty.\n/reject")
    note = shown.locator("[data-note]")
    expect(note).to_contain_text("Not sent.")
    expect(note).to_contain_text("The line /reject in the reason would be read as a command")
    expect(note.locator("blockquote")).to_have_text("It is empty.\n/reject")
    assert said(desk) == []
    choice(shown, "A").click()
    reason = dialog(page).get_by_label("Reason (optional)")
    expect(reason).to_have_value("It is empty.\n/reject")
    confirm(page, "It is empty.")
    expect(shown.locator("[data-given]")).to_be_visible()
    expect(note).to_have_count(0)
    assert said(desk) == ["/approve A\n\nIt is empty."]


def test_a_cancelled_confirmation_sends_nothing_and_keeps_the_reason(seated: Make) -> None:
    desk = seated()
    asked(desk)
    page = desk.open()
    shown = card(page, 1)
    choice(shown, "B").click()
    dialog(page).get_by_label("Reason (optional)").fill("Not sure yet")
    dialog(page).get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(choice(shown, "B")).to_be_focused()
    choice(shown, "C").click()
    expect(dialog(page).get_by_label("Reason (optional)")).to_have_value("Not sure yet")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert said(desk) == []
    assert desk.gh.journal.done[-1].actor != "owner"


def test_a_tampered_ballot_can_only_be_refused(seated: Make) -> None:
    desk = seated()
    pull = asked(desk)
    ballot = desk.ballot()
    desk.agent.edit_body(ballot, ballot.body.text.replace("irreversible", "harmless"))
    page = desk.open()
    shown = card(page, 1)
    expect(shown.locator("[data-stage=tampered]")).to_be_visible()
    for letter in ("A", "B"):
        expect(choice(shown, letter)).to_have_attribute("aria-disabled", "true")
        choice(shown, letter).click(force=True)
        expect(page.locator("#live")).to_contain_text("The text of this ballot was changed")
    expect(page.get_by_role("dialog")).to_have_count(0)
    choice(shown, "reject").click()
    confirm(page)
    expect(shown.locator("[data-given]")).to_contain_text("reject")
    ticked(desk)
    assert desk.now(pull).state == "closed"
    assert not desk.now(pull).merged


def test_who_is_not_on_the_allowlist_can_read_and_nothing_else(seated: Make) -> None:
    desk = seated(who="agent")
    asked(desk, body="## Open questions\n\n- Disk or memory?\n")
    asks = desk.pull(title="Ask", files={"a.txt": "added"}, body=ASKED)
    desk.tick()
    page = desk.open()
    expect(page.locator("[data-read-only]")).to_contain_text("agent is not on the allowlist")
    for letter in ("A", "B", "C", "reject"):
        button = choice(card(page, 1), letter)
        expect(button).to_have_attribute("aria-disabled", "true")
        button.click(force=True)
        expect(page.locator("#live")).to_contain_text("Read-only")
    for hook in ("[data-submit]", "[data-send-back]"):
        expect(page.locator(hook)).to_be_disabled()
    for field in page.locator("fieldset input:visible, fieldset textarea:visible").all():
        expect(field).to_be_disabled()
    card(page, 1).focus()
    page.keyboard.press("a")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto(f"{desk.address}answer/{desk.ballot().ref.replace('#', '/')}/A")
    expect(page.locator("[data-blocked]")).to_contain_text("agent is not on the allowlist")
    expect(page.get_by_role("button")).to_have_count(0)
    assert said(desk, by=desk.agent) == []
    assert desk.now(asks).body.text == ASKED
