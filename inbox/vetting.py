"""Mistakes in the configuration that only answers of GitHub reveal: who the bot is, who reads."""

from __future__ import annotations

from collections.abc import Mapping

from inbox.errors import Mistake
from inbox.policy import AllowedActor, Policy, Visibility
from inbox.refs import Account, RepoRef


def bot_mistakes(policy: Policy, bot: Account) -> tuple[Mistake, ...]:
    """The mistake of an allowlist that names the bot itself, found once its identity is proven."""
    if not any(_is_bot(actor, bot) for actor in policy.allowlist.actors):
        return ()
    at = policy.place("allowlisted_actors", "github_login")
    what = f"the allowlist holds {bot}, the account that this action writes as"
    advice = (
        "take it off, and give the action the token of another account: "
        "nobody's own bot may answer for them"
    )
    return (Mistake(at.file, at.line, what, advice),)


def _is_bot(actor: AllowedActor, bot: Account) -> bool:
    return actor.has_login_of(bot) or (actor.id is not None and actor.id == bot.id)


def visibility_mistakes(
    policy: Policy, visibility_of: Mapping[RepoRef, Visibility]
) -> tuple[Mistake, ...]:
    """One mistake for each supervised repository that fewer people may read than the inbox (P48).

    A supervised repository missing from `visibility_of` is not judged, since nothing of it can be
    read; a missing inbox raises KeyError.
    """
    inbox = visibility_of[policy.inbox]
    if policy.allow_public:
        return ()
    at = policy.place("decision_inbox.repository", "governance_repo", "supervised_repos")
    return tuple(
        Mistake(
            at.file,
            at.line,
            f"the inbox {policy.inbox} is {inbox.name.lower()}, but {repo} is {seen.name.lower()};"
            " its ballots would show titles and file names to more people",
            "name a less visible inbox, or write decision_inbox.allow_public: true",
        )
        for repo in policy.supervised
        if (seen := visibility_of.get(repo)) is not None and seen < inbox
    )
