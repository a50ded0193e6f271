"""Whose token it is: the environment's, else that of GitHub's own program."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inbox.dashboard.token import with_token

GH = """#!/bin/sh
echo "$*" >> "$0.calls"
[ "$4" = "$GOOD_HOST" ] && echo gho_fromgh && exit 0
echo "not logged in" >&2
exit 1
"""


@pytest.fixture
def gh(tmp_path: Path) -> Path:
    """A folder with a `gh` that knows one host."""
    program = tmp_path / "gh"
    program.write_text(GH, encoding="utf-8")
    program.chmod(0o755)
    return tmp_path


def env(gh: Path, **more: str) -> dict[str, str]:
    """An environment in which that `gh` is found."""
    return {"PATH": f"{gh}:{os.environ['PATH']}", "GOOD_HOST": "github.com", **more}


def test_gh_is_asked_where_the_environment_has_no_token(gh: Path) -> None:
    given = env(gh)
    assert with_token({}, given) == {**given, "GITHUB_TOKEN": "gho_fromgh"}
    assert (gh / "gh.calls").read_text(encoding="utf-8") == "auth token --hostname github.com\n"


@pytest.mark.parametrize(
    ("api", "host"),
    [
        ("https://GitHub.example.com/api/v3", "github.example.com"),
        ("https://api.octo.ghe.com", "octo.ghe.com"),
        ("https://api.github.com", "github.com"),
    ],
)
def test_gh_is_asked_for_the_host_that_gets_the_token(gh: Path, api: str, host: str) -> None:
    given = env(gh, GITHUB_API_URL=api, GITHUB_SERVER_URL="https://github.example.org")
    found = with_token({}, {**given, "GOOD_HOST": host})
    assert found["GITHUB_TOKEN"] == "gho_fromgh"


@pytest.mark.parametrize("api", ["https://github.example.com/api/v3", "http://[", "https://api."])
def test_no_token_of_another_host_is_taken(gh: Path, api: str) -> None:
    given = env(gh, GITHUB_API_URL=api, GITHUB_SERVER_URL="https://github.com")
    assert with_token({}, given) == given


@pytest.mark.parametrize("name", ["GITHUB_TOKEN", "INPUT_TOKEN"])
def test_a_token_that_is_there_is_taken(gh: Path, name: str) -> None:
    given = env(gh, **{name: "ghp_mine"})
    assert with_token({}, given) == given
    assert not (gh / "gh.calls").exists()


def test_a_token_given_as_an_option_is_taken(gh: Path) -> None:
    assert with_token({"token": "ghp_mine"}, env(gh)) == env(gh)
    assert not (gh / "gh.calls").exists()


def test_without_gh_nothing_is_added(tmp_path: Path) -> None:
    given = {"PATH": str(tmp_path)}
    assert with_token({}, given) == given
