"""Commit statuses, check runs and suites (docs.github.com/rest/commits/statuses, rest/checks)."""

from __future__ import annotations

import re

from inbox.simulator.accounts import TokenKind
from inbox.simulator.deeds import branches, checks
from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import FREE, NULL, PAGED, Field, Parameter, choice, one_of, text
from inbox.simulator.paging import page_of
from inbox.simulator.refusals import Refusal, Violation
from inbox.simulator.repository import Commit
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import checks as shape

_SHA = re.compile(r"[0-9a-f]{40}")
_COMMIT = "/repos/{owner}/{repo}/commits/{ref}"
_STATES = ("queued", "in_progress", "completed", "waiting", "requested", "pending")
_BY_APP = {"app_id": Parameter(largest=10**12), "check_name": FREE}


def _commit(call: Call) -> Commit:
    ref = call.params["ref"]
    found = branches.resolve(call.repo, ref)
    if found is None:
        raise Refusal(422, f"No commit found for SHA: {ref}")
    return found


@route(
    "POST",
    "/repos/{owner}/{repo}/statuses/{sha}",
    needs=("statuses: write",),
    body={
        "state": choice(*checks.STATES, required=True),
        "context": text(),
        "description": text(nullable=True),
        "target_url": text(nullable=True),
    },
)
def create_status(call: Call) -> Response:
    """The context's newest status on that commit, named by its full id."""
    sha, body = call.params["sha"], call.body
    if not _SHA.fullmatch(sha):
        raise Violation(f"{sha!r} is no full commit id")
    made = checks.report(
        call.world,
        call.repo,
        sha,
        call.actor,
        context=body.get("context", "default"),
        state=body["state"],
        description=body.get("description"),
        target_url=body.get("target_url"),
    )
    told = shape.status(call.to, call.repo, made)
    return reply(told, 201, {"Location": told["url"]})


@route("GET", _COMMIT + "/status", needs=("statuses: read",), query=PAGED)
def combined_status(call: Call) -> Response:
    """The newest status of each context, and what they add up to."""
    commit = _commit(call)
    found = checks.newest(call.repo, commit.sha)
    page, headers = page_of(found, call.query, call.here)
    listed = [shape.simple_status(call.to, call.repo, one) for one in page]
    told = shape.combined_status(call.to, call.repo, commit.sha, found, listed)
    return reply(told, headers=headers)


@route("GET", _COMMIT + "/statuses", needs=("statuses: read",), query=PAGED)
def list_statuses(call: Call) -> Response:
    """Every status ever set on the commit, newest first."""
    found = call.repo.statuses.get(_commit(call).sha, [])[::-1]
    page, headers = page_of(found, call.query, call.here)
    return reply([shape.status(call.to, call.repo, one) for one in page], headers=headers)


@route(
    "GET",
    _COMMIT + "/check-runs",
    needs=("checks: read",),
    query={
        "status": one_of(*_STATES),
        "filter": one_of("latest", "all"),
        **_BY_APP,
        **PAGED,
    },
)
def list_check_runs(call: Call) -> Response:
    """The check runs of the commit; `latest` keeps the newest of each app and name."""
    asked = call.query
    suites = call.repo.suites.get(_commit(call).sha, [])
    runs = [
        one
        for suite in suites
        for one in (suite.runs[::-1] if asked.get("filter") == "all" else checks.latest(suite.runs))
        if asked.get("status", one.status) == one.status
        and asked.get("check_name", one.name) == one.name
        and asked.get("app_id", str(suite.app.id)) == str(suite.app.id)
    ]
    page, headers = page_of(runs, asked, call.here)
    listed = [shape.check_run(call.to, call.repo, one) for one in page]
    return reply({"total_count": len(runs), "check_runs": listed}, headers=headers)


@route("GET", _COMMIT + "/check-suites", needs=("checks: read",), query={**_BY_APP, **PAGED})
def list_check_suites(call: Call) -> Response:
    """The check suites of the commit, also those without runs."""
    asked = call.query
    suites = [
        one
        for one in call.repo.suites.get(_commit(call).sha, [])
        if asked.get("app_id", str(one.app.id)) == str(one.app.id)
        and ("check_name" not in asked or asked["check_name"] in {run.name for run in one.runs})
    ]
    page, headers = page_of(suites, asked, call.here)
    listed = [shape.check_suite(call.to, call.repo, one) for one in page]
    return reply({"total_count": len(suites), "check_suites": listed}, headers=headers)


@route(
    "POST",
    "/repos/{owner}/{repo}/check-runs",
    needs=("checks: write",),
    body={
        "name": text(required=True),
        "head_sha": text(required=True),
        "status": choice("queued", "in_progress", "completed"),
        "conclusion": choice(
            "action_required", "cancelled", "failure", "neutral", "success", "skipped", "timed_out"
        ),
        "details_url": text(),
        "external_id": text(),
        "output": Field((dict, NULL)),
    },
)
def create_check_run(call: Call) -> Response:
    """A new check run of the token's app; people's tokens cannot make any (facts 1.22)."""
    token, body = call.holder, call.body
    if token.app is None or token.kind not in (TokenKind.WORKFLOW, TokenKind.APP):
        raise Refusal(403, "You must authenticate via a GitHub App.")
    made = checks.run(
        call.world,
        call.repo,
        body["head_sha"],
        token.app,
        body["name"],
        status="completed" if "conclusion" in body else body.get("status", "queued"),
        conclusion=body.get("conclusion"),
        details_url=body.get("details_url"),
        output=body.get("output"),
    )
    return reply(shape.check_run(call.to, call.repo, made), 201)
