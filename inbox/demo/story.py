"""The story that the demo plays, scene by scene; each deed is real, and so is each tick."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from inbox.demo.plain import plain
from inbox.demo.screen import Screen
from inbox.demo.stage import OWNER_FILE, REPOSITORY, Stage
from inbox.simulator.conversation import PullRequest
from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT

RISKY = f"{REPOSITORY}#1"
HARMLESS = f"{REPOSITORY}#2"
BALLOT = f"{REPOSITORY}#3"
ASKING = f"{REPOSITORY}#4"
QUESTION = """\
Keeps what was looked up.

<!-- decision-inbox:decisions -->

### cache: Where should the cache live?

- [ ] In memory
- [ ] On disk
"""


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene: its title, and what happens in it."""

    title: str
    play: Callable[[Stage, Screen], None]


def opening(screen: Screen) -> None:
    """The newcomer knows where they are, and who is who."""
    screen.line("Decision Inbox: the demo")
    screen.line()
    screen.tell(
        "Some pull requests must not be merged without a person: they are critical, and cannot be"
        " undone. Decision Inbox opens an issue about each, the ballot, and waits there for the"
        " owner's answer."
    )
    screen.line()
    screen.tell(
        f"Here it runs against a simulated GitHub on 127.0.0.1: no network, no token. Every tick is"
        f" the real program, talking HTTP. {REPOSITORY} belongs to mona; lin works on it. Its"
        f" config/owner.yml says whose answers count: {OWNER_FILE.strip()}"
    )


def _asked(stage: Stage, screen: Screen) -> None:
    stage.github.pull(
        stage.repository,
        author=stage.author,
        title="Drop the old orders table",
        files={"migrations/0042_drop_old_orders.sql": "added", "shop/orders.py": "modified"},
    )
    stage.github.pull(
        stage.repository,
        author=stage.author,
        title="Fix a typo in the guide",
        files={"docs/guide.md": "modified"},
    )
    screen.tell(
        f"{stage.clock} lin opens two pull requests: #1 drops a database table, #2 fixes a typo in"
        " the guide. A few minutes later the first tick runs."
    )
    stage.later(minutes=3)
    _tick(stage, screen)
    screen.tell("The typo needs nobody. The table does: merging waits, and mona is asked.")
    _status_of(stage, screen, 1)
    _status_of(stage, screen, 2)


def _ballot(stage: Stage, screen: Screen) -> None:
    ballot = stage.github.find(BALLOT)
    screen.tell("This is the issue that mona finds in her notifications:")
    labels = ", ".join(ballot.label_names)
    people = ", ".join(one.login for one in ballot.assignees)
    screen.frame(
        f"{BALLOT} · {ballot.title}",
        f"{plain(ballot.body.text)}\n\nlabel {labels} · assigned to {people}",
    )
    screen.tell("Two hidden lines at its end bind it to this very commit.")


def _question(stage: Stage, screen: Screen) -> None:
    stage.later(minutes=2)
    stage.github.pull(
        stage.repository,
        author=stage.author,
        title="Cache what was looked up",
        body=QUESTION,
        files={"shop/cache.py": "added"},
    )
    screen.tell(f"{stage.clock} lin opens #4, which needs no ballot. But its description asks:")
    screen.frame(f"{ASKING} · description", plain(QUESTION))
    stage.later(minutes=3)
    _tick(stage, screen)
    _status_of(stage, screen, 4, DECISIONS_CONTEXT)
    screen.gap()
    stage.later(minutes=2)
    said = stage.owner.comment(ASKING, "/answer cache: on disk")
    screen.tell(
        f"{stage.clock} mona could tick a box there. She is at her telephone, and writes a comment:"
        f" {said.body.text}"
    )
    stage.later(minutes=3)
    _tick(stage, screen)
    record = stage.github.find(ASKING).comments[-1]
    for_people, _, _ = record.body.text.partition("```")
    screen.tell("The box is ticked, and the answer is on record (below it as JSON, for programs):")
    screen.frame(f"{ASKING} · comment by {record.author.rest_login}", plain(for_people))
    _status_of(stage, screen, 4, DECISIONS_CONTEXT)


def _stranger(stage: Stage, screen: Screen) -> None:
    stage.later(minutes=2)
    stage.stranger.react(BALLOT, "+1")
    screen.tell(f"{stage.clock} passer-by, whom nobody knows, gives the ballot a 👍.")
    stage.later(minutes=3)
    _tick(stage, screen)
    screen.tell("Only people on the allowlist count. Nothing was written; the summary says why.")


def _push(stage: Stage, screen: Screen) -> None:
    stage.later(minutes=2)
    stage.owner.react(BALLOT, "+1")
    screen.tell(f"{stage.clock} mona looks at the change and gives the ballot a 👍: option A.")
    stage.later(minutes=1)
    stage.author.push(
        RISKY,
        files={
            "migrations/0042_drop_old_orders.sql": "added",
            "migrations/0043_drop_old_customers.sql": "added",
            "shop/orders.py": "modified",
        },
        message="Drop the old customers table, too",
    )
    stage.check("tests", conclusion=None)
    screen.tell(f"{stage.clock} Before the next tick lin pushes: a second table goes as well.")
    stage.later(minutes=2)
    _tick(stage, screen)
    notice = stage.github.find(BALLOT).comments[-1]
    screen.tell("mona has not seen that, so her 👍 is void. The ballot asks again:")
    screen.frame(f"{BALLOT} · comment by {notice.author.rest_login}", plain(notice.body.text))


def _applied(stage: Stage, screen: Screen) -> None:
    stage.later(minutes=30)
    said = stage.owner.comment(BALLOT, "/approve A\n\nBoth tables are in last night's backup.")
    screen.tell(f"{stage.clock} mona reads the new commit and answers the ballot:")
    screen.frame(f"{BALLOT} · comment by mona", said.body.text)
    stage.later(minutes=4)
    stage.check("tests", conclusion="success")
    screen.tell(f"{stage.clock} The tests of that commit, which were still running, pass.")
    stage.later(minutes=6)
    _tick(stage, screen)
    receipt = stage.github.find(RISKY).comments[-1]
    screen.tell("The answer is applied. The pull request gets a receipt:")
    screen.frame(f"{RISKY} · comment by {receipt.author.rest_login}", plain(receipt.body.text))
    _state_of(stage, screen, 1)
    _state_of(stage, screen, 3)
    _status_of(stage, screen, 1)
    screen.gap()
    screen.tell(
        "It is merged because all of it holds: mona approved this very commit, she had five minutes"
        " to take that back, and the tests are green. Branch protection can require the status;"
        " then nobody else merges without it either."
    )


def _numbers(stage: Stage, screen: Screen) -> None:
    screen.tell("Each tick leaves a job summary for people; this is the last one, as text:")
    screen.frame("job summary", plain(stage.last.page))
    screen.tell("And numbers for programs, as metrics_summary.json and as step outputs:")
    numbers = json.loads(stage.last.metrics)
    shown = [
        f"{key}: {json.dumps(value)}"
        for key, value in numbers.items()
        if key.startswith(("inbox", "issues"))
    ]
    screen.frame("metrics_summary.json", "\n".join(shown))


SCENES = (
    Scene("A risky pull request", _asked),
    Scene("The ballot", _ballot),
    Scene("A question in a pull request", _question),
    Scene("A stranger votes", _stranger),
    Scene("A push after the vote", _push),
    Scene("The owner answers", _applied),
    Scene("What a tick leaves behind", _numbers),
)
"""The scenes in their order."""


def _tick(stage: Stage, screen: Screen) -> None:
    """One tick, and what it says it did."""
    tick = stage.tick()
    screen.gap()
    screen.line(f"   {stage.clock} tick  {tick.requests}")
    for line in (*tick.done, *tick.uncounted):
        screen.point(line)
    screen.gap()


def _status_of(stage: Stage, screen: Screen, number: int, which: str = APPROVAL_CONTEXT) -> None:
    screen.point(f"status {which} of #{number}: {stage.status(number, which)}")


def _state_of(stage: Stage, screen: Screen, number: int) -> None:
    found = stage.github.find(f"{REPOSITORY}#{number}")
    what = "pull request" if isinstance(found, PullRequest) else "ballot"
    state = "merged" if isinstance(found, PullRequest) and found.merged else found.state
    labels = ", ".join(found.label_names) or "no labels"
    screen.point(f"{what} #{number} is {state}: {labels}")
