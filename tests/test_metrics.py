"""The metrics file and the outputs: exactly the documents' names, with exactly their meanings."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.counted import Counted
from inbox.interface import OUTPUTS
from inbox.metrics import Metrics, age_hours, count

NOW = datetime(2026, 8, 1, 12, 0, tzinfo=UTC)


def tick(
    *counted: Counted, waiting_hours: tuple[float, ...] | None = (), complete: bool = True
) -> Metrics:
    return count(
        counted,
        pending_since=(
            None if waiting_hours is None else [NOW - timedelta(hours=h) for h in waiting_hours]
        ),
        now=NOW,
        requests={"REST reads": 3, "GraphQL": 2},
        seconds=1.23456,
        complete=complete,
    )


def test_an_idle_tick_writes_the_file_of_the_interface() -> None:
    assert json.loads(tick().to_json()) == {
        "schema": 1,
        "inbox": 0,
        "inbox_resolved": 0,
        "issues_deferred": 0,
        "inbox_open_count": 0,
        "inbox_resolved_this_tick": {
            "approved-A": 0,
            "approved-B": 0,
            "approved-C-deferred": 0,
            "rejected": 0,
            "abandoned": 0,
        },
        "inbox_oldest_age_hours": 0.0,
        "inbox_head_sha_mismatches": 0,
        "merged": 0,
        "auto_resolved": 0,
        "bypassed": 0,
        "integrity_failed": 0,
        "reminders": 0,
        "decisions_open": None,
        "decisions_answered": 0,
        "decisions_refused": {},
        "follow_ups_filed": 0,
        "follow_ups_updated": 0,
        "follow_ups_closed": 0,
        "failures": 0,
        "requests": {"REST reads": 3, "GraphQL": 2},
        "seconds": 1.23,
        "complete": True,
        "dry_run": False,
    }


@pytest.mark.parametrize(
    ("counted", "changed"),
    [
        (Counted.OPENED, {"inbox": 1}),
        (Counted.RESOLVED_A, {"inbox_resolved": 1, "approved-A": 1}),
        (Counted.RESOLVED_B, {"inbox_resolved": 1, "approved-B": 1}),
        (Counted.REJECTED, {"inbox_resolved": 1, "rejected": 1}),
        (
            Counted.DEFERRED,
            {"inbox_resolved": 1, "issues_deferred": 1, "approved-C-deferred": 1},
        ),
        (Counted.HEAD_MOVED, {"inbox_head_sha_mismatches": 1}),
        (Counted.AUTO_RESOLVED, {"auto_resolved": 1}),
        (Counted.MERGED, {"merged": 1}),
        (Counted.BYPASSED, {"bypassed": 1}),
        (Counted.INTEGRITY_FAILED, {"integrity_failed": 1}),
        (Counted.REMINDED, {"reminders": 1}),
        (Counted.FAILED, {"failures": 1}),
    ],
)
def test_each_happening_moves_its_numbers_and_no_other(
    counted: Counted, changed: dict[str, int]
) -> None:
    assert flat(tick(counted)) == {**flat(tick()), **changed}


def flat(metrics: Metrics) -> dict[str, object]:
    values = metrics.as_dict()
    by_kind = values.pop("inbox_resolved_this_tick")
    assert isinstance(by_kind, dict)
    return {**values, **by_kind}


def test_every_counted_happening_is_in_the_file() -> None:
    idle = flat(tick())
    assert [one for one in Counted if flat(tick(one)) == idle] == []


@given(st.lists(st.sampled_from(Counted)))
def test_answers_add_up_and_nothing_is_ever_abandoned(happenings: list[Counted]) -> None:
    values = flat(tick(*happenings))
    answers = ("approved-A", "approved-B", "approved-C-deferred", "rejected")
    assert values["inbox_resolved"] == sum(happenings.count(kind) for kind in ANSWERS)
    assert values["inbox_resolved"] == sum(int(str(values[name])) for name in answers)
    assert values["abandoned"] == 0


ANSWERS = (Counted.RESOLVED_A, Counted.RESOLVED_B, Counted.DEFERRED, Counted.REJECTED)


def test_the_oldest_waiting_ballot_gives_the_age_in_hours_to_two_digits() -> None:
    waiting = tick(waiting_hours=(1, 26 + 1 / 3, 5))
    assert (waiting.open_count, waiting.oldest_age_hours) == (3, 26.33)


def test_ages_compare_instants_whatever_their_zone_and_are_never_negative() -> None:
    seoul = timezone(timedelta(hours=9))
    assert age_hours(datetime(2026, 8, 1, 20, 0, tzinfo=seoul), NOW) == 1.0
    assert age_hours(NOW + timedelta(hours=1), NOW) == 0.0


@pytest.mark.parametrize(
    ("waiting_hours", "is_healthy"),
    [
        ((), True),
        ((167.99,) * 9, True),
        ((1,) * 10, False),
        ((168.0,), False),
        (None, False),
    ],
)
def test_the_inbox_is_healthy_below_both_limits(
    waiting_hours: tuple[float, ...] | None, is_healthy: bool
) -> None:
    assert tick(waiting_hours=waiting_hours).is_healthy is is_healthy


def test_what_could_not_be_listed_is_unknown_and_not_nought() -> None:
    """Protocol P44: a tick stopped before its first list; P23: unread is not empty."""
    metrics = tick(waiting_hours=None, complete=False)
    values = json.loads(metrics.to_json())
    outputs = metrics.outputs("m.json")
    assert values["inbox_open_count"] is None
    assert values["inbox_oldest_age_hours"] is None
    assert outputs["inbox_open_count"] == outputs["inbox_oldest_age_hours"] == ""
    assert outputs["complete"] == "false"


def test_the_outputs_are_those_of_the_interface_each_on_one_line() -> None:
    metrics = tick(Counted.RESOLVED_A, Counted.DEFERRED, waiting_hours=(30.5,))
    outputs = metrics.outputs("out/m.json")
    assert [*outputs] == [each.name for each in OUTPUTS]
    assert outputs == {
        "inbox": "0",
        "inbox_resolved": "2",
        "issues_deferred": "1",
        "inbox_open_count": "1",
        "inbox_resolved_this_tick": (
            '{"approved-A":1,"approved-B":0,"approved-C-deferred":1,"rejected":0,"abandoned":0}'
        ),
        "inbox_oldest_age_hours": "30.5",
        "inbox_head_sha_mismatches": "0",
        "complete": "true",
        "metrics": outputs["metrics"],
        "metrics-file": "out/m.json",
    }
    assert json.loads(outputs["metrics"]) == metrics.as_dict()
    assert not any("\n" in value for value in outputs.values())
