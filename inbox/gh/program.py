"""The real `gh`: where it is, what it answers when it is asked, and the change into it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from inbox.gh.aliases import listed
from inbox.gh.arguments import Call, Unknown

PROBE = "DECISION_INBOX_GH_PROBE"
"""With this variable the wrapper does nothing but say `ITS_NAME`: that is how it finds itself."""

ITS_NAME = "decision-inbox gh"

OVERRIDES = ("DECISIONS_OK", "MARVIN_DECISIONS_OK")
"""Whose value is the reason to let one call through (D22); `gh` does not inherit them."""

_LOUD = ("GH_FORCE_TTY", "CLICOLOR_FORCE")
_PATIENCE = 60
"""Seconds that `gh` has for one answer."""


class Unclear(Exception):
    """Nobody can say what `gh` would send; the text is a sentence without a full stop."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program wrote before it ended, and whether it ended well."""

    ok: bool
    out: str
    err: str


def _ask(command: Sequence[str], env: Mapping[str, str]) -> Answer | None:
    """What the program answers to nobody at a terminal; None when it does not run or end."""
    try:
        done = subprocess.run(
            command,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    out, err = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
    return Answer(done.returncode == 0, out, err)


def find(env: Mapping[str, str]) -> Gh | None:
    """The first `gh` on PATH that is not a script in front of this program; None without one."""
    quiet = {name: value for name, value in env.items() if name not in OVERRIDES}
    for folder in filter(None, os.get_exec_path(env)):
        path = Path(folder, "gh")
        if path.is_file() and os.access(path, os.X_OK) and not _leads_here(path, quiet):
            return Gh(path, quiet)
    return None


def _leads_here(path: Path, env: Mapping[str, str]) -> bool:
    try:
        with path.open("rb") as file:
            script = file.read(2) == b"#!"
    except OSError:
        return False
    answer = _ask([str(path), "--version"], {**env, PROBE: "1"}) if script else None
    return answer is not None and answer.out.strip() == ITS_NAME


@dataclass(frozen=True, slots=True)
class Gh:
    """The real `gh` and the variables that it gets."""

    path: Path
    env: Mapping[str, str]

    def _ask(self, *arguments: str) -> Answer | None:
        plain = {name: value for name, value in self.env.items() if name not in _LOUD}
        quiet = {"GH_PROMPT_DISABLED": "1", "GH_NO_UPDATE_NOTIFIER": "1", "NO_COLOR": "1"}
        return _ask([str(self.path), *arguments], {**plain, **quiet})

    def takes_value(self, flag: Unknown) -> bool | None:
        """True when the flag takes a value, False when it does not, None when `gh` rejects it.

        Asked behind `--help`, so that nothing happens. Raises Unclear for any other answer.
        """
        answer = self._ask(flag.group, flag.verb, "--help", flag.flag)
        match answer:
            case Answer(ok=True):
                return False
            case Answer(err=said) if said.startswith("flag needs an argument"):
                return True
            case Answer(err=said) if said.startswith(("unknown flag", "unknown shorthand flag")):
                return None
            case _:
                raise Unclear(f"gh does not say what its flag {flag.flag} is")

    def aliases(self) -> Mapping[str, str] | None:
        """The user's aliases by name; None when they cannot be read."""
        answer = self._ask("alias", "list")
        if answer is None or (not answer.ok and "no aliases configured" not in answer.err):
            return None
        return listed(answer.out)

    def bodies_now(self, call: Call) -> tuple[str, ...] | None:
        """The present body of everything that the call edits; None when one cannot be read."""
        bodies = [self._body(call, (target,)) for target in call.targets] or [self._body(call, ())]
        found = tuple(body for body in bodies if body is not None)
        return found if len(found) == len(bodies) else None

    def _body(self, call: Call, targets: tuple[str, ...]) -> str | None:
        repo = call.last("repo")
        where = [f"--repo={repo.value}"] if repo else []
        answer = self._ask(call.group, "view", *where, "--json", "body", "--", *targets)
        if answer is None or not answer.ok:
            return None
        try:
            body = json.loads(answer.out)["body"]
        except (ValueError, LookupError, TypeError, RecursionError):
            return None
        return body if isinstance(body, str) else None

    def become(self, arguments: Sequence[str], inherited: Iterable[int]) -> NoReturn:
        """This process is `gh` from now on: its exit status and signals are gh's own.

        `inherited` are the open files that it needs besides the three usual ones. Raises OSError
        when it cannot be executed.
        """
        for number in inherited:
            os.set_inheritable(number, True)
        for name in ("SIGPIPE", "SIGXFSZ"):  # Python ignores these two, and `gh` would inherit it
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_DFL)
        os.execve(self.path, [str(self.path), *arguments], dict(self.env))
