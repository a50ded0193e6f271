"""Two runs of the program at once, of which one goes on at a time, from request to request.

Each run is a thread that waits before every request until it is its turn. Whose turn it is says an
order, so that the same order always gives the same run of events.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import random
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from unittest import mock

from inbox.github.client import GitHub
from inbox.simulator.exchange import Request
from tests.stories.stage import Stage
from tests.stories.told import Told

PATIENCE = 60.0
Order = Iterator[int]
"""Whose turn it is next, 0 or 1, for ever; where that run has ended, it is the other's."""
Deeds = Mapping[int, Callable[[], object]]
"""What people do right before a turn, by its number."""
NOBODY_ACTS: Deeds = MappingProxyType({})


def preempted_after(requests: int) -> Order:
    """The first goes on for so many requests, then the second to its end, then the first."""
    for _ in range(requests):
        yield 0
    while True:
        yield 1


def shuffled(seed: int) -> Order:
    """Any of the two, again and again, in long strides and short ones."""
    luck = random.Random(seed)
    while True:
        turn = luck.randrange(2)
        for _ in range(luck.choice((1, 1, 2, 5, 13))):
            yield turn


class Turns:
    """The gate before every request: two threads, of which one passes at a time."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._changed = threading.Condition()
        self._waiting: dict[int, bool] = {}
        self._here = threading.local()

    def __call__(self, _: Request) -> None:
        """Returns when it is this thread's turn."""
        with self._changed:
            self._wait(self._here.number)

    def enter(self, number: int) -> None:
        """This thread is that run, and waits for its first turn."""
        self._here.number = number
        with self._changed:
            self._wait(number)

    def leave(self) -> None:
        """This run has ended."""
        with self._changed:
            del self._waiting[self._here.number]
            self._changed.notify_all()

    def _wait(self, number: int) -> None:
        self._waiting[number] = True
        self._changed.notify_all()
        assert self._changed.wait_for(lambda: not self._waiting[number], PATIENCE)

    def conduct(self, runs: int, deeds: Deeds) -> None:
        """Gives turns until every run has ended; people act before the turns with deeds."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self._waiting) == runs, PATIENCE)
            for number in itertools.count():
                if number in deeds:
                    deeds[number]()
                if not self._waiting:
                    return
                turn = next(self._order)
                self._waiting[turn if turn in self._waiting else 1 - turn] = False
                self._changed.notify_all()
                still = self._changed.wait_for(lambda: all(self._waiting.values()), PATIENCE)
                assert still, "a run neither asks nor ends"


def run_at_once(
    stage: Stage, inputs: Mapping[str, str], order: Order, deeds: Deeds = NOBODY_ACTS
) -> list[Told]:
    """What two runs with the same inputs told that took turns; raises what one of them raised."""
    turns = Turns(order)
    told: dict[int, Told] = {}
    failures: list[BaseException] = []

    def run(number: int) -> None:
        turns.enter(number)
        try:
            told[number] = stage.tick(**inputs)
        except BaseException as failure:  # whatever it is belongs to the test, not to the thread
            failures.append(failure)
        finally:
            turns.leave()

    with _everything_restored(stage, turns):
        threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in (0, 1)]
        for thread in threads:
            thread.start()
        turns.conduct(len(threads), deeds)
        for thread in threads:
            thread.join(PATIENCE)
    if failures:
        raise failures[0]
    return [told[number] for number in sorted(told)]


@contextmanager
def _everything_restored(stage: Stage, gate: Callable[[Request], None]) -> Iterator[None]:
    """The gate stands before every request; what both runs redirect is put back in the end."""
    hooks, stage.gh.on_request = stage.gh.on_request, [gate]
    out, errors = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(errors),
        mock.patch("inbox.tick_command.GitHub", GitHub),
    ):
        try:
            yield
        finally:
            stage.gh.on_request = hooks
