"""The simulated GitHub over real HTTP/1.1 on loopback, for programs that run as processes."""

from __future__ import annotations

import contextlib
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

from inbox.simulator.exchange import Request, Response
from inbox.simulator.faults import ConnectionDropped, ProgramKilled
from inbox.simulator.simulator import Simulator

_BODILESS = (204, 304)


class _Handler(BaseHTTPRequestHandler):
    """One connection; keeps it alive between requests."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Listener

    def handle_one_request(self) -> None:
        """Reads one request, whatever its method, and answers it or drops the connection."""
        try:
            self.raw_requestline = self.rfile.readline(65_537)
            if not self.raw_requestline or not self.parse_request():
                self.close_connection = True
                return
            self._answer()
        except (ConnectionError, TimeoutError):
            self.close_connection = True

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        request = Request(
            method=self.command,
            target=self.path,
            headers={name.casefold(): value for name, value in self.headers.items()},
            body=self.rfile.read(length) if length else b"",
            origin=f"http://{self.headers.get('Host', self.server.authority)}",
        )
        try:
            response = self.server.simulator.handle(request)
        except ConnectionDropped as dropped:
            if dropped.response is not None:
                self._send(dropped.response, dropped.sent)
            self._drop()
            return
        except ProgramKilled:
            self._drop()
            return
        self._send(response, None)

    def _send(self, response: Response, cut: int | None) -> None:
        self.send_response_only(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        if response.status not in _BODILESS:
            self.send_header("Content-Length", str(len(response.body)))
        self.end_headers()
        self.wfile.write(response.body if cut is None else response.body[:cut])
        self.wfile.flush()

    def _drop(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- the overridden name
        """Says nothing: the journal knows."""


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, simulator: Simulator) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.simulator = simulator
        self.connections: set[socket.socket] = set()
        self.authority = f"127.0.0.1:{self.server_port}"

    def server_bind(self) -> None:
        """Binds without asking the name service for the machine's name."""
        socket.socket.bind(self.socket, self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]

    def get_request(self) -> tuple[socket.socket, tuple[str, int]]:
        """A new connection, remembered so that stopping can end it."""
        connection, address = super().get_request()
        self.connections.add(connection)
        return connection, address

    def shutdown_request(self, request: socket.socket | tuple[bytes, socket.socket]) -> None:
        """The connection is closed."""
        assert isinstance(request, socket.socket)
        self.connections.discard(request)
        super().shutdown_request(request)


class Server:
    """A running server; use it as a context manager, or `start` and `stop` it."""

    def __init__(self, simulator: Simulator) -> None:
        self._listener = _Listener(simulator)
        self._thread = threading.Thread(
            target=self._listener.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def url(self) -> str:
        """The origin, for `GITHUB_API_URL`; GraphQL is at `/graphql` there."""
        return f"http://{self._listener.authority}"

    def start(self) -> Self:
        """Listens from now on."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Listens no longer; open connections are ended."""
        self._listener.shutdown()
        self._listener.server_close()
        for connection in list(self._listener.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
