"""A ballot while an earlier one about the same cannot be read: a no may be there (P23, P34)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.ballot.approval import ApprovalPlan, Fate, plan_approval
from inbox.ballot.case import ASKING, Case, Plan, Stage
from inbox.ballot.choice import Choice
from inbox.ballot.plan import plan
from inbox.ballot.receipts import Receipt
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, INBOX, NONCE, OWNER, G, H

RECEIPT = Receipt(Choice.A, H, "main", INBOX, NONCE)
APPROVED = asked().reacts(OWNER, "👍", "10:00").tick("10:05").tick_approval("10:10")


def deaf(case: Case) -> Case:
    return replace(case, is_deaf=True)


@pytest.mark.parametrize("choice", ["/approve A", "/approve B"])
@pytest.mark.parametrize("closed", [False, True])
def test_a_yes_is_not_decided(choice: str, closed: bool) -> None:
    """Nor is one that somebody closed the ballot upon."""
    voted = asked().comments(OWNER, choice, "10:00")
    voted = voted.closes(AGENT, "10:01") if closed else voted
    for case in (voted.case, voted.scouted):
        outcome = plan(deaf(case))
        assert isinstance(outcome, Plan)
        assert (outcome.stage, outcome.steps) == (Stage.UNDECIDED, ())
    assert Stage.UNDECIDED not in ASKING, "whoever has answered is reminded of nothing"


@pytest.mark.parametrize(
    "reading",
    [
        asked(),
        asked().comments(OWNER, "/reject", "10:00"),
        asked().comments(OWNER, "/approve C", "10:00"),
        asked().comments(OWNER, "/aprove A", "10:00"),
        asked().comments(OWNER, "/approve A", "10:00").push(G),
        asked().closes(AGENT, "10:00"),
    ],
    ids=["silence", "a reject", "a deferral", "a hold", "a moved head", "a closing"],
)
def test_everything_else_goes_on(reading: Reading) -> None:
    assert plan(deaf(reading.case)) == plan(reading.case)


def test_an_approval_that_stands_is_not_used() -> None:
    """Protocol P36: it ends no more than it is merged."""
    for case in (APPROVED.case, APPROVED.scouted):
        assert plan_approval(deaf(case), RECEIPT) == ApprovalPlan(Fate.UNKNOWN)


def test_what_ends_or_holds_an_approval_does_so_all_the_same() -> None:
    for reading in (APPROVED.push(G), APPROVED.comments(OWNER, "/aprove A", "10:20")):
        assert plan_approval(deaf(reading.case), RECEIPT) == plan_approval(reading.case, RECEIPT)
