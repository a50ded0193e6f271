"""Issues: list, get, create, update, lock, assign (docs.github.com/rest/issues/issues)."""

from __future__ import annotations

from datetime import datetime

from inbox.simulator import access
from inbox.simulator.clock import read_stamp
from inbox.simulator.conversation import Conversation, Issue, PullRequest
from inbox.simulator.deeds import issues, labels
from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import (
    FREE,
    MOMENT,
    PAGED,
    Field,
    choice,
    one_of,
    text,
    texts,
)
from inbox.simulator.paging import page_of
from inbox.simulator.refusals import Violation, invalid, issues_disabled, not_found
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import conversations as shape
from inbox.simulator.shapes import people

READ = ("issues: read", "pull_requests: read")
WRITE = ("issues: write", "pull_requests: write")
_LIST = {
    "state": one_of("open", "closed", "all"),
    "labels": FREE,
    "creator": FREE,
    "sort": one_of("created", "updated", "comments"),
    "direction": one_of("asc", "desc"),
    "since": MOMENT,
    **PAGED,
}


@route("GET", "/repos/{owner}/{repo}/issues", needs=("issues: read",), query=_LIST)
def list_issues(call: Call) -> Response:
    """Issues and pull requests, newest first unless asked otherwise; labels are joined by AND."""
    if not call.repo.has_issues:
        raise issues_disabled()
    asked = call.query
    found = [one for one in call.repo.conversations.values() if _wanted(call, one)]
    found.sort(
        key=lambda one: _order(one, asked.get("sort", "created")),
        reverse=asked.get("direction", "desc") == "desc",
    )
    page, headers = page_of(found, asked, call.here)
    return reply([shape.issue(call.to, one) for one in page], headers=headers)


def _wanted(call: Call, one: Conversation) -> bool:
    asked = call.query
    state = asked.get("state", "open")
    labelled = {name.casefold() for name in one.label_names}
    wanted = [name.strip().casefold() for name in asked.get("labels", "").split(",") if name]
    creator = asked.get("creator", "").casefold()
    return (
        state in ("all", one.state)
        and labelled.issuperset(wanted)
        and creator in ("", one.author.rest_login.casefold())
        and ("since" not in asked or one.updated_at >= read_stamp(asked["since"]))
    )


def _order(one: Conversation, by: str) -> tuple[datetime | int, int]:
    if by == "comments":
        return len(one.comments), one.number
    return (one.updated_at if by == "updated" else one.created_at), one.number


@route("GET", "/repos/{owner}/{repo}/issues/{number}", needs=READ)
def get_issue(call: Call) -> Response:
    """The issue, or the issue side of a pull request."""
    return reply(shape.issue(call.to, call.conversation(), single=True))


@route(
    "POST",
    "/repos/{owner}/{repo}/issues",
    needs=("issues: write",),
    creates=True,
    body={
        "title": text(required=True),
        "body": text(nullable=True),
        "labels": texts(),
        "assignees": texts(),
    },
)
def create_issue(call: Call) -> Response:
    """A new issue; without push rights labels and assignees are dropped silently (facts 1.3)."""
    if not call.repo.has_issues:
        raise issues_disabled()
    body, token = call.body, call.holder
    pushes = access.pushes(token, call.repo)
    made = issues.open_issue(
        call.world,
        call.repo,
        call.actor,
        body["title"],
        body.get("body") or "",
        labels=body.get("labels") if pushes else None,
        assignees=body.get("assignees") if pushes else None,
        via_app=token.app,
    )
    told = shape.issue(call.to, made, single=True)
    return reply(told, 201, {"Location": told["url"]})


_UPDATE = {
    "title": text(),
    "body": text(nullable=True),
    "state": choice("open", "closed"),
    "state_reason": choice("completed", "not_planned", "duplicate", "reopened", nullable=True),
    "duplicate_issue_id": Field((int,)),
    "labels": texts(),
    "assignees": texts(),
}


@route("PATCH", "/repos/{owner}/{repo}/issues/{number}", needs=WRITE, body=_UPDATE)
def update_issue(call: Call) -> Response:
    """The issue with what was given; `labels` and `assignees` replace, no compare-and-set."""
    of, body, world = call.conversation(), dict(call.body), call.world
    if not body:
        raise Violation("an update without any field")
    access.require_triage(call.holder, of.repo, of.author)
    if not access.pushes(call.holder, of.repo):
        body.pop("labels", None)
        body.pop("assignees", None)
    assigned = [
        issues.assignable(world, of.repo, one, "Issue") for one in body.get("assignees", [])
    ]
    original = _original(call, of)
    if "title" in body:
        issues.rename(world, of, body["title"], call.actor)
    if "body" in body:
        issues.edit_body(world, of, body["body"] or "", call.actor)
    if "labels" in body:
        labels.replace(world, of, body["labels"], call.actor)
    if "assignees" in body:
        issues.set_assignees(world, of, assigned, call.actor)
    _set_state(call, of, original)
    told = shape.issue(call.to, of, single=True)
    if "body" in body:
        told["body"] = body["body"]
    return reply(told)


def _set_state(call: Call, of: Conversation, original: Conversation | None) -> None:
    state, reason = call.body.get("state"), call.body.get("state_reason")
    if state == "open":
        issues.reopen(call.world, of, call.actor)
    elif state == "closed":
        issues.close(
            call.world,
            of,
            call.actor,
            reason=None if isinstance(of, PullRequest) else reason,
            duplicate_of=original,
            via_app=call.holder.app,
        )
    elif isinstance(of, Issue) and of.state == "closed" and reason not in (None, "reopened"):
        of.state_reason = reason


def _original(call: Call, of: Conversation) -> Conversation | None:
    wanted = call.body.get("duplicate_issue_id")
    if wanted is None:
        return None
    for one in call.repo.conversations.values():
        if one.id == wanted and one is not of:
            return one
    raise invalid("Issue", "duplicate_issue_id", "invalid")


@route(
    "PUT",
    "/repos/{owner}/{repo}/issues/{number}/lock",
    needs=WRITE,
    body={"lock_reason": choice("off-topic", "too heated", "resolved", "spam")},
)
def lock_issue(call: Call) -> Response:
    """Locked."""
    issues.lock(call.world, call.conversation(), call.actor, call.body.get("lock_reason"))
    return reply(None, 204)


@route("DELETE", "/repos/{owner}/{repo}/issues/{number}/lock", needs=WRITE)
def unlock_issue(call: Call) -> Response:
    """Unlocked."""
    issues.unlock(call.world, call.conversation(), call.actor)
    return reply(None, 204)


@route(
    "POST",
    "/repos/{owner}/{repo}/issues/{number}/assignees",
    needs=WRITE,
    body={"assignees": texts(required=True)},
)
def add_assignees(call: Call) -> Response:
    """Assigned to these people too; those who cannot be are silently left out."""
    of = call.conversation()
    people = [call.world.find_account(login) for login in call.body["assignees"]]
    able = [one for one in people if one is not None and issues.may_be_assigned(of.repo, one)]
    issues.assign(call.world, of, able, call.actor)
    return reply(shape.issue(call.to, of), 201)


@route("GET", "/repos/{owner}/{repo}/assignees", needs=("metadata: read",), query=PAGED)
def list_assignees(call: Call) -> Response:
    """Everybody who can be assigned here."""
    repo = call.repo
    able = [one for one in call.world.accounts.values() if issues.may_be_assigned(repo, one)]
    page, headers = page_of(able, call.query, call.here)
    return reply([people.user(call.to, one) for one in page], headers=headers)


@route("GET", "/repos/{owner}/{repo}/assignees/{login}", needs=("metadata: read",))
def check_assignee(call: Call) -> Response:
    """204 for somebody who can be assigned here, else 404."""
    account = call.world.find_account(call.params["login"])
    if account is None or not issues.may_be_assigned(call.repo, account):
        raise not_found()
    return reply(None, 204)
