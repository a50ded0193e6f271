"""The changed files of a pull request, as far as classifying needs them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

_POINTER = re.compile(r"^[-+]Subproject commit [0-9a-f]{40,64}(?:-dirty)?$", re.MULTILINE)


class FileStatus(Enum):
    """What happened to a file; the values are GitHub's own.

    Source: https://docs.github.com/rest/pulls/pulls#list-pull-requests-files
    """

    ADDED = "added"
    REMOVED = "removed"
    MODIFIED = "modified"
    RENAMED = "renamed"
    COPIED = "copied"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class ChangedFile:
    """One entry of a pull request's file list; `previous_path` where it was renamed or copied."""

    path: str
    status: FileStatus
    previous_path: str | None = None
    is_submodule: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        """The path it has, then the one it had, which rules match alike."""
        if self.previous_path is None or self.previous_path == self.path:
            return (self.path,)
        return (self.path, self.previous_path)


def is_submodule_pointer(*, patch: str | None, blob_url: str | None) -> bool:
    """True when a file of the list is a submodule's pointer, or might be one.

    The list does not hold git's mode 160000. A pointer has no blob, so its `blob_url` is null
    (github/rest-api-description issue 5563), and where a patch is shown it consists of
    `Subproject commit <sha>` lines. An ordinary file with such a line counts too: it waits for its
    owner instead of slipping through.
    """
    return blob_url is None or (patch is not None and bool(_POINTER.search(patch)))
