"""Axe, narrow windows, both colours, motion, and focus, on every state of the dashboard."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from inbox.simulator.faults import FOREVER
from tests.browser.flows import (
    Make,
    asked,
    asking,
    choice,
    confirm,
    dialog,
    question,
    refresh,
    settled,
    submit,
    ticked,
)
from tests.browser.looks import check, fits, tab_stops
from tests.browser.seated import NARROW, WIDE, Seated, card
from tests.stories.stage import RISKY
from tests.stories.stories_decisions import ASKED, VAGUE
from tests.stories.stories_decisions_tickets import ticket

Colours = Literal["dark", "light"]
LOOKS = pytest.mark.parametrize(
    ("colours", "size"),
    [("light", WIDE), ("dark", WIDE), ("light", NARROW), ("dark", NARROW)],
    ids=["light", "dark", "light, narrow", "dark, narrow"],
)
LONG = "a_very_long_name_without_any_place_to_break_" * 4
PROSE = """\
### Why

It is *slow*; see `tools/measure.py` and [the numbers](https://example.org/numbers).

| before | after |
| --- | --- |
| 12 s | 0.3 s |

```python
print("a line of code that is longer than any telephone is wide, and has to be scrolled to be read")
```

> Said before.

1. one
2. two
"""


def everything(desk: Seated) -> None:
    """One of everything that the page can show."""
    rejected = asked(desk, title="Publish to the registry")
    desk.owner.react(desk.ballot(), "-1")
    ticked(desk)
    assert desk.now(rejected).state == "closed"
    asked(desk, title="Drop the old table", body=PROSE, files={f"migrations/{LONG}.sql": "added"})
    asked(desk, title=f"Ask {LONG}", body=f"{PROSE}\n{ASKED}")
    moved = asked(desk, title="Moved")
    tampered = asked(desk, title="Tampered")
    desk.agent.edit_body(desk.ballot(), desk.ballot().body.text.replace("irreversible", "tame"))
    desk.owner.comment(desk.ballot(), "/aprove")
    asking(desk, ASKED.replace("[ ] On disk", "[x] On disk"), title="Confirm me")
    asking(desk, VAGUE, title="Too vague")
    ticket(desk)
    desk.tick()
    desk.later(hours=30)
    desk.author.push(moved, files=RISKY)
    assert desk.now(tampered).state == "open"


def folds(page: Page) -> None:
    """Everything that was folded is open."""
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")


@LOOKS
def test_the_board_with_everything_its_dialogs_and_its_notes(
    seated: Make, colours: Colours, size: tuple[int, int]
) -> None:
    desk = seated()
    everything(desk)
    page = desk.open(size, colours=colours)
    shown = card(page, 3)
    fits(page)
    folds(page)
    check(page)
    question(card(page, 5), "name").get_by_label("Your answer").fill("Cachet")
    submit(card(page, 5))
    expect(page.locator("#live")).to_contain_text("Sent, ")
    choice(shown, "A").click()
    dialog(page)
    check(page, "dialog[open]")
    confirm(page, f"A reason\n/reject {LONG}")
    expect(shown.locator("[data-outcome=not-sent]")).to_be_visible()
    settled(page)
    folds(page)
    check(page, "[data-card]:has([data-outcome])")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    check(page, "dialog[open]")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 320, "height": 640})
    fits(page)


@LOOKS
def test_empty_broken_and_read_only(seated: Make, colours: Colours, size: tuple[int, int]) -> None:
    desk = seated(who="agent")
    page = desk.open(size, colours=colours)
    expect(page.locator("[data-empty]")).to_be_visible()
    check(page)
    asked(desk, body=ASKED)
    refresh(page)
    expect(card(page, 1)).to_be_visible()
    expect(page.locator("[data-read-only]")).to_be_visible()
    check(page)
    desk.gh.faults.answer(status=403, body={"message": "Sorry"}, times=FOREVER)
    refresh(page)
    expect(page.locator("[data-failure]")).to_be_visible()
    check(page)
    page.set_viewport_size({"width": 320, "height": 640})
    fits(page)


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_pages_without_script_and_the_first_reading(seated: Make, colours: Colours) -> None:
    desk = seated()
    desk.expected += ["status of 404", "status of 400"]
    asked(desk, body=PROSE)
    with desk.gh.lock:
        waiting = desk.open(NARROW, colours=colours)
        expect(waiting.locator("[data-skeleton]")).to_be_visible()
        check(waiting)
    expect(card(waiting, 1)).to_be_visible()
    page = desk.open(NARROW, colours=colours, path="answer/org/app/2/A")
    expect(page.get_by_role("button", name="Send this answer")).to_be_visible()
    check(page)
    page.goto(f"{desk.address}nothing")
    expect(page.get_by_role("heading", name="Not here")).to_be_visible()
    check(page)


def test_tab_goes_through_the_page_in_order_and_shows_where_it_is(seated: Make) -> None:
    desk = seated()
    asked(desk, body=ASKED)
    asking(desk)
    page = desk.open(NARROW, colours="dark")
    expect(card(page, 3)).to_be_visible()
    settled(page)
    stops = tab_stops(page)
    assert stops[:4] == ["a", "refresh", "show-keys", "a"]
    one, two = "card-org/app:1", "card-org/app:3"
    wanted = [
        *(f"{one}-{letter}" for letter in ("a", "b", "c", "reject")),
        *(f"{one}-q-storage-0", f"{one}-q-extras-1", f"{one}-q-extras-2", f"{one}-q-name-text"),
        f"{one}-submit",
        *(f"{two}-q-storage-0", f"{two}-q-extras-1", f"{two}-q-extras-2", f"{two}-q-name-text"),
        f"{two}-submit",
    ]
    assert [stop for stop in stops if stop in wanted] == wanted
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to what waits")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-card]') !== null")
    choice(card(page, 1), "C").click()
    assert set(dialog_stops(page)) <= {"reason", "a", "button", "body", "html"}


def dialog_stops(page: Page) -> list[str]:
    """What Tab reaches while a confirmation is open: nothing behind it."""
    dialog(page)
    found = []
    for _ in range(6):
        page.keyboard.press("Tab")
        found.append(
            page.evaluate(
                "document.activeElement.closest('dialog, body, html') === document.body"
                " && document.activeElement !== document.body ? 'behind'"
                " : document.activeElement.id || document.activeElement.tagName.toLowerCase()"
            )
        )
    return found


def test_every_control_has_a_name_and_motion_is_reduced(seated: Make) -> None:
    desk = seated()
    asked(desk, body=ASKED)
    with desk.gh.lock:
        for is_still in (True, False):
            page = desk.open(motion="reduce" if is_still else "no-preference")
            expect(page.locator(".reading")).to_be_visible()
            playing = page.evaluate(
                "document.getAnimations().filter((one) => one.playState === 'running'"
                " && one.effect.getComputedTiming().duration > 50).length"
            )
            assert (playing == 0) is is_still
    page = desk.open()
    expect(card(page, 1)).to_be_visible()
    names = page.evaluate(
        """() => [...document.querySelectorAll("button, input, textarea, a, summary")]
          .filter((one) => one.checkVisibility())
          .map((one) => [one.outerHTML.slice(0, 100), (one.labels?.[0]?.textContent
            ?? one.getAttribute("aria-label") ?? one.textContent).trim()])"""
    )
    assert len(names) > 15
    assert [html for html, name in names if not name] == []
    assert page.evaluate("document.documentElement.lang") == "en"
    assert [one.get_attribute("role") for one in page.locator("#live").all()] == ["status"]
