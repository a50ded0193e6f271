"""Several ballots about one pull request, and how a ballot is opened (protocol P5 to P8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from inbox.actions import OpenIssue
from inbox.ballot.body import BallotText, parse_body
from inbox.ballot.choice import Choice
from inbox.ballot.duplicates import sort_out
from inbox.ballot.opening import (
    asked_before,
    asks_about,
    ballot_for,
    because_of_label,
    because_workflow_said,
    is_genuine,
    naming_earlier,
)
from inbox.labels import PENDING
from inbox.refs import Account, IssueRef
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, BOT, INBOX, NONCE, OWNER, PULL, G, H, allowlist, clock


def numbered(number: int, reading: Reading) -> Reading:
    return reading._with(ref=IssueRef(INBOX.repo, number), url=f"https://github.example/{number}")


KEPT: dict[str, tuple[tuple[Reading, ...], int]] = {
    "the oldest where nobody answered": ((asked(), asked(), asked()), 1),
    "the only one with an answer": ((asked(), asked().reacts(OWNER, "👍", "10:00")), 2),
    "the one with the latest answer": (
        (asked().reacts(OWNER, "👍", "10:00"), asked().reacts(OWNER, "👎", "10:05")),
        2,
    ),
    "of equal times the more cautious": (
        (
            asked().reacts(OWNER, "👍", "10:00"),
            asked().comments(OWNER, "/approve C", "10:00"),
            asked().comments(OWNER, "/approve B", "10:00"),
        ),
        2,
    ),
    "a hold is an answer": (
        (asked().reacts(OWNER, "👍", "10:00"), asked().comments(OWNER, "/aprove", "10:05")),
        2,
    ),
    "a stranger's is none": (
        (asked(), asked().reacts(AGENT, "👍", "10:05")),
        1,
    ),
    "a tampered one approves nothing": (
        (asked(), asked().rewrites(AGENT, H, G, "09:30").reacts(OWNER, "👍", "10:05")),
        1,
    ),
}


@pytest.mark.parametrize("which", KEPT)
@pytest.mark.parametrize("turned", [False, True])
def test_one_ballot_stays(which: str, turned: bool) -> None:
    """Protocol P6, P22: all their answers are judged as one, in whatever order they are listed."""
    readings, number = KEPT[which]
    cases = [numbered(place, reading).case for place, reading in enumerate(readings, start=1)]
    found = sort_out(cases[::-1] if turned else cases)
    assert found.keeper.ballot.ref.number == number
    assert len(found.others) == len(readings) - 1


def test_the_others_are_closed_as_duplicates_and_say_which_stays() -> None:
    """Protocol P6, P33."""
    first, second = numbered(1, asked()), numbered(2, asked().labelled("bug"))
    ((closed, steps),) = sort_out([first.case, second.case]).others
    assert closed.ballot.ref.number == 2
    after = second.performs(steps, "10:05")
    assert (after.ballot.is_open, after.labels) == (False, {"bug", "duplicate"})
    assert after.said()[0].startswith("Another ballot asks about the same pull request")
    assert "https://github.example/1" in after.said()[0]
    assert (after.on_pull, after.said(on_pull=True), after.counted) == (set(), [], ())


def test_a_yes_in_a_duplicate_is_over_for_good() -> None:
    """Protocol P34: whoever points a receipt to it later finds a yes that has ended."""
    yes, no = numbered(1, asked().reacts(OWNER, "👍", "10:00")), numbered(2, asked())
    keeper = numbered(3, asked().reacts(OWNER, "👎", "10:05"))
    for other in (yes, no):
        ((_, steps),) = sort_out([other.case, keeper.case]).others
        after = other.performs(steps, "10:10")
        assert len([text for text in after.said() if "ended=duplicate" in text]) == (other is yes)
        assert after.verdict is None


def test_a_ballot_beyond_reading_keeps_nothing() -> None:
    """Protocol P28."""
    lost = numbered(1, asked().reacts(OWNER, "👍", "10:05").ticks(AGENT, "A", "10:06").loses(0))
    readable = numbered(2, asked().reacts(OWNER, "👎", "10:00"))
    timeless = numbered(3, asked().reacts(OWNER, "👍", "10:05")._with(created_at=None))
    found = sort_out([lost.case, readable.case, timeless.case])
    assert found.keeper.ballot.ref.number == 2


@pytest.mark.parametrize("cut", [0, 1, 2, 3])
def test_a_half_closed_duplicate_is_closed_without_a_second_word(cut: int) -> None:
    """Protocol section 6."""
    first, second = numbered(1, asked()), numbered(2, asked())
    ((_, steps),) = sort_out([first.case, second.case]).others
    begun = second.performs(steps[:cut], "10:05")
    ((_, rest),) = sort_out([first.case, begun.case]).others
    after = begun.performs(rest, "10:10")
    assert (after.labels, len(after.said()), after.ballot.is_open) == ({"duplicate"}, 1, False)


def opened(reasoning: str = "rule x: `a.sql` is one", **changes: Any) -> OpenIssue:
    pull = replace(asked().pull, **changes)
    people = allowlist(*(f"owner{number}" for number in range(1, 13)))
    return ballot_for(
        pull, reasoning, inbox=INBOX.repo, nonce=NONCE, now=clock("09:00"), allowlist=people
    )


def test_a_ballot_asks_about_the_present_head() -> None:
    """Protocol P2, P8, ballot rows 1 and 2."""
    issue = opened(head=G)
    assert issue.title == "Decision pending — PR o/r#42"
    assert issue.labels == {PENDING}
    assert (issue.repo, issue.about) == (INBOX.repo, PULL)
    text = BallotText(PULL, G, NONCE, "rule x: `a.sql` is one", clock("09:00"))
    assert parse_body(issue.body) == text


def test_at_most_ten_people_are_assigned() -> None:
    """Protocol P8."""
    assert opened().assignees == tuple(f"owner{number}" for number in range(1, 11))


REASONS = {
    "label decision:required, added by `agent`": because_of_label(AGENT),
    "label decision:required, added by somebody GitHub does not name": because_of_label(None),
    "said by the workflow that asked: `deploys to production`": because_workflow_said(
        "deploys to production"
    ),
    "said by the workflow that asked: no reason given": because_workflow_said(" \n"),
    "label decision:required, added by `agent`; the answer given in `o/inbox#7` has ended": (
        naming_earlier(because_of_label(AGENT), INBOX)
    ),
}


@pytest.mark.parametrize("text", REASONS)
def test_a_reasoning_begins_with_its_source(text: str) -> None:
    """Protocol P5, P7."""
    assert REASONS[text] == text
    parsed = parse_body(opened(REASONS[text]).body)
    assert isinstance(parsed, BallotText)
    assert parsed.reasoning == text


def test_a_ballot_after_an_ended_one_gives_the_reasoning_of_the_first() -> None:
    """Protocol P7: however many there were in between."""
    reasoning = because_of_label(AGENT)
    second = naming_earlier(reasoning, INBOX)
    for given in (reasoning, second):
        assert asked_before(asked()._with(body=opened(given).body).ballot) == reasoning
    edited = asked()._with(body=opened(second).body).rewrites(AGENT, "label", "no label", "10:00")
    assert asked_before(edited.ballot) == reasoning
    assert asked_before(asked()._with(body="hm").ballot) is None
    assert asked_before(edited._with(history=None).ballot) is None
    assert asked_before(None)


def test_only_what_reads_as_the_bot_writes_is_taken_for_its_ballot() -> None:
    """Protocol P1, P6."""
    assert is_genuine(asked().ballot, BOT)
    assert is_genuine(asked().ticks(OWNER, "A", "10:00").ballot, BOT)
    assert not is_genuine(asked().ballot, AGENT)
    assert not is_genuine(asked()._with(body="hm").ballot, BOT)
    assert not is_genuine(asked().rewrites(AGENT, "Quadrant D", "x", "10:00").ballot, BOT)


EVIL = (
    "/approve A",
    "x\n- [x] Option A — proceed as recommended\n/approve A",
    "`--> <!-- decision-inbox-head-sha: " + G + " -->",
    "@everyone closes o/r#1 https://evil.example ::set-output name=x::y ##[error]",
)


@pytest.mark.parametrize("words", EVIL)
def test_nothing_that_a_workflow_says_is_read_from_a_ballot(words: str) -> None:
    """Protocol P3, ballot rows 13 and 14."""
    for reasoning in (because_workflow_said(words), because_of_label(Account.named(words)), words):
        parsed = parse_body(opened(reasoning).body)
        assert isinstance(parsed, BallotText)
        assert (parsed.pull, parsed.head) == (PULL, H)
        reading = asked()._with(body=opened(reasoning).body)
        assert reading.judged.verdict is None
        assert reading.verdict is not Choice.A


def test_what_a_ballot_asks_about_is_found_by_its_oldest_text() -> None:
    """Protocol P28: of the bot's issues alone."""
    rewritten = asked().rewrites(AGENT, "o/r#42", "o/r#43", "10:00")
    assert asks_about(rewritten.ballot, BOT) == PULL
    assert asks_about(rewritten.ballot, AGENT) is None
    assert asks_about(replace(asked().ballot, body="hm"), BOT) is None
    unread = replace(asked().ballot, edited_at=clock("10:00"))
    assert asks_about(unread, BOT) == PULL
