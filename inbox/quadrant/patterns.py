r"""Gitignore-style patterns, matched in time that grows with the path and not with its trickiness.

File names are chosen by whoever opens the pull request. Translated the usual way (as pathspec and
others do), a pattern with three stars takes cubic time on a name made for it; here every `*` and
`**` settles on the first place where what follows it fits, in an atomic group, and never comes
back. That loses no match: what stands between two stars has a fixed length, and an earlier place
leaves more of the path to the rest.

Source: https://git-scm.com/docs/gitignore#_pattern_format
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

_TOKEN = re.compile(
    r"\\(?P<escaped>.)|(?P<star>\*+)|(?P<any>\?)"
    r"|\[(?P<not>[!^]?+)(?P<set>.[^\]]*)\]|(?P<char>[^\\\[])",
    re.DOTALL,
)
_MEMBER = re.compile(r"(?P<low>[^\\\[])-(?P<high>[^\\\[\]])|(?P<one>[^\\\[])", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_LOST_BLANKS = re.compile(r"(?<!\\) +$")


class PatternError(ValueError):
    """A pattern that could never match what its author meant; the message is what to tell them."""


@dataclass(frozen=True, slots=True)
class PathSet:
    """The paths that a list of patterns selects; the last pattern that matches a path decides."""

    _latest_first: tuple[tuple[bool, re.Pattern[str]], ...]

    def __contains__(self, path: str) -> bool:
        """True when `path` (from the root, `/` between its parts) is selected."""
        whole = path + "/"
        return next((keep for keep, regex in self._latest_first if regex.match(whole)), False)


@lru_cache(maxsize=1024)
def path_set(patterns: tuple[str, ...]) -> PathSet:
    """The set of `patterns`; raises PatternError for the first one that is not valid."""
    compiled = [compile_pattern(pattern) for pattern in patterns]
    runs = [
        (keep, re.compile("|".join(f"(?:{regex})" for _, regex in run), re.DOTALL))
        for keep, run in groupby(compiled, key=lambda entry: entry[0])
    ]
    return PathSet(tuple(reversed(runs)))


def compile_pattern(pattern: str) -> tuple[bool, str]:
    """Whether `pattern` selects (or, with `!`, drops) paths, and the regex of those paths.

    The regex is matched with DOTALL at the start of a path that has a `/` put behind it. Raises
    PatternError where git would silently match nothing, and for what looks like a Windows path.
    """
    text = _LOST_BLANKS.sub("", pattern)
    if _CONTROL.search(text):
        raise PatternError("holds a line break or another control character")
    if text.startswith("#"):
        raise PatternError(r"is a comment to gitignore; for a name that begins with # write \#")
    selects = not text.startswith("!")
    body = text if selects else text[1:]
    below_only = body.endswith("/")
    segments = body.removeprefix("/").removesuffix("/").split("/")
    if segments == [""]:
        raise PatternError("names no path")
    if any(segment in {"", ".", ".."} for segment in segments):
        raise PatternError("has an empty part, . or .. between slashes, which matches nothing")
    if "/" not in body.removesuffix("/"):
        segments.insert(0, "**")
    if segments[-1] == "**":
        segments.append("*")
    return selects, _joined(segments) + _ending(below_only=below_only, selects=selects)


def _ending(*, below_only: bool, selects: bool) -> str:
    """What may follow: selecting a folder selects all in it, dropping a name drops no more."""
    if below_only:
        return "(?=.)"
    return "" if selects else r"\Z"


def _joined(segments: list[str]) -> str:
    blocks: list[str] = [""]
    for segment in segments:
        if segment == "**":
            blocks.append("")
        else:
            blocks[-1] += _segment(segment) + "/"
    floating = (f"(?>(?:[^/]*/)*?{block})" for block in blocks[1:] if block)
    return blocks[0] + "".join(floating)


def _segment(text: str) -> str:
    """The regex of one part of a path; several stars in it are settled from left to right."""
    if text.strip("*") == "":
        return "[^/]+"
    first, *others = _between_stars(text)
    if not others:
        return first
    settled = "".join(f"(?>[^/]*?{piece})" for piece in others[:-1])
    return f"{first}{settled}[^/]*{others[-1]}"


def _between_stars(text: str) -> list[str]:
    pieces, at = [""], 0
    while at < len(text):
        if not (token := _TOKEN.match(text, at)):
            if text[at] == "[":
                raise PatternError(r"opens a [ that is never closed; write \[ for the character")
            raise PatternError("ends with a backslash")
        at = token.end()
        match token.lastgroup:
            case "star":
                pieces.append("")
            case "any":
                pieces[-1] += "[^/]"
            case "set":
                pieces[-1] += _one_of(token["set"], negated=bool(token["not"]))
            case "escaped":
                pieces[-1] += re.escape(_literal(token["escaped"]))
            case _:
                pieces[-1] += re.escape(token["char"])
    return pieces


def _literal(char: str) -> str:
    if char.isalnum():
        raise PatternError(r"has a backslash before a letter or digit; paths are written with /")
    return char


def _one_of(members: str, *, negated: bool) -> str:
    regex, at = "", 0
    while at < len(members):
        if not (member := _MEMBER.match(members, at)):
            raise PatternError("has a [ or \\ between [ and ], which is not supported there")
        at = member.end()
        if member["one"]:
            regex += re.escape(member["one"])
        elif member["low"] <= member["high"]:
            regex += f"{re.escape(member['low'])}-{re.escape(member['high'])}"
        else:
            raise PatternError(f"has the range {member[0]}, which runs backwards")
    return f"(?!/)[{'^' if negated else ''}{regex}]"
