"""`decision-inbox dashboard`: a page on loopback, for as long as the program runs."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TextIO

import uvicorn
from starlette.types import ASGIApp

from inbox.dashboard.app import make_app
from inbox.dashboard.board import Board
from inbox.dashboard.desk import OwnersDesk
from inbox.dashboard.token import with_token
from inbox.errors import ConfigurationError, InboxError, Mistake, bug
from inbox.init.remote import placed
from inbox.inputs import read_inputs
from inbox.markdown import log_safe
from inbox.tick.gather import named_bot
from inbox.tick_command import workflow_repository

HOST = "127.0.0.1"
_KEY_BYTES = 32
_WHERE = "name it with --repository owner/name, or run this in a clone of it"
_ENDED = "The dashboard has ended. What was sent stands on GitHub; nothing else is lost.\n"
_UNDER_WAY = (
    "The dashboard was ended while an answer was on its way. Look on GitHub whether it stands there"
    " before you send it again.\n"
)
_NO_TOKEN = "set GITHUB_TOKEN to a token of yours, or log in with `gh auth login`"


def dashboard(
    options: Mapping[str, str],
    env: Mapping[str, str],
    *,
    repository: str | None,
    port: int,
    out: TextIO,
    err: TextIO,
) -> int:
    """The page was served until somebody stopped it: 0; or the exit status of what stopped it.

    Its address, with the key that opens it, is printed before anything is read from GitHub.
    """
    board = None
    try:
        desk = _desk(options, env, repository)
        with _listening(port) as listening:
            number = listening.getsockname()[1]
            key = secrets.token_urlsafe(_KEY_BYTES)
            board = Board(desk, _now)
            board.refresh()
            out.write(
                f"The dashboard of {desk.workflow} is at\n\n  http://{HOST}:{number}/{key}/\n\n"
                "The address opens it for everybody who knows it: keep it to yourself. It ends with"
                " this program (Ctrl-C).\n"
            )
            out.flush()
            _serve(make_app(board, key, number, desk.about), listening)
    except KeyboardInterrupt:
        pass
    except InboxError as failure:
        err.writelines(f"{log_safe(line, 2000)}\n" for line in str(failure).splitlines())
        return failure.exit_status
    except Exception as crash:  # the last border: a bug ends as one sentence, too
        told = bug(crash)
        err.write(f"{log_safe(str(told), 2000)}\n")
        return told.exit_status
    out.write(_UNDER_WAY if board and board.is_sending else _ENDED)
    return 0


def _desk(options: Mapping[str, str], env: Mapping[str, str], repository: str | None) -> OwnersDesk:
    """The desk of that repository; raises what is wrong with token, options or environment."""
    variables = with_token(options, placed(env, repository, option="--repository"))
    try:
        inputs, environment = read_inputs(variables, options)
    except ConfigurationError as wrong:
        raise ConfigurationError(tuple(map(_told_here, wrong.mistakes))) from wrong
    named_bot(inputs.bot_login)
    workflow = workflow_repository(environment, _WHERE)
    return OwnersDesk(inputs, environment, workflow, variables)


def _told_here(mistake: Mistake) -> Mistake:
    """The mistake as somebody at their own desk can mend it."""
    is_token = mistake.file == "input token" and mistake.what.startswith("there is no token")
    if is_token:
        return Mistake("token", 0, "there is none", _NO_TOKEN)
    return replace(mistake, file=mistake.file.replace("input ", "--", 1))


def _listening(port: int) -> socket.socket:
    """A socket on loopback alone, at that port or, for 0, at any free one."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HOST, port))
        made.listen()  # who opens the address at once waits for an answer, and is not refused
    except OSError as failure:
        made.close()
        what = f"port {port} of this machine cannot be had ({failure.strerror})"
        advice = "name another, or none: then any free one is taken"
        raise ConfigurationError((Mistake("--port", 0, what, advice),)) from failure
    return made


def _now() -> datetime:
    return datetime.now(UTC)


def _serve(app: ASGIApp, listening: socket.socket) -> None:
    """The app answers until a signal ends it; no log tells an address, or what broke in it."""
    settings = uvicorn.Config(
        app,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
    )
    uvicorn.Server(settings).run(sockets=[listening])
