"""Finding a text that the bot's own saving wrote over, so that nobody's edit is lost (D14).

GitHub has no compare-and-set: somebody may save a description between the bot's reading and its
writing. The edit history then shows theirs between the text that the bot stood on and its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from inbox.decisions.block import read_block
from inbox.decisions.lines import split_lines
from inbox.markdown import normalise
from inbox.refs import Account
from inbox.world import Revision

_HOW_FAR_BACK = 10


def overwritten(revisions: Sequence[Revision], bot: Account) -> str | None:
    """The text that the newest saving, the bot's, wrote over without having seen it; None for none.

    The bot changes nothing but ticks, Answer and Note lines: where its text is otherwise that of an
    older saving and not of the one right before it, the one right before it was not seen.
    """
    if len(revisions) < 3 or not bot.is_same(revisions[-1].by):
        return None
    newest, unseen = revisions[-1].text, revisions[-2].text
    if newest is None or unseen is None or bot.is_same(revisions[-2].by):
        return None
    frame = without_answers(newest)
    if without_answers(unseen) == frame:
        return None
    for older in revisions[-3 : -3 - _HOW_FAR_BACK : -1]:
        if older.text is not None and without_answers(older.text) == frame:
            return unseen if _lines(older.text) != _lines(newest) else None
    return None


def saved_between(
    revisions: Sequence[Revision], bot: Account, expected: str, written: str
) -> str | None:
    """The text that somebody saved between the bot's reading `expected` and its writing `written`;
    None where the newest saving is not that one, or followed what was expected."""
    if len(revisions) < 2 or not bot.is_same(revisions[-1].by) or bot.is_same(revisions[-2].by):
        return None
    newest, before = revisions[-1].text, revisions[-2].text
    if newest is None or before is None or normalise(newest) != normalise(written):
        return None
    return before if normalise(before) != normalise(expected) else None


def without_answers(text: str) -> tuple[str, ...]:
    """The lines of `text` without Answer and Note lines, and every option's box empty."""
    block = read_block(text)
    boxes = {option.line for question in block.questions for option in question.options}
    said = {
        line
        for question in block.questions
        for line in (*question.answer_lines, *question.note_lines)
    }
    return tuple(
        line.replace("[x]", "[ ]", 1).replace("[X]", "[ ]", 1) if number in boxes else line
        for number, line in enumerate(_lines(text), 1)
        if number not in said
    )


def _lines(text: str) -> list[str]:
    return [line.text for line in split_lines(text)]
