"""Wrong inputs and configuration end with 2, every mistake said at its line, nothing written."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stories.stage import APP, OWNER_YML, Stage, Way
from tests.stories.told import Told

GREETING = "The inputs or the configuration are wrong. Nothing was read, nothing written."


def _refused(stage: Stage, **inputs: str) -> Told:
    """What a run says that must not do anything; there is something that it could do."""
    stage.pull()
    told = stage.tick(**inputs)
    assert told.exit_status == 2, told.said
    assert told.writes == []
    assert GREETING in told.summary
    assert (dict(told.outputs), told.metrics) == ({}, None)
    stage.close()
    return told


def _places(told: Told) -> list[tuple[str, str]]:
    errors = told.annotations("error")
    return [(one.properties.get("file", ""), one.properties.get("line", "")) for one in errors]


@pytest.mark.parametrize(
    ("owner_yml", "line", "said"),
    [
        (None, 1, "there is no such file"),
        ("", 1, ""),
        ("# only a comment\n", 1, ""),
        ("github_login: owner\ngithub_login: agent\n", 2, "github_login"),
        ("github_login: [owner]\n", 1, "github_login"),
        ("github_login: owner\nallowlisted_actors: owner\n", 2, "allowlisted_actors"),
        ("github_login: owner\nallowlisted_actors: []\n", 2, "allowlisted_actors"),
        ("github_login: owner\nallowlisted_actors: [ghost]\n", 2, "ghost"),
        ("github_login: owner\nallowlisted_actor: [owner]\n", 2, "allowlisted_actors"),
        ("github_login: owner\n\tx: 1\n", 2, ""),
        ("github_login: &a [*a]\n", 1, ""),
        ("\x00\x01\x02", 1, ""),
        ("github_login: owner\n" + "# much\n" * 200_000, 1, "at most 1 MB"),
    ],
)
def test_an_owner_file_that_is_wrong(owner_yml: str | None, line: int, said: str) -> None:
    told = _refused(Stage(way=Way.DIRECT, owner_yml=owner_yml))
    assert _places(told) == [("config/owner.yml", str(line))], told.said
    assert said in told.log


def test_a_binary_owner_file() -> None:
    stage = Stage(way=Way.DIRECT, owner_yml=None)
    binary: dict[str, Any] = {"config/owner.yml": b"\xff\xfe\x00g\x00i\x00\x80\x81"}
    stage.owner.commit(APP, binary)
    assert _places(_refused(stage)) == [("config/owner.yml", "1")]


def test_every_mistake_of_both_files_at_once() -> None:
    projects = (
        "supervised_repos: [org/app, org/app]\n"
        "bot_repo: nonsense\n"
        "merge:\n"
        "  methd: squash\n"
        "  method: fast\n"
        "classifier:\n"
        "  rules:\n"
        "    - {name: a, paths: [], critical: true}\n"
    )
    owner = "github_login: owner\nallow_app_signals: sometimes\n"
    told = _refused(Stage(way=Way.DIRECT, owner_yml=owner, projects_yml=projects))
    assert ("config/owner.yml", "2") in _places(told)
    lines = {line for file, line in _places(told) if file == "config/projects.yml"}
    assert {"2", "4", "5", "8"} <= lines, told.said
    told.mentions("config/owner.yml:2", "config/projects.yml:4", "did you mean method?")


def test_an_allowlist_with_the_bot_itself_p9() -> None:
    owner = "github_login: owner\nallowlisted_actors: [owner, 'github-actions[bot]']\n"
    told = _refused(Stage(way=Way.DIRECT, owner_yml=owner))
    assert _places(told) == [("config/owner.yml", "2")]


def test_a_machine_account_that_is_the_owner_p9() -> None:
    stage = Stage(way=Way.DIRECT)
    token = stage.gh.token("ghp_owner", stage.owner)
    assert _places(_refused(stage, token=token)) == [("config/owner.yml", "1")]


def test_a_bot_login_that_contradicts_github_p1() -> None:
    told = _refused(Stage(way=Way.DIRECT), bot_login="merge-gate[bot]")
    assert "bot-login" in told.log


def test_a_public_inbox_for_a_private_repository_p48() -> None:
    repos = {"org/governance": "public", "org/app": "private"}
    projects = "supervised_repos: [org/app]\n"
    stage = Stage(way=Way.DIRECT, repos=repos, app_token=True, projects_yml=projects)
    stage.pull("org/app")
    told = _refused(stage)
    assert _places(told) == [("config/projects.yml", "1")]
    allowed = Stage(
        way=Way.DIRECT,
        repos=repos,
        app_token=True,
        projects_yml=f"{projects}decision_inbox: {{allow_public: true}}\n",
    )
    allowed.pull("org/app")
    assert allowed.tick().exit_status == 0
    allowed.close()


def test_a_bot_repo_that_is_all_there_is_p5() -> None:
    stage = Stage(way=Way.DIRECT, projects_yml=f"bot_repo: {APP}\n")
    assert _places(_refused(stage)) == [("config/projects.yml", "1")]


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"command": "merge"}, "input command"),
        ({"dry_run": "maybe"}, "input dry-run"),
        ({"command": "open"}, "input pull-request"),
        ({"command": "open", "pull_request": "12"}, "input pull-request"),
        ({"reasoning": "because"}, "input reasoning"),
        ({"inbox_repo": "inbox"}, "input inbox-repo"),
        ({"metrics_file": "../outside.json"}, "input metrics-file"),
        ({"config_ref": "a..b"}, "input config-ref"),
        ({"token": ""}, "input token"),
        ({"owner_config": "../owner.yml"}, "input owner-config"),
    ],
)
def test_an_input_that_is_wrong(inputs: dict[str, str], said: str) -> None:
    told = _refused(Stage(way=Way.DIRECT), **inputs)
    assert told.entries == ()
    assert said in told.log


def test_all_wrong_inputs_at_once_as_a_process() -> None:
    told = _refused(Stage(way=Way.PROCESS), dry_run="maybe", inbox_repo="inbox", command="merge")
    assert len(told.annotations("error")) == 3


@pytest.mark.parametrize("event", ["pull_request", "pull_request_target", "push", "workflow_run"])
def test_no_branch_brings_its_own_allowlist(event: str) -> None:
    stage = Stage(way=Way.DIRECT)
    stage.event_name = event
    stage.files["config/owner.yml"] = "github_login: stranger\n"
    _refused(stage, owner_config="./config/owner.yml", config_ref="evil")


def test_a_checkout_is_read_where_the_workflow_says_so() -> None:
    stage = Stage(way=Way.DIRECT, owner_yml=None)
    stage.files["config/owner.yml"] = OWNER_YML
    stage.pull()
    told = stage.tick(owner_config="./config/owner.yml", projects_config="./config/none.yml")
    told.counted(inbox=1, inbox_open_count=1)
    stage.close()


def test_foreign_words_in_a_configuration_do_not_speak_to_the_runner() -> None:
    owner = 'github_login: owner\n"x\\n::set-output name=inbox::9 ##[add-mask]owner": 1\n'
    _refused(Stage(way=Way.DIRECT, owner_yml=owner))
