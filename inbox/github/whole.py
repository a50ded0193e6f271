"""Full readings: every page by REST, every revision by GraphQL; nothing of them is partial."""

from __future__ import annotations

from dataclasses import replace

from inbox.errors import Moved, NotThere
from inbox.github import routes
from inbox.github.client import GitHub
from inbox.github.closer import Texts, text, texts
from inbox.github.code_payloads import RepositoryPayload
from inbox.github.payloads import CommentPayload, IssuePayload, ReactionPayload
from inbox.github.scout import PullTalk
from inbox.refs import IssueRef, RepoRef
from inbox.world import Ballot, Comment, Pull


def read_ballot(client: GitHub, ref: IssueRef) -> Ballot:
    """The whole ballot: reactions, comments, every revision of each, and what happened to it.

    Raises Changed when a part changed while it was read (P23), Moved for a transferred issue,
    NotThere for one that became something else (P42).
    """
    told = _told(client, ref)
    return _with_texts(told, texts(client, _names(told, told.comments), events=True))


def read_comments(client: GitHub, ref: IssueRef) -> tuple[Comment, ...]:
    """Every comment of the issue as it is now, on all pages, each with its revisions."""
    comments = _comments(client, ref)
    return _with_past(comments, texts(client, [comment.node_id for comment in comments]))


def read_talk(client: GitHub, pull: Pull) -> PullTalk:
    """Every comment under the pull request with its revisions, and every change of its base."""
    comments = _comments(client, IssueRef.of(pull.ref))
    return _talk(pull, comments, texts(client, _names(pull, comments), events=True))


def read_both(client: GitHub, ref: IssueRef, pull: Pull) -> tuple[Ballot, PullTalk]:
    """The whole ballot and the whole conversation of `pull`, their texts asked for together.

    Raises what reading them apart would.
    """
    told = _told(client, ref)
    comments = _comments(client, IssueRef.of(pull.ref))
    names = [*_names(told, told.comments), *_names(pull, comments)]
    read = texts(client, names, events=True)
    return _with_texts(told, read), _talk(pull, comments, read)


def _told(client: GitHub, ref: IssueRef) -> Ballot:
    """The ballot as far as REST tells it: without edits, and without what happened to it."""
    issue = _issue(client, ref)
    pages = client.pages(routes.reactions(ref))
    reactions = tuple(r.reaction for page in pages for r in page.read(list[ReactionPayload]))
    return replace(
        issue.ballot(ref.repo), reactions=reactions, comments=_comments(client, ref), whole=True
    )


def _names(of: Ballot | Pull, comments: tuple[Comment, ...]) -> list[str]:
    """The names in GraphQL of a ballot or pull request and of the comments under it."""
    return [of.node_id, *(comment.node_id for comment in comments)]


def _with_texts(told: Ballot, read: Texts) -> Ballot:
    itself = text(read, told.node_id)
    ballot = itself.onto_ballot(told)
    return replace(ballot, comments=_with_past(told.comments, read), events=itself.events)


def _talk(pull: Pull, comments: tuple[Comment, ...], read: Texts) -> PullTalk:
    itself = text(read, pull.node_id)
    return PullTalk(_with_past(comments, read), itself.events, text=itself)


def _issue(client: GitHub, ref: IssueRef) -> IssuePayload:
    answer = client.get(routes.issue(ref))
    issue = answer.read(IssuePayload)
    if issue.pull_request is not None:
        raise NotThere(f"{ref} is a pull request, no issue.", request=answer.request, status=200)
    if not _is_still(client, ref, issue):
        raise Moved(
            f"{ref} was transferred to another repository.",
            "Transfer it back, or close it there: a ballot counts only in the inbox.",
            request=answer.request,
            status=answer.status,
            location=issue.html_url,
        )
    return issue


def _is_still(client: GitHub, ref: IssueRef, issue: IssuePayload) -> bool:
    """True unless a redirect led to another issue; a renamed repository's issue is the same one."""
    if issue.number != ref.number:
        return False
    if issue.repo == ref.repo:
        return True
    present = client.get(routes.repository(ref.repo)).read(RepositoryPayload)
    return RepoRef.parse(present.full_name) == issue.repo


def _comments(client: GitHub, ref: IssueRef) -> tuple[Comment, ...]:
    pages = client.pages(routes.comments(ref))
    return tuple(c.comment for page in pages for c in page.read(list[CommentPayload]))


def _with_past(comments: tuple[Comment, ...], read: Texts) -> tuple[Comment, ...]:
    return tuple(text(read, comment.node_id).onto_comment(comment) for comment in comments)
