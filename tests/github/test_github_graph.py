"""GraphQL says everything with status 200: what it cannot answer is never an empty answer."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_httpx import HTTPXMock

from inbox.errors import Forbidden, GitHubFault, NotThere, Unavailable, Unreadable
from inbox.github.client import GitHub
from inbox.github.closer import texts
from inbox.github.scout import scout
from inbox.github.survey import survey
from inbox.refs import IssueRef
from tests.github.world import APP, INBOX

QUERY = "query { viewer { login } }"
BALLOTS = [IssueRef(INBOX, 1), IssueRef(INBOX, 2)]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"data": None, "errors": [{"message": "Oops"}]}, Unreadable),
        ({"data": None, "errors": [{"type": "FORBIDDEN", "message": "No"}]}, Forbidden),
        ({"data": None, "errors": [{"type": "INSUFFICIENT_SCOPES"}]}, Forbidden),
        ({"data": {"viewer": None}, "errors": [{"type": "X", "path": None}]}, Unreadable),
        ({"data": {"viewer": None}, "errors": [{"type": None, "message": "Oops"}]}, Unreadable),
        ({"data": {}, "errors": [{"type": "MAX_NODE_LIMIT_EXCEEDED"}]}, Unavailable),
        (
            {"data": {"r0": None}, "errors": [{"path": ["r0"], "message": "Timeout on query"}]},
            Unavailable,
        ),
        ({"errors": [{"message": "A query attribute must be specified"}]}, Unreadable),
        ({"message": "Problems parsing JSON"}, Unreadable),
        ({"data": "x"}, Unreadable),
        ([], Unreadable),
        ({"data": {}, "errors": "all of it"}, Unreadable),
    ],
)
def test_an_error_about_the_whole_query_is_raised(
    body: object, error: type[GitHubFault], client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(json=body)
    with pytest.raises(GitHubFault) as raised:
        client.graphql(QUERY)
    assert type(raised.value) is error
    assert raised.value.request == "QUERY /graphql"


def test_a_query_that_is_too_heavy_is_not_tried_again_as_it_is(
    client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    message = (
        "Something went wrong while executing your query. This may be the result of a timeout."
    )
    httpx_mock.add_response(json={"data": None, "errors": [{"message": message}]})
    with pytest.raises(Unavailable):
        client.graphql(QUERY)
    assert naps == []


@pytest.mark.parametrize("node", [None, {}, {"title": 7}, []])
def test_a_ballot_of_the_wrong_shape_costs_only_itself(
    node: object, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    empty: dict[str, Any] = {"nodes": [], "pageInfo": {}}
    good = {
        "id": "I_1",
        "url": "https://github.com/org/inbox/issues/1",
        "title": "Decision pending",
        "body": "text",
        "lastEditedAt": None,
        "state": "OPEN",
        "locked": False,
        "author": None,
        **dict.fromkeys(("labels", "reactions", "comments", "timelineItems"), empty),
    }
    httpx_mock.add_response(json={"data": {"r0": {"i0": good, "i1": node}}})
    found = scout(client, BALLOTS, [])
    assert set(found.ballots) == {BALLOTS[0]}
    assert isinstance(found.faults[BALLOTS[1]], Unreadable)
    assert "org/inbox#2" in found.faults[BALLOTS[1]].what


@pytest.mark.parametrize(
    ("kind", "path", "error"),
    [
        ("NOT_FOUND", ["r0"], NotThere),
        ("NOT_FOUND", ["r0", "i0"], NotThere),
        ("NOT_FOUND", ["r0", "i0", "author"], Unreadable),
        ("FORBIDDEN", ["r0"], Forbidden),
        ("FORBIDDEN", ["r0", "i0", "reactions"], Forbidden),
        ("INTERNAL", ["r0", "i0"], Unreadable),
    ],
)
def test_only_the_thing_itself_can_be_not_there(
    kind: str,
    path: list[str],
    error: type[GitHubFault],
    client: GitHub,
    httpx_mock: HTTPXMock,
) -> None:
    errors = [{"type": kind, "path": path, "message": "secret words"}]
    httpx_mock.add_response(json={"data": {"r0": None}, "errors": errors})
    failure = scout(client, BALLOTS[:1], []).faults[BALLOTS[0]]
    assert type(failure) is error
    assert "secret words" not in str(failure)


def test_a_problem_of_one_repository_does_not_touch_another(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    facts = {
        "nameWithOwner": "org/app",
        "visibility": "INTERNAL",
        "isArchived": True,
        "hasIssuesEnabled": False,
        "defaultBranchRef": None,
        "labels": {"nodes": [{"name": "Decision:REJECTED"}, {"name": "bug"}], "pageInfo": {}},
    }
    httpx_mock.add_response(
        json={
            "data": {"r0": None, "r1": facts, "viewer": {"login": "gate[bot]", "databaseId": 5}},
            "errors": [{"type": "NOT_FOUND", "path": ["r0"], "message": "No"}],
        }
    )
    found = survey(client, [INBOX, APP], [])
    assert set(found.faults) == {INBOX}
    assert found.repositories[APP].labels == {"decision:rejected"}
    assert (found.repositories[APP].default_branch, found.repositories[APP].has_issues) == (
        "",
        False,
    )
    assert str(found.viewer) == "gate[bot]"


@pytest.mark.parametrize("nodes", [[], None, "x", [None]])
def test_fewer_texts_than_were_asked_for_are_unreadable(
    nodes: object, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(json={"data": {"nodes": nodes}})
    assert isinstance(texts(client, ["I_1"]).faults["I_1"], Unreadable)
