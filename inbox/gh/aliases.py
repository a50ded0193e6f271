"""A user's own short commands for `gh`, written out as `gh` writes them out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence

from inbox.gh.flags import BUILT_IN, GROUPS
from inbox.yamltext import read_yaml

_SHELL = "!"

_OF_A_GROUP = {
    "pr": {
        *("checkout", "checks", "close", "comment", "create", "diff", "edit", "list", "merge"),
        *("new", "ready", "reopen", "review", "status", "view"),
    },
    "issue": {
        *("close", "comment", "create", "delete", "edit", "list", "new", "reopen", "status"),
        *("transfer", "view"),
    },
}


def may_be_alias(words: Sequence[str]) -> bool:
    """True unless every `gh` 2 has a command of these words; then no alias can have the name."""
    if not words:
        return False
    if words[0] in GROUPS:
        return len(words) > 1 and words[1] not in _OF_A_GROUP[words[0]]
    return words[0] not in BUILT_IN


def listed(text: str) -> Mapping[str, str] | None:
    """The aliases that `gh alias list` printed, by name; None when the list cannot be read."""
    if not text.strip():
        return {}
    document, mistakes = read_yaml(text.encode(), "aliases", when_empty="")
    if mistakes or not all(isinstance(value, str) for value in document.top.values()):
        return None
    return {" ".join(name.split()): str(value) for name, value in document.top.items()}


def called(words: Sequence[str], aliases: Mapping[str, str]) -> str | None:
    """The alias that these first words of a command are: `co`, or in newer versions `pr co`."""
    names = [" ".join(words[:2])]
    if words[0] not in GROUPS:
        names.append(words[0])
    return next((name for name in names if name in aliases), None)


def is_shell(expansion: str) -> bool:
    """True when the alias runs a line of shell: a program of its own, which may do anything."""
    return expansion.startswith(_SHELL)


def written_out(expansion: str, arguments: Sequence[str]) -> list[str] | None:
    """The arguments that the alias stands for, with its own `arguments` filled in or added.

    None where `gh` refuses it, too: an argument or a closing quote is missing
    (https://cli.github.com/manual/gh_alias_set).
    """
    added: list[str] = []
    for number, argument in enumerate(arguments, 1):
        if "$" in expansion:
            expansion = expansion.replace(f"${number}", argument)
        else:
            added.append(argument)
    if re.search(r"\$[0-9]", expansion):
        return None
    try:
        return shlex.split(expansion, comments=True) + added
    except ValueError:
        return None
