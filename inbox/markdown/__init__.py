"""Markdown as the inbox reads and writes it: newlines, markers, foreign words, live lines.

Nothing here knows what a ballot is; everything works on text alone.
"""

from __future__ import annotations

from inbox.markdown.characters import is_invisible, normalise, without_invisible
from inbox.markdown.lines import Line, Standing, first_paragraph, live_lines, read_lines
from inbox.markdown.marker import Marker, find_markers, render_marker
from inbox.markdown.neutral import (
    Foreign,
    Piece,
    Plain,
    log_safe,
    neutral,
    neutral_cell,
    safe_sentence,
    sentence,
)
from inbox.markdown.spelling import MOST_LETTERS_APART, letters_between

__all__ = [
    "MOST_LETTERS_APART",
    "Foreign",
    "Line",
    "Marker",
    "Piece",
    "Plain",
    "Standing",
    "find_markers",
    "first_paragraph",
    "is_invisible",
    "letters_between",
    "live_lines",
    "log_safe",
    "neutral",
    "neutral_cell",
    "normalise",
    "read_lines",
    "render_marker",
    "safe_sentence",
    "sentence",
    "without_invisible",
]
