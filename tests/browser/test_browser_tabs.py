"""Two tabs, two presses, and a tick that runs while somebody presses buttons."""

from __future__ import annotations

import threading

from playwright.sync_api import expect

from tests.browser.flows import (
    Make,
    asked,
    asking,
    choice,
    confirm,
    dialog,
    question,
    refresh,
    said,
    sent,
    submit,
    ticked,
)
from tests.browser.seated import Seated, card
from tests.stories.stories_decisions import ASKED, text


def test_the_same_answer_in_two_tabs_is_one_comment(seated: Make) -> None:
    desk = seated()
    asked(desk)
    first = desk.open()
    second = desk.tab(first.context)
    for page in (first, second):
        choice(card(page, 1), "A").click()
        dialog(page).get_by_label("Reason (optional)").fill("It is empty.")
    for page in (first, second):
        confirm(page)
        expect(card(page, 1).locator("[data-given]")).to_contain_text("A (approve)")
    assert said(desk) == ["/approve A\n\nIt is empty."]


def test_of_two_answers_both_stand_and_the_later_counts(seated: Make) -> None:
    desk = seated()
    pull = asked(desk)
    first = desk.open()
    second = desk.tab(first.context)
    choice(card(first, 1), "A").click()
    choice(card(second, 1), "reject").click()
    confirm(first)
    desk.later(minutes=1)
    confirm(second, "On second thought, no.")
    for page in (first, second):
        expect(card(page, 1).locator("[data-given]")).to_contain_text("reject")
    assert said(desk) == ["/approve A", "/reject\n\nOn second thought, no."]
    ticked(desk)
    assert desk.now(pull).state == "closed"
    assert not desk.now(pull).merged


def test_a_double_click_sends_once(seated: Make) -> None:
    desk = seated()
    asked(desk)
    vague = asking(desk, "## Open questions\n\n- Disk or memory?\n")
    page = desk.open()
    choice(card(page, 1), "C").dblclick()
    dialog(page).get_by_role("button", name="Send this answer").dblclick()
    expect(card(page, 1).locator("[data-given]")).to_be_visible()
    page.locator("[data-send-back]").dblclick()
    expect(page.locator("[data-sent-back]")).to_be_visible()
    assert said(desk) == ["/approve C"]
    assert len(said(desk, vague)) == 1


def test_another_tabs_answer_is_not_written_over(seated: Make) -> None:
    desk = seated()
    pull = asking(desk)
    first = desk.open()
    second = desk.tab(first.context)
    question(card(first, 1), "storage").get_by_label("In memory").check()
    question(card(second, 1), "storage").get_by_label("On disk").check()
    submit(card(first, 1))
    sent(first)
    submit(card(second, 1))
    note = card(second, 1).locator("[data-outcome=not-sent]")
    expect(note).to_contain_text("storage was changed on GitHub meanwhile")
    expect(note).to_contain_text("On disk")
    assert text(desk, pull) == ASKED.replace("[ ] In memory", "[x] In memory")


class Ticking(threading.Thread):
    """Ticks again and again until it is stopped."""

    def __init__(self, desk: Seated) -> None:
        super().__init__()
        self._desk = desk
        self._ends = threading.Event()
        self.statuses: list[int] = []

    def run(self) -> None:
        """Ticks."""
        while not self._ends.is_set():
            self.statuses.append(self._desk.tick().exit_status)

    def __enter__(self) -> Ticking:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.set()
        self.join()


def test_ticks_at_the_same_time_post_nothing_twice_and_everything_converges(seated: Make) -> None:
    desk = seated()
    ballots = [asked(desk, title=f"Drop table {number}") for number in range(2)]
    asks = asking(desk)
    page = desk.open()
    with Ticking(desk) as ticking:
        for pull, letter in zip(ballots, ("A", "reject"), strict=True):
            choice(card(page, pull.number), letter).click()
            confirm(page, "While it ticks.")
        shown = card(page, asks.number)
        question(shown, "storage").get_by_label("On disk").check()
        question(shown, "name").get_by_label("Your answer").fill("Cachet")
        submit(shown)
        sent(page)
        refresh(page)
    assert set(ticking.statuses) == {0}
    for _ in range(2):
        ticked(desk)
    refresh(page)
    expect(page.locator("[data-empty]")).to_be_visible()
    approved, rejected = (desk.now(one) for one in ballots)
    assert (approved.merged, rejected.merged, rejected.state) == (True, False, "closed")
    assert [said(desk, one) for one in desk.ballots()] == [
        ["/approve A\n\nWhile it ticks."],
        ["/reject\n\nWhile it ticks."],
    ]
    assert len(desk.words(asks)) == 1
    assert text(desk, asks).count("Cachet") == 1
