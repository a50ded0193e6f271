"""What comes between the page, the check and the write: pushes, ticks, other people (P25, D14)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.not_sent import NotSent, PerhapsSent
from inbox.dashboard.orders import BallotAnswer
from inbox.simulator.conversation import PullRequest
from inbox.simulator.exchange import Request
from tests.dashboard.senders import Sender, said
from tests.stories.stage import APP, RISKY, SAFE, Stage
from tests.stories.stories_decisions import ASKED, gate, text


def waiting(stage: Stage, **given: str) -> PullRequest:
    """A risky pull request whose ballot waits."""
    pull = stage.pull(**given)
    stage.tick()
    stage.later(minutes=1)
    return pull


def asking(stage: Stage, body: str = ASKED) -> PullRequest:
    """A harmless pull request that asks."""
    return waiting(stage, files=SAFE, body=body)  # type: ignore[arg-type]  # the stage takes files as a mapping, too


def just_before(stage: Stage, method: str, words: str, do: Callable[[], object]) -> None:
    """Once, right before the next request of that method whose path holds `words`."""

    def hook(request: Request) -> None:
        if request.method == method and words in request.path and hook in stage.gh.on_request:
            stage.gh.on_request.remove(hook)
            do()

    stage.gh.on_request.append(hook)


def after_posting(stage: Stage, do: Callable[[], object]) -> None:
    """Once, right before the comment is posted."""
    just_before(stage, "POST", "/comments", do)


def pushed_and_ticked(stage: Stage, pull: PullRequest) -> Callable[[], None]:
    """The author pushes, and a tick asks again about the new head."""

    def do() -> None:
        stage.author.push(pull, files=RISKY)
        stage.later(seconds=2)
        stage.tick()
        stage.later(seconds=2)

    return do


def test_a_push_right_before_the_posting_is_said_and_the_answer_is_void(stage: Stage) -> None:
    pull = waiting(stage)
    order = Sender(stage).asked()
    after_posting(stage, lambda: stage.author.push(pull, files=RISKY))
    sent = Sender(stage).send(order)
    assert f"{APP}#1 moved just then, so the next tick asks again." in sent.says
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(stage.ballot()) == {"pending-owner", "stale-approval"}


def test_a_round_that_begins_in_the_second_of_the_posting_is_said(stage: Stage) -> None:
    """Protocol P17, P20: somebody deletes a word of the owner's, and the answer may not count."""
    waiting(stage)
    word = stage.owner.comment(stage.ballot(), "Hm.")
    stage.later(seconds=5)
    order = Sender(stage).asked()
    just_before(stage, "GET", "/issues/comments/", lambda: stage.agent.delete_comment(word))
    assert Sender(stage).send(order).says.endswith("so please send it once more.")
    stage.later(seconds=5)
    Sender(stage).send(Sender(stage).asked())
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(stage.ballot()) == {"approved-A"}


@pytest.mark.parametrize("choice", [Choice.A, Choice.REJECT])
def test_an_answer_that_a_new_round_would_take_for_its_own_is_taken_back(
    stage: Stage, choice: Choice
) -> None:
    """A push and a tick between check and posting: the comment would approve another head."""
    pull = waiting(stage)
    order = Sender(stage).asked(choice, "Looks good.")
    after_posting(stage, pushed_and_ticked(stage, pull))
    with pytest.raises(NotSent) as told:
        Sender(stage).send(order)
    assert "asked again while this was sent" in told.value.what
    assert stage.now(pull).head_sha[:7] in told.value.what
    assert told.value.what.endswith("The answer was taken back.")
    assert said(stage, stage.ballot(), stage.owner) == []
    stage.later(minutes=1)
    stage.tick()
    assert "pending-owner" in stage.ours(stage.ballot())
    assert stage.now(pull).state == "open"
    Sender(stage).send(Sender(stage).asked(choice))
    stage.later(minutes=1)
    stage.tick()
    assert "pending-owner" not in stage.ours(stage.ballot())


def test_what_cannot_be_taken_back_is_said_with_its_link(stage: Stage) -> None:
    pull = waiting(stage)
    order = Sender(stage).asked()
    after_posting(stage, pushed_and_ticked(stage, pull))
    stage.gh.faults.answer("DELETE", "*", status=403, body={"message": "No."})
    with pytest.raises(PerhapsSent) as told:
        Sender(stage).send(order)
    (comment,) = [one for one in stage.ballot().comments if one.author is stage.owner.account]
    assert f"#issuecomment-{comment.id} at once" in told.value.advice


def test_a_tick_that_hears_the_answer_at_once_is_no_trouble(stage: Stage) -> None:
    waiting(stage)
    order = Sender(stage).asked()

    def tick() -> None:
        stage.later(seconds=2)
        stage.tick()

    just_before(stage, "GET", "/issues/comments/", tick)
    sent = Sender(stage).send(order)
    assert sent.says.endswith("The next tick hears it.")
    assert stage.ours(stage.ballot()) == {"approved-A"}


def test_the_reading_after_the_posting_may_fail(stage: Stage) -> None:
    waiting(stage)
    order = Sender(stage).asked()
    fault = stage.gh.faults.answer("GET", "*/issues/comments/*", status=500, times=99)
    after_posting(stage, lambda: stage.gh.faults.answer("GET", "*/issues/2", status=500, times=99))
    sent = Sender(stage).send(order)
    assert fault.acted == 3
    assert "could not be read again" in sent.says
    (comment,) = [one for one in stage.ballot().comments if one.author is stage.owner.account]
    assert sent.url == f"https://github.com/{APP}/issues/2#issuecomment-{comment.id}"


@pytest.mark.parametrize("how", ["drop", "502", "cut"])
def test_a_lost_answer_after_the_posting_is_found_again(stage: Stage, how: str) -> None:
    waiting(stage)
    Sender(stage).send(Sender(stage).asked(Choice.C))
    stage.later(seconds=5)
    order = Sender(stage).asked()
    lose(stage, "POST", "*/issues/2/comments", how, after=True)
    sent = Sender(stage).send(order)
    assert said(stage, stage.ballot(), stage.owner) == ["/approve C", "/approve A"]
    assert sent.url.endswith(f"#issuecomment-{stage.ballot().comments[-1].id}")
    assert sent.at == stage.ballot().comments[-1].created_at
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(stage.ballot()) == {"approved-A"}


def lose(stage: Stage, method: str, path: str, how: str, *, after: bool) -> None:
    """The next answer to such a request is lost, after or before it took effect."""
    if how == "drop":
        stage.gh.faults.drop(method, path, after=after)
    elif how == "502":
        stage.gh.faults.answer(method, path, status=502, after=after)
    else:
        stage.gh.faults.truncate(method, path)


@pytest.mark.parametrize("how", ["drop", "502"])
def test_a_post_that_never_arrived_is_not_repeated_and_nobody_claims_it(
    stage: Stage, how: str
) -> None:
    waiting(stage)
    order = Sender(stage).asked()
    lose(stage, "POST", "*/issues/2/comments", how, after=False)
    with pytest.raises(PerhapsSent) as told:
        Sender(stage).send(order)
    assert "It is not there so far, and may still arrive." in told.value.what
    assert said(stage, stage.ballot(), stage.owner) == []
    Sender(stage).send(order)
    assert said(stage, stage.ballot(), stage.owner) == ["/approve A"]


def test_an_older_comment_of_the_same_words_is_not_taken_for_a_lost_one(stage: Stage) -> None:
    pull = waiting(stage)
    Sender(stage).send(Sender(stage).asked())
    stage.later(seconds=5)
    pushed_and_ticked(stage, pull)()
    order = Sender(stage).asked()
    lose(stage, "POST", "*/issues/2/comments", "drop", after=False)
    with pytest.raises(PerhapsSent):
        Sender(stage).send(order)


def test_a_lost_answer_and_a_lost_reading_is_nobodys_knowledge(stage: Stage) -> None:
    waiting(stage)
    order = Sender(stage).asked()
    lose(stage, "POST", "*/issues/2/comments", "drop", after=True)
    after_posting(stage, lambda: stage.gh.faults.answer("GET", "*/comments", status=500, times=99))
    with pytest.raises(PerhapsSent) as told:
        Sender(stage).send(order)
    assert "is unknown" in told.value.what
    stage.gh.faults.clear()
    stage.later(seconds=5)
    assert "already" in Sender(stage).send(order).says


# Descriptions


def test_a_saving_between_reading_and_writing_is_read_again(stage: Stage) -> None:
    """Another question is kept; the same one is looked at first."""
    pull, sender = asking(stage), Sender(stage)
    order = sender.ticked(pull, "storage", "On disk")
    just_before(stage, "GET", "/issues/1", lambda: stage.agent.tick_box(pull, "Thumbnails"))
    sender.send(order)
    assert "[x] Thumbnails" in text(stage, pull)
    assert "[x] On disk" in text(stage, pull)
    order = sender.ticked(pull, "name", text="Cachet")
    mine = text(stage, pull).replace("(text)\n", "(text)\n\n> **Answer:** Other\n")
    just_before(stage, "GET", "/issues/1", lambda: stage.agent.edit_body(pull, mine))
    with pytest.raises(NotSent) as told:
        sender.send(order)
    assert "`name` was changed on GitHub meanwhile" in told.value.what
    assert text(stage, pull) == mine


@pytest.mark.parametrize("who", ["agent", "owner"])
def test_a_saving_that_was_written_over_is_said_with_where_it_is(stage: Stage, who: str) -> None:
    """GitHub has no compare-and-set: nothing is lost silently, be it one's own other window."""
    pull, sender = asking(stage), Sender(stage)
    person = getattr(stage, who)
    order = sender.ticked(pull, "storage", "On disk")
    edited = ASKED.replace("What it does.", "What it does, in full.")
    just_before(stage, "PATCH", "/issues/1", lambda: person.edit_body(pull, edited))
    sent = sender.send(order)
    assert f"`{who}` saved the description in that very moment" in sent.says
    assert "edit history" in sent.says
    assert [one.text for one in stage.now(pull).body.revisions][1] == edited


def test_a_saving_right_after_without_the_answers_is_said(stage: Stage) -> None:
    pull, sender = asking(stage), Sender(stage)
    order = sender.ticked(pull, "storage", "On disk")

    def saved(request: Request) -> None:
        if request.is_graphql and "[x] On disk" in text(stage, pull):
            stage.agent.edit_body(pull, ASKED)

    stage.gh.on_request.append(saved)
    with pytest.raises(PerhapsSent) as told:
        sender.send(order)
    assert "right after you, without your answers" in told.value.what


def test_a_saving_that_ends_in_time_is_seen_again(stage: Stage) -> None:
    pull, sender = asking(stage), Sender(stage)
    order = sender.ticked(pull, "storage", "On disk")
    count = iter(range(99))

    def saved(request: Request) -> None:
        if request.method == "GET" and request.path.endswith("/issues/1"):
            stage.agent.edit_body(pull, f"{ASKED}\n{next(count)}\n")

    stage.gh.on_request.append(saved)
    with pytest.raises(NotSent) as told:
        sender.send(order)
    assert "saved again and again" in told.value.what


@pytest.mark.parametrize("how", ["drop", "502", "cut"])
def test_a_lost_saving_is_told_by_what_stands_there(stage: Stage, how: str) -> None:
    pull, sender = asking(stage), Sender(stage)
    order = sender.ticked(pull, "storage", "On disk")
    lose(stage, "PATCH", "*/issues/1", how, after=True)
    sent = sender.send(order)
    assert "has your answer to `storage`" in sent.says
    assert len(stage.now(pull).body.revisions) == 2
    if how != "cut":
        order = sender.ticked(pull, "storage", "In memory")
        lose(stage, "PATCH", "*/issues/1", how, after=False)
        with pytest.raises(NotSent) as told:
            sender.send(order)
        assert "reads as before" in told.value.what
        assert len(stage.now(pull).body.revisions) == 2


def test_a_saving_that_can_neither_be_made_nor_read_is_nobodys_knowledge(stage: Stage) -> None:
    pull, sender = asking(stage), Sender(stage)
    order = sender.ticked(pull, "storage", "On disk")
    lose(stage, "PATCH", "*/issues/1", "drop", after=True)
    just_before(
        stage,
        "PATCH",
        "/issues/1",
        lambda: stage.gh.faults.answer("POST", "*/graphql", status=500, times=99),
    )
    with pytest.raises(PerhapsSent):
        sender.send(order)


def test_a_confirmation_of_what_was_not_shown_is_taken_back(stage: Stage) -> None:
    """D13: `/confirm` covers the text as it stood when it was posted."""
    pull, sender = asking(stage, ASKED.replace("[ ] On disk", "[x] On disk")), Sender(stage)
    order = sender.confirmation(pull)
    after_posting(stage, lambda: stage.agent.tick_box(pull, "Thumbnails"))
    with pytest.raises(NotSent) as told:
        sender.send(order)
    assert told.value.what.endswith("The confirmation was taken back.")
    assert said(stage, pull, stage.owner) == []
    stage.later(minutes=1)
    stage.tick()
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: storage, extras"
    stage.later(minutes=1)
    order = sender.confirmation(pull)
    just_before(stage, "GET", "/issues/comments/", lambda: stage.later(seconds=3))
    after_posting(stage, lambda: None)
    assert "hears it." in sender.send(order).says


def test_what_is_saved_after_a_confirmation_is_not_confirmed_by_it(stage: Stage) -> None:
    pull, sender = asking(stage, ASKED.replace("[ ] On disk", "[x] On disk")), Sender(stage)

    def later() -> None:
        stage.later(seconds=3)
        stage.agent.tick_box(pull, "Thumbnails")
        stage.later(seconds=3)

    just_before(stage, "GET", "/issues/comments/", later)
    sent = sender.send(sender.confirmation(pull))
    assert sent.says.endswith(f"Somebody saved {APP}#1 after that, which is not confirmed.")
    stage.later(minutes=1)
    stage.tick()
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: extras"


@pytest.mark.parametrize("then", ["another tick", "as before"])
def test_savings_before_and_after_a_confirmation_take_it_back(stage: Stage, then: str) -> None:
    pull, sender = asking(stage, ASKED.replace("[ ] On disk", "[x] On disk")), Sender(stage)

    def another() -> None:
        stage.later(seconds=3)
        if then == "as before":
            stage.agent.untick_box(pull, "Thumbnails")
        else:
            stage.agent.tick_box(pull, "Previews")
        stage.later(seconds=3)

    order = sender.confirmation(pull)
    after_posting(stage, lambda: stage.agent.tick_box(pull, "Thumbnails"))
    just_before(stage, "GET", "/issues/comments/", another)
    with pytest.raises(NotSent) as told:
        sender.send(order)
    assert told.value.what.endswith("The confirmation was taken back.")
    assert said(stage, pull, stage.owner) == []


@pytest.mark.parametrize("is_saved", [False, True])
def test_a_confirmation_whose_time_is_not_known_covers_the_text_that_is_there(
    stage: Stage, *, is_saved: bool
) -> None:
    pull, sender = asking(stage, ASKED.replace("[ ] On disk", "[x] On disk")), Sender(stage)
    order = sender.confirmation(pull)
    stage.gh.faults.answer("GET", "*/issues/comments/*", status=500, times=3)
    if is_saved:
        after_posting(stage, lambda: stage.agent.tick_box(pull, "Thumbnails"))
        with pytest.raises(NotSent):
            sender.send(order)
    else:
        assert sender.send(order).says.endswith("hears it.")
    assert len(said(stage, pull, stage.owner)) == (not is_saved)


def test_a_confirmation_that_cannot_be_taken_back_is_said_with_its_link(stage: Stage) -> None:
    pull, sender = asking(stage, ASKED.replace("[ ] On disk", "[x] On disk")), Sender(stage)
    order = sender.confirmation(pull)
    after_posting(stage, lambda: stage.agent.tick_box(pull, "Thumbnails"))
    stage.gh.faults.answer("DELETE", "*", status=403, body={"message": "No."})
    with pytest.raises(PerhapsSent) as told:
        sender.send(order)
    assert "#issuecomment-" in told.value.advice


def test_a_saving_that_was_lost_and_over_which_another_stands_is_nobodys_knowledge(
    stage: Stage,
) -> None:
    pull, sender = asking(stage), Sender(stage)
    order = sender.ticked(pull, "storage", "On disk")
    other = ASKED.replace("All green.", "All red.")
    just_before(stage, "PATCH", "/issues/1", lambda: stage.agent.edit_body(pull, other))
    lose(stage, "PATCH", "*/issues/1", "drop", after=False)
    with pytest.raises(PerhapsSent):
        sender.send(order)
    assert text(stage, pull) == other


def test_two_pages_that_send_at_once_say_the_same(stage: Stage) -> None:
    """At worst a comment doubles; the verdict is the same (P47)."""
    waiting(stage)
    first, second = Sender(stage), Sender(stage, secret="ghp_other")
    order: BallotAnswer = first.asked()
    after_posting(stage, lambda: second.send(order))
    first.send(order)
    assert said(stage, stage.ballot(), stage.owner) == ["/approve A"] * 2
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(stage.ballot()) == {"approved-A"}
