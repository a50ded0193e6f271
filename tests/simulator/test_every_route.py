"""Every route of the simulated GitHub answers as GitHub's OpenAPI description says."""

from __future__ import annotations

from inbox.simulator import Simulator
from inbox.simulator.repository import Repository
from inbox.simulator.routing import routes
from tests.contract.contract import Contract
from tests.contract.paths import normal
from tests.simulator.asking import Ask

R = "/repos/org/app"


def _write_something(ask: Ask) -> None:
    ask("POST", f"{R}/labels", {"name": "risk", "color": "AA0000", "description": "x"}, status=201)
    ask("PATCH", f"{R}/labels/risk", {"new_name": "risky", "description": "y"})
    question = {"title": "A question", "body": "Which?", "labels": ["risky"]}
    ask("POST", f"{R}/issues", {**question, "assignees": ["owner"]}, status=201)
    ask("POST", f"{R}/issues/2/labels", {"labels": ["new", "risky"]})
    ask("PUT", f"{R}/issues/2/labels", {"labels": ["new", "kept"]})
    ask("DELETE", f"{R}/issues/2/labels/new")
    ask("POST", f"{R}/issues/2/assignees", {"assignees": ["author", "nobody"]}, status=201)
    ask("PUT", f"{R}/issues/2/lock", {"lock_reason": "resolved"}, status=204)
    ask("DELETE", f"{R}/issues/2/lock", status=204)
    ask("PATCH", f"{R}/issues/2", {"title": "Another", "assignees": [], "labels": ["kept"]})
    closing = {"state": "closed", "state_reason": "not_planned"}
    assert ask("PATCH", f"{R}/issues/2", closing)["state_reason"] == "not_planned"
    assert ask("PATCH", f"{R}/issues/2", {"state": "open"})["state_reason"] == "reopened"


def _talk(ask: Ask) -> None:
    comment = ask("POST", f"{R}/issues/2/comments", {"body": "hello"}, status=201)["id"]
    ask("PATCH", f"{R}/issues/comments/{comment}", {"body": "hello again"})
    ask("GET", f"{R}/issues/comments/{comment}")
    ask("GET", f"{R}/issues/2/comments?since=2026-01-01T00:00:00Z")
    ask("GET", f"{R}/issues/comments?sort=updated&direction=desc")
    for place in ("issues/2", f"issues/comments/{comment}"):
        made = ask("POST", f"{R}/{place}/reactions", {"content": "eyes"}, status=201)
        again = ask("POST", f"{R}/{place}/reactions", {"content": "eyes"}, status=200)
        assert again["id"] == made["id"]
        assert ask("GET", f"{R}/{place}/reactions?content=eyes")[0]["user"]["type"] == "Bot"
        ask("DELETE", f"{R}/{place}/reactions/{made['id']}", status=204)
    ask("DELETE", f"{R}/issues/comments/{comment}", status=204)
    ask("GET", f"{R}/issues/comments/{comment}", status=404)


def _check(ask: Ask, head: str) -> None:
    ask("POST", f"{R}/statuses/{head}", {"state": "pending", "context": "ci"}, status=201)
    run = {"name": "test", "head_sha": head, "conclusion": "success"}
    ask("POST", f"{R}/check-runs", run, status=201)
    ask("GET", f"{R}/commits/{head}/status")
    ask("GET", f"{R}/commits/{head}/statuses")
    ask("GET", f"{R}/commits/{head}/check-runs?filter=all")
    ask("GET", f"{R}/commits/{head}/check-suites")


def _look(ask: Ask) -> None:
    for path in (
        "",
        "/issues?state=all&sort=updated&direction=asc&labels=kept",
        "/issues/1",
        "/issues/2",
        "/issues/2/labels",
        "/issues/2/events",
        "/issues/1/events",
        "/issues/2/timeline",
        "/issues/1/timeline",
        "/labels",
        "/labels/kept",
        "/assignees",
        "/pulls?state=all&head=org:change-1&base=main",
        "/pulls/1",
        "/pulls/1/files",
        "/contents/config/owner.yml",
        "/contents/config?ref=main",
        "/activity",
        "/collaborators/owner/permission",
        "/branches/main",
        "/rules/branches/main",
    ):
        ask("GET", f"{R}{path}")
    ask("GET", f"{R}/assignees/owner", status=204)
    ask("GET", "/rate_limit")
    ask("GET", "/users/github-actions%5Bbot%5D")
    ask("GET", "/user/41898282")
    ask("GET", "/apps/github-actions")


def test_every_route_keeps_the_contract(
    gh: Simulator, app: Repository, ask: Ask, contract: Contract
) -> None:
    owner, author = gh.user("owner", role="admin"), gh.user("author", role="triage")
    files = {"a.sql": "added", "b.py": "renamed", "c": "removed"}
    pull = gh.pull(app, author=author, files=files, body="Please")
    permissions = dict.fromkeys(("issues", "pull_requests", "contents"), "write")
    permissions |= {"statuses": "write", "checks": "write"}
    ask.token = gh.workflow_token(app, permissions=permissions)
    _write_something(ask)
    _talk(ask)
    author.label(pull, "kept")
    author.rename(pull, "A better title")
    _check(ask, pull.head_sha)
    _look(ask)
    ask.with_token(gh.token("ghp_owner", owner))("GET", "/user")
    ask("PATCH", f"{R}/pulls/1", {"title": "T", "body": "B", "base": "main"})
    ask("PUT", f"{R}/pulls/1/merge", {"sha": pull.head_sha, "merge_method": "squash"})
    assert ask("GET", f"{R}/pulls/1")["merged_by"]["login"] == "github-actions[bot]"

    good = {(verb, path) for verb, path, status in contract.seen if status < 300}
    every = {(one.method, normal("/".join(one.segments))) for one in routes()}
    assert every - good == set()


def test_odd_pull_requests_keep_the_contract(gh: Simulator, app: Repository, ask: Ask) -> None:
    author = gh.user("author")
    fork = gh.repository("author/app", fork_of=app)
    pull = gh.pull(app, author=author, head_repo=fork, draft=True, files=[])
    assert ask("GET", f"{R}/pulls/1")["head"]["repo"]["full_name"] == "author/app"
    gh.delete_repository(fork)
    gh.delete_account(author, shown="null")
    told = ask("GET", f"{R}/pulls/1")
    assert told["head"]["repo"] is None
    assert told["head"]["sha"] == pull.head_sha
    assert told["user"] is None
    assert ask("GET", f"{R}/pulls")[0]["head"]["repo"] is None
    assert ask("GET", f"{R}/issues/1")["user"] is None
