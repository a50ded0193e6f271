"""Replays of a story in which one run is cut off at one of its writes.

A run killed before a write leaves what one killed after the write before it leaves, so each write
is cut once after it took effect. In a second replay the connection breaks there instead, and the
program goes on with what it then believes.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from inbox.simulator import ProgramKilled
from tests.stories.rests import Rest, print_of
from tests.stories.stage import Stage
from tests.stories.story import Act, Story, play
from tests.stories.told import Told


class Cut(Enum):
    """How a run is cut at a write that took effect."""

    KILLED = "the program was killed"
    DROPPED = "the connection broke"


def replay(told_story: Story, stage: Stage) -> Iterator[str]:
    """Plays the story, then cuts each of its runs at each of its writes; yields what diverged."""
    for number, act in enumerate(play(told_story, stage), 1):
        writes = sum(entry.is_write for entry in act.told.entries)
        if not writes or is_known(stage, act, _KNOWN):
            continue
        rest = Rest.of(stage, act)
        for cut in Cut:
            for write in range(1, writes + 1):
                told = cut_at(stage, act, cut, write)
                for diverged in rest.differences(stage, told):
                    what = act.told.writes[write - 1 : write]
                    yield f"run {number}, write {write} {what}, {cut.value}: {diverged}"


_KNOWN: set[str] = set()


def is_known(stage: Stage, act: Act, known: set[str]) -> bool:
    """True when a story that begins alike was there before; from now on it is known."""
    stage.gh.restore(act.before)
    granted = stage.gh.world.tokens[stage.token].permissions
    moment = f"{stage.token} {granted} {dict(act.run.inputs)} {print_of(stage)}"
    if moment in known:
        return True
    known.add(moment)
    return False


def cut_at(stage: Stage, act: Act, cut: Cut, write: int) -> list[Told]:
    """What the run told that was cut right after that write; nothing where it was killed."""
    stage.gh.restore(act.before)
    stage.gh.forget()
    told: list[Told] = []
    try:
        match cut:
            case Cut.KILLED:
                stage.gh.faults.kill(write=write, after=True)
            case Cut.DROPPED:
                stage.gh.faults.drop(write=write, after=True)
        told.append(stage.tick(**act.run.inputs))
        assert cut is Cut.DROPPED, "the program outlived its end"
    except ProgramKilled:
        assert cut is Cut.KILLED
    finally:
        stage.gh.faults.clear()
    return told
