"""docs/security.md and SECURITY.md: every claim names its rules, and tests try them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.papers.page import ROOT, Page

PAGE = Page("docs/security.md")
PROTOCOL = Page("docs/protocol.md")
TABLES = ("trusted", "agent-cannot", "agent-can", "own-token", "shared", "not-promised")
ROWS = [(table, row) for table in TABLES for row in PAGE.table(table)]
TESTS = "\n".join(
    path.read_text(encoding="utf-8")
    for path in Path(ROOT / "tests").rglob("*.py")
    if path.is_file()
)


def cited(cell: str) -> list[tuple[str, str]]:
    """Each rule of a cell, and the anchor that it links to."""
    links = re.findall(r"\[([PLD\d, ]+)\]\(protocol\.md#([\w-]+)\)", cell)
    return [(rule, anchor) for named, anchor in links for rule in named.split(", ")]


@pytest.mark.parametrize(("table", "row"), ROWS, ids=lambda value: str(value)[:40])
def test_every_claim_names_rules_that_exist_and_are_tried(table: str, row: list[str]) -> None:
    assert len(row) == 3, table
    rules = cited(row[-1])
    assert rules, row[0]
    for rule, anchor in rules:
        expected = "numbers-that-begin-with-d" if rule.startswith("D") else rule.lower()
        assert (rule, anchor) == (rule, expected)
        assert anchor in PROTOCOL.anchors
        assert re.search(rf"\b{rule}\b", TESTS), f"no test names {rule}"


def test_no_rule_is_still_planned() -> None:
    assert "Every rule on this page is built." in PROTOCOL.text
    assert "planned" not in PROTOCOL.text


def test_every_part_of_the_page_is_such_a_table() -> None:
    tables = re.findall(r"^<!-- ([\w-]+) -->$", PAGE.text, re.MULTILINE)
    assert tuple(tables) == TABLES
    assert PAGE.text.count("\n| --- |") == len(TABLES)
    assert PAGE.blocks == []


def test_the_releases_are_verified_as_they_are_signed() -> None:
    (shown,) = Page("SECURITY.md").under("verify")
    lines = [shlex.split(line) for line in shown.splitlines()]
    assert [line[0] for line in lines] == ["gh", "gh", "cosign"]
    workflow = YAML(typ="safe").load(ROOT / ".github" / "workflows" / "release.yml")
    image = workflow["jobs"]["image"]
    assert image["if"] == "github.ref == 'refs/heads/main'"
    steps = [step for step in image["steps"] if "actions/attest@" in step.get("uses", "")]
    (predicate,) = [
        step["with"]["predicate-type"] for step in steps if "predicate-type" in step["with"]
    ]
    assert lines[1][-1] == predicate
    identity = lines[2][lines[2].index("--certificate-identity") + 1]
    path = ".github/workflows/release.yml"
    assert identity == f"https://github.com/octo-org/decision-inbox/{path}@refs/heads/main"
    assert all("ghcr.io/octo-org/decision-inbox:1.2.3" in " ".join(line) for line in lines)
