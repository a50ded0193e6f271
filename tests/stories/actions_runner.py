"""What the Actions runner does around a container action: its environment, files and log.

Written from the runner's public source (ContainerActionHandler, FileCommandManager, ActionCommand):
every declared input is set, command files exist and are empty, and every line of the log is
searched for commands.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ruamel.yaml import YAML

ROOT = Path(__file__).parents[2]
HARMLESS = frozenset({"add-mask", "debug", "endgroup", "error", "group", "notice", "warning"})
_KNOWN = HARMLESS | {
    "add-matcher",
    "add-path",
    "echo",
    "internal-set-repo-path",
    "remove-matcher",
    "save-state",
    "set-env",
    "set-output",
    "stop-commands",
}
_LINES = re.compile(r"\r\n|\n|\r")
_FILES = ("set_output", "step_summary", "set_env", "save_state", "add_path")


@dataclass(frozen=True, slots=True)
class Heard:
    """One command that the runner hears in the log, with its unescaped properties and data."""

    name: str
    text: str
    properties: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=1)
def _defaults() -> dict[str, str]:
    """The defaults in action.yml, as texts: a default that YAML takes for something else fails."""
    action = YAML(typ="safe").load((ROOT / "action.yml").read_text(encoding="utf-8"))
    defaults = {name: given.get("default", "") for name, given in action["inputs"].items()}
    assert all(isinstance(text, str) for text in defaults.values())
    return defaults


def declared_inputs(token: str) -> dict[str, str]:
    """`INPUT_*` of action.yml's defaults: blanks become `_`, dashes stay, all are set."""
    return {
        input_variable(name): text.replace("${{ github.token }}", token)
        for name, text in _defaults().items()
    }


def input_variable(name: str) -> str:
    """The variable in which the runner hands that input over."""
    return f"INPUT_{name.replace(' ', '_').upper()}"


@dataclass(slots=True)
class Job:
    """The folders, files and variables of one run of the action in a workflow of `repository`."""

    folder: Path
    api_url: str
    repository: str
    token: str
    event_name: str = "schedule"
    event: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, str] = field(default_factory=dict)
    _guid: str = field(default_factory=lambda: str(uuid.uuid4()))

    def __post_init__(self) -> None:
        for each in (self.workspace, self.home, self._commands, self.event_path.parent):
            each.mkdir(parents=True, exist_ok=True)
        for kind in _FILES:
            self.command_file(kind).write_bytes(b"")
        owner, _, name = self.repository.partition("/")
        told = {
            "repository": {"full_name": self.repository, "name": name, "default_branch": "main"},
            "organization": {"login": owner},
            **self.event,
        }
        self.event_path.write_text(json.dumps(told), encoding="utf-8")

    @property
    def workspace(self) -> Path:
        """Where a checkout would be; empty without one."""
        return self.folder / "workspace"

    @property
    def home(self) -> Path:
        """The container's HOME."""
        return self.folder / "home"

    @property
    def event_path(self) -> Path:
        """The payload of the event that started the workflow."""
        return self.folder / "workflow" / "event.json"

    @property
    def _commands(self) -> Path:
        return self.folder / "file_commands"

    def command_file(self, kind: str) -> Path:
        """The file of that kind for this step."""
        return self._commands / f"{kind}_{self._guid}"

    @property
    def environment(self) -> dict[str, str]:
        """Exactly the variables that the container gets, and the interpreter's path."""
        return {
            "PATH": "/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin",
            **declared_inputs(self.token),
            **{input_variable(name): text for name, text in self.inputs.items()},
            "HOME": str(self.home),
            **self._github(),
            **self._around(),
            **self.more,
        }

    def _github(self) -> dict[str, str]:
        owner = self.repository.partition("/")[0]
        workflow = f"{self.repository}/.github/workflows/inbox.yml@refs/heads/main"
        named = {
            "ACTION": "__decision-inbox",
            "ACTION_REF": "v1",
            "ACTION_REPOSITORY": "decision-inbox/decision-inbox",
            "ACTOR": "somebody",
            "ACTOR_ID": "4242",
            "API_URL": self.api_url,
            "BASE_REF": "",
            "ENV": str(self.command_file("set_env")),
            "EVENT_NAME": self.event_name,
            "EVENT_PATH": str(self.event_path),
            "GRAPHQL_URL": f"{self.api_url}/graphql",
            "HEAD_REF": "",
            "JOB": "tick",
            "OUTPUT": str(self.command_file("set_output")),
            "PATH": str(self.command_file("add_path")),
            "REF": "refs/heads/main",
            "REF_NAME": "main",
            "REF_PROTECTED": "true",
            "REF_TYPE": "branch",
            "REPOSITORY": self.repository,
            "REPOSITORY_ID": "500000001",
            "REPOSITORY_OWNER": owner,
            "REPOSITORY_OWNER_ID": "3000001",
            "RETENTION_DAYS": "90",
            "RUN_ATTEMPT": "1",
            "RUN_ID": "4711",
            "RUN_NUMBER": "17",
            "SERVER_URL": "https://github.com",
            "SHA": "0" * 40,
            "STATE": str(self.command_file("save_state")),
            "STEP_SUMMARY": str(self.command_file("step_summary")),
            "TRIGGERING_ACTOR": "somebody",
            "WORKFLOW": "Decision inbox",
            "WORKFLOW_REF": workflow,
            "WORKFLOW_SHA": "0" * 40,
            "WORKSPACE": str(self.workspace),
        }
        return {f"GITHUB_{name}": text for name, text in named.items()}

    def _around(self) -> dict[str, str]:
        return {
            "RUNNER_ARCH": "X64",
            "RUNNER_ENVIRONMENT": "github-hosted",
            "RUNNER_NAME": "runner",
            "RUNNER_OS": "Linux",
            "RUNNER_TEMP": str(self.folder / "runner_temp"),
            "RUNNER_TOOL_CACHE": "/opt/hostedtoolcache",
            "RUNNER_WORKSPACE": str(self.folder),
            "ACTIONS_RUNTIME_URL": "http://127.0.0.1:9/",
            "ACTIONS_RUNTIME_TOKEN": "runtime-token",
            "ACTIONS_RESULTS_URL": "http://127.0.0.1:9/",
            "ACTIONS_CACHE_URL": "http://127.0.0.1:9/",
            "GITHUB_ACTIONS": "true",
            "CI": "true",
        }


def read_outputs(text: str) -> dict[str, str]:
    """The outputs in a command file; AssertionError for what would fail the step."""
    assert text == "" or text.endswith("\n"), "the last line of the file has no end"
    found: dict[str, str] = {}
    lines = iter(text.splitlines())
    for line in lines:
        if not line:
            continue
        equals, heredoc = line.find("="), line.find("<<")
        if equals >= 0 and (heredoc < 0 or equals < heredoc):
            name, value = line.split("=", 1)
        else:
            assert heredoc > 0, f"neither a value nor a delimiter: {line!r}"
            name, delimiter = line.split("<<", 1)
            value = "\n".join(_until(delimiter, lines))
        assert name not in found, f"{name} is given twice"
        found[name] = value
    return found


def _until(delimiter: str, lines: Iterator[str]) -> list[str]:
    value: list[str] = []
    for line in lines:
        if line == delimiter:
            return value
        value.append(line)
    raise AssertionError(f"no line {delimiter!r} ends the value")


def heard(log: str) -> list[Heard]:
    """Every command in the log, in the modern spelling and in the old one."""
    commands = (_modern(line) or _old(line) for line in _LINES.split(log))
    return [command for command in commands if command]


def _modern(line: str) -> Heard | None:
    text = line.lstrip()
    end = text.find("::", 2)
    if not text.startswith("::") or end < 0:
        return None
    return _command(text[2:end], text[end + 2 :], ",")


def _old(line: str) -> Heard | None:
    start = line.find("##[")
    end = line.find("]", start)
    if start < 0 or end < 0:
        return None
    return _command(line[start + 3 : end], line[end + 1 :], ";")


def _command(told: str, data: str, separator: str) -> Heard | None:
    name, _, rest = told.strip().partition(" ")
    if name.casefold() not in _KNOWN:
        return None
    pairs = (one.partition("=") for one in rest.split(separator) if "=" in one)
    properties = {key.strip(): unquote(value) for key, _, value in pairs}
    return Heard(name.casefold(), unquote(data), properties)
