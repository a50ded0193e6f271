"""Edit histories as `userContentEdits` tells them (github-facts 2.1, 6.2, 6.3)."""

from __future__ import annotations

from typing import Any

import pytest

from inbox.simulator import Person, Simulator
from inbox.simulator.conversation import Issue
from inbox.simulator.repository import Repository
from tests.simulator.asking import Ask

QUERY = """query($id: ID!, $first: Int, $last: Int, $after: String) {
  node(id: $id) {
    ... on Issue {
      body includesCreatedEdit lastEditedAt editor { login }
      userContentEdits(first: $first, last: $last, after: $after) {
        totalCount pageInfo { hasNextPage endCursor }
        nodes { editedAt deletedAt diff editor { __typename login } }
      }
    }
  }
}"""
BODY = "Choose\n- [ ] Option A\n- [ ] Option B\n"


@pytest.fixture
def issue(gh: Simulator, app: Repository) -> Issue:
    return gh.bot().open_issue(app, "Choose", BODY)


@pytest.fixture
def owner(gh: Simulator) -> Person:
    return gh.user("owner", role="admin")


def _history(ask: Ask, issue: Issue, **page: Any) -> Any:
    return ask.data(QUERY, id=issue.node_id, **(page or {"first": 100}))["node"]


def test_a_text_never_edited_has_no_history(ask: Ask, issue: Issue) -> None:
    told = _history(ask, issue)
    assert told["userContentEdits"]["totalCount"] == 0
    assert told["includesCreatedEdit"] is False
    assert told["editor"] is None


def test_the_first_edit_also_records_the_original(
    gh: Simulator, ask: Ask, issue: Issue, owner: Person
) -> None:
    gh.advance(minutes=1)
    owner.tick_box(issue, "Option A")
    told = _history(ask, issue)
    newest, oldest = told["userContentEdits"]["nodes"]
    assert newest["diff"] == told["body"] == BODY.replace("[ ] Option A", "[x] Option A")
    assert newest["editor"] == {"__typename": "User", "login": "owner"}
    assert newest["editedAt"] == "2026-11-30T10:01:00Z"
    assert oldest["diff"] == BODY
    assert oldest["editor"] == {"__typename": "Bot", "login": "github-actions"}
    assert oldest["editedAt"] == "2026-11-30T10:00:00Z"


def test_saving_the_same_text_is_no_edit(ask: Ask, issue: Issue, owner: Person) -> None:
    owner.edit_body(issue, BODY)
    assert _history(ask, issue)["userContentEdits"]["totalCount"] == 0


def test_a_hundred_revisions_stay_the_original_and_the_newest(
    ask: Ask, issue: Issue, owner: Person
) -> None:
    for number in range(150):
        owner.edit_body(issue, f"{number}")
    edits = _history(ask, issue)["userContentEdits"]
    assert edits["totalCount"] == 100
    assert edits["nodes"][0]["diff"] == "149"
    assert edits["nodes"][98]["diff"] == "51"
    assert edits["nodes"][99]["diff"] == BODY


def test_pages_go_from_the_newest_back(ask: Ask, issue: Issue, owner: Person) -> None:
    for text in ("one", "two", "three"):
        owner.edit_body(issue, text)
    first = _history(ask, issue, first=2)["userContentEdits"]
    assert [node["diff"] for node in first["nodes"]] == ["three", "two"]
    rest = _history(ask, issue, first=2, after=first["pageInfo"]["endCursor"])["userContentEdits"]
    assert [node["diff"] for node in rest["nodes"]] == ["one", BODY]
    assert rest["pageInfo"]["hasNextPage"] is False
    oldest = _history(ask, issue, last=1)["userContentEdits"]
    assert [node["diff"] for node in oldest["nodes"]] == [BODY]


def test_deleted_content_leaves_editor_and_time(ask: Ask, issue: Issue, owner: Person) -> None:
    owner.edit_body(issue, "one")
    owner.edit_body(issue, "two")
    owner.forget_revision(issue, 1)
    entry = _history(ask, issue)["userContentEdits"]["nodes"][1]
    assert entry["diff"] is None
    assert entry["deletedAt"] == "2026-11-30T10:00:00Z"
    assert entry["editor"]["login"] == "owner"


def test_the_bot_s_own_writes_are_edits_too(ask: Ask, issue: Issue) -> None:
    ask("PATCH", "/repos/org/app/issues/1", {"body": "by REST"})
    newest = _history(ask, issue)["userContentEdits"]["nodes"][0]
    assert newest["editor"] == {"__typename": "Bot", "login": "github-actions"}


def test_the_browser_stores_crlf_and_a_click_turns_it_into_lf(
    ask: Ask, issue: Issue, owner: Person
) -> None:
    owner.edit_body(issue, BODY, browser=True)
    assert ask("GET", "/repos/org/app/issues/1")["body"] == BODY.replace("\n", "\r\n")
    owner.tick_box(issue, "Option B")
    ticked = BODY.replace("[ ] Option B", "[x] Option B")
    assert ask("GET", "/repos/org/app/issues/1")["body"] == ticked
    owner.untick_box(issue, "Option B")
    assert ask("GET", "/repos/org/app/issues/1")["body"] == BODY


def test_a_deleted_editor_is_null(gh: Simulator, ask: Ask, issue: Issue) -> None:
    leaving = gh.user("leaving", role="write")
    leaving.edit_body(issue, "one")
    gh.delete_account(leaving)
    assert _history(ask, issue)["userContentEdits"]["nodes"][0]["editor"] is None


def test_comments_have_a_history_and_a_deletion_leaves_who_did_it(
    gh: Simulator, ask: Ask, issue: Issue, owner: Person
) -> None:
    agent = gh.user("agent", role="write")
    comment = owner.comment(issue, "/reject")
    gh.advance(seconds=5)
    agent.edit_comment(comment, "/approve A")
    told = ask.data(
        """query($id: ID!) { node(id: $id) { ... on IssueComment {
             lastEditedAt editor { login }
             userContentEdits(first: 5) { nodes { diff editor { login } } } } } }""",
        id=comment.node_id,
    )["node"]
    assert told["lastEditedAt"] == "2026-11-30T10:00:05Z"
    assert [node["diff"] for node in told["userContentEdits"]["nodes"]] == ["/approve A", "/reject"]
    assert told["editor"]["login"] == "agent"
    rest = ask("GET", f"/repos/org/app/issues/comments/{comment.id}")
    assert rest["updated_at"] > rest["created_at"]
    assert rest["user"]["login"] == "owner"
    agent.delete_comment(comment)
    event = ask.data(
        """{ repository(owner: "org", name: "app") { issue(number: 1) {
             timelineItems(first: 5, itemTypes: [COMMENT_DELETED_EVENT]) { totalCount nodes {
               ... on CommentDeletedEvent { actor { login } deletedCommentAuthor { login } } }
             } } } }"""
    )["repository"]["issue"]["timelineItems"]
    assert event["totalCount"] == 1
    assert event["nodes"] == [
        {"actor": {"login": "agent"}, "deletedCommentAuthor": {"login": "owner"}}
    ]
