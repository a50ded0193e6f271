"""Who may speak to the dashboard: nobody but the page itself, in the browser that holds its key.

A page on the web can make a browser send requests to loopback, and a name of its own can be made to
point there. So the path begins with a secret, Host and Origin are compared with what was printed,
and every answer tells the browser to run, frame and fetch nothing else.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_LIMIT = 2 * 1024 * 1024
"""In bytes: what a form may hold. GitHub's longest text has 65,536 characters; one of them takes up
to twelve bytes in a form, and a form holds what was drawn and what is wanted."""

HOSTS = ("127.0.0.1", "localhost")

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
)
_UNUSED_FEATURES = (
    *("accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read"),
    *("display-capture", "encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid"),
    *("idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "payment"),
    *("publickey-credentials-get", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
)
# `same-origin` and not `no-referrer`: with that a browser calls the Origin of a form `null`.
HEADERS = {
    "Content-Security-Policy": "; ".join(_POLICY),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _UNUSED_FEATURES),
}


@dataclass(frozen=True, slots=True)
class Guard:
    """Lets through what the dashboard's own page asks, and refuses the rest before it is read.

    `key` is the secret first part of every path, `port` the one that the browser has to name;
    `too_large` answers a form over the limit.
    """

    app: ASGIApp
    key: str = field(repr=False)
    port: int
    too_large: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The request is answered, by the application or by a refusal; both carry the headers."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        send = _with_headers(send)
        if refusal := self._refusal(scope):
            await refusal(scope, receive, send)
        elif scope["method"] != "POST":
            await self.app(scope, receive, send)
        elif (body := await _read(receive, _length(scope))) is None:
            await self.too_large(scope, receive, send)
        else:
            await self.app(scope, _again(body, receive), send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0] not in {f"{host}:{self.port}" for host in HOSTS}:
            return PlainTextResponse("This address is not served here.\n", 421)
        if not self._holds_key(scope["path"]):
            return PlainTextResponse("Not found.\n", 404)
        if scope["method"] not in {"GET", "HEAD", "POST"}:
            return PlainTextResponse("Nothing here is asked that way.\n", 405)
        is_post = scope["method"] == "POST"
        sites = set(headers.getlist("sec-fetch-site"))
        if not sites <= ({"same-origin"} if is_post else {"same-origin", "none"}):
            return PlainTextResponse("Another site may not ask for this.\n", 403)
        if is_post and headers.getlist("origin") != [f"http://{hosts[0]}"]:
            return PlainTextResponse("Only the dashboard's own page may send this.\n", 403)
        return None

    def _holds_key(self, path: str) -> bool:
        _, first, *rest = [*path.split("/"), ""]
        given = first.encode("utf-8", "surrogatepass")
        return secrets.compare_digest(given, self.key.encode()) and len(rest) > 1


def _length(scope: Scope) -> int:
    length = Headers(scope=scope).get("content-length", "0")
    return int(length) if length.isdecimal() and len(length) < 12 else BODY_LIMIT + 1


async def _read(receive: Receive, announced: int) -> bytes | None:
    """The whole body; None where it is over the limit, or the browser went away."""
    if announced > BODY_LIMIT:
        return None
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > BODY_LIMIT:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read once more, and then what comes after it."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sent
