"""Events and the timeline of an issue (docs.github.com/rest/issues/events and timeline)."""

from __future__ import annotations

from datetime import datetime

from inbox.simulator.conversation import Conversation
from inbox.simulator.exchange import Response, reply
from inbox.simulator.fields import PAGED
from inbox.simulator.paging import page_of
from inbox.simulator.rest.issues import READ
from inbox.simulator.routing import Call, route
from inbox.simulator.shapes import events as shape
from inbox.simulator.shapes.people import Json


@route("GET", "/repos/{owner}/{repo}/issues/{number}/events", needs=READ, query=PAGED)
def list_events(call: Call) -> Response:
    """Events of the issue, oldest first; edits and reactions leave none (facts 1.15)."""
    page, headers = page_of(call.conversation().events, call.query, call.here)
    return reply([shape.event(call.to, one) for one in page], headers=headers)


@route("GET", "/repos/{owner}/{repo}/issues/{number}/timeline", needs=READ, query=PAGED)
def list_timeline(call: Call) -> Response:
    """Events and comments of the issue together, oldest first."""
    page, headers = page_of(_timeline(call, call.conversation()), call.query, call.here)
    return reply([told for _, told in page], headers=headers)


def _timeline(call: Call, of: Conversation) -> list[tuple[datetime, Json]]:
    entries = [(one.at, shape.event(call.to, one)) for one in of.events]
    entries += [(one.created_at, shape.commented(call.to, one)) for one in of.comments]
    return sorted(entries, key=lambda entry: entry[0])
