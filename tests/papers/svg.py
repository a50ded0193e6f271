"""Text as SVG: words of some styles, broken into lines, and shapes behind them.

Widths are estimated, as nobody knows the reader's font; so a line is one element, in which the
words follow each other whatever their real width, and nothing is placed after text.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from xml.sax.saxutils import escape, quoteattr

SANS = "-apple-system,'Segoe UI','Noto Sans',Helvetica,Arial,sans-serif"
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
INK, QUIET, LINK, LINE = "#1f2328", "#59636e", "#0969da", "#d1d9e0"

_NARROW, _WIDE = frozenset("iljtfrI.,:;|!'`()[]/\\ -"), frozenset("mwMW%@—")


@dataclass(frozen=True)
class Words:
    """A piece of text in one style; `size` in pixels."""

    text: str
    bold: bool = False
    code: bool = False
    colour: str = ""
    size: float = 14

    @property
    def width(self) -> float:
        """How wide it is in the widest of the usual fonts, in pixels."""
        each = (_em(character, mono=self.code) for character in self.text)
        return sum(each) * self.size * (1.06 if self.bold else 1)

    def markup(self) -> str:
        """The text as part of a line."""
        styles = {
            "font-weight": "600" if self.bold else "",
            "font-family": MONO if self.code else "",
            "font-size": f"{self.size * 0.87:g}" if self.code else f"{self.size:g}",
            "fill": self.colour,
        }
        given = "".join(f" {key}={quoteattr(value)}" for key, value in styles.items() if value)
        return f"<tspan{given}>{escape(self.text)}</tspan>"


def _em(character: str, *, mono: bool) -> float:
    if ord(character) >= 0x2600:
        return 1.3
    if mono:
        return 0.55
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.95
    return 0.72 if character.isupper() else 0.58


def broken(words: list[Words], width: float) -> list[list[Words]]:
    """The words in lines of at most that width; a longer one has a line of its own."""
    lines: list[list[Words]] = [[]]
    room = width
    for piece in words:
        for part in _parts(piece):
            if part.width > room and lines[-1]:
                while lines[-1] and not lines[-1][-1].text.strip():
                    lines[-1].pop()
                lines.append([])
                room = width
            if part.text.strip() or lines[-1]:
                lines[-1].append(part)
                room -= part.width
    return [_joined(line) for line in lines if line]


def _parts(piece: Words) -> list[Words]:
    """The piece in words and the blanks between them."""
    texts: list[str] = []
    for character in piece.text:
        if texts and (character == " ") == (texts[-1][-1] == " "):
            texts[-1] += character
        else:
            texts.append(character)
    return [replace(piece, text=text) for text in texts]


def _joined(line: list[Words]) -> list[Words]:
    """Neighbours of one style become one."""
    found: list[Words] = []
    for part in line:
        if found and replace(found[-1], text="") == replace(part, text=""):
            found[-1] = replace(part, text=found[-1].text + part.text)
        else:
            found.append(part)
    return found


@dataclass
class Canvas:
    """A picture of that width, which grows downwards; `y` is where the next thing begins."""

    width: float
    title: str
    font: str = SANS
    paper: str = "#ffffff"
    y: float = 0
    _marks: list[str] = field(default_factory=list)

    def line(self, words: list[Words], x: float, height: float, *, anchor: str = "") -> None:
        """One line of text, and the place below it."""
        self.text(words, x, self.y + height * 0.7, anchor=anchor)
        self.y += height

    def text(self, words: list[Words], x: float, baseline: float, *, anchor: str = "") -> None:
        """Text at a place; nothing moves."""
        inside = "".join(piece.markup() for piece in words)
        how = f' text-anchor="{anchor}"' if anchor else ""
        self._marks.append(
            f'<text x="{x:g}" y="{baseline:g}"{how} xml:space="preserve">{inside}</text>'
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        stroke: str = "none",
        radius: float = 0,
        first: bool = False,
    ) -> None:
        """A rectangle; with `first` behind everything that is there."""
        mark = (
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
            f' fill="{fill}" stroke="{stroke}"/>'
        )
        self._marks.insert(0 if first else len(self._marks), mark)

    def rule(self, x: float, width: float) -> None:
        """A thin line across."""
        self.box(x, self.y, width, 1, fill=LINE)

    def svg(self) -> str:
        """The whole file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {self.y:g}"'
            f' width="{self.width:g}" height="{self.y:g}" role="img"'
            f' font-family={quoteattr(self.font)} font-size="14" fill="{INK}">'
        )
        ground = (
            f'<rect x="0.5" y="0.5" width="{self.width - 1:g}" height="{self.y - 1:g}" rx="6"'
            f' fill="{self.paper}" stroke="{LINE}"/>'
        )
        title = f"<title>{escape(self.title)}</title>"
        return "\n".join([head, title, ground, *self._marks, "</svg>"]) + "\n"
