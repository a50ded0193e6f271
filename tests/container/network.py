"""A network with nothing in it but the simulated GitHub."""

from __future__ import annotations

import socket
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from tests.container.engine import built, docker
from tests.container.relay import relay

_PORT = 8080
_HERE = Path(__file__).parent
_READY = "import socket; socket.create_connection(('127.0.0.1', 8080)).close()"


class Network:
    """A container without a network, whose loopback leads to one server; a context manager.

    Other containers join it by `--network`, and reach that server at `url` and nothing else.
    """

    url = f"http://127.0.0.1:{_PORT}"

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="decision-inbox-")
        self._socket = Path(self._folder.name) / "github.sock"
        self._listener: socket.socket | None = None
        self._container = ""

    @property
    def name(self) -> str:
        """What `--network` has to say."""
        return f"container:{self._container}"

    def __enter__(self) -> Self:
        mounts = (f"{_HERE / 'relay.py'}:/relay.py:ro", f"{self._folder.name}:/relay")
        run = ["run", "--detach", "--rm", "--network", "none", "--read-only"]
        run += [part for mount in mounts for part in ("--volume", mount)]
        start = ("/relay.py", str(_PORT), f"/relay/{self._socket.name}")
        python = ("--entrypoint", "/usr/local/bin/python")
        self._container = docker(*run, *python, built(), *start).stdout.strip()
        probe = ("exec", self._container, "/usr/local/bin/python", "-c", _READY)
        for _ in range(50):
            if docker(*probe, check=False).returncode == 0:
                return self
            time.sleep(0.1)
        raise AssertionError(docker("logs", self._container).stderr)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._leave()
        docker("rm", "--force", self._container)
        self._folder.cleanup()

    def leads_to(self, url: str) -> None:
        """From now on `self.url` is the server at `url` on this machine."""
        self._leave()
        self._socket.unlink(missing_ok=True)
        address = (urlsplit(url).hostname, urlsplit(url).port)
        listener = self._listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(self._socket))
        listener.listen()
        connect = (listener, lambda: socket.create_connection(address))
        threading.Thread(target=relay, args=connect, daemon=True).start()

    def _leave(self) -> None:
        if self._listener is not None:
            self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
