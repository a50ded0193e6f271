"""What counts as an answer, whose, and which of several decides (protocol P9 to P13, P22)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from inbox.ballot.choice import Choice
from inbox.ballot.signals import Unheard
from inbox.policy import AllowedActor, Allowlist
from inbox.refs import Account, Kind
from tests.ballot.building import Reading, asked
from tests.ballot.cast import AGENT, BOT, DEPUTY, OWNER

A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD
NOBODY = None


def says(text: str) -> Reading:
    return asked().comments(OWNER, text, "10:00")


ROWS: dict[str, tuple[Reading, Choice | None]] = {
    "row 19: 👍 is A": (asked().reacts(OWNER, "👍", "10:00"), A),
    "row 21: a stranger's 👍": (asked().reacts(AGENT, "👍", "10:00"), None),
    "row 22: /approve B": (says("/approve B"), B),
    "row 23: /approve c": (says("/approve c"), C),
    "row 25: a stranger's command": (asked().comments(AGENT, "/approve A", "10:00"), None),
    "row 26: 👍, then /reject": (
        asked().reacts(OWNER, "👍", "10:00").comments(OWNER, "/reject", "11:00"),
        REJECT,
    ),
    "row 27: /reject, then 👍": (
        asked().comments(OWNER, "/reject", "10:00").reacts(OWNER, "👍", "11:00"),
        A,
    ),
    "row 30: silence": (asked(), None),
    "row 31: another person on the allowlist": (asked().reacts(DEPUTY, "👍", "10:00"), A),
    "row 33: /approve D may mean anything": (says("/approve D"), HOLD),
    "row 33: no slash": (says("approve A"), None),
    "row 33: a word of talk": (says("rejected"), None),
    "row 34: a quotation": (says("> /approve A\n\nnot sure"), None),
    "row 35: a quotation, then an answer": (says("> /approve A\n\n/reject"), REJECT),
    "row 37: in a fence": (says("```\n/approve A\n```"), None),
    "row 38: a fence, then an answer": (says("~~~\n/approve A\n~~~\n/approve C"), C),
    "row 39: an unclosed fence": (says("```\n/approve A"), None),
    "row 41: an HTML comment": (says("<!--\n/approve A\n-->"), None),
    "row 42: a longer word": (says("/approve AB"), HOLD),
    "row 42: words behind": (says("/approve A please"), HOLD),
    "row 42: in code": (says("`/approve A`"), HOLD),
    "row 42: bold": (says("**/approve A**"), HOLD),
    "row 42: in a list": (says("- /approve A"), HOLD),
    "row 42: with a full stop": (says("/approve A."), HOLD),
    "row 43: /approve alone": (says("/approve"), A),
    "row 43: /approve [A]": (says("/approve [A]"), HOLD),
    "row 45: CRLF": (says("ok\r\n/approve b\r\nthanks"), B),
    "row 46: tabs and blanks": (says("/approve \t A  "), A),
    "row 47: a no-break space": (says("/approve\u00a0A"), A),
    "row 49: approve and reject": (says("/approve A\n/reject"), REJECT),
    "row 49: reject and approve": (says("/reject\n/approve A"), REJECT),
    "row 50: the most cautious of two": (says("/approve A\n/approve B"), B),
    "row 51: 👍 and /reject in one second": (
        asked().reacts(OWNER, "👍", "10:00").comments(OWNER, "/reject", "10:00"),
        REJECT,
    ),
    "row 53: two commands in one second": (
        says("/approve A").comments(OWNER, "/approve C", "10:00"),
        C,
    ),
    "row 54: half a second later is later": (
        asked().comments(OWNER, "/reject", "10:00:00").reacts(OWNER, "👍", "10:00:00.5"),
        A,
    ),
    "row 54: half a second earlier is earlier": (
        asked().comments(OWNER, "/reject", "10:00:00.5").reacts(OWNER, "👍", "10:00:00"),
        REJECT,
    ),
    "row 54: in another time zone": (
        asked()
        .comments(OWNER, "/reject", datetime.fromisoformat("2026-08-01T19:00:00+09:00"))
        .reacts(OWNER, "👍", "10:00:01"),
        A,
    ),
    "row 55: without a time": (
        asked().reacts(OWNER, "👎", NOBODY).reacts(OWNER, "👍", "10:00"),
        A,
    ),
    "row 57: a missing user": (
        asked().reacts(NOBODY, "👍", "10:00").comments(NOBODY, "/approve A", "10:01"),
        None,
    ),
    "row 58: an app of that name": (
        asked().reacts(Account.named("owner[bot]"), "👍", "10:00"),
        None,
    ),
    "row 58: a longer name": (asked().reacts(Account.named("owner-x"), "👍", "10:00"), None),
    "row 58: a blank before the name": (
        asked().reacts(Account.named(" owner"), "👍", "10:00"),
        None,
    ),
    "row 62: 👍 taken back": (asked().reacts(OWNER, "👍", "10:00").unreacts(OWNER, "👍"), None),
    "row 63: 👍, then 👎": (
        asked().reacts(OWNER, "👍", "10:00").reacts(OWNER, "👎", "11:00"),
        REJECT,
    ),
    "row 63: 👎, then 👍": (
        asked().reacts(OWNER, "👎", "10:00").reacts(OWNER, "👍", "11:00"),
        A,
    ),
    "row 67: a comment taken back": (says("/approve A").deletes(OWNER, "10:05"), None),
    "row 67: the earlier answer is back": (
        asked()
        .reacts(OWNER, "👎", "09:30")
        .comments(OWNER, "/approve A", "10:00")
        .deletes(OWNER, "10:05"),
        REJECT,
    ),
    "row 69: two people": (
        says("/approve A").comments(DEPUTY, "/reject", "10:05"),
        REJECT,
    ),
    "P22: two people, the other order": (
        asked().comments(DEPUTY, "/reject", "10:00").comments(OWNER, "/approve A", "10:05"),
        A,
    ),
    "P9: in another letter case": (asked().reacts(Account.named("OWNER"), "👍", "10:00"), A),
    "P9: the stand-in of deleted accounts": (
        asked().allowing("ghost", "owner").reacts(Account.named("ghost", 10137), "👍", "10:00"),
        None,
    ),
    "P9: an organisation": (
        asked().reacts(Account("owner", 1001, Kind.OTHER), "👍", "10:00"),
        None,
    ),
    "P13: B, C and A in one comment": (says("/approve B\n/approve C\n/approve A"), C),
}


@pytest.mark.parametrize("row", ROWS)
def test_the_answer_is(row: str) -> None:
    reading, expected = ROWS[row]
    assert reading.verdict is expected


@pytest.mark.parametrize("picture", ["❤️", "👀", "🚀", "😄", "😕", "🎉"])
def test_other_reactions_are_listed_and_mean_nothing(picture: str) -> None:
    """Protocol P10, P21, ballot row 29: only listed, never answered."""
    reading = asked().reacts(OWNER, picture, "10:00")
    assert reading.verdict is None
    (listed,) = reading.uncounted
    assert (listed.by, listed.why, listed.answerable) == (OWNER, Unheard.NO_MEANING, False)
    assert reading.writes == []


def test_the_bots_own_words_never_count_even_where_it_is_listed() -> None:
    """Protocol P9, ballot row 59."""
    reading = (
        asked()
        .allowing("owner", "merge-gate")
        .comments(BOT, "/approve A", "10:00")
        .reacts(BOT, "👍", "10:01")
        .ticks(BOT, "A", "10:02")
    )
    assert reading.verdict is None


def test_a_machine_account_that_is_the_bot_never_counts() -> None:
    """Protocol P9, ballot row 59: a person's token makes the bot a person."""
    person = Account.named("machine", 77)
    reading = asked(bot=person).allowing("owner", "machine")
    assert reading.reacts(person, "👍", "10:00").verdict is None
    assert reading.comments(person, "/approve A", "10:00").verdict is None
    assert reading.ticks(person, "A", "10:00").verdict is None
    assert reading.reacts(OWNER, "👍", "10:00").verdict is A


def pinned(reading: Reading, *actors: AllowedActor) -> Reading:
    electorate = replace(reading.terms.electorate, allowlist=Allowlist(actors))
    return reading.under(electorate=electorate)


@pytest.mark.parametrize(
    ("who", "why"),
    [
        (Account.named("owner", 1001), None),
        (Account.named("owner", 6), Unheard.REREGISTERED),
        (Account.named("owner-new", 1001), Unheard.RENAMED),
        (Account.named("owner"), Unheard.ID_UNKNOWN),
    ],
)
def test_a_pinned_entry_needs_login_and_id(who: Account, why: Unheard | None) -> None:
    """Protocol P9: a renamed or re-registered login is said in the list of what did not count."""
    reading = pinned(asked().reacts(who, "👍", "10:00"), AllowedActor("owner", 1001))
    assert reading.verdict is (None if why else A)
    assert [one.why for one in reading.uncounted] == ([why] if why else [])


@pytest.mark.parametrize(
    ("who", "is_perhaps"),
    [
        (Account.named("owner-new", 1001), True),
        (Account.named("owner"), True),
        (Account.named("owner", 6), False),
        (AGENT, False),
    ],
)
def test_a_no_of_somebody_who_may_be_listed_holds(who: Account, is_perhaps: bool) -> None:
    """Protocol P9 and the first principle; a yes of theirs is answered."""
    reading = pinned(asked(), AllowedActor("owner", 1001), AllowedActor("deputy"))
    voted = reading.reacts(DEPUTY, "👍", "09:30")
    for no in (voted.reacts(who, "👎", "10:00"), voted.comments(who, "/approve C", "10:00")):
        assert no.verdict is (HOLD if is_perhaps else A)
    assert [one.answerable for one in reading.reacts(who, "👍", "10:00").uncounted] == [is_perhaps]
    assert voted.reacts(who, "👎", None).verdict is A


def test_the_allowlist_of_today_decides() -> None:
    """Protocol P9, ballot row 61: checked at every tick, at the vote's own time."""
    reading = asked().allowing("owner").reacts(DEPUTY, "👍", "10:00").reacts(OWNER, "👎", "09:30")
    assert reading.verdict is REJECT
    assert reading.allowing("owner", "deputy").verdict is A
    assert reading.allowing("deputy").verdict is A


def test_the_author_of_the_pull_request_may_answer() -> None:
    """Protocol P9: a solo owner must be able to."""
    own = asked().pull_is(author=OWNER).reacts(OWNER, "👍", "10:00")
    assert own.on_pull == set()
    assert own.tick("10:05").on_pull == {"approved-A"}


@pytest.mark.parametrize("medium", ["reaction", "comment", "box"])
@pytest.mark.parametrize("who", [AGENT, None, Account.named("owner[bot]")])
def test_what_others_say_is_listed_with_its_reason_and_leads_to_nothing(
    medium: str, who: Account | None
) -> None:
    """Protocol P21, ballot rows 21, 25, 85."""
    reading = {
        "reaction": asked().reacts(who, "👍", "10:00"),
        "comment": asked().comments(who, "/approve A", "10:00"),
        "box": asked().ticks(who, "A", "10:00"),
    }[medium]
    assert reading.writes == []
    (listed,) = reading.uncounted
    assert (listed.by, listed.answerable) == (who, False)


def test_hearts_of_strangers_and_the_bots_own_words_are_not_even_listed() -> None:
    """Protocol P21."""
    assert asked().reacts(AGENT, "❤️", "10:00").uncounted == []
    assert asked().comments(BOT, "/approve A", "10:00").uncounted == []


def test_a_command_in_a_quotation_is_listed_and_needs_no_answer() -> None:
    """Protocol P12, P21."""
    quoted = says("> /approve A\n\nnot sure")
    assert [(one.why, one.answerable) for one in quoted.uncounted] == [(Unheard.QUOTED, False)]
    assert asked().comments(AGENT, "> /approve A", "10:00").uncounted == []
    assert says("not sure").uncounted == []


def test_strangers_are_never_answered() -> None:
    """Protocol P14."""
    assert asked().comments(AGENT, "/aprove", "10:00").writes == []


def test_the_reason_is_the_rest_of_the_owners_words() -> None:
    """Protocol P11."""
    verdict = says("Not before the freeze.\n/reject\n\n> quoted\nSorry!").judged.verdict
    assert verdict
    assert verdict.reason == "Not before the freeze.\nSorry!"


def test_a_thumb_on_another_comment_is_no_answer() -> None:
    """Protocol P10: on other comments none counts, not even 👎."""
    reading = asked().comments(AGENT, "Please!", "09:30")
    for picture in ("👍", "👎"):
        assert reading.reacts(OWNER, picture, "10:00", on=reading.newest).verdict is None
