"""The bodies that a call sets, read once, and the copies of them that `gh` reads instead."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inbox.gh.arguments import Call, Given, with_value
from inbox.markdown import log_safe

_STDIN = "-"
_LONGEST = 1024 * 1024
"""Bytes; GitHub takes at most 65,536 characters, which are at most a quarter of this."""


class Unusable(Exception):
    """A body cannot be read or handed on; the text is a sentence without a full stop.

    Part of it may be read already, so that nobody may let the call through: `gh` would send the
    rest.
    """


@dataclass(frozen=True, slots=True)
class Body:
    """One body of a call: the flag that names it and its bytes, exactly as `gh` will get them."""

    given: Given
    content: bytes

    @property
    def text(self) -> str:
        """The body as `gh` sends it: what is no UTF-8 becomes a replacement character."""
        return self.content.decode("utf-8", "replace")

    @property
    def source(self) -> str:
        """What the person who called knows it by."""
        if self.given.name == "body":
            return "--body"
        return _source(self.given.value)

    @property
    def digest(self) -> str:
        """SHA-256 in hexadecimal digits."""
        return hashlib.sha256(self.content).hexdigest()


def bodies(call: Call) -> tuple[Body, ...]:
    """The bodies that the call sets, or tries to.

    Both are read when both are given: which one counts, or that both are refused, is for `gh` to
    say. Raises Unusable when one cannot be read.
    """
    found = []
    if text := call.last("body"):
        found.append(Body(text, os.fsencode(text.value)))
    if (file := call.last("body-file")) and file.value:  # `gh` takes an empty name for none
        found.append(Body(file, _read(file.value)))
    return tuple(found)


def _source(name: str) -> str:
    return "standard input" if name == _STDIN else log_safe(name)


def _read(name: str) -> bytes:
    what = _source(name)
    try:
        with open(0 if name == _STDIN else name, "rb", closefd=name != _STDIN) as file:
            content = file.read(_LONGEST + 1)
    except (OSError, ValueError) as failure:
        why = failure.strerror if isinstance(failure, OSError) else str(failure)
        raise Unusable(f"the body cannot be read from {what}: {why}") from failure
    if len(content) > _LONGEST:
        raise Unusable(f"the body from {what} is longer than any that GitHub takes")
    return content


def handed_on(arguments: Sequence[str], read_bodies: Sequence[Body]) -> tuple[list[str], list[int]]:
    """The arguments for `gh`, and the open files that it inherits, so that it reads our copies.

    A copy has no name in any folder, so that nobody else can change it and nothing is left behind.
    Raises Unusable where that cannot be done.
    """
    changed, files = list(arguments), list[int]()
    for body in read_bodies:
        if body.given.name != "body-file":
            continue
        copy = _copy(body.content)
        if body.given.value == _STDIN:
            os.dup2(copy, 0)
            continue
        path = f"/dev/fd/{copy}"
        if not Path(path).exists():
            raise Unusable("this system has no /dev/fd to hand the body on; use --body-file -")
        changed = with_value(changed, body.given, path)
        files.append(copy)
    return changed, files


def _copy(content: bytes) -> int:
    try:
        with tempfile.TemporaryFile(buffering=0) as file:
            copy = os.dup(file.fileno())
            view = memoryview(content)
            while view:
                view = view[file.write(view) :]
    except OSError as failure:
        raise Unusable(f"the body cannot be copied: {failure.strerror}") from failure
    os.lseek(copy, 0, os.SEEK_SET)
    return copy
