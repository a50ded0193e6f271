"""Something happens right before each request of an order in turn; then ticks do their work.

Whatever it is, nothing is approved that the page did not show, and no text is lost in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.not_sent import NotSent, PerhapsSent
from inbox.dashboard.orders import Order
from inbox.simulator.conversation import PullRequest
from inbox.simulator.exchange import Request
from tests.dashboard.senders import Sender, said
from tests.stories.stage import APP, RISKY, SAFE, Stage
from tests.stories.stories_decisions import ASKED, text

Deed = Callable[[Stage], object]
PULL, BALLOT = f"{APP}#1", f"{APP}#2"


@pytest.fixture
def stage(stage: Stage) -> Stage:
    """A risky pull request whose ballot waits, and where another base exists."""
    stage.pull()
    stage.owner.commit(APP, {"x": "1"}, branch="release")
    stage.tick()
    stage.later(minutes=1)
    return stage


def ticked(stage: Stage) -> None:
    """A tick, and some seconds before and after it."""
    stage.later(seconds=3)
    stage.tick()
    stage.later(seconds=3)


def pushed(stage: Stage) -> None:
    """Other code, and a tick."""
    stage.author.push(PULL, files=RISKY)
    ticked(stage)


def away_and_back(stage: Stage) -> None:
    """Other code, a tick, the first code again, and a tick."""
    head = stage.now(PULL).head_sha
    stage.author.force_push(PULL, files=RISKY)
    ticked(stage)
    stage.author.force_push(PULL, to=head)
    ticked(stage)


def retargeted(stage: Stage) -> None:
    """Another base, and a tick."""
    stage.owner.retarget(PULL, "release")
    ticked(stage)


DEEDS: Mapping[str, Deed] = {
    "push": lambda stage: stage.author.push(PULL, files=RISKY),
    "push and tick": pushed,
    "base": lambda stage: stage.owner.retarget(PULL, "release"),
    "base and tick": retargeted,
    "away and back": away_and_back,
    "tampered": lambda stage: stage.agent.edit_body(BALLOT, "Another text."),
    "closed": lambda stage: stage.author.close(PULL),
    "ballot closed": lambda stage: stage.agent.close(BALLOT),
    "tick": ticked,
}


def before_request(stage: Stage, number: int, deed: Callable[[], object]) -> list[bool]:
    """The deed is done right before the request of that number; the answer grows when it is."""
    count = iter(range(10_000))
    done: list[bool] = []

    def hook(_: Request) -> None:
        if hook in stage.gh.on_request and next(count) == number:
            stage.gh.on_request.remove(hook)
            done.append(True)
            deed()

    stage.gh.on_request.append(hook)
    return done


def outcome(sender: Sender, order: Order) -> str:
    """What the person is told; anything but these three is a failure of the test."""
    try:
        return sender.send(order).says
    except (NotSent, PerhapsSent) as told:
        return f"{type(told).__name__}: {told}"


@pytest.mark.parametrize("deed", DEEDS)
def test_nothing_is_approved_that_the_page_did_not_show(stage: Stage, deed: str) -> None:
    sender = Sender(stage)
    order = sender.asked(Choice.A, "Ship it.")
    start = stage.gh.checkpoint()
    for number in range(99):
        stage.gh.restore(start)
        stage.gh.on_request.clear()
        done = before_request(stage, number, lambda: DEEDS[deed](stage))
        told = outcome(sender, order)
        stage.gh.on_request.clear()
        if not done:
            break
        if told.startswith("NotSent"):
            assert said(stage, stage.now(BALLOT), stage.owner) == [], (number, told)
        ticked(stage)
        ticked(stage)
        pull: PullRequest = stage.now(PULL)
        shown = (pull.head_sha, pull.base_ref) == (order.head, order.base)
        assert shown or "approved-A" not in stage.ours(pull), (number, told)
    assert number > 10


SAVINGS: Mapping[str, tuple[str, str]] = {
    "the same question": ("- [ ] In memory", "- [x] In memory"),
    "another question": ("- [ ] Thumbnails", "- [x] Thumbnails"),
    "other text": ("All green.", "All red."),
    "the question's words": ("Where should", "Where could"),
}


@pytest.mark.parametrize("who", ["agent", "owner"])
@pytest.mark.parametrize("saving", SAVINGS)
def test_no_text_of_anybody_is_lost_in_silence(stage: Stage, saving: str, who: str) -> None:
    pull = stage.pull(files=SAFE, body=ASKED)
    stage.later(minutes=1)
    sender, person = Sender(stage), getattr(stage, who)
    order = sender.ticked(pull, "storage", "On disk")
    start = stage.gh.checkpoint()
    for number in range(99):
        stage.gh.restore(start)
        stage.gh.on_request.clear()
        was, now = SAVINGS[saving]

        def save(was: str = was, now: str = now) -> None:
            person.edit_body(pull, text(stage, pull).replace(was, now))

        done = before_request(stage, number, save)
        told = outcome(sender, order)
        stage.gh.on_request.clear()
        if not done:
            break
        assert now in text(stage, pull) or "edit history" in told, (number, told)
        is_answered = "[x] On disk" in text(stage, pull)
        assert is_answered or told.startswith(("NotSent", "PerhapsSent")), (number, told)
    assert number > 6
