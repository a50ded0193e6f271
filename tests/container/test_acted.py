"""Whole workflows with the action in them, run by act against the simulated GitHub.

act is not the runner: `contained.py` says what the runner does around the container. Here it is
about the workflow: its conditions, its steps, and what later steps and people get to see.
"""

from __future__ import annotations

import json
import socket
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from inbox.interface import OUTPUTS
from inbox.labels import APPROVED_A, PENDING
from inbox.simulator import Server
from tests.container.acting import Acted, act
from tests.stories.actions_runner import ROOT
from tests.test_examples import THE_ACTION
from tests.town import Town

HOME = "mona/shop"
OWNER_FILE = b"github_login: mona\n"
SOLO = ROOT / "examples" / "workflows" / "solo.yml"
CI = ROOT / ".github" / "workflows" / "ci.yml"


@pytest.fixture
def town() -> Town:
    """One private repository with its configuration, and the token of its workflow."""
    files = {"config/owner.yml": OWNER_FILE, "examples/config/solo/owner.yml": OWNER_FILE}
    found = Town(HOME, {HOME: files})
    found.secret = found.gh.workflow_token(HOME)
    return found


def consumer(folder: Path) -> Path:
    """A repository with the example's workflow, whose last step repeats what the tick told it."""
    workflow = YAML(typ="safe").load(SOLO)
    (job,) = workflow["jobs"].values()
    (tick,) = [step for step in job["steps"] if step["uses"] == THE_ACTION]
    names = (field.name for field in OUTPUTS)
    told = {f"TOLD_{name}": f"${{{{ steps.tick.outputs.{name} }}}}" for name in names}
    job["steps"] = [
        {**tick, "id": "tick"},
        {"run": "env", "env": told},
    ]
    return written(workflow, folder)


def written(workflow: Mapping[str, Any], folder: Path) -> Path:
    """A repository with that workflow alone."""
    place = folder / "project" / ".github" / "workflows" / "decision-inbox.yml"
    place.parent.mkdir(parents=True, exist_ok=True)
    YAML().dump(workflow, place)
    return folder / "project"


def consumed(
    town: Town,
    server: Server,
    folder: Path,
    event_name: str,
    event: Mapping[str, Any],
    *arguments: str,
    project: Path | None = None,
) -> Acted:
    """A run of that workflow, or of those of `project`, with the action from this repository."""
    return act(
        project or consumer(folder),
        event_name,
        *("--local-repository", f"{THE_ACTION}={ROOT}", *arguments),
        api_url=server.url,
        repository=HOME,
        token=town.secret,
        folder=folder,
        event=event,
        uses=THE_ACTION,
    )


def test_the_self_test_of_ci_passes_and_writes_nothing(town: Town, tmp_path: Path) -> None:
    town.risky(HOME)
    with Server(town.gh) as server:
        ran = act(
            ROOT,
            "push",
            *("--workflows", str(CI), "--job", "self-test"),
            api_url=server.url,
            repository=HOME,
            token=town.secret,
            folder=tmp_path,
        )
    assert (ran.exit_status, ran.jobs) == (0, {"self-test": "success"}), ran.log
    assert ran.outputs.keys() == {field.name for field in OUTPUTS}
    assert json.loads(ran.outputs["metrics"])["dry_run"] is True
    assert "(dry run)" in ran.summary
    assert town.ballots() == {}


def test_the_example_opens_a_ballot_and_is_woken_by_its_answer(town: Town, tmp_path: Path) -> None:
    pull = town.risky(HOME)
    with Server(town.gh) as server:
        opened = consumed(town, server, tmp_path, "workflow_dispatch", {})
        assert (opened.exit_status, opened.jobs) == (0, {"tick": "success"}), opened.log
        ballot = town.ballots()[pull.ref]
        assert opened.outputs["inbox"] == "1"
        assert "TOLD_inbox=1" in opened.log
        assert f"TOLD_metrics={opened.outputs['metrics']}" in opened.log
        assert f"opened a ballot about `{pull.ref}`" in opened.summary
        town.gh.check_run(pull, "tests")
        town.gh.advance(minutes=1)
        town.owner.comment(ballot, "/approve A")
        town.gh.advance(minutes=6)
        event = {"issue": {"labels": [{"name": PENDING}]}, "action": "created"}
        applied = consumed(town, server, tmp_path, "issue_comment", event)
    assert (applied.exit_status, applied.jobs) == (0, {"tick": "success"}), applied.log
    assert applied.outputs["inbox_resolved"] == "1"
    assert json.loads(applied.outputs["inbox_resolved_this_tick"])["approved-A"] == 1
    end = town.ending(pull)
    assert (end.pull, end.ballot, end.status) == ("merged", (APPROVED_A,), "success")


def test_ten_lines_that_call_the_reusable_workflow_do_the_same(town: Town, tmp_path: Path) -> None:
    workflow = YAML(typ="safe").load(SOLO.with_name("reusable.yml"))
    (job,) = workflow["jobs"].values()
    job.pop("cache-mode", None)  # newer than act
    project = written(workflow, tmp_path)
    pull = town.risky(HOME)
    with Server(town.gh) as server:
        ran = consumed(town, server, tmp_path, "workflow_dispatch", {}, project=project)
    assert (ran.exit_status, set(ran.jobs.values())) == (0, {"success"}), ran.log
    assert ran.outputs["inbox"] == "1"
    assert town.ballots().keys() == {pull.ref}


def test_metrics_and_summary_are_kept_with_the_run(town: Town, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    kept = (
        *("--artifact-server-path", str(tmp_path / "artifacts")),
        *("--artifact-server-addr", "127.0.0.1", "--artifact-server-port", str(port)),
        *("--env", "GITHUB_RUN_ID=4711"),
    )
    with Server(town.gh) as server:
        ran = consumed(town, server, tmp_path, "schedule", {}, *kept)
    assert ran.exit_status == 0, ran.log
    (stored,) = [path for path in (tmp_path / "artifacts").rglob("*") if path.is_file()]
    assert stored.name == "metrics_summary.zip"
    with zipfile.ZipFile(stored) as archive:
        metrics, summary = sorted(archive.namelist(), key=lambda name: name.endswith(".md"))
        assert json.loads(archive.read(metrics)) == json.loads(ran.outputs["metrics"])
        assert archive.read(summary).decode() == ran.summary


def test_a_comment_elsewhere_wakes_nothing(town: Town, tmp_path: Path) -> None:
    town.risky(HOME)
    with Server(town.gh) as server:
        event = {"issue": {"labels": [{"name": "bug"}]}, "action": "created"}
        ran = consumed(town, server, tmp_path, "issue_comment", event)
    assert ran.exit_status == 0
    assert "success" not in ran.jobs.values()
    assert (ran.outputs, ran.summary, town.ballots()) == ({}, "", {})


def test_a_failing_tick_fails_its_job_and_says_why(town: Town, tmp_path: Path) -> None:
    town.secret = "ghs_of_yesterday"
    with Server(town.gh) as server:
        ran = consumed(town, server, tmp_path, "schedule", {})
    assert (ran.exit_status, ran.jobs) == (1, {"tick": "failure"}), ran.log
    (error,) = ran.annotations("error")
    assert "GitHub does not accept the token" in error
    assert "GitHub does not accept the token" in ran.summary
    assert town.secret not in ran.log.replace(f"::add-mask::{town.secret}", "")
