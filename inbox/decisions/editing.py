"""Lines of a text changed, added and taken away, every other byte kept (decisions D2, D7)."""

from __future__ import annotations

from collections.abc import Sequence

from inbox.decisions.grammar import read_box
from inbox.decisions.lines import TextLine, join_lines, split_lines


class Edits:
    """A text and what is to change in it; lines count from 1, as they stood at the beginning."""

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)
        self._replaced: dict[int, str | None] = {}
        self._added: dict[int, list[str]] = {}

    def tick(self, number: int, *, on: bool) -> None:
        """The box of that line is ticked or not; one that is already keeps its letter."""
        text = self._lines[number - 1].text
        box = read_box(text)
        if box is not None and box.is_ticked is not on:
            self._replaced[number] = box.before + ("x" if on else " ") + box.behind

    def put(self, line: str | None, *, at: Sequence[int], below: int) -> None:
        """`line` stands in the last of the lines `at`, and the others are gone.

        Without such lines it is added under the line `below`; None only takes them away.
        """
        for number in at:
            self._replaced[number] = None
        if line is None:
            return
        if at:
            self._replaced[at[-1]] = line
        else:
            self._added.setdefault(below, []).append(line)

    @property
    def text(self) -> str:
        """The text with every change; an added line ends as the line above it does."""
        result: list[TextLine] = []
        for number, line in enumerate(self._lines, start=1):
            text = self._replaced.get(number, line.text)
            if text is not None:
                result.append(TextLine(text, line.ending))
            elif not line.ending and result:
                # What was the last line of the text is gone, and so is what divided it.
                result[-1] = TextLine(result[-1].text, "")
            for added in self._added.get(number, ()):
                above = result[-1]
                ending = above.ending or self._usual_ending
                result[-1] = TextLine(above.text, ending)
                result.append(TextLine(added, above.ending))
        return join_lines(result)

    @property
    def _usual_ending(self) -> str:
        return next((line.ending for line in self._lines if line.ending), "\n")
