"""What a check of a set-up reads: required checks in every form, people, apps (P9, P35)."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_httpx import HTTPXMock

from inbox.errors import Forbidden, NotThere, Unreadable
from inbox.github import routes, setup
from inbox.github.client import GitHub
from inbox.github.setup import Required
from inbox.refs import Kind, RepoRef
from inbox.simulator.accounts import AccountKind
from tests.github.stage import API
from tests.github.world import APP, Stage

BRANCH = f"{API}/repos/org/app/branches/release%2F1"
RULES = f"{API}/repos/org/app/rules/branches/release%2F1?per_page=100"


def required(client: GitHub, mock: HTTPXMock, protection: Any, *rules: Any) -> list[Required]:
    """What is required of a branch, as those two answers say."""
    mock.add_response(url=BRANCH, json={"name": "release/1", "protection": protection})
    mock.add_response(url=RULES, json=list(rules))
    return list(setup.required_checks(client, APP, "release/1"))


def checks_rule(*checks: Any) -> Any:
    """A rule as a ruleset has it."""
    return {"type": "required_status_checks", "parameters": {"required_status_checks": checks}}


@pytest.mark.parametrize(
    ("protection", "expected"),
    [
        ({"enabled": False}, []),
        ({"required_status_checks": {"contexts": [], "checks": []}}, []),
        ({"required_status_checks": {"contexts": ["a"]}}, [Required("a")]),
        (
            {
                "required_status_checks": {
                    "contexts": ["a"],
                    "checks": [{"context": "a", "app_id": 7}],
                }
            },
            [Required("a", 7)],
        ),
        (
            {"required_status_checks": {"checks": [{"context": "a", "app_id": -1}]}},
            [Required("a")],
        ),
        (
            {"required_status_checks": {"checks": [{"context": "a", "app_id": None}]}},
            [Required("a")],
        ),
    ],
    ids=["none", "empty", "old servers", "an app", "any app", "no app"],
)
def test_a_protection_names_checks_and_their_apps(
    client: GitHub, httpx_mock: HTTPXMock, protection: Any, expected: list[Required]
) -> None:
    assert required(client, httpx_mock, protection) == expected


def test_rulesets_add_theirs_and_other_rules_say_nothing(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    rules = (
        {"type": "deletion"},
        {"type": "pull_request", "parameters": {"required_approving_review_count": 1}},
        checks_rule({"context": "a", "integration_id": 7}, {"context": "b"}),
        checks_rule({"context": "a"}),
    )
    protection = {"required_status_checks": {"contexts": ["c"], "checks": []}}
    assert required(client, httpx_mock, protection, *rules) == [
        *(Required("c"), Required("a", 7), Required("b"), Required("a")),
    ]


@pytest.mark.parametrize(
    "rule",
    [
        {"type": "required_status_checks"},
        {"type": "required_status_checks", "parameters": {}},
        checks_rule({"integration_id": 7}),
        checks_rule("a"),
        {"parameters": {}},
    ],
    ids=["no parameters", "no list", "no context", "a word", "no type"],
)
def test_a_rule_that_cannot_be_read_is_not_taken_for_none(
    client: GitHub, httpx_mock: HTTPXMock, rule: Any
) -> None:
    with pytest.raises(Unreadable):
        required(client, httpx_mock, {"enabled": False}, rule)


def test_a_branch_without_its_protection_is_unreadable(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(url=BRANCH, json={"name": "release/1"})
    with pytest.raises(Unreadable, match="protection is missing"):
        setup.required_checks(client, APP, "release/1")


def test_a_plan_that_has_no_rules_is_no_missing_permission(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    message = "Upgrade to GitHub Pro or make this repository public to enable this feature."
    httpx_mock.add_response(url=BRANCH, status_code=403, json={"message": message})
    with pytest.raises(Forbidden) as refused:
        setup.required_checks(client, APP, "release/1")
    assert refused.value.permission is None
    assert refused.value.advice == "The plan of the repository's owner does not include that."


def test_an_account_has_its_id_and_kind_p9(stage: Stage) -> None:
    mona = stage.gh.user("mona", id=501)
    stage.gh.account("acme", AccountKind.ORGANIZATION)
    found = setup.account(stage.client, "MONA")
    assert found is not None
    assert (found.login, found.id, found.kind) == ("mona", mona.id, Kind.USER)
    acme = setup.account(stage.client, "acme")
    assert acme is not None
    assert acme.kind is Kind.OTHER
    assert setup.account(stage.client, "nobody-at-all") is None


def test_an_app_has_a_number_unless_it_is_hidden(stage: Stage) -> None:
    stage.gh.bot("gate")
    assert setup.app_id(stage.client, "gate") == stage.gh.world.app("gate").id
    assert setup.app_id(stage.client, "hidden") is None


def test_who_may_read_is_asked_of_each_repository(stage: Stage) -> None:
    stage.gh.user("reader", role="read")
    stage.gh.user("stranger", role="none")
    assert setup.may_read(stage.client, APP, "reader") is True
    assert setup.may_read(stage.client, APP, "stranger") is False
    with pytest.raises(NotThere):
        setup.may_read(stage.client, APP, "nobody-at-all")


def test_every_page_of_labels_is_read(stage: Stage) -> None:
    issue = stage.owner.open_issue("org/app", "Labels")
    names = {f"label {number}" for number in range(101)}
    for start in range(0, 101, 50):
        some = sorted(names)[start : start + 50]
        stage.owner.label(issue, *some)
        stage.owner.unlabel(issue, *some)
    assert names <= setup.label_names(stage.client, RepoRef("org", "app"))


def test_touching_a_list_asks_for_one_entry(stage: Stage) -> None:
    stage.gh.forget()
    setup.touch(stage.client, routes.issues(APP))
    (entry,) = stage.gh.journal.entries
    assert entry.query == {"per_page": "1"}
