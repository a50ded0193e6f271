"""One call that a person lets through, and the log that remembers it (decisions D22, case L7)."""

from __future__ import annotations

import hashlib
import json
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.gh.running import FINE, VAGUE, FakeGh, environment, wrapped

CALL = ("issue", "edit", "-R", "octo-org/app", "7", "-b")
SECRET = "ghp_a-token-that-nobody-may-read"


@pytest.fixture
def gh(tmp_path: Path) -> FakeGh:
    return FakeGh.put(tmp_path / "bin")


def entries(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("name", ["DECISIONS_OK", "MARVIN_DECISIONS_OK"])
def test_a_reason_lets_one_call_through_and_is_remembered(
    name: str, gh: FakeGh, tmp_path: Path
) -> None:
    log = tmp_path / "logs" / "calls.jsonl"
    more = {name: " Mona agrees: not a question ", "DECISIONS_LOG": str(log), "GH_TOKEN": SECRET}
    done = wrapped(*CALL, VAGUE, env=environment(gh.folder, **more), cwd=tmp_path)
    assert done.returncode == 0
    assert done.stderr.startswith("DECISIONS_NOT_ASKABLE: ")
    assert done.stderr.endswith("decision-inbox gh: let through: Mona agrees: not a question\n")
    (call,) = gh.calls
    assert call["arguments"] == [*CALL, VAGUE]
    assert {"DECISIONS_OK", "MARVIN_DECISIONS_OK"} & call["env"].keys() == set()
    (entry,) = entries(log)
    age = datetime.now(UTC) - datetime.fromisoformat(entry.pop("time"))
    assert 0 <= age.total_seconds() < 120
    assert entry == {
        "folder": str(tmp_path),
        "reason": "Mona agrees: not a question",
        "code": "DECISIONS_NOT_ASKABLE",
        "command": "issue edit",
        "repository": "octo-org/app",
        "targets": ["7"],
        "sha256": [hashlib.sha256(VAGUE.encode()).hexdigest()],
    }
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert SECRET not in log.read_text()


def test_each_override_is_a_line_more(gh: FakeGh, tmp_path: Path) -> None:
    env = environment(gh.folder, DECISIONS_OK="yes\nindeed", DECISIONS_LOG="calls.jsonl")
    for _ in range(2):
        assert wrapped(*CALL, VAGUE, env=env, cwd=tmp_path).returncode == 0
    assert [entry["reason"] for entry in entries(tmp_path / "calls.jsonl")] == ["yes\nindeed"] * 2


@pytest.mark.parametrize("blank", ["", " ", "\t\n", "\u00a0"])
def test_a_blank_reason_lets_nothing_through(blank: str, gh: FakeGh, tmp_path: Path) -> None:
    more = {"DECISIONS_OK": blank, "MARVIN_DECISIONS_OK": blank, "HOME": str(tmp_path)}
    done = wrapped(*CALL, VAGUE, env=environment(gh.folder, **more), cwd=tmp_path)
    assert (done.returncode, gh.calls) == (1, [])
    assert list(tmp_path.rglob("gh-calls.jsonl")) == []


def test_a_reason_that_is_not_needed_is_not_remembered(gh: FakeGh, tmp_path: Path) -> None:
    more = {"DECISIONS_OK": "in case", "HOME": str(tmp_path)}
    assert wrapped(*CALL, FINE, env=environment(gh.folder, **more), cwd=tmp_path).returncode == 0
    assert not (tmp_path / ".local").exists()
    assert "DECISIONS_OK" not in gh.calls[0]["env"]


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({}, "home/.local/state"),
        ({"XDG_STATE_HOME": "{}/state"}, "state"),
        ({"XDG_STATE_HOME": "relative"}, "home/.local/state"),
        ({"XDG_STATE_HOME": "", "DECISIONS_LOG": " "}, "home/.local/state"),
    ],
)
def test_the_log_is_in_the_users_state_folder(
    more: dict[str, str], place: str, gh: FakeGh, tmp_path: Path
) -> None:
    named = {name: value.format(tmp_path) for name, value in more.items()}
    env = environment(gh.folder, HOME=str(tmp_path / "home"), DECISIONS_OK="yes", **named)
    assert wrapped(*CALL, VAGUE, env=env, cwd=tmp_path).returncode == 0
    assert len(entries(tmp_path / place / "decision-inbox" / "gh-calls.jsonl")) == 1


def test_what_cannot_be_remembered_is_refused(gh: FakeGh, tmp_path: Path) -> None:
    env = environment(gh.folder, DECISIONS_OK="yes", DECISIONS_LOG=str(tmp_path))
    done = wrapped(*CALL, VAGUE, env=env, cwd=tmp_path)
    assert (done.returncode, gh.calls) == (1, [])
    assert done.stderr.splitlines()[-1] == (
        f"decision-inbox gh: the override cannot be remembered ({tmp_path}: Is a directory); "
        "name a file in DECISIONS_LOG. gh was not run."
    )


def test_a_user_without_a_home_names_the_log(gh: FakeGh, tmp_path: Path) -> None:
    done = wrapped(*CALL, VAGUE, env=environment(gh.folder, DECISIONS_OK="yes"), cwd=tmp_path)
    assert (done.returncode, gh.calls) == (1, [])
    assert "neither XDG_STATE_HOME nor HOME says where your files are" in done.stderr


def test_a_call_that_nobody_understands_can_be_let_through(gh: FakeGh, tmp_path: Path) -> None:
    log = tmp_path / "log"
    env = environment(gh.folder, DECISIONS_OK="yes", DECISIONS_LOG=str(log), GH_REPO="o/r")
    arguments = ["--body", "pr", "-R", "o/r", "pr", "create"]
    assert wrapped(*arguments, env=env, cwd=tmp_path).returncode == 0
    assert [call["arguments"] for call in gh.calls] == [arguments]
    (entry,) = entries(log)
    found = (entry["code"], entry["command"], entry["repository"], entry["sha256"])
    assert found == ("DECISIONS_UNCHECKED", "", "o/r", [])


def test_a_body_that_was_read_in_part_is_never_let_through(gh: FakeGh, tmp_path: Path) -> None:
    env = environment(gh.folder, DECISIONS_OK="yes", HOME=str(tmp_path))
    too_long = "x" * (1024 * 1024 + 1)
    done = wrapped("issue", "create", "-F", "-", env=env, cwd=tmp_path, stdin=too_long)
    assert (done.returncode, gh.calls) == (1, [])
    assert done.stderr == (
        "DECISIONS_UNCHECKED: the body from standard input is longer than any that GitHub takes; "
        "gh was not run.\n"
    )


def test_no_token_gets_into_the_log(gh: FakeGh, tmp_path: Path) -> None:
    log = tmp_path / "log"
    env = environment(gh.folder, DECISIONS_OK="yes", DECISIONS_LOG=str(log), GH_TOKEN=SECRET)
    address = f"https://mona:{SECRET}@github.com/octo-org/app"
    call = ("issue", "edit", "-R", address, f"{address}/issues/7", "-b", VAGUE)
    assert wrapped(*call, env=env, cwd=tmp_path).returncode == 0
    (entry,) = entries(log)
    assert entry["repository"] == "https://github.com/octo-org/app"
    assert entry["targets"] == ["https://github.com/octo-org/app/issues/7"]
    assert SECRET not in log.read_text()
