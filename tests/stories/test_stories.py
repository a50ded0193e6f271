"""Every story, told over HTTP; some with the real program as a process."""

from __future__ import annotations

import pytest

from tests.stories import (
    stories_guard,
    stories_opening,
    stories_verdicts,
    stories_words,
)
from tests.stories.crashes import replay
from tests.stories.stage import Way
from tests.stories.story import STORIES, Story, play
from tests.stories.witnesses import (
    a_dry_run_says_what_is_written,
    in_the_end_all_is_quiet,
    right_after_it_nothing_is_written,
)

assert stories_guard
assert stories_opening
assert stories_verdicts
assert stories_words

every_story = pytest.mark.parametrize("told", STORIES.values(), ids=str)


@every_story
def test_story(told: Story) -> None:
    stage = told.stage(Way.LOOPBACK)
    play(told, stage, right_after_it_nothing_is_written, a_dry_run_says_what_is_written)
    in_the_end_all_is_quiet(stage)
    stage.close()


@every_story
def test_story_survives_every_crash(told: Story) -> None:
    stage = told.stage(Way.DIRECT)
    assert list(replay(told, stage)) == []
    stage.close()
