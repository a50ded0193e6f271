"""A head that a forged notice named before it was pushed (protocol P27)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.ballot.approval import Fate
from inbox.ballot.case import Need, Pushed
from inbox.ballot.notices import Notice, render_notice
from inbox.ballot.plan import plan
from tests.ballot.building import Reading, asked
from tests.ballot.cast import ANY_WORKFLOW, BOT, OWNER, G, H, when

UNPROVEN = "The branch's activity log does not show when this head was pushed"


def forged() -> Reading:
    """Another workflow said at 10:00, in the bot's name, that the head had moved to G."""
    notice = render_notice(Notice(H, G, "main", "main"))
    return asked(bot=ANY_WORKFLOW).comments(ANY_WORKFLOW, notice, "10:00")


def approved(pushed_at: str | None) -> Reading:
    """The owner approved what they saw at 10:10; the log shows G pushed at that time."""
    voted = forged().comments(OWNER, "/approve A", "10:10")
    return replace(voted.push(G), log=Pushed(when(pushed_at)))


def test_a_head_pushed_before_the_answer_is_applied() -> None:
    after = approved("10:09:59").tick("10:15")
    assert after.on_pull == {"approved-A"}
    assert UNPROVEN not in after.said(on_pull=True)[0]


@pytest.mark.parametrize("pushed_at", ["10:10:00", "10:10:00.9", "10:12"])
def test_a_head_pushed_with_or_after_the_answer_is_asked_about_again(pushed_at: str) -> None:
    after = approved(pushed_at).tick("10:15")
    assert (after.on_pull, after.labels) == (set(), {"pending-owner", "stale-approval"})
    assert f"PR head changed from {H} to {G}." in after.said()[1]
    assert (after.judged.round.binding.head, after.writes) == (G, [])
    again = after.comments(OWNER, "/approve A", "10:20").tick("10:25")
    assert again.on_pull == {"approved-A"}


def test_where_the_log_is_silent_the_receipt_says_so() -> None:
    after = approved(None).tick("10:15")
    assert after.on_pull == {"approved-A"}
    assert UNPROVEN in after.said(on_pull=True)[0]


@pytest.mark.parametrize("choice", ["/approve B", "/approve A"])
def test_the_log_is_asked_for_where_a_yes_rests_on_a_notice(choice: str) -> None:
    voted = forged().push(G).comments(OWNER, choice, "10:10")
    assert plan(voted.case) is Need.PUSHES


def test_the_log_is_asked_for_an_opening_too() -> None:
    """Any workflow could have opened the ballot, for a head that was not yet there."""
    voted = asked(bot=ANY_WORKFLOW).comments(OWNER, "/approve A", "10:10")
    assert plan(voted.case) is Need.PUSHES


@pytest.mark.parametrize(
    "reading",
    [
        asked(bot=BOT).push(G).tick("10:00").comments(OWNER, "/approve A", "10:10"),
        forged().push(G).comments(OWNER, "/reject", "10:10"),
        forged().push(G).comments(OWNER, "/approve C", "10:10"),
        forged().push(G),
    ],
    ids=["a bot of its own", "a reject", "a deferral", "silence"],
)
def test_the_log_is_not_asked_for_elsewhere(reading: Reading) -> None:
    assert plan(reading.case) is not Need.PUSHES


def test_the_log_is_read_for_a_whole_reading_alone() -> None:
    """Protocol P43: the scout leads to the full reading first."""
    voted = forged().push(G).comments(OWNER, "/approve A", "10:10")
    scouted = replace(voted.case, ballot=replace(voted.ballot, whole=False))
    assert plan(scouted) is Need.WHOLE


def test_an_applied_approval_that_the_log_disproves_later_ends_for_that_reason() -> None:
    """Protocol P27, P34: nobody took its label off."""
    applied = replace(approved(None).tick("10:15"), log=Pushed(when("10:12")))
    outcome = applied.approval("10:20")
    assert outcome.fate is Fate.ENDED
    (told,) = applied.tick_approval("10:20").said()[1:]
    assert "ended=not-counted" in told
    assert "does not count any longer" in told


def test_an_applied_approval_needs_the_log_again() -> None:
    applied = replace(approved("10:05").tick("10:15"))
    assert applied.approval("10:20").fate is Fate.STANDS
