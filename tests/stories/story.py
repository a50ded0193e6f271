"""Stories: what people do between ticks, written so that any tick of them can be replayed.

A story is a generator of a stage. It lets people act, yields where the program runs, gets back what
the run told, and asserts what the world then looks like. From that alone the suite also plays it as
a dry run, and cut off after each of its writes.

    @story("P29", "row 81")
    def a_thumb_up_is_applied(stage: Stage) -> Script:
        pull = stage.pull()
        yield TICK
        stage.owner.react(stage.ballot(), "+1")
        told = yield TICK
        told.counted(inbox_resolved=1, answers={"approved-A": 1})
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import Stage, Way
from tests.stories.told import Told

BEFORE = 3
AFTER = 2
"""Minutes between people and ticks: the program runs every five minutes."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the program: its inputs, and how it is expected to end."""

    inputs: Mapping[str, str] = field(default_factory=dict)
    exit_status: int = 0


def run(*, exit_status: int = 0, **inputs: str) -> Run:
    """A run with these inputs (`command="open"`)."""
    return Run(inputs, exit_status)


TICK = Run()

Script = Generator[Run, Told, None]
Asked = Generator[Run, Told, tuple[PullRequest, Issue]]


def asked(stage: Stage, **given: Any) -> Asked:
    """A pull request was opened, a tick ran: the pull request and its ballot."""
    pull = stage.pull(**given)
    yield TICK
    return pull, stage.ballot()


@dataclass(frozen=True, slots=True)
class Story:
    """One story: what it is called, which rulings and rows it pins, and the stage it needs."""

    name: str
    cites: tuple[str, ...]
    script: Callable[[Stage], Script]
    setting: Mapping[str, Any]

    def stage(self, way: Way) -> Stage:
        """A fresh stage for it."""
        return Stage(way=way, **self.setting)

    def __str__(self) -> str:
        return f"{self.name} [{', '.join(self.cites)}]"


STORIES: dict[str, Story] = {}


def all_stories() -> dict[str, Story]:
    """Every story of the files `stories_*.py` beside this one, by name."""
    for file in sorted(Path(__file__).parent.glob("stories_*.py")):
        importlib.import_module(f"tests.stories.{file.stem}")
    return STORIES


def story(*cites: str, **setting: Any) -> Callable[[Callable[[Stage], Script]], Story]:
    """Registers a story that pins these rulings (`P24`) and rows of the case tables (`row 91`)."""

    def register(script: Callable[[Stage], Script]) -> Story:
        name = script.__name__
        assert name not in STORIES, f"there are two stories {name}"
        STORIES[name] = Story(name, cites, script, setting)
        return STORIES[name]

    return register


@dataclass(frozen=True, slots=True)
class Act:
    """One run within a story: the world right before and right after it, and what it told."""

    run: Run
    before: bytes
    after: bytes
    told: Told


Witness = Callable[[Stage, Act], None]


def play(told_story: Story, stage: Stage, *witnesses: Witness) -> list[Act]:
    """The story was played to its end; each witness saw each run, with the world right after it."""
    script = told_story.script(stage)
    acts: list[Act] = []
    wanted = next(script)
    while True:
        stage.later(minutes=BEFORE)
        before = stage.gh.checkpoint()
        told = stage.tick(**wanted.inputs)
        assert told.exit_status == wanted.exit_status, told.said
        act = Act(wanted, before, stage.gh.checkpoint(), told)
        acts.append(act)
        for witness in witnesses:
            witness(stage, act)
            stage.gh.restore(act.after)
        stage.later(minutes=AFTER)
        try:
            wanted = script.send(told)
        except StopIteration:
            return acts
