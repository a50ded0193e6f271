"""How the command line is read: wrong usage ends with one sentence and status 2."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NoReturn

LARGEST_PORT = 65535


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence, said by the very command that was used wrongly."""

    def error(self, message: str) -> NoReturn:
        """The process ends with status 2; the usage, which is long, is left to `--help`."""
        self.exit(2, f"{self.prog}: {message}; {self.prog} --help tells more.\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """What the arguments say; what a command does not know ends there, not one level up."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown


def folder(text: str) -> Path:
    """The folder of that name, there or not; raises ArgumentTypeError where a file is."""
    named = Path(text)
    if named.exists() and not named.is_dir():
        raise argparse.ArgumentTypeError(f"{text} is a file; name a folder")
    return named


def port(text: str) -> int:
    """The port of that number, 0 for any; raises ArgumentTypeError for what is none."""
    if not text.isascii() or not text.isdigit() or int(text) > LARGEST_PORT:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no port; write a number up to {LARGEST_PORT}"
        )
    return int(text)
