"""The shape of a JSON value: what a description can see of it, and nothing more."""

from __future__ import annotations

import json
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any


@lru_cache(maxsize=1)
def enumerated() -> frozenset[str]:
    """The property names whose values the description lists anywhere."""
    whole = json.loads((Path(__file__).parent / "openapi.json").read_text(encoding="utf-8"))
    found: set[str] = set()
    _collect(whole, found)
    return frozenset(found)


def _collect(value: Any, found: set[str]) -> None:
    if isinstance(value, list):
        for one in value:
            _collect(one, found)
    elif isinstance(value, dict):
        for name, one in value.get("properties", {}).items():
            if isinstance(one, dict) and "enum" in json.dumps(one):
                found.add(name)
        for one in value.values():
            _collect(one, found)


def shape(value: Any, exact: frozenset[str], name: str = "") -> Hashable:
    """Equal for two values that a description cannot tell apart.

    Texts count by whether they are there, those under an `exact` name by what they say.
    """
    if isinstance(value, dict):
        return frozenset((key, shape(one, exact, key)) for key, one in value.items())
    if isinstance(value, list):
        return ("list", frozenset(shape(one, exact, name) for one in value))
    if isinstance(value, str) and name in exact:
        return value
    return type(value).__name__
