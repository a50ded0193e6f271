"""An agent with write access hides the owner's late no, and hopes for the earlier yes (P34).

The owner said yes on the fresh ballot, and then no by answering a mail about the earlier one, which
is closed. Checks are green, so whatever is taken for an approval is merged at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import CONTEXT, PENDING, Stage, Way

APPROVED_A = "decision:approved-A"


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once."""
    built = Stage(way=Way.DIRECT, projects_yml="merge: {settle_minutes: 0}\n")
    yield built
    built.close()


def asked_twice(stage: Stage) -> tuple[PullRequest, Issue, Issue]:
    """A pull request whose approval a push ended, that ballot, and the fresh one that waits."""
    pull = stage.pull()
    stage.tick()
    stage.later(minutes=1)
    earlier = stage.ballot()
    stage.owner.react(earlier, "+1")
    stage.tick()
    stage.author.push(pull)
    stage.tick()
    stage.later(minutes=1)
    return pull, earlier, stage.ballot()


def reopened(stage: Stage, earlier: Issue) -> None:
    """It is neither pending nor closed."""
    stage.agent.reopen(earlier)


def reopened_without_a_label(stage: Stage, earlier: Issue) -> None:
    stage.agent.reopen(earlier)
    stage.agent.unlabel(earlier, APPROVED_A)


def closed_anew(stage: Stage, earlier: Issue) -> None:
    """Its last closing is later than the no."""
    stage.agent.reopen(earlier)
    stage.later(seconds=5)
    stage.agent.close(earlier)


def resolved_anew_by_another_workflow(stage: Stage, earlier: Issue) -> None:
    stage.bot.reopen(earlier)
    stage.bot.label(earlier, PENDING)
    stage.later(seconds=5)
    stage.bot.close(earlier)
    stage.bot.unlabel(earlier, PENDING)


def without_its_original(stage: Stage, earlier: Issue) -> None:
    """Nobody can read in its text any more which pull request it was about."""
    stage.agent.edit_body(earlier, "Nothing to see.")
    stage.agent.forget_revision(earlier, 1)


def without_its_original_and_title(stage: Stage, earlier: Issue) -> None:
    without_its_original(stage, earlier)
    stage.agent.rename(earlier, "Nothing to see")


def labelled_like_a_stranger(stage: Stage, earlier: Issue) -> None:
    stage.agent.unlabel(earlier, APPROVED_A)
    stage.agent.label(earlier, "wontfix")


HIDINGS: list[Callable[[Stage, Issue], None]] = [
    reopened,
    reopened_without_a_label,
    closed_anew,
    resolved_anew_by_another_workflow,
    without_its_original,
    without_its_original_and_title,
    labelled_like_a_stranger,
]


@pytest.mark.parametrize("hide", HIDINGS)
def test_a_yes_is_not_applied_beside_a_hidden_no(
    stage: Stage, hide: Callable[[Stage, Issue], None]
) -> None:
    pull, earlier, fresh = asked_twice(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(fresh, "+1")
    stage.later(minutes=1)
    stage.owner.comment(earlier, "/reject", via_email=True)
    stage.later(minutes=1)
    hide(stage, earlier)
    for _ in range(3):
        stage.tick()
        stage.later(minutes=5)
    assert not stage.now(pull).merged
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "pending"


@pytest.mark.parametrize("hide", HIDINGS)
def test_an_approval_is_not_merged_beside_a_hidden_no(
    stage: Stage, hide: Callable[[Stage, Issue], None]
) -> None:
    pull, earlier, fresh = asked_twice(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(fresh, "+1")
    stage.tick()
    assert stage.ours(pull) == {"approved-A"}
    stage.later(minutes=1)
    stage.owner.comment(earlier, "/reject", via_email=True)
    stage.later(minutes=1)
    hide(stage, earlier)
    stage.gh.check_run(pull, "build")
    for _ in range(3):
        stage.tick()
        stage.later(minutes=5)
    assert not stage.now(pull).merged


def test_a_head_is_not_called_good_where_its_label_and_status_were_taken(stage: Stage) -> None:
    """Without both, no tick knows at first that the pull request was approved."""
    pull, earlier, fresh = asked_twice(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(fresh, "+1")
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(earlier, "/reject", via_email=True)
    stage.agent.unlabel(pull, APPROVED_A)
    stage.gh.set_status(pull, CONTEXT, "success", by=stage.agent)
    stage.tick()
    assert (stage.status(pull).state, stage.status(pull).creator) == ("pending", stage.bot.account)


@pytest.mark.parametrize("which", ["the no itself", "a comment of the bot's"])
def test_a_comment_that_somebody_deletes_there_takes_no_no_away(stage: Stage, which: str) -> None:
    """Protocol P17: nobody can know what was in the owner's, and the bot's starts a round."""
    pull, earlier, fresh = asked_twice(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(fresh, "+1")
    stage.later(minutes=1)
    word = stage.owner.comment(earlier, "/reject", via_email=True)
    stage.later(minutes=1)
    stage.agent.delete_comment(word if which == "the no itself" else stage.words(earlier)[0])
    stage.tick()
    assert (stage.now(pull).merged, stage.ours(pull)) == (False, set())
    assert "or may have said so" in stage.words(fresh)[-1].body.text


def test_a_clear_word_on_the_fresh_ballot_ends_it(stage: Stage) -> None:
    """Protocol P22a."""
    pull, earlier, fresh = asked_twice(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.comment(earlier, "/reject", via_email=True)
    reopened(stage, earlier)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(fresh, "/approve A")
    stage.tick()
    assert stage.now(pull).merged
