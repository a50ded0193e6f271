"""What one line leaves open: an HTML comment, or an element whose text is no plain words."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

# Elements whose text is code, a quotation or struck out, whatever Markdown makes of it.
_ELEMENTS = "pre|script|style|textarea|xmp|blockquote|q|code|samp|kbd|tt|del|s|strike"
_TOKEN = re.compile(rf"`+|<!--|<\?|<!\[CDATA\[|<(?:{_ELEMENTS})(?=[\s/>]|$)", re.IGNORECASE)
_TICKS = re.compile(r"`+")
_ESCAPED = re.compile(r"\\[!-/:-@\[-`{-~]")
_COMMENT = "<!--"
_ENDS = {
    _COMMENT: re.compile("-->"),
    "<?": re.compile(r"\?>"),
    "<![cdata[": re.compile(r"\]\]>"),
    **{f"<{name}": re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in _ELEMENTS.split("|")},
}


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """Something opened and not closed: what closes it, and whether it is a comment."""

    closer: re.Pattern[str]
    is_comment: bool


@dataclass(frozen=True, slots=True)
class Leftover:
    """What is left open where a line ends: an opener and its place, or a lone run of ticks.

    It is `tangled` when more opens behind the opener.
    """

    opener: LeftOpen | None = None
    at: int = -1
    tangled: bool = False
    odd_ticks: bool = False


def without_escapes(text: str) -> str:
    """`text` with each backslash and the punctuation it escapes blanked, places kept."""
    return _ESCAPED.sub("  ", text)


def opens_something(text: str) -> bool:
    """True when a comment or an element begins in `text`, escaped or closed again or not."""
    return any(token[0][0] == "<" for token in _TOKEN.finditer(text))


def left_open(text: str, *, raw: bool, spans: bool) -> Leftover:
    """What `text`, one line, leaves open.

    In `raw` HTML nothing is escaped and nothing a code span; elsewhere, with `spans`, tags inside
    code spans are plain text.
    """
    if not raw:
        text = without_escapes(text)
    closings = _tick_runs(text)
    at, odd_ticks = 0, False
    while token := _TOKEN.search(text, at):
        name = token[0].lower()
        at = token.end()
        if name[0] == "`":
            runs = closings[len(name)]
            following = bisect_left(runs, at)
            odd_ticks = odd_ticks or following == len(runs)
            if spans and not raw and following < len(runs):
                at = runs[following] + len(name)
            continue
        closer, is_comment = _ENDS[name], name == _COMMENT
        # `<!-->` is a whole comment.
        closing = closer.search(text, token.start() + 2 if is_comment else at)
        if not closing or not (is_comment or _is_plain(text[at : closing.start()])):
            tangled = opens_something(text[at:])
            return Leftover(LeftOpen(closer, is_comment), token.start(), tangled, odd_ticks)
        at = closing.end()
    return Leftover(odd_ticks=odd_ticks)


def _is_plain(inside: str) -> bool:
    return "`" not in inside and not opens_something(inside)


def _tick_runs(text: str) -> dict[int, list[int]]:
    runs: dict[int, list[int]] = {}
    for run in _TICKS.finditer(text):
        runs.setdefault(len(run[0]), []).append(run.start())
    return runs
