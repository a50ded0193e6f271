"""What people try in order to be merged without the owner's true answers (D10, D11, P34, P36)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from inbox.simulator.conversation import PullRequest
from tests.stories.stage import RISKY, SAFE, Stage, Way
from tests.stories.stories_decisions import ASKED, asking, gate, text

ALL = "/answer storage: 2\n/answer name: Cachet"
AT_ONCE = "merge: {settle_minutes: 0}\n"
PLAIN = "Nothing to choose.\n"
ONE = ASKED.replace("(text)", "(text) (optional)")
"""Where only `storage` has to be answered."""
STORAGE = ("failure", "DECISIONS_UNATTRIBUTED: storage")
BOTH = ("failure", "DECISIONS_UNATTRIBUTED: storage, name")


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once."""
    built = Stage(way=Way.DIRECT, projects_yml=AT_ONCE)
    yield built
    built.close()


def ticks(stage: Stage) -> None:
    """A tick, with a minute before and after it."""
    stage.later(minutes=1)
    assert stage.tick().exit_status == 0
    stage.later(minutes=1)


def chosen(stage: Stage, option: str = "On disk", body: str = ONE) -> PullRequest:
    """A pull request whose owner ticked that option, which is on record."""
    pull = asking(stage, body)
    stage.owner.tick_box(pull, option)
    ticks(stage)
    assert gate(stage, pull)[0] == "success"
    return pull


def saves(stage: Stage, pull: PullRequest, before: str, after: str) -> None:
    """The agent replaces words of the description."""
    old = text(stage, pull)
    assert before in old
    stage.agent.edit_body(pull, old.replace(before, after))


def flips(stage: Stage, pull: PullRequest, on: str, off: str) -> None:
    """The agent moves the tick."""
    stage.agent.untick_box(pull, off)
    stage.agent.tick_box(pull, on)


def siblings(stage: Stage, *, plain: dict[str, str]) -> tuple[PullRequest, PullRequest]:
    """Two pull requests of one head: one asks nothing and changes `plain`, the other asks."""
    one = stage.gh.pull(stage.home, author=stage.author, files=plain, body=PLAIN, head="one")
    stage.owner.commit(stage.home, {"b.txt": "b"}, branch="next")
    two = stage.gh.pull(
        stage.home, author=stage.author, files=SAFE, body=ASKED, head="one", base="next"
    )
    if stage.now(two).head_sha != stage.now(one).head_sha:
        stage.author.push(two, to=stage.now(one).head_sha)
    return one, two


def test_a_head_that_returns_brings_no_old_success_with_it(stage: Stage) -> None:
    """Ruling D10: the status of a head is older than what was asked and answered since."""
    pull = asking(stage, PLAIN)
    ticks(stage)
    old = stage.now(pull).head_sha
    stage.author.push(pull, files=SAFE)
    stage.author.edit_body(pull, ASKED)
    stage.owner.comment(pull, ALL)
    ticks(stage)
    stage.author.force_push(pull, to=old)
    stage.author.edit_body(pull, PLAIN)
    ticks(stage)
    assert gate(stage, pull) == BOTH


def test_a_sibling_that_asks_nothing_hides_no_question_that_was_taken_out(stage: Stage) -> None:
    """Ruling D10: the shared status may be about the other pull request of the head."""
    _, asks = siblings(stage, plain=SAFE)
    ticks(stage)
    stage.owner.comment(asks, ALL)
    ticks(stage)
    stage.agent.edit_body(asks, PLAIN)
    ticks(stage)
    assert gate(stage, asks) == BOTH


def test_an_approved_sibling_is_not_merged_while_the_other_one_asks(stage: Stage) -> None:
    """Protocol P36, P35: to merge one is to merge the very commits that the other asks about."""
    plain, asks = siblings(stage, plain=RISKY)
    ticks(stage)
    stage.owner.react(stage.ballot(), "+1")
    stage.gh.check_run(plain, "build")
    ticks(stage)
    ticks(stage)
    assert stage.ours(plain) == {"approved-A"}
    assert not stage.now(plain).merged
    stage.owner.comment(asks, ALL)
    ticks(stage)
    assert stage.now(plain).merged


def test_a_forged_record_brings_no_earlier_answer_back(stage: Stage) -> None:
    """Rulings D11 and D14, protocol P34: whoever shares the bot's login can only take away."""
    pull = chosen(stage)
    (record,) = stage.words(pull)
    stage.owner.untick_box(pull, "On disk")
    stage.owner.tick_box(pull, "In memory")
    ticks(stage)
    flips(stage, pull, on="On disk", off="In memory")
    stage.later(minutes=1)
    now = stage.gh.clock.now.strftime("%Y%m%dT%H%M%SZ")
    stage.bot.comment(pull, re.sub(r"edit:owner:\w+", f"edit:owner:{now}", record.body.text))
    ticks(stage)
    assert gate(stage, pull) == STORAGE
