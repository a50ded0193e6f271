"""`action.yml`, the README's tables and the program promise the same inputs and outputs.

`REGENERATE=1` writes the README's two tables anew from the program's own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from inbox.interface import INPUTS, OUTPUTS, inputs_table, outputs_table

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


@pytest.fixture(scope="module")
def action() -> dict[str, dict[str, dict[str, object]]]:
    """The file as it is written, quotes kept."""
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    loaded: dict[str, dict[str, dict[str, object]]] = yaml.load(ROOT / "action.yml")
    return loaded


def test_the_inputs_are_the_programs(action: dict[str, dict[str, dict[str, object]]]) -> None:
    assert [
        (name, entry["default"], entry["description"]) for name, entry in action["inputs"].items()
    ] == [(each.name, each.default, each.description) for each in INPUTS]


def test_the_outputs_are_the_programs(action: dict[str, dict[str, dict[str, object]]]) -> None:
    assert [(name, entry["description"]) for name, entry in action["outputs"].items()] == [
        (each.name, each.description) for each in OUTPUTS
    ]


def test_no_input_is_required_and_every_default_is_quoted(
    action: dict[str, dict[str, dict[str, object]]],
) -> None:
    """Unquoted numbers are reformatted by the runner, and `required` is not enforced by it."""
    for entry in action["inputs"].values():
        assert entry["required"] is False
        assert isinstance(entry["default"], DoubleQuotedScalarString)


def test_the_action_is_a_container_built_from_the_dockerfile(
    action: dict[str, dict[str, object]],
) -> None:
    assert action["runs"] == {"using": "docker", "image": "Dockerfile"}


def test_names_and_texts_fit_where_they_go() -> None:
    for each in INPUTS:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", each.name)
        assert each.option == f"--{each.name}"
    for text in [each.description for each in (*INPUTS, *OUTPUTS)]:
        assert "|" not in text
        assert "\n" not in text
        assert text.endswith(".")


@pytest.mark.parametrize(
    ("marker", "table"), [("inputs", inputs_table), ("outputs", outputs_table)]
)
def test_the_readme_has_the_same_table(marker: str, table: Callable[[], str]) -> None:
    text = README.read_text(encoding="utf-8")
    between = re.compile(rf"(?<=<!-- {marker} -->).*?(?=<!-- /{marker} -->)", re.DOTALL)
    if os.environ.get("REGENERATE"):
        text = between.sub(lambda _: f"\n\n{table()}\n", text)
        README.write_text(text, encoding="utf-8")
    tables = [found.strip() for found in between.findall(text)]
    assert tables == [table().strip()], "REGENERATE=1 writes the README's tables anew"
