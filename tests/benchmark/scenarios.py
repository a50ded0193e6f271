"""The inboxes over which ticks are measured, and what happened in them since the last tick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.bounds.inboxes import pull_of, until_quiet
from tests.stories.stage import RISKY, Stage, Way


def _nothing(_: Stage) -> None:
    """Nobody did anything."""


def _talked_about(stage: Stage) -> None:
    for ballot in stage.ballots():
        stage.bot.comment(ballot, "Seen.")
        stage.stranger.react(ballot, "+1")


def _noisy(stage: Stage) -> None:
    for ballot in stage.ballots():
        stage.stranger.react(ballot, "-1")
        for number in range(5):
            stage.stranger.comment(ballot, f"What about the {number} rows?")


def _one_vote(stage: Stage) -> None:
    stage.owner.react(stage.ballots()[0], "+1")


def _ten_votes(stage: Stage) -> None:
    for ballot in stage.ballots()[:10]:
        stage.owner.comment(ballot, "/approve A")


def _moved(stage: Stage) -> None:
    for ballot in stage.ballots()[:10]:
        stage.author.push(pull_of(stage, ballot), files=RISKY)


def _approved(stage: Stage) -> None:
    for ballot in stage.ballots()[:20]:
        stage.gh.check_run(pull_of(stage, ballot), "ci", "failure")
        stage.owner.react(ballot, "+1")
    stage.later(minutes=2)
    stage.way = Way.DIRECT
    until_quiet(stage)


@dataclass(frozen=True, slots=True)
class Scenario:
    """So many ballots in three repositories, and what happened since the last tick."""

    name: str
    ballots: int
    happened: Callable[[Stage], None]


SCENARIOS = (
    Scenario("10 ballots, nobody answered", 10, _nothing),
    Scenario("100 ballots, nobody answered", 100, _nothing),
    Scenario("300 ballots, nobody answered", 300, _nothing),
    Scenario("100 ballots, a comment and a reaction on each", 100, _talked_about),
    Scenario("40 ballots, five comments and a reaction on each", 40, _noisy),
    Scenario("100 ballots, one new vote", 100, _one_vote),
    Scenario("100 ballots, ten new votes", 100, _ten_votes),
    Scenario("100 ballots, ten heads moved", 100, _moved),
    Scenario("80 ballots, 20 approved whose checks are red", 100, _approved),
)
