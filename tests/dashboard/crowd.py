"""A crowd that does things at random, seeded: two owners, an author, an agent and a stranger."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from inbox.simulator import Person
from inbox.simulator.refusals import Refusal
from tests.dashboard.desks import desk_of
from tests.stories.stage import APP, RISKY, SAFE, Stage, Way
from tests.stories.stories_decisions import ASKED, VAGUE

_TWO_OWNERS = "github_login: owner\nallowlisted_actors: [owner, deputy]\n"
_PLENTY = 10**6
_ANSWERS = ("/approve A", "/approve B", "/approve C", "/reject", "/aprove A", "/reject or not?")
_REPLIES = ("/answer storage: 1", "/answer storage: 2\n/answer name: Depot", "/confirm")
_BOXES = ("Option A", "Option B", "Option C")
_TICKS = ("In memory", "On disk", "Thumbnails")
_LABELS = ("approved-A", "approved-B", "rejected", "pending-owner", "deferred", "stale-approval")
_TEXTS = ("", "Text.", ASKED, VAGUE)


class Crowd:
    """One or two pull requests and everybody around them; what was done is in the diary."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.stage = Stage(way=Way.DIRECT, owner_yml=_TWO_OWNERS)
        self.gh = self.stage.gh
        self.gh.user("deputy", role="write")
        self.stage.owner.commit(APP, {"x": "1"}, branch="release")
        self.desk = desk_of(self.stage, token="ghp_page")
        for token in (self.stage.token, "ghp_page"):
            self.gh.world.tokens[token].core.limit = _PLENTY
        self.pulls = [
            self.stage.pull(files=self.one(RISKY, RISKY, SAFE), body=self.one(*_TEXTS)).ref
            for _ in range(self.one(1, 1, 2))
        ]
        self.diary = [f"seed {seed}"]
        self.stage.tick()

    def one(self, *of: Any) -> Any:
        """One of these."""
        return self.random.choice(of)

    def who(self, *logins: str) -> Person:
        """One of these people."""
        return self.gh.person(self.one(*logins))

    def act(self) -> None:
        """Somebody did something, as far as GitHub let them, and some time went by."""
        name = self.one(*_OFTEN, *_DEEDS)
        self.diary.append(name)
        try:
            _DEEDS[name](self)
        except (Refusal, ValueError, IndexError) as refused:  # a box or comment is not there, say
            self.diary[-1] += f" ({type(refused).__name__})"
        self.stage.later(seconds=self.one(1, 60, 60, 400))

    @property
    def pull(self) -> str:
        """One of the pull requests."""
        return str(self.one(*self.pulls))

    @property
    def ballot(self) -> str:
        """The newest ballot; a pull request where there is none."""
        there = self.stage.ballots()
        return there[-1].ref if there else self.pull

    def place(self, *of: str) -> str:
        """One of these conversations, as it is written into the diary."""
        chosen = str(self.one(*of))
        self.diary[-1] += f" {chosen}"
        return chosen


def _pushes_back(crowd: Crowd, pull: str) -> None:
    head, author = crowd.stage.now(pull).head_sha, crowd.who("author")
    author.push(pull, files=RISKY)
    author.force_push(pull, to=head)


def _edits_a_comment(crowd: Crowd, where: str) -> None:
    comment = crowd.one(*crowd.gh.find(where).comments)
    crowd.who("owner", "agent").edit_comment(comment, crowd.one("/approve A", "/reject", "Gone."))


def _deletes_a_comment(crowd: Crowd, where: str) -> None:
    comment = crowd.one(*crowd.gh.find(where).comments)
    crowd.who("owner", "agent").delete_comment(comment)


def _deletes_the_ballot(crowd: Crowd) -> None:
    for ballot in crowd.stage.ballots()[-1:]:
        crowd.who("owner").delete(ballot)


def _tampers(crowd: Crowd, ballot: str) -> None:
    text = crowd.gh.find(ballot).body.text
    crowd.who("owner", "agent").edit_body(ballot, text.replace("irreversible", "harmless"))


_OWNERS = ("owner", "deputy")
_ALL = (*_OWNERS, "agent", "author", "stranger")
_DEEDS: dict[str, Callable[[Crowd], object]] = {
    "tick": lambda c: c.stage.tick(),
    "answer": lambda c: c.who(*_OWNERS).comment(c.ballot, c.one(*_ANSWERS)),
    "word of others": lambda c: c.who("agent", "stranger").comment(c.ballot, c.one(*_ANSWERS)),
    "thumb": lambda c: c.who(*_OWNERS).react(c.ballot, c.one("+1", "-1")),
    "thumb off": lambda c: c.who(*_OWNERS).unreact(c.ballot, c.one("+1", "-1")),
    "box": lambda c: c.who(*_OWNERS, "agent").tick_box(c.ballot, c.one(*_BOXES)),
    "question": lambda c: c.who(*_OWNERS, "author").tick_box(c.pull, c.one(*_TICKS)),
    "reply": lambda c: c.who(*_OWNERS, "agent").comment(c.pull, c.one(*_REPLIES)),
    "text": lambda c: c.who("author").edit_body(c.pull, c.one(*_TEXTS)),
    "push": lambda c: c.who("author").push(c.pull, files=c.one(RISKY, SAFE)),
    "push and back": lambda c: _pushes_back(c, c.pull),
    "base": lambda c: c.who("author").retarget(c.pull, c.one("release", "main")),
    "close": lambda c: c.who(*_ALL).close(c.place(c.pull, c.ballot, c.ballot)),
    "reopen": lambda c: c.who(*_ALL).reopen(c.place(c.pull, c.ballot, c.ballot)),
    "lock": lambda c: c.who("owner").lock(c.place(c.pull, c.ballot)),
    "unlock": lambda c: c.who("owner").unlock(c.place(c.pull, c.ballot)),
    "draft": lambda c: c.who("author").set_draft(c.pull, c.one(True, False)),
    "label": lambda c: c.who("agent").label(
        c.place(c.pull, c.ballot), f"decision:{c.one(*_LABELS)}"
    ),
    "unlabel": lambda c: c.who("agent").unlabel(c.ballot, "decision:pending-owner"),
    "tamper": lambda c: _tampers(c, c.ballot),
    "rename": lambda c: c.who("agent").rename(c.ballot, "Never mind"),
    "edit": lambda c: _edits_a_comment(c, c.place(c.pull, c.ballot)),
    "delete a comment": lambda c: _deletes_a_comment(c, c.place(c.pull, c.ballot)),
    "delete": _deletes_the_ballot,
}
_OFTEN = (*["tick"] * 8, *["answer"] * 4, "thumb", "thumb", "question", "question", "push")
