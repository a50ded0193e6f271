"""What a mistake in the form of a file is called, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from inbox.config.values import shown
from inbox.errors import Mistake
from inbox.yamltext import Document, Path

_WANTED = {
    "bool_type": ("not true or false", "write true or false, without quotes"),
    "string_type": ("not text", "put it in quotes"),
    "int_type": ("not a whole number", "write one, without quotes"),
    "float_type": ("not a number", "write one, without quotes"),
    "finite_number": ("not a finite number", "write one such as 5"),
    "list_type": ("not a list", "write [a, b], or lines that begin with -"),
    "model_type": ("not a group of keys", "write its keys below it, indented"),
}


def mistakes_in(
    document: Document, invalid: ValidationError, schema: Mapping[str, Any]
) -> Iterator[tuple[Path, Mistake]]:
    """Every mistake in `invalid`, by place, with its line; `schema` names the known keys."""
    for error in invalid.errors(include_url=False):
        what, advice = _said(error, schema)
        at = error["loc"]
        yield at, Mistake(document.file, document.line_of(at), what, advice)


def dotted(path: Path) -> str:
    """The place as people write it: `classifier.rules[0].name`, counted from 0."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{_key(step)}" for step in path)
    return "".join(steps).removeprefix(".")


def _key(step: str) -> str:
    """The key as it is, or quoted where it might not stay on its line."""
    return step if step.isascii() and step.isidentifier() else shown(step)


def _said(error: ErrorDetails, schema: Mapping[str, Any]) -> tuple[str, str]:
    key, name = dotted(error["loc"]), error["loc"][-1] if error["loc"] else ""
    match error["type"], error.get("ctx", {}):
        case "missing", _:
            wanted = _schema_at(schema, error["loc"])
            return f"{key} is missing", f"write {name}: {_example(wanted)}"
        case "extra_forbidden", _:
            known = list(_schema_at(schema, error["loc"][:-1]).get("properties", {}))
            return f"{key} is no known key", _nearest(str(name), known)
        case "value_error", {"error": problem}:
            *what, advice = str(problem).rsplit("; ", 1)
            return (f"{key}: {what[0]}", advice) if what else (f"{key}: {advice}", "")
        case ("literal_error", {"expected": expected}):
            return f"{key} is {shown(error['input'])}", f"write {expected}"
        case ("greater_than", {"gt": limit}):
            return f"{key} is {shown(error['input'])}", f"write a number above {limit:g}"
        case ("greater_than_equal", {"ge": limit}):
            return f"{key} is {shown(error['input'])}", f"write a number from {limit:g} on"
        case ("less_than_equal", {"le": limit}):
            return f"{key} is {shown(error['input'])}", f"write a number up to {limit:g}"
        case "too_short", _:
            required = name in _schema_at(schema, error["loc"][:-1]).get("required", ())
            otherwise = "" if required else ", or remove the key"
            return f"{key} is empty", f"write at least one entry{otherwise}"
        case ("too_long", {"max_length": limit, "actual_length": length}):
            return f"{key} has {length} entries", f"write at most {limit}"
        case kind, _ if kind in _WANTED:
            problem, advice = _WANTED[kind]
            return f"{key} is {shown(error['input'])}, {problem}", advice
        case _:
            return f"{key}: {error['msg']}", ""


def _nearest(name: str, known: Sequence[str]) -> str:
    if close := get_close_matches(name.lower(), known, n=1):
        return f"did you mean {close[0]}?"
    return f"known here: {', '.join(known)}"


def _example(schema: Mapping[str, Any]) -> str:
    match schema:
        case {"examples": [[first, *_], *_]}:
            return f'["{first}"]'
        case {"examples": [str(first), *_]}:
            return f'"{first}"' if first.startswith("[") else first
        case _:
            return "…"


def _schema_at(schema: Mapping[str, Any], path: Sequence[str | int]) -> Mapping[str, Any]:
    """The schema of the value at `path`; empty where the schema does not go that far."""
    found: Mapping[str, Any] = schema
    for step in path:
        within = (
            found.get("items", {})
            if isinstance(step, int)
            else found.get("properties", {}).get(step, {})
        )
        found = schema["$defs"][within["$ref"].rsplit("/")[-1]] if "$ref" in within else within
        found = next((each for each in found.get("anyOf", ()) if "properties" in each), found)
    return found
