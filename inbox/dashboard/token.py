"""The owner's token: from the environment, else from GitHub's own command line program."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from urllib.parse import urlsplit

_PATIENCE = 10  # seconds
_NAMES = ("INPUT_TOKEN", "GITHUB_TOKEN")


def with_token(options: Mapping[str, str], env: Mapping[str, str]) -> Mapping[str, str]:
    """The environment; where neither it nor an option holds a token, that of `gh auth token`.

    It is passed on in memory alone. Without `gh`, or where nobody is logged in, nothing is added.
    Source: https://cli.github.com/manual/gh_auth_token
    """
    if "token" in options or any(env.get(name, "").strip() for name in _NAMES):
        return env
    found = _asked(env, host) if (host := _host(env)) else ""
    return {**env, "GITHUB_TOKEN": found} if found else env


def _host(env: Mapping[str, str]) -> str:
    """The host that gets the token, as `gh` names it: no other host's token is ever sent there."""
    try:
        api = urlsplit(env.get("GITHUB_API_URL", "").strip() or "https://github.com").hostname
    except ValueError:
        return ""
    return (api or "").removeprefix("api.")


def _asked(env: Mapping[str, str], host: str) -> str:
    command = ["gh", "auth", "token", "--hostname", host]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_PATIENCE, env=dict(env)
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
