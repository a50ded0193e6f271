"""The simulated GitHub over a real socket behaves as without one."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx
import pytest

from inbox.simulator import Server, Simulator
from inbox.simulator.repository import Repository

HEADERS = {"User-Agent": "tests", "Authorization": "Bearer ghs_workflow"}


@pytest.fixture
def client(gh: Simulator, app: Repository) -> Iterator[httpx.Client]:
    gh.workflow_token(app)
    with Server(gh) as server, httpx.Client(base_url=server.url, headers=HEADERS) as client:
        yield client


def test_requests_share_one_connection(gh: Simulator, client: httpx.Client) -> None:
    made = client.post("/repos/org/app/issues", json={"title": "Ü"})
    assert made.status_code == 201
    assert made.json()["url"] == f"{client.base_url}/repos/org/app/issues/1".replace(
        "//repos", "/repos"
    )
    for _ in range(3):
        told = client.get("/repos/org/app/issues/1")
        assert told.json()["title"] == "Ü"
        assert told.http_version == "HTTP/1.1"
        assert told.headers["Date"] == "Mon, 30 Nov 2026 10:00:00 GMT"
    assert client.put("/repos/org/app/issues/1/lock").status_code == 204
    query = {"query": "{ viewer { login } }"}
    assert client.post("/graphql", json=query).json()["data"]["viewer"]["login"]
    assert len(gh.journal.entries) == 6


def test_a_dropped_connection_has_no_answer(gh: Simulator, client: httpx.Client) -> None:
    gh.faults.drop("POST", after=True)
    with pytest.raises(httpx.RemoteProtocolError):
        client.post("/repos/org/app/issues", json={"title": "T"})
    assert [one.title for one in gh.issues("org/app")] == ["T"]
    gh.faults.truncate("GET", to=10)
    with pytest.raises(httpx.RemoteProtocolError):
        client.get("/repos/org/app")
    gh.faults.kill(write=2)
    with pytest.raises(httpx.RemoteProtocolError):
        client.post("/repos/org/app/issues", json={"title": "U"})
    assert client.get("/repos/org/app").status_code == 200


def test_a_stopped_server_answers_nobody(gh: Simulator, app: Repository) -> None:
    gh.workflow_token(app)
    server = Server(gh).start()
    with httpx.Client(base_url=server.url, headers=HEADERS) as client:
        assert client.get("/repos/org/app").status_code == 200
        server.stop()
        with pytest.raises(httpx.TransportError):
            client.get("/repos/org/app")


def test_what_is_no_http_ends_the_connection(client: httpx.Client) -> None:
    address = (client.base_url.host, client.base_url.port or 0)
    with socket.create_connection(address) as raw:
        raw.sendall(b"\x00\x01 nonsense\r\n\r\n")
        raw.settimeout(5)
        assert b"HTTP/1.1 200" not in raw.recv(1000)


def test_a_server_of_one_s_own_has_its_paths_under_a_prefix(gh: Simulator) -> None:
    ours = Simulator(api_prefix="/api/v3", graphql_path="/api/graphql", web="https://git.example")
    ours.workflow_token(ours.repository("org/app"))
    for _ in range(2):
        ours.user("owner").open_issue("org/app", "T")
    with Server(ours) as server, httpx.Client(base_url=server.url, headers=HEADERS) as client:
        told = client.get("/api/v3/repos/org/app/issues?per_page=1")
        assert told.json()[0]["url"] == f"{server.url}/api/v3/repos/org/app/issues/2"
        assert told.json()[0]["html_url"] == "https://git.example/org/app/issues/2"
        following = told.links["next"]["url"]
        assert following.startswith(f"{server.url}/api/v3/repositories/")
        assert client.get(following).json()[0]["number"] == 1
        query = {"query": "{ viewer { login } }"}
        assert client.post("/api/graphql", json=query).status_code == 200
    assert ours.violations == gh.violations == []
