"""Who counts (protocol P9), what merges (P36), and the fingerprint of the rules (P35, P43)."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.policy import (
    AllowedActor,
    Allowlist,
    Merge,
    Place,
    Policy,
    Rule,
    Standing,
    Visibility,
    digest,
)
from inbox.refs import GHOST_ID, Account, Kind, RepoRef

PINNED = Allowlist((AllowedActor("Mona", 7), AllowedActor("hubber")))


@pytest.mark.parametrize(
    ("account", "standing"),
    [
        pytest.param(None, Standing.MISSING, id="a user GitHub no longer names"),
        pytest.param(Account("ghost", GHOST_ID, Kind.USER), Standing.GHOST, id="ghost"),
        pytest.param(Account("ghost", None, Kind.USER), Standing.GHOST, id="ghost by login"),
        pytest.param(Account("hubber", 9, Kind.BOT), Standing.BOT, id="a bot of a listed name"),
        pytest.param(
            Account("hubber", 9, Kind.OTHER), Standing.NO_PERSON, id="an organisation or mannequin"
        ),
        pytest.param(Account("stranger", 3, Kind.USER), Standing.UNLISTED, id="a stranger"),
        pytest.param(Account("HUBBER", 9, Kind.USER), Standing.COUNTS, id="any letter case"),
        pytest.param(Account("hubber", None, Kind.USER), Standing.COUNTS, id="unpinned, no id"),
        pytest.param(Account("mona", 7, Kind.USER), Standing.COUNTS, id="pinned, both match"),
        pytest.param(Account("mona", 8, Kind.USER), Standing.REREGISTERED, id="re-registered"),
        pytest.param(Account("lisa", 7, Kind.USER), Standing.RENAMED, id="renamed"),
        pytest.param(Account("mona", None, Kind.USER), Standing.ID_UNKNOWN, id="id unread"),
        pytest.param(Account("lisa", None, Kind.USER), Standing.UNLISTED, id="stranger, no id"),
    ],
)
def test_only_allowlisted_people_count_and_it_is_said_why_not_p9(
    account: Account | None, standing: Standing
) -> None:
    assert PINNED.standing(account) is standing
    assert PINNED.counts(account) is (standing is Standing.COUNTS)


def test_an_entry_that_fits_wins_over_one_that_does_not() -> None:
    both = Allowlist((AllowedActor("mona", 1), AllowedActor("lisa", 2)))
    assert both.standing(Account("lisa", 2, Kind.USER)) is Standing.COUNTS
    assert both.logins == ("mona", "lisa")


def test_nobody_counts_on_an_empty_allowlist() -> None:
    assert not Allowlist(()).counts(Account("mona", 7, Kind.USER))


@given(st.from_regex(r"[a-z]{1,8}", fullmatch=True), st.integers(1, 99))
def test_a_bot_never_counts_whatever_it_is_called_p9(login: str, number: int) -> None:
    listed = Allowlist((AllowedActor(login, number),))
    assert not listed.counts(Account(login, number, Kind.BOT))


def test_merging_takes_a_alone_and_waits_five_minutes_by_default_p36() -> None:
    assert Merge().takes("A")
    assert not Merge().takes("B")
    assert Merge(options=("A", "B")).takes("B")
    assert Merge().settle == timedelta(minutes=5)
    assert Merge(settle_minutes=0.5).settle == timedelta(seconds=30)


def test_visibilities_are_ordered_and_read_in_any_case_p48() -> None:
    assert Visibility.PRIVATE < Visibility.INTERNAL < Visibility.PUBLIC
    assert Visibility.parse("public") is Visibility.parse("PUBLIC") is Visibility.PUBLIC
    with pytest.raises(ValueError, match="'secret' is no visibility"):
        Visibility.parse("secret")


RULE = Rule("prices", ("prices/**",), critical=True, irreversible=True, reason="bills")


@pytest.mark.parametrize(
    "change",
    [
        {"name": "price"},
        {"paths": ("prices/*",)},
        {"paths": ("prices/**", "x")},
        {"critical": False},
        {"irreversible": False},
        {"reason": None},
    ],
    ids=str,
)
def test_any_change_of_a_rule_moves_the_digest_p43(change: dict[str, object]) -> None:
    changed = dataclasses.replace(RULE, **change)  # type: ignore[arg-type]  # any field, of any type
    assert digest((changed,)) != digest((RULE,))


def test_the_digest_is_64_hex_digits_and_stays_the_same_between_releases() -> None:
    expected = "639e4c28e994d9f9"
    assert digest((RULE,)).startswith(expected)
    assert len(digest(())) == 64
    assert digest((RULE, RULE)) != digest((RULE,))


def a_policy(**more: Any) -> Policy:
    hub = RepoRef("org", "hub")
    known = {"governance": hub, "supervised": (RepoRef("org", "app"),), "inbox": hub}
    values = known | {"allowlist": PINNED, "owner_login": "Mona"} | more
    return Policy(**values)  # type: ignore[arg-type]  # any field, of any type


def test_governance_is_known_to_ballots_without_being_supervised_p1() -> None:
    policy = a_policy()
    assert policy.supervises(RepoRef("ORG", "App"))
    assert not policy.supervises(RepoRef("org", "hub"))
    assert policy.knows(RepoRef("org", "hub"))
    assert not policy.knows(RepoRef("org", "other"))
    assert policy.rules_digest == digest(())


def test_a_later_mistake_finds_the_first_key_that_was_written() -> None:
    there = Place("config/p.yml", 9)
    policy = a_policy(places={"governance_repo": there, "": Place("config/p.yml", 1)})
    assert policy.place("decision_inbox.repository", "governance_repo") == there
    assert policy.place("decision_inbox.repository") == Place("config/p.yml", 1)
    assert a_policy().place("merge") == Place("config/projects.yml", 1)
