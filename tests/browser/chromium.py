"""The Chromium of this machine, without a window."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

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


class NoBrowser(Exception):
    """This machine has no Chromium."""


def installed() -> str:
    """The path of the program: `CHROMIUM`, else what the system has; raises NoBrowser for none."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise NoBrowser("no Chromium is installed (on Debian: apt-get install chromium)")
    return found


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """The browser runs, with these arguments more; raises NoBrowser."""
    path = installed()
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=path, args=[*_QUIET, *more])
        yield launched
        launched.close()
