"""The action's inputs, read from the runner's variables and the command line's options.

Every mistake is said at once, before anything is read from GitHub. The table of what can be given
is in `interface.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import TypeVar

from inbox.environment import Environment, Mistakes, read_environment
from inbox.interface import INPUTS
from inbox.paths import ConfigPath, config_path, file_in, inner_path
from inbox.refs import Account, PullRef, RepoRef, is_login

T = TypeVar("T")

NO_REASON = "no reason was given"

_REF = re.compile(r"(?!-)(?!.*\.\.)[^\s~^:?*\[\\\x00-\x1f\x7f]{1,255}")
_NOT_IN_ARTIFACTS = frozenset('":<>|*?/\\')


class Command(Enum):
    """What one run of the action does."""

    TICK = "tick"
    OPEN = "open"


_OWNER_CONFIG = ConfigPath("config/owner.yml", in_checkout=False)
_PROJECTS_CONFIG = ConfigPath("config/projects.yml", in_checkout=False)
_METRICS_FILE = PurePosixPath("metrics_summary.json")
_METRICS_ARTIFACT = "metrics_summary"


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the workflow, or the command line, asked for; None and "" mean the documented default.

    `metrics_file` is relative to the workspace and stays inside it; without a `metrics_artifact`
    nothing is uploaded.
    """

    token: str = field(repr=False)
    merge_token: str = field(default="", repr=False)
    command: Command = Command.TICK
    pull_request: PullRef | None = None
    reasoning: str = NO_REASON
    inbox_repo: RepoRef | None = None
    owner_config: ConfigPath = _OWNER_CONFIG
    projects_config: ConfigPath = _PROJECTS_CONFIG
    config_repo: RepoRef | None = None
    config_ref: str = ""
    bot_login: Account | None = None
    dry_run: bool = False
    metrics_file: PurePosixPath = _METRICS_FILE
    metrics_artifact: str = _METRICS_ARTIFACT


def read_inputs(
    variables: Mapping[str, str], options: Mapping[str, str] | None = None
) -> tuple[Inputs, Environment]:
    """What was asked for, and the run it was asked in; options win over the variables.

    `options` maps input names (`dry-run`) to what the command line said. Raises ConfigurationError
    with every mistake of both at once.
    """
    mistakes = Mistakes()
    environment = read_environment(variables, mistakes)
    given = _given(variables, options or {}, mistakes)

    def take(name: str, parse: Callable[[str], T], absent: T) -> T:
        return mistakes.read(_place(name), given[name], parse, absent)

    inputs = Inputs(
        token=take("token", _token, ""),
        merge_token=take("merge-token", _token, ""),
        command=take("command", _command, Command.TICK),
        pull_request=take("pull-request", _pull_in(environment.repository), None),
        reasoning=given["reasoning"] or NO_REASON,
        inbox_repo=take("inbox-repo", RepoRef.parse, None),
        owner_config=take("owner-config", config_path, _OWNER_CONFIG),
        projects_config=take("projects-config", config_path, _PROJECTS_CONFIG),
        config_repo=take("config-repo", RepoRef.parse, None),
        config_ref=take("config-ref", _ref, ""),
        bot_login=take("bot-login", _account, None),
        dry_run=take("dry-run", _boolean, False),
        metrics_file=take("metrics-file", _file_in(environment.workspace), _METRICS_FILE),
        metrics_artifact=take("metrics-artifact", _artifact, ""),
    )
    _check_command(given, mistakes)
    _check_authority(inputs, environment, mistakes)
    mistakes.raise_any()
    return inputs, environment


def _given(
    variables: Mapping[str, str], options: Mapping[str, str], mistakes: Mistakes
) -> dict[str, str]:
    """What was typed for each input, or its default; a token may also come as GITHUB_TOKEN."""
    given = {each.name: each.given_by(options, variables) for each in INPUTS}
    if given["token"] is None:
        given["token"] = variables.get("GITHUB_TOKEN", "").strip()
        empty = "there is no token; set GITHUB_TOKEN, or INPUT_TOKEN"
    else:
        empty = (
            "the token is empty; give a secret that exists and that this run may see"
            " (runs for forks and for Dependabot see none)"
        )
    if not given["token"]:
        mistakes.note(_place("token"), empty)
    return {name: text or "" for name, text in given.items()}


def _check_command(given: Mapping[str, str], mistakes: Mistakes) -> None:
    """What belongs to `open` alone is given with it, and only with it."""
    command = given["command"].lower()
    if command == Command.OPEN.value and not given["pull-request"]:
        mistakes.note(
            _place("pull-request"),
            "`open` does not know for which pull request; write owner/repo#12",
        )
    if command == Command.TICK.value:
        for name in ("pull-request", "reasoning"):
            if given[name]:
                mistakes.note(
                    _place(name),
                    "a tick opens no ballot on request; write command: open, or leave it empty",
                )


def _check_authority(inputs: Inputs, environment: Environment, mistakes: Mistakes) -> None:
    """No branch brings its own allowlist: in runs about a branch, only the default one counts."""
    if not environment.is_about_a_branch:
        return
    run = f"in a {environment.event_name} run"
    for name, path in (
        ("owner-config", inputs.owner_config),
        ("projects-config", inputs.projects_config),
    ):
        if path.in_checkout:
            mistakes.note(
                _place(name),
                f"{run} the checkout may hold anybody's allowlist; write {path.path}, which is read"
                " at the default branch",
            )
    if inputs.config_ref and not _is_default_branch(inputs, environment):
        mistakes.note(
            _place("config-ref"),
            f"{run} a ref other than the default branch may hold anybody's allowlist;"
            " leave config-ref empty",
        )


def _is_default_branch(inputs: Inputs, environment: Environment) -> bool:
    """True where the event proves it, which it can for the workflow's own repository alone."""
    if inputs.config_repo not in {None, environment.repository}:
        return False
    return inputs.config_ref.removeprefix("refs/heads/") == environment.default_branch()


def _file_in(workspace: Path) -> Callable[[str], PurePosixPath]:
    def parse(text: str) -> PurePosixPath:
        name = inner_path(text)
        file_in(workspace, name)
        return name

    return parse


def _pull_in(repository: RepoRef | None) -> Callable[[str], PullRef]:
    def parse(text: str) -> PullRef:
        if not text.startswith("#"):
            return PullRef.parse(text)
        if repository is None:
            raise ValueError(f"no repository is known for {text!r}; write owner/repo#12")
        return PullRef.parse(f"{repository}{text}")

    return parse


def _token(text: str) -> str:
    if not text.isascii() or not text.isprintable() or " " in text:
        raise ValueError(
            "the token holds a blank, a line break or another character that no token has;"
            " save the secret again"
        )
    return text


def _command(text: str) -> Command:
    try:
        return Command(text.lower())
    except ValueError:
        raise ValueError(f"{text!r} is no command; write tick or open") from None


def _boolean(text: str) -> bool:
    match text.lower():
        case "true":
            return True
        case "false":
            return False
        case _:
            raise ValueError(f"{text!r} is neither true nor false; write one of them")


def _ref(text: str) -> str:
    if not _REF.fullmatch(text):
        raise ValueError(f"{text!r} is no branch, tag or commit; write one, or leave it empty")
    return text


def _artifact(text: str) -> str:
    """Without what GitHub's own client refuses (https://github.com/actions/upload-artifact)."""
    if not text.isprintable() or set(text) & _NOT_IN_ARTIFACTS:
        refused = " ".join(sorted(_NOT_IN_ARTIFACTS))
        raise ValueError(
            f"{text!r} is no name of an artifact; write one without {refused} and line breaks"
        )
    return text


def _account(text: str) -> Account:
    if not is_login(text):
        raise ValueError(f"{text!r} is no login; write one like my-app[bot]")
    return Account.named(text)


def _place(name: str) -> str:
    return f"input {name}"
