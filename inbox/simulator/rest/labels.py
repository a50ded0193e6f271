"""Labels of a repository and of an issue (docs.github.com/rest/issues/labels)."""

from __future__ import annotations

from inbox.simulator import access
from inbox.simulator.deeds import labels
from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import PAGED, text, texts
from inbox.simulator.paging import page_of
from inbox.simulator.refusals import not_found
from inbox.simulator.repository import Label
from inbox.simulator.rest.issues import READ, WRITE
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import conversations as shape

_OF_REPOSITORY = "/repos/{owner}/{repo}/labels"
_OF_ISSUE = "/repos/{owner}/{repo}/issues/{number}/labels"


def _label(call: Call) -> Label:
    found = call.repo.label(call.params["name"])
    if found is None:
        raise not_found()
    return found


@route("GET", _OF_REPOSITORY, needs=READ, query=PAGED)
def list_labels(call: Call) -> Response:
    """Every label of the repository."""
    page, headers = page_of(list(call.repo.labels.values()), call.query, call.here)
    return reply([shape.label(call.to, call.repo, one) for one in page], headers=headers)


@route("GET", _OF_REPOSITORY + "/{name}", needs=READ)
def get_label(call: Call) -> Response:
    """One label, by its name in any letter case."""
    return reply(shape.label(call.to, call.repo, _label(call)))


@route(
    "POST",
    _OF_REPOSITORY,
    needs=WRITE,
    body={"name": text(required=True), "color": text(), "description": text(nullable=True)},
)
def create_label(call: Call) -> Response:
    """A new label; 422 `already_exists`."""
    body = call.body
    made = labels.create(
        call.world,
        call.repo,
        body["name"],
        body.get("color", labels.GREY),
        body.get("description"),
    )
    told = shape.label(call.to, call.repo, made)
    return reply(told, 201, {"Location": told["url"]})


@route(
    "PATCH",
    _OF_REPOSITORY + "/{name}",
    needs=WRITE,
    body={"new_name": text(), "color": text(), "description": text(nullable=True)},
)
def update_label(call: Call) -> Response:
    """The label with what was given."""
    label, body = _label(call), call.body
    labels.change(
        call.repo,
        label,
        name=body.get("new_name"),
        color=body.get("color"),
        description=body.get("description"),
    )
    return reply(shape.label(call.to, call.repo, label))


@route("GET", _OF_ISSUE, needs=READ, query=PAGED)
def list_of_issue(call: Call) -> Response:
    """The labels that the issue carries."""
    of = call.conversation()
    page, headers = page_of(of.labels, call.query, call.here)
    return reply([shape.label(call.to, of.repo, one) for one in page], headers=headers)


@route("POST", _OF_ISSUE, needs=WRITE, body={"labels": texts(required=True)})
def add_to_issue(call: Call) -> Response:
    """All labels after these were added; unknown ones are made in grey."""
    of = call.conversation()
    access.require_triage(call.holder, of.repo)
    labels.add(call.world, of, call.body["labels"], call.actor)
    return reply(shape.labels(call.to, of))


@route("PUT", _OF_ISSUE, needs=WRITE, body={"labels": texts(required=True)})
def set_of_issue(call: Call) -> Response:
    """Exactly these labels."""
    of = call.conversation()
    access.require_triage(call.holder, of.repo)
    labels.replace(call.world, of, call.body["labels"], call.actor)
    return reply(shape.labels(call.to, of))


@route("DELETE", _OF_ISSUE + "/{name}", needs=WRITE)
def remove_from_issue(call: Call) -> Response:
    """The labels that remain; 404 `Label does not exist` when it was not carried."""
    of = call.conversation()
    access.require_triage(call.holder, of.repo)
    labels.remove(call.world, of, call.params["name"], call.actor)
    return reply(shape.labels(call.to, of))
