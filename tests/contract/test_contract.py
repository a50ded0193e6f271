"""The contract itself finds what it should: planted faults are problems, good exchanges none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inbox.simulator import Simulator
from inbox.simulator.exchange import Request, Response
from tests.contract.contract import Contract, official_schema, operations

ISSUE = "/repos/org/app/issues/1"


def _told(gh: Simulator, path: str) -> Any:
    response = gh.handle(Request("GET", path, {"user-agent": "test"}))
    assert response.status == 200
    return response.json()


@pytest.fixture
def gh() -> Simulator:
    gh = Simulator()
    gh.repository("org/app")
    gh.user("owner").open_issue("org/app", "A question", "Which?")
    return gh


def _problems(request: Request, status: int, told: Any) -> list[str]:
    contract = Contract()
    headers = {"Content-Type": "application/json; charset=utf-8"}
    contract.check(request, Response(status, headers, json.dumps(told).encode()))
    return contract.problems


def test_a_good_exchange_is_no_problem(gh: Simulator) -> None:
    assert _problems(Request("GET", ISSUE, {}), 200, _told(gh, ISSUE)) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [("state", 7), ("title", None), ("labels", "bug"), ("created_at", "yesterday")],
)
def test_an_answer_with_a_wrong_value_is_a_problem(gh: Simulator, key: str, value: Any) -> None:
    told = {**_told(gh, ISSUE), key: value}
    assert _problems(Request("GET", ISSUE, {}), 200, told)


def test_an_answer_without_a_required_key_is_a_problem(gh: Simulator) -> None:
    told = _told(gh, ISSUE)
    del told["number"]
    assert _problems(Request("GET", ISSUE, {}), 200, told)


def test_a_status_that_is_not_documented_is_a_problem() -> None:
    assert _problems(Request("GET", ISSUE, {}), 418, {"message": "teapot"})


def test_a_path_that_is_not_described_is_a_problem() -> None:
    assert _problems(Request("GET", "/repos/org/app/ballots", {}), 200, [])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"title": "T", "lables": ["bug"]}, "body key 'lables'"),
        ({"body": "no title"}, "title"),
        ({"title": "T", "assignees": "owner"}, "assignees"),
    ],
)
def test_a_request_that_github_does_not_know_is_a_problem(
    gh: Simulator, body: dict[str, Any], said: str
) -> None:
    headers = {"content-type": "application/json"}
    request = Request("POST", "/repos/org/app/issues", headers, json.dumps(body).encode())
    (problem,) = _problems(request, 201, _told(gh, ISSUE))
    assert said in problem


def test_an_undeclared_query_name_is_a_problem() -> None:
    (problem,) = _problems(Request("GET", "/repos/org/app/issues?perpage=1", {}), 200, [])
    assert "query 'perpage'" in problem


def test_a_query_that_github_does_not_know_is_a_problem() -> None:
    body = json.dumps({"query": "{viewer{login databaseId nickname}}"}).encode()
    (problem,) = _problems(Request("POST", "/graphql", {}, body), 200, {"data": {}})
    assert "nickname" in problem


def test_the_descriptions_are_github_s() -> None:
    assert ("PUT", "/repos/{}/{}/pulls/{}/merge") in operations()
    assert {"Issue", "UserContentEdit", "Mutation"} <= official_schema().type_map.keys()
