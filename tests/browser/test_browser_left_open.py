"""A page that was left open: what it shows is old, so it says so and nothing goes out for it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from inbox.simulator.conversation import PullRequest
from tests.browser.flows import (
    Make,
    asked,
    choice,
    confirm,
    dialog,
    loaded,
    refresh,
    said,
    settled,
    ticked,
)
from tests.browser.seated import Seated, card
from tests.stories.stage import APP, RISKY

Deed = Callable[[Seated, PullRequest], object]


def pushed(desk: Seated, pull: PullRequest) -> None:
    """Somebody pushes other code."""
    desk.author.push(pull, files=RISKY)


def retargeted(desk: Seated, pull: PullRequest) -> None:
    """Somebody changes the base."""
    desk.author.retarget(pull, "release")


def asked_again(desk: Seated, pull: PullRequest) -> None:
    """Somebody pushes other code, and a tick asks about it."""
    pushed(desk, pull)
    ticked(desk)


def resolved(desk: Seated, _: PullRequest) -> None:
    """Another window of the owner's gave an answer, and a tick applied it."""
    desk.owner.react(desk.ballot(), "-1")
    ticked(desk)


def closed(desk: Seated, pull: PullRequest) -> None:
    """Somebody closes the pull request."""
    desk.author.close(pull)


DEEDS: dict[str, tuple[Deed, str]] = {
    "pushed": (pushed, "moved from"),
    "retargeted": (retargeted, "is to be merged into release now, not into main"),
    "asked again": (asked_again, "moved from"),
    "resolved": (resolved, "does not wait any more"),
    "closed": (closed, "was closed, so nothing is left to decide"),
}


def waiting(desk: Seated) -> PullRequest:
    """A ballot, and another branch into which its pull request could go."""
    desk.owner.commit(APP, {"x": "1"}, branch="release")
    return asked(desk)


def read_elsewhere(page: Page) -> None:
    """Another tab of the same window made the dashboard read again."""
    other = page.context.new_page()
    other.goto(page.url)
    refresh(other)
    other.close()


def test_a_page_and_an_open_confirmation_notice_by_themselves_that_the_head_moved(
    seated: Make,
) -> None:
    desk = seated()
    pull = waiting(desk)
    desk.start(impatient=True)
    plain, opened = desk.open(), desk.open()
    choice(card(opened, 1), "A").click()
    reason = dialog(opened).get_by_label("Reason (optional)")
    reason.fill("It is empty.")
    pushed(desk, pull)
    button = dialog(opened).get_by_role("button", name="Send this answer")
    expect(button).to_be_disabled(timeout=15_000)
    expect(dialog(opened)).to_contain_text("The ballot changed on GitHub meanwhile")
    expect(reason).to_have_value("It is empty.")
    new = desk.now(pull).head_sha[:7]
    expect(card(plain, 1).locator("[data-moved]")).to_contain_text(f"The head moved to {new}")
    for letter in ("A", "B", "C", "reject"):
        expect(choice(card(plain, 1), letter)).to_have_attribute("aria-disabled", "true")
        expect(choice(card(plain, 1), letter)).to_have_accessible_description(
            re.compile(f"The head moved to {new}")
        )
    choice(card(plain, 1), "A").click(force=True)
    expect(plain.locator("#live")).to_contain_text("The head moved")
    expect(plain.get_by_role("dialog")).to_have_count(0)
    ticked(desk)
    expect(card(plain, 1).locator("[data-head]")).to_have_text(new, timeout=15_000)
    opened.keyboard.press("Escape")
    choice(card(opened, 1), "A").click()
    expect(dialog(opened)).to_contain_text(f"head {new}")
    expect(reason).to_have_value("It is empty.")
    confirm(opened)
    expect(card(opened, 1).locator("[data-given]")).to_be_visible()
    assert said(desk) == ["/approve A\n\nIt is empty."]


@pytest.mark.parametrize("what", ["retargeted", "resolved"])
def test_an_open_confirmation_is_held_as_soon_as_a_reading_shows_it(
    seated: Make, what: str
) -> None:
    desk = seated()
    pull = waiting(desk)
    page = desk.open()
    choice(card(page, 1), "A").click()
    DEEDS[what][0](desk, pull)
    desk.later(minutes=1)
    read_elsewhere(page)
    expect(dialog(page).get_by_role("button", name="Send this answer")).to_be_disabled()
    expect(dialog(page)).to_contain_text("The ballot changed on GitHub meanwhile")
    assert said(desk) == []


@pytest.mark.parametrize(
    ("what", "script"),
    [
        ("pushed", True),
        ("pushed", False),
        ("retargeted", False),
        ("asked again", True),
        ("resolved", False),
        ("closed", True),
    ],
)
def test_what_comes_in_the_last_moment_is_refused_by_the_server(
    seated: Make, what: str, script: bool
) -> None:
    desk = seated()
    pull = waiting(desk)
    page = desk.open(script=script)
    if not script:
        loaded(page)
    choice(card(page, 1), "A").click()
    send = page.get_by_role("button", name="Send this answer")
    page.get_by_label("Reason (optional)").fill("It is empty.")
    deed, says = DEEDS[what]
    deed(desk, pull)
    desk.later(minutes=1)
    send.click()
    note = page.locator("[data-outcome=not-sent]")
    expect(note).to_contain_text("Not sent.")
    expect(note).to_contain_text(says)
    expect(note.locator("blockquote")).to_have_text("It is empty.")
    assert said(desk) == []
    if script:
        settled(page)
    assert not [one for one in desk.gh.journal.done if one.actor == desk.owner.login]
