"""What is a ballot, and whose words are its text (protocol P1, P23, P28; rows 3-17, 77-79)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from inbox.ballot.body import parse_body
from inbox.ballot.case import Need, Stage
from inbox.ballot.choice import Choice
from inbox.ballot.integrity import Integrity, NotHonoured, Tampering
from inbox.ballot.plan import plan
from inbox.counted import Counted
from inbox.world import Revision
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, BOT, OWNER, G, H, K, clock

A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD
FAKE = f"<!-- decision-inbox-head-sha: {K} -->"

NONE: dict[str, tuple[Reading, str]] = {
    "row 17: a human wrote it": (asked()._with(author=OWNER), "its author is not the bot"),
    "P1: GitHub names no author": (asked()._with(author=None), "its author is not the bot"),
    "row 3: no markers": (asked()._with(body="Please approve."), "it has no PR line"),
    "row 9: no text": (asked()._with(body=""), "it has no PR line"),
    "row 10: two head markers in the original": (
        asked()._with(body=asked().ballot.body + FAKE + "\n"),
        "it has more than one head-sha marker",
    ),
    "P1: other words than the bot's": (
        asked()._with(body=asked().ballot.body.replace("Respond with", "Just give")),
        "its original text is not what the bot writes",
    ),
}


@pytest.mark.parametrize("row", NONE)
def test_it_is_no_ballot_and_gets_no_write(row: str) -> None:
    """Protocol P1."""
    reading, why = NONE[row]
    outcome = plan(reading.reacts(OWNER, "👍", "10:00").case)
    assert outcome == NotHonoured(why)


TAMPERED: dict[str, tuple[Reading, str]] = {
    "row 10: a second head marker": (
        asked().saves(AGENT, asked().ballot.body + FAKE + "\n", "09:30"),
        "text",
    ),
    "row 11: a second PR line": (
        asked().rewrites(AGENT, "- PR: ", "- PR: `o/r#1` — head `aaaaaaa`\n- PR: ", "09:30"),
        "text",
    ),
    "P28: another head": (asked().rewrites(AGENT, H, G, "09:30"), "text"),
    "P28: another reasoning": (
        asked().rewrites(AGENT, "the database", "a comment", "09:30"),
        "text",
    ),
    "row 77: another bullet": (
        asked().rewrites(AGENT, "- [ ] Option A", "* [x] Option A", "09:30"),
        "text",
    ),
    "row 77: an option rewritten": (
        asked().rewrites(AGENT, "needs more info", "approve it", "09:30"),
        "text",
    ),
    "row 78: one option more": (
        asked().rewrites(AGENT, "- [ ] Option C", "- [ ] Option Z — x\n- [ ] Option C", "09:30"),
        "text",
    ),
    "P28: in the bot's own name": (asked().rewrites(BOT, H, G, "09:30"), "text"),
    "P28: by an owner": (asked().rewrites(OWNER, H, G, "09:30"), "text"),
    "P28: a text in between is missing": (
        asked().ticks(AGENT, "A", "09:30").unticks(AGENT, "A", "09:31").loses(-1),
        "text",
    ),
    "P28: another title": (asked().renames(AGENT, "Trivial change", "09:30"), "title"),
    "P28: a title that no event tells of": (asked()._with(title="Trivial change"), "title"),
    "P28: a title after the last that an event tells of": (
        asked().renames(AGENT, asked().ballot.title, "09:29")._with(title="Trivial change"),
        "title",
    ),
    "P28: title and text": (
        asked().rewrites(AGENT, H, G, "09:30").renames(AGENT, "Trivial", "09:31"),
        "text",
    ),
}


VOTES: dict[str, Callable[[Reading], Reading]] = {
    "before": lambda reading: reading.reacts(OWNER, "👍", "09:10"),
    "after": lambda reading: reading.reacts(OWNER, "👍", "10:00"),
    "a command": lambda reading: reading.comments(OWNER, "/approve B", "10:00"),
    "nothing": lambda reading: reading,
}


@pytest.mark.parametrize("row", TAMPERED)
@pytest.mark.parametrize("vote", VOTES)
def test_a_tampered_ballot_approves_nothing(row: str, vote: str) -> None:
    """Protocol P28: said once, counted once, and the pull request is left alone."""
    reading, what = TAMPERED[row]
    voted = VOTES[vote](reading)
    assert voted.verdict is None
    after = voted.tick("10:05")
    assert (after.on_pull, after.pull.is_open, after.said(on_pull=True)) == (set(), True, [])
    assert after.labels == {"pending-owner", "inbox-integrity-failed"}
    assert after.counted == (Counted.INTEGRITY_FAILED,)
    assert f"its {what} was changed" in after.said()[0]
    assert (after.planned.stage, after.writes) == (Stage.TAMPERED, [])


def test_a_box_ticked_in_a_tampered_text_approves_nothing() -> None:
    """Protocol P28."""
    reading = asked().rewrites(AGENT, H, G, "09:30").ticks(OWNER, "A", "10:00")
    assert reading.verdict is None
    assert reading.tick("10:05").on_pull == set()


@pytest.mark.parametrize("row", TAMPERED)
def test_a_reject_on_a_tampered_ballot_is_honoured(row: str) -> None:
    """Protocol P28: for the original's pull request and head."""
    reading, _ = TAMPERED[row]
    after = reading.reacts(OWNER, "👎", "10:00").tick("10:05")
    assert (after.pull.is_open, after.labels) == (False, {"rejected"})
    assert f"for {H} into" in after.said(on_pull=True)[0]


def test_it_is_said_who_did_it_and_when() -> None:
    """Protocol P28."""
    (told,) = asked().rewrites(AGENT, H, G, "09:30").tick("10:05").said()
    assert "its text was changed (by `agent`, at 2026-08-01T09:30:00Z)" in told


def test_a_reference_in_the_original_is_the_only_one() -> None:
    """Ballot row 11: never the appended one."""
    reading, _ = TAMPERED["row 11: a second PR line"]
    examined = reading.examined
    assert isinstance(examined, Integrity)
    assert (str(examined.original.pull), examined.original.head) == ("o/r#42", H)


def test_a_tick_that_also_changes_the_text_is_no_vote() -> None:
    """Ballot row 79."""
    edited = asked().ballot.body.replace("- [ ] Option A", "- [x] Option A").replace("#42", "#43")
    reading = asked().saves(OWNER, edited, "10:00")
    assert reading.verdict is None
    assert reading.tick("10:05").on_pull == set()


def test_a_title_that_was_another_before_the_first_event_is_restored_by_it() -> None:
    """Protocol P28."""
    title = asked().ballot.title
    reading = asked()._with(title="x").reacts(OWNER, "👍", "09:20").renames(AGENT, title, "09:30")
    assert reading.judged.tampering is None
    assert reading.judged.round.started == clock("09:30")
    assert reading.verdict is None


def test_a_restored_text_starts_a_new_round() -> None:
    """Protocol P28: votes from before have to be given again, and their givers are told."""
    tampered = asked().reacts(OWNER, "👍", "09:20").rewrites(AGENT, H, G, "09:30").tick("09:35")
    restored = tampered.saves(AGENT, asked().ballot.body, "10:00")
    assert restored.verdict is None
    after = restored.tick("10:05")
    assert (after.labels, after.on_pull) == ({"pending-owner"}, set())
    assert after.comments(OWNER, "/approve A", "10:10").tick("10:15").on_pull == {"approved-A"}


def test_tampered_with_again_is_said_again() -> None:
    """Protocol P28: each once."""
    original = asked().ballot.body
    once = asked().rewrites(AGENT, H, G, "09:30").tick("09:35")
    twice = once.saves(AGENT, original, "10:00").rewrites(AGENT, H, K, "10:01").tick("10:05")
    assert len([text for text in twice.said() if "is not what was asked" in text]) == 2
    assert twice.counted == (Counted.INTEGRITY_FAILED,) * 2


def test_a_text_restored_at_an_unknown_time_is_not_restored() -> None:
    """Protocol P28: it could start no round."""
    reading = asked().rewrites(AGENT, H, G, "09:30").saves(AGENT, asked().ballot.body, None)
    assert isinstance(reading.judged.tampering, Tampering)
    assert reading.reacts(OWNER, "👍", "10:00").verdict is None


def lost() -> Reading:
    return asked().ticks(OWNER, "A", "10:00").loses(0)


def test_an_unreadable_original_is_tampering_and_left_alone() -> None:
    """Protocol P28: nobody can say what was asked."""
    reading = lost()
    assert isinstance(reading.examined, Tampering)
    after = reading.reacts(OWNER, "👎", "10:01").tick("10:05")
    assert after.labels == {"pending-owner", "inbox-integrity-failed"}
    assert (after.on_pull, after.pull.is_open) == (set(), True)
    assert (after.counted, after.writes) == ((Counted.INTEGRITY_FAILED,), [])
    assert "so no answer counts here, not even a reject" in after.said()[0]


def test_texts_that_were_not_read_are_asked_for() -> None:
    """Protocol P23: never edited is only what an answer without errors says."""
    edited = asked().ticks(OWNER, "A", "10:00")
    assert plan(edited._with(history=None).case) is Need.CLOSER
    talk = asked().comments(OWNER, "/approve A", "10:00").edits(OWNER, "/reject", "10:01")
    unread = replace(talk.ballot.comments[0], history=None)
    assert plan(talk._with(comments=(unread,)).case) is Need.CLOSER


def test_an_empty_history_is_no_proof_of_anything() -> None:
    """Protocol P23: an edited text without revisions could not be read."""
    reading = asked()._with(history=(), edited_at=clock("10:00")).reacts(OWNER, "👍", "10:01")
    assert isinstance(plan(reading.case), NotHonoured)


def test_the_original_is_the_first_revision_whoever_saved_it_last() -> None:
    """Protocol P28: also against the bot's own login."""
    other = asked(head=G).ballot.body
    assert parse_body(other) != parse_body(asked().ballot.body)
    history = (
        Revision(clock("09:00"), BOT, asked().ballot.body),
        Revision(clock("09:30"), BOT, other),
    )
    reading = asked()._with(body=other, history=history, edited_at=clock("09:30"))
    assert reading.reacts(OWNER, "👍", "10:00").push(G).tick("10:05").on_pull == set()
