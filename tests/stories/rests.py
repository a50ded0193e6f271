"""What a story's world comes to when the program runs until nothing is left to do."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from inbox.simulator.conversation import Conversation
from tests.stories.stage import Stage
from tests.stories.story import TICK, Act
from tests.stories.told import Told
from tests.stories.witnesses import a_closed_ballot_says_why, no_two_ballots_wait

_VARIES = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "NONCE"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "TIME"),
    (re.compile(r"\d{8}T\d{6}Z"), "TIME"),
    (re.compile(r"(issuecomment-|comment:)\d+"), r"\1ID"),
)
_QUIET_AT_THE_LATEST = 4
_COUNTS = (
    "inbox",
    "inbox_resolved",
    "issues_deferred",
    "inbox_head_sha_mismatches",
    "auto_resolved",
    "integrity_failed",
    "merged",
    "reminders",
    "bypassed",
    "approved-A",
    "approved-B",
    "approved-C-deferred",
    "rejected",
    "decisions_answered",
    "follow_ups_filed",
    "follow_ups_updated",
    "follow_ups_closed",
)


def comparable(stage: Stage) -> Any:
    """The world without what differs between two runs: times, nonces, ids of comments, and the
    numbers of the ballots, which are named by what they ask about."""
    world, names = stage.gh.snapshot(), _names(stage)
    for repo, told in world.items():
        held = told["conversations"].items()
        told["conversations"] = {names.get((repo, at), str(at)): one for at, one in held}
    text = json.dumps(world, default=str, ensure_ascii=False)
    for (repo, number), name in names.items():
        text = re.sub(rf"{re.escape(repo)}(#|/issues/){number}(?!\d)", name, text)
    for varying, stand_in in _VARIES:
        text = varying.sub(stand_in, text)
    return json.loads(text)


def _names(stage: Stage) -> dict[tuple[str, int], str]:
    """What the bot's issues are called, by repository and number."""
    names: dict[tuple[str, int], str] = {}
    titles: Counter[str] = Counter()
    for repo in stage.gh.world.repositories.values():
        for one in stage.gh.issues(repo):
            if one.author is stage.bot.account:
                titles[one.title] += 1
                names[repo.full_name, one.number] = f"({one.title}, {titles[one.title]})"
    return names


def print_of(stage: Stage) -> str:
    """Equal for worlds that differ in nothing but times, nonces and ids of comments: the present
    texts, labels and states, and how many revisions and which events led to them."""
    past = [
        [repo.full_name, number, *_past(one)]
        for repo in stage.gh.world.repositories.values()
        for number, one in repo.conversations.items()
    ]
    return json.dumps([comparable(stage), past], sort_keys=True)


def _past(of: Conversation) -> list[Any]:
    texts = [of.body, *(comment.body for comment in of.comments)]
    revisions = [len(text.revisions) for text in texts]
    return [revisions, [(event.kind, event.actor.login) for event in of.events]]


def counts(told: Told) -> Counter[str]:
    """What the run counted, the answers by kind among it."""
    metrics = told.metrics or {}
    flat = {**metrics, **metrics.get("inbox_resolved_this_tick", {})}
    return Counter({name: flat.get(name, 0) for name in _COUNTS})


Even = Callable[[Any], Any]
"""Takes out of a comparable world what a failure may rightly leave behind."""


@dataclass(slots=True)
class Rest:
    """What the undisturbed run of an act comes to: the world at rest, and all that was counted.

    `ahead` knows worlds on the way there, by their print, and what is yet counted from each.
    """

    act: Act
    even: Even = lambda world: world
    world: Any = None
    counted: Counter[str] = field(default_factory=Counter)
    ahead: dict[str, Counter[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, stage: Stage, act: Act, even: Even = lambda world: world) -> Rest:
        """Lets the act's world come to rest."""
        rest = cls(act, even)
        stage.gh.restore(act.after)
        prints, told = rest._to_the_end(stage, [act.told])
        rest.world = even(comparable(stage))
        rest.counted = sum(map(counts, told), Counter())
        rest._remember(prints, told, Counter())
        return rest

    def differences(self, stage: Stage, told: list[Told]) -> list[str]:
        """Lets a disturbed world, of whose runs `told` is known, come to rest: what is otherwise,
        and what was counted too often."""
        prints, told = self._to_the_end(stage, told)
        remaining = self.ahead.get(prints[-1])
        found: list[str] = []
        if remaining is None:
            found = list(_different("", self.world, self.even(comparable(stage))))
        total = sum(map(counts, told), remaining or Counter())
        for name, times in total.items():
            if times > self.counted[name]:
                found.append(f"{name} was counted {times} times, not {self.counted[name]}")
        if not found:
            self._remember(prints, told, remaining or Counter())
        return found

    def _to_the_end(self, stage: Stage, told: list[Told]) -> tuple[list[str], list[Told]]:
        """The prints after each run, and the runs, until all is quiet or the way is known."""
        prints, all_told = [print_of(stage)], list(told)
        for more in () if prints[-1] in self.ahead else self._runs(stage):
            all_told.append(more)
            prints.append(print_of(stage))
            if prints[-1] in self.ahead:
                break
        return prints, all_told

    def _runs(self, stage: Stage) -> Iterator[Told]:
        stage.later(minutes=1)
        yield stage.tick(**self.act.run.inputs)
        stage.later(minutes=20)
        for _ in range(_QUIET_AT_THE_LATEST):
            told = stage.tick(**TICK.inputs)
            yield told
            if not told.writes:
                break
        else:
            raise AssertionError(f"it does not come to rest:\n{told.said}")
        a_closed_ballot_says_why(stage)
        no_two_ballots_wait(stage)

    def _remember(self, prints: list[str], told: list[Told], remaining: Counter[str]) -> None:
        ahead = Counter(remaining)
        later = list(reversed(told))[: len(prints)]
        for at, seen in enumerate(reversed(prints)):
            self.ahead.setdefault(seen, Counter(ahead))
            if at < len(later):
                ahead += counts(later[at])


def _different(place: str, expected: Any, found: Any) -> Iterator[str]:
    """In which places the two worlds differ, and how."""
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
