"""A rejected head whose pull request is open again (protocol P32)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.ballot.approval import ApprovalPlan, Fate, newest_receipt
from inbox.ballot.case import Need
from inbox.ballot.choice import Choice
from inbox.ballot.receipts import Receipt, render_receipt
from inbox.ballot.rejection import plan_rejection
from inbox.refs import Account
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, BOT, DEPUTY, INBOX, NONCE, OWNER, URL, G, H


def rejected() -> Reading:
    """👎 at 10:00, applied at 10:05; then somebody opened the pull request again."""
    return asked().reacts(OWNER, "👎", "10:00").tick("10:05").pull_is(is_open=True)


def fate(reading: Reading, by: Account | None = AGENT) -> ApprovalPlan:
    receipt = newest_receipt(reading.pull, BOT)
    assert receipt
    outcome = plan_rejection(reading.case, receipt, by)
    assert not isinstance(outcome, Need)
    return outcome


@pytest.mark.parametrize("by", [AGENT, BOT, None])
def test_it_is_closed_again_with_one_comment(by: Account | None) -> None:
    outcome = fate(rejected(), by)
    assert outcome.fate is Fate.REJECTED
    again = rejected().performs(outcome.steps, "11:00")
    assert not again.pull.is_open
    assert (
        f"The owner rejected {H}, so this pull request is closed again."
        in again.said(on_pull=True)[-1]
    )
    third = again.pull_is(is_open=True)
    assert [type(step.action).__name__ for step in fate(third, by).steps] == ["ClosePull"]


@pytest.mark.parametrize("by", [OWNER, DEPUTY])
def test_whoever_counts_may_open_it_again(by: Account) -> None:
    outcome = fate(rejected(), by)
    assert (outcome.fate, outcome.steps) == (Fate.ENDED, ())


def receipt_for(head: str) -> str:
    receipt = Receipt(Choice.REJECT, H, "main", INBOX, NONCE)
    return render_receipt(replace(receipt, head=head), URL, None)  # type: ignore[arg-type]  # a head that is none, on purpose


NOT_REJECTED: dict[str, Reading] = {
    "a push": rejected().push(G),
    "the reject was taken back": rejected().unreacts(OWNER, "👎"),
    "a later yes on its ballot": rejected().comments(OWNER, "/approve A", "11:00"),
    "its giver left the allowlist": rejected().allowing("deputy"),
    "a receipt for a head that the ballot never asked about": rejected()
    .push(G)
    .comments(BOT, receipt_for(G), "11:00", on_pull=True),
    "a receipt of a ballot that nobody answered": asked().comments(
        BOT, receipt_for(H), "11:00", on_pull=True
    ),
    "what is no ballot of the bot's": rejected()._with(author=AGENT),
    "a ballot without a time of opening": rejected()._with(created_at=None),
    "a ballot beyond reading": rejected().ticks(AGENT, "A", "11:00").loses(0),
    "another pull request's ballot": rejected().pull_is(ref=type(asked().pull.ref).parse("o/r#43")),
}


@pytest.mark.parametrize("why", NOT_REJECTED)
def test_what_is_no_rejected_head_is_judged_afresh(why: str) -> None:
    outcome = fate(NOT_REJECTED[why])
    assert (outcome.fate, outcome.steps) == (Fate.ENDED, ())


def test_it_takes_a_whole_reading() -> None:
    """Protocol P23, P43."""
    scouted = replace(rejected(), pull=replace(rejected().pull, whole=False))
    receipt = newest_receipt(scouted.pull, BOT)
    assert receipt
    assert plan_rejection(scouted.case, receipt, AGENT) is Need.WHOLE
    edited = rejected().comments(OWNER, "a", "11:00").edits(OWNER, "b", "11:01")
    unread = edited._with(comments=(replace(edited.ballot.comments[-1], history=None),))
    assert plan_rejection(unread.case, receipt, AGENT) is Need.CLOSER
