"""A world without a socket, for whoever reads and sends through the dashboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.stories.stage import Stage, Way


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage without anything on it yet; what asks first, says so in its own fixture."""
    built = Stage(way=Way.DIRECT)
    yield built
    built.close()
