"""Who may upload, and where: read from the runner's variables, never verified, never shown."""

from __future__ import annotations

import pytest

from inbox.results import Access, NotUploaded
from tests.results.fake import JOB, RUN, token

GITHUB = "https://github.com"
URL = "https://results-receiver.actions.githubusercontent.com/"


def granted(token_: str, url: str = URL, server: str = GITHUB) -> Access:
    return Access.granted({"ACTIONS_RUNTIME_TOKEN": token_, "ACTIONS_RESULTS_URL": url}, server)


def test_ids_and_origin_are_read_and_the_token_does_not_show() -> None:
    access = granted(token(), URL + "a/b?c=d")
    assert (access.run, access.job, access.origin) == (RUN, JOB, URL.rstrip("/"))
    assert access.token == token()
    assert token() not in repr(access)


@pytest.mark.parametrize("more", ["", "a", "ab", "abc"])
def test_the_payload_is_read_whatever_its_length(more: str) -> None:
    access = granted(token(f"Actions.Results:{RUN}:{JOB}{more}"))
    assert access.job == JOB + more


@pytest.mark.parametrize("server", [GITHUB, "https://acme.ghe.com", "http://a.localhost:3000"])
def test_these_hosts_have_the_service(server: str) -> None:
    assert granted(token(), server=server).run == RUN


@pytest.mark.parametrize(
    "server",
    [
        "https://github.example.com",
        "https://ghe.com",
        "https://github.com.evil",
        "http://localhost",
    ],
)
def test_enterprise_server_has_none(server: str) -> None:
    with pytest.raises(NotUploaded, match=r"Enterprise Server has no service .*; upload .* step"):
        granted(token(), server=server)


@pytest.mark.parametrize(("token_", "url"), [("", URL), (token(), ""), (" ", " ")])
def test_a_runner_without_the_service_is_told_apart(token_: str, url: str) -> None:
    with pytest.raises(NotUploaded, match="no access to the results service; upload"):
        granted(token_, url)


@pytest.mark.parametrize(
    "url", ["results", "ftp://results", "https://", "https://me:pw@results/", "https://r:0/", "//x"]
)
def test_an_unusable_address_is_refused(url: str) -> None:
    with pytest.raises(NotUploaded, match="names no usable address") as caught:
        granted(token(), url)
    assert "pw" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "runtime-token",
        "a.b",
        "a.b.c.d",
        "a.!!!.c",
        "a.bnVsbA.c",  # null
        "a.eyJzY3AiOiBbXX0.c",  # a list of scopes
        "a.eyJ4IjogMX0.c",  # none
        "ä.eyJ4IjogMX0.c",
        token("Actions.Results"),
        token("Actions.Results:1"),
        token("Actions.Results:1:2:3"),
        token("Actions.Results::2"),
        token(f"Actions.Results:1 Actions.Results:{RUN}:{JOB}"),
        token("Actions.Other:1:2"),
        token().replace(".", "\n."),
    ],
)
def test_a_token_that_names_no_job_is_refused_and_not_shown(text: str) -> None:
    with pytest.raises(NotUploaded, match="does not say which job") as caught:
        granted(text)
    assert text not in str(caught.value)
