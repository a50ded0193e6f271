"""From a card of the real desk to what the next tick heard: drawn, sent, done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.desk import OwnersDesk
from inbox.dashboard.not_sent import NotSent
from inbox.dashboard.orders import BallotAnswer, Confirm, Filled, QuestionAnswers, SendBack
from inbox.dashboard.view import Card
from inbox.decisions.verdict import Code
from inbox.refs import PullRef
from tests.dashboard.desks import desk_of
from tests.stories.stage import APP, Stage
from tests.stories.stories_decisions import ASKED, VAGUE, gate, text

HOSTILE = ASKED.replace("On disk", "On `disk` | <b>").replace("In memory", "In  memory <!-- x -->")


@pytest.fixture
def stage(stage: Stage) -> Stage:
    """A risky pull request that asks, and whose options are hostile."""
    stage.pull(body=HOSTILE)
    stage.tick()
    stage.later(minutes=1)
    return stage


def card_of(desk: OwnersDesk, key: str = f"{APP}#1") -> Card:
    """The card as the page has it now."""
    found = desk.read().card(key)
    assert found is not None
    return found


def answer(card: Card, choice: Choice) -> BallotAnswer:
    """The order behind a button of the card."""
    ballot = card.ballot
    assert ballot is not None
    return BallotAnswer(ballot.ref, choice, ballot.head, ballot.base, ballot.asked_since)


def test_a_card_is_answered_question_by_question_and_then_approved(stage: Stage) -> None:
    desk = desk_of(stage)
    card = card_of(desk)
    with pytest.raises(NotSent) as told:
        desk.send(answer(card, Choice.A))
    assert "Answer the decisions first." in told.value.advice
    assert card.questions is not None
    drawn = {one.id: one.drawn for one in card.questions.questions}
    label = card.questions.questions[0].options[1][0]
    filled = {name: Filled(one, one) for name, one in drawn.items()}
    filled["storage"] = Filled(drawn["storage"], replace(drawn["storage"], choices=(label,)))
    filled["name"] = Filled(drawn["name"], replace(drawn["name"], text="Cachet"))
    desk.send(QuestionAnswers(card.subject, filled))
    assert text(stage, stage.now(f"{APP}#1")) == HOSTILE.replace("[ ] On `", "[x] On `").replace(
        "(text)\n", "(text)\n> **Answer:** Cachet\n"
    )
    stage.later(minutes=1)
    stage.tick()
    stage.later(minutes=1)
    card = card_of(desk)
    desk.send(answer(card, Choice.A))
    given = card_of(desk).ballot
    assert given is not None
    assert given.given is not None
    assert given.given.is_mine
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(f"{APP}#1") == {"approved-A"}


def test_what_others_ticked_is_confirmed_as_the_card_shows_it(stage: Stage) -> None:
    desk, pull = desk_of(stage), stage.now(f"{APP}#1")
    stage.agent.tick_box(pull, "On `disk` | <b>")
    stage.later(minutes=1)
    card = card_of(desk)
    assert card.questions is not None
    assert card.questions.code is Code.UNATTRIBUTED
    desk.send(Confirm(card.subject, {one.id: one.drawn for one in card.questions.questions}))
    stage.later(minutes=1)
    stage.tick()
    assert gate(stage, stage.now(f"{APP}#1")) == ("pending", "DECISIONS_PENDING: name")


def test_a_card_that_was_sent_back_says_so_until_its_text_changes(stage: Stage) -> None:
    desk = desk_of(stage)
    vague = stage.pull(body=VAGUE)
    stage.later(minutes=1)
    subject = PullRef.parse(vague.ref)
    before = card_of(desk, str(subject)).questions
    assert before is not None
    assert not before.sent_back
    desk.send(SendBack(subject))
    after = card_of(desk, str(subject)).questions
    assert after is not None
    assert after.sent_back
    assert after.refused == before.refused
    stage.later(seconds=5)
    stage.author.edit_body(vague, VAGUE + "\nPlease.\n")
    again = card_of(desk, str(subject)).questions
    assert again is not None
    assert not again.sent_back


def test_a_desk_of_somebody_else_reads_only(stage: Stage) -> None:
    desk = desk_of(stage, "agent", token="ghp_agent")
    reading = desk.read()
    assert "`agent` is not on the allowlist" in reading.read_only
    with pytest.raises(NotSent) as told:
        desk.send(answer(card_of(desk), Choice.REJECT))
    assert told.value.what == reading.read_only
