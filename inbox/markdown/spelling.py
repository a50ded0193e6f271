"""How far a word is from the one that may have been meant (protocol P14)."""

from __future__ import annotations

MOST_LETTERS_APART = 2


def letters_between(word: str, wanted: str) -> int:
    """How many letters lie between the two words (Levenshtein); any large number when many do."""
    if abs(len(word) - len(wanted)) > MOST_LETTERS_APART:
        return len(wanted)
    row = list(range(len(wanted) + 1))
    for place, letter in enumerate(word, start=1):
        previous, row[0] = row[0], place
        for index, other in enumerate(wanted, start=1):
            cost = previous + (letter != other)
            previous, row[index] = row[index], min(cost, row[index] + 1, row[index - 1] + 1)
    return row[-1]
