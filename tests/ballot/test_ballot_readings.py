"""Which reading deciding asks for, and that it decides on nothing less (protocol P23, P34, P43)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.ballot.approval import ApprovalPlan, Fate, newest_receipt, plan_approval
from inbox.ballot.case import Case, Need, Plan, Pushed, Stage
from inbox.ballot.choice import Choice
from inbox.ballot.integrity import NotHonoured
from inbox.ballot.needs import missing_histories
from inbox.ballot.plan import plan
from inbox.ballot.receipts import Receipt
from inbox.ballot.signals import Doubt, Medium, Signal, Source
from inbox.refs import Account
from tests.ballot.building import Reading, asked
from tests.ballot.cast import (
    AGENT,
    ANY_WORKFLOW,
    BOT,
    INBOX,
    NONCE,
    OWNER,
    URL,
    G,
    H,
    K,
    clock,
)


def overflowing(reading: Reading, part: str) -> Case:
    case = reading.scouted
    return replace(case, ballot=replace(case.ballot, overflow=frozenset({part})))


@pytest.mark.parametrize("part", ["comments", "reactions", "events", "labels"])
def test_what_does_not_fit_is_read_whole(part: str) -> None:
    assert plan(overflowing(asked(), part)) is Need.WHOLE
    assert plan(overflowing(asked().ticks(OWNER, "A", "10:00").loses(0), part)) is Need.WHOLE


def test_a_ballot_whose_pull_request_was_not_read_is_read_whole() -> None:
    assert plan(replace(asked().scouted, pull=None)) is Need.WHOLE


SILENT: dict[str, Reading] = {
    "silence": asked(),
    "deferred": asked().comments(OWNER, "/approve C", "10:00").tick("10:05"),
    "held": asked().comments(OWNER, "/approve D", "10:00").tick("10:05"),
    "an app's refusal, asked about": asked()
    .comments(OWNER, "/reject", "10:00", via_app=True)
    .tick("10:05"),
    "an app's approval, answered": asked()
    .comments(OWNER, "/approve A", "10:00", via_app=True)
    .tick("10:05"),
    "moved": asked().push(G).tick("10:00"),
    "tampered with": asked().rewrites(AGENT, H, G, "10:00").tick("10:05"),
    "beyond reading": asked().ticks(OWNER, "A", "10:00").loses(0).tick("10:05"),
    "strangers": asked().reacts(AGENT, "👍", "10:00").comments(AGENT, "/reject", "10:01"),
}


@pytest.mark.parametrize("what", SILENT)
def test_the_scout_alone_is_enough_where_nothing_is_to_be_written(what: str) -> None:
    found = plan(SILENT[what].under(now=clock("11:00")).scouted)
    assert isinstance(found, Plan)
    assert found.steps == ()


TO_WRITE: dict[str, Reading] = {
    "a yes": asked().reacts(OWNER, "👍", "10:00"),
    "a no": asked().comments(OWNER, "/reject", "10:00"),
    "a push": asked().push(G),
    "tampering": asked().rewrites(AGENT, H, G, "10:00"),
    "beyond reading": asked().ticks(OWNER, "A", "10:00").loses(0),
    "a slip mended": SILENT["held"].edits(OWNER, "/approve A", "11:00", comment=100),
    "an answered comment turned": SILENT["an app's approval, answered"].edits(
        OWNER, "/reject", "11:00", comment=100
    ),
}


@pytest.mark.parametrize("what", TO_WRITE)
def test_only_a_whole_reading_leads_to_writes(what: str) -> None:
    assert plan(TO_WRITE[what].under(now=clock("12:00")).scouted) is Need.WHOLE


def test_answers_in_a_name_that_others_share_are_but_a_hint() -> None:
    """Protocol P43: in the ballot's hour of the day it is read whole."""
    silent = asked(bot=ANY_WORKFLOW).comments(OWNER, "/reject", "10:00", via_app=True)
    silent = silent.tick("10:05")
    assert silent.ballot.ref.number == 7
    assert plan(silent.under(now=clock("07:30")).scouted) is Need.WHOLE
    assert isinstance(plan(silent.under(now=clock("08:30")).scouted), Plan)


def test_a_ballot_without_a_time_of_opening_is_none() -> None:
    assert isinstance(plan(asked()._with(created_at=None).case), NotHonoured)


def test_of_an_issue_that_is_not_the_bots_nothing_is_missing() -> None:
    """Protocol P1."""
    edited = asked()._with(edited_at=clock("10:00"), history=None)
    electorate = edited.terms.electorate
    assert missing_histories(edited.ballot, electorate)
    assert not missing_histories(edited._with(author=AGENT).ballot, electorate)


@pytest.mark.parametrize(
    ("who", "text", "is_missing"),
    [(OWNER, "hm", True), (BOT, "hm", True), (AGENT, "/approve A", False), (None, "hm", False)],
)
def test_edited_comments_that_can_matter_are_looked_into(
    who: Account | None, text: str, is_missing: bool
) -> None:
    """Protocol P15."""
    reading = asked().comments(who, text, "10:00").edits(AGENT, "x", "10:01")
    unread = replace(reading.ballot.comments[0], history=None)
    ballot = reading._with(comments=(unread,)).ballot
    assert missing_histories(ballot, reading.terms.electorate) is is_missing


def test_the_reactions_on_a_notice_are_asked_for() -> None:
    """Protocol P10."""
    moved = asked().push(G).tick("10:00")
    unread = replace(moved.ballot.comments[0], reactions=None)
    assert plan(moved._with(comments=(unread,)).case) is Need.CLOSER
    talk = replace(moved.ballot.comments[0], reactions=None, body="hm")
    assert isinstance(plan(moved._with(comments=(talk,)).push(H).case), Plan)


def test_a_closed_ballot_beyond_reading_is_given_up() -> None:
    """Protocol P28, P38."""
    lost = asked().ticks(OWNER, "A", "10:00").loses(0).closes(OWNER, "10:01")
    after = lost.tick("10:05")
    assert (after.labels, after.pull.is_open) == ({"superseded"}, True)
    assert "no answer counts here" in after.said()[0]


def test_a_moved_ballot_that_was_closed_is_opened_again_and_asks() -> None:
    """Protocol P25, P38: in one tick."""
    closed = asked().push(G).closes(AGENT, "09:30")
    after = closed.tick("10:05")
    assert (after.ballot.is_open, after.labels, after.writes) == (True, {"pending-owner"}, [])
    assert [text.split(" ")[0] for text in after.said()] == ["This", "PR"]


# -- a no on an earlier ballot ------------------------------------------------------------------


def refused_elsewhere(reading: Reading, at: str = "09:30") -> Reading:
    source = Source(Medium.EARLIER_BALLOT, 3, URL.replace("7", "3"))
    hold = Signal(Choice.HOLD, OWNER, clock(at), source, doubt=Doubt.ELSEWHERE)
    return replace(reading, elsewhere=(hold,))


def test_a_no_on_an_earlier_ballot_holds_until_a_later_word() -> None:
    """Protocol P34."""
    held = refused_elsewhere(asked().reacts(OWNER, "👍", "09:20"))
    after = held.tick("10:05")
    assert (after.planned.stage, after.on_pull, after.writes) == (Stage.HELD, set(), [])
    assert "On an earlier ballot" in after.said()[0]
    assert after.comments(OWNER, "/approve A", "10:10").tick("10:15").on_pull == {"approved-A"}


def test_no_move_voids_it() -> None:
    """Protocol P34: whatever head it was about, it is asked what was meant."""
    after = refused_elsewhere(asked().push(G)).tick("10:05")
    assert (after.planned.stage, after.writes) == (Stage.HELD, [])
    assert [("PR head" in text, "earlier ballot" in text) for text in after.said()] == [
        (True, False),
        (False, True),
    ]


def test_it_makes_no_notice_of_every_push() -> None:
    """Protocol P25: it was not said since the newest one."""
    after = refused_elsewhere(asked().push(G)).tick("10:05").push(K).tick("10:15")
    assert len([text for text in after.said() if "PR head" in text]) == 1
    assert after.writes == []


def test_of_several_the_latest_is_asked_about() -> None:
    """Protocol P22, P34."""
    early, late = refused_elsewhere(asked()), refused_elsewhere(asked(), "09:40")
    for holds in (early.elsewhere + late.elsewhere, late.elsewhere + early.elsewhere):
        for reading in (asked(), asked().push(G)):
            told = replace(reading, elsewhere=holds).tick("10:05").said()[-1]
            assert "about=earlier.ballot:3:20260801T094000Z" in told


# -- an approval that waits ---------------------------------------------------------------------


def approval_of(case: Case) -> ApprovalPlan | Need:
    assert case.pull
    receipt = newest_receipt(case.pull, case.terms.electorate.bot)
    return plan_approval(case, receipt or RECEIPT)


RECEIPT = Receipt(Choice.A, H, "main", INBOX, NONCE)
APPROVED = asked().reacts(OWNER, "👍", "10:00").tick("10:05").tick_approval("10:10")


def test_an_approval_is_judged_on_every_text_that_matters() -> None:
    """Protocol P23."""
    edited = APPROVED.comments(OWNER, "a", "11:00").edits(OWNER, "b", "11:01")
    unread = replace(edited.ballot.comments[0], history=None)
    assert approval_of(edited._with(comments=(unread,)).case) is Need.CLOSER
    assert plan_approval(replace(APPROVED.case, pull=None), RECEIPT) is Need.WHOLE
    assert approval_of(overflowing(APPROVED, "reactions")) is Need.WHOLE


def test_an_approval_that_stands_costs_the_scout_alone() -> None:
    """Protocol P43."""
    outcome = approval_of(APPROVED.scouted)
    assert isinstance(outcome, ApprovalPlan)
    assert (outcome.fate, outcome.steps) == (Fate.STANDS, ())
    assert approval_of(APPROVED.push(G).scouted) is Need.WHOLE


def test_where_others_share_the_bots_login_only_a_whole_reading_asks_for_the_log() -> None:
    """Protocol P27, P43."""
    voted = replace(asked(bot=ANY_WORKFLOW), log=Pushed(clock("09:00")))
    applied = voted.reacts(OWNER, "👍", "10:00").tick("10:05").tick_approval("10:10")
    silent = replace(applied, log=None)
    assert approval_of(silent.case) is Need.PUSHES
    assert isinstance(approval_of(silent.scouted), ApprovalPlan)


@pytest.mark.parametrize(
    "reading",
    [
        APPROVED._with(author=AGENT),
        APPROVED._with(created_at=None),
        APPROVED.ticks(AGENT, "B", "11:00").loses(0),
    ],
    ids=["no ballot of the bot's", "no time of opening", "beyond reading"],
)
def test_an_approval_whose_ballot_proves_nothing_has_ended(reading: Reading) -> None:
    """Protocol P1, P28, P34: nothing is written into what is no ballot."""
    assert approval_of(reading.case) == ApprovalPlan(Fate.ENDED)
