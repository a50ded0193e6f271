"""The program in its container, started as the Actions runner starts a container action.

From the runner's public source (ContainerActionHandler, DockerCommandManager, ContainerInfo): the
names of the variables on the command line and their values in the client's environment, the folders
mounted under /github and owned by another account, the workspace as working directory, no user.
Two things are stricter than there: the root file system is read-only, and there is no network but
the simulated GitHub.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.container.engine import built, docker, in_image
from tests.container.network import Network
from tests.stories.actions_runner import Job
from tests.stories.stage import Stage, Way

RUNNER = 1001
_FOLDERS = {
    "runner_temp": "/github/runner_temp",
    "home": "/github/home",
    "workflow": "/github/workflow",
    "file_commands": "/github/file_commands",
    "workspace": "/github/workspace",
}


class Contained(Stage):
    """A stage whose ticks run in containers; `options` are further ones of `docker run`.

    `frozen` names folders that are mounted read-only, `more` further variables of the workflow.
    """

    def __init__(self, network: Network, **given: Any) -> None:
        super().__init__(way=Way.PROCESS, **given)
        self.network = network
        self.options: tuple[str, ...] = ()
        self.frozen: frozenset[str] = frozenset()
        self.more: Mapping[str, str] = {}

    @property
    def _api_url(self) -> str:
        self.network.leads_to(super()._api_url)
        return self.network.url

    def _run(self, job: Job) -> tuple[int, str, str]:
        (job.folder / "runner_temp").mkdir()
        _hand_over(job.folder)
        variables = {
            name: _inside(job.folder, text)
            for name, text in {**job.environment, **self.more}.items()
            if name != "PATH"
        }
        done = docker(
            *("run", "--rm", "--read-only", "--workdir", "/github/workspace"),
            *("--network", self.network.name),
            *(part for name in variables for part in ("--env", name)),
            *(part for mount in self._mounts(job.folder) for part in ("--volume", mount)),
            *self.options,
            built(),
            variables=variables,
            check=False,
        )
        _take_back(job.folder)
        return done.returncode, done.stdout, done.stderr

    def _mounts(self, folder: Path) -> list[str]:
        return [
            f"{folder / name}:{inside}{':ro' if name in self.frozen else ''}"
            for name, inside in _FOLDERS.items()
        ]


def _hand_over(folder: Path) -> None:
    """Everything there belongs to the runner's account, where we may give it away."""
    if os.geteuid() == 0:
        for each in (folder, *folder.rglob("*")):
            os.chown(each, RUNNER, RUNNER, follow_symlinks=False)


def _take_back(folder: Path) -> None:
    """Folders that the container made are root's; whoever is not root could not remove them."""
    if os.geteuid() != 0:
        take = "import os, pathlib, sys\nfor path in pathlib.Path('/folder').rglob('*'):\n"
        take += "    os.chown(path, int(sys.argv[1]), -1, follow_symlinks=False)"
        in_image(take, str(os.geteuid()), options=("--volume", f"{folder}:/folder"))


def _inside(folder: Path, text: str) -> str:
    """A path on the machine as the container knows it; any other text as it is."""
    for name, inside in _FOLDERS.items():
        outside = str(folder / name)
        if text == outside or text.startswith(f"{outside}/"):
            return inside + text.removeprefix(outside)
    return text
