"""Whole workflows, run by act: what each job came to, and what their steps said and set."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.container.engine import base, built, docker

_ACT = Path(sys.executable).with_name("act")


@dataclass(frozen=True, slots=True)
class Acted:
    """One run of a workflow: act's exit status, and its log, a record a line."""

    exit_status: int
    records: tuple[Mapping[str, Any], ...]

    @property
    def log(self) -> str:
        """Everything that was said, a line each."""
        return "\n".join(str(record.get("msg", "")).rstrip() for record in self.records)

    @property
    def jobs(self) -> dict[str, str]:
        """How each job that ran ended."""
        return {one["jobID"]: one["jobResult"] for one in self.records if "jobResult" in one}

    @property
    def outputs(self) -> dict[str, str]:
        """The outputs that steps set, the last one of each name."""
        told = self._commands("set-output")
        return {str(one["name"]): str(one["arg"]) for one in told}

    @property
    def summary(self) -> str:
        """The job summaries of all steps."""
        return "".join(str(one["content"]) for one in self._commands("summary"))

    def annotations(self, kind: str) -> list[str]:
        """The texts of the annotations of that kind: `error`, `warning`, `notice`."""
        return [str(one["arg"]) for one in self._commands(kind)]

    def _commands(self, command: str) -> list[Mapping[str, Any]]:
        return [one for one in self.records if one.get("command") == command]


def act(
    project: Path,
    event_name: str,
    *arguments: str,
    api_url: str,
    repository: str,
    token: str,
    folder: Path,
    event: Mapping[str, Any] | None = None,
    uses: str = "./",
) -> Acted:
    """A run of the workflows of `project`, with the image that we have built for `uses`.

    `folder` takes what act keeps. The image of the jobs is the one that ours builds on: it has the
    shell that `run:` needs.
    """
    named = re.sub("[^a-zA-Z0-9]", "-", uses)
    docker("tag", built(), f"act-{f'{named}-dockeraction'.lstrip('-')}:latest")
    payload = folder / "event.json"
    payload.write_text(json.dumps(event or {}), encoding="utf-8")
    variables = {
        "GITHUB_API_URL": api_url,
        "GITHUB_GRAPHQL_URL": f"{api_url}/graphql",
        "GITHUB_REPOSITORY": repository,
        "DECISION_INBOX_WRITE_INTERVAL": "0",
    }
    done = subprocess.run(
        [
            *(str(_ACT), event_name, "--eventpath", str(payload), "--json"),
            *("--pull=false", "--rebuild=false", "--action-offline-mode", "--no-cache-server"),
            *("--container-daemon-socket", "-", "--platform", f"ubuntu-latest={base()}"),
            *("--secret", f"GITHUB_TOKEN={token}"),
            *(part for pair in variables.items() for part in ("--env", "=".join(pair))),
            *arguments,
        ],
        cwd=project,
        env={
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            **{name: text for name, text in os.environ.items() if name == "DOCKER_HOST"},
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=300,
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    assert lines or done.returncode == 0, done.stderr  # where no job wanted to run, none is told of
    return Acted(done.returncode, tuple(json.loads(line) for line in lines))
