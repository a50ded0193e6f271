"""Two files and the run around them become one policy, defaults filled in (interface.md)."""

from __future__ import annotations

import pytest

from inbox.config import Source, Surroundings, load
from inbox.policy import (
    AllowedActor,
    Availability,
    Decisions,
    Lifecycle,
    Merge,
    MergeMethod,
    OnManualClose,
    Place,
    Policy,
    Rule,
)
from inbox.quadrant.builtin import built_in_rules
from inbox.refs import RepoRef

WORKFLOW = RepoRef("mona", "work")
ACTION = RepoRef("maker", "decision-inbox")


def policy(
    projects: str | None = None,
    owner: str = "github_login: mona",
    *,
    around: Surroundings | None = None,
) -> Policy:
    content = None if projects is None else projects.encode()
    return load(
        Source("config/owner.yml", owner.encode()),
        Source("config/projects.yml", content),
        around or Surroundings(WORKFLOW, ACTION),
    )


def test_without_a_projects_file_the_workflows_repository_is_everything() -> None:
    found = policy()
    assert (found.governance, found.inbox, found.supervised) == (WORKFLOW, WORKFLOW, (WORKFLOW,))
    assert found.allowlist.actors == (AllowedActor("mona"),)
    assert (found.owner_login, found.display_name) == ("mona", "mona")
    assert found.bot_repo == ACTION
    assert found.merge == Merge(True, MergeMethod.MERGE, ("A",), True, 5)
    assert found.lifecycle == Lifecycle(False, 72, 168, None)
    assert found.decisions == Decisions(True, 4)
    assert found.on_manual_close is OnManualClose.CLOSE_PR
    assert not found.allow_public
    assert not found.allow_app_signals
    assert found.rules == built_in_rules(["config/owner.yml", "config/projects.yml"])
    assert found.notices == ()


def test_every_key_arrives() -> None:
    found = policy(
        """
        governance_repo: org/governance
        supervised_repos: [org/app, org/site]
        bot_repo: org/bot
        decision_inbox:
          repository: org/inbox
          on_manual_close: reopen
          allow_public: true
          lifecycle:
            enabled: true
            reminder_hours: 1.5
            escalate_hours: 2
            availability: {repository: org/ops, path: ./a/b.md, ref: main, line_prefix: "[AWAY]"}
        merge: {enabled: false, method: squash, options: [B, A], require_checks: false,
                settle_minutes: 0}
        classifier:
          defaults: false
          rules:
            - {name: money, paths: [prices/, "!*.md"], critical: true, reason: bills}
        decisions: {enabled: false, grace_hours: 168}
        """,
        """
        github_login: Mona
        display_name: Mona Lisa
        allowlisted_actors: [mona, {login: lisa, id: 5}]
        allow_app_signals: true
        """,
    )
    assert found.governance == RepoRef("org", "governance")
    assert found.supervised == (RepoRef("org", "app"), RepoRef("org", "site"))
    assert found.bot_repo == RepoRef("org", "bot")
    assert found.inbox == RepoRef("org", "inbox")
    assert found.on_manual_close is OnManualClose.REOPEN
    assert found.allow_public
    away = Availability(RepoRef("org", "ops"), "a/b.md", "[AWAY]", "main")
    assert found.lifecycle == Lifecycle(True, 1.5, 2, away)
    assert found.merge == Merge(False, MergeMethod.SQUASH, ("A", "B"), False, 0)
    assert found.rules == (Rule("money", ("prices/", "!*.md"), True, False, "bills"),)
    assert found.decisions == Decisions(False, 168)
    assert found.allowlist.actors == (AllowedActor("mona"), AllowedActor("lisa", 5))
    assert (found.owner_login, found.display_name) == ("Mona", "Mona Lisa")
    assert found.allow_app_signals


@pytest.mark.parametrize(
    ("projects", "given", "inbox"),
    [
        (None, None, "mona/work"),
        ("governance_repo: org/gov", None, "org/gov"),
        ("decision_inbox: {repository: org/inbox}", None, "org/inbox"),
        ("{governance_repo: o/g, decision_inbox: {repository: org/inbox}}", None, "org/inbox"),
        ("decision_inbox: {repository: org/inbox}", "org/given", "org/given"),
        (None, "org/given", "org/given"),
    ],
)
def test_the_inbox_is_the_input_else_its_key_else_governance_else_the_workflows(
    projects: str | None, given: str | None, inbox: str
) -> None:
    around = Surroundings(WORKFLOW, None, RepoRef.parse(given) if given else None)
    assert policy(projects, around=around).inbox == RepoRef.parse(inbox)


def test_without_supervised_repos_governance_is_supervised() -> None:
    assert policy("governance_repo: org/gov").supervised == (RepoRef("org", "gov"),)
    assert policy("merge: {enabled: false}").supervised == (WORKFLOW,)


def test_own_rules_are_named_before_the_built_in_ones_which_guard_both_files() -> None:
    found = load(
        Source("./ops/owner.yml", b"github_login: mona"),
        Source("ops/projects.yml", b"classifier: {rules: [{name: x, paths: [x], critical: true}]}"),
        Surroundings(WORKFLOW),
    )
    assert [rule.name for rule in found.rules[:2]] == ["x", "inbox-configuration"]
    assert found.rules[1].paths == ("/ops/owner.yml", "/ops/projects.yml")
    assert found.rules_digest != policy().rules_digest


def test_a_default_bot_repo_that_is_all_there_is_gets_dropped_and_it_is_said_p5() -> None:
    found = policy(around=Surroundings(ACTION, RepoRef("MAKER", "Decision-Inbox")))
    assert found.bot_repo is None
    (notice,) = found.notices
    assert "the only supervised repository" in notice


def test_a_default_bot_repo_among_others_stays_p5() -> None:
    found = policy("supervised_repos: [mona/work, maker/decision-inbox]")
    assert found.bot_repo == ACTION
    assert found.notices == ()


@pytest.mark.parametrize("thresholds", ["{abandon: 5}", "", "[1, {a: }]", "null"])
def test_thresholds_are_ignored_whatever_they_hold_with_one_notice_l1(thresholds: str) -> None:
    found = policy(f"decision_inbox:\n  thresholds: {thresholds}")
    (notice,) = found.notices
    assert "decision_inbox.thresholds is deprecated and ignored" in notice
    assert found.lifecycle == Lifecycle()


def test_the_policy_says_where_each_key_stands() -> None:
    found = policy("# first\ndecision_inbox:\n  repository: org/inbox\nsupervised_repos:\n- a/b\n")
    assert found.place("decision_inbox.repository") == Place("config/projects.yml", 3)
    assert found.place("bot_repo", "supervised_repos") == Place("config/projects.yml", 4)
    assert found.place("github_login") == Place("config/owner.yml", 1)
    assert found.place("merge") == Place("config/projects.yml", 1)
