"""Where more people read the workflow than what it decides about, nothing is named (P48).

Everything that a run tells anybody (log, annotations, summary, outputs, metrics) is searched for
every private name; what to do about a failure is told all the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from inbox.simulator.faults import Faults
from tests.stories.stage import PENDING, Stage, Way
from tests.stories.told import Told

WORKFLOW, INBOX, APP, SITE = "org/workflow", "org/secret-inbox", "org/secret-app", "org/secret-site"
PROJECTS = (
    f"governance_repo: {WORKFLOW}\nsupervised_repos: [{APP}, {SITE}]\n"
    f"decision_inbox: {{repository: {INBOX}}}\nmerge: {{settle_minutes: 0}}\n"
)
REMINDED = PROJECTS.replace(
    f"repository: {INBOX}",
    f"repository: {INBOX}, lifecycle: {{enabled: true, availability: {{repository: {APP}, "
    "path: secret-away.md, line_prefix: '[AWAY]'}}",
)
PRIVATE = (
    *("secret", "#1", "#2", "#3", "#4"),
    *("Raise the prices", "migrations/001", "customer", "stranger", "mallory", "owner`"),
    *("change-1", "main:", "away.md"),
)


def staged(projects: str = PROJECTS, workflow: str = "public") -> Stage:
    """A public workflow that decides about private repositories with the token of an app."""
    private = dict.fromkeys((INBOX, APP, SITE), "private")
    repos = {WORKFLOW: workflow, **private}
    return Stage(way=Way.DIRECT, repos=repos, app_token=True, projects_yml=projects)


@pytest.fixture
def stage() -> Iterator[Stage]:
    """Two private pull requests that were asked about; one was answered, by several people."""
    built = staged()
    for repo in (APP, SITE):
        built.pull(repo, title="Raise the prices")
    built.tick()
    built.gh.user("mallory").comment(built.ballot(INBOX), "/approve A")
    built.owner.comment(built.ballot(INBOX), "/approve A\n\nThe customer insists.")
    yield built
    built.close()


def everything(told: Told) -> str:
    """All that anybody may read of a run."""
    return "\n".join((told.said, json.dumps(told.metrics), json.dumps(dict(told.outputs))))


def names_in(told: Told) -> list[str]:
    """The private names that the run tells."""
    text = everything(told)
    return [name for name in PRIVATE if name in text]


NO_ACCESS = {"message": "Resource not accessible by integration"}
Failing = Callable[[Faults], object]
FAILING: dict[str, tuple[Failing, str]] = {
    "nothing": (lambda _faults: None, ""),
    "an inbox that is forbidden": (
        lambda faults: faults.answer("GET", f"*{INBOX}/issues", status=403, body=NO_ACCESS),
        "Give the job `issues: write`",
    ),
    "an inbox that is not there": (
        lambda faults: faults.answer("GET", f"*{INBOX}/issues", status=404),
        "needs a GitHub App or machine account token",
    ),
    "an inbox that is down": (
        lambda faults: faults.answer("GET", f"*{INBOX}/issues", status=502, times=9),
        "the next tick tries again",
    ),
    "an inbox that answers HTML": (
        lambda faults: faults.answer("GET", f"*{INBOX}/issues", status=200, body="<p>secret"),
        "A proxy or an outage may be in between",
    ),
    "a repository that is forbidden": (
        lambda faults: faults.answer("GET", f"*{APP}/pulls", status=403, body=NO_ACCESS),
        "`pull-requests: write`",
    ),
    "a repository that is not there": (
        lambda faults: faults.answer("GET", f"*{APP}/pulls", status=404),
        "Check the name.",
    ),
    "a ballot that is down": (
        lambda faults: faults.answer("GET", f"*{INBOX}/issues/*", status=502, times=99),
        "the next tick tries again",
    ),
    "a receipt that is forbidden": (
        lambda faults: faults.answer("POST", "*/issues/1/comments", status=403, body=NO_ACCESS),
        "Give the job `",
    ),
    "a status that is forbidden": (
        lambda faults: faults.answer("POST", "*/statuses/*", status=403, body=NO_ACCESS, times=9),
        "Give the job `statuses: write`",
    ),
    "a limit": (
        lambda faults: faults.secondary_limit("GET", "*/issues/*", retry_after=120, times=9),
        "Not done in this tick: ballots,",
    ),
    "a token that is refused": (
        lambda faults: faults.answer(status=401, body={"message": "Bad credentials"}, times=99),
        "check the input `token`",
    ),
    "a token that is refused later": (
        lambda faults: faults.answer(status=401, body={"message": "Bad secret"}, skip=9, times=99),
        "check the input `token`",
    ),
    "a viewer that is nobody": (
        lambda faults: faults.graphql_partial(("viewer",), type="FORBIDDEN", message="secret"),
        "Name the account in the input bot-login",
    ),
    "a move": (
        lambda faults: faults.answer(
            "GET", f"*{APP}/pulls", status=301, headers={"Location": "https://secret.test/"}
        ),
        "write its new name in the configuration",
    ),
}


@pytest.mark.parametrize("dry_run", ["false", "true"])
@pytest.mark.parametrize("failing", FAILING)
def test_whatever_fails_is_told_without_names_and_with_what_to_do(
    stage: Stage, failing: str, dry_run: str
) -> None:
    fail, advice = FAILING[failing]
    fail(stage.gh.faults)
    told = stage.tick(dry_run=dry_run)
    assert names_in(told) == [], everything(told)
    for fault in stage.gh.faults.queue:
        assert fault.acted or (dry_run == "true" and fault.method == "POST")
        if fault.acted:
            assert advice in told.log
            assert advice in told.summary


def test_statuses_that_may_not_be_read_are_told_without_names(stage: Stage) -> None:
    """Protocol P35."""
    stage.gh.permit(stage.token, statuses="none")
    told = stage.tick()
    assert names_in(told) == [], everything(told)
    assert "Give the job `statuses: write`" in told.log
    told.mentions("This token may not read the commit statuses of a repository. (2 times.)")


def test_who_reads_no_more_than_the_workflow_is_told_the_names() -> None:
    stage = staged(workflow="private")
    stage.pull(APP)
    stage.tick()
    stage.gh.faults.answer("GET", f"*{SITE}/pulls", status=404)
    told = stage.tick()
    assert f"GET /repos/{SITE}/pulls: not there" in told.log
    told.mentions(f"{INBOX}#1")
    stage.gh.faults.answer("GET", f"*{INBOX}/issues", status=404)
    told = stage.tick()
    assert f"The inbox {INBOX} cannot be read" in told.log
    stage.close()


def test_what_a_private_configuration_says_wrong_is_not_told() -> None:
    """Its places and what to write are: names stand only in what is wrong."""
    stage = staged()
    wrong = PROJECTS + "bot_repo: org/secret bot\nsecret: yes\n"
    stage.owner.commit(APP, {"config/projects.yml": wrong, "config/owner.yml": "owner: secret\n"})
    told = stage.tick(config_repo=APP)
    assert told.exit_status == 2
    assert names_in(told) == [], everything(told)
    assert "config/projects.yml:5: " in told.log
    assert "known here: github_login" in told.log
    assert {one.properties.get("file") for one in told.annotations("error")} == {
        *("config/owner.yml", "config/projects.yml")
    }
    stage.gh.set_visibility(WORKFLOW, "private")
    told = stage.tick(config_repo=APP)
    assert "secret is no known key" in told.log
    stage.close()


def test_a_mistake_that_only_github_reveals_names_no_repository() -> None:
    stage = staged()
    stage.gh.set_visibility(INBOX, "internal")
    told = stage.tick()
    assert told.exit_status == 2
    assert names_in(told) == [], everything(told)
    assert "config/projects.yml:3: " in told.log
    assert "name a less visible inbox, or write decision_inbox.allow_public: true" in told.log
    stage.close()


def test_whom_a_workflow_asks_about_in_vain_is_not_told(stage: Stage) -> None:
    pull = stage.pull(APP, title="Raise the prices")
    stage.author.close(pull)
    told = stage.tick(command="open", pull_request=f"{APP}#{pull.number}")
    assert told.exit_status == 2
    assert names_in(told) == [], everything(told)
    assert "ask about an open pull request" in told.log
    told = stage.tick(command="open", pull_request=f"{APP}#99")
    assert told.exit_status == 1
    (error,) = told.annotations("error")
    assert "not there, or not visible" in error.text
    assert "ended early" not in told.said, "no tick goes on with what was asked for"
    assert names_in(told) == [], everything(told)


def test_what_is_no_ballot_and_what_is_gone_is_counted_and_not_named(stage: Stage) -> None:
    stage.agent.open_issue(INBOX, "Secret", "no ballot", labels=(PENDING,))
    stage.gh.delete_repository(SITE)
    told = stage.tick()
    assert names_in(told) == [], everything(told)
    told.mentions("issues labelled like a ballot, but none: 1")
    assert "Check the name." in told.log


def test_the_availability_file_of_others_is_not_told() -> None:
    stage = staged(REMINDED)
    stage.gh.set_visibility(WORKFLOW, "private")
    stage.gh.set_visibility(INBOX, "private")
    wrong = "[AWAY] in the secret-app office\n[AWAY] 2026-12-01T00:00Z - 2027-12-01T00:00Z outing\n"
    stage.owner.commit(APP, {"secret-away.md": wrong})
    stage.pull(APP)
    told = stage.tick()
    assert "Line 1 of" in told.log
    stage.gh.set_visibility(WORKFLOW, "public")
    told = stage.tick()
    assert names_in(told) == [], everything(told)
    assert "Write the prefix, a blank, and then `available`" in told.log
    stage.owner.commit(APP, {"secret-away.md": None})
    told = stage.tick()
    assert names_in(told) == [], everything(told)
    assert "There is no availability file, or the token may not read it." in told.log
    stage.close()


def test_the_availability_file_is_told_to_those_alone_who_may_read_it() -> None:
    """The ballots may be told here, and the file that says where the owner is may not."""
    config = (
        "decision_inbox: {lifecycle: {enabled: true, availability: {repository: org/secret-home, "
        "path: secret-away.md, line_prefix: '[AWAY]'}}, allow_public: true}\n"
    )
    repos = {"org/app": "public", "org/secret-home": "private"}
    stage = Stage(way=Way.DIRECT, repos=repos, app_token=True, projects_yml=config)
    stage.owner.commit("org/secret-home", {"secret-away.md": "[AWAY] in the secret office\n"})
    stage.pull()
    told = stage.tick()
    told.mentions("org/app#2", "The availability file needs attention. Write the prefix")
    assert "secret" not in everything(told)
    stage.close()
