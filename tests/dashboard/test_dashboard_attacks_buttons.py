"""A button can be pressed exactly where its answer would be sent, whatever happened on GitHub."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.desk import OwnersDesk
from inbox.dashboard.not_sent import NotSent
from inbox.dashboard.orders import BallotAnswer
from tests.dashboard.desks import desk_of
from tests.stories.stage import APP, RISKY, Stage, Way
from tests.stories.stories_decisions import ASKED, VAGUE

PULL, BALLOT = f"{APP}#1", f"{APP}#2"


def _approved(stage: Stage, body: str) -> None:
    """An approval that waits for the questions of another text."""
    stage.owner.comment(BALLOT, "/approve A")
    stage.author.edit_body(PULL, body)


def _answered_by_comment(stage: Stage) -> None:
    """Every required question is answered in words that no tick has written into the text yet."""
    stage.author.edit_body(PULL, ASKED)
    stage.later(minutes=1)
    stage.owner.comment(PULL, "/answer storage: 1\n/answer name: Cachet")


DEEDS: dict[str, Callable[[Stage], object]] = {
    "nothing": lambda _: None,
    "closed by its owner": lambda stage: stage.owner.close(BALLOT),
    "closed by somebody": lambda stage: stage.agent.close(BALLOT),
    "locked": lambda stage: stage.owner.lock(BALLOT),
    "tampered": lambda stage: stage.agent.edit_body(BALLOT, "Another text."),
    "renamed": lambda stage: stage.agent.rename(BALLOT, "Another title"),
    "pushed": lambda stage: stage.author.push(PULL, files=RISKY),
    "closed": lambda stage: stage.author.close(PULL),
    "merged": lambda stage: stage.owner.merge(PULL),
    "draft": lambda stage: stage.author.set_draft(PULL, True),
    "deferred": lambda stage: stage.owner.comment(BALLOT, "/approve C"),
    "unclear": lambda stage: stage.owner.comment(BALLOT, "/aprove A"),
    "answered by another": lambda stage: stage.owner.react(BALLOT, "+1"),
    "without its label": lambda stage: stage.owner.unlabel(BALLOT, "decision:pending-owner"),
    "asked": lambda stage: stage.author.edit_body(PULL, ASKED),
    "ticked by its author": lambda stage: stage.author.edit_body(
        PULL, ASKED.replace("[ ] In", "[x] In").replace("(text)", "(text) (optional)")
    ),
    "answered by comment": _answered_by_comment,
    "base": lambda stage: stage.owner.retarget(PULL, "release"),
    "approved and asked": lambda stage: _approved(stage, ASKED),
    "deleted": lambda stage: stage.owner.delete(BALLOT),
    "its author is gone": lambda stage: stage.gh.delete_account(stage.author),
    "the repository renamed": lambda stage: stage.gh.rename_repository(APP, "org/new"),
    "vague": lambda stage: stage.author.edit_body(PULL, VAGUE),
}


def outcome(desk: OwnersDesk, order: BallotAnswer) -> str:
    """What becomes of the order, in a word or two; the reason where it is not sent."""
    try:
        return "sent" if desk.send(order).is_new else "stood there"
    except NotSent as why:
        return str(why)


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("choice", [Choice.A, Choice.B, Choice.C, Choice.REJECT])
@pytest.mark.parametrize("tick", [False, True], ids=["", "and a tick"])
def test_a_button_is_what_the_sending_says(deed: str, choice: Choice, tick: bool) -> None:
    stage = Stage(way=Way.DIRECT)
    try:
        stage.pull()
        stage.owner.commit(APP, {"x": "1"}, branch="release")
        stage.tick()
        stage.later(minutes=1)
        DEEDS[deed](stage)
        stage.later(minutes=1)
        if tick:
            stage.tick()
            stage.later(minutes=1)
        desk = desk_of(stage, token="ghp_page")
        cards = [card for card in desk.read().cards if card.ballot]
        assert len(cards) <= 1
        for card in cards:
            waits = card.ballot
            assert waits is not None
            order = BallotAnswer(
                waits.ref, choice, waits.head, waits.base, waits.asked_since, "So."
            )
            blocked = waits.option(choice).blocked
            if blocked:
                assert outcome(desk, order) != "sent", blocked
            else:
                assert outcome(desk, order) in {"sent", "stood there"}
    finally:
        stage.close()
