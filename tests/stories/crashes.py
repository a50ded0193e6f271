"""Replays of a story in which one run is cut off at one of its writes.

A run killed before a write leaves what one killed after the write before it leaves, so each write
is cut once after it took effect. In a second replay the connection breaks there instead, and the
program goes on with what it then believes.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from inbox.simulator import ProgramKilled
from tests.stories.stage import Stage
from tests.stories.story import TICK, Act, Story, play
from tests.stories.told import Told
from tests.stories.witnesses import a_closed_ballot_says_why, no_two_ballots_wait

_VARIES = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "NONCE"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "TIME"),
    (re.compile(r"\d{8}T\d{6}Z"), "TIME"),
    (re.compile(r"(issuecomment-|comment:)\d+"), r"\1ID"),
)
_QUIET_AT_THE_LATEST = 4


class Cut(Enum):
    """How a run is cut at a write that took effect."""

    KILLED = "the program was killed"
    DROPPED = "the connection broke"


@dataclass(frozen=True, slots=True)
class Rest:
    """What a story's world came to once nothing more was written, and all that was counted."""

    world: Any
    counted: Counter[str]


def settled(stage: Stage, act: Act, told: Iterable[Told] = ()) -> Rest:
    """The program runs as in that act, then as a tick until two runs in a row write nothing."""
    all_told = list(told)
    stage.later(minutes=1)
    all_told.append(stage.tick(**act.run.inputs))
    stage.later(minutes=20)
    for _ in range(_QUIET_AT_THE_LATEST):
        all_told.append(stage.tick(**TICK.inputs))
        if not all_told[-1].writes:
            break
    assert stage.tick(**TICK.inputs).writes == []
    a_closed_ballot_says_why(stage)
    no_two_ballots_wait(stage)
    return Rest(_comparable(stage), sum(map(_counts, all_told), Counter()))


def _counts(told: Told) -> Counter[str]:
    metrics = told.metrics or {}
    names = ("inbox", "inbox_resolved", "issues_deferred", "inbox_head_sha_mismatches")
    ours = ("auto_resolved", "bypassed", "integrity_failed", "merged", "reminders")
    flat = {**metrics, **metrics.get("inbox_resolved_this_tick", {})}
    answers = ("approved-A", "approved-B", "approved-C-deferred", "rejected")
    return Counter({name: flat.get(name, 0) for name in (*names, *ours, *answers)})


def _comparable(stage: Stage) -> Any:
    """The world without what differs between two runs: times, nonces, ids of comments."""
    text = json.dumps(stage.gh.snapshot(), default=str, ensure_ascii=False)
    for varying, stand_in in _VARIES:
        text = varying.sub(stand_in, text)
    return json.loads(text)


def replay(told_story: Story, stage: Stage) -> Iterator[str]:
    """Plays the story, then cuts each of its runs at each of its writes; yields what diverged."""
    acts = play(told_story, stage)
    for number, act in enumerate(acts, 1):
        writes = sum(entry.is_write for entry in act.told.entries)
        if not writes:
            continue
        stage.gh.restore(act.after)
        reference = settled(stage, act, [act.told])
        for cut in Cut:
            for write in range(1, writes + 1):
                if _is_known(act, cut, write):
                    continue
                found = _cut(stage, act, cut, write)
                for diverged in differences(reference, found):
                    what = act.told.writes[write - 1 : write]
                    yield f"run {number}, write {write} {what}, {cut.value}: {diverged}"


_KNOWN: set[tuple[str, Cut, int]] = set()


def _is_known(act: Act, cut: Cut, write: int) -> bool:
    """True when a story that begins alike was cut there before."""
    moment = hashlib.sha256(act.before).hexdigest() + json.dumps(dict(act.run.inputs))
    key = (moment, cut, write)
    if key in _KNOWN:
        return True
    _KNOWN.add(key)
    return False


def _cut(stage: Stage, act: Act, cut: Cut, write: int) -> Rest:
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
    return settled(stage, act, told)


def differences(expected: Rest, found: Rest) -> Iterator[str]:
    """In which places the two ends differ, and what was counted too often."""
    yield from _different("", expected.world, found.world)
    for name, times in found.counted.items():
        if times > expected.counted[name]:
            yield f"{name} was counted {times} times, not {expected.counted[name]}"


def _different(place: str, expected: Any, found: Any) -> Iterator[str]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in sorted({*expected, *found}):
            yield from _different(f"{place}/{key}", expected.get(key), found.get(key))
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _different(f"{place}/{at}", one, other)
    elif isinstance(expected, str) and isinstance(found, str):
        lines = difflib.ndiff(expected.splitlines(), found.splitlines())
        yield from (f"{place}: {line}" for line in lines if line[:1] in "+-")
    elif expected != found:
        yield f"{place} is {found!r}, not {expected!r}"
