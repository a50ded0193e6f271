"""A real browser, where there is one, and the dashboard as a process before a simulated GitHub."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import NoBrowser, chromium, installed
from tests.browser.seated import Seated

expect.set_options(timeout=15_000)  # milliseconds: a busy machine may take its time


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window; where there is none, a failure if `REQUIRE_BROWSER` is set."""
    try:
        installed()
    except NoBrowser as none:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(str(none), pytrace=False)
        pytest.skip(str(none))  # for people without a browser; `.ci/run` takes that for a failure
    with chromium() as launched:
        yield launched


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
