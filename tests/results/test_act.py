"""A whole tick under `act`, whose server for artifacts speaks the older form alone.

`act` runs the step as a plain process; no container is needed for that.
"""

from __future__ import annotations

import json
import os
import shlex
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

from inbox.simulator import Server
from tests.town import Town

ROOT = Path(__file__).parents[2]
WORKFLOW = """\
on: push
jobs:
  tick:
    runs-on: ubuntu-latest
    steps:
      - run: {command}
        env:
          INPUT_TOKEN: {token}
          INPUT_METRICS-ARTIFACT: inbox metrics
"""


def test_acts_server_keeps_the_artifact_of_a_tick(tmp_path: Path) -> None:
    town = Town("mona/shop", {"mona/shop": {"config/owner.yml": b"github_login: mona\n"}})
    pull = town.risky("mona/shop")
    with Server(town.gh) as server:
        ran = under_act(tmp_path, server.url, town.gh.workflow_token("mona/shop"))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    said = [one["msg"] for one in told]
    assert not any("was not uploaded" in line for line in said), ran.stdout
    assert any("/mona/shop/actions/runs/4711/artifacts/" in line for line in said), ran.stdout
    assert town.ballots().keys() == {pull.ref}

    (stored,) = [path for path in (tmp_path / "artifacts").rglob("*") if path.is_file()]
    with zipfile.ZipFile(stored) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert files.keys() == {"metrics_summary.json", "decision-inbox-summary.md"}
    assert json.loads(files["metrics_summary.json"])["inbox"] == 1
    summaries = [one["content"] for one in told if one.get("command") == "summary"]
    assert [files["decision-inbox-summary.md"]] == summaries


def under_act(folder: Path, api_url: str, token: str) -> subprocess.CompletedProcess[str]:
    """The program as the only step of a workflow, for the GitHub at `api_url`."""
    workflow = folder / "repository/.github/workflows/tick.yml"
    workflow.parent.mkdir(parents=True)
    command = shlex.join([sys.executable, str(ROOT / "entrypoint.py")])
    workflow.write_text(WORKFLOW.format(command=command, token=token), encoding="utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    variables = {
        "GITHUB_REPOSITORY": "mona/shop",
        "GITHUB_RUN_ID": "4711",
        "GITHUB_API_URL": api_url,
        "GITHUB_GRAPHQL_URL": f"{api_url}/graphql",
        "DECISION_INBOX_WRITE_INTERVAL": "0",
    }
    return subprocess.run(
        [
            *(str(Path(sys.executable).with_name("act")), "push", "--json", "--pull=false"),
            *("--workflows", str(workflow), "--platform", "ubuntu-latest=-self-hosted"),
            *("--action-offline-mode", "--no-cache-server", "--container-daemon-socket", "-"),
            *("--artifact-server-path", str(folder / "artifacts")),
            *("--artifact-server-addr", "127.0.0.1", "--artifact-server-port", str(port)),
            *(part for name, text in variables.items() for part in ("--env", f"{name}={text}")),
        ],
        cwd=workflow.parents[2],
        env={"PATH": os.environ["PATH"], "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
