"""Every story, killed after its writes, with the owner changing their mind before the next tick."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from tests.stories.changed_minds import Aftermath, Change, aftermaths, receipts_on
from tests.stories.crashes import is_known
from tests.stories.stage import CONTEXT, Stage, Way
from tests.stories.story import Story, all_stories, play
from tests.stories.witnesses import a_closed_ballot_says_why, no_two_ballots_wait

STORIES = all_stories()
SHARE = int(os.environ.get("DECISION_INBOX_CHANGED_MINDS", "3"))
"""Of so many writes one is the last of a run; 1 takes every write."""
_KNOWN: set[str] = set()

VERDICTS = {Change.APPROVES: "A", Change.REJECTS: "reject"}

Truth = Callable[[Stage, Aftermath], Iterator[str]]


def nothing_is_merged_after_a_no(_: Stage, found: Aftermath) -> Iterator[str]:
    """No merge after a refusal, a deferral or a withdrawal that came before the call (P34, P36)."""
    merge = f"/repos/{found.pull.repo.full_name}/pulls/{found.pull.number}/merge"
    if found.change is not Change.APPROVES:
        yield from (str(one) for one in found.entries if one.path == merge and one.took_effect)


def the_last_word_stands_or_is_answered(stage: Stage, found: Aftermath) -> Iterator[str]:
    """What was said to an open ballot is done, or the bot answers it (P21, P22).

    Where a ballot's original is lost the bot has said that no answer counts (P28).
    """
    revisions = found.ballot.body.revisions
    is_lost = bool(revisions) and revisions[0].text is None
    if (
        found.was_open
        and not is_lost
        and not _stands(stage, found)
        and not _is_answered(stage, found)
    ):
        yield f"{found.pull.state} pull with {stage.ours(found.pull)}, {stage.ours(found.ballot)}"


def a_no_stops_what_was_approved(stage: Stage, found: Aftermath) -> Iterator[str]:
    """No open pull request is called approved after its owner's no (P34).

    A locked ballot cannot be told, so the label stays there, and the status shows the no (P40).
    """
    if found.change is Change.APPROVES or found.pull.state == "closed":
        return
    ours = stage.ours(found.pull) & {"approved-A", "approved-B"}
    if ours and not found.ballot.locked:
        yield f"it still carries {ours}"
    status = stage.gh.status(found.pull, CONTEXT)
    if status and status.state == "success":
        yield f"it is still called {status.description}"


def a_verdict_has_one_receipt(stage: Stage, found: Aftermath) -> Iterator[str]:
    """No verdict is recorded twice, one of an earlier round left aside (P29, P47)."""
    for receipt, times in receipts_on(stage, found.pull).items():
        before, is_new = found.receipts[receipt], VERDICTS.get(found.change) == receipt[0]
        if times > max(1, before + is_new):
            yield f"{times} receipts {receipt}"


def an_answer_is_counted_once(stage: Stage, found: Aftermath) -> Iterator[str]:
    """No answer is counted more often than the pull requests' receipts tell (P29-P32)."""
    for option, kind in (("A", "approved-A"), ("B", "approved-B"), ("reject", "rejected")):
        counted = sum((told.metrics or {})["inbox_resolved_this_tick"][kind] for told in found.told)
        pulls = (
            one for repo in stage.gh.world.repositories.values() for one in stage.gh.pulls(repo)
        )
        recorded = sum(
            receipt[0] == option for pull in pulls for receipt in receipts_on(stage, pull)
        )
        if counted > recorded:
            yield f"{kind} was counted {counted} times, with {recorded} receipts"


def a_run_ends_well(_: Stage, found: Aftermath) -> Iterator[str]:
    """A fault may be said, and no run ends otherwise (interface.md)."""
    yield from (told.said for told in found.told if told.exit_status not in (0, 1))


TRUTHS: tuple[Truth, ...] = (
    nothing_is_merged_after_a_no,
    the_last_word_stands_or_is_answered,
    a_no_stops_what_was_approved,
    a_verdict_has_one_receipt,
    an_answer_is_counted_once,
    a_run_ends_well,
)


@pytest.mark.parametrize("told", STORIES.values(), ids=str)
def test_story_killed_and_the_owner_changes_their_mind(told: Story) -> None:
    stage = told.stage(Way.DIRECT)
    broken: list[str] = []
    for number, act in enumerate(play(told, stage), 1):
        if not act.told.writes or is_known(stage, act, _KNOWN):
            continue
        for name, found in aftermaths(stage, act, SHARE):
            a_closed_ballot_says_why(stage)
            no_two_ballots_wait(stage)
            for truth in TRUTHS:
                broken += [
                    f"run {number}, {name}: {truth.__doc__} {one}" for one in truth(stage, found)
                ]
    assert broken == []
    stage.close()


def _stands(stage: Stage, found: Aftermath) -> bool:
    match found.change:
        case Change.APPROVES:
            return bool(stage.ours(found.pull) & {"approved-A"})
        case Change.REJECTS:
            return found.pull.state == "closed"
        case Change.DEFERS:
            return "deferred" in stage.ours(found.ballot)
        case Change.TAKES_IT_BACK:
            return True


def _is_answered(stage: Stage, found: Aftermath) -> bool:
    """True when the bot said something about it since, wherever people would look."""
    about = [
        one for one in stage.ballots(found.ballot.repo.full_name) if one.title == found.ballot.title
    ]
    said = (comment for of in (found.pull, *about) for comment in stage.words(of))
    return any(comment.updated_at >= found.at for comment in said)
