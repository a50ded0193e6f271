"""The dashboard as a web application: a page over a board, on loopback, for one person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from inbox.dashboard import forms
from inbox.dashboard.board import Board, Snapshot
from inbox.dashboard.forms import BadForm, Fields
from inbox.dashboard.guard import Guard
from inbox.dashboard.orders import Order
from inbox.dashboard.pages import Pages, anchor
from inbox.dashboard.view import BallotView, Card, Reading
from inbox.errors import bug
from inbox.refs import IssueRef, RefError

_STATIC = Path(__file__).parent / "static"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_TOO_LARGE = "What was sent is larger than any answer; shorten it and send it again."
_BROKEN = "What GitHub confirmed is there, and nothing else was sent. Please report this line."
_PROBLEMS = {
    404: ("Not here", "There is no such page. It may be about something that is answered by now."),
    405: ("Not like this", "This address is not asked that way. Go back and use the buttons."),
}

_Handler = Callable[[Request], Awaitable[Response]]


def make_app(board: Board, key: str, port: int, about: str = "") -> ASGIApp:
    """The guarded application; `key` is the secret in its address, `port` the one it listens on.

    `about` says what it was started for.
    """
    pages = Pages(key, about)
    below = Router(_Routes(board, pages, f"/{key}/").all(), redirect_slashes=False)
    app = Starlette(
        routes=[Mount(f"/{key}", _Caught(below, pages))],
        exception_handlers={HTTPException: _shown_by(pages), BadForm: _bad_form(pages)},
    )
    return Guard(app, key, port, pages.problem(413, "Too large", _TOO_LARGE))


class _Routes:
    """The routes, all below the key."""

    def __init__(self, board: Board, pages: Pages, root: str) -> None:
        self._board = board
        self._pages = pages
        self._root = root
        self._static = {file.name: file.read_bytes() for file in _STATIC.iterdir()}

    def all(self) -> list[Route]:
        """Every route."""
        answer = "/answer/{owner}/{repo}/{number}/{choice}"
        return [
            Route("/", self._page),
            Route("/board", self._fragment),
            Route("/state", self._state),
            Route(answer, self._confirmation),
            Route("/answer", self._sends(forms.ballot_answer), methods=["POST"]),
            Route("/questions", self._sends(forms.question_answers), methods=["POST"]),
            Route("/send-back", self._sends(forms.send_back), methods=["POST"]),
            Route("/confirm", self._sends(forms.confirm), methods=["POST"]),
            Route("/refresh", self._refresh, methods=["POST"]),
            Route("/dismiss", self._dismiss, methods=["POST"]),
            Route("/static/{name}", self._asset),
        ]

    # Drawing a page of much Markdown takes a while, so others are answered beside it.

    def _page(self, _: Request) -> Response:
        self._board.refresh_if_old(is_visit=True)
        return self._pages.page(self._board.snapshot())

    def _fragment(self, _: Request) -> Response:
        return self._pages.board(self._board.snapshot())

    async def _state(self, _: Request) -> Response:
        self._board.refresh_if_old()
        return JSONResponse(_state(self._board.snapshot()))

    async def _confirmation(self, request: Request) -> Response:
        path = request.path_params
        choice = forms.choice(path["choice"])
        now = self._board.snapshot()
        found = _find(now.reading, f"{path['owner']}/{path['repo']}#{path['number']}")
        if found is None or now.reading is None:
            raise HTTPException(404)
        card, ballot = found
        if all(option.choice is not choice for option in ballot.options):
            raise HTTPException(404)
        return self._pages.confirmation(now, now.reading, card, ballot, choice)

    def _sends(self, parse: Callable[[Fields], Order]) -> _Handler:
        async def send(request: Request) -> Response:
            order = parse(await _fields(request))
            if forms.is_empty(order):
                raise BadForm("Nothing was changed in this form, so nothing was sent.")
            self._check_may_send()
            note = await run_in_threadpool(self._board.send, order)
            return self._back(note.card)

        return send

    def _check_may_send(self) -> None:
        reading = self._board.snapshot().reading
        if reading is None:
            raise BadForm("GitHub was not read yet, so nothing can be sent. Wait for the page.")
        if reading.read_only:
            raise BadForm(reading.read_only)

    async def _refresh(self, _: Request) -> Response:
        self._board.refresh()
        return self._back()

    async def _dismiss(self, request: Request) -> Response:
        self._board.dismiss(forms.dismissed(await _fields(request)))
        return self._back()

    async def _asset(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in self._static:
            raise HTTPException(404)
        return Response(self._static[name], media_type=_TYPES[Path(name).suffix])

    def _back(self, card: str = "") -> Response:
        where = f"#{anchor(card)}" if card else ""
        return RedirectResponse(f"{self._root}{where}", 303)


def _find(reading: Reading | None, ref: str) -> tuple[Card, BallotView] | None:
    try:
        ballot = IssueRef.parse(ref)
    except RefError:
        return None
    for card in reading.cards if reading else ():
        if card.ballot and card.ballot.ref == ballot:
            return card, card.ballot
    return None


def _state(now: Snapshot) -> dict[str, object]:
    read_at = now.reading.at.astimezone(UTC).isoformat() if now.reading else None
    failure = now.failure and {"what": now.failure.what, "advice": now.failure.advice}
    return {
        "version": now.version,
        "is_reading": now.is_reading,
        "read_at": read_at,
        "failure": failure,
    }


async def _fields(request: Request) -> Fields:
    return forms.parse(await request.body(), request.headers.get("content-type", ""))


def _shown_by(pages: Pages) -> Callable[[Request, Exception], Response]:
    def shown(_: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        title, sentence = _PROBLEMS.get(status, ("Not possible", "This cannot be answered."))
        return pages.problem(status, title, sentence)

    return shown


def _bad_form(pages: Pages) -> Callable[[Request, Exception], Response]:
    def shown(_: Request, error: Exception) -> Response:
        what = error.what if isinstance(error, BadForm) else ""
        return pages.problem(400, "Nothing was sent", what)

    return shown


@dataclass(frozen=True, slots=True)
class _Caught:
    """Answers a crash with its type and place; its text, which may be foreign, is never told."""

    app: ASGIApp
    pages: Pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        except (HTTPException, BadForm):
            raise
        except Exception as crash:  # every page is drawn whole before anything of it is sent
            sentence = f"{bug(crash).what} {_BROKEN}"
            answer = self.pages.problem(500, "Something went wrong", sentence)
            await answer(scope, receive, send)
