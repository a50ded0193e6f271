"""Replays of a story in which a run is killed, and the owner changes their mind before the next.

What the owner said before is read from the simulated GitHub, and only to know its opposite: what
must be true in the end is not taken from what the program makes of it.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from inbox.simulator.conversation import Issue, PullRequest
from inbox.simulator.journal import Entry
from tests.stories.crashes import Cut, cut_at
from tests.stories.stage import Stage
from tests.stories.story import TICK, Act
from tests.stories.told import Told

QUIET_AT_THE_LATEST = 4
_COMMAND = re.compile(r"^/(approve|reject)\b ?([abc]?)", re.IGNORECASE | re.MULTILINE)
_RECEIPT = re.compile(r"decision-inbox-receipt: option=(\S+) head=(\S+) .*nonce=(\S+)")


class Mind(Enum):
    """What the owner wants of a pull request."""

    YES = "yes"
    NO = "no"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Opinion:
    """The owner's last word about a pull request, and the ballot on which it was said."""

    at: datetime
    mind: Mind
    ballot: Issue
    pull: PullRequest


class Change(Enum):
    """What the owner does after having said something else."""

    APPROVES = "/approve A"
    REJECTS = "/reject"
    DEFERS = "/approve C"
    TAKES_IT_BACK = "everything said there is taken back"


CHANGES = {
    Mind.YES: (Change.REJECTS, Change.TAKES_IT_BACK, Change.DEFERS),
    Mind.NO: (Change.APPROVES, Change.TAKES_IT_BACK),
    Mind.LATER: (Change.REJECTS, Change.APPROVES),
}


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What came of a change of mind: when and where it was said, and all that was written since.

    `was_open` says whether ballot and pull request were open then, `receipts` which there were.
    """

    change: Change
    at: datetime
    ballot: Issue
    pull: PullRequest
    was_open: bool
    receipts: Counter[tuple[str, ...]]
    told: list[Told]
    entries: list[Entry]


def opinions(stage: Stage) -> list[Opinion]:
    """The owner's last word about each pull request that has ballots."""
    found: dict[str, Opinion] = {}
    for ballot, pull in _asked(stage):
        for at, mind in _said(stage, ballot):
            if pull.ref not in found or at >= found[pull.ref].at:
                found[pull.ref] = Opinion(at, mind, ballot, pull)
    return list(found.values())


def _asked(stage: Stage) -> Iterator[tuple[Issue, PullRequest]]:
    """Every ballot whose title names a pull request that is there, and that one."""
    world = stage.gh.world
    for repo in list(world.repositories.values()):
        for ballot in stage.gh.issues(repo):
            name, _, number = ballot.title.rpartition(" ")[2].partition("#")
            home = world.find_repository(name) or world.renames.get(name)
            pull = home.conversations.get(int(number)) if home and number.isdecimal() else None
            is_ballot = ballot.author is stage.bot.account and bool(stage.ours(ballot))
            if is_ballot and isinstance(pull, PullRequest):
                yield ballot, pull


def _said(stage: Stage, ballot: Issue) -> Iterator[tuple[datetime, Mind]]:
    owner = stage.owner.account
    for reaction in ballot.reactions:
        if reaction.user is owner and reaction.content in ("+1", "-1"):
            yield reaction.created_at, Mind.YES if reaction.content == "+1" else Mind.NO
    for comment in ballot.comments:
        if comment.author is owner and (found := _COMMAND.search(comment.body.text)):
            if found[1].casefold() == "reject":
                yield comment.updated_at, Mind.NO
            else:
                yield comment.updated_at, Mind.LATER if found[2] in ("c", "C") else Mind.YES
    at = ballot.body.last_edited_at
    if "\n- [x] " in ballot.body.text and ballot.body.editor is owner and at:
        yield at, Mind.LATER if "\n- [x] Option C" in ballot.body.text else Mind.YES


def change(stage: Stage, opinion: Opinion, how: Change) -> None:
    """The owner did that, where they had said the opposite."""
    if how is not Change.TAKES_IT_BACK:
        stage.owner.comment(opinion.ballot, how.value)
        return
    for ballot, pull in list(_asked(stage)):
        if pull.ref == opinion.pull.ref:
            _take_back(stage, ballot)


def _take_back(stage: Stage, ballot: Issue) -> None:
    owner = stage.owner
    for reaction in list(ballot.reactions):
        if reaction.user is owner.account and reaction.content in ("+1", "-1"):
            owner.unreact(ballot, reaction.content)
    for comment in list(ballot.comments):
        if comment.author is owner.account:
            owner.delete_comment(comment)
    for option in ("Option A", "Option B", "Option C"):
        if f"\n- [x] {option}" in ballot.body.text:
            owner.untick_box(ballot, option)


def aftermaths(stage: Stage, act: Act, share: int) -> Iterator[tuple[str, Aftermath]]:
    """One of so many writes of the act was its last, and the owner changed their mind; by name."""
    writes = sum(entry.is_write for entry in act.told.entries)
    for write in range(1, writes + 1):
        luck = zlib.crc32(f"{act.told.writes} {write}".encode())
        if luck % share:
            continue
        cut_at(stage, act, Cut.KILLED, write)
        killed = stage.gh.checkpoint()
        for opinion in opinions(stage):
            hows = CHANGES[opinion.mind]
            how = hows[luck // share % len(hows)]
            stage.gh.restore(killed)
            yield (
                f"write {write}, {opinion.mind.value}, {how.name}",
                _after(stage, act, opinion, how),
            )


def _after(stage: Stage, act: Act, opinion: Opinion, how: Change) -> Aftermath:
    stage.gh.forget()
    stage.later(minutes=1)
    ballot, pull = stage.now(opinion.ballot), stage.now(opinion.pull)
    was_open = (ballot.state, pull.state) == ("open", "open")
    receipts, at = receipts_on(stage, pull), stage.gh.clock.now
    change(stage, opinion, how)
    told = list(_runs(stage, act))
    ballot, pull = stage.now(ballot), stage.now(pull)
    entries = list(stage.gh.journal.entries)
    return Aftermath(how, at, ballot, pull, was_open, receipts, told, entries)


def _runs(stage: Stage, act: Act) -> Iterator[Told]:
    """The runs after it, the last of which writes nothing."""
    stage.later(minutes=1)
    yield stage.tick(**act.run.inputs)
    stage.later(minutes=20)
    for _ in range(QUIET_AT_THE_LATEST):
        told = stage.tick(**TICK.inputs)
        yield told
        if not told.writes:
            return
    raise AssertionError(f"it does not come to rest:\n{told.said}")


def receipts_on(stage: Stage, pull: PullRequest) -> Counter[tuple[str, ...]]:
    """The bot's receipts there: option, head and nonce of each, and how often."""
    said = (comment.body.text for comment in stage.words(pull))
    return Counter(found.groups() for text in said for found in _RECEIPT.finditer(text))
