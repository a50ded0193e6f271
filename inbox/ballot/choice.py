"""What an owner can say to a ballot, and which of several words is the more cautious."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Choice(Enum):
    """One answer: the ballot's three options, the refusal, and the hold (protocol P22a)."""

    A = "A"
    B = "B"
    C = "C"
    REJECT = "reject"
    HOLD = "hold"

    @property
    def caution(self) -> int:
        """How cautious this is: reject > C > hold > B > A (protocol P13, P22a)."""
        return _BOLDEST_FIRST.index(self)


_BOLDEST_FIRST = (Choice.A, Choice.B, Choice.HOLD, Choice.C, Choice.REJECT)


def most_cautious(choices: Iterable[Choice]) -> Choice | None:
    """The most cautious of `choices` in any order; None where there are none."""
    return max(choices, key=lambda choice: choice.caution, default=None)
