"""Deterministic ids: the same story told twice mints the same numbers, node ids and SHAs."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

# Kinds start at different numbers so that mixing up two kinds of id never works by luck.
_FIRST = {
    "A": 1_000_001,
    "BOT": 2_000_001,
    "O": 3_000_001,
    "R": 500_000_001,
    "I": 2_600_000_001,
    "PR": 1_700_000_001,
    "IC": 3_200_000_001,
    "REA": 300_000_001,
    "LA": 7_000_000_001,
    "EV": 15_000_000_001,
    "UCE": 1,
    "SC": 28_000_000_001,
    "CR": 33_000_000_001,
    "CS": 30_000_000_001,
    "PUSH": 19_000_000_001,
    "APP": 900_001,
    "COMMIT": 1,
}


@dataclass(slots=True)
class Mint:
    """Hands out ids by kind, counting from a number of that kind's own."""

    used: dict[str, int] = field(default_factory=dict)

    def number(self, kind: str) -> int:
        """A number that no other thing of this kind has."""
        count = self.used.get(kind, 0)
        self.used[kind] = count + 1
        return _FIRST[kind] + count

    def sha(self, *about: object) -> str:
        """A commit id of 40 hex digits that no other commit has."""
        seed = f"commit {self.number('COMMIT')} {about}"
        return hashlib.sha1(seed.encode(), usedforsecurity=False).hexdigest()


def node_id(kind: str, number: int) -> str:
    """GitHub's opaque global id for the thing of that kind and number."""
    return f"{kind}_kwDOSim{number:010d}"


def blob_sha(content: bytes) -> str:
    """The id git gives a file with this content."""
    head = b"blob %d\0" % len(content)
    return hashlib.sha1(head + content, usedforsecurity=False).hexdigest()
