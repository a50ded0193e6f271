"""Private repositories, an owner, an author, and one token: where examples and README are tried."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from inbox.cli import run
from inbox.simulator import Server, Simulator
from inbox.simulator.conversation import PullRequest
from inbox.world import APPROVAL_CONTEXT


@dataclass(frozen=True, slots=True)
class Ending:
    """How one pull request ended: its own state, its ballot's labels, its status."""

    pull: str
    ballot: tuple[str, ...]
    status: str


@dataclass(frozen=True, slots=True)
class Played:
    """What a story left: the worst exit status, everything that was told, and each ending."""

    status: int
    told: str
    endings: dict[str, Ending]

    @property
    def is_clean(self) -> bool:
        """True where nothing was refused or complained about."""
        return self.status == 0 and "⚠️" not in self.told


class Town:
    """The repositories of `files`, all private, each with its files; ticks run in `home`."""

    def __init__(self, home: str, files: Mapping[str, Mapping[str, bytes]]) -> None:
        self.gh = Simulator()
        self.home = home
        self.owner = self.gh.user("mona", role="admin")
        self.author = self.gh.user("lin", role="write")
        self.secret = ""
        for name, content in files.items():
            self.gh.repository(name, visibility="private", files=dict(content))

    def tick(self, folder: Path, url: str, inputs: Mapping[str, str]) -> int:
        """One tick with these inputs; its exit status. The summary is in `folder`."""
        env = {
            **{f"INPUT_{name.upper()}": text for name, text in inputs.items()},
            "INPUT_TOKEN": self.secret,
            "GITHUB_API_URL": url,
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_REPOSITORY": self.home,
            "GITHUB_WORKSPACE": str(folder),
            "GITHUB_OUTPUT": str(folder / "outputs"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary"),
            "DECISION_INBOX_WRITE_INTERVAL": "0",
        }
        return run([], env, out=io.StringIO(), err=io.StringIO())

    def ballots(self) -> dict[str, str]:
        """The ballot about each pull request, both as `owner/name#number`."""
        return {
            issue.title.rpartition(" ")[2]: issue.ref
            for repo in self.gh.world.repositories.values()
            for issue in self.gh.issues(repo)
        }

    def risky(self, repo: str) -> PullRequest:
        """A new pull request that the owner has to be asked about."""
        return self.gh.pull(repo, author=self.author, files={"migrations/1.sql": "added"})

    def play(
        self,
        folder: Path,
        inputs: Mapping[str, str],
        supervised: Sequence[str],
        answers: Sequence[str],
    ) -> Played:
        """For each answer a risky pull request, which is pushed to, then answered; checks pass."""
        pulls = {
            answer: self.risky(supervised[number % len(supervised)])
            for number, answer in enumerate(answers)
        }
        with Server(self.gh) as server:
            worst = self.tick(folder, server.url, inputs)
            self.gh.advance(minutes=5)
            for pull in pulls.values():
                self.author.push(pull)
                self.gh.check_run(pull, "tests")
            worst = max(worst, self.tick(folder, server.url, inputs))
            self.gh.advance(minutes=5)
            ballots = self.ballots()
            for answer, pull in pulls.items():
                if pull.ref in ballots:
                    self.owner.comment(ballots[pull.ref], answer)
            self.gh.advance(minutes=6)
            worst = max(worst, self.tick(folder, server.url, inputs))
        assert self.gh.violations == []
        return Played(
            worst, self._told(folder), {one: self.ending(of) for one, of in pulls.items()}
        )

    def _told(self, folder: Path) -> str:
        comments = [
            comment.body.text
            for repo in self.gh.world.repositories.values()
            for pull in self.gh.pulls(repo)
            for comment in pull.comments
        ]
        return "\n".join([(folder / "summary").read_text(encoding="utf-8"), *comments])

    def ending(self, of: PullRequest) -> Ending:
        """How it stands with that pull request now."""
        pull = self.gh.find(of)
        assert isinstance(pull, PullRequest)
        ballot = self.ballots().get(pull.ref)
        found = self.gh.status(pull, APPROVAL_CONTEXT)
        return Ending(
            "merged" if pull.merged else pull.state,
            tuple(sorted(self.gh.find(ballot).label_names)) if ballot else (),
            found.state if found else "none",
        )
