"""Answering a ballot in a real browser, by pointer and by key, up to what the tick makes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from inbox.simulator.conversation import PullRequest
from tests.browser.seated import Seated, card

Make = Callable[..., Seated]


def asked(desk: Seated, **given: Any) -> PullRequest:
    """A risky pull request whose checks are green and whose ballot is open."""
    pull = desk.pull(title="Drop the old table", **given)
    desk.gh.check_run(pull, "build", conclusion="success")
    desk.tick()
    desk.later(minutes=90)
    return pull


def said(desk: Seated) -> list[str]:
    """What the owner wrote in the ballot."""
    comments = desk.ballot().comments
    return [one.body.text for one in comments if one.author is desk.owner.account]


def confirm(page: Page, reason: str = "") -> None:
    """The open confirmation is sent, with that reason."""
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    if reason:
        dialog.get_by_label("Reason (optional)").fill(reason)
    dialog.get_by_role("button", name="Send this answer").click()
    expect(dialog).to_be_hidden()


def test_an_approval_is_sent_applied_and_merged(seated: Make) -> None:
    desk = seated()
    pull = asked(desk)
    page = desk.open()
    shown = card(page, 1)
    expect(shown.get_by_role("link", name="Drop the old table")).to_be_visible()
    shown.locator('[data-choice="A"]').click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"A merges #1 at {pull.head_sha[:7]} with a merge commit")
    confirm(page, "The table is empty.")
    expect(shown.locator("[data-given]")).to_contain_text("A (approve)")
    expect(shown.locator("[data-given]")).to_contain_text("waiting for the next tick")
    assert said(desk) == ["/approve A\n\nThe table is empty."]
    desk.later(minutes=10)
    desk.tick()
    page.get_by_role("button", name="Refresh").click()
    expect(page.locator("[data-empty]")).to_be_visible()
    expect(page.locator("[data-ended]")).to_contain_text("the pull request is merged")
    assert desk.now(pull).merged


@pytest.mark.parametrize(
    ("key", "command"),
    [("a", "/approve A"), ("b", "/approve B"), ("c", "/approve C"), ("r", "/reject")],
)
def test_every_answer_can_be_given_by_keys_alone(seated: Make, key: str, command: str) -> None:
    desk = seated()
    asked(desk)
    page = desk.open()
    card(page, 1)
    page.keyboard.press("j")
    page.keyboard.press(key)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Send this answer").focus()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(card(page, 1).locator("[data-given]")).to_be_visible()
    assert said(desk) == [command]
