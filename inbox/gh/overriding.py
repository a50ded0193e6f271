"""One call let through by a person who gives a reason, and the log that remembers it (D22)."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from inbox.gh.program import OVERRIDES

_LOG = "DECISIONS_LOG"


class NotRemembered(Exception):
    """An override cannot be written down; the text says where and why."""


def reason(env: Mapping[str, str]) -> str:
    """Why this call may pass; empty without a reason, and a blank one is none."""
    return next((text for name in OVERRIDES if (text := env.get(name, "").strip())), "")


def log_path(env: Mapping[str, str]) -> Path:
    """Where overrides are remembered: DECISIONS_LOG, or the folder for such files of the user.

    Raises NotRemembered when nobody says where that is
    (https://specifications.freedesktop.org/basedir/latest/).
    """
    if named := env.get(_LOG, "").strip():
        return Path(named)
    state, home = env.get("XDG_STATE_HOME", ""), env.get("HOME", "")
    if not state.startswith("/") and not home:
        raise NotRemembered("neither XDG_STATE_HOME nor HOME says where your files are")
    folder = Path(state) if state.startswith("/") else Path(home, ".local", "state")
    return folder / "decision-inbox" / "gh-calls.jsonl"


def remember(env: Mapping[str, str], entry: Mapping[str, str | Sequence[str]]) -> None:
    """One line of JSON more is in the log, with the time and the current folder.

    Raises NotRemembered when it cannot be written.
    """
    path = log_path(env)
    try:
        known = {"time": datetime.now(UTC).isoformat(timespec="seconds"), "folder": str(Path.cwd())}
        line = json.dumps({**known, **entry})
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            written = os.write(file, content := f"{line}\n".encode())
        finally:
            os.close(file)
        if written != len(content):
            raise NotRemembered(f"{path} takes no more")
    except (OSError, ValueError) as failure:  # ValueError: a path that no system takes
        named = getattr(failure, "filename", None) or path
        why = getattr(failure, "strerror", None) or str(failure)
        raise NotRemembered(f"{named}: {why}") from failure
