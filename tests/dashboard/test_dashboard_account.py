"""Whose token it is, and why nothing can be sent with it (protocol P9, P18)."""

from __future__ import annotations

import pytest

from inbox.dashboard.account import TokenKind, read_only
from inbox.electorate import Electorate
from inbox.policy import AllowedActor, Allowlist
from inbox.refs import GHOST_ID, Account, Kind

OWNER = Account("owner", 7, Kind.USER)
BOT = Account.named("github-actions[bot]")
LISTED = Allowlist((AllowedActor("Owner"), AllowedActor("pinned", 9)))


def why(viewer: Account | None, token: str = "ghp_x", *, apps: bool = False) -> str:
    """Why nothing can be sent."""
    return read_only(viewer, Electorate(LISTED, BOT, apps), TokenKind.of(token))


@pytest.mark.parametrize("token", ["ghp_x", "github_pat_x", "gho_x", "0123456789abcdef"])
def test_a_persons_own_token_of_somebody_listed_may_send(token: str) -> None:
    assert why(OWNER, token) == ""
    assert why(Account("pinned", 9, Kind.USER), token) == ""


@pytest.mark.parametrize(
    ("viewer", "words"),
    [
        (None, "does not say whose token this is"),
        (Account("github-actions", 41898282, Kind.BOT), "is the bot itself"),
        (Account("stranger", 8, Kind.USER), "`stranger` is not on the allowlist"),
        (Account("other", 3, Kind.BOT), "bots never count"),
        (Account("org", 4, Kind.OTHER), "the account is no person's"),
        (Account("ghost", GHOST_ID, Kind.USER), "the account was deleted"),
        (Account("pinned", 10, Kind.USER), "now belongs to another account"),
        (Account("renamed", 9, Kind.USER), "another login than the allowlist says"),
        (Account("pinned", None, Kind.USER), "the id could not be read"),
    ],
)
def test_who_does_not_count_reads_only_and_is_told_why(viewer: Account | None, words: str) -> None:
    said = why(viewer)
    assert words in said
    assert said.endswith("so everything here is read-only.")
    assert "\n" not in said


def test_what_an_app_writes_in_a_persons_name_needs_the_owners_leave_p18() -> None:
    assert "`allow_app_signals: true`" in why(OWNER, "ghu_x")
    assert why(OWNER, "ghu_x", apps=True) == ""
    assert "not on the allowlist" in why(Account("stranger", 8, Kind.USER), "ghu_x", apps=True)
    assert "speaks for no person" in why(OWNER, "ghs_x", apps=True)
