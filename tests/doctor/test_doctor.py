"""`decision-inbox doctor`: a set-up broken one thing at a time (protocol P1, P8, P9, P35, P48).

The golden files hold what the doctor says beyond what it says of the set-up in which nothing is
wrong; `REGENERATE=1` writes them anew, read the difference before committing it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from inbox.init.answers import STAND_IN
from inbox.labels import OURS, PENDING, REQUIRED, TICKET_LOOKS
from inbox.simulator import Server
from inbox.simulator.accounts import AccountKind
from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT
from tests.doctor.clinic import (
    ACTION,
    APP,
    INBOX,
    ON_PULLS,
    OWNER,
    ROOT,
    SOLO,
    TEAM,
    WORKFLOW,
    Clinic,
    Said,
)

GOLDEN = ROOT / "tests" / "golden" / "doctor"
WITH_INBOX = f"supervised_repos: [{APP}]\ndecision_inbox: {{repository: {INBOX}}}\n"
AWAY = f"""\
decision_inbox:
  lifecycle:
    enabled: true
    availability:
      repository: {APP}
      path: status.md
      line_prefix: "[AWAY]"
"""


def _team(**how: str) -> Clinic:
    """The ballots in a repository of their own, and an app's token for both."""
    inbox = how.pop("inbox", "private")
    return Clinic(projects=WITH_INBOX, workflow=TEAM, more={INBOX: inbox}, app="gate")


def _lacks(permission: str) -> Callable[[], Clinic]:
    def broken() -> Clinic:
        clinic = Clinic()
        clinic.gh.permit(clinic.token, **{permission: "none"})
        return clinic

    return broken


def _owner(text: str) -> Callable[[], Clinic]:
    def broken() -> Clinic:
        clinic = Clinic(owner=text)
        clinic.gh.account("acme", AccountKind.ORGANIZATION)
        clinic.gh.user("other", role="none")
        return clinic

    return broken


def _workflow(old: str, new: str) -> Callable[[], Clinic]:
    assert old in SOLO
    return lambda: Clinic(workflow=SOLO.replace(old, new))


def _protected(*contexts: str, source: str | None = "github-actions") -> Callable[[], Clinic]:
    def broken() -> Clinic:
        clinic = Clinic()
        clinic.protect(APP, *contexts, source=source)
        return clinic

    return broken


def _failing(path: str) -> Callable[[], Clinic]:
    def broken() -> Clinic:
        clinic = Clinic()
        clinic.gh.faults.answer("*", path, status=502, times=3)
        return clinic

    return broken


def _changed(change: Callable[[Clinic], object]) -> Callable[[], Clinic]:
    def broken() -> Clinic:
        clinic = Clinic()
        change(clinic)
        return clinic

    return broken


def _machine_on_the_list() -> Clinic:
    clinic = Clinic(owner=f"{OWNER}  - Keeper\n")
    keeper = clinic.gh.user("keeper", role="write")
    clinic.token = clinic.gh.token("ghp_keeper", keeper)
    clinic.protect(APP, source=None)
    return clinic


def _person_as_bot() -> Clinic:
    clinic = Clinic()
    clinic.token = clinic.gh.token("ghp_keeper", clinic.gh.user("keeper", role="write"))
    return clinic


def _away(text: str | None) -> Callable[[], Clinic]:
    def broken() -> Clinic:
        clinic = Clinic(projects=AWAY)
        if text is not None:
            clinic.gh.user("lin", role="admin")
            clinic.write("status.md", text)
        return clinic

    return broken


def _without_decisions() -> Clinic:
    return Clinic(projects="decisions: {enabled: false}\n")


def _leaky() -> Clinic:
    clinic = _team(inbox="public")
    clinic.token = clinic.gh.app_token("gate", [APP, INBOX])
    return clinic


def _own_token_for_two() -> Clinic:
    clinic = _team()
    clinic.token = clinic.gh.workflow_token(APP)
    return clinic


def _renamed() -> Clinic:
    clinic = Clinic(projects=f"supervised_repos: [{APP}]\n")
    clinic.gh.rename_repository(APP, "org/shop")
    return clinic


def _gone() -> Clinic:
    clinic = _team()
    clinic.gh.delete_repository(INBOX)
    return clinic


def _unpermitted() -> str:
    return re.sub(r"^ *permissions:.*\n(?: +[a-z-]+: (?:read|write) .*\n)*", "", SOLO, flags=re.M)


BROKEN: dict[str, tuple[int, Callable[[], Clinic]]] = {
    "no issues permission": (3, _lacks("issues")),
    "no pull requests permission": (3, _lacks("pull_requests")),
    "no statuses permission": (3, _lacks("statuses")),
    "no checks permission": (3, _lacks("checks")),
    "own token for two repositories": (3, _own_token_for_two),
    "missing login": (1, _owner(f"{OWNER}  - lost-person\n")),
    "organisation on the list": (1, _owner(f"{OWNER}  - acme\n")),
    "another account id": (
        1,
        _owner("github_login: mona\nallowlisted_actors: [{login: mona, id: 7}]\n"),
    ),
    "not a reader": (1, _owner(f"{OWNER}  - other\n")),
    "bot on the list": (2, _machine_on_the_list),
    "unknown key": (2, lambda: Clinic(projects="merge:\n  metod: squash\n")),
    "no owner file": (2, lambda: Clinic(owner=None)),
    "leaky inbox": (2, _leaky),
    "archived": (1, _changed(lambda clinic: clinic.gh.archive(APP))),
    "issues off": (1, _changed(lambda clinic: clinic.gh.enable_issues(APP, False))),
    "renamed": (0, _renamed),
    "repository gone": (3, _gone),
    "labels missing": (0, _changed(lambda clinic: clinic.gh.repo(APP).labels.clear())),
    "no protection": (1, _changed(lambda c: c.gh.rules(APP).__setattr__("ruleset_contexts", ()))),
    "half a protection": (1, _protected(APPROVAL_CONTEXT)),
    "another app": (1, _protected(source="another-ci")),
    "any source": (1, _protected(source=None)),
    "an app's check from a person": (1, _person_as_bot),
    "decisions off and required": (1, _without_decisions),
    "no schedule": (1, _workflow('  schedule:\n    - cron: "3-58/5 * * * *" #', "  #")),
    "no workflow": (1, lambda: Clinic(workflow=None)),
    "broken workflow": (1, lambda: Clinic(workflow="on: [\n")),
    "no such action": (1, _workflow(ACTION, "actions/checkout@v6")),
    "stand-in action": (1, _workflow(ACTION, STAND_IN)),
    "moving action": (0, _workflow(ACTION, "acme/decision-inbox@v1")),
    "dry run": (0, _workflow(ACTION, f"{ACTION}\n        with: {{dry-run: true}}")),
    "no concurrency": (1, _workflow("concurrency:", "env:")),
    "cancels": (1, _workflow("cancel-in-progress: false", "cancel-in-progress: true")),
    "another group": (0, _workflow("group: decision-inbox", "group: mine")),
    "no statuses line": (3, _workflow("  statuses: write", "  actions: write")),
    "checks read only": (3, _workflow("  issues: write", "  issues: read")),
    "no permissions": (0, lambda: Clinic(workflow=_unpermitted())),
    "people unavailable": (1, _failing("/users/*")),
    "labels unavailable": (1, _failing("*/labels")),
    "rules unavailable": (1, _failing("*/rules/*")),
    "checks unavailable": (1, _failing("*/check-runs")),
    "app unavailable": (1, _failing("/apps/*")),
    "survey unavailable": (
        1,
        _changed(lambda c: c.gh.faults.answer(path="/graphql", status=502, times=9)),
    ),
    "no availability file": (1, _away(None)),
    "broken availability file": (1, _away("[AWAY] perhaps\n")),
}


def _beyond(said: Said, healthy: Said) -> str:
    """What was said beyond the healthy set-up's findings, and what went to the errors."""
    known = set(healthy.lines)
    lines = [line for line in said.lines if line not in known]
    return "\n".join([*lines, *said.err.splitlines()]) + "\n"


@pytest.fixture(scope="module")
def healthy() -> Said:
    """What is said of the set-up in which nothing is wrong."""
    return Clinic().doctor()


def _golden(name: str, text: str) -> str:
    path = GOLDEN / f"{name.replace(' ', '-').replace(chr(39), '')}.txt"
    if os.environ.get("REGENERATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8")


def test_nothing_is_wrong_with_a_set_up_in_which_nothing_is_wrong(healthy: Said) -> None:
    assert (healthy.status, healthy.err, healthy.writes) == (0, "", ())
    assert healthy.out == _golden("healthy", healthy.out)
    assert "WRONG" not in healthy.out


@pytest.mark.parametrize("name", BROKEN)
def test_one_broken_thing_is_found_and_nothing_is_written(name: str, healthy: Said) -> None:
    status, broken = BROKEN[name]
    said = broken().doctor()
    text = _beyond(said, healthy)
    assert text == _golden(name, text)
    assert said.status == status
    assert said.writes == ()
    assert ("WRONG" in said.out) is (status > 0)


def test_a_token_that_github_refuses_is_one_sentence() -> None:
    clinic = Clinic()
    clinic.gh.revoke(clinic.token)
    said = clinic.doctor()
    assert (said.status, said.out) == (3, "")
    assert "GitHub does not accept the token" in said.err
    assert said.err.endswith("check the input `token`, or GITHUB_TOKEN at a terminal.\n")
    assert "Traceback" not in said.err


def test_without_contents_the_configuration_cannot_be_read_and_the_line_is_named() -> None:
    said = _lacks("contents")().doctor()
    assert (said.status, said.out) == (3, "")
    assert "`contents: read`" in said.err


def test_without_a_token_or_repository_the_mistake_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    said = Clinic().doctor(GITHUB_REPOSITORY="", GITHUB_TOKEN="")
    assert (said.status, said.out) == (2, "")
    assert "there is no token; set GITHUB_TOKEN" in said.err
    said = Clinic().doctor(GITHUB_REPOSITORY="")
    assert said.status == 2
    assert "name it with --repository owner/name, or run the doctor in a clone" in said.err
    said = Clinic().doctor("--repository", "shop")
    assert (said.status, said.err) == (
        2,
        "--repository: 'shop' is no repository; write owner/name\n",
    )
    assert Clinic().doctor("--repository", APP, GITHUB_REPOSITORY="").status == 0


def test_a_repository_that_is_misspelt_is_not_only_one_without_files() -> None:
    """GitHub says of its files what it says of a file that is missing: 404."""
    said = Clinic().doctor("--repository", "org/ap")
    assert said.status == 3
    assert "  WRONG  org/ap is not there, or not visible to this token." in said.lines


def test_a_rate_limit_ends_the_look_and_is_said() -> None:
    clinic = Clinic()
    clinic.gh.limit(clinic.token, core=3)
    said = clinic.doctor()
    assert (said.status, said.out) == (1, "")
    assert "rate limit" in said.err


def test_where_nothing_answers_it_says_so_and_promises_no_tick() -> None:
    clinic = Clinic()
    clinic.gh.faults.answer("*", "/repos/*", status=502, times=9)
    said = clinic.doctor()
    assert (said.status, said.out) == (1, "")
    assert said.err.endswith("GitHub answered 502. Usually this passes: run the doctor again.\n")


def test_it_is_a_program_of_its_own_over_http(tmp_path: Path, healthy: Said) -> None:
    clinic = Clinic()
    with Server(clinic.gh) as server:
        env = {
            "PATH": os.environ["PATH"],
            "GITHUB_API_URL": server.url,
            "GITHUB_TOKEN": clinic.token,
            "PYTHONPATH": str(ROOT),
        }
        code = "from inbox.cli import console; console()"
        done = subprocess.run(
            [sys.executable, "-c", code, "doctor", "--repository", APP],
            env=env,
            cwd=tmp_path,
            capture_output=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert done.stdout.decode() == healthy.out
    assert list(tmp_path.iterdir()) == []


# The bot by name: readings with another token (protocol P1)


def test_with_bot_login_the_token_may_be_anybodys(healthy: Said) -> None:
    clinic = Clinic()
    clinic.token = clinic.gh.token("ghp_mona", clinic.gh.person("mona"))
    said = clinic.doctor("--bot-login", "github-actions[bot]")
    text = _beyond(said, healthy)
    assert text == _golden("borrowed token", text)
    assert (said.status, said.writes) == (0, ())


def test_the_owners_own_token_is_not_the_bots_and_the_way_out_is_named() -> None:
    clinic = Clinic()
    clinic.token = clinic.gh.token("ghp_mona", clinic.gh.person("mona"))
    said = clinic.doctor()
    assert said.status == 2
    assert "config/owner.yml:2: take it off" in said.out
    assert "--bot-login" in said.out


def test_nobody_is_told_as_the_bot_where_github_does_not_say() -> None:
    clinic = Clinic()
    clinic.gh.faults.graphql_partial(("viewer",), type="FORBIDDEN", message="No.")
    said = clinic.doctor()
    assert said.status == 3
    assert "GitHub does not say whose token this is" in said.out
    clinic = Clinic()
    clinic.gh.faults.graphql_partial(("viewer",), type="FORBIDDEN", message="No.")
    assert clinic.doctor("--bot-login", "github-actions[bot]").status == 0


# Labels are the only thing it writes, and only when told to (protocol P8)


def test_missing_labels_are_made_with_write_and_nothing_else() -> None:
    clinic = _team()
    clinic.gh.repo(APP).labels.clear()
    clinic.gh.repo(INBOX).labels.clear()
    said = clinic.doctor("--write")
    assert said.status == 0
    assert set(said.writes) == {f"POST /repos/{APP}/labels", f"POST /repos/{INBOX}/labels"}
    assert {one.name for one in clinic.gh.repo(APP).labels.values()} == ON_PULLS
    assert {one.name for one in clinic.gh.repo(INBOX).labels.values()} == OURS - {REQUIRED}
    label = clinic.gh.repo(INBOX).label(PENDING)
    assert label is not None
    assert label.description == "Waits for the owner's answer"
    again = clinic.doctor("--write")
    assert (again.status, again.writes) == (0, ())


def test_a_label_in_another_letter_case_is_there() -> None:
    clinic = Clinic()
    label = clinic.gh.repo(APP).label(PENDING)
    assert label is not None
    label.name = label.name.upper()
    assert clinic.doctor("--write").writes == ()


def test_labels_that_may_not_be_made_are_told_with_the_line() -> None:
    clinic = Clinic()
    clinic.gh.repo(APP).labels.clear()
    clinic.gh.permit(clinic.token, issues="read", pull_requests="read")
    said = clinic.doctor("--write")
    assert said.status == 3
    assert "could not be made in org/app" in said.out
    assert "`issues: write`" in said.out
    assert len(said.writes) == 1
    assert clinic.gh.journal.done == []


def test_tickets_want_no_labels_where_decisions_are_off() -> None:
    clinic = Clinic(projects="decisions: {enabled: false}\n")
    clinic.gh.repo(APP).labels.clear()
    clinic.doctor("--write")
    names = {one.name for one in clinic.gh.repo(APP).labels.values()}
    assert names == OURS
    assert not names & TICKET_LOOKS.keys()


# As a program reads it, and what cannot speak to a runner (protocol P3)


def test_json_says_the_same_with_file_and_line() -> None:
    clinic = Clinic(owner=f"{OWNER}  - lost-person\n")
    told = json.loads(clinic.doctor("--format", "json").out)
    assert told["status"] == 1
    (wrong,) = [one for one in told["findings"] if one["level"] == "wrong"]
    assert (wrong["area"], wrong["file"], wrong["line"]) == ("people", "config/owner.yml", 4)
    assert wrong["what"] == "Nobody on GitHub is called lost-person."


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_text_of_others_is_a_command_for_the_runner(form: str) -> None:
    clinic = Clinic(workflow="'::set-output name=x::y##[error]z': &a [*b]\n")
    said = clinic.doctor("--format", form)
    assert not any(line.strip().startswith("::") for line in said.lines)
    assert "##[" not in said.out


TICKING = [
    path
    for path in sorted((ROOT / "examples/workflows").glob("*.yml"))
    if path.stem != "decisions"  # which has no clock on purpose: it goes beside another
]
CALLER = (ROOT / "examples/workflows/reusable.yml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        (("", ""), 0, "in the group decision-inbox."),
        (("jobs:", "concurrency: decision-inbox\njobs:"), 1, "would wait for this"),
        (("statuses: write", "statuses: read"), 3, "The token lacks `statuses: write`."),
        (
            ("    permissions:", "    secrets: {token: x}\n    permissions:"),
            0,
            "a token whose permissions the workflow does not name",
        ),
    ],
    ids=["as in the example", "two groups", "too little", "a token of its own"],
)
def test_a_caller_of_the_reusable_workflow_is_read_as_one(
    change: tuple[str, str], status: int, says: str
) -> None:
    caller = CALLER.replace("octo-org/decision-inbox", "acme/decision-inbox")
    assert change[0] in caller
    said = Clinic(workflow=caller.replace(*change) if change[0] else caller).doctor()
    assert said.status == status, said.out
    assert says in said.out


@pytest.mark.parametrize("example", TICKING, ids=lambda path: path.stem)
def test_of_every_example_only_the_stand_in_is_wrong(example: Path) -> None:
    said = Clinic(workflow=example.read_text(encoding="utf-8")).doctor()
    assert said.out.count("WRONG") == 1
    assert "only stands for this action in its documents" in said.out


@pytest.mark.parametrize(("given", "lacks"), [("write-all", 0), ("read-all", 4), ("{}", 5)])
def test_permissions_in_one_word(given: str, lacks: int) -> None:
    said = Clinic(workflow=f"permissions: {given}\n{_unpermitted()}").doctor()
    assert said.out.count("The token lacks") == lacks
    assert said.status == (3 if lacks else 0)


def test_an_app_that_lacks_a_permission_is_told_with_its_line() -> None:
    clinic = _team()
    assert clinic.doctor().status == 0
    clinic.write(WORKFLOW, TEAM.replace("permission-statuses: write", "permission-statuses: read"))
    said = clinic.doctor()
    assert said.status == 3
    line = 1 + TEAM[: TEAM.index("permission-statuses")].count("\n")
    assert f"{WORKFLOW}:{line}: Write `permission-statuses: write` there." in said.out


def test_with_a_merge_token_the_other_one_need_not_write_contents() -> None:
    text = SOLO.replace("contents: write", "contents: read")
    assert Clinic(workflow=text).doctor().status == 3
    given = f"{ACTION}\n        with: {{merge-token: '${{{{ secrets.MERGER }}}}'}}"
    assert Clinic(workflow=text.replace(ACTION, given)).doctor().status == 0


def test_who_merges_by_hand_needs_fewer_permissions() -> None:
    text = re.sub(r" +checks: read.*\n", "", SOLO.replace("contents: write", "contents: read"))
    clinic = Clinic(projects="merge: {enabled: false}\n", workflow=text)
    clinic.gh.permit(clinic.token, checks="none", contents="read")
    said = clinic.doctor()
    assert said.status == 0, said.out
    assert "checks" not in said.out


# Who reads the log of a run (protocol P48)


def _watched_from_the_open() -> Clinic:
    """A public repository whose workflow decides about a private one."""
    clinic = _team()
    clinic.gh.set_visibility(APP, "public")
    return clinic


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_log_that_more_people_read_names_nothing_p48(form: str) -> None:
    clinic = _watched_from_the_open()
    assert INBOX in clinic.doctor("--format", form).out
    said = clinic.doctor("--format", form, GITHUB_ACTIONS="true")
    assert said.status == clinic.doctor().status
    assert INBOX not in said.out
    assert "right" in said.out
    clinic.gh.set_visibility(APP, "private")
    assert INBOX in clinic.doctor("--format", form, GITHUB_ACTIONS="true").out


def test_nor_does_a_failure_there_p48() -> None:
    clinic = _watched_from_the_open()
    clinic.gh.permit(clinic.token, contents="none")
    arguments = ("--config-repo", INBOX)
    assert INBOX in clinic.doctor(*arguments).err
    said = clinic.doctor(*arguments, GITHUB_ACTIONS="true")
    assert (said.status, said.out) == (3, "")
    assert INBOX not in said.err
    assert said.err


def test_nor_do_mistakes_in_another_repositorys_configuration_p48() -> None:
    clinic = _watched_from_the_open()
    assert clinic.doctor("--config-repo", INBOX).status == 2
    said = clinic.doctor("--config-repo", INBOX, GITHUB_ACTIONS="true")
    assert said.status == 2
    assert "Configuration: 1 wrong." in said.out
    assert "owner.yml" not in said.out


def test_another_workflow_file_can_be_named() -> None:
    clinic = Clinic(workflow=None)
    clinic.write(".github/workflows/inbox.yml", SOLO)
    assert clinic.doctor().status == 1
    assert clinic.doctor("--workflow", ".github/workflows/inbox.yml").status == 0
    assert WORKFLOW not in clinic.doctor("--workflow", ".github/workflows/inbox.yml").out


@pytest.mark.parametrize("kind", ["required_contexts", "ruleset_contexts"])
def test_protection_and_rulesets_are_both_read_p35(kind: str) -> None:
    clinic = Clinic()
    rules = clinic.gh.rules(APP)
    rules.ruleset_contexts = ()
    setattr(rules, kind, (APPROVAL_CONTEXT, DECISIONS_CONTEXT))
    assert clinic.doctor().status == 0


def test_in_a_public_repository_reading_proves_no_permission() -> None:
    clinic = Clinic()
    clinic.gh.set_visibility(APP, "public")
    said = clinic.doctor()
    assert said.status == 0
    assert "org/app is public, and everybody reads it: that shows nothing of" in said.out


def test_a_plan_without_rulesets_is_not_checked() -> None:
    clinic = Clinic()
    message = "Upgrade to GitHub Pro or make this repository public to enable this feature."
    clinic.gh.faults.answer(path="*/rules/*", status=403, body={"message": message})
    said = clinic.doctor()
    assert said.status == 0
    assert "What main of org/app requires may not be read" in said.out
    assert "The plan of the repository's owner does not include that." in said.out
