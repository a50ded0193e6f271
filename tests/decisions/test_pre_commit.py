"""The hook, run by pre-commit itself in a repository that uses it (decisions D21, row L11)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.decisions.texts import OPTIONS, section

ROOT = Path(__file__).parents[2]
INSTALLED = ("inbox", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
NOBODY = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.com")


def git(folder: Path, *arguments: str) -> str:
    """What git prints there."""
    command = ["git", *NOBODY, "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def repository(folder: Path) -> str:
    """The commit of a new repository that holds all files of the folder."""
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--no-verify", "-m", "all")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture
def hooks(tmp_path: Path) -> tuple[Path, str]:
    """A repository of this program as it stands here, and its commit."""
    folder = tmp_path / "decision-inbox"
    folder.mkdir()
    for name in INSTALLED:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(ROOT / name, folder)
    return folder, repository(folder)


def test_a_commit_with_a_broken_section_is_stopped_l11(
    hooks: tuple[Path, str], tmp_path: Path
) -> None:
    """pre-commit builds the hook's environment with pip, from the repository alone."""
    project = tmp_path / "project"
    project.mkdir()
    texts = {
        "good.md": section("### a: q", *OPTIONS),
        "prose.md": "## Open questions\n\n- Which one?\n",
        "shown.md": f"```markdown\n{section('### Bad')}```\n",
        "other.txt": section("### Bad"),
    }
    for name, body in texts.items():
        (project / name).write_text(body, encoding="utf-8")
    source, commit = hooks
    (project / ".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {source}\n    rev: {commit}\n    hooks: [{{id: decision-inbox}}]\n",
        encoding="utf-8",
    )
    repository(project)
    env = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "cache"), "PRE_COMMIT_COLOR": "never"}

    def run() -> tuple[int, str]:
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files"]
        ended = subprocess.run(
            command, cwd=project, env=env, check=False, capture_output=True, text=True
        )
        return ended.returncode, ended.stdout + ended.stderr

    status, told = run()
    assert status == 0, told
    assert "Decisions sections can be answered" in told
    assert "Passed" in told
    (project / "broken.md").write_text(section("### a: q", "- [ ] x"), encoding="utf-8")
    git(project, "add", "-A")
    status, told = run()
    assert status == 1
    assert "broken.md:2: DECISIONS_UNPARSED: Question `a` has one option" in told
    assert "good.md" not in told
