"""The wrapper as a process of its own, with a `gh` on PATH that writes down how it was called."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
VAGUE = "What changed.\n\n## Open questions\n\n- Redis or memcached?\n"
BROKEN = "<!-- decision-inbox:decisions -->\n### store: Which store?\n- [ ] Redis\n"
FINE = f"{BROKEN}- [ ] memcached\n"
WRAPPER = [sys.executable, "-c", "from inbox.cli import console; console()", "gh", "--"]

NOTHING_THERE = {f"{kind} view": ("", "HTTP 404\n", 1) for kind in ("pr", "issue")}

_FAKE = f"""#!{sys.executable} -SE
import json, os, sys
here, arguments = os.path.dirname(__file__), sys.argv[1:]
if arguments == ["--version"]:
    sys.exit(print("gh version 2.0.0"))
answers = json.load(open(here + "/answers.json"))
for asked, (out, err, status) in answers.items():
    if " ".join(arguments).startswith(asked):
        if {{"GH_FORCE_TTY", "CLICOLOR_FORCE"}} & os.environ.keys() or "NO_COLOR" not in os.environ:
            sys.exit("it answers in colours")
        open(here + "/asked.jsonl", "a").write(json.dumps(arguments) + chr(10))
        sys.stdout.write(out)
        sys.stderr.write(err)
        sys.exit(status)
call = {{"arguments": arguments, "env": dict(os.environ), "stdin": sys.stdin.read(), "read": []}}
for argument in arguments:
    path = argument[argument.find("/dev/fd/"):] if "/dev/fd/" in argument else ""
    if path:
        call["read"].append(open(path, newline="").read())
open(here + "/calls.jsonl", "a").write(json.dumps(call) + chr(10))
{{}}
"""


@dataclass(frozen=True)
class FakeGh:
    """A folder with a program `gh` in it.

    `answers` are what it says to questions, by how they begin: text, error text, exit status.
    """

    folder: Path

    @classmethod
    def put(
        cls,
        folder: Path,
        ending: str = "sys.exit(0)",
        answers: dict[str, tuple[str, str, int]] | None = None,
    ) -> FakeGh:
        """A new one in `folder`, which ends as the Python line `ending` says."""
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / "gh"
        program.write_text(_FAKE.replace("{}\n", f"{ending}\n"))
        program.chmod(0o755)
        (folder / "answers.json").write_text(json.dumps(answers or NOTHING_THERE))
        return cls(folder)

    def _lines(self, name: str) -> list[Any]:
        path = self.folder / name
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    @property
    def calls(self) -> list[dict[str, Any]]:
        """Each call that would have done something."""
        return self._lines("calls.jsonl")

    @property
    def asked(self) -> list[list[str]]:
        """The arguments of each question."""
        return self._lines("asked.jsonl")


def environment(*folders: Path, **more: str) -> dict[str, str]:
    """Variables for the wrapper, with `gh` looked for in `folders` alone."""
    path = os.pathsep.join([*map(str, folders), "/usr/bin", "/bin"])
    return {"PATH": path, "PYTHONPATH": str(ROOT), **more}


def wrapped(
    *arguments: str | bytes,
    env: dict[str, str],
    cwd: Path,
    stdin: str = "",
    pass_fds: tuple[int, ...] = (),
) -> subprocess.CompletedProcess[str]:
    """The wrapper after one call."""
    return subprocess.run(
        [*WRAPPER, *arguments],
        env=env,
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        pass_fds=pass_fds,
    )
