"""What the model found once, as it printed it: each of these broke one of its truths."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.model.machine import Machine
from tests.model.towns import SharedBot

Sequence = Callable[[Machine], None]


def moved_and_closed_by_no_owner_in_one_tick(state: Machine) -> None:
    """P25, P38: opened again, the ballot asked about the old head until the tick after."""
    state.pushes(which=0)
    state.closes_a_ballot(who="deputy", on=0, as_duplicate=True)
    state.five_minutes_later()


def beyond_reading_and_closed(state: Machine) -> None:
    """P28: a ballot whose original is gone stayed closed and pending for ever."""
    state.tampers_with_a_ballot(who="workflow", on=0, how="words")
    state.removes_a_text_from_a_history(on=0, is_body=True, which=0, back=1)
    state.opens_or_closes(who="agent", on=0, is_pull=False)
    state.five_minutes_later()


def answered_tampered_with_and_closed(state: Machine) -> None:
    """P21, P28: whoever had answered a ballot that was changed and closed was told nothing."""
    state.clicks_a_box(who="owner", on=0, box="Option B", wanted=True)
    state.tampers_with_a_ballot(who="agent", on=0, how="title")
    state.opens_or_closes(who="agent", on=0, is_pull=False)
    state.five_minutes_later()


def a_head_that_left_and_came_back_twice(state: Machine) -> None:
    """P25: the notice was saved again and again with the text that it had already."""
    state.prepares_a_commit(which=0)
    state.comments(who="owner", on=0, text="/reject")
    state.five_minutes_later()
    state.prepares_a_commit(which=0)
    state.five_minutes_later()


def a_forged_notice_continued(state: Machine) -> None:
    """P24, P25: edited, it went on from a head that was never bound, and another had to follow."""
    state.pushes(which=0)
    state.forges_a_notice(on=0, back=False, coming=0)
    state.five_minutes_later()


def a_no_on_the_ballot_before(state: Machine) -> None:
    """P34: the fresh ballot showed only one tick later that it is held."""
    state.closes_or_reopens(which=0)
    state.five_minutes_later()
    state.reacts(who="owner", on=0, thumb="-1")
    state.five_minutes_later()
    state.closes_or_reopens(which=0)
    state.five_minutes_later()


def a_no_on_the_ballot_before_and_a_push(state: Machine) -> None:
    """P25, P34: after the notice the status said for one tick that nobody holds."""
    a_no_on_the_ballot_before(state)
    state.pushes(which=0)
    state.five_minutes_later()


def a_no_on_the_ballot_of_an_older_head(state: Machine) -> None:
    """P34: where no status leads to the earlier ballot, it was looked at one tick too late."""
    state.closes_or_reopens(which=0)
    state.five_minutes_later()
    state.reacts(who="owner", on=0, thumb="-1")
    state.closes_or_reopens(which=0)
    state.pushes(which=0)
    state.five_minutes_later()


def a_command_on_a_pull_request_that_moved(state: Machine) -> None:
    """P21: the command was answered only one tick after the notice."""
    state.answers_on_the_pull_request(who="owner", which=0, text="/approve A")
    state.changes_the_base(which=0)
    state.five_minutes_later()


FOUND: tuple[Sequence, ...] = (
    moved_and_closed_by_no_owner_in_one_tick,
    beyond_reading_and_closed,
    answered_tampered_with_and_closed,
    a_head_that_left_and_came_back_twice,
    a_forged_notice_continued,
    a_no_on_the_ballot_before,
    a_no_on_the_ballot_before_and_a_push,
    a_no_on_the_ballot_of_an_older_head,
    a_command_on_a_pull_request_that_moved,
)


@pytest.mark.parametrize("sequence", FOUND, ids=lambda found: found.__name__)
def test_it_is_mended(sequence: Sequence) -> None:
    state = SharedBot()
    state.begins(is_asked=True)
    sequence(state)
    state.teardown()
    assert not state.has_failed
