"""The storage behind a signed address: an artifact goes there in blocks, then their list.

https://learn.microsoft.com/rest/api/storageservices/put-block, and put-block-list beside it.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import parse_qs, quote, urlsplit

from inbox.results.faults import BY_A_STEP, LATER, NotUploaded
from inbox.results.wire import PASSING, Call, Wire

API_VERSION = "2026-04-06"
"""What GitHub's own client asks for."""

BLOCK = 8 * 1024 * 1024
"""In bytes, as GitHub's own client cuts them."""

_WHERE = "the storage for artifacts"
_IN_ADDRESSES = frozenset(map(chr, range(0x21, 0x7F)))
"""ASCII without blanks and controls."""


@dataclass(frozen=True, slots=True)
class SignedAddress:
    """Where one artifact may be written by whoever knows the address."""

    text: str = field(repr=False)

    @classmethod
    def checked(cls, text: str, origin: str) -> SignedAddress:
        """The address; raises NotUploaded for one that is unsafe to use.

        Plain http is for a service that is itself reached so: an emulator on the same machine.
        """
        try:
            parts = urlsplit(text)
            schemes = {"https", urlsplit(origin).scheme}
            usable = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        if not usable or "@" in parts.netloc or set(text) - _IN_ADDRESSES:
            raise NotUploaded("the results service gave an address that cannot be used", BY_A_STEP)
        return cls(text.partition("#")[0])

    @property
    def secrets(self) -> tuple[str, ...]:
        """Its signature in every spelling that could be printed; nothing where it has none."""
        query = urlsplit(self.text).query
        raw = [part[4:] for part in query.split("&") if part.startswith("sig=")]
        plain = parse_qs(query).get("sig", [])
        coded = [quote(each, safe="") for each in plain]
        return tuple(dict.fromkeys(filter(None, (*plain, *raw, *coded))))

    def asking(self, query: str) -> str:
        """The address with more behind it; what is signed stays to the letter."""
        return f"{self.text}{'&' if '?' in self.text else '?'}{query}"


def put(
    wire: Wire, address: SignedAddress, content: bytes, media_type: str, *, block: int = BLOCK
) -> None:
    """`content` is stored there, in blocks of `block` bytes; raises NotUploaded."""
    ids = []
    for id_, part in _blocks(content, block):
        headers = {"Content-Type": "application/octet-stream"}
        _put(wire, address.asking(f"comp=block&blockid={id_}"), part, headers)
        ids.append(id_)
    listed = "".join(f"<Latest>{id_}</Latest>" for id_ in ids)
    text = f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><BlockList>{listed}</BlockList>'
    headers = {"Content-Type": "application/xml", "x-ms-blob-content-type": media_type}
    _put(wire, address.asking("comp=blocklist"), text.encode(), headers)


def _blocks(content: bytes, size: int) -> Iterator[tuple[str, bytes]]:
    """Each block with its id, all equally long; letters and digits, which no address escapes."""
    for number, start in enumerate(range(0, len(content), size)):
        id_ = base64.b64encode(f"decision-inbox-{number:06}".encode()).decode()
        yield id_, content[start : start + size]


def _put(wire: Wire, url: str, body: bytes, headers: dict[str, str]) -> None:
    call = Call("PUT", url, _WHERE, body, {**headers, "x-ms-version": API_VERSION})
    answer = wire.send(call)
    if not answer.is_success:
        raise NotUploaded(
            f"{_WHERE} answered {answer.status}", LATER if answer.status in PASSING else BY_A_STEP
        )
