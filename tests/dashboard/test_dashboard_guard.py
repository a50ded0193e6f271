"""Only the page itself may speak to the dashboard, and every answer says what a browser may do."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

import httpx
import pytest

from inbox.dashboard.board import Snapshot
from inbox.dashboard.guard import BODY_LIMIT, HEADERS
from tests.dashboard.readings import FakeDesk, card, reading
from tests.dashboard.visits import HOST, KEY, PORT, ROOT, Visit, run

ORIGIN = f"http://{HOST}"
FORM = {"content_type": "application/x-www-form-urlencoded"}


@pytest.fixture
def visit() -> Visit:
    """A dashboard that was read."""
    return Visit(FakeDesk(reading(card())))


@pytest.mark.parametrize(
    "host",
    [
        *(None, "", "127.0.0.1", "localhost", f"127.0.0.1:{PORT + 1}", f"evil.example:{PORT}"),
        *(f"127.0.0.1.evil.example:{PORT}", f"127.0.0.1:{PORT}.evil.example", f"[::1]:{PORT}"),
        *(f"LOCALHOST:{PORT}", f"0.0.0.0:{PORT}", f"user@127.0.0.1:{PORT}", f" localhost:{PORT}"),
    ],
)
def test_another_host_is_not_served(visit: Visit, host: str | None) -> None:
    answer = visit.get(host=host)
    assert (answer.status_code, answer.text) == (421, "This address is not served here.\n")


def test_two_hosts_are_one_too_many(visit: Visit) -> None:
    scope = {"type": "http", "method": "GET", "path": ROOT, "query_string": b""}
    host = (b"host", HOST.encode())
    assert _spoken(visit, {**scope, "headers": [host]})[0]["status"] == 200
    assert _spoken(visit, {**scope, "headers": [host, host]})[0]["status"] == 421


def _spoken(visit: Visit, scope: dict[str, Any], *bodies: bytes) -> list[dict[str, Any]]:
    """What the application says to a scope, as a server would hand it over."""
    waiting, sent = list(bodies), list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        body = waiting.pop()
        return {"type": "http.request", "body": body, "more_body": bool(waiting)}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(dict(message))

    async def speak() -> None:
        await visit.app(scope, receive, send)

    run(speak())
    return sent


@pytest.mark.parametrize("host", [HOST, f"localhost:{PORT}"])
def test_both_names_of_loopback_are_served(visit: Visit, host: str) -> None:
    assert visit.get(host=host).status_code == 200
    post = {"origin": f"http://{host}", **FORM}
    assert visit.ask("POST", f"{ROOT}refresh", host=host, **post).status_code == 303


@pytest.mark.parametrize(
    "path",
    [
        *("/", "", "/favicon.ico", f"/{KEY}", f"/{KEY[:-1]}/", f"/{KEY}x/", f"/{KEY.upper()}/"),
        *(f"//{KEY}/", f"/x/{KEY}/", "/%6B/", "/é/", "/static/board.css"),
    ],
)
def test_without_the_key_there_is_nothing(visit: Visit, path: str) -> None:
    answer = visit.ask("GET", path)
    assert (answer.status_code, answer.text) == (404, "Not found.\n")


def test_without_the_key_nothing_is_told_by_the_method_or_the_origin(visit: Visit) -> None:
    for method in ("POST", "PUT", "OPTIONS", "HEAD"):
        answer = visit.ask(method, "/answer", origin="https://evil.example")
        assert answer.status_code == 404
    assert KEY not in repr(visit.app)


@pytest.mark.parametrize(
    "origin",
    [
        *(None, "null", "", "http://evil.example", f"https://{HOST}", f"http://localhost:{PORT}"),
        *(f"http://{HOST}/", "http://127.0.0.1", f"{ORIGIN} {ORIGIN}", ORIGIN.upper()),
    ],
)
def test_a_form_from_elsewhere_is_refused(visit: Visit, origin: str | None) -> None:
    answer = visit.ask("POST", f"{ROOT}refresh", origin=origin, **FORM)
    assert (answer.status_code, answer.text) == (
        403,
        "Only the dashboard's own page may send this.\n",
    )


@pytest.mark.parametrize(
    ("method", "site", "status"),
    [
        *(("GET", None, 200), ("GET", "none", 200), ("GET", "same-origin", 200)),
        *(("GET", "cross-site", 403), ("GET", "same-site", 403), ("GET", "", 403)),
        *(("POST", None, 303), ("POST", "same-origin", 303), ("POST", "none", 403)),
        *(("POST", "cross-site", 403), ("POST", "same-site", 403)),
    ],
)
def test_a_browser_says_which_site_asks(
    visit: Visit, method: str, site: str | None, status: int
) -> None:
    path = ROOT if method == "GET" else f"{ROOT}refresh"
    answer = visit.ask(method, path, sec_fetch_site=site, origin=ORIGIN, **FORM)
    assert answer.status_code == status


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"])
def test_other_methods_are_refused(visit: Visit, method: str) -> None:
    answer = visit.ask(method, ROOT, origin=ORIGIN)
    assert answer.status_code == 405
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(("extra", "status"), [(0, 400), (1, 413)])
def test_a_form_has_a_largest_size(visit: Visit, extra: int, status: int) -> None:
    body = b"x=" + b"y" * (BODY_LIMIT - 2 + extra)
    answer = visit.ask("POST", f"{ROOT}answer", body, origin=ORIGIN, **FORM)
    assert answer.status_code == status
    assert '<p id="problem">' in answer.text


def test_a_size_that_was_not_announced_counts_too(visit: Visit) -> None:
    headers = [(b"host", HOST.encode()), (b"origin", ORIGIN.encode())]
    scope = {"type": "http", "method": "POST", "path": f"{ROOT}answer", "query_string": b""}
    chunks = [b"y" * 1024] * (BODY_LIMIT // 1024 + 1)
    assert _spoken(visit, {**scope, "headers": headers}, *chunks)[0]["status"] == 413


def test_a_websocket_is_closed(visit: Visit) -> None:
    closed = [{"type": "websocket.close", "code": 1008}]
    assert _spoken(visit, {"type": "websocket", "path": ROOT, "headers": []}) == closed


def _crash(visit: Visit) -> httpx.Response:
    def snapshot() -> Snapshot:
        raise RuntimeError("boom")

    visit.board.snapshot = snapshot  # type: ignore[method-assign]  # a board that breaks
    return visit.get("board")


ANSWERS: dict[str, tuple[int, Callable[[Visit], httpx.Response]]] = {
    "page": (200, lambda v: v.get()),
    "fragment": (200, lambda v: v.get("board")),
    "state": (200, lambda v: v.get("state")),
    "style": (200, lambda v: v.get("static/board.css")),
    "head": (200, lambda v: v.ask("HEAD", ROOT)),
    "sent": (303, lambda v: v.post("refresh")),
    "bad form": (400, lambda v: v.post("answer")),
    "foreign form": (403, lambda v: v.ask("POST", f"{ROOT}answer")),
    "no key": (404, lambda v: v.ask("GET", "/")),
    "no page": (404, lambda v: v.get("nothing")),
    "no method": (405, lambda v: v.ask("PUT", ROOT)),
    "no get": (405, lambda v: v.get("refresh")),
    "too large": (413, lambda v: v.post("answer", {"x": "y" * BODY_LIMIT})),
    "no host": (421, lambda v: v.get(host="evil.example")),
    "crash": (500, _crash),
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_every_answer_carries_the_headers(visit: Visit, kind: str) -> None:
    status, asked = ANSWERS[kind]
    answer = asked(visit)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    named = {name for name in answer.headers if name.startswith("access-control")}
    assert named | ({"set-cookie", "server"} & answer.headers.keys()) == set()


def test_the_headers_allow_nothing_but_the_page() -> None:
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy.pop("default-src") == policy.pop("base-uri") == "'none'"
    assert policy.pop("frame-ancestors") == "'none'"
    assert set(policy.values()) == {"'self'"}
    assert "unsafe" not in str(HEADERS)
    # With `no-referrer` a browser would call the Origin of our own forms `null`.
    assert HEADERS["Referrer-Policy"] == "same-origin"
    assert HEADERS["Cache-Control"] == "no-store"
    assert HEADERS["X-Content-Type-Options"] == "nosniff"
    assert HEADERS["Cross-Origin-Opener-Policy"] == HEADERS["Cross-Origin-Resource-Policy"]
    assert HEADERS["Cross-Origin-Opener-Policy"] == "same-origin"
    assert HEADERS["X-Frame-Options"] == "DENY"
