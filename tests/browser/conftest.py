"""A real browser, where there is one, and the dashboard as a process before a simulated GitHub."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.seated import Seated

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_QUIET = (  # nothing of the browser's own goes out, and it runs as root in a container, too
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window; where there is none, a failure if `REQUIRE_BROWSER` is set."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        said = "no Chromium is installed (on Debian: apt-get install chromium)"
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(said, pytrace=False)
        pytest.skip(said)
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=found, args=list(_QUIET))
        yield launched
        launched.close()


@pytest.fixture
def seated(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Seated]]:
    """Makes stages with a dashboard and somebody before it; each is checked when it ends."""
    made: list[Seated] = []

    def make(**given: Any) -> Seated:
        made.append(Seated(browser, tmp_path / str(len(made)), **given))
        return made[-1]

    yield make
    for one in made:
        one.close()
