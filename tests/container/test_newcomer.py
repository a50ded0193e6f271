"""A stranger follows the README in a clean container: to a running demo, and to a set-up."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.container.engine import base, docker
from tests.readme import BLOCKS, section
from tests.stories.actions_runner import ROOT

DONE = "exit status 0"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a clone of this repository holds, in a folder of its own."""
    folder = tmp_path_factory.mktemp("clone")
    names = ("ls-files", "--cached", "--others", "--exclude-standard", "-z")
    listed = subprocess.run(["git", *names], cwd=ROOT, capture_output=True, check=True, text=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def said_by_the_readme(marker: str) -> str:
    """The one block of commands that follows this comment in the README."""
    (block,) = [text for name, _, text in BLOCKS if name == marker]
    return block


def on_a_bare_debian() -> str:
    """What the README has to be installed first."""
    (command,) = re.findall(r"`(apt-get install [^`]+)`", section("See it work"))
    return str(command)


def followed(clone: Path, *commands: str) -> list[str]:
    """What the commands print, typed one after the other into a shell with Python alone."""
    script = "\n".join(["set -e", *commands, f"echo {DONE}"])
    run = ("run", "--rm", "--network", "host", "--workdir", "/clone", "--entrypoint", "/bin/sh")
    told = docker(*run, "--volume", f"{clone}:/clone", base(), "-c", script)
    lines = told.stdout.splitlines()
    assert lines[-1] == DONE, told.stdout + told.stderr
    return lines[:-1]


def test_the_readme_leads_to_a_running_demo_and_a_set_up(clone: Path) -> None:
    installed = f"{on_a_bare_debian()} -y -qq --no-install-recommends"
    lines = followed(
        clone,
        f"apt-get update -qq && {installed} >/dev/null 2>&1",
        said_by_the_readme("demo-command"),
        'PATH="$PWD/.venv/bin:$PATH"',
        "git init -q /tmp/shop && cd /tmp/shop",
        "git remote add origin https://github.com/mona/shop",
        said_by_the_readme("init-command"),
        "cat config/owner.yml",
        "ls .github/workflows",
    )
    assert any("merged" in line for line in lines)
    assert "github_login: mona" in lines
    assert lines[-1] == "decision-inbox.yml"
