"""Applying a verdict: what is written, in which order, and what a half-done one still needs.

Protocol P29 to P33 and P35; ballot section 3D.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from inbox.actions import (
    AddLabel,
    ClosePull,
    PostComment,
    RemoveLabel,
    SetIssue,
    SetStatus,
)
from inbox.ballot import statuses
from inbox.ballot.approval import Fate
from inbox.ballot.case import Stage
from inbox.ballot.choice import Choice
from inbox.ballot.receipts import Receipt, read_receipts, render_receipt
from inbox.counted import Counted
from inbox.labels import APPROVED_A, APPROVED_B, PENDING
from inbox.refs import IssueRef
from inbox.world import State
from tests.ballot.building import Reading, asked
from tests.ballot.cast import (
    AGENT,
    BOT,
    INBOX,
    NONCE,
    OWNER,
    PULL,
    URL,
    G,
    H,
)

A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD


def said(text: str) -> Reading:
    return asked().comments(OWNER, text, "10:00")


def test_a_is_written_in_the_order_that_survives_a_crash() -> None:
    """Protocol P29, ballot rows 81 and 82: the receipt first, the pending label last."""
    steps = said("/approve A").under(now=asked().ballot.created_at).planned.steps
    receipt, label, closing, status, done = [step.action for step in steps]
    assert isinstance(receipt, PostComment)
    assert receipt.issue == IssueRef.of(PULL)
    assert label == AddLabel(IssueRef.of(PULL), APPROVED_A)
    closed = frozenset({APPROVED_A, PENDING})
    assert closing == SetIssue(INBOX, is_open=False, reason="completed", labels=closed)
    assert isinstance(status, SetStatus)
    assert done == RemoveLabel(INBOX, PENDING)
    assert [step.counted for step in steps] == [(), (), (), (), (Counted.RESOLVED_A,)]


def test_a_reject_closes_the_pull_request_before_its_ballot() -> None:
    """Protocol P32."""
    steps = said("/reject").planned.steps
    kinds = [type(step.action) for step in steps]
    assert kinds == [PostComment, ClosePull, SetIssue, SetStatus, RemoveLabel]
    assert steps[1].action == ClosePull(PULL, H)
    closing = steps[2].action
    assert isinstance(closing, SetIssue)
    assert closing.reason == "not_planned"


def test_the_receipt_says_who_how_when_what_and_why() -> None:
    """Protocol P29."""
    (told,) = said("Read twice.\n/approve A").tick("10:05").said(on_pull=True)
    for words in (
        f"**Owner's decision: A (approve)** for {H} into `main`.",
        "Given by `owner` (comment) at 2026-08-01T10:00:00Z",
        f"in the ballot {URL}",
        "Reason: `Read twice.`",
        f"option=A head={H} base=main ballot=o%2Finbox%237 nonce={NONCE} -->",
    ):
        assert words in told


def test_b_says_what_is_expected_now_and_what_the_bot_will_not_do() -> None:
    """Protocol P30, ballot row 83."""
    after = said("/approve B").tick("10:05")
    (told,) = after.said(on_pull=True)
    assert "The owner chose the alternate. The description should now state it" in told
    assert "does not merge it by itself" in told
    assert "`/approve A`" in told
    assert (after.labels, after.on_pull) == ({"approved-B"}, {"approved-B"})
    assert after.status[H].state is State.PENDING
    merging = said("/approve B").under(mergeable_options=("A", "B")).tick("10:05")
    assert "may be merged like option A" in merging.said(on_pull=True)[0]


def test_c_defers_once_a_round_and_stays_open() -> None:
    """Protocol P31, ballot rows 86 and 87."""
    after = said("Next week.\n/approve C").tick("10:05")
    (told,) = after.said()
    assert told.startswith("Deferred by `owner`. Reason: `Next week.`.")
    assert after.labels == {"pending-owner", "deferred"}
    assert (after.on_pull, after.said(on_pull=True), after.ballot.is_open) == (set(), [], True)
    assert (after.counted, after.writes) == ((Counted.DEFERRED,), [])
    again = after.comments(OWNER, "/approve C", "11:00").tick("11:05")
    assert (again.counted, len(again.said())) == ((Counted.DEFERRED,), 1)


def test_a_deferral_of_the_next_round_is_another() -> None:
    """Protocol P31."""
    first = said("/approve C").tick("10:05")
    second = first.retarget("dev", "11:00").tick("11:05").comments(OWNER, "/approve C", "11:10")
    assert second.tick("11:15").counted == (Counted.DEFERRED,) * 2


@pytest.mark.parametrize(
    ("word", "labels"),
    [
        ("/approve A", {"approved-A"}),
        ("/approve B", {"approved-B"}),
        ("/reject", {"rejected"}),
    ],
)
def test_a_deferral_flips(word: str, labels: set[str]) -> None:
    """Protocol P31, ballot row 89."""
    after = said("/approve C").tick("10:05").comments(OWNER, word, "11:00").tick("11:05")
    assert after.labels == labels


def test_a_deferral_taken_back_leaves_no_label() -> None:
    """Protocol P31."""
    ticked = asked().ticks(OWNER, "C", "10:00").tick("10:05")
    assert ticked.labels == {"pending-owner", "deferred"}
    assert ticked.unticks(OWNER, "C", "10:10").tick("10:15").labels == {"pending-owner"}


def test_a_deferral_label_that_somebody_put_on_means_nothing() -> None:
    """Ballot row 90: labels only show (protocol P4)."""
    old = asked().pull_is(labels=frozenset({"decision:deferred"}))
    after = old.comments(OWNER, "/approve C", "10:00").tick("10:05")
    assert (after.labels, len(after.said())) == ({"pending-owner", "deferred"}, 1)
    labelled = asked().labelled("decision:deferred", "decision:stale-approval")
    assert labelled.tick("10:05").labels == {"pending-owner"}


def test_the_label_of_a_fault_goes_last_when_all_works_again() -> None:
    """Protocol P40, ballot row 115."""
    for reading in (asked(), said("/approve C"), asked().retarget("dev", "10:00")):
        failed = reading.labelled("decision:inbox-error")
        assert failed.writes[-1] == "take label decision:inbox-error off o/inbox#7"
        assert "inbox-error" not in failed.tick("10:05").labels


def test_a_closed_ballot_keeps_labels_that_are_not_ours() -> None:
    """Protocol P33: of ours it has exactly one."""
    cluttered = asked().labelled(
        "bug",
        "decision:deferred",
        "decision:stale-approval",
        "decision:inbox-error",
        "decision:approved-B",
        "decision:rejected",
    )
    after = cluttered.comments(OWNER, "/approve A", "10:00").tick("10:05")
    assert after.labels == {"bug", "approved-A"}


def test_a_flip_takes_the_other_approval_off() -> None:
    """Protocol P34: another verdict is applied, and only its label is left."""
    labelled = asked().pull_is(labels=frozenset({APPROVED_B, "bug"}))
    after = labelled.comments(OWNER, "/approve A", "10:00").tick("10:05")
    assert after.on_pull == {"approved-A", "bug"}


def test_while_a_ballot_waits_no_approval_label_stands() -> None:
    """Protocol P7, P34 (2): a crash between the fresh ballot and the label's going, or a stranger.

    Ballot row 131.
    """
    for waiting in (
        asked(),
        asked().comments(OWNER, "/approve C", "10:00"),
        asked().comments(OWNER, "/aprove", "10:00"),
        asked().retarget("dev", "10:00"),
        asked().rewrites(AGENT, "Quadrant D", "Quadrant A", "10:00"),
    ):
        labelled = waiting.pull_is(labels=frozenset({APPROVED_A, "bug"}))
        assert labelled.tick("10:05").on_pull == {"bug"}


# -- a run that died in between --------------------------------------------------------------

VERDICTS = {
    "A": said("/approve A"),
    "B": said("/approve B"),
    "reject": said("/reject"),
    "C": said("/approve C"),
    "a flip": asked()
    .labelled("decision:deferred")
    .pull_is(labels=frozenset({APPROVED_B}))
    .comments(OWNER, "/approve A", "10:00"),
    "tampered and rejected": said("/reject").rewrites(AGENT, "Quadrant D", "Quadrant A", "10:01"),
    "a hold": said("/approve D"),
}


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_half_done_verdict_is_completed_and_nothing_done_twice(verdict: str) -> None:
    """Protocol section 6, ballot row 118."""
    reading = VERDICTS[verdict]
    whole = reading.tick("10:05")
    for cut in range(len(reading.planned.steps)):
        begun = reading.tick("10:05", cut=cut)
        done = begun.tick("10:10")
        assert (done.labels, done.on_pull) == (whole.labels, whole.on_pull)
        assert (done.ballot.is_open, done.pull.is_open) == (
            whole.ballot.is_open,
            whole.pull.is_open,
        )
        assert len(done.said()) == len(whole.said())
        assert len(done.said(on_pull=True)) == len(whole.said(on_pull=True))
        assert done.counted == whole.counted


def test_what_is_done_is_not_written_again() -> None:
    """Protocol section 6: each step is recognised."""
    written = said("/approve A").writes
    for cut in range(len(written)):
        assert said("/approve A").tick("10:05", cut=cut).writes == written[cut:]


def test_a_verdict_that_changes_back_is_written_a_third_time() -> None:
    """Protocol P29, P47: the newest receipt of this ballot decides what was recorded."""
    begun = said("/approve A").tick("10:05", cut=1).comments(OWNER, "/approve B", "10:06")
    begun = begun.tick("10:10", cut=1).comments(OWNER, "/approve A", "10:11").tick("10:15")
    receipts = read_receipts(begun.pull.comments or (), BOT)
    assert [receipt.option for receipt in receipts] == [A, B, A]


def test_another_ballots_receipt_neither_hides_nor_stands_for_this_ones() -> None:
    """Protocol P47: a receipt is recognised by its nonce."""
    other = said("/approve A").tick("10:05").said(on_pull=True)[0].replace(NONCE, "another")
    before = said("/approve A").comments(BOT, other, "10:01", on_pull=True).tick("10:05")
    assert len(before.said(on_pull=True)) == 2
    begun = said("/approve A").tick("10:05", cut=1).comments(BOT, other, "10:06", on_pull=True)
    assert len(begun.tick("10:10").said(on_pull=True)) == 2


def test_a_verdict_taken_back_while_half_done_opens_the_ballot_again() -> None:
    """Protocol P29: nothing stays of it but its receipt, which proves nothing."""
    voted = asked().reacts(OWNER, "👍", "10:00")
    for cut in (1, 2, 3, 4):
        after = voted.tick("10:05", cut=cut).unreacts(OWNER, "👍").tick("10:10")
        assert (after.labels, after.on_pull) == ({"pending-owner"}, set())
        assert after.ballot.is_open
        assert after.counted == ()
        assert after.writes == []


def test_a_verdict_that_changed_while_half_done_is_the_later_one() -> None:
    """Protocol P22, P29."""
    for cut in (1, 2, 3, 4):
        begun = said("/approve A").tick("10:05", cut=cut)
        after = begun.comments(OWNER, "/reject", "10:06").tick("10:10")
        assert (after.labels, after.on_pull, after.pull.is_open) == ({"rejected"}, set(), False)
        receipts = read_receipts(after.pull.comments or (), BOT)
        assert [receipt.option for receipt in receipts] == [A, REJECT]
        assert after.counted == (Counted.REJECTED,)


def test_a_half_done_verdict_whose_base_changed_gets_a_receipt_for_the_new_one() -> None:
    """Protocol P34 (1): the newest receipt names the base, or the approval would end at once."""
    begun = said("/approve A").tick("10:05", cut=3).retarget("dev", "10:06").tick("10:10")
    after = begun.comments(OWNER, "/approve A", "10:20").tick("10:25")
    receipts = read_receipts(after.pull.comments or (), BOT)
    assert [receipt.base for receipt in receipts] == ["main", "dev"]
    assert after.approval("10:40").fate is Fate.STANDS


# -- the pull request ended meanwhile --------------------------------------------------------


@pytest.mark.parametrize("word", ["👍", "/approve B", "/approve C", ""])
@pytest.mark.parametrize(("merged", "label"), [(True, "merged"), (False, "closed")])
def test_where_the_pull_request_ended_nothing_is_left_to_decide(
    word: str, merged: bool, label: str
) -> None:
    """Protocol P39, ballot row 107."""
    voted = asked().reacts(OWNER, word, "10:00") if word == "👍" else said(word)
    after = voted.pull_is(is_open=False, is_merged=merged).tick("10:05")
    assert after.labels == {f"auto-resolved-pr-{label}"}
    assert (after.on_pull, after.said(on_pull=True)) == (set(), [])
    is_yes = word in ("👍", "/approve B") and not merged
    first = (
        f"The approval of {H} has ended" if is_yes else f"The pull request was {label} elsewhere"
    )
    assert [text.split(":")[0] for text in after.said()] == [first]
    assert after.counted[0] is Counted.AUTO_RESOLVED


@pytest.mark.parametrize("cut", [1, 2])
def test_an_answer_to_what_was_closed_never_yields_again(cut: int) -> None:
    """Protocol P34, P39: whoever points a receipt to it later finds a yes that has ended."""
    voted = asked().reacts(OWNER, "👍", "10:00").pull_is(is_open=False)
    after = voted.tick("10:05", cut=cut).tick("10:10")
    assert len(after.said()) == 1
    assert after.labels == {"auto-resolved-pr-closed"}
    assert after.verdict is None
    assert after.counted == (Counted.AUTO_RESOLVED,)


@pytest.mark.parametrize(
    ("reading", "is_bypass"),
    [
        (said("/approve A"), False),
        (said("/approve B"), False),
        (asked(), True),
        (said("/reject"), True),
        (said("/approve C"), True),
        (said("/approve D"), True),
        (said("/approve A").push(G), True),
        (said("/approve A").retarget("dev", "10:01"), True),
        (said("/approve A").rewrites(AGENT, "Quadrant D", "x", "10:01"), True),
    ],
)
def test_a_merge_without_a_yes_to_this_head_went_past_the_owner(
    reading: Reading, is_bypass: bool
) -> None:
    """Protocol P39."""
    after = reading.pull_is(is_open=False, is_merged=True).tick("10:05")
    assert (Counted.BYPASSED in after.counted) is is_bypass
    closed = reading.pull_is(is_open=False).tick("10:05")
    assert Counted.BYPASSED not in closed.counted


def test_a_yes_to_an_older_head_is_not_completed_by_a_forged_receipt() -> None:
    """Protocol P25, P39: what was merged is not what was approved."""

    forged = render_receipt(Receipt(A, G, "main", INBOX, NONCE), URL, None)
    merged = said("/approve A").comments(BOT, forged, "10:01", on_pull=True).push(G)
    after = merged.pull_is(is_open=False, is_merged=True).tick("10:05")

    assert after.labels == {"auto-resolved-pr-merged"}


def test_a_reject_of_a_closed_pull_request_is_applied() -> None:
    """Protocol P32, P39."""
    after = said("/reject").pull_is(is_open=False).tick("10:05")
    assert (after.labels, after.counted) == ({"rejected"}, (Counted.REJECTED,))


def test_a_reject_of_a_merged_pull_request_is_not() -> None:
    """Ballot row 107: there is nothing to close."""
    after = said("/reject").pull_is(is_open=False, is_merged=True).tick("10:05")
    assert after.labels == {"auto-resolved-pr-merged"}


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
@pytest.mark.parametrize("word", ["/approve A", "/reject"])
def test_a_half_done_verdict_is_completed_all_the_same(word: str, cut: int) -> None:
    """Protocol P39: known by its receipt."""
    begun = said(word).tick("10:05", cut=cut)
    after = begun.pull_is(is_open=False, is_merged=word == "/approve A").tick("10:10")
    assert after.labels == {"approved-A" if word == "/approve A" else "rejected"}


# -- the status ------------------------------------------------------------------------------


def test_an_approval_is_a_success_once_it_has_settled() -> None:
    """Protocol P35, P36: the seeds' tick in which a mis-click can be taken back."""
    early = said("/approve A").tick("10:04:59").status[H]
    assert (early.state, early.description) == (
        State.PENDING,
        "#42 → main: approved (A), settles until 10:05 UTC",
    )
    late = said("/approve A").tick("10:05").status[H]
    assert (late.state, late.target_url) == (State.SUCCESS, URL)
    at_once = said("/approve A").under(settle=timedelta()).tick("10:00:01")
    assert at_once.status[H].state is State.SUCCESS


def test_every_stage_has_its_status() -> None:
    """Protocol P35."""
    told = {
        "waits for its owner": asked(),
        "deferred by its owner": said("/approve C"),
        "held: an answer is unclear": said("/approve D"),
        "held: the ballot was changed": asked().rewrites(AGENT, "Quadrant D", "x", "10:00"),
        "moved, waits for its owner": said("/reject").retarget("main", "10:01"),
        "alternate chosen (B)": said("/approve B"),
        "approved (A) by its owner": said("/approve A"),
        "rejected by its owner": said("/reject"),
    }
    for why, reading in told.items():
        status = reading.tick("10:05").status[H]
        assert status.description == f"#42 → main: {why}"
        assert status.target_url == URL


def test_a_status_that_somebody_else_set_is_set_again() -> None:
    """Protocol P35: only the bot's own says it."""
    faked = replace(asked(), status={H: replace(asked().status[H], by=AGENT)})
    assert faked.writes == ["set status pending on o/r@aaaaaaa: #42 → main: waits for its owner"]


def test_a_head_that_others_share_gets_no_success_for_one_alone() -> None:
    """Protocol P35: but a success goes at once when one of them says otherwise."""
    sharing = replace(said("/approve A"), shares_head=True)
    assert sharing.tick("10:30").status[H].state is State.PENDING
    green = replace(sharing.tick("10:30"), status=said("/approve A").tick("10:30").status)
    waiting = replace(asked(), shares_head=True, status=green.status)
    assert waiting.tick("10:35").status[H].state is State.PENDING


def test_open_pull_requests_with_one_head_share_the_most_cautious_status() -> None:
    """Protocol P35."""
    green, waiting, red = (
        said(word).tick("10:30").status[H] for word in ("/approve A", "hm", "/reject")
    )
    assert statuses.most_cautious([green, waiting]) == waiting
    assert statuses.most_cautious([waiting, red, green]) == red


def test_a_long_base_is_cut() -> None:
    """Protocol P35: 60 characters of it, 140 in all."""
    status = asked(base="x" * 200).tick("10:00").status[H]
    assert f"→ {'x' * 59}…: " in status.description
    assert len(status.description) <= 140


def test_a_more_visible_pull_request_gets_a_link_and_no_words() -> None:
    """Protocol P48."""
    hidden = replace(said("Because of the audit.\n/approve A"), discreet=True)
    (told,) = hidden.tick("10:05").said(on_pull=True)
    assert told.startswith(f"The owner's answer about {H} is in the ballot: {URL}")
    assert "owner`" not in told
    assert "audit" not in told


# -- commands on the pull request ------------------------------------------------------------

WHERE = {
    "waiting": asked(),
    "resolved": asked().reacts(OWNER, "👍", "09:59"),
    "moved": asked().retarget("dev", "09:58"),
    "deferred": asked().comments(OWNER, "/approve C", "09:59"),
}


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("word", ["/reject", "/approve A", "/rejct"])
def test_a_command_on_the_pull_request_gets_the_ballots_link_once(where: str, word: str) -> None:
    """Protocol P21: whatever becomes of the ballot, or a refusal there would be lost unsaid."""
    misplaced = WHERE[where].comments(OWNER, word, "10:00", on_pull=True)
    after = misplaced.tick("10:05")
    links = [text for text in after.said(on_pull=True) if "Please answer there: " + URL in text]
    assert len(links) == 1
    assert after.planned.stage is Stage.RESOLVED or after.writes == []


def test_others_and_other_words_on_the_pull_request_get_none() -> None:
    """Protocol P14, P21."""
    for talk in (
        asked().comments(AGENT, "/approve A", "10:00", on_pull=True),
        asked().comments(OWNER, "Looks good!", "10:00", on_pull=True),
        asked().comments(OWNER, "/approve A", "08:59", on_pull=True),
        asked().comments(OWNER, "/approve A", None, on_pull=True),
        asked().comments(BOT, "/approve A", "10:00", on_pull=True),
    ):
        assert talk.writes == []
