"""Questions answered, confirmed and sent back from the page, and heard as they were meant."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from inbox.ballot.commands import Spoken, read_command
from inbox.dashboard.fresh_text import fresh_text
from inbox.dashboard.not_sent import NotSent
from inbox.dashboard.orders import Confirm, Drawn, QuestionAnswers
from inbox.dashboard.sending_back import sent_back, text_sent_back
from inbox.decisions.addressed import says_addressed
from inbox.decisions.block import read_block
from inbox.decisions.commands import Spoken as Commanded
from inbox.decisions.commands import read_commands
from inbox.decisions.verdict import refusals
from inbox.markdown import find_markers
from inbox.simulator.conversation import PullRequest
from tests.dashboard.senders import Sender, back, said, subject
from tests.dashboard.test_dashboard_sending import refused
from tests.stories.stage import APP, SAFE, Stage
from tests.stories.stories_decisions import ASKED, VAGUE, gate, text

GOLDEN = Path(__file__).parents[1] / "golden" / "dashboard" / "sent_back.md"


def asking(stage: Stage, body: str = ASKED) -> PullRequest:
    """A harmless pull request that asks, and that a tick has seen."""
    pull = stage.pull(files=SAFE, body=body)
    stage.tick()
    stage.later(minutes=1)
    return pull


def ticked(stage: Stage) -> None:
    """A minute later, a tick."""
    stage.later(minutes=1)
    stage.tick()
    stage.later(minutes=1)


def all_answered(sender: Sender, pull: PullRequest) -> QuestionAnswers:
    """Every question answered, with a note, and text on two lines."""
    drawn = sender.drawn(pull)
    return sender.form(
        pull,
        storage=replace(drawn["storage"], choices=("On disk",), note="For\r\nnow."),
        extras=replace(drawn["extras"], choices=("Thumbnails", "Previews")),
        name=replace(drawn["name"], text="Two\r\nlines\n"),
    )


def test_answers_are_ticked_in_the_description_and_the_tick_records_them(stage: Stage) -> None:
    """D7, D11, D14: nothing else of the text changes, and the owner is on record."""
    pull, sender = asking(stage), Sender(stage)
    sent = sender.send(all_answered(sender, pull))
    assert text(stage, pull) == (
        ASKED.replace("[ ] On disk\n", "[x] On disk\n> **Note:** For now.\n")
        .replace("[ ] Thumb", "[x] Thumb")
        .replace("[ ] Prev", "[x] Prev")
        .replace("(text)\n", "(text)\n> **Answer:** Two lines\n")
    )
    assert sent.url.endswith("/pull/1")
    assert "your answer to `storage`, `extras`, `name`; the next tick reads it." in sent.says
    ticked(stage)
    assert gate(stage, pull)[0] == "success"
    (record,) = stage.words(pull)
    assert record.body.text.startswith("### Decisions from the owner\n")
    assert '"actor": "owner"' in record.body.text
    assert "For now." in record.body.text


def test_an_answer_is_changed_and_taken_back(stage: Stage) -> None:
    pull, sender = asking(stage), Sender(stage)
    sender.send(all_answered(sender, pull))
    ticked(stage)
    sender.send(sender.ticked(pull, "storage", "In memory", note=""))
    assert "[x] In memory\n- [ ] On disk" in text(stage, pull)
    assert "Note" not in text(stage, pull)
    ticked(stage)
    assert gate(stage, pull)[0] == "success"
    drawn = sender.drawn(pull)["storage"]
    sender.send(sender.form(pull, storage=replace(drawn, choices=())))
    ticked(stage)
    assert gate(stage, pull) == ("pending", "DECISIONS_PENDING: storage")


def test_nothing_changed_is_nothing_written(stage: Stage) -> None:
    pull, sender = asking(stage), Sender(stage)
    assert "there was nothing to write" in sender.send(sender.form(pull)).says
    order = sender.ticked(pull, "storage", "On disk")
    sender.send(order)
    assert len(stage.now(pull).body.revisions) == 2
    refused(sender, order, "Question `storage` was changed on GitHub meanwhile: its answer")
    assert "nothing to write" in sender.send(sender.ticked(pull, "storage", "on  DISK")).says
    assert len(stage.now(pull).body.revisions) == 2


def test_line_endings_of_a_browser_stay(stage: Stage) -> None:
    pull, sender = asking(stage), Sender(stage)
    stage.author.edit_body(pull, text(stage, pull), browser=True)
    sender.send(sender.ticked(pull, "storage", "On disk"))
    crlf = ASKED.replace("\n", "\r\n")
    assert text(stage, pull) == crlf.replace("[ ] On disk", "[x] On disk")


def test_what_was_changed_meanwhile_is_not_overwritten(stage: Stage) -> None:
    """Another person, another tab: the question that was touched is looked at, the rest is not."""
    pull, sender = asking(stage), Sender(stage)
    order = sender.ticked(pull, "storage", "On disk")
    stage.agent.tick_box(pull, "In memory")
    stage.later(seconds=5)
    refused(sender, order, "`storage` was changed on GitHub meanwhile: its answer is another now.")
    stage.agent.untick_box(pull, "In memory")
    stage.agent.tick_box(pull, "Thumbnails")
    stage.author.edit_body(pull, text(stage, pull).replace("All green.", "All red."))
    stage.later(seconds=5)
    sender.send(order)
    assert "[x] Thumbnails" in text(stage, pull)
    assert "All red." in text(stage, pull)
    ticked(stage)
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: extras"


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        ("Where should", "Where could", "it asks something else now"),
        ("- [ ] On disk", "- [ ] On tape", "it asks something else now"),
        ("### storage: ", "### storing: ", "was taken out on GitHub meanwhile"),
        ("- [ ] On disk\n", "", "it asks something else now"),
        ("<!-- decision-inbox:decisions -->", "", "was taken out on GitHub meanwhile"),
    ],
)
def test_a_question_that_asks_something_else_is_not_answered(
    stage: Stage, was: str, now: str, words: str
) -> None:
    pull, sender = asking(stage), Sender(stage)
    order = sender.ticked(pull, "storage", "On disk")
    stage.author.edit_body(pull, text(stage, pull).replace(was, now))
    refused(sender, order, "Question `storage`", words)


def test_what_no_form_holds_is_refused_in_words(stage: Stage) -> None:
    pull, sender = asking(stage), Sender(stage)
    refused(sender, sender.ticked(pull, "storage", "On tape"), "has no option `On tape`")
    refused(sender, sender.ticked(pull, "storage", "On disk", "In memory"), "takes one answer")
    refused(sender, sender.ticked(pull, "name", "On disk"), "answered in words")
    refused(sender, sender.ticked(pull, "storage", text="x"), "answered by its options")
    refused(sender, sender.ticked(pull, "name", text="x" * 70_000), "longer than GitHub takes")
    stage.author.edit_body(pull, text(stage, pull).replace("### extras", "####extras"))
    refused(sender, sender.ticked(pull, "storage", "On disk"), "line ")


@pytest.mark.parametrize("words", ["`", "<!-- x", "-->", "a | b", "> b", "\\", "## x", "\u2028y"])
def test_words_read_back_as_they_were_typed_or_are_refused(stage: Stage, words: str) -> None:
    pull, sender = asking(stage), Sender(stage)
    try:
        sender.send(sender.ticked(pull, "name", text=words))
    except NotSent:
        assert text(stage, pull) == ASKED
        return
    found = read_block(text(stage, pull)).question("name")
    assert found is not None
    assert found.answer == words.strip()
    ticked(stage)
    assert gate(stage, pull)[1] == "DECISIONS_PENDING: storage"


def test_a_ticket_is_answered_and_handed_over(stage: Stage) -> None:
    """D15."""
    ticket = stage.author.open_issue(APP, "Which?", ASKED, labels=("needs-info",))
    sender = Sender(stage)
    drawn = sender.drawn(ticket)
    order = sender.form(
        ticket,
        storage=replace(drawn["storage"], choices=("On disk",)),
        name=replace(drawn["name"], text="X"),
    )
    sent = sender.send(order)
    assert sent.url.endswith(f"/issues/{ticket.number}")
    ticked(stage)
    assert set(stage.now(ticket).label_names) == {"ready-for-agent"}
    refused(sender, order, f"{ticket.ref} does not wait for information any more.")


def test_what_is_closed_foreign_or_switched_off_is_not_answered(stage: Stage) -> None:
    pull, sender = asking(stage), Sender(stage)
    order = sender.ticked(pull, "storage", "On disk")
    other = replace(order, subject=replace(order.subject, repo=type(subject(pull).repo)("o", "x")))
    refused(sender, other, "o/x is not supervised.")
    stage.author.close(pull)
    refused(sender, order, f"{APP}#1 is not open any more.")
    off = "decisions: {enabled: false}\n"
    stage.owner.commit(APP, {"config/projects.yml": off})
    refused(sender, order, "switched off")


def test_answers_by_nobody_known_are_confirmed_as_the_page_showed_them(stage: Stage) -> None:
    """D11, D13: once for each text."""
    pull, sender = asking(stage, ASKED.replace("[ ] On disk", "[x] On disk")), Sender(stage)
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: storage"
    order = sender.confirmation(pull)
    sent = sender.send(order)
    assert said(stage, pull, stage.owner) == ["/confirm"]
    assert "`/confirm` is posted on org/app#1. The next tick hears it." in sent.says
    again = sender.send(order)
    assert (again.url, again.at) == (sent.url, sent.at)
    assert "already; nothing was posted" in again.says
    ticked(stage)
    assert gate(stage, pull)[1] == "DECISIONS_PENDING: name"
    stage.agent.tick_box(pull, "Thumbnails")
    stage.later(seconds=5)
    refused(sender, order, "Question `extras` was changed on GitHub meanwhile")
    sender.send(sender.confirmation(pull))
    ticked(stage)
    assert gate(stage, pull)[1] == "DECISIONS_PENDING: name"
    assert said(stage, pull, stage.owner) == ["/confirm", "/confirm"]


def test_nothing_is_confirmed_that_is_in_order_or_was_not_shown(stage: Stage) -> None:
    pull, sender = asking(stage), Sender(stage)
    refused(sender, sender.confirmation(pull), "nothing to confirm", "DECISIONS_PENDING")
    stage.agent.tick_box(pull, "On disk")
    stage.later(seconds=5)
    drawn = sender.drawn(pull)
    del drawn["name"]
    refused(sender, Confirm(subject(pull), drawn), "Question `name` was added on GitHub meanwhile.")
    drawn = {**sender.drawn(pull), "gone": Drawn("x")}
    refused(sender, Confirm(subject(pull), drawn), "Question `gone` was taken out")
    drawn = {**sender.drawn(pull), "gone": Drawn("")}
    assert sender.send(Confirm(subject(pull), drawn)).is_new


def test_a_text_in_prose_is_sent_back_once_and_the_tick_does_not_mind(stage: Stage) -> None:
    """D8, D12: the comment is no command, no ask and no answer to anything."""
    pull, sender = asking(stage, VAGUE), Sender(stage)
    before = gate(stage, pull)
    sent = sender.send(back(pull))
    assert said(stage, pull, stage.owner) == [text_sent_back(refusals(VAGUE))]
    assert "sent back for options" in sent.says
    assert sender.send(back(pull)).url == sent.url
    told = len(stage.words(pull))
    ticked(stage)
    assert (gate(stage, pull), len(stage.words(pull))) == (before, told)
    session = sender.look(sender.github())
    seen = fresh_text(session, subject(pull))
    assert sent_back(seen, session.viewer)
    assert not sent_back(seen, session.world.bot)
    assert not sent_back(seen, None)
    stage.author.edit_body(pull, VAGUE + "\nStill.\n")
    stage.later(seconds=5)
    assert not sent_back(fresh_text(session, subject(pull)), session.viewer)
    sender.send(back(pull))
    assert len(said(stage, pull, stage.owner)) == 2
    stage.author.edit_body(pull, ASKED)
    stage.later(seconds=5)
    refused(sender, back(pull), "can be answered as it stands now")
    ticked(stage)
    assert gate(stage, pull)[0] == "pending"


def test_a_broken_section_is_sent_back_with_its_lines(stage: Stage) -> None:
    pull, sender = asking(stage, ASKED.replace("- [ ] On disk\n", "")), Sender(stage)
    sender.send(back(pull))
    (comment,) = said(stage, pull, stage.owner)
    assert "- Line 7: " in comment
    assert "has one option" in comment


def test_the_text_that_is_sent_back_is_the_same_to_the_byte() -> None:
    """`REGENERATE=1` writes the golden file anew; read the difference before committing it."""
    told = text_sent_back(refusals("## Open questions\n\n- [ ] Disk?\n\nWhich one, A or B?\n"))
    if os.environ.get("REGENERATE"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(told, encoding="utf-8")
    assert told == GOLDEN.read_text(encoding="utf-8")


HOSTILE = st.lists(
    st.sampled_from(
        [
            *(
                "## Decisions",
                "- [ ] /approve A?",
                "/approve A",
                "/answer a: 1",
                "`",
                "```",
                "<!--",
            ),
            *("<!-- decision-inbox:decisions -->", "### a: /reject?", "- [ ] one", "A, B or C?"),
            *(
                "<!-- decision-inbox:decisions-addressed -->",
                "Which one?",
                "- [ ] @owner #1?",
                "-->",
            ),
        ]
    ),
    max_size=8,
).map("\n".join)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(body=st.one_of(HOSTILE, st.text(max_size=60).map("## Decisions needed\n\n{}".format)))
@example(body="\n".join(f"- [ ] Number {number}?" for number in range(50)))
def test_what_is_sent_back_says_nothing_to_any_reader(body: str) -> None:
    refused_for = refusals(body)
    told = text_sent_back(refused_for)
    assert told == text_sent_back(refusals(body))
    assert read_command(told, via_email=False) == Spoken(None, reason=_own(told))
    assert read_commands(told, via_email=False) == Commanded()
    assert not says_addressed(told)
    assert not read_block(told).present
    assert find_markers(told, "notice") == find_markers(told, "receipt") == ()


def _own(told: str) -> str:
    return read_command(told, via_email=False).reason
