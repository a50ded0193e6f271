"""`decision-inbox dashboard`: what it prints, where it listens, and how it ends."""

from __future__ import annotations

import io
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.types import ASGIApp

from inbox import cli
from inbox.dashboard import command
from tests.stories.actions_runner import ROOT

ADDRESS = re.compile(r"^  http://127\.0\.0\.1:(\d+)/([\w-]{43})/$", re.MULTILINE)
NOWHERE = {  # nothing listens there, and nothing here waits for an answer
    "GITHUB_API_URL": "http://127.0.0.1:9",
    "GITHUB_GRAPHQL_URL": "http://127.0.0.1:9/graphql",
    "GITHUB_REPOSITORY": "org/app",
    "GITHUB_TOKEN": "ghp_mine",
    "INPUT_BOT_LOGIN": "github-actions[bot]",
    "PATH": "",
}

Serve = Callable[[ASGIApp, socket.socket], None]


def serve_nothing(_: ASGIApp, listening: socket.socket) -> None:
    """Ends at once, after a look at where it would have listened."""
    assert listening.getsockname()[0] == "127.0.0.1"


def ran(
    *arguments: str,
    serve: Serve = serve_nothing,
    without: str = "",
    monkeypatch: pytest.MonkeyPatch,
    **env: str,
) -> tuple[int, str, str]:
    """Exit status, output and errors of the command."""
    monkeypatch.setattr(command, "_serve", serve)
    variables = {name: text for name, text in {**NOWHERE, **env}.items() if name != without}
    out, err = io.StringIO(), io.StringIO()
    return (
        cli.run(["dashboard", *arguments], variables, out=out, err=err),
        out.getvalue(),
        err.getvalue(),
    )


def test_the_address_is_printed_with_a_new_key_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = set()
    for _ in range(2):
        status, out, err = ran(monkeypatch=monkeypatch)
        assert (status, err) == (0, "")
        assert out.startswith("The dashboard of org/app is at\n")
        assert "ghp_mine" not in out
        found = ADDRESS.search(out)
        assert found
        keys.add(found[2])
    assert len(keys) == 2


def test_it_listens_where_it_was_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number = free.getsockname()[1]
    _, out, _ = ran("--port", str(number), monkeypatch=monkeypatch)
    assert f"http://127.0.0.1:{number}/" in out


def test_a_port_that_is_taken_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        status, out, err = ran("--port", str(number), monkeypatch=monkeypatch)
    assert (status, out) == (2, "")
    assert err.startswith(f"--port: port {number} of this machine cannot be had")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("number", ["-1", "65536", "x", "٣", "8e1"])
def test_what_is_no_port_is_said(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.run(["dashboard", f"--port={number}"], NOWHERE)
    assert ended.value.code == 2
    assert "write a number up to 65535" in capsys.readouterr().err


def test_ctrl_c_is_its_ordinary_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: ASGIApp, __: socket.socket) -> None:
        raise KeyboardInterrupt

    status, out, err = ran(serve=interrupted, monkeypatch=monkeypatch)
    assert (status, err) == (0, "")
    assert out.endswith("What was sent stands on GitHub; nothing else is lost.\n")


@pytest.mark.parametrize(
    ("without", "status", "said"),
    [
        (
            "GITHUB_TOKEN",
            2,
            "token: there is none; set GITHUB_TOKEN to a token of yours, or log in with"
            " `gh auth login`\n",
        ),
        (
            "INPUT_BOT_LOGIN",
            3,
            "Nobody said which account the bot is. Name it with --bot-login (for the workflow's"
            " own token: github-actions[bot]).\n",
        ),
        (
            "GITHUB_REPOSITORY",
            2,
            "environment: GITHUB_REPOSITORY is not set, so nobody knows which repository this is"
            " about; name it with --repository owner/name, or run this in a clone of it\n",
        ),
    ],
)
def test_what_is_missing_is_said_before_anything_is_served(
    without: str, status: int, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ran(without=without, monkeypatch=monkeypatch) == (status, "", said)


def test_an_option_is_named_as_it_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    status, _, err = ran("--bot-login", "my app!", monkeypatch=monkeypatch)
    assert status == 2
    assert err == "--bot-login: 'my app!' is no login; write one like my-app[bot]\n"


def test_a_repository_that_is_none_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    status, _, err = ran("--repository", "shop", monkeypatch=monkeypatch)
    assert status == 2
    assert err == "--repository: 'shop' is no repository; write owner/name\n"


def test_without_the_extra_it_says_how_to_get_it() -> None:
    """Where its libraries are not installed, as in the action's image."""
    code = (
        "import sys\n"
        "class Without:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] == 'starlette':\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Without())\n"
        "from inbox import cli\n"
        "sys.exit(cli.run(['dashboard'], {}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("The dashboard is an extra that is not installed here: ")
    assert len(done.stderr.splitlines()) == 1


def test_its_help_asks_for_what_it_needs_and_not_for_what_a_workflow_needs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.run(["dashboard", "--help"], {})
    said = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 0
    assert "--token TEXT Your own token: the answers are yours." in said
    assert "--bot-login TEXT The account that the action writes as. It has to be named" in said
    assert "machine account" not in said
    assert "Empty: found out" not in said
