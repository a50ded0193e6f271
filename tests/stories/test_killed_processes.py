"""A few stories with the real program killed by the operating system, right after a write.

The other replays end the program inside its own process; here a whole one ends as an Actions runner
ends it, with nothing flushed and nothing closed, and the next one starts from GitHub alone.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from inbox.simulator.exchange import Request, Response
from tests.stories.actions_runner import ROOT, Job
from tests.stories.rests import Rest
from tests.stories.stage import Stage, Way
from tests.stories.story import Act, all_stories, play

STORIES = all_stories()
KILLED = {
    "a_workflow_asks": "/issues",
    "a_thumb_up_is_option_a": "/comments",
    "a_thumb_down_closes_the_pull_request": "/pulls/1",
    "a_push_after_the_vote_asks_again": "/comments",
    "an_approval_waits_for_checks_and_is_merged": "/merge",
    "a_push_ends_an_approval": "/issues",
    "a_reminder_and_an_escalation_come_once_and_decide_nothing": "/comments",
}
"""After which kind of write each story's program is killed, the last of that kind."""


class Killing(Stage):
    """A stage whose program can be killed as a process."""

    at_write = 0

    def _run(self, job: Job) -> tuple[int, str, str]:
        if self.way is not Way.PROCESS or not self.at_write:
            return super()._run(job)
        program = subprocess.Popen(
            [sys.executable, "-s", "-u", str(ROOT / "entrypoint.py")],
            env=job.environment,
            cwd=job.workspace,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with self._killed_at_its_write(program):
            log, errors = program.communicate(timeout=120)
        return program.returncode, log.decode(), errors.decode()

    @contextmanager
    def _killed_at_its_write(self, program: subprocess.Popen[bytes]) -> Iterator[None]:
        """The program ends when GitHub has done what that write asks, before it hears of it."""

        def kill(request: Request, _: Response) -> None:
            if request.write == self.at_write:
                program.kill()
                program.wait()

        self.gh.on_response.append(kill)
        try:
            yield
        finally:
            self.gh.on_response.remove(kill)


def act_with(acts: list[Act], ending: str) -> tuple[Act, int]:
    """The last act with such a write, and which of its writes that is."""
    for act in reversed(acts):
        writes = [entry for entry in act.told.entries if entry.is_write]
        found = [number for number, one in enumerate(writes, 1) if one.path.endswith(ending)]
        if found:
            return act, found[-1]
    raise AssertionError(f"nothing is written to {ending}")


@pytest.mark.parametrize(("name", "ending"), KILLED.items(), ids=KILLED)
def test_a_program_that_is_killed_is_continued_by_the_next(name: str, ending: str) -> None:
    told = STORIES[name]
    stage = Killing(way=Way.DIRECT, **told.setting)
    act, write = act_with(play(told, stage), ending)
    rest = Rest.of(stage, act)
    stage.gh.restore(act.before)
    stage.gh.forget()
    stage.way, stage.at_write = Way.PROCESS, write
    killed = stage.tick(**act.run.inputs)
    assert killed.exit_status == -signal.SIGKILL
    assert killed.metrics is None
    assert len([entry for entry in killed.entries if entry.is_write]) == write
    stage.at_write = 0
    assert rest.differences(stage, []) == []
    stage.close()
