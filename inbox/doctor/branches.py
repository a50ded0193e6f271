"""Whether nothing merges unanswered: the checks that base branches require, and of whom (P35)."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.doctor import needs
from inbox.doctor.facts import Branch, Facts, Identity
from inbox.doctor.findings import Area, Finding, note, right, unchecked, unread, written, wrong
from inbox.errors import Forbidden, GitHubFault
from inbox.github.setup import Required
from inbox.policy import Policy
from inbox.refs import Account, Kind
from inbox.world import DECISIONS_CONTEXT


def branch_findings(facts: Facts) -> Iterator[Finding]:
    """What each base branch requires, against what it has to."""
    if facts.policy is None:
        return
    for branch in facts.branches:
        yield from _branch(branch, facts.policy, facts.identity)


def _branch(branch: Branch, policy: Policy, identity: Identity) -> Iterator[Finding]:
    where = f"{branch.name} of {branch.repo}"
    match branch.required:
        case Forbidden() as failure:
            yield unchecked(
                Area.BRANCHES,
                f"What {where} requires may not be read: {failure.what}",
                failure.advice,
            )
        case GitHubFault() as failure:
            yield unread(Area.BRANCHES, f"What {where} requires", failure)
        case required:
            for context in needs.contexts(policy):
                found = [one for one in required if one.context == context]
                yield _judged(where, context, found, identity)
            idle = any(one.context == DECISIONS_CONTEXT for one in required)
            if idle and not policy.decisions.enabled:
                yield wrong(
                    Area.BRANCHES,
                    f"{where} requires `{DECISIONS_CONTEXT}`, which nobody sets: nothing can be"
                    " merged there.",
                    "Take it out of the required checks, or leave decisions.enabled at true.",
                    written(policy, "decisions.enabled", "decisions"),
                )


def _judged(where: str, context: str, found: list[Required], identity: Identity) -> Finding:
    """One context on one branch; where it is required several times, each has to be met."""
    if not found:
        what = f"{where} does not require `{context}`: it can be merged into without an answer."
        return wrong(Area.BRANCHES, what, _require(context, identity))
    bot, sources = identity.bot, {one.app for one in found}
    if bot is None:
        return unchecked(Area.BRANCHES, f"{where} requires `{context}`, of nobody knows whom.")
    if bot.kind is not Kind.BOT:
        return _of_a_person(where, context, sources, bot)
    if isinstance(identity.app, GitHubFault):
        return unread(Area.BRANCHES, f"Which app {bot} is", identity.app)
    if sources == {None}:
        what = f"{where} requires `{context}` from any source: whoever may push can set it."
        return wrong(Area.BRANCHES, what, _require(context, identity))
    if identity.app is None:
        what = f"{where} requires `{context}` of a certain app; whether it is {bot} is not shown."
        return unchecked(Area.BRANCHES, what)
    if sources - {None, identity.app}:
        what = f"{where} requires `{context}` from another app than {bot}: it would never come."
        return wrong(Area.BRANCHES, what, _require(context, identity))
    return right(Area.BRANCHES, f"{where} requires `{context}` from {bot}.")


def _of_a_person(where: str, context: str, sources: set[int | None], bot: Account) -> Finding:
    if sources != {None}:
        what = f"{where} requires `{context}` from an app, and {bot} is none: it would never come."
        advice = "Choose any source there, or give the action the token of a GitHub App."
        return wrong(Area.BRANCHES, what, advice)
    return note(
        Area.BRANCHES,
        f"{where} requires `{context}` from any source: whoever may push can set it.",
        "With the token of a GitHub App, that app can be named as the only source.",
    )


def _require(context: str, identity: Identity) -> str:
    bot = identity.bot
    source = f", with {bot.login} as its source" if bot and bot.kind is Kind.BOT else ""
    return f"Settings → Rules (or Branches) → Require status checks: `{context}`{source}."
