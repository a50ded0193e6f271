"""A run that is cancelled says so in one sentence, and the next one goes on."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from inbox.simulator.exchange import Request
from tests.stories.actions_runner import ROOT, Job
from tests.stories.stage import Stage, Way


class Cancelling(Stage):
    """A stage whose next process gets that signal when it makes its request of that number."""

    signal: signal.Signals | None = None
    at_request = 1

    def _run(self, job: Job) -> tuple[int, str, str]:
        if self.signal is None:
            return super()._run(job)
        program = subprocess.Popen(
            [sys.executable, "-s", "-u", str(ROOT / "entrypoint.py")],
            env=job.environment,
            cwd=job.workspace,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        asked = 0

        def cancel(_: Request) -> None:
            nonlocal asked
            asked += 1
            if asked == self.at_request and self.signal is not None:
                program.send_signal(self.signal)
                program.wait(timeout=60)

        self.gh.on_request.append(cancel)
        log, errors = program.communicate(timeout=120)
        self.gh.on_request.remove(cancel)
        self.signal = None
        return program.returncode, log.decode(), errors.decode()


@pytest.fixture
def stage() -> Iterator[Cancelling]:
    """The world of the story."""
    made = Cancelling(way=Way.PROCESS)
    yield made
    made.close()


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("at_request", [1, 5])
def test_a_cancelled_run_says_so_and_the_next_one_goes_on(
    stage: Cancelling, by: signal.Signals, at_request: int
) -> None:
    stage.pull()
    stage.signal, stage.at_request = by, at_request
    told = stage.tick()
    assert told.exit_status == 130
    (error,) = told.annotations("error")
    assert error.text == (
        "The run was stopped from outside."
        " Nothing is lost: the next tick goes on from what GitHub holds."
    )
    told.mentions("stopped from outside")
    assert told.errors == ""
    assert stage.tick().exit_status == 0
    assert len(stage.ballots()) == 1


def test_a_stopped_command_of_the_console_ends_without_a_traceback() -> None:
    """The text to check never comes, and then somebody presses the key."""
    program = subprocess.Popen(
        [sys.executable, "-s", "-u", "-v", str(ROOT / "entrypoint.py"), "lint", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert program.stderr is not None
    said = b""
    while b"import 'inbox.lint'" not in said:
        said = program.stderr.readline()
    program.send_signal(signal.SIGINT)
    _, rest = program.communicate(timeout=60)
    assert program.returncode == 130
    assert b"The run was stopped from outside.\n" in rest
    assert b"Traceback" not in rest
