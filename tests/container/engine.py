"""The Docker engine that answers, and the image that it builds from this repository."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tests.stories.actions_runner import ROOT

IMAGE = "decision-inbox-under-test"


def docker(
    *arguments: str, variables: Mapping[str, str] | None = None, check: bool = True
) -> subprocess.CompletedProcess[str]:
    """What the client says; its own environment is ours with `variables` besides."""
    done = subprocess.run(
        ["docker", *arguments],
        env={**os.environ, **(variables or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=300,
    )
    if check and done.returncode:
        raise AssertionError(f"docker {' '.join(arguments[:2])}: {done.stderr or done.stdout}")
    return done


@lru_cache(maxsize=1)
def answers() -> bool:
    """True where an engine can be used."""
    try:
        return docker("info", check=False).returncode == 0
    except FileNotFoundError:
        return False


def base() -> str:
    """The image that the Dockerfile builds on: the one that `BASE` names, else its own."""
    recipe = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    (own,) = re.findall(r"^ARG BASE=(.+)$", recipe, re.MULTILINE)
    return os.environ.get("BASE") or str(own)


@lru_cache(maxsize=1)
def built() -> str:
    """The image, built as the runner does it: by this Dockerfile, in its own folder.

    Its base is fetched first where it is not there, for BuildKit keeps it to itself.
    """
    if docker("image", "inspect", base(), check=False).returncode:
        docker("pull", base())
    chosen = ("--network", "host", "--build-arg", f"BASE={base()}", "--tag", IMAGE)
    docker("build", *chosen, "--file", str(ROOT / "Dockerfile"), str(ROOT))
    return IMAGE


def inspected(image: str) -> dict[str, Any]:
    """What the engine knows about that image."""
    (found,) = json.loads(docker("image", "inspect", image).stdout)
    return dict(found)


def bytes_added() -> int:
    """How much larger the image is than the one it builds on, uncompressed."""
    return int(inspected(built())["Size"]) - int(inspected(base())["Size"])


def in_image(
    code: str, *arguments: str, options: tuple[str, ...] = (), network: str = "none"
) -> str:
    """What that Python code prints when it runs in the image instead of the program."""
    run = ("run", "--rm", "--network", network, *options, "--entrypoint", "/usr/local/bin/python")
    return docker(*run, built(), "-c", code, *arguments).stdout
