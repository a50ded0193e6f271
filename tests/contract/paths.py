"""Paths of the API, spelled so that two descriptions of one path compare equal."""

from __future__ import annotations

import re

_PLACE = re.compile(r"\{[^}]*\}")
_BY_ID = re.compile(r"^/repositories/\d+(?=/|$)")
_CONTENTS = re.compile(r"(?<=/contents/).+$")


def normal(path: str) -> str:
    """The path with nameless places: `/repos/{}/{}/issues/{}`."""
    return "/" + _PLACE.sub("{}", path).strip("/")


def described(path: str) -> str:
    """The path of a request as the description has it: a repository by name, one path segment.

    GitHub's links name repositories by id, and a file's path may have slashes; the description
    knows neither.
    """
    named = _BY_ID.sub("/repos/by/id", path)
    return _CONTENTS.sub(lambda match: match[0].replace("/", "%2F"), named)
