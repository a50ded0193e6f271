"""What may stand under `decision_inbox.lifecycle` (lifecycle L1, ballot rows 205 to 209)."""

from __future__ import annotations

import pytest

from inbox.config import Source, Surroundings, load
from inbox.errors import ConfigurationError
from inbox.policy import Lifecycle, Policy
from inbox.refs import RepoRef


def policy(block: str) -> Policy:
    """The policy of a projects file with this under `decision_inbox`."""
    return load(
        Source("config/owner.yml", b"github_login: owner\n"),
        Source("config/projects.yml", f"decision_inbox:\n  {block}\n".encode()),
        Surroundings(RepoRef("org", "app"), None),
    )


def lifecycle(inside: str) -> Lifecycle:
    """The lifecycle with these keys."""
    return policy(f"lifecycle: {{enabled: true, {inside}}}").lifecycle


def mistakes(inside: str) -> str:
    """What is wrong with a lifecycle of these keys."""
    with pytest.raises(ConfigurationError) as refused:
        lifecycle(inside)
    return str(refused.value)


def test_no_block_and_the_old_thresholds_mean_off_ballot_row_205() -> None:
    assert policy("on_manual_close: reopen").lifecycle == Lifecycle()
    old = policy("thresholds: {reminder: 1, abandon: 2}")
    assert not old.lifecycle.enabled
    assert len([notice for notice in old.notices if "thresholds" in notice]) == 1


@pytest.mark.parametrize("escalate", ["72", "72.0", "71.5", "1"])
def test_an_escalation_that_is_not_later_names_both_ballot_row_206(escalate: str) -> None:
    said = mistakes(f"reminder_hours: 72, escalate_hours: {escalate}")
    assert "escalate_hours" in said
    assert "reminder_hours" in said


@pytest.mark.parametrize("key", ["reminder_hours", "escalate_hours"])
@pytest.mark.parametrize("value", ["0", "-1", '"72"', "soon", ".nan", ".inf", "true", "null", "[]"])
def test_what_is_no_number_above_0_is_refused_ballot_row_207(key: str, value: str) -> None:
    assert f"decision_inbox.lifecycle.{key}" in mistakes(f"{key}: {value}")


@pytest.mark.parametrize("key", ["remind_hours", "abandon_hours", "Enabled"])
def test_an_unknown_key_is_refused_ballot_row_207(key: str) -> None:
    assert f"{key} is no known key" in mistakes(f"{key}: 5")


@pytest.mark.parametrize("value", ['"true"', "1", "yes", "on", "null"])
def test_enabled_is_a_real_boolean_l1(value: str) -> None:
    with pytest.raises(ConfigurationError, match="enabled"):
        policy(f"lifecycle: {{enabled: {value}}}")


@pytest.mark.parametrize(
    ("inside", "key"),
    [
        ("path: a, line_prefix: b", "repository"),
        ("repository: a/b, line_prefix: b", "path"),
        ("repository: a/b, path: a", "line_prefix"),
        ("repository: a, path: a, line_prefix: b", "repository"),
        ("repository: a/b/c, path: a, line_prefix: b", "repository"),
        ('repository: a/b, path: a, line_prefix: ""', "line_prefix"),
        ('repository: a/b, path: a, line_prefix: " "', "line_prefix"),
        ('repository: a/b, path: a, line_prefix: "a\\nb"', "line_prefix"),
        ('repository: a/b, path: "../a", line_prefix: b', "path"),
    ],
)
def test_availability_needs_all_that_names_its_lines_ballot_row_209(inside: str, key: str) -> None:
    said = mistakes(f"availability: {{{inside}}}")
    assert f"decision_inbox.lifecycle.availability.{key}" in said
