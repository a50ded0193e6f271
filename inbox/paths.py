"""Paths that people name: inside the repository, the checkout or the workspace, never outside."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

_CHECKOUT = "./"


@dataclass(frozen=True, slots=True)
class ConfigPath:
    """Where a configuration file is: in the checkout, or behind the API (interface.md)."""

    path: str
    in_checkout: bool

    def __str__(self) -> str:
        return (_CHECKOUT if self.in_checkout else "") + self.path


def config_path(text: str) -> ConfigPath:
    """The configuration file that `text` names; raises ValueError for what is outside."""
    return ConfigPath(str(inner_path(text)), text.startswith(_CHECKOUT))


def inner_path(text: str) -> PurePosixPath:
    """The relative path in `text`, without its `./`; raises ValueError for what leads out."""
    path = text.removeprefix(_CHECKOUT)
    if path.startswith("/") or "\\" in path or not path.isprintable():
        raise ValueError("this is no relative path; write one like config/owner.yml")
    if any(part in {"", ".", ".."} for part in path.split("/")):
        raise ValueError("the path names no file, or leads out; write one like config/owner.yml")
    return PurePosixPath(path)


def file_in(workspace: Path, name: PurePosixPath) -> Path:
    """Where the file `name` of the workspace is on disk, whether or not it exists yet.

    Raises ValueError when a link leads out of the workspace, or no file can stand there.
    """
    no_place = ValueError("no file can be written there; name another")
    try:
        root = workspace.resolve()
        path = (root / name).resolve()
        parent = next(folder for folder in path.parents if folder.exists())
        is_free = parent.is_dir() and (path.is_file() or not path.exists())
    except (OSError, RuntimeError):  # a circle of links, a name too long for the disk
        raise no_place from None
    if not path.is_relative_to(root):
        raise ValueError("a link leads out of the workspace; name a path that stays inside")
    if not is_free or path.is_symlink():
        raise no_place
    return path
