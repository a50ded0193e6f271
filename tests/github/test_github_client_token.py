"""Where the token goes and what is said about a request: redirects, pages, headers, logs."""

from __future__ import annotations

import logging

import httpx
import pytest
from pytest_httpx import HTTPXMock

from inbox.errors import AccessRefused, ConfigurationError, Moved, Unreadable
from inbox.github import routes
from inbox.github.client import GitHub
from inbox.github.payloads import IdPayload
from inbox.refs import IssueRef, RepoRef
from tests.github.stage import Connect

API = "https://api.example"
ISSUE = IssueRef(RepoRef("org", "inbox"), 7)
READ = routes.issue(ISSUE)
LIST = routes.issues(ISSUE.repo)
PATH = f"{API}/repos/org/inbox/issues/7"
MOVED = f"{API}/repositories/42/issues/7"


def test_every_request_says_who_asks_and_in_which_version(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(json={})
    client.get(READ)
    sent = httpx_mock.get_requests()[0].headers
    assert sent["authorization"] == "Bearer s3cret"
    assert sent["accept"] == "application/vnd.github+json"
    assert sent["x-github-api-version"] == "2022-11-28"
    assert sent["user-agent"].startswith("decision-inbox/")


@pytest.mark.parametrize("token", ["", "two words", "line\nbreak", "tökén", "tab\t"])
def test_a_token_that_is_none_is_refused_without_being_shown(connect: Connect, token: str) -> None:
    with pytest.raises(AccessRefused) as raised:
        connect(token)
    assert not token or token not in str(raised.value)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize("location", [MOVED, "/repositories/42/issues/7"])
def test_a_reading_follows_a_redirect_on_the_same_origin(
    status: int, location: str, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    """Protocol P42: a renamed repository."""
    httpx_mock.add_response(url=PATH, status_code=status, headers={"Location": location})
    httpx_mock.add_response(url=MOVED, json={"id": 5})
    assert client.get(READ).read(IdPayload).id == 5


@pytest.mark.parametrize("status", [307, 308])
def test_a_write_follows_a_redirect_that_keeps_its_method(
    status: int, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(url=PATH, status_code=status, headers={"Location": MOVED})
    httpx_mock.add_response(url=MOVED, method="PATCH", match_json={"state": "open"}, json={})
    assert client.patch(READ, {"state": "open"}).status == 200


@pytest.mark.parametrize("status", [301, 302])
def test_a_write_does_not_follow_a_redirect_that_would_make_it_a_reading(
    status: int, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(status_code=status, headers={"Location": MOVED})
    with pytest.raises(Moved) as raised:
        client.patch(READ, {"state": "open"})
    assert raised.value.location == MOVED
    assert client.requests.writes == 1


@pytest.mark.parametrize(
    "location",
    [
        "https://evil.example/repos/org/inbox/issues/7",
        "https://api.example.evil.example/repos/org/inbox/issues/7",
        "http://api.example/repos/org/inbox/issues/7",
        "https://api.example:8443/repos/org/inbox/issues/7",
        "https://user:password@api.example/repos/org/inbox/issues/7",
        "//evil.example/x",
        "https://evil.example\\@api.example/",
        "https://[broken/",
        "",
    ],
)
@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_the_token_never_follows_a_redirect_to_another_origin(
    status: int, location: str, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(status_code=status, headers={"Location": location})
    with pytest.raises(Moved) as raised:
        client.get(READ)
    assert raised.value.location == location
    assert len(httpx_mock.get_requests()) == 1
    assert "password" not in str(raised.value)


def test_redirects_in_circles_end(client: GitHub, httpx_mock: HTTPXMock) -> None:
    httpx_mock.add_response(status_code=301, headers={"Location": PATH}, is_reusable=True)
    with pytest.raises(Moved, match="in circles"):
        client.get(READ)
    assert client.requests.reads <= 5


@pytest.mark.parametrize("query", ["", "?labels=x&per_page=100"])
def test_a_redirected_list_keeps_its_filter(
    query: str, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    elsewhere = f"{API}/repositories/42/issues"
    httpx_mock.add_response(status_code=301, headers={"Location": elsewhere + query})
    httpx_mock.add_response(json=[])
    assert [page.json() for page in client.pages(LIST, {"labels": "x"})] == [[]]
    followed = httpx_mock.get_requests()[1].url
    assert followed.copy_with(query=None) == httpx.URL(elsewhere)
    assert dict(followed.params) == {"labels": "x", "per_page": "100"}


def _link(url: str) -> dict[str, str]:
    return {"Link": f'<{url}>; rel="next", <{API}/x?page=9>; rel="last"'}


def test_pages_follow_the_link_header_and_trust_nothing_else(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    """An empty page may be followed by others; a full one may be the last."""
    first = f"{API}/repos/org/inbox/issues?per_page=100&state=all"
    second, third = f"{API}/repositories/42/issues?page=2", f"{API}/repositories/42/issues?after=Y3"
    httpx_mock.add_response(url=first, json=[{"id": 1}], headers=_link(second))
    httpx_mock.add_response(url=second, json=[], headers=_link(third))
    httpx_mock.add_response(url=third, json=[{"id": 2}], headers={"Link": f'<{first}>; rel="prev"'})
    pages = client.pages(LIST, {"state": "all"})
    assert [one.id for page in pages for one in page.read(list[IdPayload])] == [1, 2]


@pytest.mark.parametrize(
    "url",
    ["https://evil.example/issues?page=2", "http://api.example/issues?page=2", "https://x:port"],
)
def test_a_next_page_on_another_host_is_not_fetched(
    url: str, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(json=[], headers=_link(url))
    with pytest.raises(Unreadable):
        list(client.pages(LIST))
    assert len(httpx_mock.get_requests()) == 1


def test_a_list_that_leads_back_to_itself_is_unreadable(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    first = f"{API}/repos/org/inbox/issues?per_page=100"
    httpx_mock.add_response(json=[], headers=_link(first))
    with pytest.raises(Unreadable, match="does not end"):
        list(client.pages(LIST))


def test_a_page_that_fails_makes_the_list_fail(client: GitHub, httpx_mock: HTTPXMock) -> None:
    """Protocol P23: a list is whole or it is none."""
    httpx_mock.add_response(json=[{"id": 1}], headers=_link(f"{API}/issues?page=2"))
    httpx_mock.add_response(text="<html>")
    with pytest.raises(Unreadable):
        [page.json() for page in client.pages(LIST)]


def test_logs_hold_method_template_and_status_and_nothing_else(
    client: GitHub, httpx_mock: HTTPXMock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    httpx_mock.add_response(json={"title": "s3cret title"})
    client.get(routes.contents(RepoRef("org", "inbox"), "config/owner.yml"), {"ref": "s3cret"})
    ours = [record.getMessage() for record in caplog.records if record.name != "asyncio"]
    assert ours == ["GET /repos/{owner}/{repo}/contents/{path} 200"]


def test_paths_are_encoded_and_keep_their_slashes() -> None:
    repo = RepoRef("org", "inbox")
    label = routes.issue_label(ISSUE, "a/b c:d?#%")
    assert label.path == "/repos/org/inbox/issues/7/labels/a%2Fb%20c%3Ad%3F%23%25"
    assert routes.contents(repo, "a b/ü.yml").path == "/repos/org/inbox/contents/a%20b/%C3%BC.yml"


@pytest.mark.parametrize("base", [API, f"{API}/", "https://ghe.example/api/v3"])
def test_an_enterprise_server_keeps_the_prefix_of_its_address(
    base: str, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(url=f"{base.rstrip('/')}/repos/org/inbox/issues/7", json={})
    with GitHub(base, "https://ghe.example/api/graphql", "t") as client:
        assert client.get(READ).status == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [("HTTPS_PROXY", "socks9://nowhere.example"), ("SSL_CERT_FILE", "/nowhere/ca.pem")],
)
def test_a_proxy_or_certificate_that_cannot_be_used_is_a_mistake_in_the_configuration(
    name: str, value: str, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ConfigurationError, match=name):
        connect()


def test_a_loopback_address_is_never_reached_through_a_proxy(
    monkeypatch: pytest.MonkeyPatch, httpx_mock: HTTPXMock
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "socks9://nowhere.example")
    httpx_mock.add_response(json={})
    with GitHub("http://127.0.0.1:1", "http://127.0.0.1:1/graphql", "t") as client:
        assert client.get(READ).status == 200
