"""Which follow-up is filed, updated, opened again or closed, and why (D17, D19; survey 4g)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from inbox.actions import AddLabel, FileIssue, RewriteIssue
from inbox.counted import Counted
from inbox.decisions.addressed import ADDRESSED, says_addressed
from inbox.decisions.followups import (
    CLOSED,
    KIND,
    LABELS,
    Answered,
    Fate,
    FollowUp,
    plan_follow_up,
    read_follow_up,
    render_follow_up,
)
from inbox.decisions.records import Record
from inbox.decisions.verdict import refusals
from inbox.markdown import find_markers
from inbox.refs import Account, IssueRef, PullRef
from inbox.steps import Step
from tests.ballot.cast import clock
from tests.decisions.asked import AGENT, BOT

PULL = PullRef.parse("o/r#42")
GRACE = timedelta(hours=4)
RECORD = Record(7, clock("09:00"), {}, {"storage": ("On disk",)}, '{"answers": {}}')
NEWER = replace(RECORD, id=9, at=clock("10:00"))
WAITS = Answered(PULL, is_open=True, is_complete=True, record=RECORD, is_addressed=False)


def follow_up(
    number: int = 50,
    record: Record = RECORD,
    *,
    is_open: bool = True,
    by_us: bool = False,
    labels: frozenset[str] = LABELS,
) -> FollowUp:
    """A follow-up of the bot's; one that is closed was closed by hand unless `by_us`."""
    body = render_follow_up(PULL, record)
    if by_us:
        body += f"\n\n<!-- decision-inbox-{CLOSED}: record={record.id} -->"
    return FollowUp(IssueRef(PULL.repo, number), PULL, record.id, is_open, labels, body)


def settle(
    *known: FollowUp, found: Answered = WAITS, at: str = "14:00", **change: Any
) -> tuple[Fate, list[str]]:
    """What becomes of it, and the writes in short."""
    fate, steps = plan_follow_up(replace(found, **change), known, clock(at), GRACE)
    return fate, list(map(short, steps))


def short(step: Step) -> str:
    match step.action:
        case FileIssue(_, title, _, labels):
            assert (title, labels) == ("Act on owner decisions on PR #42", LABELS)
            assert step.counted == (Counted.FOLLOW_UP_FILED,)
            return "file"
        case RewriteIssue(issue, body, True):
            assert step.counted == (Counted.FOLLOW_UP_UPDATED,)
            assert find_markers(body, CLOSED) == ()
            return f"update {issue.number}"
        case RewriteIssue(issue, body, False, reason):
            assert len(find_markers(body, CLOSED)) == 1
            if reason == "completed":
                assert step.counted == (Counted.FOLLOW_UP_CLOSED,)
            return f"close {issue.number} as {reason}"
        case AddLabel(issue, label):
            return f"label {issue.number} {label}"
        case other:
            raise AssertionError(other)


def test_answers_that_nobody_acted_on_get_one_f1() -> None:
    assert settle() == (Fate.WAITS, ["file"])


@pytest.mark.parametrize(
    ("at", "fate"),
    [
        ("09:00", Fate.YOUNG),
        ("10:00", Fate.YOUNG),
        ("12:59:59", Fate.YOUNG),
        ("12:59:59.9", Fate.YOUNG),
        ("13:00", Fate.WAITS),
        ("13:00:01", Fate.WAITS),
        ("08:59", Fate.YOUNG),
    ],
)
def test_the_grace_is_over_after_exactly_four_hours_f2_f3(at: str, fate: Fate) -> None:
    assert settle(at=at) == (fate, ["file"] if fate is Fate.WAITS else [])


def test_newer_answers_have_a_grace_of_their_own_f7() -> None:
    assert settle(record=NEWER, at="13:59") == (Fate.YOUNG, [])
    assert settle(record=NEWER, at="14:00") == (Fate.WAITS, ["file"])
    assert settle(is_newer=True) == (Fate.YOUNG, [])
    assert settle(is_newer=True, is_addressed=True) == (Fate.YOUNG, [])


def test_one_that_is_open_is_not_filed_again_f6() -> None:
    assert settle(follow_up()) == (Fate.WAITS, [])


def test_answers_that_were_acted_on_close_it_f9() -> None:
    assert settle(is_addressed=True) == (Fate.ADDRESSED, [])
    assert settle(follow_up(), is_addressed=True) == (Fate.ADDRESSED, ["close 50 as completed"])
    closed = follow_up(is_open=False, by_us=True)
    assert settle(closed, is_addressed=True) == (Fate.ADDRESSED, [])


def test_a_pull_request_that_ended_closes_it_f10() -> None:
    assert settle(follow_up(), is_open=False) == (Fate.ENDED, ["close 50 as completed"])
    gone = Answered(PULL, is_open=False, is_complete=False, record=None, is_addressed=False)
    assert settle(follow_up(), found=gone) == (Fate.ENDED, ["close 50 as completed"])
    assert settle(is_open=False, is_newer=True) == (Fate.ENDED, [])


def test_one_that_was_closed_by_hand_silences_its_record_f11_f13() -> None:
    by_hand = follow_up(is_open=False)
    assert settle(by_hand) == (Fate.SILENCED, [])
    assert settle(by_hand, record=NEWER) == (Fate.WAITS, ["file"])
    assert settle(by_hand, follow_up(51, NEWER, is_open=False), record=NEWER)[0] is Fate.SILENCED


def test_a_pull_request_that_ended_in_time_gets_none_f14() -> None:
    assert settle(is_open=False, at="10:00") == (Fate.ENDED, [])
    assert settle(is_open=False) == (Fate.ENDED, [])


def test_no_record_no_follow_up_f18_f19() -> None:
    assert settle(record=None) == (Fate.NO_RECORD, [])
    assert settle(record=replace(RECORD, at=None)) == (Fate.NO_RECORD, [])
    assert settle(follow_up(), record=None) == (Fate.NO_RECORD, ["close 50 as completed"])


def test_partial_answers_get_none_f22() -> None:
    assert settle(is_complete=False) == (Fate.PARTLY, [])
    assert settle(follow_up(), is_complete=False) == (Fate.PARTLY, [])


def test_of_several_the_oldest_stays_f25() -> None:
    three = (follow_up(52), follow_up(50), follow_up(51))
    assert settle(*three) == (
        Fate.WAITS,
        ["close 51 as not_planned", "close 52 as not_planned"],
    )
    assert settle(*three, is_addressed=True)[1] == [
        "close 51 as not_planned",
        "close 52 as not_planned",
        "close 50 as completed",
    ]
    assert settle(follow_up(), follow_up(51, is_open=False, by_us=True)) == (Fate.WAITS, [])
    closed = follow_up(is_open=False)
    assert settle(closed, follow_up(51, is_open=False, by_us=True))[0] is Fate.SILENCED


def test_a_label_that_somebody_took_off_comes_back_f30() -> None:
    bare = follow_up(labels=frozenset({"ready-for-agent"}))
    assert settle(bare) == (Fate.WAITS, ["label 50 owner-decisions"])
    other = follow_up(labels=frozenset({"owner-decisions"}))
    assert settle(other) == (Fate.WAITS, [])


def test_a_newer_answer_updates_the_one_that_is_open_f34() -> None:
    assert settle(follow_up(), record=NEWER) == (Fate.WAITS, ["update 50"])
    assert settle(follow_up(50, NEWER), record=NEWER) == (Fate.WAITS, [])


def test_one_that_we_closed_is_opened_again_where_nobody_acted_after_all_d19() -> None:
    ours = follow_up(is_open=False, by_us=True)
    assert settle(ours) == (Fate.WAITS, ["update 50"])
    assert settle(ours, record=NEWER) == (Fate.WAITS, ["file"])


def test_one_that_was_opened_by_hand_says_no_longer_that_it_is_closed_d19() -> None:
    opened = follow_up(is_open=True, by_us=True)
    assert settle(opened) == (Fate.WAITS, ["update 50"])
    assert settle(follow_up(is_open=False)) == (Fate.SILENCED, [])


def test_what_is_planned_is_planned_once_d17() -> None:
    _, (step,) = plan_follow_up(WAITS, (), clock("14:00"), GRACE)
    assert isinstance(step.action, FileIssue)
    found = read_follow_up(
        IssueRef(PULL.repo, 50), BOT, step.action.body, step.action.labels, BOT, is_open=True
    )
    assert found == follow_up()
    _, (closing,) = plan_follow_up(
        replace(WAITS, is_addressed=True), [found], clock("14:00"), GRACE
    )
    assert isinstance(closing.action, RewriteIssue)
    closed = read_follow_up(found.ref, BOT, closing.action.body, LABELS, BOT, is_open=False)
    assert closed
    assert closed.closed_by_us
    assert "Closed: was acted on, as a reply says." in closed.body


@pytest.mark.parametrize("who", [AGENT, None, Account.named("merge-gate", 7)], ids=str)
def test_an_issue_of_others_is_no_follow_up_p1(who: Account | None) -> None:
    body = render_follow_up(PULL, RECORD)
    assert read_follow_up(IssueRef(PULL.repo, 1), who, body, LABELS, BOT, is_open=True) is None


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<!-- decision-inbox-follow-up: -->",
        "<!-- decision-inbox-follow-up: pull=o/r%2342 -->",
        "<!-- decision-inbox-follow-up: pull=o/r record=7 -->",
        "<!-- decision-inbox-follow-up: pull=o/r%2342 record=x -->",
        2 * f"{render_follow_up(PULL, RECORD)}\n",
    ],
)
def test_a_text_that_names_nothing_is_no_follow_up(body: str) -> None:
    assert read_follow_up(IssueRef(PULL.repo, 1), BOT, body, LABELS, BOT, is_open=True) is None


@pytest.mark.parametrize(
    "words",
    [
        "A, B or C?",
        "## Questions",
        "```\n## Choose\n\n- [ ] a?\n```",
        "<!-- decision-inbox:decisions -->\n### a: q (text)",
        ADDRESSED[0],
        "@team #1 `` ` `` ```",
        "<!-- decision-inbox-follow-up-closed: record=7 -->",
    ],
)
def test_its_own_text_asks_nothing_and_says_nothing_to_us_f33(words: str) -> None:
    raw = f'{{"answers":\n{{"a": {{"text":\n{json.dumps(words)}\n}}}}}}'
    text = render_follow_up(PULL, replace(RECORD, raw=raw))
    assert refusals(text) == ()
    assert not says_addressed(text)
    assert find_markers(text, CLOSED) == ()
    assert find_markers(text, KIND)[0].fields == {"pull": "o/r#42", "record": "7"}


def test_its_text_fits_and_holds_the_answers_as_json_d19() -> None:
    raw = json.dumps({"answers": {"a": {"text": "x ``` `y` @team #1 <b>"}}})
    text = render_follow_up(PULL, replace(RECORD, raw=raw))
    shown = re.search(r"^```json\n(.*)\n```$", text, re.MULTILINE)
    assert shown
    assert json.loads(shown[1]) == json.loads(raw)
    assert len(render_follow_up(PULL, replace(RECORD, raw="`" * 90_000))) < 65_536
