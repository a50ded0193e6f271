"""Bytes from one socket to another: how a container without a network reaches one server.

Run as `relay.py PORT PATH` it listens on that port of its own loopback, and hands everything to the
Unix socket at that path. It needs nothing but Python.
"""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
from collections.abc import Callable

Connect = Callable[[], socket.socket]


def relay(listener: socket.socket, connect: Connect) -> None:
    """Serves every connection until the listener is shut down."""
    while True:
        try:
            near, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=_serve, args=(near, connect), daemon=True).start()


def _serve(near: socket.socket, connect: Connect) -> None:
    with near, contextlib.suppress(OSError), connect() as far:
        back = threading.Thread(target=_pump, args=(far, near), daemon=True)
        back.start()
        _pump(near, far)
        back.join()


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while some := source.recv(65_536):
            sink.sendall(some)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)


def to_path(path: str) -> socket.socket:
    """A connection to the Unix socket there."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    return connection


if __name__ == "__main__":
    port, place = int(sys.argv[1]), sys.argv[2]
    relay(socket.create_server(("127.0.0.1", port)), lambda: to_path(place))
