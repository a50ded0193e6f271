"""Somebody before the dashboard: the real program as a process, a real page, a simulated GitHub."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Locator, Page, expect

from tests.stories.actions_runner import ROOT
from tests.stories.stage import Stage, Way

BOT = "github-actions[bot]"
WIDE, NARROW = (1100, 900), (360, 740)
_ADDRESS = re.compile(r"^  (http://127\.0\.0\.1:\d+/[\w-]+/)$", re.MULTILINE)
_PATIENCE = 15_000  # milliseconds; a reading of the simulated GitHub takes a fraction of a second


class Seated(Stage):
    """A stage with a dashboard before it, which somebody opened in a browser.

    `who` holds the token, `look` is how the page is seen (width, colours, motion). The page must
    not have logged an error, asked another host for anything, or shown the token when it ends.
    """

    def __init__(self, browser: Browser, folder: Path, *, who: str = "owner", **given: Any) -> None:
        super().__init__(way=Way.LOOPBACK, **given)
        self._browser = browser
        self._folder = folder
        self._who = who
        self._program: subprocess.Popen[str] | None = None
        self._contexts: list[Any] = []
        self.address = ""
        self.errors: list[str] = []
        self.strangers: list[str] = []
        self.secret = "ghp_nobody"

    def start(self, **env: str) -> str:
        """The program runs; the address that it prints."""
        self._folder.mkdir(parents=True, exist_ok=True)
        token = self.gh.token(f"ghp_{self._who}", self.gh.person(self._who))
        self.secret = token
        self._program = subprocess.Popen(
            [sys.executable, "-s", "-u", str(ROOT / "entrypoint.py"), "dashboard"],
            env={**self._variables(token), **env},
            cwd=self._folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._program.stdout
        said = ""
        while not (found := _ADDRESS.search(said)):
            line = self._program.stdout.readline()
            assert line, self._program.communicate()[1]
            said += line
        self.address = found[1]
        return self.address

    def _variables(self, token: str) -> Mapping[str, str]:
        return {
            "PATH": "/usr/bin:/bin",
            "GITHUB_API_URL": self._api_url,
            "GITHUB_GRAPHQL_URL": f"{self._api_url}/graphql",
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_REPOSITORY": self.home,
            "GITHUB_TOKEN": token,
            "INPUT_BOT_LOGIN": self.bot.login,
            "DECISION_INBOX_WRITE_INTERVAL": "0",
        }

    def open(
        self,
        size: tuple[int, int] = WIDE,
        *,
        colours: Literal["dark", "light"] = "light",
        script: bool = True,
        path: str = "",
    ) -> Page:
        """A new tab of its own at the dashboard, once the first reading is shown."""
        if self._program is None:
            self.start()
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=colours,
            reduced_motion="reduce",
            java_script_enabled=script,
            locale="en",
            timezone_id="UTC",
        )
        context.set_default_timeout(_PATIENCE)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: self._heard(said.type, said.text))
        page.on("pageerror", lambda failure: self.errors.append(str(failure)))
        page.on("request", lambda request: self._asked(request.url))
        page.goto(self.address + path)
        return page

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.errors.append(text)

    def _asked(self, url: str) -> None:
        if not url.startswith(self.address.rpartition("/")[0].rpartition("/")[0]):
            self.strangers.append(url)

    def stop(self) -> tuple[int, str]:
        """The program was interrupted, as by Ctrl-C; its exit status and what it said last."""
        assert self._program
        self._program.send_signal(signal.SIGINT)
        out, err = self._program.communicate(timeout=20)
        status, self._program = self._program.returncode, None
        return status, out + err

    def close(self) -> None:
        """Nothing is left running, and nothing went wrong unseen."""
        for context in self._contexts:
            context.close()
        said = ""
        if self._program is not None:
            _, said = self.stop()
        super().close()
        assert self.secret not in said
        assert self.errors == []
        assert self.strangers == []


def card(page: Page, number: int, repo: str = "org/app") -> Locator:
    """The card of that pull request or ticket, once it is there."""
    found = page.locator(f'article[data-card="{repo}#{number}"]')
    expect(found).to_be_visible(timeout=_PATIENCE)
    return found
