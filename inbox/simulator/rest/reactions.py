"""Reactions on issues and comments (docs.github.com/rest/reactions)."""

from __future__ import annotations

from inbox.simulator.conversation import REACTIONS, Comment, Conversation
from inbox.simulator.deeds import comments
from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import PAGED, choice, one_of
from inbox.simulator.paging import page_of
from inbox.simulator.refusals import Refusal, not_found
from inbox.simulator.rest.issues import READ
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import conversations as shape

_QUERY = {"content": one_of(*REACTIONS), **PAGED}
_BODY = {"content": choice(*REACTIONS, required=True)}
_ON_ISSUE = "/repos/{owner}/{repo}/issues/{number}/reactions"
_ON_COMMENT = "/repos/{owner}/{repo}/issues/comments/{comment}/reactions"


def _listed(call: Call, to: Conversation | Comment) -> Response:
    wanted = call.query.get("content")
    found = [one for one in to.reactions if wanted in (None, one.content)]
    page, headers = page_of(found, call.query, call.here)
    return reply([shape.reaction(call.to, one) for one in page], headers=headers)


def _made(call: Call, to: Conversation | Comment) -> Response:
    if (to.of if isinstance(to, Comment) else to).locked:
        raise Refusal(403, "Unable to create reaction because issue is locked.")
    made, new = comments.react(call.world, to, call.actor, call.body["content"])
    return reply(shape.reaction(call.to, made), 201 if new else 200)


def _removed(call: Call, to: Conversation | Comment) -> Response:
    for one in to.reactions:
        if str(one.id) == call.params["reaction"] and one.user is call.actor:
            comments.unreact(call.world, to, one.user, one.content)
            return reply(None, 204)
    raise not_found()


@route("GET", _ON_ISSUE, needs=READ, query=_QUERY)
def list_on_issue(call: Call) -> Response:
    """Reactions of the issue, oldest first."""
    return _listed(call, call.conversation())


@route("GET", _ON_COMMENT, needs=READ, query=_QUERY)
def list_on_comment(call: Call) -> Response:
    """Reactions of the comment, oldest first."""
    return _listed(call, call.comment())


@route("POST", _ON_ISSUE, needs=("issues: write",), body=_BODY)
def create_on_issue(call: Call) -> Response:
    """201 for a new reaction, 200 for one the caller had."""
    return _made(call, call.conversation())


@route("POST", _ON_COMMENT, needs=("issues: write", "pull_requests: write"), body=_BODY)
def create_on_comment(call: Call) -> Response:
    """201 for a new reaction, 200 for one the caller had."""
    return _made(call, call.comment())


@route("DELETE", _ON_ISSUE + "/{reaction}", needs=("issues: write",))
def delete_on_issue(call: Call) -> Response:
    """The caller's reaction is gone."""
    return _removed(call, call.conversation())


@route("DELETE", _ON_COMMENT + "/{reaction}", needs=("issues: write", "pull_requests: write"))
def delete_on_comment(call: Call) -> Response:
    """The caller's reaction is gone."""
    return _removed(call, call.comment())
