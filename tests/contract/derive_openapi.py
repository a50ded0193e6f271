"""Derives the part of GitHub's OpenAPI description that the product and its tests speak.

    npm pack @octokit/openapi
    tar -xzf octokit-openapi-*.tgz package/generated/api.github.com.json
    python -m tests.contract.derive_openapi package/generated/api.github.com.json

Writes `tests/contract/openapi.json` (our paths and every component they reach, without texts and
examples) and `tests/contract/examples/` (GitHub's own examples of answers to them). MIT licence,
© GitHub, Inc.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from inbox.simulator import rest
from inbox.simulator.routing import routes
from tests.contract.paths import normal

assert rest  # importing it registers the routes

HERE = Path(__file__).parent
SUBSET = HERE / "openapi.json"
EXAMPLES = HERE / "examples"
_TEXTS = frozenset(
    {"description", "summary", "example", "examples", "externalDocs", "title", "deprecated", "tags"}
)
# A hint beside `oneOf`; GitHub's one for contents names a property that a list cannot have.
_HINTS = frozenset({"discriminator"})
_KEPT_EXAMPLES_PER_ANSWER = 2

# GitHub answers null (or a further word) here, though its description says otherwise.
DEVIATIONS: dict[str, str] = {
    "pull-request/head/repo": "null once the fork was deleted",
    "pull-request/head/user": "null once the fork's owner was deleted",
    "pull-request/user": "null for a deleted author",
    "pull-request-simple/head/repo": "null once the fork was deleted",
    "pull-request-simple/labels/[]/description": "null for a label without one",
}


def main(source: Path) -> None:
    """Writes the subset and the examples."""
    whole = json.loads(source.read_text(encoding="utf-8"))
    ours = {(one.method.lower(), normal("/".join(one.segments))) for one in routes()}
    paths: dict[str, Any] = {}
    for path, item in whole["paths"].items():
        kept = {verb: op for verb, op in item.items() if (verb, normal(path)) in ours}
        if kept:
            paths[path] = kept
    _write_examples(whole, paths)
    told: dict[str, Any] = {
        "openapi": whole["openapi"],
        "info": {"title": "GitHub", "version": whole["info"]["version"]},
        "servers": [{"url": "https://api.github.com"}],
        "paths": _bare(paths),
        "components": {},
    }
    _reach(whole, told, told["paths"])
    for where in DEVIATIONS:
        _make_nullable(told, where)
    text = json.dumps(told, separators=(",", ":"), sort_keys=True)
    SUBSET.write_text(text + "\n", encoding="utf-8")


def _bare(value: Any, *, naming: bool = False) -> Any:
    """The value without its texts; under `properties` every key is a name, not a text."""
    if isinstance(value, dict):
        bare = {
            key: _bare(one, naming=key in ("properties", "paths"))
            for key, one in value.items()
            if naming or not (key in _TEXTS | _HINTS or key.startswith("x-"))
        }
        if not naming and bare.get("nullable") is True and None not in bare.get("enum", [None]):
            # By the letter of OpenAPI 3.0 an enumeration admits null only where it lists it.
            bare["enum"] = [*bare["enum"], None]
        return bare
    return [_bare(one) for one in value] if isinstance(value, list) else value


def _reach(whole: dict[str, Any], told: dict[str, Any], value: Any) -> None:
    """Takes over every component that `value` refers to, and what those refer to."""
    if isinstance(value, list):
        for one in value:
            _reach(whole, told, one)
    elif isinstance(value, dict):
        ref = value.get("$ref")
        if isinstance(ref, str):
            _, _, kind, name = ref.split("/")
            shelf = told["components"].setdefault(kind, {})
            if name not in shelf:
                shelf[name] = _bare(whole["components"][kind][name])
                _reach(whole, told, shelf[name])
        for one in value.values():
            _reach(whole, told, one)


def _make_nullable(told: dict[str, Any], where: str) -> None:
    name, *steps = where.split("/")
    schema = told["components"]["schemas"][name]
    for step in steps[:-1]:
        schema = schema["items"] if step == "[]" else schema["properties"][step]
    last = schema["properties"][steps[-1]]
    if "$ref" in last:
        schema["properties"][steps[-1]] = {"anyOf": [last, {"nullable": True, "enum": [None]}]}
        return
    last["nullable"] = True


def _write_examples(whole: dict[str, Any], paths: dict[str, Any]) -> None:
    EXAMPLES.mkdir(exist_ok=True)
    for old in EXAMPLES.glob("*.json"):
        old.unlink()
    for item in paths.values():
        for operation in item.values():
            for status, answer in operation["responses"].items():
                _write_example(whole, operation["operationId"], status, _resolved(whole, answer))


def _resolved(whole: dict[str, Any], value: Any) -> Any:
    while "$ref" in value:
        _, kind, shelf, name = value["$ref"].split("/")
        value = whole[kind][shelf][name]
    return value


def _write_example(whole: dict[str, Any], operation: str, status: str, answer: Any) -> None:
    content = answer.get("content", {}).get("application/json", {})
    named = list(content.get("examples", {}).items())[:_KEPT_EXAMPLES_PER_ANSWER]
    for name, example in named:
        value = _resolved(whole, example).get("value")
        while isinstance(value, dict) and set(value) == {"$ref"}:  # a reference within a value
            value = _resolved(whole, value).get("value")
        if value is None:
            continue
        stem = f"{operation.replace('/', '.')}.{status}"
        file = EXAMPLES / (f"{stem}.json" if name == "default" else f"{stem}.{name}.json")
        file.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
