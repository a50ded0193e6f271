"""What the page shows of questions: how each stands, and what is wrong with how it is asked."""

from __future__ import annotations

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.view import Card, QuestionsView
from inbox.decisions.block import QuestionKind
from inbox.decisions.standing import State
from inbox.decisions.verdict import Code
from inbox.refs import IssueRef
from inbox.simulator.faults import FOREVER
from tests.dashboard.desks import desk_of
from tests.stories.stage import APP, SAFE, Stage
from tests.stories.stories_decisions import ASKED, VAGUE, asking, text


def cards(stage: Stage, who: str = "owner") -> tuple[Card, ...]:
    """What that person sees."""
    reading = desk_of(stage, who).read()
    assert reading.troubles == ()
    return reading.cards


def only(stage: Stage) -> QuestionsView:
    """The questions of the one card."""
    (card,) = cards(stage)
    assert card.questions
    return card.questions


def badges(stage: Stage) -> dict[str, str]:
    """The badge of each question of the one card."""
    return {one.id: one.badge for one in only(stage).questions}


def test_questions_are_shown_as_they_are_asked(stage: Stage) -> None:
    asking(stage)
    stage.tick()
    view = only(stage)
    assert (view.code, view.says) == (Code.PENDING, "DECISIONS_PENDING: storage, name")
    assert view.open_ids == ("storage", "name")
    storage, extras, name = view.questions
    assert storage.text == "Where should the cache live?"
    assert (storage.kind, storage.required, storage.badge) == (QuestionKind.SINGLE, True, "open")
    assert storage.options == (("In memory", False), ("On disk", False))
    assert (extras.kind, extras.required, extras.badge) == (QuestionKind.MULTI, False, "optional")
    assert (name.kind, name.state) == (QuestionKind.TEXT, State.OPEN)


def test_an_answer_is_sent_until_the_tick_has_recorded_it(stage: Stage) -> None:
    pull = asking(stage)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.edit_body(pull, text(stage, pull).replace("- [ ] On disk", "- [x] On disk"))
    view = only(stage)
    storage = view.questions[0]
    assert (storage.badge, storage.says) == ("sent", "Answered: the next tick records it.")
    assert storage.given
    assert (storage.given.says, storage.given.login, storage.given.is_mine) == (
        "On disk",
        "owner",
        True,
    )
    assert view.open_ids == ("name",)
    stage.later(minutes=1)
    stage.tick()
    assert badges(stage) == {"storage": "answered", "extras": "optional", "name": "open"}


def test_an_answer_by_comment_is_shown_before_it_is_written(stage: Stage) -> None:
    pull = asking(stage)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(pull, "/answer storage: 2")
    assert badges(stage)["storage"] == "sent"
    assert only(stage).questions[0].options == (("In memory", False), ("On disk", False))


def test_what_is_all_answered_and_recorded_is_not_shown_any_more(stage: Stage) -> None:
    pull = asking(stage)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(pull, "/answer storage: 1\n/answer name: Cachet")
    stage.later(minutes=1)
    assert len(cards(stage)) == 1
    stage.tick()
    assert cards(stage) == ()


def test_who_ticked_without_being_asked_is_shown_and_has_to_be_confirmed(stage: Stage) -> None:
    pull = asking(stage)
    stage.tick()
    stage.later(minutes=1)
    stage.agent.edit_body(pull, text(stage, pull).replace("- [ ] On disk", "- [x] On disk"))
    view = only(stage)
    assert view.code is Code.UNATTRIBUTED
    assert view.questions[0].badge == "needs confirming"
    assert "not on the allowlist" in view.questions[0].says


def test_a_question_that_went_with_its_answer_is_named(stage: Stage) -> None:
    pull = asking(stage)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(pull, "/answer storage: 1\n/answer name: Cachet")
    stage.later(minutes=1)
    stage.tick()
    stage.later(minutes=1)
    begins, ends = text(stage, pull).index("### name"), text(stage, pull).index("## Tests")
    stage.author.edit_body(pull, text(stage, pull)[:begins] + text(stage, pull)[ends:])
    view = only(stage)
    assert view.code is Code.UNATTRIBUTED
    assert view.says.endswith(". `name` was answered, and is no longer there")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (VAGUE, Code.UNSTRUCTURED),
        ("<!-- decision-inbox:decisions -->\n### a: Why?\n- [ ] one\n", Code.UNPARSED),
    ],
)
def test_an_ask_that_nobody_can_answer_is_shown_with_its_reasons(
    stage: Stage, body: str, code: Code
) -> None:
    asking(stage, body)
    stage.tick()
    view = only(stage)
    assert view.code is code
    assert view.refused
    assert all(reason.startswith("Line ") for reason in view.refused)
    assert not view.sent_back


def test_a_ballot_cannot_be_approved_before_its_questions_are_answered(stage: Stage) -> None:
    pull = stage.pull(body=ASKED)
    stage.tick()
    (card,) = cards(stage)
    assert card.ballot
    assert card.questions
    blocked = {option.choice: option.blocked for option in card.ballot.options}
    assert (
        blocked[Choice.A] == blocked[Choice.B] == "Answer the decisions first: `storage`, `name`."
    )
    assert blocked[Choice.C] == blocked[Choice.REJECT] == ""
    stage.later(minutes=1)
    answered = text(stage, pull).replace("- [ ] On disk", "- [x] On disk")
    answered = answered.replace("(text)\n", "(text)\n\n> **Answer:** Cachet\n")
    stage.owner.edit_body(pull, answered)
    (card,) = cards(stage)
    assert card.ballot
    assert not any(option.blocked for option in card.ballot.options)


def test_an_approval_that_waits_for_decisions_says_so(stage: Stage) -> None:
    stage.pull(body=ASKED)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(stage.ballot(), "/approve A")
    (card,) = cards(stage)
    assert card.ballot
    assert card.ballot.becomes == "It waits for the decisions in the pull request."


def test_questions_that_could_not_be_read_hold_a_yes_and_say_so(stage: Stage) -> None:
    stage.pull(body=ASKED)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(stage.ballot(), "/approve A")
    stage.gh.faults.graphql_failure(containing="...askingPull", times=FOREVER)
    (card,) = desk_of(stage).read().cards
    assert card.ballot
    assert card.ballot.becomes == "It is not applied as things are."
    assert card.ballot.option(Choice.B).blocked == (
        "Whether its questions are answered is not sure yet: the next tick looks again."
    )
    assert card.ballot.option(Choice.REJECT).blocked == ""


def test_a_ticket_that_waits_for_information_has_a_card(stage: Stage) -> None:
    issue = stage.author.open_issue(APP, "A faster cache", ASKED)
    stage.agent.label(issue, "needs-info")
    stage.pull(files=SAFE, body=ASKED)
    stage.tick()
    pull, ticket = cards(stage)
    assert pull.key == f"{APP}#2"
    assert (ticket.subject, ticket.title, ticket.author) == (
        IssueRef.parse(f"{APP}#1"),
        "A faster cache",
        "author",
    )
    assert ticket.questions
    assert ticket.questions.open_ids == ("storage", "name")


def test_a_description_is_shown_as_it_is_and_not_as_the_tick_will_save_it(stage: Stage) -> None:
    pull = stage.pull(body=ASKED)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.comment(pull, "/answer storage: 2")
    (card,) = cards(stage)
    assert card.ballot
    assert card.description == ASKED
