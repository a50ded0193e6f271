"""The Chromium of this machine, without a window."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ELSEWHERE = "evil.test"
"""A name that was made to point to this machine."""
_QUIET = (  # nothing of the browser's own goes out, and it runs as root in a container, too
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
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
def chromium() -> Iterator[Browser]:
    """The browser runs; raises NoBrowser."""
    path = installed()
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=path, args=list(_QUIET))
        yield launched
        launched.close()
