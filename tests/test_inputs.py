"""What people type as inputs: read, defaulted, or refused with every mistake at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import pytest

from inbox.environment import Environment
from inbox.errors import ConfigurationError
from inbox.inputs import NO_REASON, Command, Inputs, read_inputs
from inbox.interface import INPUTS
from inbox.paths import ConfigPath
from inbox.refs import Account, Kind, PullRef, RepoRef

TOKEN = "ghs_something"
RUN = {"GITHUB_REPOSITORY": "org/app", "INPUT_TOKEN": TOKEN}


def read(
    variables: Mapping[str, str] | None = None, options: Mapping[str, str] | None = None
) -> Inputs:
    return read_inputs({**RUN, **(variables or {})}, options)[0]


def mistakes_of(variables: Mapping[str, str]) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        read(variables)
    return [str(mistake) for mistake in caught.value.mistakes]


def runner_variables(given: Mapping[str, str]) -> dict[str, str]:
    """The variables as the runner sets them: every declared input, dashes kept."""
    return {
        f"INPUT_{each.name.upper()}": given.get(each.name, each.default)
        for each in INPUTS
        if not each.secret
    }


def test_inputs_left_alone_have_the_defaults_of_action_yml() -> None:
    assert read() == read(runner_variables({})) == Inputs(token=TOKEN)


def test_every_input_is_read_from_the_variables_of_the_runner() -> None:
    given = {
        "command": "open",
        "pull-request": "Org/App#12",
        "reasoning": "the schema changes",
        "inbox-repo": "org/inbox",
        "owner-config": "./conf/owner.yml",
        "projects-config": "conf/projects.yml",
        "config-repo": "org/governance",
        "config-ref": "release/2",
        "bot-login": "my-app[bot]",
        "dry-run": "true",
        "metrics-file": "out/metrics.json",
        "metrics-artifact": "inbox metrics",
    }
    assert read(runner_variables(given)) == Inputs(
        token=TOKEN,
        command=Command.OPEN,
        pull_request=PullRef(RepoRef("org", "app"), 12),
        reasoning="the schema changes",
        inbox_repo=RepoRef("org", "inbox"),
        owner_config=ConfigPath("conf/owner.yml", in_checkout=True),
        projects_config=ConfigPath("conf/projects.yml", in_checkout=False),
        config_repo=RepoRef("org", "governance"),
        config_ref="release/2",
        bot_login=Account("my-app", None, Kind.BOT),
        dry_run=True,
        metrics_file=PurePosixPath("out/metrics.json"),
        metrics_artifact="inbox metrics",
    )


@pytest.mark.parametrize(
    ("variables", "options", "expected"),
    [
        ({"INPUT_DRY-RUN": "true"}, {}, True),
        ({"INPUT_DRY_RUN": "true"}, {}, True),
        ({"INPUT_DRY-RUN": "false", "INPUT_DRY_RUN": "true"}, {}, False),
        ({"INPUT_DRY-RUN": "false"}, {"dry-run": "true"}, True),
        ({"INPUT_DRY-RUN": "true"}, {"dry-run": "FALSE"}, False),
        ({"INPUT_DRY-RUN": " True\n"}, {}, True),
        ({"INPUT_DRY-RUN": ""}, {}, False),
    ],
)
def test_options_win_over_the_runners_spelling_and_that_over_the_shells(
    variables: dict[str, str], options: dict[str, str], expected: bool
) -> None:
    assert read(variables, options).dry_run is expected


@pytest.mark.parametrize("empty", ["", "  ", "\n"])
def test_an_empty_input_is_as_good_as_none(empty: str) -> None:
    variables = dict.fromkeys(runner_variables({}), empty)
    assert read(variables) == Inputs(token=TOKEN, metrics_artifact="")


@pytest.mark.parametrize("empty", ["", " \n"])
def test_an_empty_artifact_name_is_a_no(empty: str) -> None:
    """Not a lack of one, in the variable of either spelling or the option."""
    assert read().metrics_artifact == "metrics_summary"
    for name in ("INPUT_METRICS-ARTIFACT", "INPUT_METRICS_ARTIFACT"):
        assert read({name: empty}).metrics_artifact == ""
        assert read({name: "kept"}, {"metrics-artifact": empty}).metrics_artifact == ""
        assert read({name: empty}, {"metrics-artifact": "kept"}).metrics_artifact == "kept"


def test_a_number_sign_alone_means_the_workflows_repository() -> None:
    given = read({"INPUT_COMMAND": "open", "INPUT_PULL-REQUEST": "#12"})
    assert given.pull_request == PullRef(RepoRef("org", "app"), 12)
    assert given.reasoning == NO_REASON


REFUSED = [
    ("INPUT_DRY-RUN", "yes", "input dry-run: 'yes' is neither true nor false; write one of them"),
    ("INPUT_DRY-RUN", "1", "input dry-run: '1' is neither true nor false; write one of them"),
    ("INPUT_COMMAND", "tock", "input command: 'tock' is no command; write tick or open"),
    ("INPUT_INBOX-REPO", "inbox", "input inbox-repo: 'inbox' is no repository; write owner/name"),
    ("INPUT_CONFIG-REPO", "a/b/c", "input config-repo: 'a/b/c' is no repository; write owner/name"),
    ("INPUT_BOT-LOGIN", "a b", "input bot-login: 'a b' is no login; write one like my-app[bot]"),
    ("INPUT_CONFIG-REF", "a..b", "input config-ref: 'a..b' is no branch, tag or commit;"),
    ("INPUT_CONFIG-REF", "a b", "input config-ref: 'a b' is no branch, tag or commit;"),
    ("INPUT_CONFIG-REF", "--x", "input config-ref: '--x' is no branch, tag or commit;"),
    ("INPUT_OWNER-CONFIG", "/etc/passwd", "input owner-config: this is no relative path;"),
    ("INPUT_OWNER-CONFIG", "a\\b.yml", "input owner-config: this is no relative path;"),
    ("INPUT_OWNER-CONFIG", "a\nb.yml", "input owner-config: this is no relative path;"),
    ("INPUT_OWNER-CONFIG", "../owner.yml", "input owner-config: the path names no file, or leads"),
    ("INPUT_OWNER-CONFIG", "./../owner.yml", "input owner-config: the path names no file, or"),
    ("INPUT_OWNER-CONFIG", "./", "input owner-config: the path names no file, or leads out;"),
    ("INPUT_PROJECTS-CONFIG", "a//b", "input projects-config: the path names no file, or leads"),
    ("INPUT_PROJECTS-CONFIG", "config/", "input projects-config: the path names no file, or leads"),
    ("INPUT_METRICS-FILE", "/tmp/m.json", "input metrics-file: this is no relative path;"),
    ("INPUT_METRICS-FILE", "a/../../m.json", "input metrics-file: the path names no file, or"),
    ("INPUT_METRICS-FILE", "x" * 300, "input metrics-file: no file can be written there;"),
    *(
        ("INPUT_METRICS-ARTIFACT", f"a{one}b", f"input metrics-artifact: {f'a{one}b'!r} is no name")
        for one in '":<>|*?\\/\r\n\t'
    ),
    ("INPUT_TOKEN", "ghs_a b", "input token: the token holds a blank, a line break or another"),
    ("INPUT_TOKEN", "ghs_a\nb", "input token: the token holds a blank, a line break or another"),
    ("INPUT_TOKEN", "ghs_ä", "input token: the token holds a blank, a line break or another"),
    ("INPUT_TOKEN", "", "input token: the token is empty; give a secret that exists and that"),
    ("GITHUB_API_URL", "api.github.com", "GITHUB_API_URL: this is no http(s) address; write"),
    ("GITHUB_REPOSITORY", "app", "GITHUB_REPOSITORY: 'app' is no repository; write owner/name"),
]


@pytest.mark.parametrize(("name", "value", "said"), REFUSED)
def test_a_wrong_value_is_one_mistake_that_says_what_to_write(
    name: str, value: str, said: str
) -> None:
    (mistake,) = mistakes_of({name: value})
    assert mistake.startswith(said)
    assert "; " in mistake


def test_all_mistakes_are_said_at_once_and_none_shows_a_token() -> None:
    said = mistakes_of(
        {
            "INPUT_TOKEN": "ghs_sec ret",
            "INPUT_DRY-RUN": "maybe",
            "INPUT_METRICS-FILE": "..",
            "GITHUB_SERVER_URL": "https://me:pw@host",
            "DECISION_INBOX_WRITE_INTERVAL": "soon",
        }
    )
    assert [line.split(":")[0] for line in said] == [
        "GITHUB_SERVER_URL",
        "DECISION_INBOX_WRITE_INTERVAL",
        "input token",
        "input dry-run",
        "input metrics-file",
    ]
    assert "sec ret" not in "".join(said)
    assert "pw" not in "".join(said)


def test_the_token_may_come_from_the_jobs_own_variable_when_no_input_names_one() -> None:
    assert read_inputs({"GITHUB_TOKEN": "ghp_local"})[0].token == "ghp_local"


def test_an_empty_token_input_never_falls_back_to_another_token() -> None:
    assert mistakes_of({"INPUT_TOKEN": "", "GITHUB_TOKEN": "ghp_other"})


def test_without_any_token_it_is_said_where_to_put_one() -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_inputs({})
    (mistake,) = caught.value.mistakes
    assert str(mistake) == "input token: there is no token; set GITHUB_TOKEN, or INPUT_TOKEN"


def test_a_token_does_not_show_where_inputs_are_printed() -> None:
    assert TOKEN not in repr(read())


def test_open_needs_a_pull_request() -> None:
    (mistake,) = mistakes_of({"INPUT_COMMAND": "open"})
    assert mistake.startswith("input pull-request: `open` does not know for which pull request;")


@pytest.mark.parametrize("text", ["12", "org/app", "#0", "org/app#99999999999", "app#1"])
def test_other_forms_of_a_pull_request_are_refused(text: str) -> None:
    (mistake,) = mistakes_of({"INPUT_COMMAND": "open", "INPUT_PULL-REQUEST": text})
    assert mistake.startswith("input pull-request: ")
    assert mistake.endswith("write owner/name#12")


def test_a_number_alone_needs_a_repository() -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_inputs({"INPUT_TOKEN": TOKEN, "INPUT_COMMAND": "open", "INPUT_PULL-REQUEST": "#1"})
    (mistake,) = caught.value.mistakes
    assert mistake.advice == "write owner/repo#12"


@pytest.mark.parametrize("name", ["pull-request", "reasoning"])
def test_a_tick_does_not_swallow_the_wish_for_a_ballot(name: str) -> None:
    (mistake,) = mistakes_of({f"INPUT_{name.upper()}": "org/app#12"})
    assert mistake.startswith(f"input {name}: a tick opens no ballot on request; write command: ")


class TestAuthority:
    """No branch brings its own allowlist (interface.md, `owner-config`)."""

    ABOUT_A_BRANCH = (
        "pull_request",
        "pull_request_target",
        "push",
        "workflow_run",
        "merge_group",
        "pull_request_review",
        "pull_request_review_comment",
    )
    ABOUT_NONE = ("schedule", "workflow_dispatch", "issues", "issue_comment", "")

    @pytest.mark.parametrize("event", ABOUT_A_BRANCH)
    @pytest.mark.parametrize("name", ["owner-config", "projects-config"])
    def test_the_checkout_is_refused_in_runs_about_a_branch(self, event: str, name: str) -> None:
        (mistake,) = mistakes_of(
            {"GITHUB_EVENT_NAME": event, f"INPUT_{name.upper()}": "./config/x.yml"}
        )
        assert mistake == (
            f"input {name}: in a {event} run the checkout may hold anybody's allowlist;"
            " write config/x.yml, which is read at the default branch"
        )

    @pytest.mark.parametrize("event", ABOUT_NONE)
    def test_elsewhere_checkout_and_ref_are_free(self, event: str) -> None:
        given = read(
            {
                "GITHUB_EVENT_NAME": event,
                "INPUT_OWNER-CONFIG": "./owner.yml",
                "INPUT_CONFIG-REF": "next",
            }
        )
        assert (str(given.owner_config), given.config_ref) == ("./owner.yml", "next")

    @pytest.mark.parametrize("event", ABOUT_A_BRANCH)
    def test_a_ref_is_refused_when_nothing_proves_it_the_default_branch(self, event: str) -> None:
        (mistake,) = mistakes_of({"GITHUB_EVENT_NAME": event, "INPUT_CONFIG-REF": "main"})
        assert mistake.endswith("leave config-ref empty")

    @pytest.mark.parametrize("ref", ["main", "refs/heads/main"])
    def test_the_default_branch_itself_is_allowed_by_name(self, tmp_path: Path, ref: str) -> None:
        given = read({**push_to(tmp_path), "INPUT_CONFIG-REF": ref})
        assert given.config_ref == ref

    @pytest.mark.parametrize("ref", ["Main", "mine", "refs/tags/main", "heads/main"])
    def test_another_ref_is_not(self, tmp_path: Path, ref: str) -> None:
        assert mistakes_of({**push_to(tmp_path), "INPUT_CONFIG-REF": ref})

    def test_the_event_proves_nothing_about_another_repository(self, tmp_path: Path) -> None:
        variables = {**push_to(tmp_path), "INPUT_CONFIG-REF": "main"}
        assert mistakes_of({**variables, "INPUT_CONFIG-REPO": "org/governance"})
        assert read({**variables, "INPUT_CONFIG-REPO": "Org/App"}).config_ref == "main"


def push_to(folder: Path) -> dict[str, str]:
    event = folder / "event.json"
    event.write_text(json.dumps({"repository": {"default_branch": "main"}}))
    return {"GITHUB_EVENT_NAME": "push", "GITHUB_EVENT_PATH": str(event)}


class TestMetricsFile:
    """The metrics file stays inside the workspace."""

    def read_in(self, workspace: Path, name: str) -> PurePosixPath:
        return read({"GITHUB_WORKSPACE": str(workspace), "INPUT_METRICS-FILE": name}).metrics_file

    @pytest.mark.parametrize("name", ["m.json", "./m.json", "new/folder/m.json", "ü/m.json"])
    def test_a_file_inside_is_allowed_whether_or_not_it_exists(
        self, tmp_path: Path, name: str
    ) -> None:
        (tmp_path / "m.json").write_text("old")
        assert self.read_in(tmp_path, name) == PurePosixPath(name)

    def test_a_link_inside_is_allowed(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        (tmp_path / "link").symlink_to("real")
        assert self.read_in(tmp_path, "link/m.json") == PurePosixPath("link/m.json")

    def test_what_leads_out_or_is_no_file_is_refused(self, tmp_path: Path) -> None:
        outside, workspace = tmp_path / "outside", tmp_path / "workspace"
        outside.mkdir()
        workspace.mkdir()
        (workspace / "folder").mkdir()
        (workspace / "file").write_text("")
        (workspace / "way-out").symlink_to(outside)
        (workspace / "file-out").symlink_to(outside / "m.json")
        (workspace / "circle").symlink_to("circle")
        for name, said in {
            "folder": "no file can be written there",
            "file/m.json": "no file can be written there",
            "way-out/m.json": "a link leads out of the workspace",
            "file-out": "a link leads out of the workspace",
            "circle": "no file can be written there",
        }.items():
            with pytest.raises(ConfigurationError) as caught:
                self.read_in(workspace, name)
            (mistake,) = caught.value.mistakes
            assert (mistake.file, mistake.what) == ("input metrics-file", said)


def test_the_run_comes_with_the_inputs() -> None:
    assert read_inputs(RUN)[1] == Environment(repository=RepoRef("org", "app"))
