"""Rate limits (docs.github.com/rest/rate-limit)."""

from __future__ import annotations

from inbox.simulator.accounts import Allowance
from inbox.simulator.exchange import Response, reply
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes.people import Json


@route("GET", "/rate_limit")
def get_rate_limit(call: Call) -> Response:
    """What is left of each limit; asking costs nothing."""
    token = call.holder
    core = _told(token.core)
    resources = {
        "core": core,
        "graphql": _told(token.graphql),
        "search": _told(Allowance(30, 0, token.core.reset)),
    }
    if call.version >= "2026-03-10":
        return reply({"resources": resources})
    return reply({"resources": resources, "rate": core})


def _told(one: Allowance) -> Json:
    return {
        "limit": one.limit,
        "used": one.used,
        "remaining": one.remaining,
        "reset": one.reset,
    }
