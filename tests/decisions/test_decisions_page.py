"""docs/decisions.md is so: every example is parsed, every flag and flaw is there."""

from __future__ import annotations

import io
import json
import re
import shlex
from glob import glob
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from inbox.cli import run
from inbox.decisions.block import Flaw, QuestionKind, read_block
from inbox.decisions.verdict import FORMAT, Code, refusals
from inbox.decisions_command import as_json
from tests.decisions.texts import OPTIONS, only, read
from tests.readme import blocks, rows

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/decisions.md").read_text(encoding="utf-8")
EXAMPLES = [
    (found[1], found[2], found[4])
    for found in re.finditer(
        r"^<!-- (example|flaw): (\S+) -->\n\n(`{3,})markdown\n(.*?)^\3$", PAGE, re.M | re.S
    )
]
FLAWED = [(name, body) for kind, name, body in EXAMPLES if kind == "flaw"]
KINDS = {"(pick any)": QuestionKind.MULTI, "(text)": QuestionKind.TEXT}


def table(marker: str) -> list[list[str]]:
    """The rows of the table between the two comments of that name."""
    (found,) = re.findall(rf"<!-- {marker} -->\n\n(.*?)\n\n<!-- /{marker} -->", PAGE, re.S)
    return [[row[0].strip("`"), *row[1:]] for row in rows(str(found))]


def test_the_page_begins_with_the_format_that_refusals_show() -> None:
    assert EXAMPLES[0] == ("example", "clean", FORMAT)
    assert all(read_block(body).problems == () for kind, _, body in EXAMPLES if kind == "example")
    assert all(read_block(body).present for _, _, body in EXAMPLES)


def test_every_flaw_has_one_example() -> None:
    assert [name for name, _ in FLAWED] == [flaw.value for flaw in Flaw]


@pytest.mark.parametrize(("name", "body"), FLAWED, ids=[name for name, _ in FLAWED])
def test_each_example_has_its_flaw(name: str, body: str) -> None:
    block = read_block(body)
    assert {problem.flaw.value for problem in block.problems} - {"no-questions"} <= {name}
    assert name in {problem.flaw.value for problem in block.problems}
    assert {found.code for found in refusals(body)} == {Code.UNPARSED}
    assert f"\n`{name}`: " in PAGE


@pytest.mark.parametrize(("line", "means"), table("flags"))
def test_each_flag_means_what_is_said(line: str, means: str) -> None:
    question = only(read(line, *([] if "(text)" in line else OPTIONS)))
    flag = line.partition("? ")[2]
    assert question.text == "Where to?"
    assert question.required is ("required" in means)
    assert question.kind is KINDS.get(flag, QuestionKind.SINGLE)


@pytest.mark.parametrize("text", [row[0] for row in table("asks")])
def test_what_is_said_to_ask_asks(text: str) -> None:
    (found,) = refusals(f"{text}\n\nWords.\n")
    assert found.code is Code.UNSTRUCTURED


@pytest.mark.parametrize("text", [row[0] for row in table("reports")])
def test_what_is_said_not_to_ask_does_not(text: str) -> None:
    heading, _, below = text.partition(" None")
    body = f"{heading}\n\nNone{below}\n" if below else f"{text}\n\nWords.\n"
    assert refusals(body) == ()


def test_the_page_itself_asks_nothing() -> None:
    assert refusals(PAGE) == ()
    assert not read_block(PAGE).present


def test_the_shown_json_is_what_parse_prints() -> None:
    (shown,) = re.findall(r"<!-- parsed -->\n\n```json\n(.*?)```", PAGE, re.S)
    expected = json.loads(shown)
    body = FORMAT.partition("### extras")[0].replace("[ ] On", "[x] On")
    body = f"{body.rstrip()}\n> **Note:** Below 10 GB.\n"
    printed = as_json(read_block(body))
    assert {**printed, "problems": expected["problems"]} == expected
    assert as_json(read_block("<!-- marvin:decisions -->"))["problems"] != []


def test_every_command_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    for name in ("body.md", "new.md", "old.md", "docs/decisions.md"):
        (tmp_path / name).write_text(FORMAT, encoding="utf-8")
    part = PAGE.partition("\n## On the command line\n")[2].partition("\n## ")[0]
    shown = "".join(re.findall(r"```sh\n(.*?)```", part, re.S))
    commands = [shlex.split(line, comments=True) for line in shown.splitlines()]
    assert {command[0] for command in commands} == {"decision-inbox"}
    assert {" ".join(c[1:3]) for c in commands} >= {"decisions parse", "decisions apply"}
    for _, *arguments in commands:
        named = [name for each in arguments for name in (glob(each) if "*" in each else [each])]
        out, err, stdin = io.StringIO(), io.StringIO(), io.BytesIO(b"Words.")
        assert run(named, {}, out=out, err=err, stdin=stdin) == 0
        assert err.getvalue() == ""


def test_the_hook_of_the_page_is_the_one_that_is_offered() -> None:
    (shown,) = re.findall(r"<!-- pre-commit -->\n\n```yaml\n(.*?)```", PAGE, re.S)
    (offered,) = YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")
    (repo,) = YAML(typ="safe").load(shown)["repos"]
    assert repo["hooks"] == [{"id": offered["id"]}]
    assert offered["entry"] == "decision-inbox lint --sections-only"


def test_the_readme_shows_a_clean_section_and_a_command_that_passes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (shown,) = blocks("decisions")
    block = read_block(shown)
    assert (block.present, block.problems) == (True, ())
    (command,) = blocks("lint-command")
    program, *arguments = command.split()
    assert program == ".venv/bin/decision-inbox"
    monkeypatch.chdir(ROOT)
    out = io.StringIO()
    assert run(arguments, {}, out=out, stdin=io.BytesIO()) == 0
    assert (ROOT / arguments[-1]).read_text(encoding="utf-8") == FORMAT
