"""Simulated time for the client: it never sleeps, and the tests see how long it would have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from inbox.github.client import GitHub

API = "https://api.example"
Connect = Callable[..., GitHub]


@dataclass
class Stopwatch:
    """Simulated time: sleeping moves it, and is remembered."""

    naps: list[float] = field(default_factory=list)
    time: float = 1000.0

    def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.time += seconds

    def monotonic(self) -> float:
        return self.time
