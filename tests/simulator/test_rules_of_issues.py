"""Rules that issues, labels, comments and reactions obey (github-facts 1.1-1.15, 5, 6)."""

from __future__ import annotations

from typing import Any

import pytest

from inbox.simulator import Refusal, Simulator
from inbox.simulator.repository import Repository
from tests.simulator.asking import Ask

R = "/repos/org/app"


def _codes(told: Any) -> list[tuple[str, str]]:
    return [(one["field"], one["code"]) for one in told["errors"]]


def test_an_unknown_label_is_made_in_grey_and_kept_in_any_case(ask: Ask) -> None:
    ask("POST", f"{R}/issues", {"title": "T", "labels": ["New", "new"]}, status=201)
    told = ask("GET", f"{R}/labels/NEW")
    assert (told["name"], told["color"], told["description"]) == ("New", "ededed", None)


def test_a_label_that_exists_cannot_be_made_again(ask: Ask) -> None:
    ask("POST", f"{R}/labels", {"name": "risk", "color": "ff0000"}, status=201)
    told = ask("POST", f"{R}/labels", {"name": "Risk", "color": "ff0000"}, status=422)
    assert _codes(told) == [("name", "already_exists")]


@pytest.mark.parametrize(
    ("field", "value"), [("name", "x" * 51), ("color", "red"), ("description", "x" * 101)]
)
def test_a_label_has_limits(ask: Ask, field: str, value: str) -> None:
    told = ask("POST", f"{R}/labels", {"name": "x", "color": "ffffff", field: value}, status=422)
    assert _codes(told) == [(field, "invalid")]


def test_removing_a_label_that_is_not_carried_is_404_in_its_own_words(ask: Ask) -> None:
    ask("POST", f"{R}/issues", {"title": "T", "labels": ["a:b/c"]}, status=201)
    assert ask("DELETE", f"{R}/issues/1/labels/a%3Ab%2Fc") == []
    told = ask("DELETE", f"{R}/issues/1/labels/a%3Ab%2Fc", status=404)
    assert told["message"] == "Label does not exist"
    told = ask("DELETE", f"{R}/issues/9/labels/x", status=404)
    assert told["message"] == "Not Found"


def test_labels_that_are_there_already_are_no_event(ask: Ask) -> None:
    ask("POST", f"{R}/issues", {"title": "T", "labels": ["a"]}, status=201)
    ask("POST", f"{R}/issues/1/labels", {"labels": ["a", "b"]})
    events = ask("GET", f"{R}/issues/1/events")
    assert [(one["event"], one["label"]["name"]) for one in events] == [
        ("labeled", "a"),
        ("labeled", "b"),
    ]


def test_who_cannot_be_assigned_costs_the_whole_issue(gh: Simulator, ask: Ask) -> None:
    gh.user("outsider")
    body = {"title": "T", "assignees": ["outsider"]}
    told = ask("POST", f"{R}/issues", body, status=422)
    assert _codes(told) == [("assignees", "invalid")]
    assert ask("GET", f"{R}/issues?state=all") == []


@pytest.mark.parametrize("length", [65_536, 65_537])
def test_a_new_body_has_a_limit(ask: Ask, length: int) -> None:
    status = 201 if length <= 65_536 else 422
    ask("POST", f"{R}/issues", {"title": "T", "body": "x" * length}, status=status)


def test_an_update_over_the_store_s_size_answers_as_if_and_stores_nothing(
    gh: Simulator, ask: Ask
) -> None:
    ask("POST", f"{R}/issues", {"title": "T", "body": "short"}, status=201)
    gh.advance(minutes=1)
    long = "x" * 262_145
    told = ask("PATCH", f"{R}/issues/1", {"body": long})
    assert told["body"] == long
    assert told["updated_at"] == told["created_at"]
    assert ask("GET", f"{R}/issues/1")["body"] == "short"


@pytest.mark.parametrize(("title", "code"), [(" ", "missing_field"), ("x" * 257, "custom")])
def test_a_title_has_limits(ask: Ask, title: str, code: str) -> None:
    told = ask("POST", f"{R}/issues", {"title": title}, status=422)
    assert _codes(told) == [("title", code)]


@pytest.mark.parametrize("body", ["", " \n", "x" * 65_537])
def test_a_comment_has_limits(ask: Ask, body: str) -> None:
    ask("POST", f"{R}/issues", {"title": "T"}, status=201)
    ask("POST", f"{R}/issues/1/comments", {"body": body}, status=422)


def test_a_locked_issue_takes_no_comment_of_an_app_and_no_reaction(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    owner, stranger = gh.user("owner", role="admin"), gh.user("stranger")
    issue = owner.open_issue(app, "T")
    owner.lock(issue, "too heated")
    told = ask("POST", f"{R}/issues/1/comments", {"body": "x"}, status=403)
    assert told["message"] == "Unable to create comment because issue is locked."
    ask("POST", f"{R}/issues/1/reactions", {"content": "+1"}, status=403)
    with pytest.raises(Refusal, match="locked"):
        owner.react(issue, "+1")
    with pytest.raises(Refusal, match="writer"):
        stranger.comment(issue, "hello")
    assert owner.comment(issue, "hello").body.text == "hello"
    assert ask("GET", f"{R}/issues/1")["active_lock_reason"] == "too heated"


def test_a_transferred_issue_is_301_for_those_who_can_follow(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    owner = gh.user("owner", role="admin")
    issue = owner.open_issue(app, "T", labels=("a",))
    owner.comment(issue, "stays")
    secret = gh.repository("org/secret", visibility="private")
    owner.transfer(issue, secret)
    ask("GET", f"{R}/issues/1", status=404)
    both = ask.with_token(gh.app_token("gate", [app, secret]))
    both("GET", f"{R}/issues/1", status=301)
    where = both.last.headers["Location"]
    assert where == f"http://sim/repositories/{secret.id}/issues/1"
    told = both("GET", where)
    assert (told["labels"], told["comments"]) == ([], 1)
    both("PATCH", f"{R}/issues/1", {"state": "closed"}, status=301)


def test_a_deleted_issue_is_410(gh: Simulator, app: Repository, ask: Ask) -> None:
    owner = gh.user("owner", role="admin")
    owner.delete(owner.open_issue(app, "T"))
    assert ask("GET", f"{R}/issues/1", status=410)["message"] == "This issue was deleted"
    ask("POST", f"{R}/issues/1/comments", {"body": "x"}, status=410)


def test_issues_that_are_switched_off_are_410_and_pull_requests_stay(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    gh.pull(app, author=gh.user("author"))
    gh.user("owner").open_issue(app, "T")
    gh.enable_issues(app, False)
    ask("GET", f"{R}/issues", status=410)
    ask("POST", f"{R}/issues", {"title": "T"}, status=410)
    ask("GET", f"{R}/issues/2", status=410)
    ask("POST", f"{R}/issues/1/comments", {"body": "x"}, status=201)


def test_an_archived_repository_is_read_only(gh: Simulator, app: Repository, ask: Ask) -> None:
    gh.archive(app)
    ask("GET", f"{R}/issues")
    told = ask("POST", f"{R}/issues", {"title": "T"}, status=403)
    assert told["message"] == "Repository was archived so is read-only."


def test_a_renamed_repository_is_301_to_reads_and_307_to_writes(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    gh.rename_repository(app, "org/application")
    ask("GET", f"{R}/issues?state=all", status=301)
    assert ask.last.headers["Location"] == f"http://sim/repositories/{app.id}/issues?state=all"
    assert ask("GET", ask.last.headers["Location"]) == []
    ask("POST", f"{R}/issues", {"title": "T"}, status=307)
    made = ask("POST", ask.last.headers["Location"], {"title": "T"}, status=201)
    assert made["repository_url"] == "http://sim/repos/org/application"
    told = ask.data('{ repository(owner: "org", name: "app") { nameWithOwner } }')
    assert told["repository"]["nameWithOwner"] == "org/application"


def test_pull_requests_are_in_the_list_of_issues(gh: Simulator, app: Repository, ask: Ask) -> None:
    gh.pull(app, author=gh.user("author"))
    gh.user("owner").open_issue(app, "T")
    assert ["pull_request" in one for one in ask("GET", f"{R}/issues")] == [False, True]
    (mine,) = ask("GET", f"{R}/issues?creator=Author")
    assert mine["number"] == 1


def test_reactions_move_no_updated_at_and_comments_do(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    owner = gh.user("owner")
    issue = owner.open_issue(app, "T")
    gh.advance(minutes=1)
    owner.react(issue, "+1")
    told = ask("GET", f"{R}/issues/1")
    assert told["updated_at"] == told["created_at"]
    assert told["reactions"]["+1"] == told["reactions"]["total_count"] == 1
    owner.comment(issue, "hello")
    told = ask("GET", f"{R}/issues/1")
    assert told["updated_at"] > told["created_at"]


def test_a_reaction_given_again_is_a_new_one(gh: Simulator, app: Repository, ask: Ask) -> None:
    owner = gh.user("owner")
    issue = owner.open_issue(app, "T")
    first = owner.react(issue, "+1")
    owner.unreact(issue, "+1")
    assert ask("GET", f"{R}/issues/1/reactions") == []
    gh.advance(seconds=1)
    again = owner.react(issue, "+1")
    owner.react(issue, "-1")
    assert again.id != first.id
    told = ask("GET", f"{R}/issues/1/reactions")
    assert [one["content"] for one in told] == ["+1", "-1"]
    assert told[0]["created_at"] == "2026-11-30T10:00:01Z"


def test_ghosts_are_shown_as_ghost_or_as_nothing(gh: Simulator, app: Repository, ask: Ask) -> None:
    leaving, left = gh.user("leaving"), gh.user("left")
    issue = leaving.open_issue(app, "T")
    left.react(issue, "+1")
    gh.delete_account(leaving)
    gh.delete_account(left, shown="null")
    ghost = ask("GET", f"{R}/issues/1")["user"]
    assert (ghost["login"], ghost["id"]) == ("ghost", 10137)
    assert ask("GET", f"{R}/issues/1/reactions")[0]["user"] is None


def test_a_login_is_free_once_its_account_has_another(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    owner = gh.user("owner")
    issue = owner.open_issue(app, "T")
    gh.rename_account(owner, "renamed")
    impostor = gh.user("owner")
    assert impostor.id != owner.id
    impostor.comment(issue, "I am the owner")
    assert ask("GET", f"{R}/issues/1")["user"]["login"] == "renamed"
    assert ask("GET", f"{R}/issues/1/comments")[0]["user"]["id"] == impostor.id
    assert ask("GET", "/users/owner")["id"] == impostor.id


def test_hidden_comments_are_still_listed(gh: Simulator, app: Repository, ask: Ask) -> None:
    owner = gh.user("owner", role="admin")
    comment = owner.comment(owner.open_issue(app, "T"), "hello", via_email=True)
    owner.minimize(comment, "off-topic")
    assert ask("GET", f"{R}/issues/1/comments")[0]["minimized"] == {"reason": "off-topic"}
