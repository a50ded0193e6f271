"""What a workflow's clock costs where GitHub bills minutes: in repositories that are not public.

Source: https://docs.github.com/en/billing/concepts/product-billing/github-actions
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inbox.doctor.facts import Facts
from inbox.doctor.findings import Area, Finding, note
from inbox.policy import Place, Visibility
from inbox.world import Repository
from inbox.yamltext import Document

DAYS = 30
FREE_MINUTES = 2_000
"""What the smallest plan includes in a month; each run is billed as one minute at least."""

_RANGE = re.compile(r"(?P<from>\*|\d{1,2})(?:-(?P<to>\d{1,2}))?(?:/(?P<step>[1-9]\d?))?")


def clock_findings(document: Document, crons: Sequence[object], facts: Facts) -> Iterator[Finding]:
    """A note where the clock alone makes more minutes than the smallest plan includes."""
    home = facts.wiring.repo
    found = facts.repositories.get(home)
    if not isinstance(found, Repository) or found.visibility is Visibility.PUBLIC:
        return
    runs = sum(runs_in_a_month(cron) for cron in crons if isinstance(cron, str))
    if runs > FREE_MINUTES:
        yield note(
            Area.WORKFLOW,
            f"{home} is {found.visibility.name.lower()}, where each run costs at least a minute of"
            f" the plan: this clock makes {runs:,} runs in {DAYS} days.",
            f"The smallest plan includes {FREE_MINUTES:,}; `7,37 * * * *` makes 1,440. Runners of"
            " your own cost nothing.",
            Place(document.file, document.line_of(("on", "schedule"))),
        )


def runs_in_a_month(cron: str) -> int:
    """How often it comes in 30 days; 0 where that depends on the date or is not understood."""
    fields = cron.split()
    if len(fields) != 5 or fields[2:] != ["*"] * 3:
        return 0
    return len(_times(fields[0], 60)) * len(_times(fields[1], 24)) * DAYS


def _times(field: str, size: int) -> set[int]:
    """The minutes, or hours, that a field names; none of a field that is not understood."""
    times: set[int] = set()
    for part in field.split(","):
        span = _RANGE.fullmatch(part)
        if span is None:
            return set()
        first = 0 if span["from"] == "*" else int(span["from"])
        is_open = span["from"] == "*" or (span["step"] and not span["to"])
        last = int(span["to"] or (size - 1 if is_open else first))
        times.update(range(first, min(last, size - 1) + 1, int(span["step"] or 1)))
    return times
