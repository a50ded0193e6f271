"""A client on simulated time, for pytest-httpx to answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from inbox.github.client import GitHub
from inbox.simulator import Simulator, Transport
from tests.contract.contract import Contract
from tests.github.stage import API, Connect, Stopwatch
from tests.github.world import Stage


@pytest.fixture
def watch() -> Stopwatch:
    return Stopwatch()


@pytest.fixture
def naps(watch: Stopwatch) -> list[float]:
    """Every sleep so far, in seconds."""
    return watch.naps


@pytest.fixture
def connect(watch: Stopwatch) -> Iterator[Connect]:
    """Builds clients of the given token and interval, and closes them."""
    built: list[GitHub] = []

    def build(token: str = "s3cret", *, write_interval: float = 0.0) -> GitHub:
        client = GitHub(
            API,
            f"{API}/graphql",
            token,
            sleep=watch.sleep,
            monotonic=watch.monotonic,
            now=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC),
            write_interval=write_interval,
        )
        built.append(client)
        return client

    yield build
    for client in built:
        client.close()


@pytest.fixture
def client(connect: Connect) -> GitHub:
    return connect()


@pytest.fixture
def stage(watch: Stopwatch) -> Iterator[Stage]:
    """A simulated GitHub with an inbox and an app, seen through the token of an app's bot."""
    gh, contract = Simulator(), Contract()
    contract.attach(gh)
    for name in ("org/inbox", "org/app"):
        gh.repository(name, visibility="private")
    owner, stranger = gh.user("owner", role="admin"), gh.user("stranger")
    for name in ("org/inbox", "org/app"):
        gh.grant(name, owner, "admin")
    token = gh.app_token("merge-gate", ["org/inbox", "org/app"])
    client = GitHub(
        "https://api.github.com",
        "https://api.github.com/graphql",
        token,
        transport=Transport(gh),
        sleep=watch.sleep,
        monotonic=watch.monotonic,
        write_interval=0,
    )
    with client:
        yield Stage(gh, client, gh.bot("merge-gate"), owner, stranger, watch.naps)
    assert gh.violations == []
    assert contract.problems == []
