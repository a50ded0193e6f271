"""What a token may see and do, and the words when it may not (github-facts 1.0, 1.25, 7)."""

from __future__ import annotations

from typing import Any

import pytest

from inbox.simulator import Simulator, TokenKind
from inbox.simulator.repository import Repository
from tests.simulator.asking import Ask

R = "/repos/org/app"
COMMENT: dict[str, Any] = {"body": "hello"}
REFUSED = "Resource not accessible by integration"


@pytest.fixture(autouse=True)
def issue(gh: Simulator, app: Repository) -> None:
    gh.user("owner").open_issue(app, "T")


def test_a_token_that_github_does_not_know_is_401(ask: Ask) -> None:
    assert ask.with_token("nope")("GET", R, status=401)["message"] == "Bad credentials"


def test_a_revoked_token_is_401(gh: Simulator, ask: Ask) -> None:
    ask("GET", R)
    gh.revoke("ghs_workflow")
    ask("GET", R, status=401)


def test_what_is_private_is_404_to_those_who_cannot_see_it(gh: Simulator, ask: Ask) -> None:
    gh.repository("org/other", visibility="private")
    ask("GET", "/repos/org/other", status=404)
    ask("POST", "/repos/org/other/issues", {"title": "T"}, status=404)
    ask.with_token(None)("GET", R, status=404)


def test_what_is_public_is_read_without_a_grant_and_written_with_one(
    gh: Simulator, ask: Ask
) -> None:
    gh.repository("org/other")
    ask("GET", "/repos/org/other/issues")
    told = ask("POST", "/repos/org/other/issues", {"title": "T"}, status=403)
    assert told["message"] == REFUSED
    nobody = ask.with_token(None)
    nobody("GET", "/repos/org/other/issues")
    assert nobody.last.headers["X-RateLimit-Limit"] == "60"
    nobody("POST", "/repos/org/other/issues", {"title": "T"}, status=401)


@pytest.mark.parametrize(
    ("method", "path", "body", "accepted"),
    [
        ("GET", "/issues/1", None, "issues=read; pull_requests=read"),
        ("POST", "/issues/1/comments", COMMENT, "issues=write; pull_requests=write"),
        ("POST", "/issues", {"title": "T"}, "issues=write"),
        ("POST", f"/statuses/{'0' * 40}", {"state": "error"}, "statuses=write"),
        ("GET", "/commits/main/check-runs", None, "checks=read"),
        ("GET", "/contents/README.md", None, "contents=read"),
        ("PUT", "/pulls/1/merge", {}, "contents=write"),
    ],
)
def test_a_missing_permission_is_403_and_says_which(
    gh: Simulator, ask: Ask, *, method: str, path: str, body: Any, accepted: str
) -> None:
    token = gh.workflow_token("org/app", secret="ghs_poor", permissions={})
    poor = ask.with_token(token)
    assert poor(method, R + path, body, status=403)["message"] == REFUSED
    assert poor.last.headers["x-accepted-github-permissions"] == accepted


def test_a_fine_grained_token_is_refused_in_other_words(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    machine = gh.user("machine", role="write")
    token = gh.token(
        "github_pat", machine, TokenKind.FINE_GRAINED, repositories=[app], permissions={}
    )
    told = ask.with_token(token)("POST", f"{R}/issues/1/comments", COMMENT, status=403)
    assert told["message"] == "Resource not accessible by personal access token"


def test_installation_tokens_are_nobody(gh: Simulator, ask: Ask) -> None:
    assert ask("GET", "/user", status=403)["message"] == REFUSED
    token = gh.token("ghp_owner", gh.user("owner"))
    assert ask.with_token(token)("GET", "/user")["login"] == "owner"


def test_an_app_token_acts_as_its_bot(gh: Simulator, app: Repository, ask: Ask) -> None:
    token = gh.app_token("merge-gate", [app])
    told = ask.with_token(token)("POST", f"{R}/issues/1/comments", COMMENT, status=201)
    assert told["user"]["login"] == "merge-gate[bot]"
    assert told["performed_via_github_app"]["slug"] == "merge-gate"


def test_a_reader_cannot_label_nor_edit_others_and_their_labels_are_dropped(
    gh: Simulator, ask: Ask
) -> None:
    reader = ask.with_token(gh.token("ghp_reader", gh.user("reader")))
    made = reader("POST", f"{R}/issues", {"title": "T", "labels": ["x"]}, status=201)
    assert made["labels"] == []
    reader("POST", f"{R}/issues/1/labels", {"labels": ["x"]}, status=403)
    reader("PATCH", f"{R}/issues/1", {"title": "mine"}, status=403)
    own = reader("PATCH", f"{R}/issues/2", {"title": "mine", "labels": ["x"]})
    assert (own["title"], own["labels"]) == ("mine", [])


def test_a_request_without_user_agent_is_403_and_no_json(ask: Ask) -> None:
    told = ask("GET", R, status=403, headers={"User-Agent": ""})
    assert b"administrative rules" in told


def test_api_versions(ask: Ask) -> None:
    ask("GET", R, status=400, headers={"X-GitHub-Api-Version": "2020-01-01"})
    assert "rate" in ask("GET", "/rate_limit")
    newer = {"X-GitHub-Api-Version": "2026-03-10"}
    assert "rate" not in ask("GET", "/rate_limit", headers=newer)
    assert ask.last.headers["X-GitHub-Api-Version-Selected"] == "2026-03-10"
    assert "assignee" in ask("GET", f"{R}/issues/1")
    told = ask("GET", f"{R}/issues/1", headers=newer)
    assert "assignee" not in told
    assert "assignees" in told


def test_permissions_of_people(gh: Simulator, app: Repository, ask: Ask) -> None:
    gh.grant(app, gh.user("keeper"), "maintain")
    gh.grant(app, gh.user("sorter"), "triage")
    at = f"{R}/collaborators/%s/permission"
    assert ask("GET", at % "keeper")["permission"] == "write"
    assert ask("GET", at % "keeper")["role_name"] == "maintain"
    assert ask("GET", at % "sorter")["permission"] == "read"
    assert ask("GET", at % "nobody", status=404)["message"] == "nobody is not a user"


def test_the_date_is_the_simulated_one(gh: Simulator, ask: Ask) -> None:
    gh.advance(days=1, seconds=5)
    ask("GET", R)
    assert ask.last.headers["Date"] == "Tue, 01 Dec 2026 10:00:05 GMT"
    assert ask.last.headers["X-GitHub-Request-Id"]


def test_a_user_to_server_token_shows_the_app(gh: Simulator, ask: Ask) -> None:
    owner = gh.user("owner", role="admin")
    token = gh.token("ghu_owner", owner, app=gh.world.app("agent"))
    told = ask.with_token(token)("POST", f"{R}/issues/1/comments", COMMENT, status=201)
    assert told["user"]["login"] == "owner"
    assert told["performed_via_github_app"]["slug"] == "agent"
    by_hand = owner.comment("org/app#1", "by hand")
    assert ask("GET", f"{R}/issues/comments/{by_hand.id}")["performed_via_github_app"] is None


def test_a_token_for_check_runs_alone_is_forbidden_each_status(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    """As reported of roll-ups: the node of each status is refused, and `status` as a whole."""
    pull = gh.pull(app, author=gh.user("author"))
    gh.check_run(pull, "build")
    gh.set_status(pull, "ci", "success")
    token = gh.workflow_token(app, secret="ghs_runs", permissions={"contents": "read"})
    gh.permit(token, checks="read")
    checks = "status { state } statusCheckRollup { contexts(first: 9) { nodes { __typename } } }"
    commit = f'object(oid: "{pull.head_sha}") {{ ... on Commit {{ {checks} }} }}'
    query = f'{{ repository(owner: "org", name: "app") {{ {commit} }} }}'
    told = ask.with_token(token)("POST", "/graphql", {"query": query})
    found = told["data"]["repository"]["object"]
    assert found["status"] is None
    assert found["statusCheckRollup"]["contexts"]["nodes"] == [{"__typename": "CheckRun"}, None]
    at = ["repository", "object"]
    refused = {tuple(one["path"]): (one["type"], one["message"]) for one in told["errors"]}
    assert refused == {
        (*at, "status"): ("FORBIDDEN", REFUSED),
        (*at, "statusCheckRollup", "contexts", "nodes", 1): ("FORBIDDEN", REFUSED),
    }
    gh.permit(token, statuses="read")
    assert "errors" not in ask.with_token(token)("POST", "/graphql", {"query": query})


def test_a_fine_grained_token_is_refused_by_graphql_too(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    machine = gh.user("machine", role="write")
    token = gh.token(
        "github_pat", machine, TokenKind.FINE_GRAINED, repositories=[app], permissions={}
    )
    query = '{ repository(owner: "org", name: "app") { issue(number: 1) { title } } }'
    told = ask.with_token(token)("POST", "/graphql", {"query": query})
    assert told["errors"][0]["message"] == "Resource not accessible by personal access token"
    gh.permit(token, issues="read")
    assert "errors" not in ask.with_token(token)("POST", "/graphql", {"query": query})
    gh.permit(token, issues="none")
    assert "errors" in ask.with_token(token)("POST", "/graphql", {"query": query})
