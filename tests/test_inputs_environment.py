"""The runner's variables: read where present, harmless where absent, never believed too much."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inbox.environment import Environment, read_environment
from inbox.errors import ConfigurationError
from inbox.refs import RepoRef


def test_without_any_variable_github_com_is_meant() -> None:
    assert read_environment({}) == Environment()
    assert read_environment({"GITHUB_API_URL": "", "GITHUB_ACTION_REPOSITORY": " "}) == (
        Environment()
    )


def test_every_variable_of_the_runner_is_read() -> None:
    run = read_environment(
        {
            "GITHUB_API_URL": "https://ghes.example/api/v3",
            "GITHUB_GRAPHQL_URL": "https://ghes.example/api/graphql",
            "GITHUB_SERVER_URL": "https://ghes.example/",
            "GITHUB_REPOSITORY": "org/app",
            "GITHUB_ACTION_REPOSITORY": "some/decision-inbox",
            "GITHUB_EVENT_NAME": "schedule",
            "GITHUB_EVENT_PATH": "/github/workflow/event.json",
            "GITHUB_WORKSPACE": "/github/workspace",
            "GITHUB_OUTPUT": "/github/file_commands/set_output_1",
            "GITHUB_STEP_SUMMARY": "/github/file_commands/step_summary_1",
            "GITHUB_RUN_ID": "4711",
            "GITHUB_ACTIONS": "true",
            "RUNNER_DEBUG": "1",
            "DECISION_INBOX_WRITE_INTERVAL": "0.25",
        }
    )
    assert run == Environment(
        api_url="https://ghes.example/api/v3",
        graphql_url="https://ghes.example/api/graphql",
        server_url="https://ghes.example",
        repository=RepoRef("org", "app"),
        action_repository=RepoRef("some", "decision-inbox"),
        event_name="schedule",
        event_path=Path("/github/workflow/event.json"),
        workspace=Path("/github/workspace"),
        output=Path("/github/file_commands/set_output_1"),
        step_summary=Path("/github/file_commands/step_summary_1"),
        run_id="4711",
        on_actions=True,
        debug=True,
        write_interval=0.25,
    )
    assert run.run_url == "https://ghes.example/org/app/actions/runs/4711"


@pytest.mark.parametrize(
    ("api", "graphql", "server"),
    [
        ("https://api.github.com", "https://api.github.com/graphql", "https://github.com"),
        ("https://ghes.test/api/v3/", "https://ghes.test/api/graphql", "https://ghes.test"),
        ("https://api.org.ghe.com", "https://api.org.ghe.com/graphql", "https://org.ghe.com"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/graphql", "http://127.0.0.1:8080"),
    ],
)
def test_addresses_left_out_are_on_the_host_of_the_api_and_on_no_other(
    api: str, graphql: str, server: str
) -> None:
    run = read_environment({"GITHUB_API_URL": api})
    assert (run.graphql_url, run.server_url) == (graphql, server)


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("api.github.com", "this is no http(s) address"),
        ("ftp://api.github.com", "this is no http(s) address"),
        ("https://", "this is no http(s) address"),
        ("https://host:port", "this is no http(s) address"),
        ("https://[::1", "this is no http(s) address"),
        ("https://ho st", "this is no http(s) address"),
        ("https://host/\r\nX: y", "this is no http(s) address"),
        ("https://höst", "this is no http(s) address"),
        ("https://me@host", "the address carries a login"),
        ("https://me:secret@host", "the address carries a login"),
        ("https://host?a=b", "the address has a query or a fragment"),
        ("https://host/#a", "the address has a query or a fragment"),
        ("https://host?", "the address has a query or a fragment"),
    ],
)
@pytest.mark.parametrize("name", ["GITHUB_API_URL", "GITHUB_GRAPHQL_URL", "GITHUB_SERVER_URL"])
def test_an_address_is_plain_http_without_login(name: str, address: str, what: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_environment({name: address})
    (mistake,) = caught.value.mistakes
    assert (mistake.file, mistake.line, mistake.what) == (name, 0, what)
    assert "secret" not in str(mistake)


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "3601", "soon", "1,5"])
def test_the_write_interval_is_a_number_of_seconds(text: str) -> None:
    with pytest.raises(ConfigurationError, match="this is no number of seconds; write one from"):
        read_environment({"DECISION_INBOX_WRITE_INTERVAL": text})


@pytest.mark.parametrize("value", ["", "false", "1", "TRUE"])
def test_the_runner_is_there_only_when_it_says_so(value: str) -> None:
    assert not read_environment({"GITHUB_ACTIONS": value}).on_actions


@pytest.mark.parametrize("run_id", ["", "12/../..", "١٢"])
def test_a_run_without_a_number_has_no_page(run_id: str) -> None:
    variables = {"GITHUB_REPOSITORY": "org/app", "GITHUB_RUN_ID": run_id}
    assert read_environment(variables).run_url == ""


@pytest.mark.parametrize(
    "event",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"null",
        b'{"repository": null}',
        b'{"repository": {"default_branch": 7}}',
        b'{"repository": {"default_branch": ""}}',
        b"[" * 100_000,
    ],
)
def test_an_event_that_cannot_be_read_names_no_default_branch(tmp_path: Path, event: bytes) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(event)
    assert Environment(event_path=path).default_branch() is None


def test_the_event_names_the_default_branch(tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps({"repository": {"default_branch": "trunk"}}))
    assert Environment(event_path=path).default_branch() == "trunk"
    assert Environment(event_path=tmp_path / "gone").default_branch() is None
    assert Environment().default_branch() is None
