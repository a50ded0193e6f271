"""Rate limits that count down, and pages by `Link` (github-facts 1.0, 3)."""

from __future__ import annotations

import pytest

from inbox.simulator import Simulator
from inbox.simulator.repository import Repository
from tests.simulator.asking import Ask

R = "/repos/org/app"


def test_every_answer_counts_down(ask: Ask) -> None:
    for used in (1, 2):
        ask("GET", R)
        headers = ask.last.headers
        assert headers["X-RateLimit-Limit"] == "1000"
        assert headers["X-RateLimit-Used"] == str(used)
        assert headers["X-RateLimit-Remaining"] == str(1_000 - used)
        assert headers["X-RateLimit-Resource"] == "core"
    ask("GET", "/rate_limit")
    assert ask("GET", "/rate_limit")["resources"]["core"]["remaining"] == 998


@pytest.mark.parametrize("status", [403, 429])
def test_an_exhausted_limit_refuses_until_the_hour_is_over(
    gh: Simulator, ask: Ask, status: int
) -> None:
    gh.limits.refusal_status = status
    gh.limit("ghs_workflow", core=1)
    ask("GET", R)
    told = ask("GET", R, status=status)
    assert "API rate limit exceeded" in told["message"]
    assert ask.last.headers["X-RateLimit-Remaining"] == "0"
    reset = int(ask.last.headers["X-RateLimit-Reset"])
    assert reset == gh.clock.now.timestamp() + 3_600
    gh.advance(hours=1)
    ask("GET", R)


def test_creating_too_fast_meets_the_secondary_limit(gh: Simulator, ask: Ask) -> None:
    gh.limits.creations_per_minute = 2
    gh.limits.retry_after = 7
    for _ in range(2):
        ask("POST", f"{R}/issues", {"title": "T"}, status=201)
    told = ask("POST", f"{R}/issues/1/comments", {"body": "x"}, status=403)
    assert "secondary rate limit" in told["message"]
    assert ask.last.headers["Retry-After"] == "7"
    assert ask.last.headers["X-RateLimit-Remaining"] != "0"
    ask("POST", f"{R}/issues/1/labels", {"labels": ["x"]})
    gh.advance(minutes=1)
    ask("POST", f"{R}/issues/1/comments", {"body": "x"}, status=201)


def test_pages_are_linked_by_the_repository_s_id(gh: Simulator, app: Repository, ask: Ask) -> None:
    for number in range(7):
        gh.user("owner").open_issue(app, f"{number}", labels=("a b",))
    path, seen = f"{R}/issues?per_page=3&labels=a+b&direction=asc", []
    relations = []
    while path:
        seen += [one["number"] for one in ask("GET", path)]
        relations.append(sorted(str(name) for name in ask.last.links))
        path = ask.last.links.get("next", {}).get("url", "")
        assert not path or path.startswith(f"http://sim/repositories/{app.id}/issues?")
    assert seen == [1, 2, 3, 4, 5, 6, 7]
    assert relations == [["last", "next"], ["first", "last", "next", "prev"], ["first", "prev"]]
    ask("GET", f"{R}/issues?per_page=7")
    assert "Link" not in ask.last.headers


def test_thirty_are_a_page_unless_asked(gh: Simulator, app: Repository, ask: Ask) -> None:
    issue = gh.user("owner").open_issue(app, "T")
    for number in range(31):
        gh.user(f"user-{number}").react(issue, "+1")
    assert len(ask("GET", f"{R}/issues/1/reactions")) == 30
    assert len(ask("GET", ask.last.links["next"]["url"])) == 1
    assert len(ask("GET", f"{R}/issues/1/reactions?per_page=100")) == 31


def test_the_activity_log_pages_by_cursor(gh: Simulator, app: Repository, ask: Ask) -> None:
    owner = gh.user("owner")
    for number in range(4):
        owner.commit(app, {"x": str(number)})
    newest = ask("GET", f"{R}/activity?per_page=2")
    assert "page" not in ask.last.links["next"]["url"].partition("?")[2].replace("per_page", "")
    rest = ask("GET", ask.last.links["next"]["url"])
    assert [one["id"] for one in newest + rest] == [one.id for one in app.activity[:0:-1]]
    assert ask("GET", ask.last.links["prev"]["url"]) == newest


def test_lists_can_be_asked_for_changes_alone(gh: Simulator, app: Repository, ask: Ask) -> None:
    owner = gh.user("owner")
    old, new = owner.open_issue(app, "old"), owner.open_issue(app, "new")
    first = owner.comment(old, "one")
    gh.advance(minutes=5)
    owner.comment(new, "two")
    since = "since=2026-11-30T10:05:00Z"
    assert [one["number"] for one in ask("GET", f"{R}/issues?{since}")] == [2]
    assert [one["body"] for one in ask("GET", f"{R}/issues/comments?{since}")] == ["two"]
    owner.edit_comment(first, "one, edited")
    assert len(ask("GET", f"{R}/issues/comments?{since}")) == 2
    newest = ask("GET", f"{R}/issues?sort=updated&direction=desc")
    assert [one["title"] for one in newest] == ["new", "old"]
