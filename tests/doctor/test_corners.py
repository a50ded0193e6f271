"""`decision-inbox doctor` where something fails, is hidden, or is nobody's business to mend."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import pytest

from inbox.labels import PENDING
from tests.doctor.clinic import APP, INBOX, TEAM, WORKFLOW, Clinic

TWO = f"supervised_repos: [{APP}]\ndecision_inbox: {{repository: {INBOX}}}\n"


def two() -> Clinic:
    """Ballots in a repository of their own, and an app's token for both."""
    return Clinic(projects=TWO, workflow=TEAM, more={INBOX: "private"}, app="gate")


def test_a_bug_ends_as_one_sentence() -> None:
    with mock.patch("inbox.doctor.command.read_facts", side_effect=ZeroDivisionError("secret")):
        said = Clinic().doctor()
    assert (said.status, said.out) == (70, "")
    assert "ZeroDivisionError" in said.err
    assert "secret" not in said.err
    assert "Traceback" not in said.err


def test_what_the_tick_only_notices_is_noted() -> None:
    said = Clinic(projects="decision_inbox: {thresholds: {}}\n").doctor()
    assert said.status == 0
    assert "note   decision_inbox.thresholds is deprecated and ignored" in said.out


def test_with_a_wrong_configuration_no_label_is_made() -> None:
    clinic = Clinic(projects="merge: {metod: squash}\n")
    clinic.gh.repo(APP).labels.clear()
    said = clinic.doctor("--write")
    assert (said.status, said.writes) == (2, ())


def test_labels_that_could_not_be_listed_are_not_made() -> None:
    clinic = Clinic()
    clinic.gh.repo(APP).labels.clear()
    clinic.gh.faults.answer("GET", "*/labels", status=502, times=3)
    said = clinic.doctor("--write")
    assert (said.status, said.writes) == (1, ())
    assert "The labels of org/app could not be read" in said.out


def test_labels_and_people_that_are_hidden_from_the_token_are_not_checked() -> None:
    clinic = Clinic()
    forbidden = {"message": "Must have push access to view collaborator permission."}
    clinic.gh.faults.answer("GET", "*/permission", status=403, body=forbidden)
    clinic.gh.faults.answer("GET", "*/labels", status=403, body={"message": "Not accessible"})
    said = clinic.doctor()
    assert said.status == 0
    assert "?      Whether mona may read org/app is not shown to this token" in said.out
    assert "?      The labels of org/app are not shown to this token" in said.out


def test_who_may_read_the_inbox_is_never_taken_from_a_failure() -> None:
    clinic = Clinic()
    clinic.gh.faults.answer("GET", "*/permission", status=502, times=3)
    said = clinic.doctor()
    assert said.status == 1
    assert "What mona may do in org/app could not be read" in said.out


def test_a_label_that_fails_to_be_made_is_told_beside_those_that_were() -> None:
    clinic = Clinic()
    clinic.gh.repo(APP).labels.clear()
    clinic.gh.faults.answer("POST", "*/labels", status=422, body={"message": "No"}, skip=2)
    said = clinic.doctor("--write")
    assert said.status == 1
    assert "ok     Made in org/app: decision:approved-A, decision:approved-B." in said.out
    assert f"{PENDING}" in said.out
    assert "could not be made in org/app: GitHub refused POST" in said.out


def test_issues_that_are_off_where_no_ballot_is_are_only_noted() -> None:
    clinic = two()
    clinic.gh.enable_issues(APP, False)
    said = clinic.doctor()
    assert said.status == 0, said.out
    assert "answers that nobody acts on get no follow-up" in said.out


def test_an_archived_repository_is_told_at_its_own_line() -> None:
    clinic = Clinic(
        projects=f"supervised_repos:\n  - {APP}\n  - org/old\n",
        workflow=TEAM,
        more={"org/old": "private"},
        app="gate",
    )
    clinic.gh.archive("org/old")
    said = clinic.doctor()
    assert said.status == 1
    assert "config/projects.yml:3: Unarchive it, or take it out of the configuration." in said.out


def test_a_repository_that_is_empty_has_no_branch_to_look_at() -> None:
    clinic = Clinic(
        projects=f"supervised_repos: [{APP}, org/new]\n",
        workflow=TEAM,
        more={"org/new": "private"},
        app="gate",
    )
    clinic.gh.repo("org/new").branches.clear()
    said = clinic.doctor()
    assert said.status == 0, said.out
    assert "?      org/new is empty" in said.out
    assert "of org/new requires" not in said.out


def test_repositories_that_github_fails_to_show_are_not_called_absent() -> None:
    clinic = two()
    clinic.gh.faults.graphql_partial(("r0",), times=9)
    said = clinic.doctor()
    assert said.status == 1, said.out
    assert f"WRONG  {APP} could not be read" in said.out
    assert "not visible" not in said.out


@pytest.mark.parametrize("path", [f"*/{WORKFLOW}", "*/owner.yml"])
def test_a_file_that_fails_to_come_is_not_absent(path: str) -> None:
    clinic = Clinic()
    clinic.gh.faults.answer("GET", path, status=502, times=3)
    said = clinic.doctor()
    assert said.status == 1
    assert "502" in said.out + said.err
    assert "There is no" not in said.out + said.err


def test_a_borrowed_token_that_sees_less_proves_nothing_against_the_bot() -> None:
    clinic = Clinic()
    reader = clinic.gh.user("reader", role="read")
    clinic.token = clinic.gh.token("ghp_reader", reader)
    clinic.gh.faults.answer("GET", "*/check-runs", status=403, body={"message": "Not accessible"})
    said = clinic.doctor("--bot-login", "github-actions[bot]")
    assert said.status == 0, said.out
    assert "It is not the bot's token, which may have it." in said.out


@pytest.mark.parametrize(
    "workflow",
    [
        "[]\n",
        "jobs: 7\n",
        "on: push\njobs: {a: 7, b: {steps: 7}, c: {steps: [7, {uses: 7}, {uses: ./}]}}\n",
        "on: {schedule: 7}\nconcurrency: 7\njobs: {a: {uses: a/decision-inbox/x@y, secrets: 7}}\n",
        "on: {schedule: [7, {cron: 7}]}\njobs: {a: {steps: [{uses: ./, with: 7}]}, b: 7}\n",
        "jobs: {a: {permissions: {issues: 7}, steps: [{uses: actions/create-github-app-token@v3,"
        " with: 7}, {uses: ./, with: {token: x}}]}}\n",
        "\x00",
        "",
    ],
)
def test_a_workflow_file_of_any_shape_is_judged_and_never_crashes(workflow: str) -> None:
    said = Clinic(workflow=workflow).doctor()
    assert said.status in {1, 3}
    assert said.err == ""
    assert "Workflow\n" in said.out


def test_the_allowlist_may_stand_in_one_line() -> None:
    clinic = Clinic(owner="github_login: mona\nallowlisted_actors: [mona, ghost-7]\n")
    said = clinic.doctor()
    assert said.status == 1
    assert "config/owner.yml:2: Write the login as in github.com/<login>." in said.out


def test_every_mistake_of_the_configuration_is_told_as_the_tick_tells_it(tmp_path: Path) -> None:
    owner = "github_login: [mona]\nallowlisted_actors: [ghost, 'dependabot[bot]']\nname: x\n"
    projects = "supervised_repos: [shop, org/app, ORG/app]\nmerge:\n  metod: squash\n\tx: 1\n"
    clinic = Clinic(owner=owner, projects=projects)
    tick = clinic.run("tick", GITHUB_WORKSPACE=str(tmp_path))
    told = [line.removeprefix("error: ") for line in tick.err.splitlines() if "config/" in line]
    assert len(told) >= 5
    findings = json.loads(clinic.doctor("--format", "json").out)["findings"]
    found = [
        f"{one['file']}:{one['line']}: {one['what']}; {one['advice']}"
        for one in findings
        if (one["area"], one["level"]) == ("configuration", "wrong")
    ]
    assert found == told
    assert (tick.status, clinic.doctor().status) == (2, 2)
