"""What the demo prints: headings, prose, framed texts; in 88 columns and without colours."""

from __future__ import annotations

import re
import textwrap
from typing import TextIO

WIDTH = 88

_LEAD = re.compile(r" *(?:[-☐] )?")
_SPACE = re.compile(r"\n{3,}")


class Screen:
    """Prints on `out`; a character that its encoding lacks is shown as a question mark."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._encoding = out.encoding or "utf-8"
        self._is_blank = True

    def line(self, text: str = "") -> None:
        """One line, as it is."""
        safe = text.encode(self._encoding, "replace").decode(self._encoding).rstrip()
        print(safe, file=self._out)
        self._is_blank = not safe

    def gap(self) -> None:
        """One empty line, where there is none yet."""
        if not self._is_blank:
            self.line()

    def heading(self, text: str) -> None:
        """A line that begins a part."""
        self.gap()
        self.line(text)
        self.line("─" * WIDTH)

    def tell(self, text: str, *, first: str = "", indent: str = "") -> None:
        """A paragraph, with `first` before its first line and `indent` before the others."""
        for line in textwrap.wrap(
            text,
            WIDTH,
            initial_indent=first or indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        ):
            self.line(line)

    def point(self, text: str) -> None:
        """A paragraph behind a dash."""
        self.tell(text, first="   - ", indent="     ")

    def frame(self, title: str, text: str) -> None:
        """A text of some page: its place above, and a bar along its side."""
        self.gap()
        self.line(f"   ┌─ {title}")
        for line in _SPACE.sub("\n\n", text.strip("\n")).split("\n"):
            lead = _LEAD.match(line)
            hanging = " " * (lead.end() if lead else 0)
            if line:
                self.tell(line, first="   │ ", indent=f"   │ {hanging}")
            else:
                self.line("   │")
        self.line("   └─")
        self.gap()
