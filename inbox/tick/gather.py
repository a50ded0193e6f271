"""The first look of a tick: what waits, which pulls are open, whose token it is (P1, P4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta

from inbox.decisions.followups import FollowUp
from inbox.errors import (
    AccessRefused,
    ConfigurationError,
    Forbidden,
    GitHubFault,
    Gone,
    Mistake,
    NotThere,
    Unavailable,
    Unreadable,
)
from inbox.github import asking, reads
from inbox.github.client import GitHub
from inbox.github.queries import Asked
from inbox.github.scout import Head
from inbox.github.survey import Recent, Survey, survey
from inbox.policy import Policy
from inbox.refs import Account, IssueRef, PullRef, RepoRef
from inbox.tick.inquiry import Inquiry
from inbox.tick.report import Report
from inbox.vetting import bot_mistakes, visibility_mistakes
from inbox.world import Ballot, Pull, State, Status, World

_UNREAD = Status(State.SUCCESS, "", "", None)
# What could not be read may be a success, and is nobody's: so it is never taken for none (P23).

LOOKS_BACK = timedelta(hours=48)
"""How long after its closing a ballot is still heard (protocol P34)."""


@dataclass(frozen=True, slots=True)
class Found:
    """The world at the start of a tick, the messages of heads, and the ballots ended lately.

    `viewer` is whose token this is, None where GitHub does not say. `lately` is None where it
    cannot be told which ballots ended lately; `unshown` are the repositories whose commit statuses
    the token may not read.
    """

    world: World
    messages: dict[PullRef, str]
    lately: tuple[Ballot, ...] | None
    unread_heads: frozenset[Head]
    unshown: frozenset[RepoRef]
    inquiry: Inquiry
    viewer: Account | None


def gather(
    github: GitHub,
    policy: Policy,
    report: Report,
    *,
    bot_login: Account | None,
    trusts_login: bool,
    workflow_repository: RepoRef,
) -> Found:
    """What every stage needs to know first; nothing is written before all of it is in order.

    Raises AccessRefused (exit 3) where the inbox cannot be listed or the bot has no proven
    identity, ConfigurationError (exit 2) for mistakes that only GitHub's answers reveal.
    """
    ballots = _pending(github, policy.inbox)
    pulls = [pull for repo in policy.supervised for pull in _open_pulls(github, repo, report)]
    named = (policy.inbox, policy.governance, *policy.supervised, workflow_repository)
    repos = dict.fromkeys((*named, *_availability(policy)))
    now = github.server_now
    recent = Recent(policy.inbox, now - LOOKS_BACK)
    heads = [(pull.ref.repo, pull.head) for pull in pulls]
    texts = [pull.ref for pull in pulls] if policy.decisions.enabled else []
    seen = survey(github, list(repos), heads, inbox=recent, more=_lists(policy), texts=texts)
    unseen = seen.faults.get(policy.inbox)
    if isinstance(unseen, (Unavailable, Unreadable)):
        raise unseen  # GitHub is ill, which says nothing of the token
    bot = named_bot(bot_login) if trusts_login else _identity(seen, bot_login)
    _refuse(bot_mistakes(policy, bot))
    if unseen:
        raise _inbox_refused(policy.inbox, unseen)
    unread = _unread(seen, report)
    visibility = {repo: found.visibility for repo, found in seen.repositories.items()}
    _refuse(visibility_mistakes(policy, visibility))
    unknown = dict.fromkeys(unread, _UNREAD)
    world = World(
        bot=bot,
        now=now,
        repositories=seen.repositories,
        ballots={ballot.ref: ballot for ballot in ballots},
        pulls={pull.ref: pull for pull in pulls},
        statuses={**seen.statuses, **unknown},
        gates={**seen.decisions, **unknown},
    )
    _tell_unshown(seen, report)
    lately = _ended_lately(github, seen, recent, bot, report)
    inquiry = _inquiry(github, policy, seen, bot, report)
    messages = _messages(seen, pulls)
    return Found(world, messages, lately, unread, seen.unshown, inquiry, seen.viewer)


def _messages(seen: Survey, pulls: Iterable[Pull]) -> dict[PullRef, str]:
    """The message of each head that the survey saw."""
    return {
        pull.ref: seen.messages[pull.ref.repo, pull.head]
        for pull in pulls
        if (pull.ref.repo, pull.head) in seen.messages
    }


def _ended_lately(
    github: GitHub, seen: Survey, recent: Recent, bot: Account, report: Report
) -> tuple[Ballot, ...] | None:
    """What ended lately, and what is open; what the survey does not tell, REST does, page by page.

    REST tells no edits, so each text may be another's. None where that fails too: what was said
    there may be a no (protocol P23, P34).
    """
    if seen.lately is not None:
        return seen.lately
    try:
        found = reads.own_issues_since(github, recent.repo, bot, recent.since)
    except GitHubFault as failure:
        failure.advice = f"In this tick no A or B is applied or merged. {failure.advice}"
        report.failed(failure)
        return None
    return tuple(replace(one, edited_at=github.server_now) for one in found)


def _lists(policy: Policy) -> list[Asked]:
    """The tickets and follow-ups of every supervised repository, where anybody asks for them."""
    if not policy.decisions.enabled:
        return []
    return [
        asked(repo) for repo in policy.supervised for asked in (asking.tickets, asking.follow_ups)
    ]


def _inquiry(github: GitHub, policy: Policy, seen: Survey, bot: Account, report: Report) -> Inquiry:
    """What is known of questions before any of them is read; a repository that fails is told."""
    if not policy.decisions.enabled:
        return Inquiry(enabled=False)
    tickets: dict[IssueRef, str] = {}
    follow_ups: list[FollowUp] = []
    unlisted: set[RepoRef] = set()
    for repo in policy.supervised:
        try:
            found = asking.listed(github, repo, seen.more, bot)
        except GitHubFault as failure:
            report.failed(failure)
            unlisted.add(repo)
            continue
        tickets |= found.tickets
        follow_ups += found.follow_ups
    return Inquiry(True, tickets, tuple(follow_ups), frozenset(unlisted), seen.edited)


def _tell_unshown(seen: Survey, report: Report) -> None:
    """Without its permission the tick goes on, says once what is missing, and merges nothing that
    may be red (P35, P36)."""
    for repo in sorted(seen.unshown, key=str):
        report.warn(
            f"This token may not read the commit statuses of {repo}: none is set there, and nothing"
            " is merged.",
            advice="Give the job `statuses: write` under `permissions:`, or the token that"
            " permission.",
            nameless="This token may not read the commit statuses of a repository.",
        )


def _unread(seen: Survey, report: Report) -> frozenset[Head]:
    """The heads whose statuses could not be read: what is on them is not known (P23)."""
    heads = {key: failure for key, failure in seen.faults.items() if isinstance(key, tuple)}
    for failure in dict.fromkeys(heads.values()):
        report.failed(failure)
    return frozenset(heads)


def _pending(github: GitHub, inbox: RepoRef) -> tuple[Ballot, ...]:
    try:
        return reads.pending_ballots(github, inbox)
    except (NotThere, Forbidden, Gone) as failure:
        raise _inbox_refused(inbox, failure) from failure


def _inbox_refused(inbox: RepoRef, failure: GitHubFault) -> AccessRefused:
    return AccessRefused(
        f"The inbox {inbox} cannot be read: {failure.what}",
        _advice(failure, "issues: write")
        or "Give the job `issues: write`, and a token that may see the inbox.",
    )


def _advice(failure: GitHubFault, line: str) -> str:
    """The advice of `failure`, with the permission that the whole tick needs, not this reading."""
    if isinstance(failure, Forbidden) and failure.permission == line.replace("write", "read"):
        return f"Give the job `{line}` under `permissions:`, or the token that permission."
    return failure.advice


def _open_pulls(github: GitHub, repo: RepoRef, report: Report) -> tuple[Pull, ...]:
    """The open pull requests of one repository; one that fails is told and stops no other (P40)."""
    try:
        return reads.open_pulls(github, repo)
    except GitHubFault as failure:
        failure.advice = _advice(failure, "pull-requests: write")
        report.failed(failure)
        report.unread.add(repo)
        return ()


def _availability(policy: Policy) -> tuple[RepoRef, ...]:
    """Where the owner says when they are away: who reads that is asked only where it is used."""
    lifecycle = policy.lifecycle
    asked = lifecycle.availability if lifecycle.enabled else None
    return (asked.repository,) if asked else ()


def named_bot(given: Account | None) -> Account:
    """The bot as it was named, for a command whose token may be anybody's (protocol P1).

    Raises AccessRefused where nobody named it.
    """
    if given is None:
        raise AccessRefused(
            "Nobody said which account the bot is.",
            "Name it with --bot-login (for the workflow's own token: github-actions[bot]).",
        )
    return given


def _identity(seen: Survey, given: Account | None) -> Account:
    """The bot's proven identity: GitHub's own word, else the input's (protocol P1)."""
    if seen.viewer is None and given is None:
        raise AccessRefused(
            "GitHub does not say whose token this is, so no ballot could be told from a forgery.",
            "Name the account in the input bot-login (for the workflow's own token: "
            "github-actions[bot]).",
        )
    if seen.viewer is None:
        assert given is not None
        return given
    if given is not None and not seen.viewer.is_same(given):
        what = f"bot-login says {given}, but the token belongs to {seen.viewer}"
        raise ConfigurationError((Mistake("action input bot-login", 1, what, "leave it empty"),))
    return seen.viewer


def _refuse(mistakes: tuple[Mistake, ...]) -> None:
    if mistakes:
        raise ConfigurationError(mistakes)
