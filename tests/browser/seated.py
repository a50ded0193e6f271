"""Somebody before the dashboard: the real program as a process, a real page, a simulated GitHub."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page, expect

from inbox.dashboard.guard import HEADERS
from tests.stories.actions_runner import ROOT
from tests.stories.stage import Stage, Way

BOT = "github-actions[bot]"
WIDE, NARROW = (1100, 900), (360, 740)
_ADDRESS = re.compile(r"^  (http://127\.0\.0\.1:\d+/[\w-]+/)$", re.MULTILINE)
_PATIENCE = 15_000  # milliseconds; a reading of the simulated GitHub takes a fraction of a second
_IMPATIENT = """
from datetime import timedelta
from inbox.cli import console
from inbox.dashboard import board
board.STALE_AFTER = timedelta(seconds=1)
board._SHARE = 1
console()
"""


class Seated(Stage):
    """A stage with a dashboard before it, which somebody opened in a browser.

    `who` holds the token. When it ends, no page has logged an error that `expected` does not name
    (by a part of it), asked another host for anything, opened a dialog of the browser's own, or
    shown the token; and everything that was got came with the headers of the guard.
    """

    def __init__(self, browser: Browser, folder: Path, *, who: str = "owner", **given: Any) -> None:
        super().__init__(way=Way.LOOPBACK, **given)
        self.browser = browser
        self.folder = folder
        self.who = who
        self.address = ""
        self.secret = "ghp_nobody"
        self.errors: list[str] = []
        self.expected: list[str] = []
        self.strangers: list[str] = []
        self.got: set[str] = set()
        self._program: subprocess.Popen[str] | None = None
        self._contexts: list[BrowserContext] = []

    # The program

    def start(self, *, impatient: bool = False, arguments: Sequence[str] = (), **env: str) -> str:
        """The program runs; the address that it prints.

        An impatient one finds a reading old after a second, and not after a minute.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        token = self.gh.token(f"ghp_{self.who}", self.gh.person(self.who))
        self.secret = token
        run = ["-c", _IMPATIENT] if impatient else [str(ROOT / "entrypoint.py")]
        variables = {**self._variables(token), **env}
        self._program = subprocess.Popen(
            [sys.executable, "-s", "-u", *run, "dashboard", *arguments],
            env={name: text for name, text in variables.items() if text},
            cwd=self.folder,
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
            "PYTHONPATH": str(ROOT),
            "GITHUB_API_URL": self._api_url,
            "GITHUB_GRAPHQL_URL": f"{self._api_url}/graphql",
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_REPOSITORY": self.home,
            "GITHUB_TOKEN": token,
            "INPUT_BOT_LOGIN": self.bot.login,
            "DECISION_INBOX_WRITE_INTERVAL": "0",
        }

    @property
    def port(self) -> int:
        """Where the program listens."""
        return urlsplit(self.address).port or 0

    @property
    def key(self) -> str:
        """The secret of its address."""
        return urlsplit(self.address).path.strip("/")

    def ask(
        self, path: str, method: str = "GET", body: str = "", **headers: str
    ) -> tuple[int, Mapping[str, str], str]:
        """Status, headers and text of one request without a browser, as anybody may send it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        if body:
            named.setdefault("Content-Type", "application/x-www-form-urlencoded")
        connection.request(method, path, body or None, named)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, {name.lower(): one for name, one in answer.getheaders()}, text

    def stop(self) -> tuple[int, str]:
        """The program was interrupted, as by Ctrl-C; its exit status and what it said last."""
        assert self._program
        self._program.send_signal(signal.SIGINT)
        out, err = self._program.communicate(timeout=20)
        status, self._program = self._program.returncode, None
        return status, out + err

    # The browser

    def open(
        self,
        size: tuple[int, int] = WIDE,
        *,
        colours: Literal["dark", "light"] = "light",
        script: bool = True,
        motion: Literal["reduce", "no-preference"] = "reduce",
        path: str = "",
    ) -> Page:
        """A new window of its own at the dashboard."""
        if self._program is None:
            self.start()
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=colours,
            reduced_motion=motion,
            java_script_enabled=script,
            locale="en",
            timezone_id="UTC",
        )
        context.set_default_timeout(_PATIENCE)
        self._contexts.append(context)
        return self.tab(context, path)

    def tab(self, context: BrowserContext, path: str = "") -> Page:
        """One more tab of that window at the dashboard."""
        page = context.new_page()
        page.on("console", lambda said: self._heard(said.type, said.text))
        page.on("pageerror", lambda failure: self.errors.append(str(failure)))
        page.on("request", lambda request: self._asked(request.method, request.url))
        page.on("dialog", self._refuse)
        page.goto(self.address + path)
        return page

    def _heard(self, kind: str, text: str) -> None:
        is_expected = any(one in text for one in self.expected)
        if kind in ("error", "warning") and not is_expected:
            self.errors.append(text)

    def _asked(self, method: str, url: str) -> None:
        url = url.partition("#")[0]
        if not url.startswith(self.address):
            self.strangers.append(url)
        elif method == "GET":
            self.got.add(url)

    def _refuse(self, dialog: Dialog) -> None:
        self.errors.append(f"a dialog of the browser's own: {dialog.message}")
        dialog.dismiss()

    # The end

    def close(self) -> None:
        """Nothing is left running, and nothing went wrong unseen."""
        seen = [page.content() for context in self._contexts for page in context.pages]
        for context in self._contexts:
            context.close()
        said = ""
        if self._program is not None:
            seen += map(self._checked, sorted(self.got))
            _, said = self.stop()
        super().close()
        assert self.secret not in said + "".join(seen)
        assert self.errors == []
        assert self.strangers == []

    def _checked(self, url: str) -> str:
        """What stands at that address now; the guard's headers came with it."""
        _, headers, text = self.ask(urlsplit(url).path)
        assert {name.lower(): one for name, one in HEADERS.items()}.items() <= headers.items(), url
        return f"{headers}{text}"


def card(page: Page, number: int, repo: str = "org/app") -> Locator:
    """The card of that pull request or ticket, once it is there."""
    found = page.locator(f'article[data-card="{repo}#{number}"]')
    expect(found).to_be_visible(timeout=_PATIENCE)
    return found
