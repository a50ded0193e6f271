"""The JSON Schemas in the repository are the models', and every example is a policy."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from inbox.config import FileKind, Source, Surroundings, load, schema_text
from inbox.policy import Policy
from inbox.refs import RepoRef

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples" / "config").glob("*/*.yml"))
FOLDERS = sorted({example.parent for example in EXAMPLES})
EVERY_KIND = pytest.mark.parametrize("kind", get_args(FileKind))


def policy_of(folder: Path) -> Policy:
    def source(name: str) -> Source:
        path = folder / name
        return Source(f"config/{name}", path.read_bytes() if path.exists() else None)

    around = Surroundings(RepoRef("mona", "work"))
    return load(source("owner.yml"), source("projects.yml"), around)


def objects(schema: Any) -> list[dict[str, Any]]:
    found = [schema] if isinstance(schema, dict) and "properties" in schema else []
    inner = schema.values() if isinstance(schema, dict) else schema
    nested = [objects(value) for value in inner if isinstance(value, dict | list)]
    return found + [each for group in nested for each in group]


@EVERY_KIND
def test_the_schema_in_the_repository_is_the_models(kind: FileKind) -> None:
    kept = ROOT / "inbox" / "schemas" / f"{kind}.schema.json"
    assert kept.read_text(encoding="utf-8") == schema_text(kind)


@EVERY_KIND
def test_every_key_is_described_and_no_other_is_allowed(kind: FileKind) -> None:
    schema = json.loads(schema_text(kind))
    assert schema["$schema"].endswith("2020-12/schema")
    for group in objects(schema):
        assert group["additionalProperties"] is False
        for name, key in group["properties"].items():
            assert name == "login" or key.get("description"), name
            assert "null" not in json.dumps(key)


def test_every_pattern_of_a_schema_accepts_its_examples() -> None:
    text = schema_text("projects") + schema_text("owner")
    assert '"examples"' in text
    for kind in get_args(FileKind):
        for group in objects(json.loads(schema_text(kind))):
            for key in group["properties"].values():
                for example in key.get("examples", ()) if "pattern" in key else ():
                    assert re.search(key["pattern"], example)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_example_is_a_policy(folder: Path) -> None:
    found = policy_of(folder)
    assert found.owner_login == "mona"
    not_yet = [notice for notice in found.notices if "not obeyed yet" in notice]
    assert list(found.notices) == not_yet


def test_the_examples_are_a_solo_owner_a_team_and_everything() -> None:
    assert [folder.name for folder in FOLDERS] == ["full", "reminders", "solo", "team"]
    assert policy_of(FOLDERS[2]).supervised == (RepoRef("mona", "work"),)
    assert policy_of(FOLDERS[3]).inbox == RepoRef("octo-org", "inbox")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_an_example_names_its_schema_for_editors(example: Path) -> None:
    first = example.read_text(encoding="utf-8").splitlines()[0]
    prefix = "# yaml-language-server: $schema="
    assert first.startswith(prefix)
    schema = (example.parent / first.removeprefix(prefix)).resolve()
    assert schema == ROOT / "inbox" / "schemas" / f"{example.stem}.schema.json"


@EVERY_KIND
def test_the_full_example_shows_every_key_but_the_deprecated(kind: FileKind) -> None:
    text = (ROOT / "examples" / "config" / "full" / f"{kind}.yml").read_text(encoding="utf-8")
    keys = {
        name
        for group in objects(json.loads(schema_text(kind)))
        for name, key in group["properties"].items()
        if not key.get("deprecated")
    }
    assert {name for name in keys if not re.search(rf"\b{name}:", text)} == set()
