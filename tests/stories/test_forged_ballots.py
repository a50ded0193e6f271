"""Forged and misplaced ballots, in worlds that do not come to rest as ordinary stories do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import APP, PENDING, Stage, Way
from tests.stories.stories_attacks import is_open_and_waits


@contextmanager
def asked(projects_yml: str) -> Iterator[tuple[Stage, PullRequest, Issue]]:
    """A stage on which a tick has opened a ballot."""
    stage = Stage(way=Way.DIRECT, projects_yml=projects_yml)
    pull = stage.pull()
    stage.tick()
    stage.later(minutes=5)
    yield stage, pull, stage.ballot()
    assert stage.gh.violations == []


def test_a_ballot_forged_for_a_head_that_is_not_yet_pushed() -> None:
    """Protocol P27."""
    with asked("merge: {settle_minutes: 0}\n") as (stage, pull, ballot):
        now = stage.now(ballot)
        evil = stage.agent.commit(APP, {"src/evil.py": "pass"}, branch="not-yet-pushed").sha
        forged = now.body.text.replace(stage.now(pull).head_sha, evil)
        forged = forged.replace(stage.now(pull).head_sha[:7], evil[:7])
        stage.bot.close(ballot)
        stage.bot.unlabel(ballot, PENDING)
        second = stage.bot.open_issue(APP, now.title, forged, labels=(PENDING,))
        stage.later(minutes=1)
        stage.owner.react(second, "+1")
        stage.later(minutes=1)
        stage.author.push(pull, to=evil)
        stage.gh.check_run(pull, "build")
        stage.later(minutes=3)
        stage.tick()
        is_open_and_waits(stage, pull)


def test_a_poll_with_a_ballot_hidden_in_a_comment() -> None:
    """Protocol P1, P28."""
    with asked("merge: {settle_minutes: 0}\n") as (stage, pull, ballot):
        now = stage.now(ballot)
        hidden = f"Do you like the new logo?\n\n<!-- x\n\n{now.body.text}"
        poll = stage.bot.open_issue(APP, now.title, hidden, labels=(PENDING,))
        stage.gh.check_run(pull, "build")
        stage.later(minutes=1)
        stage.owner.react(poll, "+1")
        stage.later(minutes=3)
        told = stage.tick()
        told.mentions("is not what the bot writes")
        is_open_and_waits(stage, pull)
        assert stage.ours(ballot) == {"pending-owner"}


def test_a_no_on_an_earlier_ballot_holds_an_approval_that_waits() -> None:
    """Protocol P22a, P34."""
    with asked("merge: {settle_minutes: 4}\n") as (stage, pull, ballot):
        stage.gh.check_run(pull, "build")
        now = stage.now(ballot)
        nonce = now.body.text.split("nonce: ")[1].split(maxsplit=1)[0]
        other = now.body.text.replace(nonce, "7d9b2f14-0000-4000-8000-000000000000")
        twin = stage.bot.open_issue(APP, now.title, other, labels=(PENDING,))
        stage.owner.react(ballot, "+1")
        stage.later(minutes=3)
        stage.tick()
        assert stage.ours(twin) == {"duplicate"}
        stage.owner.comment(twin, "/reject I saw a bug", via_email=True)
        stage.later(minutes=3)
        stage.tick()
        is_open_and_waits(stage, pull)
