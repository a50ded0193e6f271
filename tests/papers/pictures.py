"""The pictures of README.md and docs/, drawn from what the program really wrote.

`python -m tests.papers.pictures` writes them into docs/pictures; the same texts give the same files
to the byte, and tests/papers/test_pictures.py holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from inbox.labels import LOOKS, PENDING
from tests.papers.markdown_picture import draw
from tests.papers.page import ROOT, Page
from tests.papers.svg import INK, LINE, MONO, QUIET, Canvas, Words

GOLDEN = ROOT / "tests" / "golden"
FOLDER = ROOT / "docs" / "pictures"
WIDTH, EDGE = 860.0, 24.0
_NIGHT, _DAY = "#0d1117", "#e6edf3"


def ballot() -> str:
    """A ballot as its owner finds it: docs/ballot.md holds its text to the letter."""
    title, _, body = re.sub(
        r"^> ?", "", Page("docs/ballot.md").part("ballot"), flags=re.M
    ).partition("\n\n")
    canvas = Canvas(WIDTH, "A ballot: an issue that asks about one pull request")
    canvas.y = 18
    number = Words("  #3", colour=QUIET, size=24)
    canvas.line([Words(title.strip("*"), size=24), number], EDGE, 38)
    canvas.box(EDGE, canvas.y + 2, 64, 24, fill="#1f883d", radius=12)
    canvas.text(
        [Words("Open", bold=True, size=13, colour="#ffffff")],
        EDGE + 32,
        canvas.y + 19,
        anchor="middle",
    )
    said = [
        Words("github-actions", bold=True, size=13),
        Words(" bot opened this issue", colour=QUIET),
    ]
    canvas.text(said, EDGE + 76, canvas.y + 19)
    canvas.y += 42
    label = Words(PENDING, bold=True, size=12)
    canvas.box(
        EDGE, canvas.y, label.width * 1.15 + 16, 22, fill=f"#{LOOKS[PENDING].color}", radius=11
    )
    canvas.text([label], EDGE + label.width * 0.575 + 8, canvas.y + 15, anchor="middle")
    canvas.text([Words("assigned to mona", colour=QUIET, size=13)], EDGE + 232, canvas.y + 15)
    canvas.y += 36
    top = canvas.y
    canvas.y += 16
    draw(canvas, body, EDGE + 18, WIDTH - 2 * EDGE - 36)
    canvas.box(EDGE, top, WIDTH - 2 * EDGE, canvas.y - top, stroke=LINE, radius=6)
    canvas.y += EDGE
    return canvas.svg()


def summary() -> str:
    """The page of a run: a golden file of the job summary."""
    canvas = Canvas(WIDTH, "The page of a run: what waits, what was done, what was not counted")
    canvas.y = 14
    text = (GOLDEN / "summary" / "busy.md").read_text(encoding="utf-8")
    draw(canvas, text, EDGE, WIDTH - 2 * EDGE)
    canvas.y += 10
    return canvas.svg()


def demo() -> str:
    """The beginning of the demo, as a terminal shows it: its golden file up to the first vote."""
    told = (GOLDEN / "demo.txt").read_text(encoding="utf-8").partition("\n3  ")[0].rstrip()
    canvas = Canvas(WIDTH, "decision-inbox demo, in a terminal", font=MONO, paper=_NIGHT)
    canvas.y = 20
    for line in ["$ decision-inbox demo", *told.splitlines()]:
        is_heading = re.match(r"\d  |\$ ", line) is not None
        canvas.line([Words(line, bold=is_heading, size=12.5)], EDGE, 18)
    canvas.y += 16
    return canvas.svg().replace(f'fill="{INK}"', f'fill="{_DAY}"', 1)


PICTURES: dict[str, Callable[[], str]] = {"ballot": ballot, "summary": summary, "demo": demo}


def write() -> None:
    """Every picture is written anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(drawn(), encoding="utf-8")


if __name__ == "__main__":
    write()
