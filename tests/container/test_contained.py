"""Ticks in the container: a whole story, told as the runner reads it back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inbox.interface import OUTPUTS
from inbox.labels import APPROVED_A
from inbox.simulator.exchange import Request
from tests.container.contained import Contained
from tests.container.engine import docker, in_image

Make = Callable[..., Contained]


def test_a_ballot_is_opened_answered_applied_and_its_pull_request_merged(contained: Make) -> None:
    stage = contained()
    pull = stage.pull()
    opened = stage.tick()
    assert opened.exit_status == 0, opened.said
    opened.counted(inbox=1, inbox_open_count=1)
    assert opened.outputs.keys() == {field.name for field in OUTPUTS}
    opened.mentions(stage.ballot().ref, pull.ref)
    stage.gh.check_run(pull, "tests")
    stage.later(minutes=1)
    stage.owner.react(stage.ballot(), "+1")
    stage.later(minutes=6)
    applied = stage.tick()
    assert applied.exit_status == 0, applied.said
    applied.counted(inbox_resolved=1, merged=1, inbox_open_count=0, answers={"approved-A": 1})
    assert stage.now(pull).merged
    assert APPROVED_A in stage.now(stage.ballot()).label_names
    assert stage.status(pull).state == "success"
    assert stage.tick().writes == []


def test_nobody_else_was_ever_asked(contained: Make) -> None:
    """The network holds the simulated GitHub alone: a name or an address outside fails at once."""
    stage = contained()
    stage.pull()
    assert stage.tick().exit_status == 0
    code = (
        "import socket\n"
        "for address in (('192.0.2.1', 443), ('api.github.com', 443)):\n"
        "    try:\n"
        "        socket.create_connection(address, timeout=5)\n"
        "    except OSError as failure:\n"
        "        print(type(failure).__name__)\n"
    )
    assert in_image(code, network=stage.network.name).split() == ["OSError", "gaierror"]


def test_a_dry_run_says_what_it_would_write(contained: Make) -> None:
    stage = contained()
    stage.pull()
    told = stage.tick(dry_run="true")
    assert (told.exit_status, told.writes) == (0, [])
    assert "would " in told.log
    assert stage.ballots() == []


def test_a_ballot_is_opened_on_request(contained: Make) -> None:
    stage = contained()
    pull = stage.pull(files={"README.md": "modified"})
    told = stage.tick(
        command="open", pull_request=f"#{pull.number}", reasoning="first line\n::error::second, “ü”"
    )
    assert told.exit_status == 0, told.said
    assert pull.ref in stage.ballot().title
    assert told.annotations("error") == []


@pytest.mark.parametrize(
    "name", ["metrics.json", "out/of the way/Übersicht=1.json", "./metrics_summary.json"]
)
def test_the_metrics_go_where_they_are_wanted(contained: Make, name: str) -> None:
    told = contained().tick(metrics_file=name)
    assert told.exit_status == 0, told.said
    assert told.outputs["metrics-file"] == name.removeprefix("./")
    told.counted(inbox_open_count=0)


def test_the_checkout_and_the_workflows_variables_change_no_code(contained: Make) -> None:
    stage = contained()
    evil = "raise SystemExit('not ours')\n"
    for name in ("json.py", "httpx.py", "inbox/__init__.py", "sitecustomize.py"):
        stage.files[name] = evil
    stage.more = {
        "PYTHONPATH": "/github/workspace",
        "PYTHONHOME": "/nowhere",
        "PYTHONSTARTUP": "/github/workspace/json.py",
        "PYTHONWARNINGS": "error",
        "PYTHONIOENCODING": "ascii",
        "HTTPS_PROXY": "",
    }
    told = stage.tick()
    assert told.exit_status == 0, told.said
    assert "not ours" not in told.said


def test_the_configuration_can_come_from_the_checkout(contained: Make) -> None:
    stage = contained(owner_yml=None)
    stage.files["conf/owner.yml"] = "github_login: owner\n"
    stage.pull()
    told = stage.tick(owner_config="./conf/owner.yml")
    assert told.exit_status == 0, told.said
    told.counted(inbox=1, inbox_open_count=1)


def test_the_demo_needs_nothing_but_its_container(image: str, tmp_path: Path) -> None:
    run = ("run", "--rm", "--network", "none", "--read-only", "--workdir", "/github/workspace")
    told = docker(*run, "--volume", f"{tmp_path}:/github/workspace", image, "demo")
    assert "merged" in told.stdout
    assert {path.name for path in tmp_path.iterdir()} == {
        "metrics_summary.json",
        "decision-inbox-summary.md",
    }


@pytest.mark.parametrize("signal", ["INT", "TERM"])
def test_a_cancelled_run_ends_at_once_and_the_next_one_goes_on(
    contained: Make, signal: str
) -> None:
    """The runner interrupts, later terminates; to the first process of a container the kernel
    delivers only what it handles."""
    stage = contained()
    stage.pull()
    stage.options = ("--name", "decision-inbox-cancelled")

    def cancel(_: Request) -> None:
        docker("kill", "--signal", signal, "decision-inbox-cancelled", check=False)

    stage.gh.on_request.append(cancel)
    told = stage.tick()
    stage.gh.on_request.clear()
    assert told.requests == 1
    assert told.exit_status == 130
    told.mentions("stopped from outside")
    stage.options = ()
    assert stage.tick().outputs["inbox"] == "1"
