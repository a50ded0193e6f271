"""The simulated GitHub answers as the real one was recorded to answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inbox.simulator import Simulator
from inbox.simulator.exchange import Request, Response
from tests.contract.contract import Contract

RECORDED = Path(__file__).parent / "recorded"
EXAMPLES = Path(__file__).parent / "examples"
R = "/repos/org/app"


def _exchanges(scenario: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((RECORDED / f"{scenario}.json").read_text("utf-8"))
    return loaded


def _body(value: Any) -> bytes:
    return json.dumps(value).encode() if value not in (None, "") else b""


@pytest.mark.parametrize(
    "scenario", ["add-labels-to-issue", "create-status", "errors", "lock-issue", "paginate-issues"]
)
def test_what_was_recorded_keeps_the_contract(scenario: str) -> None:
    contract = Contract()
    for one in _exchanges(scenario):
        headers = {"content-type": "application/json"}
        request = Request(one["method"].upper(), one["path"], headers, _body(one.get("body")))
        media = {"Content-Type": one["headers"].get("content-type", "")}
        contract.check(request, Response(one["status"], media, _body(one["response"])))
    assert contract.problems == []
    assert len(contract.seen) > 0


@pytest.fixture
def gh() -> Simulator:
    gh = Simulator()
    app = gh.repository("org/app")
    owner = gh.user("owner", role="admin")
    gh.token("ghp_owner", owner)
    issue = owner.open_issue(app, "T", "text", labels=("x",))
    owner.react(owner.comment(issue, "hello"), "+1")
    owner.close(issue)
    pull = gh.pull(app, author=owner)
    gh.set_status(pull, "ci", "success")
    gh.check_run(pull, "test")
    return gh


def _told(gh: Simulator, path: str) -> Any:
    headers = {"user-agent": "tests", "authorization": "Bearer ghp_owner"}
    response = gh.handle(Request("GET", R + path, headers))
    assert response.status == 200
    told = response.json()
    return told[0] if isinstance(told, list) else told


# Keys that the simulator leaves out: optional ones of no use here, and what left the API.
LEFT_OUT = {
    "score",
    "milestone_url",
    "template_repository",
    "network_count",
    "sub_issues_summary",
    "temp_clone_token",
    "organization",
    "closed_by",
    "permissions",
    "name",
    "email",
    "starred_at",
    "license",
    "parent_issue_url",
    "pinned_comment",
    "issue_dependencies_summary",
    "issue_field_values",
    "type",
    "role_name",
    "subscribers_count",
    "single_file",
    "contents",
    "security_and_analysis",
}


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) else value


def _recorded(scenario: str, at: int) -> Any:
    return _first(_exchanges(scenario)[at]["response"])


def _example(name: str) -> Any:
    return _first(json.loads((EXAMPLES / f"{name}.json").read_text("utf-8")))


@pytest.mark.parametrize(
    ("path", "original"),
    [
        ("/issues/1", _recorded("add-labels-to-issue", 0)),
        ("/issues?state=all", _recorded("paginate-issues", 0)),
        ("/labels/x", _recorded("labels", 2)),
        ("/commits/change-2/statuses", _recorded("create-status", 2)),
        ("/commits/change-2/status", _recorded("create-status", 3)),
        ("/contents/README.md", _recorded("get-content", 1)),
        ("", _recorded("get-repository", 0)),
        ("/issues/1/comments", _example("issues.list-comments.200")),
        ("/issues/1/events", _example("issues.list-events.200")),
        ("/pulls/2", _example("pulls.get.200")),
        ("/pulls", _example("pulls.list.200")),
        ("/pulls/2/files", _example("pulls.list-files.200")),
        ("/commits/change-2/check-runs", _example("checks.list-for-ref.200")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_key_of_the_original_is_missing(gh: Simulator, path: str, original: Any) -> None:
    assert _missing(_told(gh, path), original) == set()


def _missing(ours: Any, theirs: Any, where: str = "") -> set[str]:
    if isinstance(ours, list) and isinstance(theirs, list):
        return _missing(ours[0], theirs[0], f"{where}[]") if ours and theirs else set()
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        return set()
    missing = {f"{where}.{key}" for key in theirs if key not in ours and key not in LEFT_OUT}
    for key in ours.keys() & theirs.keys():
        missing |= _missing(ours[key], theirs[key], f"{where}.{key}")
    return missing
