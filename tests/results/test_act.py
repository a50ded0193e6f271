"""Uploads to the server for artifacts of `act`, which speaks the older form alone.

`act` runs the step as a plain process; no container is needed for that.
"""

from __future__ import annotations

import io
import os
import shlex
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

from inbox.results import Access, Wire, upload

ROOT = Path(__file__).parents[2]
FILES = {"metrics_summary.json": "{}\n", "decision-inbox-summary.md": "# Über\n"}
WORKFLOW = """\
on: push
jobs:
  tick:
    runs-on: ubuntu-latest
    steps:
      - run: {command}
        working-directory: {root}
"""


def main() -> None:
    """The step: what the runner says is used as the action uses it."""
    access = Access.granted(os.environ, os.environ["GITHUB_SERVER_URL"])
    with Wire() as wire:
        id_ = upload(access, "inbox metrics", FILES, wire=wire, mask=lambda _: None)
    print(f"the artifact has the id {id_}")


def test_acts_server_keeps_the_artifact(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("act")
    workflow = tmp_path / "repository/.github/workflows/tick.yml"
    workflow.parent.mkdir(parents=True)
    command = f"{shlex.quote(sys.executable)} -m tests.results.test_act"
    workflow.write_text(WORKFLOW.format(command=command, root=ROOT), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ran = subprocess.run(
        [
            *(str(program), "push", "--workflows", str(workflow), "--pull=false"),
            *("--platform", "ubuntu-latest=-self-hosted", "--action-offline-mode"),
            *("--no-cache-server", "--container-daemon-socket", "-"),
            *("--artifact-server-path", str(tmp_path / "artifacts")),
            *("--artifact-server-addr", "127.0.0.1", "--artifact-server-port", str(port)),
            *("--env", "GITHUB_RUN_ID=4711"),
        ],
        cwd=workflow.parents[2],
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "the artifact has the id " in ran.stdout
    (stored,) = [path for path in (tmp_path / "artifacts").rglob("*") if path.is_file()]
    with zipfile.ZipFile(io.BytesIO(stored.read_bytes())) as archive:
        assert {name: archive.read(name).decode() for name in archive.namelist()} == FILES


if __name__ == "__main__":
    main()
