"""A stage: a simulated GitHub with its people, and the real program that ticks on it.

The program runs as a process over loopback (`Way.PROCESS`), in this process over loopback
(`Way.LOOPBACK`), or in this process without a socket (`Way.DIRECT`, where it can be killed at a
write). In this process sleeping moves the simulated clock, so nothing waits.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from enum import Enum
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

import entrypoint
from inbox.github.client import GitHub
from inbox.simulator import Clock, Server, Simulator, Transport
from inbox.simulator.conversation import Comment, Issue, PullRequest
from inbox.simulator.people import Where
from inbox.simulator.repository import CommitStatus
from tests.contract.contract import Contract
from tests.stories.actions_runner import ROOT, Job, read_outputs
from tests.stories.told import Told

APP = "org/app"
OWNER_YML = "github_login: owner\n"
RISKY = {"migrations/001.sql": "added"}
SAFE = {"src/app.py": "modified"}
CONTEXT = "decision-inbox/approval"
PENDING = "decision:pending-owner"
SIMULATED = "https://api.github.com"


class Way(Enum):
    """How the program is run."""

    PROCESS = "as a process over loopback"
    LOOPBACK = "in this process over loopback"
    DIRECT = "in this process without a socket"


@lru_cache(maxsize=1)
def contract() -> Contract:
    """GitHub's own descriptions, to which every exchange of every story is held."""
    return Contract()


class Stage:
    """One world with an owner, an author, an agent with write access, and a stranger."""

    def __init__(
        self,
        *,
        way: Way = Way.LOOPBACK,
        repos: Mapping[str, str] | None = None,
        owner_yml: str | None = OWNER_YML,
        projects_yml: str | None = None,
        app_token: bool = False,
        permissions: dict[str, str] | None = None,
    ) -> None:
        self.way = way
        self.gh = Simulator(clock=Clock(per_write=timedelta(seconds=1)))
        contract().attach(self.gh)
        visibilities = repos or {APP: "private"}
        self.home = next(iter(visibilities))
        texts = {"config/owner.yml": owner_yml, "config/projects.yml": projects_yml}
        config = {path: text for path, text in texts.items() if text is not None}
        for name, visibility in visibilities.items():
            files: Any = config if name == self.home else {}
            self.gh.repository(name, visibility=visibility, files=files)
        self.owner = self.gh.user("owner", role="admin")
        self.author = self.gh.user("author")
        self.agent = self.gh.user("agent", role="write")
        self.stranger = self.gh.user("stranger")
        if app_token:
            names: list[Any] = list(visibilities)
            self.token = self.gh.app_token("merge-gate", names, permissions=permissions)
            self.bot = self.gh.bot("merge-gate")
        else:
            self.token = self.gh.workflow_token(self.home, permissions=permissions)
            self.bot = self.gh.bot()
        self.files: dict[str, str] = {}
        self.event_name = "schedule"
        self._server: Server | None = None

    # The program

    def tick(self, **inputs: str) -> Told:
        """One run of the program with these inputs (`dry_run="true"`), and what it told."""
        given = {name.replace("_", "-"): text for name, text in inputs.items()}
        before = len(self.gh.journal.entries)
        with tempfile.TemporaryDirectory() as folder:
            job = self._job(Path(folder), given)
            status, log, errors = self._run(job)
            told = self._read(job, status, log, errors, before)
        told.check(*filter(None, (job.token, given.get("merge-token"))))
        return told

    def _job(self, folder: Path, inputs: Mapping[str, str]) -> Job:
        token = inputs.get("token", self.token)
        job = Job(folder, self._api_url, self.home, token, self.event_name, inputs=inputs)
        if self.way is Way.PROCESS:
            job.more = {"DECISION_INBOX_WRITE_INTERVAL": "0"}
        for name, text in self.files.items():
            path = job.workspace / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return job

    @property
    def _api_url(self) -> str:
        if self.way is Way.DIRECT:
            return SIMULATED
        if self._server is None:
            self._server = Server(self.gh).start()
        return self._server.url

    def _run(self, job: Job) -> tuple[int, str, str]:
        if self.way is Way.PROCESS:
            done = subprocess.run(
                [sys.executable, "-s", "-u", str(ROOT / "entrypoint.py")],
                env=job.environment,
                cwd=job.workspace,
                capture_output=True,
                check=False,
                timeout=120,
            )
            return done.returncode, done.stdout.decode(), done.stderr.decode()
        log, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(log), contextlib.redirect_stderr(errors), self._client():
            status = entrypoint.main(job.environment, [])
        return status, log.getvalue(), errors.getvalue()

    @contextmanager
    def _client(self) -> Iterator[None]:
        """The program's client lives in simulated time, and has no socket where none is wanted."""
        in_this_time = partial(
            GitHub,
            transport=Transport(self.gh) if self.way is Way.DIRECT else None,
            sleep=self._sleep,
            monotonic=self._seconds,
            now=lambda: self.gh.clock.now,
        )
        with mock.patch("inbox.tick_command.GitHub", in_this_time):
            yield

    def _seconds(self) -> float:
        return self.gh.clock.now.timestamp()

    def _sleep(self, seconds: float) -> None:
        self.gh.advance(seconds=math.ceil(seconds))

    def _read(self, job: Job, status: int, log: str, errors: str, before: int) -> Told:
        outputs = read_outputs(job.command_file("set_output").read_text(encoding="utf-8"))
        for kind in ("set_env", "save_state", "add_path"):
            assert job.command_file(kind).read_bytes() == b""
        metrics = None
        if "metrics-file" in outputs:
            file = job.workspace / outputs["metrics-file"]
            metrics = json.loads(file.read_text(encoding="utf-8"))
        return Told(
            exit_status=status,
            log=log,
            errors=errors,
            outputs=outputs,
            metrics=metrics,
            summary=job.command_file("step_summary").read_text(encoding="utf-8"),
            entries=tuple(self.gh.journal.entries[before:]),
        )

    def close(self) -> None:
        """The server is gone, and nothing was asked or answered that GitHub does not have."""
        if self._server is not None:
            self._server.stop()
            self._server = None
        problems, contract().problems = contract().problems, []
        assert self.gh.violations == []
        assert problems == []

    # The world

    def later(self, **by: float) -> None:
        """Later by `seconds`, `minutes`, `hours` and `days`."""
        self.gh.advance(**by)

    def pull(self, repo: str = "", **given: Any) -> PullRequest:
        """An open pull request of the author's, risky unless it says which files it changes."""
        return self.gh.pull(repo or self.home, **{"author": self.author, "files": RISKY, **given})

    def now(self, of: Where) -> Any:
        """The issue or pull request as it is now."""
        return self.gh.find(of)

    def ballots(self, repo: str = "") -> list[Issue]:
        """The bot's issues, oldest first."""
        found = self.gh.issues(repo or self.home)
        return [one for one in found if one.author is self.bot.account]

    def ballot(self, repo: str = "") -> Issue:
        """The bot's newest issue."""
        return self.ballots(repo)[-1]

    def ours(self, of: Where) -> set[str]:
        """The labels of the protocol that it carries, without their `decision:`."""
        names = self.now(of).label_names
        return {name.removeprefix("decision:") for name in names if name.startswith("decision:")}

    def words(self, of: Where) -> list[Comment]:
        """The bot's comments there, oldest first."""
        return [one for one in self.now(of).comments if one.author is self.bot.account]

    def status(self, pull: Where) -> CommitStatus:
        """Our commit status on the head of the pull request."""
        found = self.gh.status(pull, CONTEXT)
        assert found is not None
        return found
