"""Texts that may ask, pull requests and tickets, with what was said under them (D10, D15).

One query reads 100 of them; only edited texts cost a second one (protocol P43).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from inbox.decisions.case import Subject
from inbox.decisions.followups import FollowUp, read_follow_up
from inbox.errors import GitHubFault
from inbox.github.client import GitHub
from inbox.github.closer import text, texts
from inbox.github.fields import EditTime, Instant
from inbox.github.nodes import (
    ActorNode,
    CommentNode,
    Connection,
    LabelNode,
    Node,
    PageInfo,
    account_of,
)
from inbox.github.queries import Asked
from inbox.github.reads import labelled_issues
from inbox.github.scout import seen_of
from inbox.github.whole import read_comments
from inbox.labels import NEEDS_INFO, OWNER_DECISIONS
from inbox.refs import Account, IssueRef, RepoRef
from inbox.world import Comment


class _Ticket(Node):
    number: int
    body: str


class TicketsNode(Node):
    """The open tickets of a repository that wait for information."""

    nodes: tuple[_Ticket, ...]
    page_info: PageInfo


class _FollowUp(Node):
    number: int
    body: str
    state: str
    author: ActorNode | None


class FollowUpsNode(Node):
    """The follow-ups of a repository, by their label."""

    nodes: tuple[_FollowUp, ...]
    page_info: PageInfo


class _Count(Node):
    total_count: int


class AskingNode(Node):
    """A pull request or ticket as far as its questions go."""

    id: str
    url: str
    body: str
    created_at: Instant = None
    last_edited_at: EditTime
    locked: bool
    author: ActorNode | None
    comments: Connection[CommentNode]
    labels: Connection[LabelNode] | None = None
    assignees: _Count | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """The tickets of one repository that wait, with their texts, and its follow-ups (D15, D17)."""

    tickets: Mapping[IssueRef, str]
    follow_ups: tuple[FollowUp, ...]


def tickets(repo: RepoRef) -> Asked:
    """The open tickets that wait for information."""
    selection = (
        f'issues(first: 100, states: [OPEN], labels: ["{NEEDS_INFO}"], '
        "orderBy: {field: UPDATED_AT, direction: DESC}) "
        "{ pageInfo { hasNextPage } nodes { ...asked } }"
    )
    return Asked(repo, selection, TicketsNode, f"the tickets of {repo}")


def follow_ups(repo: RepoRef) -> Asked:
    """The follow-ups, open and closed, those first that changed last."""
    selection = (
        f'issues(first: 100, states: [OPEN, CLOSED], labels: ["{OWNER_DECISIONS}"], '
        "orderBy: {field: UPDATED_AT, direction: DESC}) "
        "{ pageInfo { hasNextPage } nodes { ...followUp } }"
    )
    return Asked(repo, selection, FollowUpsNode, f"the follow-ups of {repo}")


def listed(
    client: GitHub, repo: RepoRef, seen: Mapping[Asked, Node | GitHubFault], bot: Account
) -> Listed:
    """The tickets and follow-ups of `repo`, all pages; raises the fault of what cannot be read."""
    waiting, filed = seen[tickets(repo)], seen[follow_ups(repo)]
    if isinstance(waiting, GitHubFault):
        raise waiting
    if isinstance(filed, GitHubFault):
        raise filed
    assert isinstance(waiting, TicketsNode)
    assert isinstance(filed, FollowUpsNode)
    asked = {IssueRef(repo, one.number): one.body for one in waiting.nodes}
    if waiting.page_info.is_cut:
        rest = labelled_issues(client, repo, NEEDS_INFO, state="open")
        asked = {one.ref: one.body for one in rest if one.is_open}
    known = [
        read_follow_up(
            IssueRef(repo, one.number),
            account_of(one.author),
            one.body,
            frozenset({OWNER_DECISIONS}),
            bot,
            is_open=one.state == "OPEN",
        )
        for one in filed.nodes
    ]
    if filed.page_info.is_cut:
        every = labelled_issues(client, repo, OWNER_DECISIONS, state="all")
        known = [
            read_follow_up(one.ref, one.author, one.body, one.labels, bot, is_open=one.is_open)
            for one in every
        ]
    return Listed(asked, tuple(one for one in known if one))


Found = Mapping[IssueRef, Subject | GitHubFault]


def look_at(client: GitHub, pulls: Iterable[IssueRef], issues: Iterable[IssueRef]) -> Found:
    """Each text with the newest 100 comments under it, or its fault; edits are not looked into."""
    asked = {ref: _pull(ref) for ref in pulls} | {ref: _issue(ref) for ref in issues}
    seen = seen_of(client, asked.values())
    found: dict[IssueRef, Subject | GitHubFault] = {}
    for ref, one in asked.items():
        node = seen[one]
        if isinstance(node, GitHubFault):
            found[ref] = node
        else:
            assert isinstance(node, AskingNode)
            found[ref] = _subject(ref, node)
    return found


def _pull(ref: IssueRef) -> Asked:
    selection = f"pullRequest(number: {ref.number}) {{ ...askingPull }}"
    return Asked(ref.repo, selection, AskingNode, str(ref))


def _issue(ref: IssueRef) -> Asked:
    selection = f"issue(number: {ref.number}) {{ ...askingIssue }}"
    return Asked(ref.repo, selection, AskingNode, str(ref))


def _subject(ref: IssueRef, node: AskingNode) -> Subject:
    return Subject(
        ref=ref,
        is_pull=node.labels is None,
        url=node.url,
        node_id=node.id,
        author=account_of(node.author),
        created_at=node.created_at,
        body=node.body,
        comments=tuple(one.comment for one in node.comments.nodes),
        edited_at=node.last_edited_at,
        is_locked=node.locked,
        labels=frozenset(one.name for one in node.labels.nodes) if node.labels else frozenset(),
        is_assigned=bool(node.assignees and node.assignees.total_count),
        overflow=node.comments.page_info.is_cut,
    )


def look_into(
    client: GitHub, subjects: Sequence[Subject], matters: Callable[[Comment], bool]
) -> Found:
    """The texts with their past, and that of the edited comments that matter, 100 a query."""
    wanted: list[str] = []
    for subject in subjects:
        if subject.revisions is None:
            wanted.append(subject.node_id)
        wanted += [one.node_id for one in subject.comments if _is_unread(one, matters)]
    read = texts(client, wanted)
    found: dict[IssueRef, Subject | GitHubFault] = {}
    for subject in subjects:
        try:
            known = subject
            if subject.revisions is None:
                itself = text(read, subject.node_id).of(subject.body)
                known = replace(subject, edited_at=itself.edited_at, history=itself.history)
            comments = tuple(
                text(read, one.node_id).onto_comment(one) if _is_unread(one, matters) else one
                for one in known.comments
            )
            found[subject.ref] = replace(known, comments=comments)
        except GitHubFault as failure:
            found[subject.ref] = failure
    return found


def _is_unread(comment: Comment, matters: Callable[[Comment], bool]) -> bool:
    return comment.revisions is None and matters(comment)


def read_whole(client: GitHub, subject: Subject) -> Subject:
    """The text with every comment under it as REST tells them, each with its past, and its own."""
    comments = read_comments(client, subject.ref)
    itself = text(texts(client, [subject.node_id]), subject.node_id).of(subject.body)
    return replace(
        subject,
        comments=comments,
        edited_at=itself.edited_at,
        history=itself.history,
        whole=True,
    )
