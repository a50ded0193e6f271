"""Mistakes that only GitHub reveals: the bot on the allowlist (P9), a leaky inbox (P48)."""

from __future__ import annotations

import pytest

from inbox.policy import AllowedActor, Allowlist, Place, Policy, Visibility
from inbox.refs import Account, Kind, RepoRef
from inbox.vetting import bot_mistakes, visibility_mistakes

HUB, APP, SITE = RepoRef("org", "hub"), RepoRef("org", "app"), RepoRef("org", "site")
PRIVATE, INTERNAL, PUBLIC = Visibility.PRIVATE, Visibility.INTERNAL, Visibility.PUBLIC


def a_policy(*actors: AllowedActor, allow_public: bool = False) -> Policy:
    return Policy(
        governance=HUB,
        supervised=(APP, SITE),
        inbox=HUB,
        allowlist=Allowlist(actors or (AllowedActor("mona"),)),
        owner_login="mona",
        allow_public=allow_public,
        places={
            "allowlisted_actors": Place("config/owner.yml", 3),
            "decision_inbox.repository": Place("config/projects.yml", 5),
        },
    )


@pytest.mark.parametrize(
    ("actor", "bot"),
    [
        (AllowedActor("machine"), Account("Machine", 5, Kind.USER)),
        (AllowedActor("machine"), Account("machine", None, Kind.BOT)),
        (AllowedActor("formerly", 5), Account("machine", 5, Kind.USER)),
    ],
    ids=["same login", "an app's login", "same id, renamed"],
)
def test_the_bot_on_the_allowlist_is_a_mistake_with_its_line_p9(
    actor: AllowedActor, bot: Account
) -> None:
    (mistake,) = bot_mistakes(a_policy(AllowedActor("mona"), actor), bot)
    assert str(mistake).startswith(f"config/owner.yml:3: the allowlist holds {bot}, the account")
    assert mistake.advice


def test_another_bot_is_no_mistake() -> None:
    assert bot_mistakes(a_policy(AllowedActor("mona", 1)), Account("machine", 5, Kind.USER)) == ()
    assert bot_mistakes(a_policy(AllowedActor("mona")), Account("machine", None, Kind.BOT)) == ()


@pytest.mark.parametrize(
    ("inbox", "app", "site", "leaks"),
    [
        (PUBLIC, PRIVATE, PUBLIC, ["org/app"]),
        (PUBLIC, PRIVATE, INTERNAL, ["org/app", "org/site"]),
        (INTERNAL, PRIVATE, PUBLIC, ["org/app"]),
        (PRIVATE, PRIVATE, PUBLIC, []),
        (INTERNAL, INTERNAL, PUBLIC, []),
        (PUBLIC, PUBLIC, PUBLIC, []),
    ],
)
def test_an_inbox_that_more_people_may_read_is_a_mistake_p48(
    inbox: Visibility, app: Visibility, site: Visibility, leaks: list[str]
) -> None:
    seen = {HUB: inbox, APP: app, SITE: site}
    mistakes = visibility_mistakes(a_policy(), seen)
    assert [m.what.split("but ")[1].split(" is")[0] for m in mistakes] == leaks
    assert all((m.file, m.line) == ("config/projects.yml", 5) for m in mistakes)
    assert visibility_mistakes(a_policy(allow_public=True), seen) == ()


def test_a_repository_that_nobody_could_read_leaks_nothing() -> None:
    assert visibility_mistakes(a_policy(), {HUB: PUBLIC, APP: PUBLIC}) == ()


def test_an_inbox_of_unknown_visibility_is_never_judged_harmless() -> None:
    with pytest.raises(KeyError):
        visibility_mistakes(a_policy(allow_public=True), {APP: PRIVATE, SITE: PRIVATE})
