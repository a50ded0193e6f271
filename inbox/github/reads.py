"""Readings by REST, every page of them; what they check here the core need not doubt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from inbox.errors import HeadMoved, NotThere, Refused, Unreadable
from inbox.github import routes
from inbox.github.client import GitHub, Params
from inbox.github.code_payloads import (
    ActivityPayload,
    ContentPayload,
    FilePayload,
    PermissionPayload,
    PullPayload,
    RepositoryPayload,
)
from inbox.github.payloads import EventPayload, IssuePayload, LabelPayload, account_of
from inbox.labels import OURS, PENDING
from inbox.quadrant.files import ChangedFile
from inbox.refs import Account, HeadSha, IssueRef, PullRef, RepoRef
from inbox.world import Ballot, Pull, Repository

MOST_FILES = 3000
"""GitHub lists no more files of a pull request: https://docs.github.com/rest/pulls/pulls."""


def pending_ballots(client: GitHub, repo: RepoRef) -> tuple[Ballot, ...]:
    """Every issue of the inbox with the pending label, open and closed (protocol P4)."""
    found = _issues(client, repo, {"labels": PENDING, "state": "all"})
    return tuple(ballot for ballot in found if ballot.is_pending)


def own_open_issues(client: GitHub, repo: RepoRef, bot: Account) -> tuple[Ballot, ...]:
    """Every open issue of the inbox that the bot wrote, freshly listed (protocol P6)."""
    found = _own_issues(client, repo, bot, {"state": "open"})
    return tuple(ballot for ballot in found if ballot.is_open)


def own_issues_since(
    client: GitHub, repo: RepoRef, bot: Account, since: datetime
) -> tuple[Ballot, ...]:
    """Every issue of the inbox that the bot wrote, open or closed, that changed since then."""
    stamp = f"{since:%Y-%m-%dT%H:%M:%SZ}"
    found = _issues(client, repo, {"creator": str(bot), "state": "all", "since": stamp})
    return tuple(ballot for ballot in found if bot.is_same(ballot.author))


def own_closed_issues(
    client: GitHub, repo: RepoRef, bot: Account, since: datetime
) -> tuple[Ballot, ...]:
    """Every closed issue of the inbox that the bot wrote, as far as it changed since then."""
    stamp = f"{since:%Y-%m-%dT%H:%M:%SZ}"
    found = _own_issues(client, repo, bot, {"state": "closed", "since": stamp})
    return tuple(ballot for ballot in found if not ballot.is_open)


def _own_issues(client: GitHub, repo: RepoRef, bot: Account, params: Params) -> Iterator[Ballot]:
    """The issues that GitHub lists as the bot's; raises Unreadable for one without an author, of
    which nobody can tell whether a ballot is missing."""
    for ballot in _issues(client, repo, {"creator": str(bot), **params}):
        if ballot.author is None:
            raise Unreadable(
                f"GitHub lists {ballot.ref} as {bot}'s and does not say whose it is.",
                "Usually this passes: the next tick reads again.",
                request=f"GET {routes.issues(repo).path}",
                status=200,
            )
        if bot.is_same(ballot.author):
            yield ballot


def own_issues(client: GitHub, repo: RepoRef, bot: Account, since: datetime) -> tuple[Ballot, ...]:
    """Every issue of the repository that the bot wrote, open or closed, that changed since then."""
    stamp = f"{since:%Y-%m-%dT%H:%M:%SZ}"
    return tuple(_own_issues(client, repo, bot, {"state": "all", "since": stamp}))


def labelled_issues(client: GitHub, repo: RepoRef, label: str, *, state: str) -> tuple[Ballot, ...]:
    """Every issue of the repository with that label, in that state (`open`, `closed`, `all`)."""
    return tuple(_issues(client, repo, {"labels": label, "state": state}))


def may_write(client: GitHub, repo: RepoRef, who: Account) -> bool:
    """True when the person may push to the repository; somebody unknown there may not.

    Source: https://docs.github.com/rest/collaborators/collaborators
    """
    try:
        answer = client.get(routes.permission(repo, str(who)))
    except NotThere:
        return False
    return answer.read(PermissionPayload).permission in {"admin", "write"}


def _issues(client: GitHub, repo: RepoRef, params: Params) -> Iterator[Ballot]:
    for page in client.pages(routes.issues(repo), params):
        for issue in page.read(list[IssuePayload]):
            if issue.pull_request is None:
                yield issue.ballot(repo)


def open_pulls(client: GitHub, repo: RepoRef) -> tuple[Pull, ...]:
    """Every open pull request of the repository, without what only a single reading tells."""
    pages = client.pages(routes.pulls(repo), {"state": "open"})
    found = (pull.pull(repo) for page in pages for pull in page.read(list[PullPayload]))
    return tuple(pull for pull in found if pull.is_open)


def pull(client: GitHub, ref: PullRef) -> Pull:
    """The pull request as it is now; raises Unreadable for an answer about another one."""
    answer = client.get(routes.pull(ref))
    found = answer.read(PullPayload).pull(ref.repo)
    if found.ref != ref:
        raise Unreadable(
            f"GitHub answered {answer.request} with another pull request.",
            "A proxy may be in between. Usually this passes: the next tick reads again.",
            request=answer.request,
            status=answer.status,
        )
    return found


@dataclass(frozen=True, slots=True)
class Files:
    """The files of a pull request at one head; `is_complete` is False when GitHub cut the list."""

    pull: Pull
    files: tuple[ChangedFile, ...]
    is_complete: bool


def pull_files(client: GitHub, expected: Pull) -> Files:
    """The files that `expected` changes; raises HeadMoved if head or base is another by now."""
    route = routes.pull_files(expected.ref)
    pages = client.pages(route)
    files = tuple(file.changed for page in pages for file in page.read(list[FilePayload]))
    now = pull(client, expected.ref)
    if (now.head, now.base) != (expected.head, expected.base):
        raise head_moved(now)
    said = now.changed_files
    is_complete = said is not None and len(files) >= said and len(files) <= MOST_FILES
    return Files(now, files, is_complete)


def head_moved(now: Pull) -> HeadMoved:
    """The error for a pull request that is no longer at the head, or base, that was looked at."""
    return HeadMoved(
        f"{now.ref} moved to {now.head.short} in the meantime.",
        "The next tick looks at it afresh.",
        request=f"GET {routes.pull(now.ref).path}",
        status=200,
    )


def label_adder(client: GitHub, issue: IssueRef, label: str) -> Account | None:
    """Who last put the label on the issue or pull request; None where GitHub names nobody."""
    return _last_actor(client, issue, "labeled", label)


def label_remover(client: GitHub, issue: IssueRef, label: str) -> Account | None:
    """Who last took the label off; None where GitHub names nobody, or nobody did."""
    return _last_actor(client, issue, "unlabeled", label)


def reopener(client: GitHub, issue: IssueRef) -> Account | None:
    """Who last reopened the issue or pull request; None where GitHub names nobody."""
    return _last_actor(client, issue, "reopened")


def _last_actor(
    client: GitHub, issue: IssueRef, happening: str, label: str | None = None
) -> Account | None:
    last: Account | None = None
    for page in client.pages(routes.events(issue)):
        for event in page.read(list[EventPayload]):
            named = event.label.name if event.label else None
            if (event.event, named) == (happening, label):
                last = account_of(event.actor)
    return last


def pushed_at(client: GitHub, repo: RepoRef, branch: str, head: HeadSha) -> datetime | None:
    """When the branch last came to point to `head`; None when its log does not hold that head.

    The newest time counts: a head that was pushed, taken back and pushed again was not there in
    between (protocol P27). Source: https://docs.github.com/rest/repos/repos#list-repository-activities
    """
    ref = f"refs/heads/{branch}"
    for page in client.pages(routes.activity(repo), {"ref": ref}):
        for move in page.read(list[ActivityPayload]):
            if move.after == head and move.ref == ref:
                return move.timestamp
    return None


def file_text(client: GitHub, repo: RepoRef, path: str, ref: str | None = None) -> bytes | None:
    """The bytes of a file, at the default branch unless `ref` says otherwise; None for no file.

    Raises Refused for a directory, a submodule, a link out of the repository, and over 1 MB.
    Source: https://docs.github.com/rest/repos/contents#get-repository-content
    """
    route = routes.contents(repo, path)
    request = f"GET {route.path}"
    if any(part in ("", ".", "..") for part in path.split("/")):
        raise Refused(f"{path!r} is no path of a file in a repository.", request=request)
    try:
        answer = client.get(route, {"ref": ref} if ref else None)
    except NotThere:
        return None
    is_directory = isinstance(answer.json(), list)
    data = None if is_directory else answer.read(ContentPayload).data
    if data is None:
        raise Refused(
            f"{path} in {repo} is {'a directory' if is_directory else 'no file that can be read'}.",
            "Name a file of at most 1 MB that is no submodule and no link out of the repository.",
            request=answer.request,
            status=answer.status,
        )
    return data


def repository(client: GitHub, ref: RepoRef) -> Repository:
    """The repository as it is now, with those of our labels that exist there."""
    payload = client.get(routes.repository(ref)).read(RepositoryPayload)
    pages = client.pages(routes.labels(ref))
    names = {label.name for page in pages for label in page.read(list[LabelPayload])}
    return payload.repository(OURS & names)
