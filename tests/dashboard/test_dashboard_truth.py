"""What the page shows is what the next tick does, whatever a crowd did before (seeded)."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import pytest

from inbox.actions import Action, describe
from inbox.ballot.choice import Choice
from inbox.dashboard.orders import BallotAnswer
from inbox.dashboard.view import BallotView, Card, Option, Reading
from inbox.tick.report import Report
from tests.dashboard.crowd import Crowd

SEEDS = (0, 4, 12, 16, 21, 25, 48, 101)  # each of them told a wrong page from a right one
STEPS = 11
_SENT = "Sent, waiting for the next tick."
_PENDING = "decision:pending-owner"
_FAULT = "decision:inbox-error"


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_shown_is_what_a_tick_does(seed: int) -> None:
    crowd = Crowd(seed)
    try:
        for _ in range(STEPS):
            crowd.act()
            before = crowd.gh.checkpoint()
            reading = crowd.desk.read()
            wrong = list(_after_a_tick(crowd, reading))
            crowd.gh.restore(before)
            wrong += _pressed(crowd, reading)
            crowd.gh.restore(before)
            assert wrong == [], crowd.diary
    finally:
        crowd.stage.close()


def _after_a_tick(crowd: Crowd, reading: Reading) -> Iterator[str]:
    """What the page kept to itself, or promised, and the tick did otherwise."""
    waited = _pending(crowd)
    writes = _ticked(crowd)
    shown = {str(one.ref) for one in _ballots(reading)} | {one.where for one in reading.troubles}
    for ref in (waited & _pending(crowd)) - shown:
        yield f"{ref} waits, and has neither a card nor a word"
    for ballot in _ballots(reading):
        undone = [one for one in ballot.will if one not in writes and _is_promised(ballot, one)]
        if undone and not _is_faulty(crowd, ballot):
            yield f"{ballot.ref}: not done: {undone}"
        if ballot.becomes == _SENT and not any(str(ballot.ref) in one for one in writes):
            yield f"{ballot.ref}: an answer waited for the tick, which did nothing there"
    for ballot in _ballots(crowd.desk.read()):
        if (ballot.will or ballot.becomes == _SENT) and not ballot.is_faulty:
            yield f"{ballot.ref}: after the tick still {ballot.becomes} {ballot.will}"
        if ballot.is_faulty and ballot.becomes == _SENT:
            yield f"{ballot.ref}: the tick failed, and only a tick is said to be waited for"


def _is_promised(ballot: BallotView, write: str) -> bool:
    """True unless it may come otherwise: a status for a head that others share, or a word in a
    locked ballot, of which the page says that there may be none."""
    return "set status" not in write and not (
        ballot.is_locked and write == f"comment on {ballot.ref}"
    )


def _pressed(crowd: Crowd, reading: Reading) -> Iterator[str]:
    """What a button that could be pressed did not lead to."""
    offers = [
        (card, ballot, option)
        for card in reading.cards
        if (ballot := card.ballot)
        for option in ballot.options
        if not option.blocked
    ]
    if offers:
        card, ballot, option = crowd.one(*offers)
        crowd.stage.later(seconds=5)
        asked = (ballot.head, ballot.base, ballot.asked_since)
        crowd.desk.send(BallotAnswer(ballot.ref, option.choice, *asked))
        crowd.stage.later(seconds=5)
        _ticked(crowd)
        if not _did(crowd, card, ballot, option) and not _is_faulty(crowd, ballot):
            yield f"{ballot.ref}: {option.does} It did not."


def _did(crowd: Crowd, card: Card, ballot: BallotView, option: Option) -> bool:
    """True where GitHub shows what the button said."""
    labels, pull = _labels(crowd, str(ballot.ref)), crowd.gh.find(str(card.subject))
    match option.choice:
        case Choice.A:
            return "decision:approved-A" in labels and "decision:approved-A" in pull.label_names
        case Choice.B:
            return "decision:approved-B" in labels and "decision:approved-B" in pull.label_names
        case Choice.C:
            return {"decision:deferred", _PENDING} <= labels
        case _:
            return "decision:rejected" in labels and pull.state == "closed"


def _ticked(crowd: Crowd) -> list[str]:
    """The writes of one tick, in the words of the page."""
    done: list[str] = []
    tells = Report.wrote

    def wrote(report: Report, action: Action) -> None:
        done.append(describe(action))
        tells(report, action)

    with mock.patch.object(Report, "wrote", wrote):
        crowd.stage.tick()
    return done


def _ballots(reading: Reading) -> list[BallotView]:
    return [card.ballot for card in reading.cards if card.ballot]


def _pending(crowd: Crowd) -> set[str]:
    return {one.ref for one in crowd.stage.ballots() if _PENDING in one.label_names}


def _labels(crowd: Crowd, ref: str) -> set[str]:
    return set(crowd.gh.find(ref).label_names)


def _is_faulty(crowd: Crowd, ballot: BallotView) -> bool:
    return _FAULT in _labels(crowd, str(ballot.ref))
