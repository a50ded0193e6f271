"""The container's entry point: one command of the inbox, run with the runner's environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inbox.cli import console, run


def main(env: Mapping[str, str], arguments: Sequence[str] = ()) -> int:
    """The exit status after one command: the one in `arguments`, else the action's `command`."""
    return run(arguments, env)


if __name__ == "__main__":
    console()
