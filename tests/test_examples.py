"""The examples: workflows with inputs that exist and no permission too many, files that load.

Their tokens are tried out: real ticks do everything with exactly these permissions, and none of
them can be lowered without something being refused.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from inbox.config import Source, Surroundings, load
from inbox.interface import INPUTS, OUTPUTS
from inbox.labels import APPROVED_A, DEFERRED, PENDING, REJECTED
from inbox.refs import RepoRef
from inbox.simulator import Server
from inbox.simulator.accounts import ACTIONS_APP_ID
from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT
from tests.town import Ending, Played, Town

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
WORKFLOWS = sorted((EXAMPLES / "workflows").glob("*.yml"))
CONFIGURATIONS = sorted(path.parent for path in (EXAMPLES / "config").glob("*/owner.yml"))
THE_ACTION = "octo-org/decision-inbox@main"
REUSABLE = "octo-org/decision-inbox/.github/workflows/inbox.yml@main"
APP_PERMISSION = "permission-"
INBOXES = [path for path in WORKFLOWS if path.stem != "decisions"]
EVERY_INBOX = pytest.mark.parametrize("path", INBOXES, ids=lambda path: path.stem)
EVERY_WORKFLOW = pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)

Workflow = dict[str, Any]


def workflow(path: Path) -> Workflow:
    """The workflow as YAML 1.2 reads it, where `on` is a word."""
    loaded: Workflow = YAML(typ="safe").load(path)
    return loaded


def job_of(loaded: Workflow) -> Workflow:
    """Its only job; of a workflow that calls the reusable one, that one's."""
    (job,) = loaded["jobs"].values()
    if job.get("uses") == REUSABLE:
        (job,) = workflow(ROOT / ".github/workflows/inbox.yml")["jobs"].values()
    return dict(job)


def steps(loaded: Workflow) -> dict[str, Workflow]:
    """The steps of its only job, by the action that each uses, without the version."""
    return {step["uses"].split("@")[0]: step for step in job_of(loaded)["steps"]}


def given(loaded: Workflow) -> dict[str, str]:
    """The inputs that it gives to the action; a caller without inputs gives the defaults."""
    inputs: dict[str, str] = steps(loaded)["octo-org/decision-inbox"].get("with", {})
    return {} if is_caller(loaded) else inputs


def is_caller(loaded: Workflow) -> bool:
    """Whether its job is the reusable workflow's."""
    return any("uses" in job for job in loaded["jobs"].values())


def permissions(loaded: Workflow) -> dict[str, str]:
    """What the token may do that the action gets: the workflow's own, or an App's."""
    app = steps(loaded).get("actions/create-github-app-token")
    if app is None:
        (job,) = loaded["jobs"].values()
        return dict(job["permissions"])
    asked = {name: level for name, level in app["with"].items() if name.startswith(APP_PERMISSION)}
    return {name.removeprefix(APP_PERMISSION): level for name, level in asked.items()}


@EVERY_INBOX
def test_it_ticks_by_the_clock_by_hand_and_when_somebody_answers(path: Path) -> None:
    on = workflow(path)["on"]
    assert on.keys() == {"schedule", "workflow_dispatch", "issue_comment", "issues"}
    assert on["issue_comment"] == {"types": ["created", "edited"]}
    assert on["issues"] == {"types": ["edited", "closed", "reopened"]}
    minute = on["schedule"][0]["cron"].split()[0]
    assert minute.partition("-")[0] not in {"*", "0", "*/5"}, "minute 0 is where GitHub drops runs"


def test_questions_wake_the_inbox_and_nothing_of_them_is_run() -> None:
    """Safe with `pull_request_target`, for nothing is checked out and no text is used (D10)."""
    path = EXAMPLES / "workflows" / "decisions.yml"
    loaded = workflow(path)
    assert loaded["on"] == {
        "pull_request_target": {"types": ["opened", "edited", "reopened", "synchronize"]},
        "issue_comment": {"types": ["created", "edited"]},
    }
    assert steps(loaded).keys() == {"octo-org/decision-inbox"}
    (job,) = loaded["jobs"].values()
    assert not any("run" in step or "env" in step for step in job["steps"])
    uses = path.read_text(encoding="utf-8").count("github.event")
    assert job["if"].count("github.event") == uses, "the event only decides whether it wakes"


@EVERY_WORKFLOW
def test_one_tick_runs_after_the_other(path: Path) -> None:
    """`protocol P47`: a newer run waits, and never breaks into one that writes."""
    expected = {"group": "decision-inbox", "cancel-in-progress": False}
    loaded = workflow(path)
    assert (job_of(loaded) if is_caller(loaded) else loaded)["concurrency"] == expected
    assert is_caller(loaded) is ("concurrency" not in loaded), "two groups wait for each other"


@EVERY_INBOX
def test_a_wake_up_needs_a_ballot_that_waits(path: Path) -> None:
    job = job_of(workflow(path))
    assert job["if"].startswith("!github.event.issue ||")
    assert f"contains(github.event.issue.labels.*.name, '{PENDING}')" in job["if"]


@EVERY_WORKFLOW
def test_it_gives_only_inputs_that_exist(path: Path) -> None:
    loaded = workflow(path)
    assert steps(loaded)["octo-org/decision-inbox"]["uses"] == THE_ACTION
    assert given(loaded).keys() <= {field.name for field in INPUTS}
    text = path.read_text(encoding="utf-8")
    outputs = {field.name for field in OUTPUTS} | {"token"}
    used = {part.split(" ")[0] for part in text.split(".outputs.")[1:]}
    assert used <= outputs


@EVERY_WORKFLOW
def test_the_metrics_are_kept_without_a_step_of_their_own(path: Path) -> None:
    """The action uploads them itself."""
    loaded = workflow(path)
    assert "upload-artifact" not in path.read_text(encoding="utf-8")
    wanted = given(loaded).get("metrics-artifact", "by default")
    assert bool(wanted) is (path.stem != "enterprise-server"), "that has no service for it"
    assert list(steps(loaded))[-1] == "octo-org/decision-inbox"


@EVERY_WORKFLOW
def test_every_permission_has_its_reason_beside_it(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    for name, level in permissions(workflow(path)).items():
        (line,) = [line for line in lines if f"{name}: {level}" in line]
        assert " # " in line


@pytest.mark.parametrize("folder", CONFIGURATIONS, ids=lambda path: path.name)
def test_its_configuration_loads(folder: Path) -> None:
    projects = folder / "projects.yml"
    found = load(
        Source("config/owner.yml", (folder / "owner.yml").read_bytes()),
        Source("config/projects.yml", projects.read_bytes() if projects.exists() else None),
        Surroundings(RepoRef("octo-org", "governance"), None),
    )
    assert found.allowlist.actors


@pytest.mark.parametrize("kind", ["owner", "projects"])
def test_the_schemas_for_editors_take_every_example(kind: str) -> None:
    """As an editor does it, and not by our own loader."""
    files = sorted((EXAMPLES / "config").glob(f"*/{kind}.yml"))
    program = str(Path(sys.executable).with_name("check-jsonschema"))
    schema = str(ROOT / "inbox" / "schemas" / f"{kind}.schema.json")
    done = subprocess.run(
        [program, "--schemafile", schema, *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (len(files) >= 3, done.returncode) == (True, 0), done.stdout


AS_ANSWERED = {
    "/approve A": Ending("merged", (APPROVED_A,), "success"),
    "/reject": Ending("closed", (REJECTED,), "failure"),
    "/approve C": Ending("open", (DEFERRED, PENDING), "pending"),
}


def api_names(named: Mapping[str, str]) -> dict[str, str]:
    """The permissions as the API spells them."""
    return {name.replace("-", "_"): level for name, level in named.items()}


def solo(named: Mapping[str, str], folder: Path) -> Played:
    """The story of `solo.yml`, and of those that differ in clock or runner alone."""
    owner_file = (EXAMPLES / "config" / "solo" / "owner.yml").read_bytes()
    town = Town("mona/shop", {"mona/shop": {"config/owner.yml": owner_file}})
    town.secret = town.gh.workflow_token("mona/shop", permissions=api_names(named))
    inputs = given(workflow(EXAMPLES / "workflows" / "solo.yml"))
    return town.play(folder, inputs, ["mona/shop"], list(AS_ANSWERED))


def team(named: Mapping[str, str], folder: Path) -> Played:
    """The story of `team-inbox.yml` with these permissions of its App."""
    config = EXAMPLES / "config" / "team"
    governance = {f"config/{name}.yml": (config / f"{name}.yml").read_bytes() for name in FILES}
    loaded = workflow(EXAMPLES / "workflows" / "team-inbox.yml")
    asked = steps(loaded)["actions/create-github-app-token"]["with"]
    names = [f"{asked['owner']}/{name}" for name in asked["repositories"].split(",")]
    files = {name: governance if name == "octo-org/governance" else {} for name in names}
    town = Town("octo-org/inbox", files)
    town.gh.user("hubot-keeper")
    town.secret = town.gh.app_token("decision-inbox", list(names), permissions=api_names(named))
    played = town.play(folder, given(loaded), ["octo-org/app", "octo-org/site"], list(AS_ANSWERED))
    assert all(ref.startswith("octo-org/inbox#") for ref in town.ballots().values())
    return played


FILES = ("owner", "projects")
ALIKE = ("solo", "reusable", "private", "enterprise-server")
STORIES = {**dict.fromkeys(ALIKE, solo), "team-inbox": team}


def test_what_questions_wake_is_the_same_tick_with_the_same_token() -> None:
    named = {path.stem: permissions(workflow(path)) for path in WORKFLOWS}
    assert named["decisions"] == named["solo"]
    assert given(workflow(EXAMPLES / "workflows" / "decisions.yml")) == {}


def test_the_others_for_one_repository_are_solo_with_another_clock_or_runner() -> None:
    loaded = {stem: workflow(EXAMPLES / "workflows" / f"{stem}.yml") for stem in ALIKE}
    assert {stem for stem in ALIKE if permissions(loaded[stem]) != permissions(loaded["solo"])} == (
        set()
    )
    assert {stem: inputs for stem in ALIKE if (inputs := given(loaded[stem]))} == {
        "enterprise-server": {"metrics-artifact": ""}
    }
    assert permissions(loaded["reusable"]) == job_of(loaded["reusable"])["permissions"]
    assert loaded["private"]["on"]["schedule"] == [{"cron": "7,37 * * * *"}]
    assert job_of(loaded["enterprise-server"])["runs-on"] == ["self-hosted", "linux"]


def test_the_reusable_workflow_needs_ten_lines() -> None:
    path = EXAMPLES / "workflows" / "reusable.yml"
    lines = path.read_text(encoding="utf-8").splitlines()
    good_manners = ("permissions: {}", "    cache-mode: none")
    assert len([line for line in lines if not line.startswith(good_manners)]) == 10


@pytest.mark.parametrize("path", sorted((EXAMPLES / "rulesets").glob("*.json")), ids=str)
def test_a_ruleset_has_no_way_around_it(path: Path) -> None:
    """Form and names: https://docs.github.com/rest/repos/rules#create-a-repository-ruleset."""
    found = json.loads(path.read_text(encoding="utf-8"))
    assert found.keys() == {
        *("name", "target", "enforcement", "bypass_actors", "conditions", "rules")
    }
    assert (found["enforcement"], found["bypass_actors"]) == ("active", [])
    assert found["conditions"].keys() == {"ref_name"}
    kinds = {rule["type"] for rule in found["rules"]}
    assert (
        kinds
        == {
            "branch": {"deletion", "non_fast_forward", "pull_request", "required_status_checks"},
            "tag": {"update", "deletion"},
        }[found["target"]]
    )


def test_the_ruleset_of_a_branch_wants_our_statuses_from_our_source() -> None:
    found = json.loads((EXAMPLES / "rulesets" / "main.json").read_text(encoding="utf-8"))
    (checks,) = [rule for rule in found["rules"] if rule["type"] == "required_status_checks"]
    assert checks["parameters"]["required_status_checks"] == [
        {"context": context, "integration_id": ACTIONS_APP_ID}
        for context in (APPROVAL_CONTEXT, DECISIONS_CONTEXT)
    ]


def test_every_workflow_has_its_story() -> None:
    assert {path.stem for path in INBOXES} == STORIES.keys()


@EVERY_INBOX
def test_its_permissions_are_enough_for_every_answer(path: Path, tmp_path: Path) -> None:
    played = STORIES[path.stem](permissions(workflow(path)), tmp_path)
    assert played.is_clean, played.told
    assert played.endings == AS_ANSWERED


@pytest.mark.parametrize(
    ("path", "name"),
    [(path, name) for path in INBOXES for name in permissions(workflow(path))],
    ids=lambda value: value.stem if isinstance(value, Path) else value,
)
def test_none_of_its_permissions_can_be_lowered(path: Path, name: str, tmp_path: Path) -> None:
    """`write` becomes `read`, and `read` becomes nothing: then something is refused, and said."""
    named = permissions(workflow(path))
    lower = {"write": {name: "read"}, "read": {}}[named[name]]
    rest = {other: level for other, level in named.items() if other != name}
    played = STORIES[path.stem](rest | lower, tmp_path)
    assert not played.is_clean or played.endings != AS_ANSWERED
    assert f"{name}: {named[name]}" in played.told


def test_a_workflows_own_token_is_enough_for_one_repository_alone(tmp_path: Path) -> None:
    """The README's reason for an App: the other repositories are not even there for this token."""
    loaded = workflow(EXAMPLES / "workflows" / "solo.yml")
    config = EXAMPLES / "config" / "team"
    governance = {f"config/{name}.yml": (config / f"{name}.yml").read_bytes() for name in FILES}
    names = ("octo-org/governance", "octo-org/inbox", "octo-org/app", "octo-org/site")
    town = Town(names[0], {name: governance if name == names[0] else {} for name in names})
    town.secret = town.gh.workflow_token(names[0], permissions=api_names(permissions(loaded)))
    with Server(town.gh) as server:
        assert town.tick(tmp_path, server.url, given(loaded)) == 3
    assert "GitHub App" in (tmp_path / "summary").read_text(encoding="utf-8")
