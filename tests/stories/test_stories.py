"""Every story, as a dry run, and cut at every write; some by real processes over HTTP."""

from __future__ import annotations

import pytest

from tests.stories.crashes import replay
from tests.stories.stage import Way
from tests.stories.story import Story, all_stories, play
from tests.stories.witnesses import (
    a_dry_run_says_what_is_written,
    in_the_end_all_is_quiet,
    right_after_it_nothing_is_written,
)

STORIES = all_stories()
PROCESSES = (
    "a_deferral_stays_open_and_can_flip",
    "a_more_visible_workflow_counts_and_names_nothing",
    "a_push_after_the_vote_asks_again",
    "a_push_ends_an_approval",
    "a_reminder_and_an_escalation_come_once_and_decide_nothing",
    "a_thumb_down_closes_the_pull_request",
    "a_thumb_up_is_option_a",
    "a_ticked_box_counts_by_who_ticked_it",
    "a_workflow_asks",
    "a_workflow_asks_about_what_gets_no_ballot",
    "after_a_return_one_digest_and_the_clock_goes_on",
    "an_approval_waits_for_checks_and_is_merged",
    "answers_that_rest_get_one_follow_up",
    "comments_answer_and_nothing_else_is_changed",
    "foreign_names_in_the_reasoning_are_only_shown",
    "the_inbox_is_a_repository_of_its_own",
)

every_story = pytest.mark.parametrize("told", STORIES.values(), ids=str)


@every_story
def test_story(told: Story) -> None:
    stage = told.stage(Way.DIRECT)
    play(told, stage, right_after_it_nothing_is_written, a_dry_run_says_what_is_written)
    in_the_end_all_is_quiet(stage)
    stage.close()


@every_story
def test_story_survives_every_crash(told: Story) -> None:
    stage = told.stage(Way.DIRECT)
    assert list(replay(told, stage)) == []
    stage.close()


@pytest.mark.parametrize("name", PROCESSES)
def test_story_with_the_real_program_as_a_process(name: str) -> None:
    stage = STORIES[name].stage(Way.PROCESS)
    play(STORIES[name], stage)
    in_the_end_all_is_quiet(stage)
    stage.close()
