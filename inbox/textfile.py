"""Texts that a command is given by the name of a file, or on its standard input."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from inbox.errors import InboxError
from inbox.markdown import log_safe

STANDARD_INPUT = "-"


class Unread(InboxError):
    """A text could not be read (exit 2)."""

    exit_status = 2


def read_text(name: str, stdin: BinaryIO) -> str:
    """The text of that file, or of `stdin` for `-`, with every line ending as it is.

    Raises Unread for what cannot be read as UTF-8.
    """
    shown = "the standard input" if name == STANDARD_INPUT else log_safe(name)
    try:
        read = stdin.read() if name == STANDARD_INPUT else Path(name).read_bytes()
        return read.decode()
    except OSError as failure:
        why = failure.strerror or type(failure).__name__
        raise Unread(f"{shown}: cannot be read ({why}).", "Name a file that is there.") from None
    except ValueError:  # a name that no file can have, or bytes that are no text
        raise Unread(f"{shown}: no text in UTF-8.", "Save it as UTF-8.") from None
