"""What each answer of GitHub means: the table of the issue's "bad input", protocol P42 and P44."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_httpx import HTTPXMock

from inbox.errors import (
    AccessRefused,
    Forbidden,
    GitHubFault,
    Gone,
    InboxError,
    Moved,
    NotThere,
    RateLimited,
    Refused,
    Unavailable,
    Unreadable,
)
from inbox.github import routes
from inbox.github.answers import Answer
from inbox.github.client import GitHub
from inbox.github.payloads import IdPayload
from inbox.github.refusals import LabelAbsent, asked_wait, refusal
from inbox.refs import IssueRef, RepoRef

ISSUE = IssueRef(RepoRef("org", "inbox"), 7)
READ = routes.issue(ISSUE)
WRITE = routes.comments(ISSUE)
NOT_ACCESSIBLE = "Resource not accessible by integration"


@dataclass(frozen=True)
class Case:
    """A refusal, the error that it becomes, and words that its advice must hold."""

    name: str
    status: int
    error: type[InboxError]
    message: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    advice: str = ""
    permission: str | None = None


READS = [
    Case("bad request", 400, Refused, "Problems parsing JSON"),
    Case("bad token", 401, AccessRefused, "Bad credentials", advice="`token`"),
    Case("no permission", 403, Forbidden, NOT_ACCESSIBLE, permission="issues: read"),
    Case("no permission, hour spent", 403, Forbidden, NOT_ACCESSIBLE,
         {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1"}, permission="issues: read"),
    Case("single sign-on, hour spent", 403, Forbidden, "Resource protected by SAML enforcement.",
         {"x-ratelimit-remaining": "0"}, advice="single sign-on"),
    Case("blocked for speed", 403, RateLimited,
         "You have exceeded a secondary rate limit and have been temporarily blocked",
         {"Retry-After": "90"}),
    Case("bare 403 (row 123)", 403, Forbidden, "", permission="issues: read"),
    Case("single sign-on", 403, Forbidden, "Resource protected by organization SAML enforcement.",
         advice="single sign-on"),
    Case("single sign-on by header", 403, Forbidden, "No.", {"X-GitHub-SSO": "required"},
         advice="single sign-on"),
    Case("IP allow list", 403, Forbidden, "… your IP address is not on the IP allow list",
         advice="allow list"),
    Case("too large", 403, Refused, "This API returns blobs up to 1 MB in size."),
    Case("not there", 404, NotThere, "Not Found", advice="GitHub App or machine account token"),
    Case("wrong method", 405, Refused, "Method Not Allowed"),
    Case("wrong media type", 406, Refused),
    Case("conflict", 409, Refused, "Git Repository is empty."),
    Case("deleted", 410, Gone, "This issue was deleted", advice="issues are switched off"),
    Case("invalid", 422, Refused, "Validation Failed"),
    Case("blocked by law", 451, Refused),
    Case("secondary limit too long (row 122)", 403, RateLimited, "", {"Retry-After": "120"}),
    Case("primary limit too long", 403, RateLimited, "API rate limit exceeded for installation",
         {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1796043600"}),
    Case("429 too long", 429, RateLimited, "", {"Retry-After": "61"}),
    Case("moved elsewhere", 301, Moved, "", {"Location": "https://evil.example/x"}),
    Case("moved nowhere", 302, Moved),
    Case("see other", 303, Moved, "", {"Location": "/x"}),
    Case("not modified", 304, Unreadable),
]  # fmt: skip

WRITES = [
    Case("no permission", 403, Forbidden, NOT_ACCESSIBLE,
         advice="only to its own repository", permission="issues: write"),
    Case("permission by header", 403, Forbidden, NOT_ACCESSIBLE,
         {"x-accepted-github-permissions": "pull_requests=write; issues=write"},
         permission="issues: write"),
    Case("another permission by header", 403, Forbidden, NOT_ACCESSIBLE,
         {"x-accepted-github-permissions": "metadata=read,contents=write,workflows=write"},
         permission="contents: write, workflows: write"),
    Case("locked", 403, Forbidden, "Unable to create comment because issue is locked.",
         advice="Unlock"),
    Case("archived", 403, Forbidden, "Repository was archived so is read-only.",
         advice="unarchive"),
    Case("blocked", 403, Forbidden, "User is blocked", advice="is blocked"),
    Case("not there", 404, NotThere, "Not Found", advice="GitHub App or machine account token"),
    Case("issues off", 410, Gone, "Issues are disabled for this repo", advice="switch"),
    Case("invalid", 422, Refused, "Validation Failed"),
    Case("moved for good", 301, Moved, "", {"Location": "/repositories/1/issues/7/comments"}),
    Case("moved for now", 302, Moved, "", {"Location": "/repositories/1/issues/7/comments"}),
]  # fmt: skip


def _named(case: Case) -> str:
    return f"{case.status} {case.name}"


def _stage(httpx_mock: HTTPXMock, case: Case) -> None:
    errors = [{"code": "too_large"}] if case.name == "too large" else []
    httpx_mock.add_response(
        status_code=case.status,
        headers={"Date": "Mon, 30 Nov 2026 12:00:00 GMT", **case.headers},
        json={"message": case.message, "errors": errors},
    )


def _check(case: Case, raised: InboxError, request: str) -> None:
    assert type(raised) is case.error
    assert request in raised.what
    assert case.advice in raised.advice
    if isinstance(raised, GitHubFault):
        assert raised.request == request
        assert raised.status == case.status
    if isinstance(raised, Forbidden):
        assert raised.permission == case.permission
        assert f"`{case.permission}`" in raised.advice or case.permission is None


@pytest.mark.parametrize("case", READS, ids=_named)
def test_a_reading_that_is_refused_says_why_and_what_to_do(
    case: Case, client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    _stage(httpx_mock, case)
    with pytest.raises(InboxError) as raised:
        client.get(READ)
    _check(case, raised.value, "GET /repos/org/inbox/issues/7")
    assert naps == []
    assert client.requests.reads == 1


@pytest.mark.parametrize("case", WRITES, ids=_named)
def test_a_write_that_is_refused_says_why_and_what_to_do(
    case: Case, client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    _stage(httpx_mock, case)
    with pytest.raises(InboxError) as raised:
        client.post(WRITE, {"body": "x"}, once=True)
    _check(case, raised.value, "POST /repos/org/inbox/issues/7/comments")
    assert naps == []
    assert client.requests.writes == 1


@pytest.mark.parametrize("status", [408, 500, 501, 502, 503, 504])
def test_a_failure_of_github_is_tried_three_times(
    status: int, client: GitHub, httpx_mock: HTTPXMock, naps: list[float]
) -> None:
    """Protocol P44."""
    httpx_mock.add_response(status_code=status, text="<html>", is_reusable=True)
    with pytest.raises(Unavailable) as raised:
        client.get(READ)
    assert raised.value.status == status
    assert client.requests.reads == 3
    assert len(naps) == 2
    assert max(naps) < 10


def test_a_refusal_names_the_codes_and_fields_that_github_names(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(
        status_code=422,
        json={
            "message": "Validation Failed",
            "errors": [
                {"resource": "Issue", "field": "assignees", "code": "invalid", "value": "x"},
                "a sentence",
                {"code": None},
            ],
        },
    )
    with pytest.raises(Refused) as raised:
        client.post(WRITE, {})
    assert raised.value.message == "Validation Failed"
    assert raised.value.codes == ("invalid",)
    assert raised.value.fields == ("assignees",)
    assert "Validation Failed (assignees invalid)" in raised.value.what


def test_a_label_that_is_not_on_the_issue_is_told_from_an_issue_that_is_not_there(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    route = routes.issue_label(ISSUE, "decision:deferred")
    url = "https://api.example/repos/org/inbox/issues/7/labels/decision%3Adeferred"
    httpx_mock.add_response(url=url, status_code=404, json={"message": "Label does not exist"})
    with pytest.raises(LabelAbsent):
        client.delete(route)
    httpx_mock.add_response(url=url, status_code=404, json={"message": "Not Found"})
    with pytest.raises(NotThere) as raised:
        client.delete(route)
    assert type(raised.value) is NotThere


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b'{"id": 1', "application/json"),
        (b"", "application/json"),
        (b"<!DOCTYPE html><h1>Unicorn</h1>", "text/html; charset=utf-8"),
        (b"\xff\xfe\x00", "application/json"),
        (b"[" * 100_000, "application/json"),
        (b"[]", "application/json"),
        (b'{"id": "forty-two secrets"}', "application/json"),
        (b'{"identity": 1}', "application/json"),
    ],
    ids=["truncated", "empty", "HTML", "binary", "too deep", "a list", "wrong type", "missing"],
)
def test_an_answer_of_the_wrong_form_is_unreadable_and_never_quoted(
    content: bytes, kind: str, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(content=content, headers={"Content-Type": kind})
    with pytest.raises(Unreadable) as raised:
        client.get(READ).read(IdPayload)
    assert raised.value.request == "GET /repos/org/inbox/issues/7"
    assert "secrets" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None


def test_a_wrong_field_is_named_by_its_path(client: GitHub, httpx_mock: HTTPXMock) -> None:
    httpx_mock.add_response(json=[{"id": 1}, {"id": "no number"}])
    with pytest.raises(Unreadable, match=r"1\.id is not what GitHub documents"):
        client.get(READ).read(list[IdPayload])


@pytest.mark.parametrize(
    "failure",
    [
        httpx.ConnectError("secret.example refused"),
        httpx.ConnectTimeout("slow"),
        httpx.ReadTimeout("slow"),
        httpx.ReadError("reset"),
        httpx.RemoteProtocolError("peer closed connection"),
    ],
    ids=lambda failure: type(failure).__name__,
)
def test_a_broken_connection_is_tried_three_times_and_named_by_its_kind(
    failure: httpx.TransportError, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_exception(failure, is_reusable=True)
    with pytest.raises(Unavailable) as raised:
        client.get(READ)
    assert client.requests.reads == 3
    assert raised.value.status is None
    assert f"failed: no answer came ({type(failure).__name__})." in raised.value.what
    assert "secret.example" not in str(raised.value)


def test_a_damaged_answer_is_unreadable(client: GitHub, httpx_mock: HTTPXMock) -> None:
    httpx_mock.add_exception(httpx.DecodingError("bad gzip"))
    with pytest.raises(Unreadable, match="is damaged"):
        client.get(READ)


def test_a_message_cannot_bring_line_breaks_or_invisible_characters_into_an_error(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    """Protocol P3."""
    sneaky = "one\r\n::set-output name=x::y\u202e\u200b\x1b[31m" + "z" * 500
    httpx_mock.add_response(status_code=422, json={"message": sneaky})
    with pytest.raises(Refused) as raised:
        client.get(READ)
    assert raised.value.what.isprintable()
    assert len(raised.value.what) < 300


WORDS = st.sampled_from(["message", "errors", "code", "field", "documentation_url", "status"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=8,
)


@given(
    st.integers(300, 599),
    JSON.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=40),
    st.dictionaries(
        st.sampled_from(["retry-after", "x-ratelimit-remaining", "x-ratelimit-reset", "location"]),
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=20),
    ),
    st.sampled_from(["GET", "POST", "QUERY"]),
)
def test_whatever_github_refuses_becomes_one_printable_sentence_with_a_type(
    status: int, content: bytes, headers: dict[str, str], method: str
) -> None:
    response = httpx.Response(status, headers=headers, content=content)
    answer = Answer(f"{method} {READ.path}", READ, response)
    wait = asked_wait(answer, datetime(2026, 11, 30, tzinfo=UTC))
    assert wait is None or wait >= 0
    error = refusal(answer)
    assert str(error).isprintable()
    assert READ.path in error.what
