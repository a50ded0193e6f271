"""A browser without script: it asks the application directly, and says where it comes from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from html.parser import HTMLParser
from typing import Any, TypeVar

import httpx

from inbox.dashboard.app import make_app
from inbox.dashboard.board import Board
from inbox.dashboard.view import Desk
from tests.dashboard.readings import NOW

KEY = "k" * 43
PORT = 8123
HOST = f"127.0.0.1:{PORT}"
ROOT = f"/{KEY}/"
ABOUT = "the workflow of `acme/shop` and the ballots of `gate[bot]`"
Fields = Mapping[str, str | list[str]]
Answer = TypeVar("Answer")


def run(speaking: Coroutine[Any, Any, Answer]) -> Answer:
    """What comes of it, in a thread of its own: in this one, a real browser's loop may run."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, speaking).result()


class Visit:
    """One browser on one dashboard; `read` has a first reading made before anybody looks."""

    def __init__(
        self, desk: Desk, *, read: bool = True, clock: Callable[[], datetime] = lambda: NOW
    ) -> None:
        self.board = Board(desk, clock)
        self.app = make_app(self.board, KEY, PORT, ABOUT)
        if read:
            self.board.refresh()
            assert self.board.wait()

    def ask(
        self, method: str, path: str, body: bytes = b"", /, **headers: str | None
    ) -> httpx.Response:
        """One request with exactly these headers; `host=None` leaves that one out."""
        return run(self._ask(method, path, body, {"host": HOST, **headers}))

    async def _ask(
        self, method: str, path: str, content: bytes, headers: Mapping[str, str | None]
    ) -> httpx.Response:
        transport = httpx.ASGITransport(self.app)
        named = [(n.replace("_", "-"), v) for n, v in headers.items() if v is not None]
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            request = client.build_request(method, path, content=content)
            request.headers = httpx.Headers([*named, ("content-length", str(len(content)))])
            return await client.send(request)

    def get(self, path: str = "", /, **headers: str | None) -> httpx.Response:
        """The page below the key."""
        return self.ask("GET", ROOT + path, **headers)

    def post(self, path: str, fields: Fields | None = None) -> httpx.Response:
        """A form sent as the page itself sends it."""
        body = httpx.Request("POST", "http://x", data=dict(fields or {})).content
        return self.ask(
            "POST",
            ROOT + path,
            body,
            origin=f"http://{HOST}",
            sec_fetch_site="same-origin",
            content_type="application/x-www-form-urlencoded",
        )


class Elements(HTMLParser):
    """The elements of a page in order, each a tag and its attributes.

    `text` is what a person reads, without what stands in fields for more than one line.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keeps the element."""
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        """Keeps the text."""
        if not self.found or self.found[-1][0] != "textarea":
            self.text += data

    def all(self, tag: str = "", **wanted: str) -> list[dict[str, str]]:
        """The attributes of each such element; `data_x` stands for `data-x`, "" for any value."""
        names = {name.rstrip("_").replace("_", "-"): value for name, value in wanted.items()}
        return [
            attrs
            for name, attrs in self.found
            if tag in {"", name}
            and all(key in attrs and value in {"", attrs[key]} for key, value in names.items())
        ]


def form(html: str, action: str) -> dict[str, str | list[str]]:
    """The fields of the first form with that action, as a browser sends them untouched."""
    parser = _Form(html, ROOT + action)
    fields: dict[str, str | list[str]] = {}
    for name, value in parser.fields:
        old = fields.get(name)
        fields[name] = value if old is None else [*([old] if isinstance(old, str) else old), value]
    return fields


class _Form(HTMLParser):
    def __init__(self, html: str, action: str) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self._action = action
        self._state = "before"
        self._area: str | None = None
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag == "form" and self._state == "before" and named.get("action") == self._action:
            self._state = "in"
        if self._state != "in" or "name" not in named:
            return
        if tag == "textarea":
            self._area = named["name"]
            self.fields.append((self._area, ""))
        elif tag == "input" and (named["type"] == "hidden" or "checked" in named):
            self.fields.append((named["name"], named["value"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = None
        if tag == "form" and self._state == "in":
            self._state = "after"

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            name, value = self.fields.pop()
            # A browser drops the line break that follows the tag.
            self.fields.append((name, value + (data if value else data.removeprefix("\n"))))
