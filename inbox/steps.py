"""A step: one write together with what the metrics count once it is done."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.actions import Action
from inbox.counted import Counted


@dataclass(frozen=True, slots=True)
class Step:
    """One write, and what the metrics count once it is done."""

    action: Action
    counted: tuple[Counted, ...] = ()
