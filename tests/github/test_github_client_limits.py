"""Waiting, repeating and pacing: protocol P44 and P45, ballot rows 121 to 123."""

from __future__ import annotations

from datetime import UTC, datetime

import httpx
import pytest
from pytest_httpx import HTTPXMock

from inbox.errors import Forbidden, RateLimited, Unavailable, Unreadable
from inbox.github import routes
from inbox.github.client import GitHub
from inbox.github.pacing import TooManyCreations
from inbox.refs import IssueRef, RepoRef
from tests.github.stage import Connect, Stopwatch

ISSUE = IssueRef(RepoRef("org", "inbox"), 7)
READ = routes.issue(ISSUE)
COMMENTS = routes.comments(ISSUE)
LABELS = routes.issue_labels(ISSUE)
NOON = "Mon, 30 Nov 2026 12:00:00 GMT"
NOON_EPOCH = 1796040000
SECONDARY = "You have exceeded a secondary rate limit."
SPENT = {"x-ratelimit-remaining": "0"}


@pytest.mark.parametrize(
    ("status", "message", "headers", "wait"),
    [
        (403, "", {"Retry-After": "7"}, 7),
        (429, "", {"Retry-After": "60"}, 60),
        (429, "", {}, 60),
        (403, SECONDARY, {}, 60),
        (403, "abuse detection mechanism", {"Retry-After": "garbage"}, 60),
        (403, SECONDARY, {**SPENT, "x-ratelimit-reset": str(NOON_EPOCH + 42)}, 42),
        (403, "", {**SPENT, "x-ratelimit-reset": str(NOON_EPOCH - 5)}, 1),
        (403, SECONDARY, {**SPENT, "x-ratelimit-reset": "soon"}, 60),
        (403, SECONDARY, {"x-ratelimit-remaining": "9", "x-ratelimit-reset": "1"}, 60),
    ],
)
def test_a_short_rate_limit_is_one_sleep_and_one_more_try(  # noqa: PLR0917  # fixtures and cases, each by its name
    status: int,
    message: str,
    headers: dict[str, str],
    wait: float,
    client: GitHub,
    httpx_mock: HTTPXMock,
    naps: list[float],
) -> None:
    """Ballot row 121."""
    httpx_mock.add_response(
        status_code=status, json={"message": message}, headers={"Date": NOON, **headers}
    )
    httpx_mock.add_response(json={"id": 1})
    assert client.get(READ).status == 200
    assert naps == [wait]


def test_without_a_date_the_wait_is_counted_from_our_own_clock(
    client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    headers = {**SPENT, "x-ratelimit-reset": str(NOON_EPOCH + 30)}
    httpx_mock.add_response(status_code=429, headers=headers)
    httpx_mock.add_response(json={})
    client.get(READ)
    assert naps == [30]


def test_a_long_rate_limit_ends_the_tick_without_a_sleep(
    client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    """Ballot row 122."""
    httpx_mock.add_response(status_code=403, headers={"Retry-After": "120"})
    with pytest.raises(RateLimited) as raised:
        client.get(READ)
    assert raised.value.wait == 120
    assert raised.value.exit_status == 0
    assert naps == []


def test_a_bare_403_is_no_rate_limit(
    client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    """Ballot row 123."""
    httpx_mock.add_response(status_code=403)
    with pytest.raises(Forbidden):
        client.get(READ)
    assert naps == []
    assert client.requests.total == 1


def test_a_rate_limit_that_outlasts_the_wait_ends_the_tick(
    client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    httpx_mock.add_response(status_code=403, headers={"Retry-After": "5"}, is_reusable=True)
    with pytest.raises(RateLimited):
        client.get(READ)
    assert naps == [5]
    assert client.requests.total == 2


def test_all_the_waits_of_a_tick_together_are_at_most_sixty_seconds(
    client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    """Protocol P44."""
    for wait in (40, 20, 1):
        httpx_mock.add_response(status_code=429, headers={"Retry-After": str(wait)})
        if wait > 1:
            httpx_mock.add_response(json={})
    client.get(READ)
    client.get(READ)
    with pytest.raises(RateLimited):
        client.get(READ)
    assert naps == [40, 20]


def test_a_creation_that_a_rate_limit_refused_is_made_after_the_wait(
    client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    """A limit says for sure that nothing was created."""
    httpx_mock.add_response(status_code=403, headers={"Retry-After": "3"})
    httpx_mock.add_response(status_code=201, json={"id": 1})
    assert client.post(COMMENTS, {"body": "x"}, once=True).status == 201
    assert naps == [3]


@pytest.mark.parametrize("kind", ["RATE_LIMITED", "RATE_LIMIT"])
def test_graphql_says_rate_limited_with_status_200(
    kind: str, client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    headers = {"Date": NOON, **SPENT, "x-ratelimit-reset": str(NOON_EPOCH + 9)}
    body = {"errors": [{"type": kind, "message": "API rate limit exceeded"}]}
    httpx_mock.add_response(json=body, headers=headers)
    httpx_mock.add_response(json={"data": {"viewer": None, "rateLimit": {"cost": 3}}})
    assert client.graphql("query { viewer { login } }").data["viewer"] is None
    assert naps == [9]
    assert client.requests.graphql == 2
    assert client.requests.points == 3


def test_a_graphql_limit_without_a_time_asks_for_a_minute_and_then_ends_the_tick(
    client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    body = {"data": None, "errors": [{"message": SECONDARY}]}
    httpx_mock.add_response(json=body, is_reusable=True)
    with pytest.raises(RateLimited):
        client.graphql("query { viewer { login } }")
    assert naps == [60]


@pytest.mark.parametrize("status", [None, 502])
def test_an_idempotent_write_is_repeated_after_a_failure(
    status: int | None, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    for _ in range(2):
        if status is None:
            httpx_mock.add_exception(httpx.RemoteProtocolError("gone"))
        else:
            httpx_mock.add_response(status_code=status)
    httpx_mock.add_response(json=[])
    assert client.post(LABELS, {"labels": ["x"]}).status == 200
    assert client.requests.writes == 3


@pytest.mark.parametrize("method", ["patch", "put"])
def test_a_patch_and_a_put_are_repeated(method: str, client: GitHub, httpx_mock: HTTPXMock) -> None:
    httpx_mock.add_response(status_code=503)
    httpx_mock.add_response(json={})
    assert getattr(client, method)(READ, {"state": "closed"}).status == 200


def test_a_delete_is_repeated(client: GitHub, httpx_mock: HTTPXMock) -> None:
    httpx_mock.add_exception(httpx.ReadTimeout("slow"))
    httpx_mock.add_response(json=[])
    assert client.delete(routes.issue_label(ISSUE, "x")).status == 200


@pytest.mark.parametrize("status", [None, 500, 502, 504])
def test_a_creation_is_sent_once_whatever_happens_to_its_answer(
    status: int | None, client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    """Protocol P6: after a lost answer a fresh list decides."""
    if status is None:
        httpx_mock.add_exception(httpx.ReadError("connection died after the write"))
    else:
        httpx_mock.add_response(status_code=status)
    with pytest.raises(Unavailable, match="Whether it took effect is unknown"):
        client.post(COMMENTS, {"body": "x"}, once=True)
    assert client.requests.writes == 1
    assert naps == []


def test_writes_are_an_interval_apart_and_readings_are_not(
    connect: Connect, watch: Stopwatch, httpx_mock: HTTPXMock
) -> None:
    """Protocol P45."""
    httpx_mock.add_response(json={}, is_reusable=True)
    client = connect(write_interval=1.0)
    client.patch(READ, {})
    client.get(READ)
    watch.time += 0.25
    client.patch(READ, {})
    assert watch.naps == [0.75]
    watch.time += 5
    client.patch(READ, {})
    assert watch.naps == [0.75]


def test_the_forty_first_creation_of_a_tick_is_not_sent(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    """Protocol P45; other writes go on."""
    httpx_mock.add_response(status_code=201, json={"id": 1}, is_reusable=True)
    for _ in range(40):
        client.post(COMMENTS, {"body": "x"}, once=True)
    with pytest.raises(TooManyCreations) as raised:
        client.post(COMMENTS, {"body": "x"}, once=True)
    assert raised.value.exit_status == 0
    assert client.requests.writes == 40
    assert client.post(LABELS, {"labels": ["x"]}).status == 201


def test_now_is_the_date_of_the_ticks_first_answer(client: GitHub, httpx_mock: HTTPXMock) -> None:
    """Protocol P45."""
    with pytest.raises(Unreadable):
        client.server_now  # noqa: B018 -- reading it is what fails
    for date in ("yesterday", NOON, "Mon, 30 Nov 2026 13:00:00 GMT"):
        httpx_mock.add_response(json={}, headers={"Date": date})
        client.get(READ)
    assert client.server_now == datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_requests_are_counted_by_kind_with_what_is_left(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(json={}, headers={"x-ratelimit-remaining": "998"})
    client.get(READ)
    httpx_mock.add_response(json={"data": {}}, headers={"x-ratelimit-remaining": "990"})
    client.graphql("query { viewer { login } }")
    httpx_mock.add_response(json={}, headers={"x-ratelimit-remaining": "many"})
    client.patch(READ, {})
    used = client.requests
    assert (used.reads, used.graphql, used.writes, used.total) == (1, 1, 1, 3)
    assert (used.remaining, used.graphql_remaining) == (998, 990)
