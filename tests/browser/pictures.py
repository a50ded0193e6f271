"""The pictures of the dashboard in the documents, taken from a simulated GitHub.

`python -m tests.browser.pictures` writes them anew.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import chromium
from tests.browser.seated import Seated
from tests.stories.actions_runner import ROOT

SHOP = "octo-org/shop"
FOLDER = ROOT / "docs" / "pictures"
PHONE = (360, 740)

_ORDERS = """\
Orders are read from `sales` since March, and nothing has written to `orders` for six weeks.

- [x] a dump is in the archive
- [x] the nightly report runs without it
"""
_THUMBNAILS = """\
The overview loads every photo in full size; this caches small ones.

## Decisions

<!-- decision-inbox:decisions -->

### where: Where should the cache live?

- [ ] In memory, gone with every restart
- [ ] On disk, below `/var/cache/shop`

### sizes: Which sizes should be made ahead? (pick any) (optional)

- [ ] 160 px, for the overview
- [ ] 480 px, for phones

### name: What should customers read while a photo is made? (text)
"""


def shop(desk: Seated) -> None:
    """A shop with a ballot, a pull request that asks, and one that was answered lately."""
    gh = desk.gh
    mona, hubot = gh.user("mona", role="admin"), gh.user("hubot", role="write")
    names = desk.pull(
        title="Keep first and last names apart",
        author=hubot,
        files={"migrations/0041_split_names.sql": "added"},
    )
    gh.check_run(names, "build")
    desk.tick()
    desk.later(hours=3)
    mona.comment(desk.ballot(), "/approve A")
    for _ in range(2):  # the first answers, the second merges after the grace
        desk.later(minutes=9)
        desk.tick()
    orders = desk.pull(
        title="Drop the old orders table",
        author=hubot,
        body=_ORDERS,
        files={
            "migrations/0042_drop_orders.sql": "added",
            "shop/models.py": "modified",
            "shop/reports/nightly.py": "modified",
        },
    )
    for name in ("build", "lint", "test (3.13)"):
        gh.check_run(orders, name)
    desk.later(minutes=12)
    desk.tick()
    desk.later(hours=2, minutes=20)
    desk.pull(
        title="Make small photos for the overview",
        author=hubot,
        body=_THUMBNAILS,
        files={"shop/photos.py": "modified"},
    )
    desk.tick()
    desk.later(hours=4)


def _asks(page: Page) -> Locator:
    """The card of the pull request with a ballot, as soon as everything is there."""
    expect(page.locator("[data-ended]")).to_be_visible()
    return page.locator("article[data-card]").filter(has_text="Drop the old orders table")


def _wide(page: Page) -> None:
    """The board as it is on a desk, in light colours."""
    expect(_asks(page)).to_be_visible()
    page.screenshot(path=FOLDER / "dashboard.png", full_page=True)


def _narrow(page: Page) -> None:
    """The confirmation of A as it is on a phone, in dark colours."""
    _asks(page).locator('[data-choice="A"]').click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.mouse.move(0, 0)
    page.screenshot(path=FOLDER / "dashboard-narrow.png")


def main() -> None:
    """Both pictures stand in the documents."""
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        desk = Seated(
            browser,
            Path(folder),
            who="mona",
            repos={SHOP: "private"},
            owner_yml="github_login: mona\n",
        )
        try:
            shop(desk)
            _wide(desk.open((1100, 900)))
            _narrow(desk.open(PHONE, colours="dark"))
        finally:
            desk.close()


if __name__ == "__main__":
    main()
