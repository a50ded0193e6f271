"""How long the program takes to its first request, and what of it is imported how long."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inbox.simulator import Server, Simulator
from tests.stories.actions_runner import ROOT, Job

_RUNS = 3


@dataclass(frozen=True, slots=True)
class StartUp:
    """Milliseconds from starting the process to its first request; of that, what each library and
    the program itself take to be imported, the largest first."""

    first_request: float
    interpreter: float
    imports: Sequence[tuple[str, float]]


def start_up() -> StartUp:
    """The real program as a process, up to its first request; its imports in another process.

    Of three runs the best, for whatever else the machine does only adds.
    """
    return StartUp(
        min(_until_first_request() for _ in range(_RUNS)),
        min(_interpreter() for _ in range(_RUNS)),
        min((_imports() for _ in range(_RUNS)), key=lambda spent: sum(ms for _, ms in spent)),
    )


def _until_first_request() -> float:
    gh = Simulator()
    gh.repository("org/app", files={"config/owner.yml": "github_login: owner\n"})
    token = gh.workflow_token("org/app")
    asked: list[float] = []
    gh.on_request.append(lambda _: asked.append(time.perf_counter()))
    with Server(gh) as server, tempfile.TemporaryDirectory() as folder:
        job = Job(Path(folder), server.url, "org/app", token)
        started = time.perf_counter()
        subprocess.run(
            [sys.executable, "-s", str(ROOT / "entrypoint.py")],
            env=job.environment,
            cwd=job.workspace,
            capture_output=True,
            check=True,
        )
    return (asked[0] - started) * 1000


def _interpreter() -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-s", "-c", ""], check=True)
    return (time.perf_counter() - started) * 1000


_IMPORT = re.compile(r"import time:\s*(\d+) \|\s*\d+ \|\s*([\w.]+)")


def _imports() -> Sequence[tuple[str, float]]:
    """The milliseconds of each top-level package's own modules, the largest first."""
    run = [sys.executable, "-s", "-X", "importtime", "-c", "import entrypoint, inbox.tick_command"]
    told = subprocess.run(run, cwd=ROOT, capture_output=True, check=True, text=True).stderr
    spent: Counter[str] = Counter()
    for microseconds, module in _IMPORT.findall(told):
        top = module.partition(".")[0].lstrip("_") or module
        spent["standard library" if top in sys.stdlib_module_names else top] += int(microseconds)
    return [(name, total / 1000) for name, total in spent.most_common()]
