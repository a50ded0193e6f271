"""What can be asked of the program: its commands, and the options of each (interface.md)."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from types import MappingProxyType

from inbox import __version__
from inbox.doctor.options import add_doctor
from inbox.init.options import add_init
from inbox.inputs import Command
from inbox.interface import INPUTS
from inbox.usage import Parser, folder, port

_ASKED_ONLY = frozenset({"pull-request", "reasoning"})
_NOT_FOR_LOOKING = _ASKED_ONLY | {"merge-token", "dry-run", "metrics-file", "metrics-artifact"}
_AT_A_DESK = {
    "token": "Your own token: the answers are yours. Better set GITHUB_TOKEN, or log in with"
    " `gh auth login`, for others on this machine can see what a command line holds.",
    "bot-login": "The account that the action writes as. It has to be named: github-actions[bot]"
    " for the workflow's own token, else <your app>[bot]. Only its ballots are shown.",
}


def parser() -> argparse.ArgumentParser:
    """The command line of the installed program and of the container, command by command."""
    whole = Parser(
        prog="decision-inbox",
        description="Irreversible, critical pull requests wait until their owner answers.",
    )
    whole.add_argument("--version", action="version", version=__version__)
    commands = whole.add_subparsers(dest="subcommand", required=True, metavar="COMMAND")
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
    page = commands.add_parser("dashboard", help="serve a page on which an owner can answer")
    _add_dashboard(page)
    _add_fields(page, leaving_out=_NOT_FOR_LOOKING, instead=_AT_A_DESK)
    commands.add_parser(
        "gh",
        help="run gh, but refuse questions that nobody can answer",
        usage="decision-inbox gh -- GH_ARGUMENTS...",
        description="Runs gh with these arguments once the body that they set was checked.",
    )
    return whole


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


def _add_dashboard(parser: argparse.ArgumentParser) -> None:
    """Whose repository to look at, and where to serve the page; it is an extra, these are not."""
    parser.add_argument(
        "--repository", metavar="REPO", help="the repository of the workflow, as owner/name"
    )
    parser.add_argument(
        "--port",
        type=port,
        default=0,
        metavar="NUMBER",
        help="where the page is served on 127.0.0.1 (any that is free)",
    )


def _add_inputs(parser: argparse.ArgumentParser, command: Command) -> None:
    """The options that mirror the action's inputs (interface.md)."""
    _add_fields(parser, leaving_out=_ASKED_ONLY if command is Command.TICK else frozenset())


def _add_fields(
    parser: argparse.ArgumentParser,
    *,
    leaving_out: frozenset[str],
    instead: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """An option for each input; `instead` says what some of them are for this command."""
    for field in INPUTS:
        if field.name == "command" or field.name in leaving_out:
            continue
        text = instead.get(field.name, field.description).replace("%", "%%")
        if field.boolean:
            parser.add_argument(
                field.option, nargs="?", const="true", metavar="true|false", help=text
            )
        else:
            parser.add_argument(field.option, metavar="TEXT", help=text)
