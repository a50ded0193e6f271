"""docs/configuration.md is so: every key with its default and meaning, every example tried.

`REGENERATE=1` writes the two tables of keys anew from the schemas.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from ruamel.yaml import YAML

from inbox.cli import run
from inbox.config import FileKind, Source, Surroundings, load, schema_text
from inbox.errors import ConfigurationError
from inbox.policy import Merge, Policy
from inbox.quadrant.classify import classify
from inbox.quadrant.files import ChangedFile, FileStatus
from inbox.refs import RepoRef
from tests.papers.page import ROOT, Page
from tests.readme import quoted

PAGE = Page("docs/configuration.md")
FILES = ("config/owner.yml", "config/projects.yml")
KINDS: tuple[FileKind, ...] = ("owner", "projects")
WITHOUT = {"merge.options": f"`[{', '.join(Merge().options)}]`"}
"""Defaults of lists, which a schema of pydantic leaves out."""


def policy(owner: str = "github_login: mona\n", projects: str | None = None) -> Policy:
    """The policy of these two files; raises ConfigurationError."""
    return load(
        Source(FILES[0], owner.encode()),
        Source(FILES[1], projects.encode() if projects is not None else None),
        Surroundings(RepoRef("octo-org", "fourth"), None),
    )


def entries(
    schema: Mapping[str, Any], whole: Mapping[str, Any], before: str = ""
) -> Iterator[tuple[str, Mapping[str, Any], bool]]:
    """Every key of a schema: dotted, `[]` for the entries of a list; and whether it is required."""
    for name, entry in schema.get("properties", {}).items():
        dotted = f"{before}{name}"
        inner = whole["$defs"][entry["$ref"].rpartition("/")[2]] if "$ref" in entry else {}
        listed = entry.get("items", {})
        if "$ref" in listed:
            inner = whole["$defs"][listed["$ref"].rpartition("/")[2]]
            dotted += "[]"
        if inner:
            yield from entries(inner, whole, f"{dotted}.")
        else:
            yield dotted, entry, name in schema.get("required", ())


def allowed(entry: Mapping[str, Any]) -> str:
    """What may stand there, in words."""
    match entry:
        case {"deprecated": True}:
            return "anything"
        case {"enum": [*values]}:
            return ", ".join(f"`{value}`" for value in values)
        case {"type": "boolean"}:
            return "`true`, `false`"
        case {"type": "number"}:
            least = entry.get("minimum", entry.get("exclusiveMinimum"))
            above = f"{least} or more" if "minimum" in entry else f"above {least}"
            return f"a number, {above}, up to {entry['maximum']:,}"
        case {"type": "array", "items": {"enum": [*values]}}:
            return f"a list of {', '.join(f'`{value}`' for value in values)}"
        case {"type": "array"}:
            return f"a list, up to {entry['maxItems']:,}"
        case {"pattern": pattern} if "/" in str(pattern):
            return "a repository"
        case _:
            return "text"


def default(dotted: str, entry: Mapping[str, Any], is_required: bool) -> str:
    """What holds without the key."""
    if is_required:
        return "required"
    if dotted in WITHOUT:
        return WITHOUT[dotted]
    if "default" in entry:
        return f"`{json.dumps(entry['default'])}`".replace('"', "").replace(".0`", "`")
    return ""


def keys_table(kind: FileKind) -> str:
    """The table of one file, as it stands in the page."""
    schema = json.loads(schema_text(kind))
    lines = ["| Key | May be | Default | Meaning |", "| --- | --- | --- | --- |"]
    for dotted, entry, is_required in entries(schema, schema):
        cells = (f"`{dotted}`", allowed(entry), default(dotted, entry, is_required))
        lines.append(f"| {' | '.join(cells)} | {entry['description']} |")
    return "\n".join(lines)


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_is_there_with_its_default_and_meaning(kind: FileKind) -> None:
    if os.environ.get("REGENERATE"):
        text = (ROOT / PAGE.name).read_text(encoding="utf-8")
        before, _, rest = text.partition(f"<!-- {kind} -->\n")
        after = rest.partition(f"<!-- /{kind} -->")[2]
        text = f"{before}<!-- {kind} -->\n\n{keys_table(kind)}\n\n<!-- /{kind} -->{after}"
        (ROOT / PAGE.name).write_text(text, encoding="utf-8")
        PAGE.__dict__.pop("text", None)
    assert PAGE.part(kind) == keys_table(kind)


def test_the_defaults_of_the_table_are_those_of_the_policy() -> None:
    said = {quoted(row[0])[0]: row[2].strip("`") for row in PAGE.table("projects")}
    found = policy()
    assert said["merge.settle_minutes"] == f"{found.merge.settle_minutes:g}"
    assert said["merge.options"] == f"[{', '.join(found.merge.options)}]"
    assert said["merge.method"] == found.merge.method.value
    assert said["decision_inbox.on_manual_close"] == found.on_manual_close.value
    assert said["decision_inbox.lifecycle.reminder_hours"] == f"{found.lifecycle.reminder_hours:g}"
    assert said["decision_inbox.lifecycle.escalate_hours"] == f"{found.lifecycle.escalate_hours:g}"
    assert said["decisions.grace_hours"] == f"{found.decisions.grace_hours:g}"
    switches = {
        "merge.enabled": found.merge.enabled,
        "merge.require_checks": found.merge.require_checks,
        "decisions.enabled": found.decisions.enabled,
        "decision_inbox.allow_public": found.allow_public,
        "decision_inbox.lifecycle.enabled": found.lifecycle.enabled,
    }
    assert {name: said[name] for name in switches} == {
        name: str(value).lower() for name, value in switches.items()
    }


@pytest.mark.parametrize("shown", PAGE.under("owner.yml"))
def test_each_owner_file_loads(shown: str) -> None:
    assert "mona" in policy(shown).allowlist.logins


@pytest.mark.parametrize("shown", PAGE.under("projects.yml"))
def test_each_projects_file_loads(shown: str) -> None:
    assert policy(projects=shown) != policy()


def test_the_places_win_in_the_order_of_the_table() -> None:
    first, second, third, fourth = (quoted(row[1])[0] for row in PAGE.table("precedence"))
    files = (
        f"governance_repo: {third}\ndecision_inbox: {{repository: {second}}}\n",
        f"governance_repo: {third}\n",
        None,
    )
    assert [str(policy(projects=text).inbox) for text in files] == [second, third, fourth]
    asked = Surroundings(RepoRef("octo-org", "fourth"), None, inbox_repo=RepoRef.parse(first))
    owner = Source(FILES[0], b"github_login: mona\n")
    assert str(load(owner, Source(FILES[1], str(files[0]).encode()), asked).inbox) == first


@pytest.mark.parametrize("row", PAGE.table("paths"), ids=lambda row: str(row[0]))
def test_the_patterns_mean_what_is_said(row: list[str]) -> None:
    (shown,) = [text for text in PAGE.under("projects.yml") if "classifier" in text]
    (path,) = quoted(row[0])
    changed = (ChangedFile(path, FileStatus.MODIFIED),)
    found = classify(changed, complete=True, rules=policy(projects=shown).rules)
    assert (found.quadrant.value == "D") is (row[1] == "yes")
    assert [name for name in quoted(row[2]) if name not in str(found)] == []


def test_the_mistakes_are_said_as_shown() -> None:
    (wrong,), (said,) = PAGE.under("wrong"), PAGE.under("said")
    with pytest.raises(ConfigurationError) as caught:
        policy(projects=wrong)
    assert [str(mistake) for mistake in caught.value.mistakes] == said.splitlines()


def test_the_schema_commands_print_schemas() -> None:
    (shown,) = PAGE.under("schema-commands")
    for line in shown.splitlines():
        command, _, file = line.partition(" > ")
        out = io.StringIO()
        assert run(command.split()[1:], {}, out=out) == 0
        assert out.getvalue() == (ROOT / "inbox" / "schemas" / file).read_text(encoding="utf-8")


def test_every_block_is_tried_here() -> None:
    tried = {"owner.yml", "projects.yml", "wrong", "said", "schema-commands"}
    assert {marker for marker, _, _ in PAGE.blocks} == tried
    assert all(YAML(typ="safe").load(text) for _, kind, text in PAGE.blocks if kind == "yaml")
