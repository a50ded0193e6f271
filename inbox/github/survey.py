"""The first query of a tick: whose token it is, the repositories, our statuses on heads (P43)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from inbox.errors import GitHubFault, Unreadable
from inbox.github import queries
from inbox.github.client import GitHub
from inbox.github.nodes import Node
from inbox.github.queries import Asked
from inbox.github.scout import Head, Seen, look
from inbox.github.surveyed import EditedNode, HeadNode, RepositoryNode, TouchedLatelyNode
from inbox.refs import Account, PullRef, RepoRef
from inbox.world import Ballot, Repository, Status

Surveyed = RepoRef | Head


@dataclass(frozen=True, slots=True)
class Survey:
    """Whose token it is, the repositories, and the heads: our statuses, and their messages.

    A repository that is not there or could not be read is absent and has its fault; so has a head
    whose statuses could not be read, while one without a status is merely absent. `unshown` are
    repositories whose statuses the token may not read, which is no fault (protocol P35). `lately`
    are the inbox's issues that were closed lately or are open, as far as they changed lately, with
    no more than author and text; None where there are more than one query tells, or one could not
    be read. `edited` has no pull request of which it could not be read.
    """

    viewer: Account | None
    repositories: Mapping[RepoRef, Repository]
    lately: tuple[Ballot, ...] | None
    statuses: Mapping[Head, Status]
    decisions: Mapping[Head, Status]
    messages: Mapping[Head, str]
    unshown: frozenset[RepoRef]
    faults: Mapping[Surveyed, GitHubFault]
    more: Mapping[Asked, Node | GitHubFault]
    edited: Mapping[PullRef, datetime | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recent:
    """The inbox, and since when its closings are looked back at."""

    repo: RepoRef
    since: datetime


def survey(
    client: GitHub,
    repos: Sequence[RepoRef],
    heads: Iterable[Head],
    *,
    inbox: Recent | None = None,
    more: Sequence[Asked] = (),
    texts: Iterable[PullRef] = (),
) -> Survey:
    """The repositories, the statuses of the heads and the viewer are known, 100 heads a query.

    With `inbox` also what was touched there lately (protocol P34). `more` rides along, and is in
    the answer as it came. Of `texts` it is known when they were last edited.
    """
    repositories = {repo: queries.facts(repo) for repo in repos}
    looked_at = {head: queries.head(*head) for head in heads}
    lately = queries.touched_lately(inbox.repo, inbox.since) if inbox else None
    lists = [*([lately] if lately else []), *more]
    saved = {ref: queries.edited(ref) for ref in texts}
    first = [*repositories.values(), *lists]
    seen = look(client, first, looked_at.values(), saved.values(), viewer=True)
    seen = _again(client, seen, lists)
    found = {
        head: node
        for head, asked in looked_at.items()
        if isinstance(node := seen.nodes.get(asked), HeadNode)
    }
    contexts = {head: node.status for head, node in found.items() if node.status}
    return Survey(
        viewer=seen.viewer,
        repositories={
            repo: node.repository
            for repo, asked in repositories.items()
            if isinstance(node := seen.nodes.get(asked), RepositoryNode)
        },
        lately=_touched_lately(seen.nodes.get(lately), inbox) if lately and inbox else (),
        statuses={head: on.approval.status for head, on in contexts.items() if on.approval},
        decisions={head: on.decisions.status for head, on in contexts.items() if on.decisions},
        messages={head: node.message for head, node in found.items() if node.message},
        unshown=frozenset(repo for (repo, _), node in found.items() if not node.is_shown),
        faults=seen.faults(repositories) | seen.faults(looked_at),
        edited={
            ref: node.last_edited_at
            for ref, asked in saved.items()
            if isinstance(node := seen.nodes.get(asked), EditedNode)
        },
        more={one: seen.nodes.get(one) or seen.missed[one] for one in more},
    )


def _touched_lately(node: Node | None, inbox: Recent) -> tuple[Ballot, ...] | None:
    """Those that are open, or were closed since then; None where not all are known (P23)."""
    if not isinstance(node, TouchedLatelyNode) or node.page_info.is_cut:
        return None
    listed = [one for one in node.nodes if not one.closed_at or one.closed_at >= inbox.since]
    return tuple(one.ballot(inbox.repo) for one in listed)


def _again(client: GitHub, seen: Seen, lists: Sequence[Asked]) -> Seen:
    """What was lost with a list is asked for without it, and each list for itself: one that fails
    takes with it all that is asked of its repository."""
    lost = [one for one in lists if isinstance(seen.missed.get(one), Unreadable)]
    with_it = [asked for asked in seen.missed if asked not in lists]
    if not lost or not with_it:
        return seen
    for part in (with_it, *([one] for one in lost)):
        again = look(client, part, ())
        missed = {key: fault for key, fault in seen.missed.items() if key not in part}
        seen = Seen({**seen.nodes, **again.nodes}, {**missed, **again.missed}, seen.viewer)
    return seen
