"""`decision-inbox demo`: a whole story on a simulated GitHub, without network and without token."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from inbox.demo.keeping import keep
from inbox.demo.screen import Screen
from inbox.demo.stage import Stage
from inbox.demo.story import SCENES, opening
from inbox.errors import Bug, InboxError

FILES = ("metrics_summary.json", "decision-inbox-summary.md")


def demo(out: TextIO, folder: Path = Path()) -> int:
    """The story is told on `out`; the last tick's metrics and job summary are in `folder`.

    The exit status: 0, or 1 where a file could not be written, or is somebody else's.
    """
    screen = Screen(out)
    opening(screen)
    try:
        with Stage() as stage:
            for number, scene in enumerate(SCENES, 1):
                screen.heading(f"{number}  {scene.title}")
                scene.play(stage, screen)
            last, violations = stage.last, stage.violations
        if violations:
            raise Bug(f"The demo asked for what GitHub does not have: {violations[0]}.")
    except InboxError as failure:
        screen.tell(f"{failure.what} {failure.advice}")
        return failure.exit_status
    kept = keep(folder, dict(zip(FILES, (last.metrics, last.page), strict=True)))
    screen.gap()
    for file in kept:
        screen.tell(file.said)
    screen.tell("To set it up for a repository of yours: README.md, “Set it up”.")
    return 0 if all(file.is_written for file in kept) else 1
