"""A ballot answered from the page, as its owner, and heard by the next tick as it was meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from inbox.ballot.choice import Choice
from inbox.dashboard.composing import COMMANDS
from inbox.dashboard.not_sent import NotSent
from inbox.simulator.conversation import PullRequest
from tests.dashboard.senders import Sender, said
from tests.stories.stage import APP, RISKY, Stage, Way
from tests.stories.stories_decisions import ASKED

OTHERS = f"""\
governance_repo: org/other
supervised_repos: [org/other]
decision_inbox: {{repository: {APP}}}
"""


@pytest.fixture
def stage(stage: Stage) -> Stage:
    """A stage with one risky pull request, whose ballot waits."""
    stage.pull()
    stage.tick()
    stage.later(minutes=1)
    return stage


def pull_of(stage: Stage) -> PullRequest:
    """The pull request."""
    found: PullRequest = stage.now(f"{APP}#1")
    return found


def refused(sender: Sender, order: object, *words: str) -> NotSent:
    """Why the order was not carried out; nothing was written."""
    before = len(sender.stage.gh.journal.entries)
    with pytest.raises(NotSent) as caught:
        sender.send(order)  # type: ignore[arg-type]  # orders of every kind
    entries = sender.stage.gh.journal.entries[before:]
    assert [entry for entry in entries if entry.is_write] == []
    told = f"{caught.value.what} {caught.value.advice}"
    assert [word for word in words if word not in told] == [], told
    assert caught.value.advice
    return caught.value


@pytest.mark.parametrize(
    ("choice", "label"),
    [(Choice.A, "approved-A"), (Choice.B, "approved-B"), (Choice.REJECT, "rejected")],
)
def test_an_answer_is_a_comment_that_the_next_tick_applies(
    stage: Stage, choice: Choice, label: str
) -> None:
    sent = Sender(stage).send(Sender(stage).asked(choice, "Because it is *time*."))
    ballot, pull = stage.ballot(), pull_of(stage)
    assert said(stage, ballot, stage.owner) == [f"{COMMANDS[choice]}\n\nBecause it is *time*."]
    (comment,) = [one for one in ballot.comments if one.author is stage.owner.account]
    assert sent.url.endswith(f"{ballot.number}#issuecomment-{comment.id}")
    assert sent.at == comment.created_at
    assert f"`{COMMANDS[choice]}` is posted on {ballot.ref}" in sent.says
    assert pull.head_sha[:7] in sent.says
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(ballot) == {label}
    receipt = stage.words(pull)[0].body.text
    assert "Because it is" in receipt
    assert "owner" in receipt


def test_a_deferral_leaves_the_ballot_waiting(stage: Stage) -> None:
    Sender(stage).send(Sender(stage).asked(Choice.C, "After the release."))
    stage.later(minutes=1)
    stage.tick()
    assert "deferred" in stage.ours(stage.ballot())
    Sender(stage).send(Sender(stage).asked(Choice.A))
    stage.later(minutes=1)
    stage.tick()
    assert stage.ours(stage.ballot()) == {"approved-A"}


def test_an_approval_from_the_page_is_merged_in_the_end(stage: Stage) -> None:
    Sender(stage).send(Sender(stage).asked())
    stage.gh.check_run(pull_of(stage), "build")
    stage.later(minutes=6)
    stage.tick()
    assert pull_of(stage).merged


def test_the_same_answer_is_given_once_and_another_takes_its_place(stage: Stage) -> None:
    order = Sender(stage).asked()
    first = Sender(stage).send(order)
    stage.later(seconds=5)
    again = Sender(stage).send(order)
    assert "already, and it stands; nothing was posted." in again.says
    assert (again.url, again.at) == (first.url, first.at)
    assert "reason was not added" in Sender(stage).send(replace(order, reason="And.")).says
    assert said(stage, stage.ballot(), stage.owner) == ["/approve A"]
    stage.later(seconds=5)
    Sender(stage).send(replace(order, choice=Choice.REJECT))
    assert said(stage, stage.ballot(), stage.owner) == ["/approve A", "/reject"]
    stage.later(minutes=1)
    stage.tick()
    assert pull_of(stage).state == "closed"


def test_a_thumb_counts_as_given_too_and_somebody_elses_answer_does_not(stage: Stage) -> None:
    stage.owner.react(stage.ballot(), "+1")
    stage.later(seconds=5)
    sent = Sender(stage).send(Sender(stage).asked())
    assert (sent.is_new, said(stage, stage.ballot(), stage.owner)) == (False, [])


def test_a_ballot_that_was_answered_is_not_answered_again(stage: Stage) -> None:
    order = Sender(stage).asked()
    Sender(stage).send(order)
    stage.later(minutes=1)
    stage.tick()
    stage.later(minutes=1)
    refused(Sender(stage), order, "does not wait any more: the owner approved option A.")


def test_nothing_is_said_about_a_head_that_the_page_did_not_show(stage: Stage) -> None:
    """Protocol P25: neither before the tick asks about the new head, nor after."""
    order = Sender(stage).asked()
    new = stage.author.push(pull_of(stage), files=RISKY)
    refused(Sender(stage), order, new[:7], order.head.short, "The next tick asks again")
    refused(Sender(stage), replace(order, choice=Choice.REJECT), new[:7])
    stage.later(minutes=1)
    stage.tick()
    stage.later(minutes=1)
    refused(Sender(stage), order, new[:7], "It was asked again; look at it first.")
    Sender(stage).send(Sender(stage).asked())
    stage.later(minutes=1)
    stage.tick()
    assert "approved-A" in stage.ours(stage.ballot())


def test_a_head_that_left_and_came_back_is_asked_about_again(stage: Stage) -> None:
    order = Sender(stage).asked()
    stage.author.force_push(pull_of(stage), files=RISKY)
    stage.author.force_push(pull_of(stage), to=order.head)
    refused(Sender(stage), order, "moved and came back")
    stage.later(minutes=1)
    stage.tick()
    stage.later(minutes=1)
    refused(Sender(stage), order, "asked again in the meantime, for a notice asked again.")


def test_another_base_is_another_question(stage: Stage) -> None:
    order = Sender(stage).asked()
    stage.owner.commit(APP, {"x": "1"}, branch="re`lease")
    stage.owner.retarget(pull_of(stage), "re`lease")
    refused(Sender(stage), order, "into ``re`lease`` now, not into `main`")
    stage.later(minutes=1)
    stage.tick()
    stage.later(minutes=1)
    assert "into ``re`lease``." in Sender(stage).send(Sender(stage).asked()).says


def test_a_round_that_began_meanwhile_is_another_question(stage: Stage) -> None:
    """Protocol P17: somebody deleted an answer of the owner's, so what was read is not all."""
    comment = stage.owner.comment(stage.ballot(), "Hm.")
    order = Sender(stage).asked()
    stage.later(seconds=5)
    stage.agent.delete_comment(comment)
    stage.later(seconds=5)
    refused(Sender(stage), order, "asked again in the meantime", "comment was deleted")


def test_what_ended_elsewhere_is_not_answered(stage: Stage) -> None:
    order = Sender(stage).asked()
    stage.author.close(pull_of(stage))
    refused(Sender(stage), order, f"{APP}#1 was closed, so nothing is left to decide.")
    stage.author.reopen(pull_of(stage))
    stage.owner.close(stage.ballot())
    refused(Sender(stage), order, "was closed, and the next tick says what comes of it.")
    stage.owner.merge(pull_of(stage))
    refused(Sender(stage), order, f"{APP}#1 was merged")


def test_a_text_that_was_changed_approves_nothing_and_still_refuses(stage: Stage) -> None:
    """Protocol P28."""
    order = Sender(stage).asked()
    stage.agent.edit_body(stage.ballot(), stage.ballot().body.text + "\nMore.\n")
    refused(Sender(stage), order, "approves nothing: its text was changed.")
    refused(Sender(stage), replace(order, choice=Choice.B), "approves nothing")
    Sender(stage).send(replace(order, choice=Choice.REJECT))
    stage.later(minutes=1)
    stage.tick()
    assert pull_of(stage).state == "closed"


def test_a_text_that_names_another_pull_request_now_is_still_about_the_first(
    stage: Stage,
) -> None:
    """P28: the original is the measure, whoever edits."""
    edited = stage.ballot().body.text.replace(f"{APP}#1", f"{APP}#77")
    stage.agent.edit_body(stage.ballot(), edited)
    stage.later(minutes=1)
    order = Sender(stage).asked()
    refused(Sender(stage), order, "approves nothing: its text was changed.")
    Sender(stage).send(replace(order, choice=Choice.REJECT))
    stage.later(minutes=1)
    stage.tick()
    assert pull_of(stage).state == "closed"


def test_what_is_no_ballot_is_not_answered(stage: Stage) -> None:
    forged = stage.agent.open_issue(APP, "Decision", labels=("decision:pending-owner",))
    order = Sender(stage).asked()
    number = forged.number
    ref = replace(order.ballot, number=number)
    refused(Sender(stage), replace(order, ballot=ref), "is no ballot: its author is not the bot.")
    refused(Sender(stage), replace(order, ballot=replace(ref, number=1)), "is a pull request")
    refused(Sender(stage), replace(order, ballot=replace(ref, number=999)), "not there")
    refused(Sender(stage), replace(order, choice=Choice.HOLD), "no answer that a ballot knows")
    elsewhere = replace(order.ballot, repo=type(order.ballot.repo)("org", "other"))
    refused(Sender(stage), replace(order, ballot=elsewhere), f"ballots are in {APP}.")


def test_a_ballot_that_nobody_can_read_any_more_is_not_answered(stage: Stage) -> None:
    """Protocol P28, P42: its original is gone, its label is off, its repository is none of ours."""
    order = Sender(stage).asked(Choice.REJECT)
    stage.agent.unlabel(stage.ballot(), "decision:pending-owner")
    refused(Sender(stage), order, "does not wait any more: its label was taken off.")
    stage.agent.label(stage.ballot(), "decision:pending-owner")
    stage.gh.repository("org/other")
    stage.owner.commit(APP, {"config/projects.yml": OTHERS})
    refused(Sender(stage), order, "about a pull request of no supervised repository.")
    stage.owner.commit(APP, {"config/projects.yml": None})
    stage.agent.edit_body(stage.ballot(), "Another text.")
    stage.owner.forget_revision(stage.ballot(), back=1)
    refused(Sender(stage), order, "Nobody can say any more what", "Close the ballot")


def test_an_approval_waits_for_the_questions_and_a_refusal_does_not() -> None:
    """Protocol P29."""
    stage = Stage(way=Way.DIRECT)
    pull = stage.pull(body=ASKED)
    stage.tick()
    stage.later(minutes=1)
    order = Sender(stage).asked()
    refused(Sender(stage), order, "still open: `storage`, `name`.", "Answer the decisions first.")
    stage.agent.tick_box(pull, "On disk")
    stage.later(seconds=5)
    refused(Sender(stage), order, "nobody on the allowlist gave: `storage`")
    stage.owner.comment(pull, "/answer storage: 2\n/answer name: X")
    stage.later(seconds=5)
    refused(Sender(stage), order, "is not sure yet")
    stage.author.edit_body(pull, "Nothing to choose.")
    stage.later(seconds=5)
    refused(Sender(stage), order, "nobody on the allowlist gave: `storage`, `name`")
    Sender(stage).send(replace(order, choice=Choice.REJECT, reason="Ask again."))
    stage.later(minutes=1)
    stage.tick()
    assert stage.now(pull).state == "closed"
    stage.close()


def test_an_approval_waits_for_options_where_a_text_asks_in_prose() -> None:
    stage = Stage(way=Way.DIRECT)
    stage.pull(body="## Open questions\n\n- In memory or on disk?\n")
    stage.tick()
    stage.later(minutes=1)
    refused(Sender(stage), Sender(stage).asked(), "Too vague", "Send it back for options first.")
    stage.close()


def test_an_answer_of_a_ballot_that_was_reopened_is_about_its_new_round(stage: Stage) -> None:
    """Protocol P41."""
    order = Sender(stage).asked(Choice.REJECT)
    Sender(stage).send(order)
    stage.later(minutes=1)
    stage.tick()
    stage.later(minutes=1)
    stage.owner.reopen(stage.ballot())
    stage.owner.reopen(pull_of(stage))
    stage.later(minutes=1)
    stage.tick()
    stage.later(minutes=1)
    refused(Sender(stage), order, "asked again in the meantime, for the ballot was reopened.")
    sent = Sender(stage).send(Sender(stage).asked(Choice.REJECT))
    assert sent.at > order.asked_since + timedelta(minutes=1)
    stage.later(minutes=1)
    stage.tick()
    assert pull_of(stage).state == "closed"
