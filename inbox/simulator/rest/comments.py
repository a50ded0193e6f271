"""Comments of issues and pull requests (docs.github.com/rest/issues/comments)."""

from __future__ import annotations

from inbox.simulator import access
from inbox.simulator.accounts import Role
from inbox.simulator.clock import read_stamp
from inbox.simulator.conversation import Conversation
from inbox.simulator.deeds import comments
from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import MOMENT, PAGED, one_of, text
from inbox.simulator.paging import page_of
from inbox.simulator.refusals import Refusal
from inbox.simulator.rest.issues import READ, WRITE
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import conversations as shape


@route(
    "GET",
    "/repos/{owner}/{repo}/issues/comments",
    needs=READ,
    query={
        "sort": one_of("created", "updated"),
        "direction": one_of("asc", "desc"),
        "since": MOMENT,
        **PAGED,
    },
)
def list_repository_comments(call: Call) -> Response:
    """Comments of the whole repository; `direction` is ignored without `sort` (facts 1.8)."""
    found = [one for of in call.repo.conversations.values() for one in of.comments]
    if "since" in call.query:
        since = read_stamp(call.query["since"])
        found = [one for one in found if one.updated_at >= since]
    by = call.query.get("sort")
    found.sort(
        key=lambda one: (one.updated_at if by == "updated" else one.created_at, one.id),
        reverse=by is not None and call.query.get("direction") == "desc",
    )
    page, headers = page_of(found, call.query, call.here)
    return reply([shape.comment(call.to, one) for one in page], headers=headers)


@route(
    "GET",
    "/repos/{owner}/{repo}/issues/{number}/comments",
    needs=READ,
    query={"since": MOMENT, **PAGED},
)
def list_comments(call: Call) -> Response:
    """Comments of one conversation, oldest first."""
    found = call.conversation().comments
    if "since" in call.query:
        since = read_stamp(call.query["since"])
        found = [one for one in found if one.updated_at >= since]
    page, headers = page_of(found, call.query, call.here)
    return reply([shape.comment(call.to, one) for one in page], headers=headers)


@route(
    "POST",
    "/repos/{owner}/{repo}/issues/{number}/comments",
    needs=WRITE,
    body={"body": text(required=True)},
    creates=True,
)
def create_comment(call: Call) -> Response:
    """A new comment; 403 on a locked conversation without write access."""
    of, token = call.conversation(), call.holder
    if of.locked and not _may_write_on_locked(call, of):
        raise Refusal(403, "Unable to create comment because issue is locked.")
    made = comments.write(
        call.world,
        of,
        call.actor,
        call.body["body"],
        via_app=token.app,
    )
    told = shape.comment(call.to, made)
    return reply(told, 201, {"Location": told["url"]})


def _may_write_on_locked(call: Call, of: Conversation) -> bool:
    token = call.holder
    return not token.is_installation and of.repo.role_of(token.account) >= Role.WRITE


@route("GET", "/repos/{owner}/{repo}/issues/comments/{comment}", needs=READ)
def get_comment(call: Call) -> Response:
    """One comment."""
    return reply(shape.comment(call.to, call.comment()))


@route(
    "PATCH",
    "/repos/{owner}/{repo}/issues/comments/{comment}",
    needs=WRITE,
    body={"body": text(required=True)},
)
def update_comment(call: Call) -> Response:
    """The comment with a new text; writers and the author may."""
    comment = call.comment()
    _may_change(call)
    comments.edit(call.world, comment, call.body["body"], call.actor)
    return reply(shape.comment(call.to, comment))


@route("DELETE", "/repos/{owner}/{repo}/issues/comments/{comment}", needs=WRITE)
def delete_comment(call: Call) -> Response:
    """The comment is gone."""
    comment = call.comment()
    _may_change(call)
    comments.delete(call.world, comment, call.actor)
    return reply(None, 204)


def _may_change(call: Call) -> None:
    token, comment = call.holder, call.comment()
    writes = call.repo.role_of(token.account) >= Role.WRITE
    if not (access.pushes(token, call.repo) if token.is_installation else writes) and (
        comment.author is not token.account
    ):
        raise Refusal(403, "Must have push access to the repository.")
