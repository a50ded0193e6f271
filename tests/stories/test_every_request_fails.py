"""Each request of a busy run fails in each way that GitHub has, and then everything works again.

Whatever failed, the run ends with an exit status of the interface and a sentence that helps, and
later runs lead to the very world that the undisturbed run leads to: nothing is lost, and nothing is
done twice (issue 1/6, "Bad input"; protocol P40, P44).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from inbox.simulator.faults import Faults
from tests.stories.rests import Rest
from tests.stories.stage import Stage, Way
from tests.stories.story import all_stories, play

HTML = "<!DOCTYPE html><title>Unicorn!</title><p>::set-output name=inbox::99 ##[add-mask]inbox"
NO_ACCESS = "Resource not accessible by integration"
FOREVER = 99

Failing = Callable[[Faults, int], object]


def _answer(
    status: int,
    message: str = "",
    headers: Mapping[str, str] | None = None,
    *,
    times: int = 1,
    after: bool = False,
) -> Failing:
    body = {"message": message} if message else HTML

    def fail(faults: Faults, skip: int) -> object:
        return faults.answer(
            status=status, body=body, headers=headers, skip=skip, times=times, after=after
        )

    return fail


def _drop(*, after: bool, times: int) -> Failing:
    return lambda faults, skip: faults.drop(skip=skip, times=times, after=after)


@dataclass(frozen=True, slots=True)
class Ill:
    """One way to fail: how, with which exit statuses, and what the run then says."""

    fail: Failing
    exits: tuple[int, ...]
    says: str = ""


SPENT = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1798800000"}
LONG = {"Retry-After": "120"}
WAYS = {
    "401": Ill(_answer(401, "Bad credentials"), (3,), "check the input `token`"),
    "403 permission": Ill(_answer(403, NO_ACCESS), (0, 1, 3)),
    "403 policy": Ill(_answer(403, "Repository access blocked"), (0, 1, 3)),
    "403 secondary limit": Ill(
        _answer(403, "You have exceeded a secondary rate limit.", LONG, times=FOREVER),
        (0,),
        "rate limit",
    ),
    "403 primary limit": Ill(
        _answer(403, "API rate limit exceeded", SPENT, times=FOREVER), (0,), "rate limit"
    ),
    "404": Ill(_answer(404, "Not Found"), (0, 1, 2, 3)),
    "409": Ill(_answer(409, "Conflict"), (0, 1, 2, 3)),
    "410": Ill(_answer(410, "Issues are disabled for this repo"), (0, 1, 2, 3)),
    "422": Ill(_answer(422, "Validation Failed"), (0, 1, 2, 3)),
    "429": Ill(_answer(429, "Too many requests", {"Retry-After": "7"}, times=FOREVER), (0,)),
    "500 once": Ill(_answer(500, "Server Error"), (0, 1)),
    "502 for ever": Ill(_answer(502, times=FOREVER), (0, 1), "the next tick tries again"),
    "502 after the effect": Ill(_answer(502, after=True), (0, 1)),
    "504 for ever, with effects": Ill(_answer(504, times=FOREVER, after=True), (0, 1)),
    "HTML": Ill(_answer(200), (0, 1, 2, 3)),
    "truncated": Ill(lambda faults, skip: faults.truncate(skip=skip, to=9), (0, 1, 2, 3)),
    "dropped before": Ill(_drop(after=False, times=FOREVER), (0, 1)),
    "dropped after the effect": Ill(_drop(after=True, times=1), (0, 1)),
}
_NO_LOG = re.compile(r"\n\nThe branch's activity log does not show [^\n]*")
MOMENTS = {
    "a ballot is opened": ("a_thumb_up_is_option_a", 0),
    "option A is applied": ("a_thumb_up_is_option_a", 1),
    "the head moved after the vote": ("a_push_after_the_vote_asks_again", 1),
    "an approval ends": ("a_push_ends_an_approval", 3),
    "answers are written": ("comments_answer_and_nothing_else_is_changed", 1),
    "ticks of others are confirmed": ("ticks_by_others_wait_for_the_owners_confirmation", 2),
    "a ticket moves on": ("an_answered_ticket_goes_to_those_who_work_on_it", 1),
    "a follow-up is filed": ("answers_that_rest_get_one_follow_up", 1),
    "a follow-up is closed": ("answers_that_rest_get_one_follow_up", 3),
}


@cache
def _moment(name: str) -> tuple[Stage, Rest]:
    """The stage of a run of a story, and what its world comes to undisturbed."""
    told_story, number = MOMENTS[name]
    story = all_stories()[told_story]
    stage = story.stage(Way.DIRECT)
    act = play(story, stage)[number]
    return stage, Rest.of(stage, act, _without_traces)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_request_fails_and_nothing_is_lost(moment: str, way: str) -> None:
    stage, rest = _moment(moment)
    for skip in range(rest.act.told.requests):
        stage.gh.restore(rest.act.before)
        stage.gh.forget()
        WAYS[way].fail(stage.gh.faults, skip)
        told = stage.tick(**rest.act.run.inputs)
        stage.gh.faults.clear()
        where = f"{rest.act.told.entries[skip]}:\n{told.said}"
        assert told.exit_status in WAYS[way].exits, where
        if told.exit_status:
            assert told.annotations("error") or told.annotations("warning"), where
        if told.exit_status or not told.of("complete"):
            assert WAYS[way].says in told.said, where
        assert rest.differences(stage, [told]) == [], where
    stage.close()


def _without_traces(world: Any) -> Any:
    """Without what a failure rightly leaves behind: a ballot's word and label that it could not be
    processed (P40), a receipt's that the push log could not be read (P27), and grey labels."""
    for repo in world.values():
        repo["labels"] = sorted(set(repo["labels"]) - {"decision:inbox-error"})
        for conversation in repo["conversations"].values():
            said = conversation["comments"]
            kept = [one for one in said if "This ballot cannot be processed" not in one["body"]]
            for one in kept:
                one["body"] = _NO_LOG.sub("", one["body"])
            conversation["comments"] = kept
    return world
