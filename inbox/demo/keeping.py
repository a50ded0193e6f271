"""The two files that the demo leaves behind; somebody else's file is never written over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of one file: whether it is written, and a sentence about it."""

    is_written: bool
    said: str


def keep(folder: Path, texts: Mapping[str, str]) -> list[Kept]:
    """Each text is in the file of that name in `folder`, or it is said why it is not."""
    return [_keep(folder / name, text) for name, text in texts.items()]


def _keep(path: Path, text: str) -> Kept:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not _is_ours(path):
            return Kept(
                False,
                f"{path} is there already and not from this program: it is left as it is. Name"
                " another folder: decision-inbox demo --folder FOLDER",
            )
        path.write_text(text, encoding="utf-8")
    except OSError as failure:
        return Kept(False, f"{path} could not be written: {failure.strerror or failure}.")
    where = "the current folder" if path.parent == Path() else path.parent
    return Kept(True, f"Written into {where}: {path.name}")


def _is_ours(path: Path) -> bool:
    """True for metrics and summaries as a tick, or an earlier demo, writes them."""
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".md":
            return text.startswith("## Decision inbox: ")
        found = json.loads(text)
    except ValueError:
        return False
    return isinstance(found, dict) and {"schema", "inbox_resolved_this_tick"} <= found.keys()
