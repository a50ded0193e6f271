"""A set-up in which nothing is wrong, to be broken one thing at a time, and the doctor for it."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from unittest import mock

from inbox import cli
from inbox.github.client import GitHub
from inbox.init.answers import STAND_IN
from inbox.labels import APPROVALS, OURS, REQUIRED, TICKET_LOOKS
from inbox.simulator import Simulator, Transport
from inbox.simulator.deeds import branches, labels
from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT
from tests.contract.contract import Contract

ROOT = Path(__file__).parent.parent.parent
APP, INBOX = "org/app", "org/inbox"
WORKFLOW = ".github/workflows/decision-inbox.yml"
ACTION = f"acme/decision-inbox@{'0a' * 20}"
SOLO = (ROOT / "examples/workflows/solo.yml").read_text("utf-8").replace(STAND_IN, ACTION)
TEAM = (ROOT / "examples/workflows/team-inbox.yml").read_text("utf-8").replace(STAND_IN, ACTION)
OWNER = "github_login: mona\nallowlisted_actors:\n  - {login: mona, id: 501}\n"
API = "https://api.github.com"
ON_PULLS = APPROVALS | {REQUIRED} | TICKET_LOOKS.keys()


@lru_cache(maxsize=1)
def contract() -> Contract:
    """GitHub's own description, to which every exchange is held."""
    return Contract()


@dataclass(frozen=True)
class Said:
    """What the doctor said: exit status, findings, what went wrong, and which writes it made."""

    status: int
    out: str
    err: str
    writes: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        """The lines of its findings."""
        return self.out.splitlines()


class Clinic:
    """One private repository with configuration, workflow, labels and protection, and its token.

    A `fresh` one has neither labels nor protection yet.
    """

    def __init__(
        self,
        *,
        owner: str | None = OWNER,
        projects: str | None = None,
        workflow: str | None = SOLO,
        more: dict[str, str] | None = None,
        app: str = "",
        home: str = APP,
        fresh: bool = False,
    ) -> None:
        self.home = home
        self.gh = Simulator()
        contract().attach(self.gh)
        texts = {"config/owner.yml": owner, "config/projects.yml": projects, WORKFLOW: workflow}
        files: dict[str, Any] = {path: text for path, text in texts.items() if text is not None}
        self.gh.user("mona", role="admin", id=501)
        self.gh.repository(home, visibility="private", files=files)
        names = [home]
        for name, visibility in (more or {}).items():
            self.gh.repository(name, visibility=visibility)
            names.append(name)
        for name in () if fresh else names:
            self.label(name, OURS | TICKET_LOOKS.keys())
            self.protect(name, source=app or "github-actions")
        self.token = self.gh.app_token(app, [*names]) if app else self.gh.workflow_token(home)

    def label(self, repo: str, names: frozenset[str]) -> None:
        """The repository has these labels."""
        for name in sorted(names):
            labels.create(self.gh.world, self.gh.repo(repo), name)

    def protect(self, repo: str, *contexts: str, source: str | None) -> None:
        """A ruleset requires these contexts (ours unless named) from that app, or any source."""
        rules = self.gh.rules(repo)
        rules.ruleset_contexts = contexts or (APPROVAL_CONTEXT, DECISIONS_CONTEXT)
        app = self.gh.world.app(source) if source else None
        rules.sources = dict.fromkeys(rules.ruleset_contexts, app) if app else {}

    def write(self, path: str, text: str) -> None:
        """The file is on the default branch."""
        repo = self.gh.repo(APP)
        author = self.gh.person("mona").account
        parents = (repo.branches["main"],)
        made = branches.commit(self.gh.world, repo, author, {path: text}, parents=parents)
        branches.move_branch(self.gh.world, repo, "main", made.sha, author)

    def doctor(self, *arguments: str, **env: str) -> Said:
        """What `decision-inbox doctor` says, in simulated time."""
        return self.run("doctor", *arguments, **env)

    def run(self, *arguments: str, **env: str) -> Said:
        """What that command says, in simulated time."""
        before = len(self.gh.journal.entries)
        out, err = io.StringIO(), io.StringIO()
        client = partial(GitHub, transport=Transport(self.gh), sleep=lambda _: None)
        given = {
            "GITHUB_API_URL": API,
            "GITHUB_GRAPHQL_URL": f"{API}/graphql",
            "GITHUB_REPOSITORY": self.home,
            "GITHUB_TOKEN": self.token,
            "DECISION_INBOX_WRITE_INTERVAL": "0",
        }
        with mock.patch("inbox.tick_command.GitHub", client):
            status = cli.run([*arguments], {**given, **env}, out=out, err=err)
        entries = self.gh.journal.entries[before:]
        writes = tuple(f"{one.method} {one.path}" for one in entries if one.is_write)
        assert self.gh.violations == []
        assert contract().problems == []
        assert self.token not in out.getvalue() + err.getvalue()
        return Said(status, out.getvalue(), err.getvalue(), writes)
