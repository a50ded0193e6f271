"""The image and its network, where there is an engine for them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.container.contained import Contained
from tests.container.engine import answers, built
from tests.container.network import Network


@pytest.fixture(scope="session", autouse=True)
def image() -> str:
    """The image of this repository; without an engine a failure where `REQUIRE_ENGINE` is set."""
    if not answers():
        said = "no Docker engine answers: `.ci/engine .venv/bin/pytest tests/container` has one"
        if os.environ.get("REQUIRE_ENGINE"):
            pytest.fail(said, pytrace=False)
        pytest.skip(said)  # for people without an engine; `.ci/run` takes that for a failure
    return built()


@pytest.fixture(scope="session")
def network(image: str) -> Iterator[Network]:
    """A network with nothing in it but the simulated GitHub."""
    assert image
    with Network() as only:
        yield only


@pytest.fixture
def contained(network: Network) -> Iterator[Callable[..., Contained]]:
    """Makes stages whose ticks run in containers."""
    stages: list[Contained] = []

    def make(**given: Any) -> Contained:
        stages.append(Contained(network, **given))
        return stages[-1]

    yield make
    for stage in stages:
        stage.close()
