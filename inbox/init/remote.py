"""Which repository on GitHub a folder is a clone of, as its git says."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from inbox.errors import ConfigurationError, Mistake
from inbox.refs import RefError, RepoRef

_GITHUB = "https://github.com"
_SHORT = re.compile(r"(?:[\w.-]+@)?(?P<host>[\w.-]+):(?P<path>(?!//).+)")
_PATIENCE = 10  # seconds


def repository_of(folder: Path, server_url: str = "") -> RepoRef | None:
    """The repository behind the remote `origin`, if it is one of that server (GitHub's own).

    None without git, without such a remote, and for a remote on another host.
    """
    return parse_remote(_git(folder, "remote", "get-url", "origin"), server_url or _GITHUB)


def in_clone(env: Mapping[str, str], folder: Path = Path()) -> Mapping[str, str]:
    """The environment; where it names no repository, that of the folder's clone stands in it."""
    if env.get("GITHUB_REPOSITORY", "").strip():
        return env
    found = repository_of(folder, env.get("GITHUB_SERVER_URL", ""))
    return {**env, "GITHUB_REPOSITORY": str(found)} if found else env


def placed(env: Mapping[str, str], repository: str | None, *, option: str) -> Mapping[str, str]:
    """The environment, in which the workflow's repository stands if anybody knows it.

    It is the one named, else the run's, else that of the current folder. Raises ConfigurationError
    where the option does not name one.
    """
    if repository is None:
        return in_clone(env)
    try:
        return {**env, "GITHUB_REPOSITORY": str(RepoRef.parse(repository))}
    except RefError as odd:
        what, _, advice = str(odd).partition("; ")
        raise ConfigurationError((Mistake(option, 0, what, advice),)) from odd


def top_of(folder: Path) -> Path | None:
    """The root of the clone that the folder is in, None where it is in none."""
    found = _git(folder, "rev-parse", "--show-toplevel")
    return Path(found) if found else None


def parse_remote(address: str, server_url: str) -> RepoRef | None:
    """The repository that an address of git names on that server, in any of git's three forms."""
    short = None if "://" in address else _SHORT.fullmatch(address)
    try:
        parts = urlsplit(address)
        host, path = (short["host"], short["path"]) if short else (parts.hostname, parts.path)
    except ValueError:
        return None
    if (host or "").lower() != (urlsplit(server_url).hostname or ""):
        return None
    try:
        return RepoRef.parse(path.strip("/").removesuffix(".git"))
    except RefError:
        return None


def _git(folder: Path, *arguments: str) -> str:
    """What git answers there; empty where there is no git, or it refuses."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_PATIENCE
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
