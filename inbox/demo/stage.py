"""The stage: a simulated GitHub on loopback, the people of the story, and real ticks against it."""

from __future__ import annotations

import io
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from inbox.demo.plain import cells, plain, section
from inbox.errors import Bug, Stopped
from inbox.simulator import Clock, Server, Simulator
from inbox.tick_command import perform

REPOSITORY = "octo-org/shop"
OWNER_FILE = "github_login: mona\n"
_WEB = "https://github.example"  # so that no link of the demo leads to somebody's real pages


@dataclass(frozen=True, slots=True)
class Tick:
    """What one tick left behind: its metrics file, and its job summary in Markdown."""

    metrics: str
    page: str

    @property
    def requests(self) -> str:
        """How many requests it made, in words."""
        made = json.loads(self.metrics)["requests"]
        kinds = (("reads", "read"), ("graphql", "GraphQL query"), ("writes", "write"))
        said = [_counted(made[key], word) for key, word in kinds]
        return f"{_counted(sum(made.values()), 'request')}: {', '.join(said)}"

    @property
    def done(self) -> list[str]:
        """What it did, a line each."""
        return [plain(line).removeprefix("- ") for line in section(self.page, "Done in this tick")]

    @property
    def uncounted(self) -> list[str]:
        """What it saw and did not count, a line each, with the reason."""
        rows = [cells(row) for row in section(self.page, "Seen, and not counted")]
        return [f"not counted: {what} by {plain(who)} — {why}" for who, what, _, _, why in rows]


def _counted(number: int, word: str) -> str:
    plural = word[:-1] + "ies" if word.endswith("y") else word + "s"
    return f"{number} {word if number == 1 else plural}"


class Stage:
    """The world of the story; use it as a context manager, which serves it on 127.0.0.1."""

    def __init__(self) -> None:
        self.github = Simulator(clock=Clock(), web=_WEB)
        self.repository = self.github.repository(REPOSITORY, files={"config/owner.yml": OWNER_FILE})
        self.owner = self.github.user("mona", role="admin")
        self.author = self.github.user("lin", role="write")
        self.stranger = self.github.user("passer-by")
        self._token = self.github.workflow_token(self.repository)
        self._server = Server(self.github)
        self._ticks: list[Tick] = []

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.stop()

    @property
    def last(self) -> Tick:
        """The latest tick."""
        return self._ticks[-1]

    @property
    def violations(self) -> list[str]:
        """What was asked of the simulated GitHub that the real one does not have."""
        return self.github.violations

    @property
    def clock(self) -> str:
        """The time in the story."""
        return f"{self.github.clock.now:%H:%M}"

    def later(self, minutes: int) -> str:
        """It is that much later; the new time."""
        self.github.advance(minutes=minutes)
        return self.clock

    def tick(self) -> Tick:
        """One real tick, as the action runs it, talking HTTP; raises Bug where it fails."""
        with tempfile.TemporaryDirectory(prefix="decision-inbox-demo-") as workspace:
            log = io.StringIO()
            status = perform({}, self._environment(Path(workspace)), out=log, err=log)
            if status == Stopped.exit_status:
                raise KeyboardInterrupt
            if status:
                raise Bug(f"A tick of the demo ended with status {status}. {log.getvalue()}")
            tick = Tick(
                metrics=(Path(workspace) / "metrics_summary.json").read_text(encoding="utf-8"),
                page=(Path(workspace) / "summary.md").read_text(encoding="utf-8"),
            )
        self._ticks.append(tick)
        return tick

    def _environment(self, workspace: Path) -> dict[str, str]:
        """What the Actions runner would say, except where GitHub is."""
        return {
            "INPUT_TOKEN": self._token,
            "GITHUB_API_URL": self._server.url,
            "GITHUB_GRAPHQL_URL": f"{self._server.url}/graphql",
            "GITHUB_SERVER_URL": _WEB,
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_EVENT_NAME": "schedule",
            "GITHUB_WORKSPACE": str(workspace),
            "GITHUB_OUTPUT": str(workspace / "outputs.txt"),
            "GITHUB_STEP_SUMMARY": str(workspace / "summary.md"),
            "DECISION_INBOX_WRITE_INTERVAL": "0",
        }

    def check(self, name: str, conclusion: str | None) -> None:
        """The risky pull request's head has a check run of that name; None while it runs."""
        self.github.check_run(f"{REPOSITORY}#1", name, conclusion)

    def status(self, number: int, which: str) -> str:
        """The commit status of that context on the head of that pull request, in words."""
        found = self.github.status(f"{REPOSITORY}#{number}", which)
        return f"{found.state}, “{found.description}”" if found else "none"
