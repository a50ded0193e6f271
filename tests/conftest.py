"""Assertions in the stories and their witnesses explain themselves."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite(
    "tests.stories.crashes", "tests.stories.rests", "tests.stories.told", "tests.stories.witnesses"
)

# What needs a Docker engine, or a browser, is a command of its own: `.ci/engine .venv/bin/pytest
# tests/container`, `.venv/bin/pytest tests/browser`.
collect_ignore = ["container", "browser"]
