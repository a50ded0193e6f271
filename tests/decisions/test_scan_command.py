"""`decision-inbox decisions waiting|scan`: what was answered, and what comes of it (D18, D20)."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest import mock

import pytest

from inbox import cli
from inbox.config import Source, Surroundings, load
from inbox.github.client import GitHub
from inbox.grace import with_grace
from inbox.policy import Decisions
from inbox.refs import RepoRef
from inbox.simulator import Transport
from tests.stories.stage import APP, SAFE, SIMULATED, Stage, Way
from tests.stories.stories_decisions import ASKED, follow_ups

BOT = "github-actions[bot]"
ANSWER = "/answer storage: 2\n/answer name: Cachet"


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage with one pull request that was answered."""
    built = Stage(way=Way.DIRECT)
    pull = built.pull(files=SAFE, body=ASKED)
    built.tick()
    built.later(minutes=1)
    built.owner.comment(pull, ANSWER)
    built.later(minutes=1)
    built.tick()
    yield built
    built.close()


_POLICY = load(
    Source("config/owner.yml", b"github_login: owner\n"),
    Source("config/projects.yml", None),
    Surroundings(RepoRef.parse(APP)),
)


def ran(stage: Stage, *arguments: str, bot: str = BOT, **env: str) -> tuple[int, str, str]:
    """Exit status, output and errors of the command, with a reader's token."""
    before = len(stage.gh.journal.entries)
    token = stage.gh.token("ghp_reader", stage.gh.user("reader", role="write"))
    out, err = io.StringIO(), io.StringIO()
    client = partial(GitHub, transport=Transport(stage.gh), sleep=lambda _: None)
    names = {
        "GITHUB_API_URL": SIMULATED,
        "GITHUB_GRAPHQL_URL": f"{SIMULATED}/graphql",
        "GITHUB_REPOSITORY": APP,
        "GITHUB_TOKEN": token,
    }
    with mock.patch("inbox.tick_command.GitHub", client):
        options = [f"--bot-login={bot}"] if bot else []
        status = cli.run(["decisions", *arguments, *options], {**names, **env}, out=out, err=err)
    assert not any(entry.is_write for entry in stage.gh.journal.entries[before:])
    return status, out.getvalue(), err.getvalue()


def test_what_was_answered_waits_until_somebody_acts(stage: Stage) -> None:
    assert ran(stage, "waiting") == (
        0,
        f"{APP}#1: answered 0 min ago; its follow-up is due in 3 h\n",
        "",
    )
    stage.later(hours=4)
    status, out, _ = ran(stage, "waiting")
    assert (status, out) == (0, f"{APP}#1: answered 4 h ago; its follow-up is due now\n")
    stage.tick()
    _, out, _ = ran(stage, "waiting")
    assert (
        out == f"{APP}#1: answered 4 h ago; its follow-up is {APP}#{follow_ups(stage)[0].number}\n"
    )
    stage.agent.comment(f"{APP}#1", "<!-- marvin:decisions-addressed -->")
    assert ran(stage, "waiting") == (0, "Nothing that was answered waits.\n", "")


def test_a_scan_says_what_a_tick_would_do_and_why(stage: Stage) -> None:
    """Block case F27: to file and to close, and nothing is written."""
    assert ran(stage, "scan", "--dry-run")[1] == (
        f"{APP}#1: would do nothing: was answered less than the grace period ago\n"
    )
    stage.later(hours=4)
    assert ran(stage, "scan", "--dry-run")[1] == (
        f"{APP}#1: would file a follow-up in {APP} about {APP}#1: "
        "was answered, and nobody acted on it\n"
    )
    stage.tick()
    filed = follow_ups(stage)[0].number
    stage.agent.comment(f"{APP}#1", "<!-- decision-inbox:decisions-addressed -->")
    assert ran(stage, "scan", "--dry-run")[1] == (
        f"{APP}#1: would rewrite {APP}#{filed} and set it to closed: "
        "was acted on, as a reply says\n"
    )


def test_the_grace_period_may_come_from_the_environment(stage: Stage) -> None:
    stage.later(hours=1)
    _, out, _ = ran(stage, "scan", "--dry-run", MARVIN_DECISIONS_GRACE_HOURS="0.5")
    assert "would file a follow-up" in out
    _, out, err = ran(stage, "scan", "--dry-run", DECISIONS_GRACE_HOURS="soon")
    assert "would do nothing" in out
    assert "DECISIONS_GRACE_HOURS says soon" in err


@pytest.mark.parametrize(
    ("said", "hours", "is_told"),
    [
        ("0.5", 0.5, False),
        ("168", 168.0, False),
        ("0", 4.0, True),
        ("-1", 4.0, True),
        ("169", 4.0, True),
        ("abc", 4.0, True),
        ("NaN", 4.0, True),
        ("inf", 4.0, True),
        ("", 12.0, False),
        ("  ", 12.0, False),
    ],
)
def test_a_grace_period_is_above_0_and_at_most_168_hours(
    said: str, hours: float, is_told: bool
) -> None:
    """Block case F23."""
    policy = replace(_POLICY, decisions=Decisions(grace_hours=12.0))
    found = with_grace(policy, {"DECISIONS_GRACE_HOURS": said})
    assert found.decisions == Decisions(grace_hours=hours)
    assert bool(found.notices) is is_told


def test_the_bot_has_to_be_named(stage: Stage) -> None:
    """Protocol P1: the token says nothing of who the bot is."""
    status, out, err = ran(stage, "waiting", bot="")
    assert (status, out) == (3, "")
    assert "--bot-login" in err


def test_a_scan_needs_its_dry_run(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.run(["decisions", "scan"], {})
    assert ended.value.code == 2
    assert "--dry-run" in capsys.readouterr().err


def test_a_repository_that_cannot_be_read_ends_with_its_status(stage: Stage) -> None:
    status, out, err = ran(stage, "waiting", GITHUB_TOKEN="ghp_unknown")
    assert (status, out) == (3, "")
    assert "Traceback" not in err
    assert "ghp_unknown" not in err


def test_the_repository_is_that_of_the_clone_d20(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = ran(stage, "waiting", GITHUB_REPOSITORY="")
    assert (status, out) == (2, "")
    assert "; set it to owner/name, or run this in a clone of that repository\n" in err
    subprocess.run(["git", "init", "-q"], check=True)
    origin = f"{SIMULATED.replace('api.', '')}/{APP}.git"
    subprocess.run(["git", "remote", "add", "origin", origin], check=True)
    server = SIMULATED.replace("api.", "")
    status, out, err = ran(stage, "waiting", GITHUB_REPOSITORY="", GITHUB_SERVER_URL=server)
    assert (status, err) == (0, "")
    assert out.startswith(f"{APP}#1: answered ")


def test_where_nothing_answers_it_says_so_and_promises_no_tick(stage: Stage) -> None:
    stage.gh.faults.answer("*", "/repos/*", status=502, times=9)
    status, out, err = ran(stage, "waiting")
    assert (status, out) == (1, "")
    assert err.endswith("GitHub answered 502. Usually this passes: run it again.\n")
