"""The town: a stage with its people, the ledger of what they said, and a diary to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from inbox.simulator import Person
from inbox.simulator.conversation import Comment, Conversation, Issue, PullRequest
from inbox.simulator.journal import Entry
from tests.model.ledger import Asking, Choice, Key, Ledger, Word
from tests.model.whereabouts import Whereabouts
from tests.stories.stage import APP, RISKY, Stage, Way
from tests.stories.told import Told

PLENTY = 10**6
TWO_OWNERS = "github_login: owner\nallowlisted_actors: [owner, deputy]\n"


@dataclass(frozen=True, slots=True)
class Charter:
    """What a town is like: the stage's setting, its inbox, and how its ticks merge and close."""

    setting: Mapping[str, Any] = field(default_factory=dict)
    inbox: str = APP
    merges: tuple[Choice, ...] = ("A",)
    settle: timedelta = timedelta(minutes=5)
    needs_checks: bool = True
    closing_closes: bool = True


@dataclass(frozen=True, slots=True)
class Ticked:
    """One tick: when it began, which ballots waited, how pull requests stood, which of them had
    moved since the tick before, and what it told."""

    at: datetime
    waiting: frozenset[int]
    before: Mapping[str, str]
    moved: frozenset[str]
    told: Told


class Town:
    """One world in which everybody may do what GitHub lets them, and every deed is written down."""

    def __init__(self, charter: Charter) -> None:
        self.charter = charter
        self.stage = Stage(way=Way.DIRECT, **{"owner_yml": TWO_OWNERS, **charter.setting})
        self.gh = self.stage.gh
        self.gh.clock.per_write = timedelta(0)
        self.gh.on_response.clear()  # the stories hold every exchange to GitHub's descriptions
        self.gh.world.tokens[self.stage.token].core.limit = PLENTY
        self.inbox = charter.inbox
        self.owner, self.deputy = self.stage.owner, self.gh.user("deputy", role="write")
        self.author, self.stranger = self.stage.author, self.stage.stranger
        self.agent = self.stage.agent
        self.workflow = self.gh.bot()
        self.ledger = Ledger()
        self.whereabouts = Whereabouts()
        self.diary: list[str] = []
        self.last_deed = self.now
        self.deeds = 0
        self.pulls: list[PullRequest] = []
        self.heads: dict[str, list[str]] = {}
        self.stage.owner.commit(APP, {"next.txt": "next\n"}, branch="next")
        self.forged: set[int] = set()
        self.relabelled: set[int] = set()
        self.closed_by_owners: dict[int, datetime] = {}
        self.checks: dict[str, str] = {}

    @property
    def now(self) -> datetime:
        """The simulated time."""
        return self.gh.clock.now

    def note(self, what: str) -> None:
        """One line more in the diary."""
        self.diary.append(f"{self.now:%d. %H:%M:%S}  {what}")

    def did(self, who: Person | None, what: str) -> None:
        """Somebody did something, or a check did."""
        self.note(f"{who.login if who else 'ci'} {what}")
        self.last_deed = self.now
        self.deeds += 1

    # What there is

    def open_pull(self, repo: str = APP) -> PullRequest:
        """One more open pull request that must be asked about."""
        pull = self.gh.pull(repo, author=self.author, files=RISKY)
        self.pulls.append(pull)
        self.heads[pull.ref] = [pull.head_sha]
        self.did(self.author, f"opens {pull.ref} at {pull.head_sha[:7]}")
        return pull

    def pull(self, which: int) -> PullRequest:
        """One of the pull requests as it is now."""
        found = self.gh.find(self.pulls[which % len(self.pulls)])
        assert isinstance(found, PullRequest)
        return found

    def pulls_now(self) -> list[PullRequest]:
        """All of them."""
        return [self.pull(which) for which in range(len(self.pulls))]

    def ballots(self) -> list[Issue]:
        """Every ballot, the newest first."""
        found = [self.gh.find(f"{self.inbox}#{number}") for number in self.ledger.ballots]
        return [one for one in reversed(found) if isinstance(one, Issue)]

    def ballot(self, which: int) -> Issue | None:
        """One of the ballots, counted from the newest."""
        ballots = self.ballots()
        return ballots[which % len(ballots)] if ballots else None

    def pull_of(self, ballot: Issue | int) -> PullRequest:
        """The pull request that a ballot asks about."""
        number = ballot if isinstance(ballot, int) else ballot.number
        found = self.gh.find(self.ledger.ballots[number].pull)
        assert isinstance(found, PullRequest)
        return found

    def is_bots(self, comment: Comment) -> bool:
        """True for a comment under the bot's name, by whomever."""
        return comment.author is self.stage.bot.account

    def ours(self, of: Conversation) -> set[str]:
        """The labels of the protocol there, without their prefix."""
        return self.stage.ours(of)

    # What is said

    def hear(self, who: Person, choice: Choice, ballot: Issue, key: Key) -> None:
        """An allowlisted person said that; anybody else said nothing."""
        if who.login in (self.owner.login, self.deputy.login):
            head = self.pull_of(ballot).head_sha
            self.ledger.say(Word(who.login, choice, self.now, ballot.number, head, key))

    # The program

    def tick(self) -> Ticked:
        """The program ran once; the ledger knows what it saw and which ballots it opened."""
        at = self.now
        waiting = frozenset(
            one.number for one in self.ballots() if "pending-owner" in self.ours(one)
        )
        before = {pull.ref: pull.state for pull in self.pulls_now()}
        moved = frozenset(
            pull.ref
            for pull in self.pulls_now()
            if pull.state == "open" and self.ledger.observe(pull.ref, pull.head_sha, at)
        )
        told = self.stage.tick()
        self._learn_openings(told.entries)
        self.whereabouts.learn(told.entries)
        for one in self.ballots():
            if one.number in waiting and before[self.pull_of(one).ref] == "open":
                self.ledger.ballots[one.number].head = self.pull_of(one).head_sha
        self.relabelled -= waiting
        self.note(f"TICK, exit {told.exit_status}: {'; '.join(_short(told.entries)) or 'quiet'}")
        return Ticked(at, waiting, before, moved, told)

    def _learn_openings(self, entries: Sequence[Entry]) -> None:
        opened = [entry for entry in entries if entry.took_effect and _opens(entry)]
        issues = [one.number for one in self.gh.issues(self.inbox)]
        for entry in opened:
            number = issues[-len(opened) + opened.index(entry)]
            self.learn_ballot(number, entry.body["title"].split()[-1])

    def learn_ballot(self, number: int, pull: str) -> None:
        """There is one more ballot about that pull request."""
        found = self.gh.find(pull)
        assert isinstance(found, PullRequest)
        self.ledger.ballots[number] = Asking(pull, found.head_sha)


def _opens(entry: Entry) -> bool:
    return entry.method == "POST" and entry.path.endswith("/issues")


def _short(entries: Sequence[Entry]) -> list[str]:
    """The writes of a tick, in a few words each."""
    told = []
    for entry in entries:
        if entry.took_effect and not entry.path.endswith("/labels"):
            said = entry.body or {}
            about = said.get("labels") or said.get("state") or said.get("body", "")[:60]
            told.append(f"{entry.method} {entry.path.removeprefix('/repos/')} {about}".strip())
        elif entry.took_effect and "/issues/" in entry.path:
            told.append(f"{entry.method} {entry.path.removeprefix('/repos/')} {entry.body}")
    return told
