"""Uploads to Microsoft's emulator of Azure's storage, with the strict service in front of it.

    npm install --prefix FOLDER azurite@3.37.0
    python -m tests.results.azurite FOLDER

`.ci/run` does both; the suite of tests needs no npm. It ends with status 0 when whole content in
one and in several blocks arrived, and when the emulator refused what the strict storage refuses.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from inbox.results import Access, NotUploaded, Wire, upload
from inbox.results.archive import zipped
from inbox.results.service import ZIP
from inbox.results.storage import SignedAddress, put
from tests.results.fake import Results, served

ACCOUNT = "devstoreaccount1"
# The emulator's one key, which Microsoft publishes.
KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
VERSION = "2026-02-06"


class Azurite:
    """The emulator at a loopback address, with one container."""

    def __init__(self, url: str) -> None:
        self.url = f"{url}/{ACCOUNT}/artifacts"
        container = f"{self.url}?restype=container&{signature('c')}"
        assert httpx.put(container, trust_env=False).status_code == 201

    def address(self, number: int) -> str:
        """Where that artifact may be written."""
        return f"{self.url}/{number}.zip?{signature('cw')}"

    def blob(self, number: int) -> httpx.Response:
        """The stored artifact, with its headers."""
        return httpx.get(f"{self.url}/{number}.zip?{signature('r')}", trust_env=False)

    def content(self, number: int) -> bytes:
        """The stored artifact's bytes."""
        return self.blob(number).content


def signature(permissions: str) -> str:
    """https://learn.microsoft.com/rest/api/storageservices/create-account-sas."""
    told = {"sp": permissions, "ss": "b", "srt": "co", "se": "2099-01-01T00:00:00Z"}
    lines = [ACCOUNT, permissions, "b", "co", "", told["se"], "", "", VERSION, "", ""]
    text = "\n".join(lines)
    signed = hmac.new(base64.b64decode(KEY), text.encode(), hashlib.sha256).digest()
    return urlencode({**told, "sv": VERSION, "sig": base64.b64encode(signed).decode()})


@contextmanager
def running(modules: Path) -> Iterator[Azurite]:
    """The emulator in memory, without its check of versions newer than itself."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = [str(modules / "node_modules/.bin/azurite-blob"), "--silent", "--inMemoryPersistence"]
    program += ["--blobHost", "127.0.0.1", "--blobPort", str(port), "--skipApiVersionCheck"]
    process = subprocess.Popen(program, stdout=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as trial:
                if trial.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield Azurite(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait()


def main(modules: Path) -> None:
    """Everything is tried once."""
    files = {"metrics_summary.json": "{}\n", "decision-inbox-summary.md": "# A page\n" * 9999}
    with running(modules) as azurite, served(Results(store=azurite)) as results, Wire() as wire:
        access = Access.granted(results.environment, "https://github.com")
        upload(access, "whole", files, wire=wire, mask=lambda _: None)
        assert results.finished["whole"] == zipped(files)
        assert azurite.blob(0).headers["content-type"] == ZIP

        content = bytes(range(256)) * 100
        put(wire, SignedAddress(azurite.address(7)), content, ZIP, block=1000)
        assert azurite.content(7) == content

        wrong = azurite.address(8).replace("sig=", "sig=A")
        with pytest.raises(NotUploaded, match="answered 403"):
            put(wire, SignedAddress(wrong), content, ZIP)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
