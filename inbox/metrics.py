"""What a tick counted: `metrics_summary.json` and the step outputs, as interface.md fixes them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from inbox.counted import Counted

SCHEMA = 1
SECONDS_PER_HOUR = 3600

HEALTHY_OPEN_BELOW = 10
HEALTHY_AGE_BELOW_HOURS = 168.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What the tick found asked: required questions that wait, and texts refused, by code (D10).

    `waiting` is None where the tick stopped before it knew.
    """

    waiting: int | None = None
    refused: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Metrics:
    """The numbers of one tick; ages are in hours, `seconds` is how long the tick took.

    `open_count` and `oldest_age_hours` are None where the tick stopped before it knew what waits:
    a list that was not read is not an empty one.
    """

    counts: Mapping[Counted, int]
    open_count: int | None
    oldest_age_hours: float | None
    requests: Mapping[str, int]
    seconds: float
    complete: bool
    dry_run: bool
    asked: Asked = Asked()

    def of(self, counted: Counted) -> int:
        """How often that was counted."""
        return self.counts.get(counted, 0)

    @property
    def resolved(self) -> int:
        """Answers of the owner applied in this tick: A, B, rejections and new deferrals."""
        answers = (Counted.RESOLVED_A, Counted.RESOLVED_B, Counted.DEFERRED, Counted.REJECTED)
        return sum(map(self.of, answers))

    @property
    def is_healthy(self) -> bool:
        """True while under 10 ballots wait, none of them for a week; an unknown number is not."""
        if self.open_count is None or self.oldest_age_hours is None:
            return False
        return (
            self.open_count < HEALTHY_OPEN_BELOW and self.oldest_age_hours < HEALTHY_AGE_BELOW_HOURS
        )

    def as_dict(self) -> dict[str, object]:
        """The object of `metrics_summary.json`: the documents' keys first, then ours."""
        return {
            "schema": SCHEMA,
            "inbox": self.of(Counted.OPENED),
            "inbox_resolved": self.resolved,
            "issues_deferred": self.of(Counted.DEFERRED),
            "inbox_open_count": self.open_count,
            "inbox_resolved_this_tick": {
                "approved-A": self.of(Counted.RESOLVED_A),
                "approved-B": self.of(Counted.RESOLVED_B),
                "approved-C-deferred": self.of(Counted.DEFERRED),
                "rejected": self.of(Counted.REJECTED),
                "abandoned": 0,  # nothing is ever abandoned
            },
            "inbox_oldest_age_hours": self.oldest_age_hours,
            "inbox_head_sha_mismatches": self.of(Counted.HEAD_MOVED),
            "merged": self.of(Counted.MERGED),
            "auto_resolved": self.of(Counted.AUTO_RESOLVED),
            "bypassed": self.of(Counted.BYPASSED),
            "integrity_failed": self.of(Counted.INTEGRITY_FAILED),
            "reminders": self.of(Counted.REMINDED),
            "decisions_open": self.asked.waiting,
            "decisions_answered": self.of(Counted.DECISIONS_ANSWERED),
            "decisions_refused": dict(self.asked.refused),
            "follow_ups_filed": self.of(Counted.FOLLOW_UP_FILED),
            "follow_ups_updated": self.of(Counted.FOLLOW_UP_UPDATED),
            "follow_ups_closed": self.of(Counted.FOLLOW_UP_CLOSED),
            "failures": self.of(Counted.FAILED),
            "requests": dict(self.requests),
            "seconds": self.seconds,
            "complete": self.complete,
            "dry_run": self.dry_run,
        }

    def to_json(self) -> str:
        """The text of `metrics_summary.json`, with one final newline."""
        return json.dumps(self.as_dict(), indent=2) + "\n"

    def outputs(self, metrics_file: str) -> dict[str, str]:
        """The step outputs by name (`interface.OUTPUTS`); an unknown number is empty."""
        values = self.as_dict()
        by_key = {
            name: _as_output(values[name])
            for name in (
                "inbox",
                "inbox_resolved",
                "issues_deferred",
                "inbox_open_count",
                "inbox_resolved_this_tick",
                "inbox_oldest_age_hours",
                "inbox_head_sha_mismatches",
                "complete",
            )
        }
        return {**by_key, "metrics": _as_output(values), "metrics-file": metrics_file}


def count(
    counted: Iterable[Counted],
    *,
    pending_since: Iterable[datetime] | None,
    now: datetime,
    requests: Mapping[str, int],
    seconds: float,
    complete: bool = True,
    dry_run: bool = False,
    asked: Asked = Asked(),
) -> Metrics:
    """The metrics of a tick, from everything it counted and the ballots that wait at its end.

    `pending_since` holds when each of them was opened, None where that could not be listed; times
    have a zone; `requests` maps a kind of request to how many were made; `seconds` is the duration.
    """
    opened = None if pending_since is None else tuple(pending_since)
    return Metrics(
        counts=MappingProxyType(dict(Counter(counted))),
        open_count=None if opened is None else len(opened),
        oldest_age_hours=None if opened is None else age_hours(min(opened, default=now), now),
        requests=MappingProxyType(dict(requests)),
        seconds=round(seconds, 2),
        complete=complete,
        dry_run=dry_run,
        asked=asked,
    )


def age_hours(since: datetime, now: datetime) -> float:
    """The hours from `since` to `now` with two digits; 0.0 for what lies ahead."""
    return max(0.0, round((now - since).total_seconds() / SECONDS_PER_HOUR, 2))


def _as_output(value: object) -> str:
    return "" if value is None else json.dumps(value, separators=(",", ":"))
