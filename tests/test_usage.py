"""Wrong usage: one sentence that names the command and says what to do, and status 2."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from inbox.cli import run

# What is typed, and what is said about it. `FILE` is a file, `FOLDER` an empty folder, `NONE` none.
WRONG = [
    ("frobnicate", "decision-inbox: argument COMMAND: invalid choice: 'frobnicate'"),
    ("tick --frob", "decision-inbox tick: unrecognized arguments: --frob"),
    ("demo more words", "decision-inbox demo: unrecognized arguments: more words"),
    ("demo --folder FILE", "decision-inbox demo: argument --folder: FILE is a file; name a folder"),
    ("init --folder FILE", "decision-inbox init: argument --folder: FILE is a file; name a folder"),
    ("init --folder NONE --owner a", "decision-inbox init: there is no folder NONE"),
    ("init --owner", "decision-inbox init: argument --owner: expected one argument"),
    ("init --owner mona! --folder FOLDER", "decision-inbox init: 'mona!' is no login; write it as"),
    ("init --owner a --repositories shop --folder FOLDER", "'shop' is no repository; write owner/"),
    ("init --owner a --repositories a/b --action c --folder FOLDER", "'c' is no action; write own"),
    ("schema", "decision-inbox schema: the following arguments are required: kind"),
    ("decisions", "decision-inbox decisions: the following arguments are required: ACTION"),
    ("decisions frob", "decision-inbox decisions: argument ACTION: invalid choice: 'frob'"),
    (
        "decisions apply FILE",
        "decision-inbox decisions apply: the following arguments are required",
    ),
    (
        "decisions scan",
        "decision-inbox decisions scan: the following arguments are required: --dry",
    ),
    ("lint --format xml FILE", "decision-inbox lint: argument --format: invalid choice: 'xml'"),
    ("lint NONE", "NONE: cannot be read (No such file or directory). Name a file that is there."),
    ("lint FOLDER", "FOLDER: cannot be read (Is a directory). Name a file that is there."),
    ("availability FOLDER", "FOLDER: cannot be read (Is a directory). Name a file that is there."),
    ("gh pr create", "decision-inbox gh: write -- before the arguments of gh."),
    ("doctor --repository shop", "--repository: 'shop' is no repository; write owner/name"),
    ("doctor --repository a/b", "there is no token; set GITHUB_TOKEN, or INPUT_TOKEN"),
    ("tick", "input token: there is no token; set GITHUB_TOKEN, or INPUT_TOKEN"),
    ("tick --token t", "environment: GITHUB_REPOSITORY is not set, so nobody knows which"),
    ("tick --token t --inbox-repo x", "input inbox-repo: 'x' is no repository; write owner/name"),
    ("open --token t --pull-request x", "'x' names no issue or pull request; write owner/name#12"),
]


@pytest.mark.parametrize(("typed", "said"), WRONG, ids=[typed for typed, _ in WRONG])
def test_wrong_usage_ends_with_one_sentence_and_status_2(
    typed: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "FILE").write_text("Words.", encoding="utf-8")
    (tmp_path / "FOLDER").mkdir()
    places = {name: str(tmp_path / name) for name in ("FILE", "FOLDER", "NONE")}
    status, told = told_of([places.get(word, word) for word in typed.split()], capsys)
    assert status == 2
    for name, place in places.items():
        said = said.replace(name, place)
    assert said in told
    assert told.count("\n") == 1
    assert "usage:" not in told


def told_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status of the command, and all that went to the errors."""
    out, err = io.StringIO(), io.StringIO()
    env = {"PATH": os.environ["PATH"]}
    try:
        status = run(arguments, env, out=out, err=err, stdin=io.BytesIO())
    except SystemExit as end:
        status = int(end.code or 0)
    return status, err.getvalue() + capsys.readouterr().err


def test_help_is_still_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert told_of(["lint", "--help"], capsys) == (0, "")


def test_without_a_command_a_person_learns_that_there_are_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, told = told_of([], capsys)
    assert status == 2
    assert told.splitlines()[1] == (
        "Without a command this is one tick; decision-inbox --help lists the others."
    )


def test_a_workflow_is_not_told_of_other_commands() -> None:
    err = io.StringIO()
    assert run([], {"GITHUB_ACTIONS": "true"}, out=io.StringIO(), err=err) == 2
    assert "--help" not in err.getvalue()
