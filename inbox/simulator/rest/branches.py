"""Branches and the rules that hold for them (docs.github.com/rest/branches, rest/repos/rules).

Whoever reads the contents sees what a branch's protection requires; whoever sees the repository
sees what its rulesets require. Only administrators see the rest, which nothing here asks for.
"""

from __future__ import annotations

from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import PAGED
from inbox.simulator.paging import page_of
from inbox.simulator.refusals import Refusal
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import branches as shape


@route("GET", "/repos/{owner}/{repo}/branches/{branch}", needs=("contents: read",))
def get_branch(call: Call) -> Response:
    """The branch, its head, and the checks that its protection requires."""
    name = call.params["branch"]
    if name not in call.repo.branches:
        raise Refusal(404, "Branch not found")
    return reply(shape.branch(call.to, call.repo, name))


@route(
    "GET", "/repos/{owner}/{repo}/rules/branches/{branch}", needs=("metadata: read",), query=PAGED
)
def list_rules(call: Call) -> Response:
    """The rules of active rulesets that hold for a branch of that name, there or not."""
    page, headers = page_of(shape.rules(call.repo), call.query, call.here)
    return reply(page, headers=headers)
