"""Serves the dashboard over readings made by hand, to look at it: `python -m
tests.dashboard.showcase [port] [rich|empty|failed|hostile|read-only|first]`."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import UTC, datetime

import uvicorn

from inbox.dashboard.app import make_app
from inbox.dashboard.board import Board
from inbox.errors import Unavailable
from tests.dashboard.readings import FakeDesk, hostile, reading, rich

KEY = "showcase"


def desk(name: str) -> FakeDesk:
    """The desk of that name."""
    broken = Unavailable("GitHub did not answer.", "Look at its status page, then refresh.")
    why = "`@mona` is not on the allowlist of `acme/inbox`."
    match name:
        case "empty":
            return FakeDesk(reading())
        case "failed":
            return FakeDesk(broken)
        case "hostile":
            return FakeDesk(hostile())
        case "read-only":
            return FakeDesk(replace(rich(), read_only=why))
        case "refusing":
            return FakeDesk(rich(), refuses=broken)
        case "first":
            waiting = FakeDesk(rich())
            waiting.gate.clear()
            return waiting
        case _:
            return FakeDesk(rich())


def main(port: int = 8123, name: str = "rich") -> None:
    """Serves until it is stopped."""
    board = Board(desk(name), lambda: datetime.now(UTC))
    print(f"http://127.0.0.1:{port}/{KEY}/")
    uvicorn.run(make_app(board, KEY, port), port=port, log_level="warning", server_header=False)


if __name__ == "__main__":
    main(*(int(arg) if arg.isdecimal() else arg for arg in sys.argv[1:3]))  # type: ignore[arg-type]  # a port, then a name
