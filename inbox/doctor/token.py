"""Whose token it is, and what it may do where (protocol P1, P9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from inbox.doctor.facts import Facts, Identity, Probe
from inbox.doctor.findings import (
    REFUSED,
    Area,
    Finding,
    mistaken,
    right,
    unchecked,
    unread,
    wrong,
)
from inbox.errors import Forbidden, Gone, NotThere
from inbox.github.refusals import OTHER_REPOSITORIES
from inbox.policy import Policy, Visibility
from inbox.refs import Account, Kind, RepoRef
from inbox.vetting import bot_mistakes
from inbox.world import Repository

ACTIONS = Account("github-actions", None, Kind.BOT)
"""The account of every workflow's own token."""

_NAME_IT = f"Name the account with --bot-login (for the workflow's own token: {ACTIONS})."


_OWN_LOOK = f"to look with a token of your own, say who the bot is (--bot-login '{ACTIONS}')"


def identity_findings(facts: Facts) -> Iterator[Finding]:
    """Whose token it is, and whether that account may be the bot."""
    identity = facts.identity
    bot = identity.bot
    if bot is None:
        yield _nobody(identity)
        return
    if identity.is_borrowed:
        whose = f"{identity.viewer}'s" if identity.viewer else "of somebody unknown"
        yield unchecked(
            Area.TOKEN,
            f"The bot is {bot}, as you say, and this token is {whose}: what the bot's own may do"
            " cannot be seen with it.",
            "Run the doctor with the bot's token to see that, too.",
        )
    else:
        yield right(Area.TOKEN, f"The token is {bot}'s.")
    if facts.policy is None:
        return
    for mistake in bot_mistakes(facts.policy, bot):
        found = mistaken(mistake)
        yield found if identity.named else replace(found, advice=f"{found.advice}; {_OWN_LOOK}")
    yield from _beyond_reach(facts.policy, bot, facts.wiring.repo)


def _nobody(identity: Identity) -> Finding:
    if identity.failure is not None and not isinstance(identity.failure, NotThere | Forbidden):
        return unread(Area.TOKEN, "Whose token this is", identity.failure)
    said = "GitHub does not say whose token this is, so no ballot could be told from a forgery."
    return wrong(Area.TOKEN, said, _NAME_IT, status=REFUSED)


def _beyond_reach(policy: Policy, bot: Account, workflow: RepoRef) -> Iterator[Finding]:
    """The workflow's own token writes to its own repository alone (interface.md)."""
    if not bot.is_same(ACTIONS):
        return
    beyond = {policy.inbox, *policy.supervised} - {workflow}
    if beyond:
        names = _listed(map(str, beyond))
        what = f"The token is the workflow's own, and {names} would be beyond its reach."
        yield wrong(Area.TOKEN, what, OTHER_REPOSITORIES, status=REFUSED)


def permission_findings(facts: Facts) -> Iterator[Finding]:
    """What the token may read in each repository, and what reading cannot show."""
    for repo in dict.fromkeys(probe.repo for probe in facts.probes):
        probes = [probe for probe in facts.probes if probe.repo == repo]
        refused = [one for one in probes if one.failure and not isinstance(one.failure, Gone)]
        for probe in refused:
            yield _refusal(probe, facts.identity)
        allowed = [one for one in probes if one.failure is None]
        if allowed and not facts.identity.is_borrowed:
            yield _shown(repo, allowed, facts)
    if facts.probes:
        writes = {probe.needed for probe in facts.probes if probe.needed != probe.proven}
        yield unchecked(
            Area.PERMISSIONS,
            f"Only a write could show whether the token may write: {_lines(writes)}.",
            "What the workflow gives its token stands under Workflow.",
        )


def _refusal(probe: Probe, identity: Identity) -> Finding:
    failure = probe.failure
    assert failure is not None
    if not isinstance(failure, Forbidden | NotThere):
        return unread(Area.PERMISSIONS, f"`{probe.proven}` in {probe.repo}", failure)
    said = f"The token lacks `{probe.proven}` in {probe.repo}: {failure.what}"
    if identity.is_borrowed:
        return unchecked(Area.PERMISSIONS, said, "It is not the bot's token, which may have it.")
    is_line = isinstance(failure, Forbidden) and failure.permission is not None
    advice = failure.advice
    if is_line:
        advice = f"Give the job `{probe.needed}` under `permissions:`, or the token that permission"
        advice += "."
    return wrong(Area.PERMISSIONS, said, advice, status=REFUSED)


def _shown(repo: RepoRef, allowed: list[Probe], facts: Facts) -> Finding:
    found = facts.repositories.get(repo)
    if isinstance(found, Repository) and found.visibility is Visibility.PUBLIC:
        lines = _lines({probe.needed for probe in allowed})
        return unchecked(
            Area.PERMISSIONS,
            f"{repo} is public, and everybody reads it: that shows nothing of {lines}.",
        )
    lines = _lines({probe.proven for probe in allowed})
    return right(Area.PERMISSIONS, f"In {repo} the token has {lines}.")


def _lines(lines: Iterable[str]) -> str:
    return _listed(f"`{line}`" for line in lines)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
