"""The guard: moved heads, changed bases, and whose notice binds (protocol P24 to P26)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from inbox.actions import EditComment, PostComment
from inbox.ballot.case import Stage
from inbox.ballot.choice import Choice
from inbox.ballot.notices import Ending, Notice, read_notices, render_notice
from inbox.counted import Counted
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, ANY_WORKFLOW, BOT, OWNER, G, H, K

A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD


def notice(from_head: str = H, to_head: str = G, **more: Any) -> str:
    values = {"from_head": from_head, "to_head": to_head, "from_base": "main", "to_base": "main"}
    return render_notice(Notice(**{**values, **more}))


def moved() -> Reading:
    """The head moved from H to G, and a notice said so at 10:00."""
    return asked().push(G).tick("10:00")


VOTES: dict[Choice, Reading] = {
    A: asked().reacts(OWNER, "👍", "09:30"),
    B: asked().comments(OWNER, "/approve B", "09:30"),
    C: asked().comments(OWNER, "/approve C", "09:30"),
    REJECT: asked().comments(OWNER, "/reject", "09:30"),
}


@pytest.mark.parametrize("vote", VOTES, ids=str)
def test_a_moved_head_voids_the_verdict_with_one_notice_that_names_it(vote: Choice) -> None:
    """Protocol P25, ballot rows 91 and 97: the ballot is marked, the pull request untouched."""
    after = VOTES[vote].push(G).tick("10:00")
    (told,) = after.said()
    ask = "Please re-confirm your verdict if applicable."
    assert told.startswith(f"PR head changed from {H} to {G}. {ask}")
    assert ("reject" if vote is REJECT else f"answer {vote.value} (") in told.split("\n\n")[1]
    assert f"voided={vote.value}" in told
    assert after.labels == {"pending-owner", "stale-approval"}
    assert (after.on_pull, after.pull.is_open, after.said(on_pull=True)) == (set(), True, [])
    assert after.counted == (Counted.HEAD_MOVED,)
    assert after.status[G].description == "#42 → main: moved, waits for its owner"
    assert after.writes == []


def test_a_deferral_that_a_push_voids_is_no_deferral_any_more() -> None:
    """Protocol P25: clears `decision:deferred`."""
    deferred = VOTES[C].tick("09:35")
    assert deferred.labels == {"pending-owner", "deferred"}
    assert deferred.push(G).tick("10:00").labels == {"pending-owner", "stale-approval"}


def test_a_moved_head_without_a_verdict_is_a_notice_alone() -> None:
    """Protocol P25."""
    after = moved()
    assert (after.labels, len(after.said()), after.writes) == ({"pending-owner"}, 1, [])
    assert "voided=none" in after.said()[0]


def test_a_vote_after_the_notice_is_for_the_new_head() -> None:
    """Protocol P26, ballot row 94: when applied, the stale label goes."""
    after = VOTES[A].push(G).tick("10:00").unreacts(OWNER, "👍").reacts(OWNER, "👍", "10:10")
    after = after.tick("10:15")
    assert (after.labels, after.on_pull) == ({"approved-A"}, {"approved-A"})
    assert f"for {G} into `main`" in after.said(on_pull=True)[0]


def test_a_vote_for_a_head_that_moved_again_is_void_too() -> None:
    """Ballot row 95: a new notice for the newest head."""
    after = moved().comments(OWNER, "/approve A", "10:10").push(K).tick("10:15")
    assert after.on_pull == set()
    assert len(after.said()) == 2
    assert after.said()[1].startswith(f"PR head changed from {G} to {K}.")
    assert "voided=A" in after.said()[1]


def test_a_head_that_returns_is_a_move_like_any_other() -> None:
    """Protocol P25, ballot row 93: the old vote stays void."""
    back = VOTES[A].push(G).tick("10:00").push(H).tick("10:15")
    assert (back.verdict, back.on_pull) == (None, set())
    assert back.writes == []
    assert back.reacts(OWNER, "👎", "10:20").tick("10:25").labels == {"rejected"}


def test_a_head_that_returns_before_anybody_noticed_never_left() -> None:
    """What was approved is there."""
    assert VOTES[A].push(G).push(H).tick("10:00").on_pull == {"approved-A"}


def test_unanswered_pushes_are_one_notice_however_many() -> None:
    """Protocol P25: edited in place, still saying what it voided."""
    after = VOTES[A].push(G).tick("10:00").push(K).tick("10:15").push(G).tick("10:30")
    (told,) = after.said()
    assert told.startswith(f"PR head changed from {H} to {G}.")
    assert "voided=A" in told
    assert after.labels == {"pending-owner", "stale-approval"}
    assert (after.judged.round.binding.head, after.writes) == (G, [])


@pytest.mark.parametrize(
    "back",
    [
        moved().retarget("dev", "10:01").retarget("main", "10:02"),
        moved().force_push(K, "10:01").force_push(G, "10:02"),
    ],
    ids=["base", "head"],
)
def test_what_left_and_came_back_after_a_notice_is_asked_about_anew(back: Reading) -> None:
    """Protocol P25: the same text saved again would begin nothing."""
    after = back.tick("10:15")
    assert (len(after.said()), after.writes) == (2, [])
    assert after.judged.round.binding.head == G


@pytest.mark.parametrize(
    "word",
    [
        lambda reading: reading.comments(OWNER, "/approve A", "10:10"),
        lambda reading: reading.comments(OWNER, "/aprove A", "10:10"),
        lambda reading: reading.comments(OWNER, "/approve A", "10:10", via_app=True),
        lambda reading: reading.reacts(OWNER, "👎", "10:10", on=reading.newest),
    ],
    ids=["counted", "hold", "not counted", "on the notice"],
)
def test_an_answered_notice_is_followed_by_another(word: object) -> None:
    """Protocol P25: in place only while nobody on the allowlist has signalled."""
    assert callable(word)
    after = word(moved()).push(K).tick("10:15")
    posted = [text for text in after.said() if text.startswith("PR head")]
    assert [text.split(".")[0][-40:] for text in posted] == [G, K]
    assert after.writes == []


def test_an_answer_that_never_counted_does_not_multiply_notices() -> None:
    """Protocol P25: it was given before the newest notice."""
    reading = asked().comments(OWNER, "/approve A", "09:30", via_app=True).tick("09:35")
    reading = reading.push(G).tick("10:00").push(K).tick("10:15")
    assert len([text for text in reading.said() if text.startswith("PR head")]) == 1


def test_a_stranger_answers_no_notice() -> None:
    """Protocol P25."""
    reading = moved().comments(AGENT, "/approve A", "10:10").push(K).tick("10:15")
    assert len(reading.said()) == 1


@pytest.mark.parametrize("vote", [None, *VOTES], ids=str)
def test_a_half_done_move_is_completed(vote: Choice | None) -> None:
    """Protocol P25, ballot row 119: the marker says whether a verdict was voided."""
    reading = (VOTES[vote] if vote else asked()).push(G)
    cut = reading.tick("10:00", cut=1)
    assert cut.tick("10:05").labels == reading.tick("10:00").labels
    assert cut.tick("10:05").said() == cut.said()
    assert cut.tick("10:05").writes == []


# -- the base ------------------------------------------------------------------------------------


def test_a_changed_base_is_a_move_with_both_names() -> None:
    """Protocol P24, P25."""
    after = VOTES[A].retarget("dev", "09:45").tick("10:00")
    (told,) = after.said()
    assert told.startswith("PR base changed from `main` to `dev`. Please re-confirm your verdict")
    assert (after.verdict, after.labels) == (None, {"pending-owner", "stale-approval"})
    assert (after.counted, after.writes) == ((), [])
    assert after.reacts(OWNER, "👎", "10:10").verdict is REJECT


def test_a_base_that_left_and_came_back_has_moved_too() -> None:
    """Protocol P24: the events are the proof."""
    after = asked().retarget("dev", "09:20").reacts(OWNER, "👍", "09:30").retarget("main", "09:40")
    after = after.tick("10:00")
    assert after.on_pull == set()
    assert "PR base changed from `dev` to `main`." in after.said()[0]
    assert after.tick("10:05").writes == []


def test_a_base_that_changed_twice_is_told_from_the_first_to_the_last() -> None:
    """Protocol P25."""
    after = VOTES[A].retarget("dev", "09:45").retarget("next", "09:46").tick("10:00")
    assert "PR base changed from `main` to `next`." in after.said()[0]


def test_a_base_changed_in_the_second_of_the_opening_is_what_is_asked_about() -> None:
    """Whoever answers does so later, and sees it."""
    assert VOTES[A].retarget("dev", "09:00").tick("10:00").on_pull == {"approved-A"}


def test_a_base_changed_before_the_opening_is_what_is_asked_about() -> None:
    assert VOTES[A].retarget("main", "08:59").tick("10:00").on_pull == {"approved-A"}


def test_head_and_base_in_one_notice() -> None:
    """Protocol P25."""
    after = asked().push(G).retarget("dev", "09:45").tick("10:00")
    (told,) = after.said()
    assert "PR base changed from `main` to `dev`." in told
    assert f"PR head changed from {H} to {G}." in told


def test_a_base_that_moved_while_the_notice_was_written_moves_again() -> None:
    """Protocol P24: the notice names the base that it binds."""
    reading = asked().push(G).tick("10:00")
    between = reading.pull_is(base="dev")
    assert between.planned.stage is Stage.WAITING
    assert "PR base changed from `main` to `dev`." in between.tick("10:05").said()[0]


# -- whose notice binds --------------------------------------------------------------------------

FORGED: dict[str, Reading] = {
    "posted by somebody else": asked().comments(AGENT, notice(), "10:00"),
    "posted by somebody who counts": asked().comments(OWNER, notice(), "10:00"),
    "edited by somebody else": moved().edits(AGENT, notice(H, K), "10:05"),
    "edited by somebody else and back": moved()
    .edits(AGENT, "gone", "10:05")
    .edits(BOT, notice(), "10:06"),
    "of other words": asked().comments(BOT, notice().replace("re-confirm", "forget"), "10:00"),
    "of another text version": asked().comments(BOT, notice().replace("text=1", "text=2"), "10:00"),
    "with a short head": asked().comments(BOT, notice().replace(f"to={G}", f"to={G[:7]}"), "10:00"),
    "with two markers": asked().comments(BOT, notice() + "\n" + notice().split("\n")[-1], "10:00"),
    "from a head that was never bound": asked().comments(BOT, notice(K, G), "10:00"),
}


@pytest.mark.parametrize("kind", FORGED)
def test_a_notice_that_is_not_the_bots_own_whole_word_binds_nothing(kind: str) -> None:
    """Protocol P24."""
    reading = FORGED[kind]
    assert reading.judged.round.binding.head == H
    voted = reading.push(G).comments(OWNER, "/approve A", "10:30")
    assert voted.tick("10:35").on_pull == set()


@pytest.mark.parametrize("kind", list(FORGED)[2:])
def test_a_notice_in_the_bots_name_that_binds_nothing_is_followed_by_a_new_one(kind: str) -> None:
    """Protocol P24: it starts a round all the same, and the new one ends the matter."""
    reading = FORGED[kind].push(G)
    assert not reading.judged.round.is_first
    after = reading.tick("10:30")
    assert after.judged.round.binding.head == G
    assert after.writes == []
    assert after.comments(OWNER, "/approve A", "10:40").tick("10:45").on_pull == {"approved-A"}


def test_a_notice_without_a_time_binds_nothing() -> None:
    """Protocol P22, P24: nobody could say which answers are later."""
    timeless = asked().comments(BOT, notice(), None)
    assert timeless.judged.round.binding.head == H
    assert timeless.push(G).reacts(OWNER, "👍", "10:00").tick("10:05").on_pull == set()


def test_the_bots_notice_with_other_line_ends_is_the_same() -> None:
    """Protocol P2."""
    posted = asked().comments(BOT, notice().replace("\n", "\r\n") + "\n", "10:00")
    assert posted.judged.round.binding.head == G


def test_a_doubled_notice_binds_what_is_bound() -> None:
    """Protocol P24, P47: two ticks at once."""
    twice = moved().comments(BOT, moved().said()[0], "10:01")
    assert (twice.judged.round.binding.head, twice.planned.steps) == (G, ())


def test_a_chain_of_notices_binds_link_by_link() -> None:
    """Protocol P24."""
    chain = moved().comments(BOT, notice(G, K), "10:10")
    assert chain.judged.round.binding.head == K
    broken = asked().comments(BOT, notice(G, K), "10:10").comments(BOT, notice(), "10:20")
    assert broken.judged.round.binding.head == G


def test_an_older_notice_that_somebody_edited_needs_a_new_one_after_the_newest() -> None:
    """Protocol P24: the newest one's link is missing now, and editing it would not help."""
    first = moved()
    answered = first.comments(OWNER, "hm\n/approve C", "10:10").push(K).tick("10:15")
    assert answered.judged.round.binding.head == K
    broken = answered.edits(AGENT, "gone", "10:20", comment=first.newest)
    after = broken.tick("10:30")
    assert len(after.said()) == len(broken.said()) + 1
    assert (after.judged.round.binding.head, after.writes) == (K, [])


WIPED: dict[str, Reading] = {
    "its marker taken out": moved().edits(AGENT, "Nothing to see.", "10:20"),
    "its whole history removed too": moved().edits(AGENT, "Nothing.", "10:20").redacts(0),
}


@pytest.mark.parametrize("kind", WIPED)
def test_a_notice_that_somebody_wiped_still_began_a_round(kind: str) -> None:
    """Protocol P24: otherwise the vote that it voided would be alive again."""
    voted = VOTES[A].push(G).tick("10:00").edits(AGENT, "Nothing to see.", "10:20")
    if "history" in kind:
        voted = voted.redacts(0)
    back = voted.push(H)
    assert back.verdict is None
    assert back.tick("10:30").on_pull == set()
    assert back.tick("10:30").writes == []
    assert len(back.tick("10:30").said()) == 2


@pytest.mark.parametrize("kind", WIPED)
def test_a_refusal_on_a_notice_that_somebody_wiped_does_not_vanish(kind: str) -> None:
    """Protocol P10, P21, P24."""
    refused = WIPED[kind].reacts(OWNER, "👎", "10:10", on=moved().newest)
    assert [one.by for one in refused.uncounted] == [OWNER]
    after = refused.tick("10:30")
    assert "Not counted: " in "".join(after.said())
    assert "How to answer" in "".join(after.said())


def test_notices_are_read_in_the_bots_comments_alone() -> None:
    """Protocol P24."""
    comments = asked().comments(AGENT, notice(), "10:00").ballot.comments
    assert read_notices(comments, BOT) == ()


@pytest.mark.parametrize("ended", [None, *Ending])
@pytest.mark.parametrize("voided", [None, *Choice])
def test_every_notice_reads_back_as_genuine(voided: Choice | None, ended: Ending | None) -> None:
    for to_head, to_base in ((G, "main"), (H, "fix/`x` -- <!--"), (G, "dev"), (H, "main")):
        written = Notice(H, to_head, "main", to_base, voided, ended)
        posted = asked().comments(BOT, render_notice(written), "10:00")
        (read,) = read_notices(posted.ballot.comments, BOT)
        assert read.notice == written
        edited = replace(posted.ballot.comments[0], body=render_notice(written) + "\n")
        assert read_notices((edited,), BOT)[0].notice == written
        (other,) = read_notices((replace(edited, body="x" + edited.body),), BOT)
        assert other.notice is None


def test_the_shared_bots_notice_is_read_like_any_other() -> None:
    """Protocol P24: forging is answered by the activity log alone (P27)."""
    posted = asked(bot=ANY_WORKFLOW).comments(ANY_WORKFLOW, notice(), "10:00")
    assert posted.judged.round.binding.head == G


def test_the_notice_is_the_first_write_and_the_status_the_last() -> None:
    """Protocol P25: a half-done move must be known by its notice."""
    actions = [type(step.action) for step in VOTES[C].tick("09:35").push(G).planned.steps]
    assert actions[0] is PostComment
    assert actions.count(PostComment) == 1
    again = [type(step.action) for step in moved().push(K).planned.steps]
    assert again[0] is EditComment
