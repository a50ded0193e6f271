"""The closer look that a ballot about to be settled needs: its edited texts' revisions (P43)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from inbox.errors import GitHubFault, NotThere, Unreadable
from inbox.github.answers import shaped
from inbox.github.batches import Gathered, batched, gather
from inbox.github.client import GitHub
from inbox.github.fragments import CLOSER
from inbox.github.graph import Reply, fault
from inbox.github.scout import Item, PullTalk, Scouted
from inbox.github.texts import Text, TextNode, changed_while_reading, text_of
from inbox.refs import IssueRef, PullRef
from inbox.world import Ballot, Comment

_MOST_PAGES = 100

Texts = Gathered[str, Text]


def look_closer(
    client: GitHub,
    ballots: Iterable[Ballot],
    talks: Mapping[PullRef, PullTalk] = MappingProxyType({}),
    *,
    notices: Collection[int] = (),
) -> Scouted:
    """The scouted ballots and conversations, with the history of every edited text in them.

    Comments whose id is in `notices` come with their reactions. What was not edited costs nothing;
    an item that changed since it was scouted, or could not be read, has its fault instead (P23).
    """
    scouted = tuple(ballots)
    wanted = [ballot.node_id for ballot in scouted if _is_unread(ballot)]
    for comments in [b.comments for b in scouted] + [talk.comments for talk in talks.values()]:
        wanted += [c.node_id for c in comments if _is_unread(c) or _lacks(c, notices)]
    read = texts(client, wanted)
    closer: dict[IssueRef, Ballot] = {}
    closer_talks: dict[PullRef, PullTalk] = {}
    faults: dict[Item, GitHubFault] = {}
    for ballot in scouted:
        try:
            seen = text(read, ballot.node_id).onto_ballot(ballot) if _is_unread(ballot) else ballot
            closer[ballot.ref] = replace(seen, comments=_deeper(ballot.comments, read, notices))
        except GitHubFault as failure:
            faults[ballot.ref] = failure
    for ref, talk in talks.items():
        try:
            closer_talks[ref] = replace(talk, comments=_deeper(talk.comments, read, notices))
        except GitHubFault as failure:
            faults[ref] = failure
    return Scouted(closer, closer_talks, faults)


def texts(client: GitHub, ids: Iterable[str], *, events: bool = False) -> Texts:
    """The texts of these node ids with every revision, 100 a query; `events` adds what happened.

    Reactions come for comments alone, events for issues and pull requests alone.
    """

    def ask(keys: Sequence[str], tries: int) -> Mapping[str, Text | GitHubFault]:
        reply = client.graphql(CLOSER, {"ids": keys, "withEvents": events}, tries=tries)
        return {key: _read(client, reply, place, key, events) for place, key in enumerate(keys)}

    return gather(batched(ids), ask)


def text(read: Texts, node_id: str) -> Text:
    """The text of `node_id`; raises its fault."""
    if failure := read.faults.get(node_id):
        raise failure
    return read.found[node_id]


def _read(client: GitHub, reply: Reply, place: int, key: str, events: bool) -> Text | GitHubFault:
    try:
        pages = [_node(reply, place)]
        while (cursors := pages[-1].cursors) and len(pages) < _MOST_PAGES:
            variables = {"ids": [key], "withEvents": events, **cursors}
            pages.append(_node(client.graphql(CLOSER, variables), 0))
        return text_of(pages)
    except NotThere:
        return changed_while_reading()
    except GitHubFault as failure:
        return failure


def _node(reply: Reply, place: int) -> TextNode:
    if problems := reply.at("nodes", place):
        raise fault(problems, reply.request, "an edited text", ("nodes", place))
    nodes = reply.data.get("nodes")
    if not isinstance(nodes, list) or len(nodes) <= place:
        raise Unreadable(
            "GitHub answered fewer texts than were asked for.", request=reply.request, status=200
        )
    return shaped(TextNode, nodes[place], reply.request)


def _is_unread(item: Ballot | Comment) -> bool:
    return item.edited_at is not None and item.history is None


def _lacks(comment: Comment, notices: Collection[int]) -> bool:
    return comment.id in notices and comment.reactions is None


def _deeper(
    comments: Iterable[Comment], read: Texts, notices: Collection[int]
) -> tuple[Comment, ...]:
    return tuple(
        text(read, comment.node_id).onto_comment(comment)
        if _is_unread(comment) or _lacks(comment, notices)
        else comment
        for comment in comments
    )
