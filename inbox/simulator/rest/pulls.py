"""Pull requests: list, get, update, files, merge (docs.github.com/rest/pulls/pulls)."""

from __future__ import annotations

import re
from datetime import datetime

from inbox.simulator.conversation import PullRequest
from inbox.simulator.deeds import issues, mergeability, pulls
from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import FREE, NULL, PAGED, Field, choice, one_of, text
from inbox.simulator.paging import page_of
from inbox.simulator.refusals import Violation, invalid
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import pulls as shape

MOST_FILES = 3_000
_SHA = re.compile(r"[0-9a-f]{40}")
_ONE = "/repos/{owner}/{repo}/pulls/{number}"
_LIST = {
    "state": one_of("open", "closed", "all"),
    "head": FREE,
    "base": FREE,
    "sort": one_of("created", "updated", "popularity", "long-running"),
    "direction": one_of("asc", "desc"),
    **PAGED,
}


@route("GET", "/repos/{owner}/{repo}/pulls", needs=("pull_requests: read",), query=_LIST)
def list_pulls(call: Call) -> Response:
    """Pull requests, newest first unless asked otherwise."""
    asked = call.query
    found = [
        one
        for one in call.repo.conversations.values()
        if isinstance(one, PullRequest)
        and asked.get("state", "open") in ("all", one.state)
        and asked.get("base", one.base_ref) == one.base_ref
        and _head_fits(one, asked.get("head"))
    ]
    by = asked.get("sort", "created")
    falling = asked.get("direction", "desc" if by == "created" else "asc") == "desc"
    found.sort(key=lambda one: _order(one, by), reverse=falling)
    page, headers = page_of(found, asked, call.here)
    return reply([shape.simple(call.to, one) for one in page], headers=headers)


def _head_fits(one: PullRequest, wanted: str | None) -> bool:
    # GitHub ignores a head that does not say whose branch it is.
    if wanted is None or ":" not in wanted:
        return True
    owner = one.head_owner.login if one.head_owner else ""
    return wanted.casefold() == f"{owner}:{one.head_ref}".casefold()


def _order(one: PullRequest, by: str) -> tuple[datetime, int]:
    return (one.updated_at if by == "updated" else one.created_at), one.number


def _told(call: Call, pull: PullRequest) -> Response:
    return reply(shape.full(call.to, pull, *mergeability.look(pull)))


@route("GET", _ONE, needs=("pull_requests: read", "contents: read"))
def get_pull(call: Call) -> Response:
    """The pull request; `mergeable` is null while GitHub computes it."""
    return _told(call, call.pull())


@route(
    "PATCH",
    _ONE,
    needs=("pull_requests: write",),
    body={
        "title": text(),
        "body": text(nullable=True),
        "state": choice("open", "closed"),
        "base": text(),
    },
)
def update_pull(call: Call) -> Response:
    """The pull request with what was given."""
    pull, body, world = call.pull(), call.body, call.world
    if not body:
        raise Violation("an update without any field")
    if "title" in body:
        issues.rename(world, pull, body["title"], call.actor)
    if "body" in body:
        issues.edit_body(world, pull, body["body"] or "", call.actor)
    if "base" in body:
        pulls.retarget(world, pull, body["base"], call.actor)
    if body.get("state") == "closed":
        issues.close(world, pull, call.actor, via_app=call.holder.app)
    elif body.get("state") == "open":
        issues.reopen(world, pull, call.actor)
    return _told(call, pull)


@route("GET", _ONE + "/files", needs=("pull_requests: read",), query=PAGED)
def list_files(call: Call) -> Response:
    """The changed files, cut off after 3,000 (facts 1.17)."""
    pull = call.pull()
    page, headers = page_of(pull.files[:MOST_FILES], call.query, call.here)
    return reply([shape.file(call.to, pull, one) for one in page], headers=headers)


@route(
    "PUT",
    _ONE + "/merge",
    needs=("contents: write",),
    body={
        "sha": text(),
        "merge_method": choice("merge", "squash", "rebase"),
        "commit_title": text(),
        "commit_message": Field((str, NULL)),
    },
)
def merge(call: Call) -> Response:
    """Merged at exactly `sha`; 403, 405, 409 and 422 as GitHub answers them (facts 1.18)."""
    pull, sha = call.pull(), call.body.get("sha")
    if sha is not None and not _SHA.fullmatch(sha):
        raise invalid("PullRequest", "sha", "invalid")
    method = call.body.get("merge_method", "merge")
    mergeability.require_mergeable(pull, call.holder, method, sha)
    made = pulls.merge(call.world, pull, call.actor, message=call.body.get("commit_title"))
    return reply({"sha": made, "merged": True, "message": "Pull Request successfully merged"})
