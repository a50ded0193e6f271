"""Asking about many things in as few queries as GitHub can bear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Generic, TypeVar

from inbox.errors import GitHubFault, Unavailable
from inbox.github.calls import TRIES

K = TypeVar("K")
V = TypeVar("V")

SIZE = 100
_FAILURES_IN_A_ROW = 3

Ask = Callable[[Sequence[K], int], Mapping[K, V | GitHubFault]]


@dataclass(slots=True)
class Gathered(Generic[K, V]):
    """What was found, and the fault of everything that was not."""

    found: dict[K, V] = field(default_factory=dict)
    faults: dict[K, GitHubFault] = field(default_factory=dict)

    def take(self, answers: Mapping[K, V | GitHubFault]) -> None:
        """Each answer is where it belongs."""
        for key, answer in answers.items():
            if isinstance(answer, GitHubFault):
                self.faults[key] = answer
            else:
                self.found[key] = answer


def gather(batches: Iterable[Sequence[K]], ask: Ask[K, V]) -> Gathered[K, V]:
    """Everything that `ask` finds; `ask` takes some keys and how often it may try.

    A batch that GitHub does not answer is halved, down to single keys, which fail alone. Three of
    those in a row mean that GitHub is down, and the rest is not asked for.
    """
    waiting = [list(batch) for batch in batches if batch]
    waiting.reverse()
    gathered: Gathered[K, V] = Gathered()
    in_a_row = 0
    while waiting:
        keys = waiting.pop()
        try:
            gathered.take(ask(keys, TRIES if len(keys) == 1 else 1))
            in_a_row = 0
        except Unavailable as failure:
            if len(keys) > 1:
                half = len(keys) // 2
                waiting += [keys[half:], keys[:half]]
                continue
            in_a_row += 1
            gathered.take({keys[0]: failure})
            if in_a_row == _FAILURES_IN_A_ROW:
                gathered.take({key: failure for batch in waiting for key in batch})
                break
    return gathered


def batched(keys: Iterable[K], size: int = SIZE) -> list[list[K]]:
    """The keys, each once, in lists of at most `size`."""
    once = list(dict.fromkeys(keys))
    return [once[start : start + size] for start in range(0, len(once), size)]


def side_by_side(*lists: Iterable[Sequence[K]]) -> list[list[K]]:
    """The batches of all lists, the first ones together, the second ones together, and so on."""
    return [
        [key for batch in together for key in batch]
        for together in zip_longest(*lists, fillvalue=())
    ]
