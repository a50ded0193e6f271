"""What a tick failed at: the page does not go on saying that an answer only waits for a tick."""

from __future__ import annotations

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.board import Snapshot
from inbox.dashboard.orders import BallotAnswer
from inbox.dashboard.pages import Pages
from inbox.dashboard.view import BallotView
from tests.dashboard.desks import desk_of
from tests.stories.stage import APP, Stage
from tests.stories.stories_decisions import asking

PULL = f"{APP}#1"


@pytest.fixture
def rejected(stage: Stage) -> Stage:
    """A rejection that a tick cannot apply, for the bot may not say it in the pull request."""
    stage.pull()
    stage.tick()
    stage.later(minutes=1)
    stage.owner.lock(PULL)
    waits = _ballot(stage)
    assert not waits.is_faulty
    order = BallotAnswer(waits.ref, Choice.REJECT, waits.head, waits.base, waits.asked_since)
    assert desk_of(stage).send(order).is_new
    return stage


def _ballot(stage: Stage) -> BallotView:
    (card,) = desk_of(stage).read().cards
    assert card.ballot is not None
    return card.ballot


def test_what_a_tick_failed_at_is_not_said_to_wait_for_one(rejected: Stage) -> None:
    assert _ballot(rejected).becomes == "Sent, waiting for the next tick."
    rejected.later(minutes=1)
    assert rejected.tick().exit_status == 1
    rejected.later(minutes=1)
    failed = _ballot(rejected)
    assert failed.is_faulty
    assert "a tick failed at this ballot" in failed.becomes
    page = bytes(Pages("key").page(Snapshot(reading=desk_of(rejected).read())).body).decode()
    assert "data-faulty" in page


def test_a_fault_that_is_over_is_not_spoken_of(rejected: Stage) -> None:
    rejected.tick()
    rejected.later(minutes=1)
    rejected.owner.unlock(PULL)
    told = rejected.tick()
    assert told.exit_status == 0
    assert rejected.now(PULL).state == "closed"
    assert desk_of(rejected).read().cards == ()


def test_an_answer_that_a_locked_conversation_keeps_unrecorded_says_so(stage: Stage) -> None:
    pull = asking(stage)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.lock(pull)
    stage.owner.tick_box(pull, "On disk")
    stage.tick()
    stage.later(minutes=1)
    (card,) = desk_of(stage).read().cards
    assert card.questions is not None
    says = card.questions.questions[0].says
    assert says == "Answered: a tick records it once the conversation is unlocked."
