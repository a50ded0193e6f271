"""The simulated GitHub itself: answers requests, and lets people act between and during them."""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Callable
from email.utils import format_datetime

from inbox.simulator import front
from inbox.simulator.addresses import Addresses
from inbox.simulator.clock import Clock
from inbox.simulator.exchange import Request, Response
from inbox.simulator.faults import ConnectionDropped, Fault, Faults, ProgramKilled
from inbox.simulator.front import Answer
from inbox.simulator.journal import Entry, Journal
from inbox.simulator.limits import LimitRules
from inbox.simulator.reshaping import Reshaping
from inbox.simulator.world import World

RequestHook = Callable[[Request], None]
ResponseHook = Callable[[Request, Response], None]


class Simulator(Reshaping):
    """One GitHub: its world, its faults, its journal, and hooks around each request."""

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        world: World | None = None,
        api_prefix: str = "",
        graphql_path: str = "/graphql",
        web: str = "https://github.com",
    ) -> None:
        self.world = world or World.fresh(clock or Clock())
        self.faults = Faults()
        self.journal = Journal()
        self.limits = LimitRules()
        self.latency = 0.0
        self.on_request: list[RequestHook] = []
        self.on_response: list[ResponseHook] = []
        self.lock = threading.RLock()
        self._prefix = api_prefix
        self._graphql_path = graphql_path
        self._web = web
        self._anonymous = front.anonymous_allowance()

    @property
    def clock(self) -> Clock:
        """The simulated time of this world."""
        return self.world.clock

    @property
    def violations(self) -> list[str]:
        """What was asked that GitHub does not have; every test asserts that it is empty."""
        return self.journal.violations

    def forget(self) -> None:
        """The journal is empty and the next write is number 1; the world stays as it is."""
        self.journal.forget()

    def checkpoint(self) -> bytes:
        """The world as it is now, for `restore`."""
        with self.lock:
            return self.world.frozen()

    def restore(self, checkpoint: bytes) -> None:
        """The world is again as it was at the checkpoint; faults, hooks and journal stay."""
        with self.lock:
            self.world = World.thawed(checkpoint)

    def fork(self) -> Simulator:
        """An independent copy of the world with the same rules, no faults, no hooks, no journal."""
        with self.lock:
            twin = Simulator(
                world=World.thawed(self.world.frozen()),
                api_prefix=self._prefix,
                graphql_path=self._graphql_path,
                web=self._web,
            )
            twin.limits = copy.copy(self.limits)
            return twin

    def handle(self, request: Request) -> Response:
        """The answer to one request; raises ConnectionDropped or ProgramKilled for a fault."""
        if self.latency:
            time.sleep(self.latency)
        with self.lock:
            if request.is_write:
                self.journal.writes += 1
                request.write = self.journal.writes
        # Hooks run without the lock: a test may hold a request back while another one goes on.
        for before in list(self.on_request):
            before(request)
        with self.lock:
            response, told = self._handled(request)
        if told:
            for after in list(self.on_response):
                after(request, response)
        return response

    def _handled(self, request: Request) -> tuple[Response, bool]:
        """The answer, and whether it is GitHub's own and no fault's."""
        named = self._named(request.path)
        fault = self.faults.take(request, named)
        if fault is not None and fault.replaces and not fault.after:
            self._note(request, named, fault.response)
            return self._spoiled(request, fault, None), False
        outcome = self._answer(request, fault)
        self._stamp(outcome.response)
        if outcome.violation:
            self.journal.violations.append(outcome.violation)
        if outcome.changed:
            self.clock.wrote()
        if fault is not None and fault.replaces:
            self._note(request, named, fault.response, outcome)
            return self._spoiled(request, fault, outcome.response), False
        self._note(request, named, outcome.response, outcome)
        return outcome.response, True

    def _spoiled(self, request: Request, fault: Fault, response: Response | None) -> Response:
        if fault.kill:
            raise ProgramKilled(f"killed at {request.method} {request.path}")
        if fault.truncate_to is not None and response is not None:
            raise ConnectionDropped(response, fault.truncate_to)
        if fault.response is None:
            raise ConnectionDropped
        told = copy.deepcopy(fault.response)
        self._stamp(told)
        return told

    def _answer(self, request: Request, fault: Fault | None) -> Answer:
        to = Addresses(request.origin, self._prefix, self._web)
        if request.path == self._graphql_path:
            from inbox.simulator.graphql import endpoint  # noqa: PLC0415 -- graphql-core is slow to import

            return endpoint.answer(self.world, request, to, self._anonymous, fault)
        return front.answer(self.world, request, to, self.limits, self._anonymous)

    def _stamp(self, response: Response) -> None:
        count = len(self.journal.entries)
        response.headers.setdefault("Date", format_datetime(self.clock.now, usegmt=True))
        response.headers.setdefault("X-GitHub-Request-Id", f"51M0:{count:06X}:{count:06X}")

    def _named(self, path: str) -> str:
        segments = path[len(self._prefix) :].split("/")
        if len(segments) > 2 and segments[1] == "repositories" and segments[2].isdecimal():
            repo = self.world.repositories_by_id.get(int(segments[2]))
            if repo is not None:
                return "/".join(["", "repos", repo.full_name, *segments[3:]])
        return "/".join(segments)

    def _note(
        self,
        request: Request,
        path: str,
        response: Response | None,
        outcome: Answer | None = None,
    ) -> None:
        try:
            body = request.json()
        except ValueError:
            body = request.body
        token = None if outcome is None else outcome.token
        self.journal.note(
            Entry(
                method=request.method,
                path=path,
                query=dict(request.query),
                body=body,
                actor=None if token is None else token.account.rest_login,
                status=None if response is None else response.status,
                is_write=request.is_write,
                took_effect=outcome is not None and outcome.changed,
                points=0 if outcome is None else outcome.points,
            )
        )
