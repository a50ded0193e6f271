"""The flags of the `gh` commands that set a body, and which of them take a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flags:
    """What one command of `gh` accepts.

    `takes_value` says so for each long name; `short` has the long name behind each letter.
    """

    takes_value: Mapping[str, bool]
    short: Mapping[str, str]

    def learned(self, more: Mapping[str, bool]) -> Flags:
        """These flags and those that `gh` itself was asked about, by `--name` or `-x`."""
        names = {flag.lstrip("-"): takes for flag, takes in more.items()}
        letters = {flag[1:]: flag[1:] for flag in more if not flag.startswith("--")}
        return Flags({**names, **self.takes_value}, {**letters, **self.short})


def _flags(*listed: str) -> Flags:
    """The flags in `listed`: `x/name=` for one with a letter that takes a value."""
    takes: dict[str, bool] = {}
    short: dict[str, str] = {}
    for word in " ".join(listed).split():
        letter, _, name = word.rpartition("/")
        takes[name.removesuffix("=")] = name.endswith("=")
        if letter:
            short[letter] = name.removesuffix("=")
    return Flags(takes, short)


# `gh` itself has no `-h`, its flag library answers it with the help text.
_EVERYWHERE = "h/help R/repo="
_BODY = "b/body= F/body-file="
_CREATE = f"{_BODY} a/assignee= e/editor l/label= m/milestone= p/project= recover= T/template="
_EDIT = f"{_BODY} add-assignee= add-label= add-project= m/milestone= remove-assignee="
_EDIT += " remove-label= remove-milestone remove-project= t/title="
_COMMENT = f"{_BODY} create-if-none delete-last edit-last e/editor w/web yes"

ROOT = _flags("help version")
"""What `gh` accepts before the first word of a command."""

GROUP = _flags("help R/repo=")
"""What `gh pr` and `gh issue` accept before their second word."""

COMMANDS: Mapping[tuple[str, str], Flags] = {
    ("pr", "create"): _flags(
        _EVERYWHERE,
        _CREATE,
        "B/base= d/draft dry-run f/fill fill-first fill-verbose H/head= no-maintainer-edit",
        "r/reviewer= t/title= w/web",
    ),
    ("pr", "edit"): _flags(_EVERYWHERE, _EDIT, "add-reviewer= B/base= remove-reviewer="),
    ("pr", "comment"): _flags(_EVERYWHERE, _COMMENT),
    ("issue", "create"): _flags(_EVERYWHERE, _CREATE, "t/title= w/web"),
    ("issue", "edit"): _flags(_EVERYWHERE, _EDIT),
    ("issue", "comment"): _flags(_EVERYWHERE, _COMMENT),
}
"""The commands that set a body (D22), with the flags of every `gh` 2 up to today.

A flag that a later `gh` adds is not here, `gh` is asked about it
(https://cli.github.com/manual/gh_pr_create and the pages beside it).
"""

OTHER_NAMES: Mapping[str, str] = {"new": "create"}
"""What else `gh` calls a command of these."""

GROUPS = frozenset(group for group, _ in COMMANDS)

BUILT_IN = frozenset(
    {
        *("alias", "api", "auth", "browse", "completion", "config", "extension", "gist", "help"),
        *("issue", "pr", "release", "repo", "run", "secret", "ssh-key", "version", "workflow"),
    }
)
"""First words that every `gh` 2 has of its own: no alias can have one of these names."""
