"""Does an applied approval still stand? The owner's own signal is the proof (protocol P34)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from inbox.ballot.approval import Fate, newest_receipt
from inbox.ballot.choice import Choice
from inbox.ballot.receipts import Receipt, render_receipt
from inbox.labels import PENDING
from inbox.refs import IssueRef
from inbox.world import State
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, BOT, INBOX, NONCE, OWNER, URL, G, H, K

A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD


def approved() -> Reading:
    """👍 at 10:00, applied at 10:05, settled at 10:10."""
    return asked().reacts(OWNER, "👍", "10:00").tick("10:05").tick_approval("10:10")


def alternate() -> Reading:
    return asked().comments(OWNER, "/approve B", "10:00").tick("10:05")


def test_an_approval_that_nothing_speaks_against_stands() -> None:
    """Protocol P34, P35: settled, it is a success, and nothing is left to write."""
    after = approved()
    assert after.approval().fate is Fate.STANDS
    assert after.status[H].state is State.SUCCESS
    assert after.status[H].description == "#42 → main: approved (A) by its owner"
    assert after.approval().steps == ()


def test_its_closing_and_reopening_by_others_are_ignored() -> None:
    """Protocol P20, P34."""
    for reading in (
        approved().reopens(AGENT, "10:30"),
        approved().reopens(BOT, "10:30").closes(AGENT, "10:31"),
    ):
        assert reading.approval().fate is Fate.STANDS


def test_a_decided_ballot_that_somebody_reopened_is_closed_again() -> None:
    """Protocol P29, P33."""
    after = approved().labelled("bug", "decision:deferred").reopens(AGENT, "11:00")
    after = after.tick_approval("11:05")
    assert (after.ballot.is_open, after.labels) == (False, {"approved-A", "bug"})
    assert after.approval("11:10").steps == ()


def test_a_success_goes_when_its_approval_ends() -> None:
    """Protocol P34, P35: before anything else is asked."""
    ended = approved().unreacts(OWNER, "👍").tick_approval("11:00")
    assert ended.status[H].state is State.PENDING
    assert ended.status[H].description.endswith("its approval has ended")
    waiting = asked().reacts(OWNER, "👍", "10:00").tick("10:01").unreacts(OWNER, "👍")
    assert "settles" in waiting.tick_approval("10:02").status[H].description


def test_a_missing_label_is_put_back() -> None:
    """Protocol P34."""
    bare = approved().pull_is(labels=frozenset())
    assert bare.tick_approval("10:30").on_pull == {"approved-A"}
    assert bare.tick_approval("10:30").approval().steps == ()


ENDINGS: dict[str, tuple[Reading, str]] = {
    "a push": (approved().push(G), "pushed"),
    "another base": (approved().retarget("dev", "11:00"), "retargeted"),
    "a base that came back": (
        approved().retarget("dev", "11:00").retarget("main", "11:01"),
        "retargeted",
    ),
    "👍 taken back": (approved().unreacts(OWNER, "👍"), "withdrawn"),
    "👍 taken back, a stranger's stays": (
        approved().reacts(AGENT, "👍", "10:01").unreacts(OWNER, "👍"),
        "withdrawn",
    ),
    "its giver left the allowlist": (approved().allowing("deputy"), "withdrawn"),
    "C on the closed ballot": (approved().comments(OWNER, "/approve C", "11:00"), "withdrawn"),
    "the ballot was tampered with": (approved().rewrites(AGENT, H, G, "11:00"), "not-counted"),
    "the ballot was tampered with and restored": (
        approved().rewrites(AGENT, H, G, "11:00").saves(AGENT, asked().ballot.body, "11:01"),
        "not-counted",
    ),
    "somebody deleted an owner's comment": (
        asked()
        .comments(OWNER, "Let me see.", "09:30")
        .reacts(OWNER, "👍", "10:00")
        .tick("10:05")
        .deletes(AGENT, "11:00", comment=100),
        "not-counted",
    ),
    "the owner reopened the ballot": (approved().reopens(OWNER, "11:00"), "not-counted"),
}


@pytest.mark.parametrize("why", ENDINGS)
def test_what_ends_an_approval_is_first_written_into_its_ballot(why: str) -> None:
    """Protocol P34: so that it can never yield again; a crash after that changes nothing."""
    reading, ending = ENDINGS[why]
    assert reading.approval("12:00").fate is Fate.ENDED
    after = reading.tick_approval("12:00")
    assert f"ended={ending} -->" in after.said()[-1]
    again = after.approval("12:05")
    assert (again.fate, again.steps) == (Fate.ENDED, ())
    assert State.SUCCESS not in {after.status[H].state} or after.pull.head != H


@pytest.mark.parametrize("why", ENDINGS)
def test_an_ended_approval_yields_no_more_when_all_is_as_it_was(why: str) -> None:
    """Protocol P34."""
    after = ENDINGS[why][0].tick_approval("12:00")
    restored = after.push(H).allowing("owner").pull_is(base="main")
    assert restored.approval("12:10").fate is Fate.ENDED
    assert "approved-A" not in restored._with(labels=frozenset({PENDING})).tick("12:10").on_pull


def test_a_move_after_an_ending_is_a_notice_of_its_own() -> None:
    """Protocol P25, P34: what ended stays written as it is."""
    ended = approved().unreacts(OWNER, "👍").tick_approval("11:00").labelled(PENDING)
    after = ended.reopens(AGENT, "11:01").push(G).tick("11:05")
    assert [text.split(" of ")[0].split(" changed")[0] for text in after.said()] == [
        "The approval",
        "PR head",
    ]


def test_an_ending_names_the_word_that_it_makes_void() -> None:
    """Protocol P34."""
    deferred, why = ENDINGS["C on the closed ballot"]
    assert f"voided=C ended={why} -->" in deferred.tick_approval("12:00").said()[-1]
    silent, why = ENDINGS["👍 taken back"]
    assert f"voided=none ended={why} -->" in silent.tick_approval("12:00").said()[-1]


def test_an_approval_given_again_and_ended_again_is_written_down_again() -> None:
    """Protocol P34: each ending, or the second approval would yield for ever."""
    again = approved().unreacts(OWNER, "👍").tick_approval("11:00").reacts(OWNER, "👍", "11:10")
    assert again.approval("11:15").fate is Fate.STANDS
    ended = again.push(G).tick_approval("11:20")
    assert len([text for text in ended.said() if "has ended" in text]) == 2
    assert ended.push(H).approval("11:30").fate is Fate.ENDED


def test_a_label_taken_off_by_somebody_who_counts_withdraws() -> None:
    """Protocol P34."""
    bare = approved().pull_is(labels=frozenset())
    assert bare.approval(withdrawn=True).fate is Fate.ENDED
    assert "ended=label-taken-off" in bare.tick_approval("11:00", withdrawn=True).said()[-1]


def test_an_unclear_word_holds_an_approval_and_ends_nothing() -> None:
    """Protocol P22a: the status waits, and the person is asked once."""
    held = approved().comments(OWNER, "/rejct", "11:00")
    assert held.approval("11:05").fate is Fate.HELD
    after = held.tick_approval("11:05")
    assert after.status[H].description == "#42 → main: held: an answer is unclear"
    assert "looks like a command and is none" in after.said()[-1]
    assert after.on_pull == {"approved-A"}
    assert after.approval("11:10").steps == ()
    assert after.comments(OWNER, "/approve A", "11:20").approval("11:30").fate is Fate.STANDS
    assert after.comments(OWNER, "/reject", "11:20").approval("11:30").fate is Fate.OVERRULED


@pytest.mark.parametrize(
    "word", [{"via_app": True}, {"via_email": True, "text": "Well.\n\n/approve B"}]
)
def test_an_answer_on_the_closed_ballot_that_does_not_count_is_answered_too(
    word: dict[str, object],
) -> None:
    """Protocol P21."""
    more = {"text": "/approve B", "at": "11:00", **word}
    after = approved().comments(OWNER, **more).tick_approval("11:05")  # type: ignore[arg-type]  # each case names the fields it needs
    assert "Not counted: " in after.said()[-1]
    assert (after.approval("11:10").fate, after.approval("11:10").steps) == (Fate.STANDS, ())


@pytest.mark.parametrize(
    ("first", "then", "label"),
    [
        ("/approve A", "/approve B", "approved-B"),
        ("/approve B", "/approve A", "approved-A"),
        ("/approve A", "/reject", "rejected"),
    ],
)
def test_another_verdict_on_the_closed_ballot_is_applied_there(
    first: str, then: str, label: str
) -> None:
    """Protocol P34: its pending label is put back first, so that a crash loses nothing."""
    reading = asked().comments(OWNER, first, "10:00").tick("10:05").comments(OWNER, then, "11:00")
    outcome = reading.approval("11:05")
    assert outcome.fate is Fate.OVERRULED
    pending = reading.tick_approval("11:05")
    assert PENDING in pending.ballot.labels
    after = pending.tick("11:05")
    assert after.labels == {label}
    assert after.on_pull == ({label} if label != "rejected" else set())
    assert after.pull.is_open is (label != "rejected")
    assert len(after.said(on_pull=True)) == 2


def test_b_is_no_success_unless_it_is_configured_to_be_merged() -> None:
    """Protocol P30, P35."""
    assert alternate().approval("11:00").fate is Fate.STANDS
    assert alternate().tick_approval("11:00").status[H].state is State.PENDING
    merging = alternate().under(mergeable_options=("A", "B")).tick_approval("11:00")
    assert merging.status[H].state is State.SUCCESS


def forged(option: Choice, **changes: Any) -> str:
    receipt = Receipt(option, H, "main", INBOX, NONCE)
    return render_receipt(replace(receipt, **changes), URL, None)


def test_label_and_receipt_alone_prove_nothing() -> None:
    """Protocol P34, ballot row 131: another workflow can write both in the bot's name."""
    labelled = asked().pull_is(labels=frozenset({"decision:approved-A"}))
    assert newest_receipt(labelled.pull, BOT) is None
    silent = labelled.comments(BOT, forged(A), "10:00", on_pull=True)
    assert silent.approval().fate is Fate.ENDED
    rejected = silent.reacts(OWNER, "👎", "09:30")
    assert rejected.approval().fate is Fate.OVERRULED


@pytest.mark.parametrize(
    ("changes", "fate"),
    [
        ({"head": G}, Fate.ENDED),
        ({"base": "dev"}, Fate.ENDED),
        ({"option": B}, Fate.OVERRULED),
        ({}, Fate.STANDS),
    ],
)
def test_the_newest_receipt_must_name_this_option_head_and_base(
    changes: dict[str, object], fate: Fate
) -> None:
    """Protocol P34 (1), ballot row 133."""
    text = forged(**{"option": A, **changes})  # type: ignore[arg-type]  # each case names the fields it needs
    assert approved().comments(BOT, text, "11:00", on_pull=True).approval().fate is fate


def test_a_receipt_for_a_head_that_the_ballot_never_asked_about_approves_nothing() -> None:
    """Ballot row 133."""
    reading = approved().push(G).comments(BOT, forged(A, head=G), "11:00", on_pull=True)
    assert reading.approval().fate is Fate.ENDED


def test_a_receipt_says_what_the_bot_wrote_whatever_others_made_of_it() -> None:
    """Protocol P24, P34: it only says where to look, so wiping it takes no approval away."""
    posted = asked().comments(AGENT, forged(A), "10:00", on_pull=True)
    assert newest_receipt(posted.pull, BOT) is None
    receipt = approved().pull.comments
    assert receipt
    touched = approved().edits(AGENT, forged(A, head=K), "11:00", comment=receipt[0].id)
    assert newest_receipt(touched.pull, BOT) == newest_receipt(approved().pull, BOT)


def test_a_receipt_of_which_nothing_is_left_is_none() -> None:
    """Protocol P24."""
    (receipt,) = approved().pull.comments or ()
    wiped = approved().edits(AGENT, "gone", "11:00", comment=receipt.id)
    assert newest_receipt(wiped.redacts(0, comment=receipt.id).pull, BOT) is None


def test_a_ballot_about_another_pull_request_proves_nothing() -> None:
    """Protocol P34 (1)."""
    elsewhere = approved().pull_is(ref=type(approved().pull.ref).parse("o/r#43"))
    assert elsewhere.approval().fate is Fate.ENDED


def test_a_receipt_reads_back_as_it_was_written() -> None:
    for option in (A, B, REJECT):
        written = Receipt(option, G, "fix/--x`<!-- é", IssueRef.parse("O/In.box#77"), NONCE)
        posted = asked().comments(BOT, render_receipt(written, URL, None), "10:00", on_pull=True)
        assert newest_receipt(posted.pull, BOT) == written
