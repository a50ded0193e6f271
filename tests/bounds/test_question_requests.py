"""What questions cost: nothing that grows with the pull requests, asking or not (P43)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.bounds.inboxes import SUPERVISES_THREE, THREE, afresh, until_quiet
from tests.bounds.test_idle_requests import idle
from tests.stories.stage import SAFE, Stage, Way
from tests.stories.stories_decisions import ASKED, VAGUE
from tests.stories.told import Told

QUIET = 5
"""Two files, the inbox, the open pull requests, and one survey; the issue allows seven."""
ASKING = QUIET + 2
"""The texts that ask with what was said under them, and the past of those that were edited."""
ALL = "/answer storage: 2\n/answer name: Cachet"


def town(pulls: int, body: str, *, comment: str = "") -> Stage:
    """A repository with that many pull requests, after the ticks that settle what they ask.

    The bot is an app: of a shared one's heads, a few are classified again in each tick (P43).
    """
    stage = Stage(way=Way.DIRECT, app_token=True)
    for _ in range(pulls):
        pull = stage.pull(files=SAFE, body=body)
        if comment:
            stage.owner.comment(pull, comment)
    until_quiet(stage)
    return stage


def kinds(told: Told) -> Counter[str]:
    """How many requests of each kind the run made: GraphQL, and REST by path."""
    return Counter(
        "graphql" if entry.path == "/graphql" else entry.path.rpartition("/")[2]
        for entry in told.entries
    )


def test_fifty_pull_requests_that_ask_nothing_cost_five_requests() -> None:
    """Issue 4/6: no request per pull request beyond the listing that is made anyway."""
    stage = town(50, "What it does.\n")
    told = idle(stage)
    assert told.requests <= QUIET
    assert kinds(told)["graphql"] == 1
    stage.close()


@pytest.mark.parametrize(
    ("body", "comment"),
    [
        (ASKED, ""),
        (VAGUE, ""),
        (ASKED.replace("- [ ] On disk\n", ""), ""),
        (ASKED.replace("[ ] On disk", "[x] On disk"), ""),
        (ASKED, ALL),
        (ASKED, "/answer storage: 7"),
    ],
    ids=["open", "vague", "broken", "ticked by others", "answered", "not understood"],
)
def test_fifty_pull_requests_that_ask_cost_two_requests_more(body: str, comment: str) -> None:
    """Protocol P43: one query for the texts, one for the pasts, whatever came of them."""
    stage = town(50, body, comment=comment)
    told = idle(stage)
    assert told.requests <= ASKING, kinds(told)
    stage.close()


def test_fifty_edited_texts_with_much_talk_cost_no_more() -> None:
    """Protocol P43: histories come a hundred a query, comments with their text."""
    stage = Stage(way=Way.DIRECT, app_token=True)
    for _ in range(50):
        pull = stage.pull(files=SAFE, body=ASKED)
        stage.author.edit_body(pull, f"{ASKED}\nMore.")
        stage.owner.tick_box(pull, "On disk")
        for number in range(3):
            stage.stranger.comment(pull, f"Remark {number}")
        comment = stage.owner.comment(pull, "Hm.")
        stage.owner.edit_comment(comment, "Hm, well.")
    until_quiet(stage)
    told = idle(stage)
    assert told.requests <= ASKING, kinds(told)
    stage.close()


def test_follow_ups_that_wait_cost_no_request_each() -> None:
    """Ruling D17: while one is open, or was closed by hand, nobody asks again."""
    stage = town(30, ASKED, comment=ALL)
    stage.later(hours=4)
    until_quiet(stage)
    for number, one in enumerate(stage.ballots()):
        if number % 2:
            stage.agent.close(one)
    until_quiet(stage)
    told = idle(stage)
    assert told.requests <= ASKING, kinds(told)
    stage.close()


def test_tickets_and_follow_ups_of_all_repositories_come_in_one_query() -> None:
    """Issue 4/6: what is listed costs the same for one repository and for three."""
    stage = Stage(way=Way.DIRECT, repos=THREE, projects_yml=SUPERVISES_THREE, app_token=True)
    before = idle(stage)
    stage.way = Way.DIRECT
    for repo in THREE:
        for _ in range(10):
            stage.agent.open_issue(repo, "Cache", VAGUE, labels=("needs-info",))
            stage.agent.open_issue(repo, "Act", "By hand.", labels=("owner-decisions",))
    told = idle(stage)
    assert told.requests == before.requests
    assert sum("askingIssue" in str(entry.body) for entry in told.entries) == 0
    assert sum("followUp" in str(entry.body) for entry in told.entries) == 1
    stage.way = Way.DIRECT
    for repo in THREE:
        for _ in range(10):
            stage.agent.open_issue(repo, "Cache", ASKED, labels=("needs-info",))
    told = idle(stage)
    assert told.requests <= before.requests + 1
    stage.close()


def test_switched_off_questions_cost_no_request() -> None:
    """Ruling D10: as if the feature were not there."""
    texts: list[Told] = []
    for body, setting in (("Plain.\n", None), (ASKED, "decisions: {enabled: false}\n")):
        stage = Stage(way=Way.DIRECT, projects_yml=setting, app_token=True)
        for _ in range(5):
            stage.owner.comment(stage.pull(files=SAFE, body=body), ALL)
        until_quiet(stage)
        texts.append(idle(stage))
        afresh(stage)
        stage.close()
    on, off = texts
    assert off.requests <= on.requests
    assert not any(word in str(off.entries[-1].body) for word in ("needs-info", "followUp"))
