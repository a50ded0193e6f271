"""Requests and seconds of a tick against those of a naive poller, and where its start-up goes.

    python -m tests.benchmark [--latency MILLISECONDS] [--scale FRACTION] [--no-image]

Both run in this process, over loopback, against the same simulated GitHub, which takes its time
for every answer. The poller only reads, a tick also decides and writes; the waits between writes
(protocol P45) are left out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inbox.simulator import Server
from tests.benchmark.poller import poll
from tests.benchmark.scenarios import SCENARIOS, Scenario
from tests.benchmark.start_up import ImageCost, StartUp, image_cost, start_up
from tests.bounds.inboxes import afresh, an_inbox
from tests.stories.stage import Way

LATENCY = 20.0
_PARTS = 8


@dataclass(frozen=True, slots=True)
class Cost:
    """Requests and seconds."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """What a tick and a naive poller cost over the same inbox, and the tick's writes."""

    scenario: Scenario
    tick: Cost
    poller: Cost
    writes: int


def measure(scenario: Scenario, *, latency: float, scale: float) -> Result:
    """The poller's round, which only reads, and then a tick; `latency` in seconds."""
    stage = an_inbox(max(1, round(scenario.ballots * scale)), way=Way.DIRECT)
    stage.gh.on_response.clear()  # nothing is checked while it is measured
    scenario.happened(stage)
    stage.later(minutes=2)
    afresh(stage)
    stage.way = Way.LOOPBACK
    stage.gh.latency = latency
    try:
        with Server(stage.gh) as server:
            poller = timed(lambda: poll(server.url, stage.token, stage.home))
        afresh(stage)
        started = time.perf_counter()
        told = stage.tick()
        seconds = time.perf_counter() - started
        assert told.exit_status == 0, told.said
        return Result(scenario, Cost(told.requests, seconds), poller, len(told.writes))
    finally:
        stage.gh.latency = 0
        stage.close()


def timed(requests: Callable[[], int]) -> Cost:
    """What it counted, and how long it took."""
    started = time.perf_counter()
    return Cost(requests(), time.perf_counter() - started)


def report(
    results: Sequence[Result], found: StartUp, image: ImageCost | None, latency: float
) -> Iterator[str]:
    """The lines that are printed."""
    yield f"Each answer takes {latency * 1000:g} ms and what the simulated GitHub needs for it."
    yield ""
    yield f"{'':50} {'requests':^22}   {'seconds':^22}"
    columns = f"{'tick':>6} {'naive':>6} {'ratio':>8}"
    yield f"{'scenario':50} {columns}   {columns}   writes"
    for each in results:
        counted = _compared(each.tick.requests, each.poller.requests, "d")
        clocked = _compared(each.tick.seconds, each.poller.seconds, ".2f")
        yield f"{each.scenario.name:50} {counted}   {clocked}   {each.writes:6}"
    yield ""
    yield f"From starting the process to its first request: {found.first_request:.0f} ms."
    yield f"  {found.interpreter:6.0f} ms  the bare interpreter"
    for name, milliseconds in found.imports[:_PARTS]:
        yield f"  {milliseconds:6.0f} ms  importing {name}"
    yield ""
    if image is None:
        yield "The image is not measured: no Docker engine answers, or was not to be asked."
        return
    yield f"The image adds {image.added / 1e6:.1f} MB to its base. From starting the program in it"
    yield f"until a first request was refused and that was told: {image.cpu:.0f} ms of CPU."


def _compared(ours: float, naive: float, form: str) -> str:
    return f"{ours:6{form}} {naive:6{form}} {naive / ours:7.1f}x"


def main(arguments: Sequence[str]) -> None:
    """The table is printed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmark", description=__doc__)
    parser.add_argument("--latency", type=float, default=LATENCY, metavar="MILLISECONDS")
    parser.add_argument("--scale", type=float, default=1.0, metavar="FRACTION")
    parser.add_argument("--no-image", action="store_true", help="do not build and measure it")
    asked = parser.parse_args(arguments)
    latency = asked.latency / 1000
    measure(SCENARIOS[0], latency=0, scale=0)  # so that the first one pays for no import
    results = [measure(one, latency=latency, scale=asked.scale) for one in SCENARIOS]
    image = None if asked.no_image else image_cost()
    for line in report(results, start_up(), image, latency):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
