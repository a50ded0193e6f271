"""docs/setting-up.md: its commands are run, its output is theirs, its tables are complete.

`REGENERATE=1` writes the doctor's output on the page anew.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from inbox import cli
from inbox.doctor.findings import Area
from inbox.doctor.telling import _SIGNS
from inbox.init.answers import QUESTIONS, STAND_IN
from inbox.init.files import OWNER, PROJECTS, WORKFLOW
from tests.doctor.clinic import Clinic
from tests.papers.page import ROOT, Page
from tests.readme import blocks, quoted

PAGE = Page("docs/setting-up.md")
SHOP = "mona/shop"


def run_init(folder: Path, *options: str) -> tuple[int, str]:
    """Exit status and output of `init` in a folder that is no clone."""
    out = io.StringIO()
    arguments = ["init", "--folder", str(folder), *options]
    status = cli.run(arguments, {}, out=out, err=out, stdin=io.BytesIO())
    return status, out.getvalue()


@pytest.fixture
def written(tmp_path: Path) -> dict[str, str]:
    """The files that `init` writes for one repository."""
    status, said = run_init(tmp_path, "--owner=mona", f"--repositories={SHOP}")
    assert status == 0, said
    return {name: (tmp_path / name).read_text(encoding="utf-8") for name in FILES}


FILES = (OWNER, PROJECTS, WORKFLOW)


def command(shown: str) -> tuple[dict[str, str], list[str]]:
    """The variables that are set before a command, and its arguments."""
    words = shlex.split(shown)
    at = words.index("decision-inbox")
    return dict(word.split("=", 1) for word in words[:at]), words[at + 1 :]


def test_the_doctors_output_right_after_init_is_shown(written: dict[str, str]) -> None:
    (shown,) = PAGE.under("doctor")
    variables, arguments = command(shown)
    assert variables.keys() == {"GITHUB_TOKEN"}
    clinic = Clinic(
        owner=written[OWNER],
        projects=written[PROJECTS],
        workflow=written[WORKFLOW],
        home=SHOP,
        fresh=True,
    )
    clinic.token = clinic.gh.token("gho_mona", clinic.gh.person("mona"))
    said = clinic.doctor(*arguments[1:])
    assert (said.status, said.err, said.writes) == (1, "", ())
    if os.environ.get("REGENERATE"):
        file = ROOT / PAGE.name
        text = re.sub(
            r"(<!-- doctor-output -->\n\n```text\n).*?(```)",
            lambda found: found[1] + said.out + found[2],
            file.read_text(encoding="utf-8"),
            flags=re.DOTALL,
        )
        file.write_text(text, encoding="utf-8")
    (output,) = Page(PAGE.name).under("doctor-output")
    assert output == said.out
    assert re.findall(r"^(?=\S)(\w+)$", output, re.MULTILINE)[0] == "Configuration"


def test_what_the_doctor_finds_then_can_be_mended(written: dict[str, str]) -> None:
    workflow = written[WORKFLOW].replace(STAND_IN, f"acme/decision-inbox@{'1f' * 20}")
    clinic = Clinic(
        owner=written[OWNER], projects=written[PROJECTS], workflow=workflow, home=SHOP, fresh=True
    )
    clinic.protect(SHOP, source="github-actions")
    said = clinic.doctor("--write")
    assert said.status == 0, said.out
    assert set(said.writes) == {f"POST /repos/{SHOP}/labels"}


def test_the_command_that_asks_asks(tmp_path: Path) -> None:
    (shown,) = PAGE.under("init")
    assert command(shown) == ({}, ["init"])
    status, said = run_init(tmp_path)
    assert status == 2
    assert "--owner and --repositories and --inbox" in said


def test_every_question_has_its_row_and_each_example_is_an_answer() -> None:
    rows = {quoted(row[0])[0].split(" ")[0]: row for row in PAGE.table("questions")}
    assert list(rows) == [*(f"--{one.flag}" for one in QUESTIONS), "--action"]
    for question in QUESTIONS:
        question.parse(quoted(rows[f"--{question.flag}"][0])[0].split(" ")[1])
    assert quoted(rows["--action"][2]) == [STAND_IN]


def test_every_part_has_its_row_and_every_sign_its_word() -> None:
    assert [row[0] for row in PAGE.table("areas")] == [area.value for area in Area]
    for sign in _SIGNS.values():
        assert f"(`{sign}`)" in PAGE.text


def test_every_status_is_explained() -> None:
    assert [int(row[0]) for row in PAGE.table("statuses")] == [0, 1, 2, 3, 70]


# README.md, Set it up: the quick way


def test_the_readmes_two_commands_are_those_of_this_page(tmp_path: Path) -> None:
    (init,), (doctor,) = blocks("init-command"), blocks("doctor-command")
    assert command(doctor) == command(PAGE.under("doctor")[0])
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    remote = ["git", "-C", str(tmp_path), "remote", "add", "origin", f"https://github.com/{SHOP}"]
    subprocess.run(remote, check=True)
    status, said = run_init(tmp_path, *command(init)[1][1:])
    assert status == 0, said
    assert all((tmp_path / name).exists() for name in FILES)


@pytest.mark.parametrize("readme", [Page("README.md"), Page("README.ko.md")], ids=["en", "ko"])
def test_the_shell_finds_the_program_where_the_readme_installed_it(
    readme: Page, tmp_path: Path
) -> None:
    """The demo's line puts it into a folder that no shell looks into by itself."""
    assert ".venv/bin/pip install" in readme.under("demo-command")[0]
    before = readme.text.partition("<!-- init-command -->")[0]
    (said,) = re.findall(r"`(PATH=[^`]+)`", before)
    program = tmp_path / ".venv" / "bin" / "decision-inbox"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho found\n", encoding="utf-8")
    program.chmod(0o755)
    line = f"{said}; cd / && decision-inbox"
    done = subprocess.run(
        ["sh", "-c", line], cwd=tmp_path, capture_output=True, check=False, text=True
    )
    assert (done.returncode, done.stdout) == (0, "found\n"), done.stderr


def test_the_readmes_command_names_the_action(written: dict[str, str]) -> None:
    """Without it the workflow holds a stand-in that the next step has to take out."""
    _, arguments = command(blocks("init-command")[0])
    named = arguments[arguments.index("--action") + 1]
    assert named == STAND_IN, "which stands for the repository that the README is read in"
    assert f"uses: {named}" in written[WORKFLOW]
