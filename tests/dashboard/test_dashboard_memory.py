"""A dashboard that runs for weeks: what it remembers stays small, and what it shows stays right."""

from __future__ import annotations

import pytest

from inbox.dashboard import surroundings
from tests.dashboard.desks import desk_of
from tests.stories.stage import APP, RISKY, Stage


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> int:
    """It remembers two of each kind."""
    monkeypatch.setattr(surroundings, "MOST_REMEMBERED", 2)
    return 2


def test_old_heads_are_forgotten_and_the_new_one_is_shown(stage: Stage, forgetful: int) -> None:
    stage.pull()
    stage.tick()
    desk = desk_of(stage)
    for _ in range(4):
        stage.later(minutes=1)
        stage.author.push(f"{APP}#1", files=RISKY)
        stage.tick()
        (card,) = desk.read().cards
        assert card.ballot is not None
        assert card.ballot.files is not None
        assert len(desk.memory.files) <= forgetful
    assert stage.now(f"{APP}#1").head_sha in {str(head) for _, head, _ in desk.memory.files}


def test_ended_pull_requests_are_forgotten_and_shown_all_the_same(
    stage: Stage, forgetful: int
) -> None:
    for _ in range(4):
        stage.pull(body="A long story.")
    stage.tick()
    for ballot in stage.ballots():
        stage.owner.react(ballot, "-1")
    stage.tick()
    stage.later(minutes=1)
    desk = desk_of(stage)
    for _ in range(2):
        ended = desk.read().ended
        assert len(ended) == 4
        assert all(one.title and "rejected" in one.says for one in ended)
        assert len(desk.memory.pulls) == forgetful
    assert {pull.body for pull in desk.memory.pulls.values()} == {""}
