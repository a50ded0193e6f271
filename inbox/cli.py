"""The command line: `decision-inbox`, and the container's entry point without arguments."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, TextIO

from inbox import __version__
from inbox.doctor.options import add_doctor
from inbox.errors import ConfigurationError, Stopped
from inbox.init.options import add_init
from inbox.inputs import Command
from inbox.interface import INPUTS
from inbox.usage import Parser, folder

_ASKED_ONLY = frozenset({"pull-request", "reasoning"})
_LOOKING = ("waiting", "scan")
_NOT_FOR_LOOKING = _ASKED_ONLY | {"merge-token", "dry-run", "metrics-file", "metrics-artifact"}
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
    asked = vars(_parser().parse_args(arguments))
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


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="decision-inbox",
        description="Irreversible, critical pull requests wait until their owner answers.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")
    for command, text in (
        (Command.TICK, "one whole tick: settle, open, report"),
        (Command.OPEN, "open a ballot for one pull request, and nothing else"),
    ):
        _add_inputs(commands.add_parser(command.value, help=text), command)
    schema = commands.add_parser("schema", help="print the JSON Schema of a configuration file")
    schema.add_argument("kind", choices=("owner", "projects"))
    demo = commands.add_parser("demo", help="play a whole story on a simulated GitHub, offline")
    demo.add_argument(
        "--folder",
        type=folder,
        default=".",
        help="where the last tick's metrics and job summary are written (the current folder)",
    )
    availability = commands.add_parser(
        "availability", help="check an availability file: windows, state, mistakes by line"
    )
    availability.add_argument("file", metavar="FILE")
    availability.add_argument(
        "--prefix",
        default="[OWNER_AVAILABILITY]",
        help="what its lines begin with, as in line_prefix (%(default)s)",
    )
    _add_lint(commands.add_parser("lint", help="check how texts ask their owner"))
    _add_decisions(commands.add_parser("decisions", help="read and answer Decisions sections"))
    add_init(commands.add_parser("init", help="write the files of a set-up, from three answers"))
    doctor = commands.add_parser("doctor", help="check a set-up before its first tick")
    add_doctor(doctor)
    _add_fields(doctor, leaving_out=_NOT_FOR_LOOKING)
    commands.add_parser(
        "gh",
        help="run gh, but refuse questions that nobody can answer",
        usage="decision-inbox gh -- GH_ARGUMENTS...",
        description="Runs gh with these arguments once the body that they set was checked.",
    )
    return parser


def _add_lint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="- or none: the standard input")
    parser.add_argument("--format", choices=("text", "json", "github"), default="text")
    parser.add_argument(
        "--against", metavar="OLD", help="pass if section and asks are those of this earlier text"
    )
    parser.add_argument(
        "--sections-only", action="store_true", help="only broken sections, not prose"
    )


def _add_decisions(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    parse = actions.add_parser("parse", help="print a text's section as JSON")
    parse.add_argument("file", nargs="?", default="-", metavar="FILE")
    apply = actions.add_parser("apply", help="print a text with answers written into it")
    apply.add_argument("file", metavar="FILE")
    apply.add_argument("--answers", required=True, metavar="JSON")
    waits = actions.add_parser("waiting", help="list what is answered and waits for action")
    scan = actions.add_parser("scan", help="print what the next tick would file, update or close")
    scan.add_argument(
        "--dry-run", required=True, action="store_true", help="needed: it is the tick that writes"
    )
    for looking in (waits, scan):
        _add_fields(looking, leaving_out=_NOT_FOR_LOOKING)


def _add_inputs(parser: argparse.ArgumentParser, command: Command) -> None:
    """The options that mirror the action's inputs (interface.md)."""
    _add_fields(parser, leaving_out=_ASKED_ONLY if command is Command.TICK else frozenset())


def _add_fields(parser: argparse.ArgumentParser, *, leaving_out: frozenset[str]) -> None:
    for field in INPUTS:
        if field.name == "command" or field.name in leaving_out:
            continue
        text = field.description.replace("%", "%%")
        if field.boolean:
            parser.add_argument(
                field.option, nargs="?", const="true", metavar="true|false", help=text
            )
        else:
            parser.add_argument(field.option, metavar="TEXT", help=text)
