"""What the Actions runner says about the run, read from its variables; absent ones do no harm."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from inbox.errors import ConfigurationError, Mistake
from inbox.refs import RepoRef

T = TypeVar("T")

FOREIGN_CHECKOUT_EVENTS = frozenset(
    {
        "merge_group",
        "pull_request",
        "pull_request_review",
        "pull_request_review_comment",
        "pull_request_target",
        "push",
        "workflow_run",
    }
)
"""Runs that are about somebody's branch: what is checked out there is no authority.

The two review events check out the pull request's merge commit as `pull_request` does
(https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows).
"""

_GITHUB_API = "https://api.github.com"
_LONGEST_INTERVAL = 3600.0


class Mistakes:
    """Collects what is wrong while values are read, so that every mistake is said at once."""

    def __init__(self) -> None:
        self._found: list[Mistake] = []

    def read(self, place: str, text: str, parse: Callable[[str], T], absent: T) -> T:
        """What `text` says; `absent` when it is empty, or wrong, which is then noted."""
        if not text:
            return absent
        try:
            return parse(text)
        except ValueError as wrong:
            self.note(place, str(wrong))
            return absent

    def note(self, place: str, sentence: str) -> None:
        """The mistake `<what is wrong>; <what to write>` is among those that will be said."""
        what, _, advice = sentence.partition("; ")
        self._found.append(Mistake(place, 0, what, advice))

    def raise_any(self) -> None:
        """Nothing was wrong; raises ConfigurationError with every mistake otherwise."""
        if self._found:
            raise ConfigurationError(tuple(self._found))


@dataclass(frozen=True, slots=True)
class Environment:
    """The run: where GitHub is, which repository and event started it, which files to write.

    `repository` is the workflow's own, `action_repository` the action's (absent for `uses: ./`).
    `write_interval` is in seconds (protocol P45).
    """

    api_url: str = _GITHUB_API
    graphql_url: str = f"{_GITHUB_API}/graphql"
    server_url: str = "https://github.com"
    repository: RepoRef | None = None
    action_repository: RepoRef | None = None
    event_name: str = ""
    event_path: Path | None = None
    workspace: Path = Path()
    output: Path | None = None
    step_summary: Path | None = None
    run_id: str = ""
    on_actions: bool = False
    debug: bool = False
    write_interval: float = 1.0

    @property
    def is_about_a_branch(self) -> bool:
        """True in runs where a checkout, or a named ref, may be anybody's (interface.md)."""
        return self.event_name in FOREIGN_CHECKOUT_EVENTS

    @property
    def run_url(self) -> str:
        """The page of this workflow run; empty where there is none."""
        if not (self.repository and self.run_id.isascii() and self.run_id.isdigit()):
            return ""
        return f"{self.server_url}/{self.repository}/actions/runs/{self.run_id}"

    def default_branch(self) -> str | None:
        """The default branch of the workflow's repository as the event names it; None if unknown.

        Nothing else of the event is believed: it wakes the action and proves nothing.
        """
        if self.event_path is None:
            return None
        try:
            event = json.loads(self.event_path.read_bytes())
            name = event["repository"]["default_branch"]
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            return None
        return name if isinstance(name, str) and name else None


def read_environment(variables: Mapping[str, str], mistakes: Mistakes | None = None) -> Environment:
    """The run as the runner's variables describe it.

    Raises ConfigurationError with every mistake at once. A caller that reads more before raising
    passes its own `mistakes`; one that only wants to speak to the runner passes them and drops them
    (https://docs.github.com/en/actions/reference/workflows-and-actions/variables).
    """
    found = mistakes or Mistakes()

    def take(name: str, parse: Callable[[str], T], absent: T) -> T:
        return found.read(name, variables.get(name, "").strip(), parse, absent)

    api = take("GITHUB_API_URL", web_address, _GITHUB_API)
    environment = Environment(
        api_url=api,
        graphql_url=take("GITHUB_GRAPHQL_URL", web_address, _graphql_beside(api)),
        server_url=take("GITHUB_SERVER_URL", web_address, _server_behind(api)),
        repository=take("GITHUB_REPOSITORY", RepoRef.parse, None),
        action_repository=take("GITHUB_ACTION_REPOSITORY", RepoRef.parse, None),
        event_name=take("GITHUB_EVENT_NAME", str, ""),
        event_path=take("GITHUB_EVENT_PATH", Path, None),
        workspace=take("GITHUB_WORKSPACE", Path, Path()),
        output=take("GITHUB_OUTPUT", Path, None),
        step_summary=take("GITHUB_STEP_SUMMARY", Path, None),
        run_id=take("GITHUB_RUN_ID", str, ""),
        on_actions=variables.get("GITHUB_ACTIONS", "") == "true",
        debug=variables.get("RUNNER_DEBUG", "") == "1",
        write_interval=take("DECISION_INBOX_WRITE_INTERVAL", _interval, 1.0),
    )
    if mistakes is None:
        found.raise_any()
    return environment


def web_address(text: str) -> str:
    """The address in `text` without a final slash; raises ValueError unless plain http(s)."""
    advice = "write an address like https://github.example.com, without login, query or fragment"
    try:
        parts = urlsplit(text)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or not text.isascii() or not text.isprintable() or set(text) & set(' \\"<>'):
        raise ValueError(f"this is no http(s) address; {advice}")
    if "@" in parts.netloc:
        raise ValueError(f"the address carries a login; {advice}")
    if parts.query or parts.fragment or text.endswith(("?", "#")):
        raise ValueError(f"the address has a query or a fragment; {advice}")
    return text.rstrip("/")


def _graphql_beside(api: str) -> str:
    """Where the GraphQL API of the same host is: never another host, which must not get the token.

    https://docs.github.com/en/enterprise-server@latest/graphql/guides/forming-calls-with-graphql
    """
    return api.removesuffix("/v3") + "/graphql" if api.endswith("/api/v3") else api + "/graphql"


def _server_behind(api: str) -> str:
    parts = urlsplit(api)
    return f"{parts.scheme}://{parts.netloc.removeprefix('api.')}"


def _interval(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds <= _LONGEST_INTERVAL:
        raise ValueError("this is no number of seconds; write one from 0 to 3600")
    return seconds
