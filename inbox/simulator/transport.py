"""The simulated GitHub without a socket: an httpx transport, for thousands of replays."""

from __future__ import annotations

import httpx

from inbox.simulator.exchange import Request
from inbox.simulator.faults import ConnectionDropped
from inbox.simulator.simulator import Simulator


class Transport(httpx.BaseTransport):
    """Hands every request straight to the simulator, in the caller's own thread.

    A dropped connection becomes httpx.RemoteProtocolError; ProgramKilled passes through.
    """

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The simulator's answer; raises httpx.RemoteProtocolError for a dropped connection."""
        url = request.url
        asked = Request(
            method=request.method,
            target=url.raw_path.decode("ascii"),
            headers={name.casefold(): value for name, value in request.headers.items()},
            body=request.read(),
            origin=f"{url.scheme}://{url.netloc.decode('ascii')}",
        )
        try:
            answer = self.simulator.handle(asked)
        except ConnectionDropped as dropped:
            how = (
                "Server disconnected without sending a response."
                if dropped.response is None
                else "peer closed connection without sending complete message body"
            )
            raise httpx.RemoteProtocolError(how, request=request) from dropped
        return httpx.Response(
            answer.status, headers=answer.headers, content=answer.body, request=request
        )
