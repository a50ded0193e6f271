"""The command line: `decision-inbox`, and the container's entry point without arguments."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, TextIO

from inbox.commands import parser
from inbox.errors import ConfigurationError, Stopped
from inbox.interface import INPUTS

_THE_EXTRA = (
    "in a clone of this program, `pip install '.[dashboard]'` adds it; docs/dashboard.md has more"
)
_LOOKING = ("waiting", "scan")
_MAY_BE_EMPTY = frozenset(field.name for field in INPUTS if field.may_be_empty)


def console() -> None:
    """The installed program, or the container's, ran; its exit status is the process's.

    A request to end is an interruption, for nobody else heeds it in the first process of a
    container (a cancelled workflow).
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        status = run(sys.argv[1:], os.environ)
        sys.stdout.flush()
    except BrokenPipeError:  # `decision-inbox demo | head`: nobody reads the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    except KeyboardInterrupt:
        sys.stderr.write(f"{Stopped.nameless}\n")
        status = Stopped.exit_status
    sys.exit(status)


def run(
    arguments: Sequence[str],
    env: Mapping[str, str],
    *,
    out: TextIO | None = None,
    err: TextIO | None = None,
    stdin: BinaryIO | None = None,
) -> int:
    """The exit status after one command; without arguments, the one that the action was given."""
    out, err = out or sys.stdout, err or sys.stderr
    if not arguments:
        status = _perform({}, env, out, err)
        if status == ConfigurationError.exit_status and env.get("GITHUB_ACTIONS") != "true":
            err.write(
                "Without a command this is one tick; decision-inbox --help lists the others.\n"
            )
        return status
    if arguments[0] == "gh" and "--help" not in arguments[1:2]:
        return _gh(arguments[1:], env, out, err)
    asked = vars(parser().parse_args(arguments))
    match asked.pop("subcommand"):
        case "schema":
            from inbox.config import schema_text

            out.write(schema_text(asked["kind"]))
            return 0
        case "demo":
            from inbox.demo import demo

            return demo(out, asked["folder"])
        case "availability":
            from inbox.availability import check

            return check(asked["file"], asked["prefix"], out=out, err=err)
        case "lint":
            return _lint(asked, stdin or sys.stdin.buffer, out, err)
        case "doctor":
            return _doctor(asked, env, out, err)
        case "dashboard":
            return _dashboard(asked, env, out, err)
        case "init":
            return _init(asked, env, stdin or sys.stdin.buffer, out, err)
        case "decisions" if asked["action"] in _LOOKING:
            return _look(asked, env, out, err)
        case "decisions":
            return _decisions(asked, stdin or sys.stdin.buffer, out, err)
        case str() as command:
            return _perform({**_given(asked), "command": command}, env, out, err)
        case _:
            raise AssertionError("argparse requires a command")


def _given(asked: Mapping[str, str | None]) -> dict[str, str]:
    """The options by the names of their inputs; an empty one counts where it means something."""
    named = {name.replace("_", "-"): text for name, text in asked.items()}
    return {
        name: text for name, text in named.items() if text or (text == "" and name in _MAY_BE_EMPTY)
    }


def _lint(asked: Mapping[str, Any], stdin: BinaryIO, out: TextIO, err: TextIO) -> int:
    from inbox.lint import Form, lint

    return lint(
        asked["files"],
        form=Form(asked["format"]),
        against=asked["against"],
        sections_only=asked["sections_only"],
        stdin=stdin,
        out=out,
        err=err,
    )


def _decisions(asked: Mapping[str, str], stdin: BinaryIO, out: TextIO, err: TextIO) -> int:
    from inbox import decisions_command

    match asked["action"]:
        case "parse":
            return decisions_command.parse(asked["file"], stdin=stdin, out=out, err=err)
        case "apply":
            given = asked["answers"]
            return decisions_command.apply(asked["file"], given, stdin=stdin, out=out, err=err)
        case _:
            raise AssertionError("argparse requires an action")


def _look(asked: dict[str, str], env: Mapping[str, str], out: TextIO, err: TextIO) -> int:
    from inbox import scan_command
    from inbox.init.remote import in_clone

    action = asked.pop("action")
    asked.pop("dry_run", None)  # it was asked for, and is what these commands do
    given = _given(asked)
    command = scan_command.scan if action == "scan" else scan_command.waiting
    return command(given, in_clone(env), out=out, err=err)


def _doctor(asked: dict[str, Any], env: Mapping[str, str], out: TextIO, err: TextIO) -> int:
    from inbox.doctor.command import doctor
    from inbox.doctor.telling import Form

    form, writes = Form(asked.pop("format")), asked.pop("write")
    repository, workflow = asked.pop("repository"), asked.pop("workflow")
    return doctor(
        _given(asked),
        env,
        form=form,
        repository=repository,
        workflow_file=workflow,
        writes_labels=writes,
        out=out,
        err=err,
    )


def _dashboard(asked: dict[str, Any], env: Mapping[str, str], out: TextIO, err: TextIO) -> int:
    """The page is an extra: the action's image has neither it nor its libraries."""
    try:
        from inbox.dashboard.command import dashboard
    except ModuleNotFoundError:
        err.write(f"The dashboard is an extra that is not installed here: {_THE_EXTRA}.\n")
        return 2
    repository, port = asked.pop("repository"), asked.pop("port")
    return dashboard(_given(asked), env, repository=repository, port=port, out=out, err=err)


def _init(
    asked: dict[str, Any], env: Mapping[str, str], stdin: BinaryIO, out: TextIO, err: TextIO
) -> int:
    from inbox.init.command import Terminal, init

    prints_only, root = asked.pop("print"), asked.pop("folder")
    given = {flag: text for flag, text in asked.items() if text}
    server = env.get("GITHUB_SERVER_URL", "")
    terminal = Terminal(stdin, out, err)
    return init(given, root, terminal, prints_only=prints_only, server_url=server)


def _perform(options: Mapping[str, str], env: Mapping[str, str], out: TextIO, err: TextIO) -> int:
    from inbox.tick_command import perform

    return perform(options, env, out=out, err=err)


def _gh(arguments: Sequence[str], env: Mapping[str, str], out: TextIO, err: TextIO) -> int:
    """What follows `--` is none of argparse's business: `gh` has rules of its own."""
    from inbox.gh.wrapper import wrap

    if arguments[:1] != ["--"]:
        err.write("decision-inbox gh: write -- before the arguments of gh.\n")
        return 2
    return wrap(arguments[1:], env, out=out, err=err)
