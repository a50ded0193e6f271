"""Much of everything: right, in bounded memory, with as few requests as pages (protocol P43)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inbox.simulator.conversation import PullRequest
from tests.bounds.inboxes import afresh, put_ballots
from tests.stories.actions_runner import ROOT, Job
from tests.stories.stage import APP, RISKY, Stage, Way

BALLOTS = 300
COMMENTS = 1000
REACTIONS = 250
FILES = 3000
LARGEST = 150 * 1024
"""The program's resident memory at its peak, in KiB: the interpreter and its libraries included."""

_MEASURED = """\
import os, pathlib, resource, sys
sys.path.insert(0, os.environ["PROGRAM"])
import entrypoint
status = entrypoint.main(os.environ)
proc = pathlib.Path("/proc/self/status")
told = [line.split()[1] for line in proc.read_text().splitlines() if line.startswith("VmHWM:")]
peak = told[0] if told else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
pathlib.Path(os.environ["PEAK"]).write_text(str(peak))
sys.exit(status)
"""
# Not the usage of children that Python tells: it begins with what the parent held at the fork.


class Measured(Stage):
    """A stage whose program runs as a process and leaves its peak behind."""

    peak: int = 0

    def _run(self, job: Job) -> tuple[int, str, str]:
        left = job.folder / "peak"
        done = subprocess.run(
            [sys.executable, "-s", "-c", _MEASURED],
            env={**job.environment, "PROGRAM": str(ROOT), "PEAK": str(left)},
            cwd=job.workspace,
            capture_output=True,
            check=False,
            timeout=240,
        )
        self.peak = int(left.read_text(encoding="utf-8"))
        return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def stage() -> Iterator[Measured]:
    """Three hundred ballots that wait, in one repository."""
    measured = Measured(way=Way.PROCESS)
    for _ in range(BALLOTS):
        measured.pull()
    put_ballots(measured, [APP])
    measured.later(minutes=10)
    yield measured
    measured.close()


def much(prefix: str, many: int) -> dict[str, str]:
    """That many modified files."""
    return {f"{prefix}/module_{number:04}.py": "modified" for number in range(many)}


def test_much_of_everything_is_read_rightly_in_bounded_memory(stage: Measured) -> None:
    talked, liked, *_ = ballots = stage.ballots()
    for number in range(COMMENTS - 1):
        if number == COMMENTS // 2:
            stage.owner.comment(talked, "/approve B")
        stage.stranger.comment(talked, f"/approve A\n\nI would, for {number} reasons." * 10)
    for number in range(REACTIONS):
        if number == REACTIONS - 10:
            stage.owner.react(liked, "-1")
        stage.gh.user(f"reader-{number}").react(liked, "+1")
    risky = stage.pull(files={**much("src", FILES - 1), **RISKY})
    safe = stage.pull(files=much("src", FILES))
    beyond = stage.pull(files=much("src", FILES + 1))
    stage.later(minutes=2)
    told = stage.tick()
    assert told.exit_status == 0, told.said
    assert told.of("complete") is True
    told.counted(
        inbox=2,
        inbox_resolved=2,
        inbox_open_count=len(ballots),
        answers={"approved-B": 1, "rejected": 1},
    )
    assert (stage.ours(talked), stage.ours(liked)) == ({"approved-B"}, {"rejected"})
    asked_about = {one.title.rpartition(" ")[2] for one in stage.ballots()[BALLOTS:]}
    assert asked_about == {risky.ref, beyond.ref}
    assert stage.status(safe).state == "success"
    assert told.requests < 4 * FILES // 100 + 2 * COMMENTS // 100 + 60
    assert stage.peak < LARGEST, f"{stage.peak} KiB"
    afresh(stage)
    stage.later(minutes=5)
    quiet = stage.tick()
    assert (quiet.writes, quiet.of("complete")) == ([], True)
    long_ballot, touched_lately = 2 * COMMENTS // 100, BALLOTS // 100 + 1
    assert quiet.requests <= 30 + long_ballot + touched_lately, "both are read to their end, once"
    assert stage.peak < LARGEST, f"{stage.peak} KiB"


def test_pages_of_checks_are_read_to_their_end() -> None:
    """Protocol P36: a red status behind a thousand green ones keeps a head from being merged."""
    stage = Stage(way=Way.DIRECT, projects_yml="merge: {settle_minutes: 0}\n")
    pull = stage.pull()
    stage.tick()
    _check(stage, pull, 999)
    stage.later(minutes=5)
    stage.owner.react(stage.ballot(), "+1")
    stage.later(minutes=1)
    told = stage.tick()
    assert told.of("inbox_resolved") == 1
    assert (told.of("merged"), stage.now(pull).state) == (0, "open")
    stage.gh.set_status(pull, "ci/0000", "success")
    stage.later(minutes=5)
    told = stage.tick()
    assert told.of("merged") == 1
    stage.close()


def _check(stage: Stage, pull: PullRequest, many: int) -> None:
    """The first of all statuses failed, so that it stands on the last page."""
    stage.gh.set_status(pull, "ci/0000", "failure")
    for number in range(1, many):
        stage.gh.set_status(pull, f"ci/{number:04}", "success")


def test_the_measure_measures(tmp_path: Path) -> None:
    """A program that holds 200 MB would be seen to."""
    hoard = _MEASURED.replace("import entrypoint\n", "hoard = b'x' * (200 * 1024 * 1024)\n")
    hoard = hoard.replace("entrypoint.main(os.environ)", "0")
    env: dict[str, Any] = {"PROGRAM": str(ROOT), "PEAK": str(tmp_path / "peak")}
    subprocess.run([sys.executable, "-c", hoard], env=env, check=True, timeout=60)
    assert int((tmp_path / "peak").read_text(encoding="utf-8")) > LARGEST
