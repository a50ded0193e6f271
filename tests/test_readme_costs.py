"""What README.md says a tick costs is what the tests of the bounds allow."""

from __future__ import annotations

import re

from inbox.github.pacing import MOST_CREATIONS
from tests.bounds import test_answer_requests as answers
from tests.bounds import test_idle_requests as idle
from tests.bounds import test_size as size
from tests.readme import section, table


def test_the_table_says_what_is_counted() -> None:
    said = [row[1] for row in table("costs")]
    assert said == [
        str(idle.IDLE),
        str(idle.TALKED_ABOUT),
        str(idle.SHARE_OF_A_TICK - 1),
        f"{answers.ONE_VOTE} more",
        f"{answers.APPROVALS_THAT_WAIT} more",
    ]


def test_the_numbers_around_it_are_those_of_the_tests() -> None:
    told = re.sub(r"\s+", " ", section("What a tick costs"))
    assert "83 for each tick of five minutes" in told
    assert idle.SHARE_OF_A_TICK == 1000 // 12
    assert f"at most {MOST_CREATIONS} new ballots and comments" in told
    assert f"of each of 100 ballots takes {1 + 3 * 100}" in told
    assert f"{size.BALLOTS} ballots, a thousand comments" in told
    assert (size.COMMENTS, f"{size.FILES:,}") == (1000, "3,000")
    assert f"{size.LARGEST // 1024} MB of memory" in told
