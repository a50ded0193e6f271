"""What the stories before the dashboard have in common: what is asked, and what somebody does."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import Any

from playwright.sync_api import Locator, Page, expect

from inbox.simulator.conversation import Issue, PullRequest
from inbox.simulator.developing import Person
from tests.browser.seated import Seated
from tests.stories.stage import SAFE
from tests.stories.stories_decisions import ASKED

_PATIENCE = 15  # seconds
Make = Callable[..., Seated]


def asked(desk: Seated, **given: Any) -> PullRequest:
    """A risky pull request whose checks are green and whose ballot is open."""
    pull = desk.pull(**{"title": "Drop the old table", **given})
    desk.gh.check_run(pull, "build", conclusion="success")
    desk.tick()
    desk.later(minutes=90)
    return pull


def asking(desk: Seated, body: str = ASKED, **given: Any) -> PullRequest:
    """A harmless pull request that asks, and that a tick has seen."""
    pull = desk.pull(**{"title": "Cache thumbnails", "files": SAFE, "body": body, **given})
    desk.tick()
    desk.later(minutes=1)
    return pull


def said(
    desk: Seated, where: PullRequest | Issue | None = None, by: Person | None = None
) -> list[str]:
    """What the owner, or `by`, wrote in the ballot, or `where`."""
    comments = desk.now(where or desk.ballot()).comments
    who = (by or desk.owner).account
    return [one.body.text for one in comments if one.author is who]


def ticked(desk: Seated) -> None:
    """Ten minutes later, a tick."""
    desk.later(minutes=10)
    desk.tick()
    desk.later(minutes=1)


def choice(of: Locator, letter: str) -> Locator:
    """The button of that answer."""
    return of.locator(f'[data-choice="{letter}"]')


def dialog(page: Page) -> Locator:
    """The confirmation that is open."""
    found = page.locator("dialog#dialog")
    expect(found).to_be_visible()
    return found


def confirm(page: Page, reason: str = "") -> None:
    """The open confirmation is sent, with that reason."""
    opened = dialog(page)
    if reason:
        opened.get_by_label("Reason (optional)").fill(reason)
    opened.get_by_role("button", name="Send this answer").click()
    expect(opened).to_be_hidden()


def sent(page: Page) -> None:
    """The page said aloud that something was sent; where GitHub shows it, its note may be gone."""
    expect(page.locator("#live")).to_contain_text(re.compile("^Sent, "))


def refresh(page: Page) -> None:
    """GitHub was read again, and the page shows it."""
    page.get_by_role("button", name="Refresh").click()
    settled(page)


def settled(page: Page) -> None:
    """Nothing is being read any more."""
    expect(page.locator('[data-progress="idle"]')).to_be_visible()


def loaded(page: Page) -> None:
    """The page was loaded until nothing is being read any more, as one does without script."""
    deadline = monotonic() + _PATIENCE
    while page.locator('[data-progress="reading"]').count():
        assert monotonic() < deadline, "GitHub is read for ever"
        page.reload()


def card_is_shown(page: Page, number: int) -> None:
    """The page was loaded, by itself or anew, until that card of the first repository is there."""
    loaded(page)
    expect(page.locator(f'article[data-card$="#{number}"]')).to_be_visible()


def pressed(button: Locator) -> None:
    """The button or link was pressed, and the page after it loaded as one does without script."""
    with button.page.expect_navigation():
        button.click()
    loaded(button.page)


def question(of: Locator, name: str) -> Locator:
    """The question of that name on a card."""
    return of.locator(f'[data-question="{name}"]')


def add_note(of: Locator, text: str) -> None:
    """The note box of the question holds that text."""
    of.locator("summary").click()
    of.locator("[data-note-box]").fill(text)


def submit(of: Locator) -> None:
    """The form of the card is sent."""
    of.locator("[data-submit]").click()
