"""What somebody with write access, or another workflow, tries: no yes comes of it, no no is lost.

An agent is not on the allowlist; it may edit and delete whatever others wrote, remove texts from
histories, rename, label, push, retarget, close and reopen. Another workflow also writes in the name
of `github-actions[bot]`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from inbox.ballot.case import Need, Pushed, Stage
from inbox.ballot.choice import Choice
from inbox.ballot.notices import Notice, render_notice
from inbox.ballot.plan import plan
from inbox.counted import Counted
from inbox.labels import PENDING
from inbox.world import Revision
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, ANY_WORKFLOW, OWNER, G, H, clock

A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD
ORIGINAL = asked().ballot.body


def approved() -> Reading:
    return asked().reacts(OWNER, "👍", "09:30")


def doubted() -> Reading:
    """A 👍 at 09:30, and a later word that takes it back, as comment 101."""
    return approved().comments(OWNER, "/reject", "10:00")


def many_edits(reading: Reading) -> Reading:
    """So many saves that GitHub no longer keeps those after the original."""
    comment = reading.ballot.comments[-1]
    kept = (
        Revision(comment.created_at, OWNER, comment.body),
        Revision(None, None, None),
        *(Revision(clock(f"11:{minute:02}"), AGENT, f"edit {minute}") for minute in range(58)),
    )
    edited = replace(comment, history=kept, body="edit 57", edited_at=clock("11:57"))
    return reading._with(comments=(*reading.ballot.comments[:-1], edited))


REFUSAL_ATTACKED: dict[str, Reading] = {
    "deleted": doubted().deletes(AGENT, "10:01"),
    "made an approval": doubted().edits(AGENT, "/approve A", "10:01"),
    "emptied": doubted().edits(AGENT, "", "10:01"),
    "made a quotation": doubted().edits(AGENT, "> /reject", "10:01"),
    "emptied, and its first text removed": doubted().edits(AGENT, "", "10:01").redacts(0),
    "edited out of the history": many_edits(doubted()),
    "its ballot rewritten and restored": doubted()
    .rewrites(AGENT, H, G, "10:01")
    .saves(AGENT, ORIGINAL, "10:02"),
    "its ballot renamed and back": doubted()
    .renames(AGENT, "x", "10:01")
    .renames(AGENT, asked().ballot.title, "10:02"),
    "its ballot's original text removed": doubted().ticks(AGENT, "A", "10:01").loses(0),
    "its ballot closed and reopened": doubted().closes(AGENT, "10:01").reopens(AGENT, "10:02"),
    "the head exchanged and back": doubted().force_push(G, "10:01").force_push(H, "10:02"),
    "the base exchanged and back": doubted().retarget("dev", "10:01").retarget("main", "10:02"),
}


@pytest.mark.parametrize("how", REFUSAL_ATTACKED)
def test_no_older_yes_comes_to_life_again(how: str) -> None:
    """The first principle: and a refusal is applied, or asked for again in words."""
    after = REFUSAL_ATTACKED[how].tick("12:00")
    assert "approved-A" not in after.on_pull | after.labels
    assert not after.pull.is_open or after.said()
    assert "approved-A" not in after.tick("12:05").on_pull if after.ballot.is_open else True


@pytest.mark.parametrize("box", ["B", "C"])
def test_no_older_yes_comes_to_life_when_a_box_is_cleared(box: str) -> None:
    """Protocol P16."""
    after = approved().ticks(OWNER, box, "10:00").unticks(AGENT, box, "10:01").tick("10:05")
    assert (after.on_pull, after.labels & {"approved-A"}) == (set(), set())
    assert after.said()


MEANT_FOR_ANOTHER: dict[str, Reading] = {
    "a harmless head while they looked": asked()
    .force_push(G, "09:59")
    .reacts(OWNER, "👍", "10:00")
    .force_push(H, "10:01"),
    "a harmless base while they looked": asked()
    .retarget("dev", "09:59")
    .reacts(OWNER, "👍", "10:00")
    .retarget("main", "10:01"),
    "another head after they looked": asked().reacts(OWNER, "👍", "10:00").push(G),
    "another title while they looked": asked()
    .renames(AGENT, "Decision pending — PR o/r#7", "09:59")
    .reacts(OWNER, "👍", "10:00")
    .renames(AGENT, asked().ballot.title, "10:01"),
    "another question while they looked": asked()
    .rewrites(AGENT, "o/r#42", "o/r#7", "09:59")
    .reacts(OWNER, "👍", "10:00")
    .saves(AGENT, ORIGINAL, "10:01"),
    "another box under their mouse": asked()
    .rewrites(AGENT, "## Options", "<!--\n- [ ] x\n-->\n## Options", "09:59")
    .ticks(OWNER, "A", "10:00"),
    "the same, and then restored with their tick in it": asked()
    .rewrites(AGENT, "## Options", "<!--\n- [ ] x\n-->\n## Options", "09:59")
    .ticks(OWNER, "A", "10:00")
    .rewrites(AGENT, "<!--\n- [ ] x\n-->\n", "", "10:01"),
    "a tick that was there when they ticked another": asked()
    .ticks(AGENT, "A", "09:59")
    .ticks(OWNER, "C", "10:00"),
    "a tick that they took for their own": asked()
    .ticks(AGENT, "A", "09:59")
    .saves(OWNER, asked().ticks(AGENT, "A", "09:59").ballot.body, "10:00"),
}


@pytest.mark.parametrize("how", MEANT_FOR_ANOTHER)
def test_a_yes_to_something_else_approves_nothing(how: str) -> None:
    """The second principle: this pull request, head and base, as the owner could see it."""
    after = MEANT_FOR_ANOTHER[how].tick("10:05")
    assert after.on_pull == set()
    assert after.pull.is_open
    assert after.under(now=clock("10:10")).writes == []


def test_a_harmless_head_shown_once_is_answered_with_a_notice() -> None:
    """Protocol P25: a head that returns is a move like any other."""
    back = approved().force_push(G, "10:01").force_push(H, "10:02").tick("10:05")
    assert back.on_pull == set()
    assert f"This ballot still asks about {H}. Please re-confirm" in back.said()[0]
    assert back.labels == {"pending-owner", "stale-approval"}
    again = back.unreacts(OWNER, "👍").reacts(OWNER, "👍", "10:10").tick("10:15")
    assert again.on_pull == {"approved-A"}


# -- labels, closings and what is over --------------------------------------------------------


def test_a_pending_label_on_a_decided_ballot_repeats_nothing() -> None:
    """Protocol P29: the receipt is there."""
    after = approved().tick("10:05").labelled(PENDING).tick("11:00")
    assert (after.labels, len(after.said(on_pull=True))) == ({"approved-A"}, 1)


def test_a_yes_to_what_was_closed_does_not_wait_for_its_reopening() -> None:
    """Protocol P34, P39: whoever labels the old ballot later revives nothing."""
    over = approved().pull_is(is_open=False).tick("10:05").pull_is(is_open=True)
    assert "approved-A" not in over.labelled(PENDING).tick("11:00").on_pull


def test_labels_on_a_waiting_ballot_decide_nothing() -> None:
    """Protocol P4."""
    labelled = asked().labelled("decision:approved-A", "decision:approved-B")
    assert labelled.tick("10:05").on_pull == set()


# -- another workflow, in the bot's name ------------------------------------------------------


def shared() -> Reading:
    return replace(asked(bot=ANY_WORKFLOW), log=Pushed(clock("08:00")))


def forged(to_head: str = H) -> str:
    return render_notice(Notice(H, to_head, "main", "main"))  # type: ignore[arg-type]  # a head that is none, on purpose


FORGED: dict[str, Callable[[Reading], Reading]] = {
    "a notice for the head to come": lambda reading: replace(
        reading.comments(ANY_WORKFLOW, forged(G), "09:59").reacts(OWNER, "👍", "10:00").push(G),
        log=Pushed(clock("10:01")),
    ),
    "an old notice made one for the head to come": lambda reading: replace(
        reading.comments(ANY_WORKFLOW, forged(H), "09:50")
        .edits(ANY_WORKFLOW, forged(G), "09:59")
        .reacts(OWNER, "👍", "10:00")
        .push(G),
        log=Pushed(clock("10:01")),
    ),
    "the body": lambda reading: (
        reading.rewrites(ANY_WORKFLOW, H, G, "09:59").reacts(OWNER, "👍", "10:00").push(G)
    ),
    "a ticked box": lambda reading: reading.ticks(ANY_WORKFLOW, "A", "10:00"),
    "a command": lambda reading: reading.comments(ANY_WORKFLOW, "/approve A", "10:00"),
    "a notice deleted that had voided the yes": lambda reading: (
        reading.reacts(OWNER, "👍", "09:30")
        .comments(ANY_WORKFLOW, forged(H), "09:40")
        .deletes(ANY_WORKFLOW, "09:50")
    ),
    "a notice wiped that had voided the yes": lambda reading: (
        reading.reacts(OWNER, "👍", "09:30")
        .comments(ANY_WORKFLOW, forged(H), "09:40")
        .edits(ANY_WORKFLOW, "Build passed.", "09:50")
    ),
    "the closing of a silent ballot": lambda reading: reading.closes(ANY_WORKFLOW, "10:00"),
}


@pytest.mark.parametrize("what", FORGED)
def test_nothing_that_is_forged_approves(what: str) -> None:
    """The third principle."""
    after = FORGED[what](shared()).tick("10:05")
    assert (after.on_pull, after.pull.is_open) == (set(), True)
    assert after.ballot.is_open
    assert not {Counted.RESOLVED_A, Counted.RESOLVED_B} & set(after.counted)


def test_a_forged_opening_for_the_head_to_come_is_found_out() -> None:
    """Protocol P27: the log shows its head only after the answer."""
    begun = replace(asked(bot=ANY_WORKFLOW, head=G).push(H), log=None)
    voted = begun.reacts(OWNER, "👍", "10:00").push(G)
    assert plan(voted.case) is Need.PUSHES
    assert replace(voted, log=Pushed(clock("10:01"))).tick("10:05").on_pull == set()


def test_a_forged_answer_to_a_question_silences_it_and_lets_nothing_through() -> None:
    """Protocol P22a: the hold is the word itself."""
    held = shared().reacts(OWNER, "👍", "09:30").comments(OWNER, "/rejct", "10:00")
    (question,) = held.tick("10:05").said()
    silenced = held.comments(ANY_WORKFLOW, question, "10:01").tick("10:05")
    assert (silenced.on_pull, silenced.planned.stage) == (set(), Stage.HELD)


def test_a_forged_notice_that_voids_a_refusal_says_so_in_the_protocols_own_words() -> None:
    """Protocol P24: other words bind nothing, and a new notice follows."""
    voided = shared().reacts(OWNER, "👎", "09:30").comments(ANY_WORKFLOW, forged(H), "10:00")
    assert (voided.verdict, voided.tick("10:05").pull.is_open) == (None, True)
    assert "Only an answer given after this comment counts." in voided.said()[0]
    quiet = forged(H).replace("Only an answer given after this comment counts.", "All is well.")
    other = shared().reacts(OWNER, "👎", "09:30").comments(ANY_WORKFLOW, quiet, "10:00")
    assert "Only an answer given after this comment counts." in other.tick("10:05").said()[1]


# -- an honest owner ----------------------------------------------------------------------------

LOST: dict[str, Reading] = {
    "in the second of the notice": asked().push(G).tick("10:00").reacts(OWNER, "👍", "10:00"),
    "just before the notice": asked().push(G).reacts(OWNER, "👍", "09:59:59").tick("10:00"),
    "between a notice and its edit": asked()
    .push(G)
    .tick("10:00")
    .retarget("dev", "10:01")
    .tick("10:10")
    .reacts(OWNER, "👍", "10:09:59"),
    "in the second of a deletion": asked()
    .comments(OWNER, "hm", "09:30")
    .deletes(AGENT, "10:00")
    .reacts(OWNER, "👍", "10:00"),
    "before somebody restored the text": asked()
    .rewrites(AGENT, H, G, "09:30")
    .ticks(OWNER, "A", "10:00")
    .saves(AGENT, ORIGINAL, "10:01"),
    "in a box that somebody cleared": asked()
    .ticks(OWNER, "A", "10:00")
    .unticks(AGENT, "A", "10:01"),
    "in a text after a removed one": asked()
    .saves(AGENT, ORIGINAL, "09:59")
    .ticks(OWNER, "A", "10:00")
    .loses(1),
    "through an app": asked().comments(OWNER, "/approve A", "10:00", via_app=True),
    "by e-mail, below the first words": asked().comments(
        OWNER, "Thanks.\n\n/approve A", "10:00", via_email=True
    ),
    "with a slip of the finger": asked().comments(OWNER, "/aprove a", "10:00"),
    "on the pull request": asked().comments(OWNER, "/approve A", "10:00", on_pull=True),
    "before the pull request was closed": approved().pull_is(is_open=False),
    "in a ballot whose text was changed": approved().rewrites(AGENT, H, G, "10:00"),
}


@pytest.mark.parametrize("where", LOST)
def test_an_honest_answer_that_does_not_count_is_never_dropped_in_silence(where: str) -> None:
    """Protocol P21, P25: they read on the ballot or the pull request what to do."""
    reading = LOST[where]
    after = reading.tick("10:15")
    assert after.on_pull == set()
    words = [*after.said(), *after.said(on_pull=True)]
    assert words
    assert any(
        sign in text
        for text in words
        for sign in (
            "Not counted: ",
            "How to answer",
            "What works",
            "nothing is left to decide",
            "has ended",
            "Please answer there",
        )
    )
