"""Branches say which checks they require, of which app, and merges are held to it."""

from __future__ import annotations

import pytest

from inbox.simulator import Simulator
from inbox.simulator.repository import Repository
from tests.simulator.asking import Ask

R = "/repos/org/app"


def test_a_branch_shows_what_its_protection_requires(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    assert ask("GET", f"{R}/branches/main")["protection"]["enabled"] is False
    rules = gh.rules(app)
    rules.required_contexts = ("ci", "inbox")
    rules.sources = {"inbox": gh.world.app("github-actions")}
    told = ask("GET", f"{R}/branches/main")
    assert told["protected"] is True
    assert told["commit"]["sha"] == app.branches["main"]
    assert told["protection"]["required_status_checks"]["checks"] == [
        {"context": "ci", "app_id": None},
        {"context": "inbox", "app_id": 15368},
    ]
    assert ask("GET", f"{R}/branches/none", status=404)["message"] == "Branch not found"


def test_what_rulesets_require_is_another_list(gh: Simulator, app: Repository, ask: Ask) -> None:
    assert ask("GET", f"{R}/rules/branches/main") == []
    rules = gh.rules(app)
    rules.ruleset_contexts = ("ci", "inbox")
    rules.sources = {"inbox": gh.world.app("github-actions")}
    (told,) = ask("GET", f"{R}/rules/branches/main")
    assert told["parameters"]["required_status_checks"] == [
        {"context": "ci"},
        {"context": "inbox", "integration_id": 15368},
    ]
    assert ask("GET", f"{R}/branches/main")["protected"] is False


def test_a_branch_needs_the_contents_and_its_rules_no_permission_at_all(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    token = gh.workflow_token(app, permissions={"issues": "write"})
    blind = ask.with_token(token)
    blind("GET", f"{R}/branches/main", status=403)
    assert blind.last.headers["x-accepted-github-permissions"] == "contents=read"
    assert blind("GET", f"{R}/rules/branches/main") == []


def test_an_app_is_found_by_its_slug(gh: Simulator, ask: Ask) -> None:
    gh.bot("decision-inbox")
    assert ask("GET", "/apps/decision-inbox")["id"] == gh.world.app("decision-inbox").id
    ask("GET", "/apps/nobody", status=404)


@pytest.mark.parametrize("kind", ["required_contexts", "ruleset_contexts"])
def test_a_check_of_another_source_does_not_count(
    gh: Simulator, app: Repository, ask: Ask, kind: str
) -> None:
    pull = gh.pull(app, author=gh.user("author"))
    rules = gh.rules(app)
    setattr(rules, kind, ("inbox",))
    rules.sources = {"inbox": gh.world.app("github-actions")}
    gh.set_status(pull, "inbox", "success", by=gh.user("forger", role="write"))
    gh.check_run(pull, "inbox", app="another")
    assert ask("GET", f"{R}/pulls/1")["mergeable_state"] == "blocked"
    gh.set_status(pull, "inbox", "success", by=gh.bot())
    assert ask("GET", f"{R}/pulls/1")["mergeable_state"] == "clean"
