"""What GitHub does not have fails loudly: a violation, and 501 with a telling text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inbox.simulator import Simulator
from inbox.simulator.exchange import Request

R = "/repos/org/app"


def _asked(
    method: str, target: str, body: Any = None, **headers: str
) -> tuple[int, str, list[str]]:
    gh = Simulator()
    gh.workflow_token(gh.repository("org/app"))
    gh.user("owner").open_issue("org/app", "T")
    named = {
        "user-agent": "tests",
        "authorization": "Bearer ghs_workflow",
        "content-type": "application/json",
        **headers,
    }
    sent = b"" if body is None else json.dumps(body).encode()
    response = gh.handle(Request(method, target, named, sent))
    return response.status, str(response.json()["message"]), gh.violations


@pytest.mark.parametrize(
    ("method", "path", "body", "said"),
    [
        ("GET", f"{R}/ballots", None, "unknown route GET"),
        ("GET", "/search/issues", None, "unknown route GET"),
        ("DELETE", f"{R}/issues/1", None, "has no DELETE, only GET, PATCH"),
        ("HEAD", f"{R}/issues/1", None, "has no HEAD"),
        ("GET", f"{R}/issues?stat=open", None, "unknown query parameter 'stat'"),
        ("GET", f"{R}/issues?state=opened", None, "'opened' is none of"),
        ("GET", f"{R}/issues?per_page=101", None, "no number from 1 to 100"),
        ("GET", f"{R}/issues?page=0", None, "no number from 1"),
        ("GET", f"{R}/issues?since=yesterday", None, "is no time"),
        ("GET", f"{R}/issues?state=open&state=all", None, "given twice"),
        ("GET", f"{R}/issues/one", None, "no issue number"),
        ("GET", f"{R}/issues", {"state": "all"}, "takes no body"),
        ("POST", f"{R}/issues", {"title": "T", "lables": []}, "unknown body field 'lables'"),
        ("POST", f"{R}/issues", {"body": "x"}, "'title' is missing"),
        ("POST", f"{R}/issues", {"title": 7}, "'title' has the wrong type int"),
        ("POST", f"{R}/issues", {"title": None}, "wrong type NoneType"),
        ("POST", f"{R}/issues", {"title": "T", "labels": [7]}, "something else than str"),
        ("POST", f"{R}/issues", ["T"], "must be a JSON object"),
        ("POST", f"{R}/issues", None, "must be a JSON object"),
        ("PATCH", f"{R}/issues/1", {"state": "shut"}, "cannot be 'shut'"),
        ("PATCH", f"{R}/issues/1", {}, "without any field"),
        ("POST", f"{R}/statuses/main", {"state": "success"}, "no full commit id"),
        ("GET", "/graphql", None, "POST, not GET"),
        ("POST", "/graphql", {"query": "{viewer{login}}", "vars": {}}, "unknown keys"),
        ("POST", "/graphql", {"variables": {}}, "JSON object with `query`"),
    ],
)
def test_what_github_does_not_have_is_a_violation(
    method: str, path: str, body: Any, said: str
) -> None:
    status, message, violations = _asked(method, path, body)
    assert status == 501
    assert said in message
    (violation,) = violations
    assert said in violation


def test_a_body_must_say_that_it_is_json() -> None:
    headers = {"content-type": "text/plain"}
    assert _asked("POST", f"{R}/issues", {"title": "T"}, **headers)[0] == 501


def test_an_unknown_authorization_scheme_is_a_violation() -> None:
    assert _asked("GET", R, authorization="Basic abc")[0] == 501


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", f"{R}/issues/", 404), ("GET", f"{R}/issues/9", 404), ("GET", "/repos/no/where", 404)],
)
def test_what_is_merely_not_there_is_none(method: str, path: str, status: int) -> None:
    assert _asked(method, path)[::2] == (status, [])


def test_json_that_is_none_is_400_and_an_unknown_media_type_415() -> None:
    assert _asked("GET", R, accept="image/png")[::2] == (415, [])
    gh = Simulator()
    gh.workflow_token(gh.repository("org/app"))
    headers = {
        "user-agent": "tests",
        "authorization": "token ghs_workflow",
        "content-type": "application/json",
    }
    response = gh.handle(Request("POST", f"{R}/issues", headers, b'{"title":'))
    assert response.status == 400
    assert gh.violations == []
