"""How long the program takes to its first request, and what of it is imported how long.

The same in its image, and how large that is, where a Docker engine answers.
"""

from __future__ import annotations

import json
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
from tests.container import engine
from tests.container.network import Network
from tests.stories.actions_runner import ROOT, Job

_RUNS = 3
# Runs the image's own entry point, and prints the seconds of CPU that it took.
_METERED = """
import json, os, subprocess, sys
program = subprocess.Popen(json.loads(sys.argv[1]), stdout=subprocess.DEVNULL)
_, _, used = os.wait4(program.pid, 0)
print(used.ru_utime + used.ru_stime)
"""


@dataclass(frozen=True, slots=True)
class StartUp:
    """Milliseconds from starting the process to its first request; of that, what each library and
    the program itself take to be imported, the largest first."""

    first_request: float
    interpreter: float
    imports: Sequence[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class ImageCost:
    """What the image adds to its base, in bytes, and the milliseconds of CPU from starting the
    program in a container until its first request was made, and refused, and that was told."""

    added: int
    cpu: float


def image_cost() -> ImageCost | None:
    """The image of this repository, built and measured; None where no Docker engine answers."""
    if not engine.answers():
        return None
    entry = json.dumps(engine.inspected(engine.built())["Config"]["Entrypoint"])
    with Network() as network, Server(Simulator()) as server:
        network.leads_to(server.url)
        given = {
            "GITHUB_API_URL": network.url,
            "GITHUB_REPOSITORY": "org/app",
            "INPUT_TOKEN": "unknown",
        }
        variables = (part for pair in given.items() for part in ("--env", "=".join(pair)))
        options = ("--read-only", *variables)
        runs = [
            engine.in_image(_METERED, entry, options=options, network=network.name)
            for _ in range(_RUNS)
        ]
    return ImageCost(engine.bytes_added(), min(float(seconds) for seconds in runs) * 1000)


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
