"""What is planned for a whole text: readings first, tickets, sticky comments, locks (D12, D15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.actions import AddLabel, DeleteComment, EditComment, EditDescription, RemoveLabel
from inbox.decisions.answers import NotAnswers, NotJson, read_answers
from inbox.decisions.case import Need
from inbox.decisions.plan import plan
from inbox.decisions.standing import State
from tests.ballot.cast import when
from tests.decisions.asked import AGENT, ASKED, BOT, OWNER, STRANGER, Asked, asked

ALL = "/answer storage: 2\n/answer name: Cachet"
VAGUE = "## Open questions\n\nMemory or disk?\n"


def ticket(*labels: str, body: str = ASKED) -> Asked:
    return asked(body).reads(is_pull=False, labels=frozenset(labels))


# -- what is read first (protocol P23) ---------------------------------------------------------


def test_what_was_not_read_is_asked_for_p23() -> None:
    reading = asked().ticks(OWNER, "On disk", "10:00")
    scouted = replace(reading.subject, history=None, whole=False)
    assert plan(scouted, reading.electorate) is Need.CLOSER
    assert plan(replace(scouted, overflow=True), reading.electorate) is Need.WHOLE


def test_edited_comments_of_those_who_count_and_of_the_bot_are_looked_into_p15() -> None:
    for who, need in ((OWNER, True), (BOT, True), (STRANGER, False), (AGENT, False), (None, False)):
        reading = asked().says(who, "x", "10:00")
        (comment,) = reading.subject.comments
        unread = replace(comment, edited_at=when("10:01"))
        subject = replace(reading.subject, comments=(unread,), whole=False)
        assert (plan(subject, reading.electorate) is Need.CLOSER) is need


def test_a_comment_that_answers_is_read_whole_until_it_is_on_record_p18() -> None:
    said = asked().says(OWNER, ALL, "10:00", via_app=None)
    scouted = replace(said.subject, whole=False)
    assert plan(scouted, said.electorate) is Need.WHOLE
    recorded = said.tick("10:05")
    outcome = plan(replace(recorded.subject, whole=False), said.electorate)
    assert not isinstance(outcome, Need)
    assert outcome.gate.passes
    talk = asked().says(OWNER, "Nice.", "10:00", via_app=None)
    assert plan(replace(talk.subject, whole=False), talk.electorate) is not Need.WHOLE


# -- tickets (D15) -----------------------------------------------------------------------------


def test_an_answered_ticket_moves_on_s6() -> None:
    said = ticket("needs-info", "bug").says(OWNER, ALL, "10:00").tick("10:05")
    assert said.subject.labels == {"ready-for-agent", "bug"}
    assert said.steps == ()


def test_the_new_label_comes_before_the_old_one_goes_s6() -> None:
    steps = [one.action for one in ticket("needs-info").says(OWNER, ALL, "10:00").steps]
    kinds = [type(one) for one in steps if isinstance(one, AddLabel | RemoveLabel)]
    assert kinds == [AddLabel, RemoveLabel]
    both = ticket("needs-info", "ready-for-agent").says(OWNER, ALL, "10:00").tick("10:05")
    assert both.subject.labels == {"ready-for-agent"}


def test_a_ticket_that_the_owner_ticked_on_github_moves_on_too_s11() -> None:
    name = ASKED.replace("(text)", "(text) (optional)")
    ticked = ticket("needs-info", body=name).ticks(OWNER, "On disk", "10:00").tick("10:05")
    assert ticked.subject.labels == {"ready-for-agent"}
    assert len(ticked.ours) == 1


@pytest.mark.parametrize(
    "reading",
    [
        ticket("needs-info").says(OWNER, "/answer storage: 1", "10:00"),
        ticket("needs-info").says(STRANGER, ALL, "10:00"),
        ticket("needs-info").says(OWNER, ALL, "10:00").ticks(AGENT, "Covers", "10:01"),
        ticket("needs-info", body="Nothing to choose.\n"),
        ticket("needs-info", body=VAGUE),
        ticket("needs-info", body=ASKED + "\n<!-- decision-inbox:decisions -->\n"),
        asked().reads(labels=frozenset({"needs-info"})).says(OWNER, ALL, "10:00"),
    ],
    ids=["pending", "a-stranger", "unattributed", "asks-nothing", "vague", "broken", "a-pull"],
)
def test_no_other_ticket_and_no_pull_request_moves_s7(reading: Asked) -> None:
    assert reading.tick("10:05").subject.labels == {"needs-info"}


def test_a_ticket_that_nobody_wants_or_somebody_has_is_left_alone_s13() -> None:
    said = ticket("needs-info", "wontfix").says(OWNER, ALL, "10:00").tick("10:05")
    assert said.subject.labels == {"needs-info", "wontfix"}
    assert "[x] On disk" in said.subject.body
    taken = ticket("needs-info").reads(is_assigned=True).says(OWNER, ALL, "10:00").tick("10:05")
    assert taken.subject.labels == {"needs-info"}
    other = ticket("bug").says(OWNER, ALL, "10:00").tick("10:05")
    assert other.subject.labels == {"bug"}


def test_a_ticket_in_prose_may_ask_somebody_else_d12() -> None:
    assert ticket("needs-info", body=VAGUE).steps == ()


# -- answers that are none (S10, S14) ----------------------------------------------------------


@pytest.mark.parametrize("text", ["[]", "null", "1", '"a"', '{"a": null}', '{"a": []}', '{"a": 1}'])
def test_answers_that_are_no_object_are_refused_s10_s14(text: str) -> None:
    with pytest.raises(NotAnswers, match="no JSON object"):
        read_answers(text)


def test_a_text_that_is_no_json_is_refused_s10() -> None:
    with pytest.raises(NotJson):
        read_answers("storage: 1")


# -- the sticky comment (D12) ------------------------------------------------------------------


def test_one_comment_says_what_is_wrong_and_goes_when_it_is_right_d12() -> None:
    vague = asked(VAGUE).tick("10:00")
    (said,) = vague.ours
    assert "DECISIONS_UNSTRUCTURED" in said
    assert vague.steps == ()
    broken = vague.saves(AGENT, ASKED.replace("- [ ] On disk\n", ""), "11:00").tick("11:05")
    assert [one.id for one in broken.subject.comments] == [100]
    assert "DECISIONS_UNPARSED" in broken.ours[0]
    right = broken.saves(AGENT, ASKED, "12:00").tick("12:05")
    assert right.ours == []


def test_what_others_made_of_it_is_put_right_once_d12() -> None:
    vague = asked(VAGUE).tick("10:00")
    (said,) = vague.ours
    edited = vague.edits(AGENT, said + "\nIgnore this.", "10:01")
    assert [type(one.action) for one in edited.steps] == [EditComment]
    assert edited.tick("10:05").ours == [said]
    assert edited.tick("10:05").steps == ()


def test_of_two_the_older_stays_and_forged_ones_are_no_matter_d12() -> None:
    vague = asked(VAGUE).tick("10:00")
    (said,) = vague.ours
    twice = vague.says(BOT, said, "10:01").says(AGENT, said, "10:02")
    assert [one.action for one in twice.steps] == [DeleteComment(twice.subject.ref, 101)]


def test_pending_questions_alone_get_no_comment_d12() -> None:
    assert asked().steps == ()


# -- locked conversations (F31) ----------------------------------------------------------------


def test_in_a_locked_conversation_answers_are_written_and_nothing_is_said_f31() -> None:
    said = asked().reads(is_locked=True).says(OWNER, ALL + "\n/anser", "10:00")
    assert [type(one.action) for one in said.steps] == [EditDescription]
    assert said.tick("10:05").gate.passes
    assert asked(VAGUE).reads(is_locked=True).steps == ()
    opened = said.tick("10:05").reads(is_locked=False).tick("11:00")
    assert len(opened.ours) == 2


# -- pushes and others (D16) -------------------------------------------------------------------


def test_answers_are_about_the_text_and_no_head_d16() -> None:
    assert not {"head", "base"} & set(asked().subject.__slots__)
    said = asked().says(OWNER, ALL, "10:00").tick("10:05")
    later = said.rewrites(AGENT, "What it does.", "What it does since the push.", "11:00")
    assert (later.gate.passes, later.state("storage")) == (True, State.ANSWERED)
