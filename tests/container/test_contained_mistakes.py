"""What is wrong is said from inside the container: by status, annotation and summary."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.container.contained import Contained
from tests.container.engine import built, docker
from tests.stories.told import SUMMARY_LIMIT

Make = Callable[..., Contained]


def test_wrong_configuration_ends_with_2_and_an_annotation_at_every_line(contained: Make) -> None:
    stage = contained(owner_yml="github_logn: owner\nallowlisted_actors: [owner\n")
    told = stage.tick()
    assert told.exit_status == 2
    (error,) = told.annotations("error")
    assert error.properties["file"] == "config/owner.yml"
    two = contained(owner_yml="github_login: owner\n", projects_yml="nothing: 1\nmerge: 7\n")
    told = two.tick()
    assert told.exit_status == 2
    assert [one.properties["line"] for one in told.annotations("error")] == ["1", "2"]
    told.mentions("config/projects.yml", "nothing")


def test_a_refused_token_ends_with_3(contained: Make) -> None:
    told = contained().tick(token="ghs_of_yesterday")
    assert told.exit_status == 3
    (error,) = told.annotations("error")
    assert "GitHub does not accept the token" in error.text
    told.mentions("GitHub does not accept the token")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dry-run", "yes"),
        ("metrics-file", "../metrics.json"),
        ("metrics-file", "/github/runner_temp/metrics.json"),
        ("command", "tock"),
        ("inbox-repo", "::error::x"),
        ("owner-config", "a\nb"),
    ],
)
def test_odd_inputs_are_named(contained: Make, name: str, text: str) -> None:
    told = contained().tick(**{name.replace("-", "_"): text})
    assert told.exit_status == 2
    (error,) = told.annotations("error")
    assert f"input {name}" in error.text
    assert told.requests == 0


def test_blank_inputs_are_the_defaults(contained: Make) -> None:
    stage = contained()
    stage.pull()
    told = stage.tick(dry_run=" ", metrics_file="", owner_config="\n", command="  tick\n")
    assert told.exit_status == 0, told.said
    told.counted(inbox=1, inbox_open_count=1)


def test_a_summary_that_is_too_long_is_cut_and_everything_else_is_told(contained: Make) -> None:
    many = "".join(f"k{number:x}:\n" for number in range(17_000))
    told = contained(projects_yml=many).tick()
    assert told.exit_status == 2
    assert len(told.annotations("error")) == 10
    assert 990_000 < len(told.summary.encode()) <= SUMMARY_LIMIT
    told.mentions("more, which do not fit on this page.")


def test_files_of_the_runner_that_cannot_be_written_cost_warnings_alone(contained: Make) -> None:
    stage = contained()
    pull = stage.pull()
    stage.frozen = frozenset({"workspace", "file_commands"})
    told = stage.tick()
    assert told.exit_status == 0, told.said
    assert (told.outputs, told.summary) == ({}, "")
    said = [one.text for one in told.annotations("warning")]
    assert len(said) == 3
    assert all("could not be written: Read-only file system" in one for one in said)
    assert pull.ref in stage.ballot().title


def test_an_account_that_owns_nothing_there_is_warned_alike(contained: Make) -> None:
    stage = contained()
    stage.options = ("--user", "65534:65534")
    told = stage.tick()
    assert told.exit_status == 0, told.said
    said = [one.text for one in told.annotations("warning")]
    assert [one for one in said if "Permission denied" not in one] == []
    assert len(said) == 3


def test_without_github_one_sentence_is_left(contained: Make) -> None:
    stage = contained()
    stage.more = {"GITHUB_API_URL": "http://127.0.0.1:9"}
    told = stage.tick()
    assert told.exit_status == 1
    assert len(told.annotations("error")) == 1


def test_started_with_nothing_it_says_what_it_lacks() -> None:
    run = ("run", "--rm", "--read-only", "--network", "none")
    done = docker(*run, built(), check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "error: input token: there is no token; set GITHUB_TOKEN, or INPUT_TOKEN\n"
        "Without a command this is one tick; decision-inbox --help lists the others.\n"
    )
