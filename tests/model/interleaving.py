"""What two runs at once come to, held against two runs one after the other (protocol P47)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from inbox.labels import OWNER_DECISIONS
from inbox.simulator.conversation import Conversation, Issue, PullRequest
from inbox.simulator.deeds.checks import newest
from inbox.simulator.journal import Journal
from tests.model.turns import Order, run_at_once
from tests.stories.stage import Stage
from tests.stories.story import TICK, Act
from tests.stories.told import Told
from tests.stories.witnesses import a_closed_ballot_says_why, no_two_ballots_wait

DUPLICATE = "decision:duplicate"
SECOND = "another follow-up stands for it"
QUIET_AT_THE_LATEST = 3
"""After so many further ticks nothing is written any more."""


@dataclass(frozen=True, slots=True)
class End:
    """What counts of a world at rest: states, labels, statuses, and how many comments there are."""

    conversations: Counter[tuple[Any, ...]]
    statuses: dict[str, Any]
    comments: Counter[str]
    merges: Counter[str]


def after_each_other(stage: Stage, act: Act) -> End:
    """Two runs, the second after the first, and then ticks until nothing is written."""
    with _beside_the_story(stage, act):
        return _at_rest(stage, act, [stage.tick(**act.run.inputs) for _ in range(2)])


def at_once(stage: Stage, act: Act, order: Order) -> End:
    """Two runs in that order of requests, and then ticks until nothing is written."""
    with _beside_the_story(stage, act):
        return _at_rest(stage, act, run_at_once(stage, act.run.inputs, order))


@contextmanager
def _beside_the_story(stage: Stage, act: Act) -> Iterator[None]:
    """The world as it was before the act, with a journal that the story never sees."""
    kept, stage.gh.journal = stage.gh.journal, Journal()
    stage.gh.restore(act.before)
    try:
        yield
        assert stage.gh.violations == []
    finally:
        stage.gh.journal = kept


def differences(expected: End, found: End) -> Iterator[str]:
    """What two runs at once did that two after each other would not have done."""
    for lost in (expected.conversations - found.conversations).elements():
        yield f"not there: {lost}"
    for more in (found.conversations - expected.conversations).elements():
        yield f"there instead: {more}"
    for sha in sorted({*expected.statuses, *found.statuses}):
        one, other = expected.statuses.get(sha), found.statuses.get(sha)
        if one != other:
            yield f"the statuses of {sha[:7]} are {other}, not {one}"
    for title, times in found.comments.items():
        if times > 2 * expected.comments[title]:
            yield f"{title} got {times} comments of the bot, not {expected.comments[title]}"
    for path, times in found.merges.items():
        if times > 1:
            yield f"{path} was merged {times} times"


def _at_rest(stage: Stage, act: Act, told: list[Told]) -> End:
    assert all(one.exit_status in (0, 1, act.run.exit_status) for one in told)
    stage.later(minutes=20)
    for _ in range(QUIET_AT_THE_LATEST):
        if not stage.tick(**TICK.inputs).writes:
            break
    else:
        raise AssertionError("it does not come to rest")
    a_closed_ballot_says_why(stage)
    no_two_ballots_wait(stage)
    return _end(stage)


def _end(stage: Stage) -> End:
    repos = list(stage.gh.world.repositories.values())
    held = [one for repo in repos for one in repo.conversations.values()]
    return End(
        Counter(_seen(one) for one in held if not _is_duplicate(one)),
        {
            sha: sorted((one.context, one.state, str(one.description)) for one in newest(repo, sha))
            for repo in repos
            for sha in repo.statuses
        },
        Counter(
            _name(one)
            for one in held
            for comment in one.comments
            if comment.author is stage.bot.account and not _is_duplicate(one)
        ),
        Counter(
            entry.path
            for entry in stage.gh.journal.entries
            if entry.method == "PUT" and entry.path.endswith("/merge") and entry.took_effect
        ),
    )


def _is_duplicate(of: Conversation) -> bool:
    """True for what two ticks at once both opened, and one of them then closed (P6, D19)."""
    is_follow_up = OWNER_DECISIONS in of.label_names and of.state == "closed"
    return DUPLICATE in of.label_names or (is_follow_up and SECOND in of.body.text)


def _name(of: Conversation) -> str:
    """Ballots go by what they ask about, for two runs may number them otherwise."""
    return of.title if isinstance(of, Issue) else of.ref


def _seen(of: Conversation) -> tuple[Any, ...]:
    said = (_name(of), of.state, of.state_reason, *sorted(of.label_names))
    return (*said, of.head_sha, of.base_ref, of.merged) if isinstance(of, PullRequest) else said
