"""Another site on the same machine, whose pages try to get at the dashboard."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self


class _Handler(BaseHTTPRequestHandler):
    server: _Listener

    def do_GET(self) -> None:
        """The page, whatever is asked."""
        page = self.server.page.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the overridden name
        """Says nothing."""


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    page = ""


class Neighbour:
    """Serves one page at its own origin for as long as the context lasts."""

    def __init__(self, page: str) -> None:
        self._listener = _Listener(("127.0.0.1", 0), _Handler)
        self._listener.page = page
        self._thread = threading.Thread(
            target=self._listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def url(self) -> str:
        """Its origin; not of the same site as the dashboard's, for the host is another."""
        return f"http://localhost:{self._listener.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._listener.shutdown()
        self._listener.server_close()
        self._thread.join()
