"""What the page shows beside what a tick reads: files, checks, tickets' titles, what ended lately.

It is read to be looked at; nothing is decided by it. What cannot change any more is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from inbox.checks import Checks
from inbox.dashboard.consequences import by_light
from inbox.dashboard.view import Ended, Files
from inbox.errors import GitHubFault
from inbox.github import reads
from inbox.github.checks import scout_checks
from inbox.github.client import GitHub
from inbox.labels import (
    APPROVED_A,
    APPROVED_B,
    AUTO_CLOSED,
    AUTO_MERGED,
    DUPLICATE,
    NEEDS_INFO,
    REJECTED,
    RESOLUTIONS,
    SUPERSEDED,
)
from inbox.refs import HeadSha, IssueRef, PullRef
from inbox.tick.gather import LOOKS_BACK
from inbox.tick.session import Session
from inbox.world import Ballot, Pull

MOST_ENDED = 10
MOST_FILES = 20
MOST_REMEMBERED = 1000
MOST_FIRST_LOOKS = 25
"""So many lists of files are read in one reading; with more ballots, the next one goes on."""
_RESOLVED = {
    APPROVED_A: "approved: option A",
    APPROVED_B: "approved: option B, the alternate",
    REJECTED: "rejected",
    AUTO_CLOSED: "its pull request was closed, so nothing was asked any more",
    AUTO_MERGED: "its pull request was merged without an answer here",
    DUPLICATE: "a duplicate of another ballot",
    SUPERSEDED: "a newer ballot took its place",
}
_UNREAD_CHECKS = "could not be read"


@dataclass(slots=True)
class Memory:
    """What was read before and cannot change: the files of a head into a base, and pull requests
    that are open no more. Of each, the latest `MOST_REMEMBERED`, for it may run for weeks."""

    files: dict[tuple[PullRef, HeadSha, str], Files] = field(default_factory=dict)
    pulls: dict[PullRef, Pull] = field(default_factory=dict)

    def learn_files(self, pull: Pull, files: Files) -> None:
        """The files of this head into this base are remembered."""
        self.files[pull.ref, pull.head, pull.base] = files
        _forget_oldest(self.files)

    def learn_pull(self, pull: Pull) -> None:
        """A pull request that is open no more is remembered, without its description."""
        self.pulls[pull.ref] = replace(pull, body="")
        _forget_oldest(self.pulls)


def _forget_oldest(known: dict[Any, Any]) -> None:
    while len(known) > MOST_REMEMBERED:
        del known[next(iter(known))]


def knows_files(pull: Pull, memory: Memory) -> bool:
    """True where the files of this head were read before."""
    return (pull.ref, pull.head, pull.base) in memory.files


def read_files(github: GitHub, pull: Pull, memory: Memory) -> Files | None:
    """The files of the pull request at its head; None where they, or that very head, are not to be
    had now."""
    key = (pull.ref, pull.head, pull.base)
    if key not in memory.files:
        try:
            found = reads.pull_files(github, pull)
        except GitHubFault:
            return None
        shown = tuple((one.path, one.status.value) for one in found.files[:MOST_FILES])
        count = max(len(found.files), found.pull.changed_files or 0)
        memory.learn_files(pull, Files(count, shown, count - len(shown)))
    return memory.files[key]


def read_lights(github: GitHub, pulls: Iterable[Pull]) -> Mapping[PullRef, str]:
    """What the checks of each head say, in words; one query for all of them."""
    asked = tuple(pulls)
    if not asked:
        return {}
    try:
        found = scout_checks(github, {(pull.ref.repo, pull.head) for pull in asked})
    except GitHubFault:
        return {pull.ref: _UNREAD_CHECKS for pull in asked}
    lights = {}
    for pull in asked:
        seen = found[pull.ref.repo, pull.head]
        lights[pull.ref] = by_light(seen) if isinstance(seen, Checks) else _UNREAD_CHECKS
    return lights


def read_tickets(github: GitHub, refs: Iterable[IssueRef]) -> Mapping[IssueRef, Ballot]:
    """The tickets with title and author; one list for each repository that has any."""
    found: dict[IssueRef, Ballot] = {}
    for repo in dict.fromkeys(ref.repo for ref in refs):
        try:
            listed = reads.labelled_issues(github, repo, NEEDS_INFO, state="open")
        except GitHubFault:
            continue
        found |= {one.ref: one for one in listed}
    return found


def read_ended(session: Session, memory: Memory) -> tuple[Ended, ...]:
    """The newest ballots that were resolved lately, and what GitHub shows of each; raises what the
    list of them raises."""
    since = session.world.now - LOOKS_BACK
    inbox, bot = session.policy.inbox, session.world.bot
    closed = reads.own_closed_issues(session.github, inbox, bot, since)
    resolved = [
        ballot for ballot in closed if ballot.labels & RESOLUTIONS and not ballot.is_pending
    ]
    found = []
    for ballot in resolved[:MOST_ENDED]:
        if asked := session.asked_by(ballot):
            found.append(_ended(session, ballot, asked, memory))
    return tuple(found)


def _ended(session: Session, ballot: Ballot, asked: PullRef, memory: Memory) -> Ended:
    pull = _pull(session, asked, memory)
    says = [_RESOLVED[label] for label in sorted(ballot.labels & RESOLUTIONS)]
    return Ended(
        ballot=ballot.ref,
        url=ballot.url,
        pull=asked,
        pull_url=pull.url if pull else "",
        title=pull.title if pull else "",
        says=(*says, _became(session, pull)),
    )


def _pull(session: Session, ref: PullRef, memory: Memory) -> Pull | None:
    if known := session.world.pulls.get(ref) or memory.pulls.get(ref):
        return known
    try:
        pull = reads.pull(session.github, ref)
    except GitHubFault:
        return None
    if not pull.is_open:
        memory.learn_pull(pull)
    return pull


def _became(session: Session, pull: Pull | None) -> str:
    """What the pull request is now; of an open one, what our status on its head says."""
    if pull is None:
        return "what became of the pull request could not be read"
    if pull.is_merged:
        return "the pull request is merged"
    if not pull.is_open:
        return "the pull request is closed"
    status = session.world.statuses.get((pull.ref.repo, pull.head))
    said = status.description if status and session.world.bot.is_same(status.by) else ""
    return (
        f"the pull request is open; its status says: {said}" if said else "the pull request is open"
    )
