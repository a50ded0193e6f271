"""Tickets that wait for information: who moves on when, and which are left alone (D15)."""

from __future__ import annotations

from inbox.simulator.conversation import Issue
from tests.stories.stage import APP, Stage
from tests.stories.stories_decisions import ASKED, VAGUE, text
from tests.stories.story import TICK, Script, story

WAITING = "needs-info"
ALL = "/answer storage: 2\n/answer name: Cachet"


def ticket(stage: Stage, body: str = ASKED, *labels: str) -> Issue:
    """A ticket by the agent that waits for information."""
    return stage.agent.open_issue(APP, "Cache", body, labels=(WAITING, *labels))


def labels(stage: Stage, of: Issue) -> set[str]:
    """The labels that the ticket carries now."""
    return set(stage.now(of).label_names)


@story("D15", "block case S7")
def a_ticket_that_is_partly_answered_waits(stage: Stage) -> Script:
    asked = ticket(stage)
    stage.owner.comment(asked, "/answer storage: On disk")
    told = yield TICK
    assert told.of("decisions_answered") == 1
    assert "[x] On disk" in text(stage, asked)
    assert labels(stage, asked) == {WAITING}
    stage.owner.comment(asked, "/answer name: Cachet")
    yield TICK
    assert labels(stage, asked) == {"ready-for-agent"}
    assert len(stage.words(asked)) == 2


@story("D15", "D8")
def a_ticket_without_a_section_gets_no_word(stage: Stage) -> Script:
    prose, silent = ticket(stage, VAGUE), ticket(stage, "")
    stage.owner.comment(prose, "/answer storage: On disk\n/confirm")
    told = yield TICK
    assert told.writes == []
    assert labels(stage, prose) == labels(stage, silent) == {WAITING}


@story("D15", "D9", "D12")
def a_ticket_with_a_broken_section_is_told_what_is_wrong(stage: Stage) -> Script:
    asked = ticket(stage, ASKED.replace("- [ ] On disk\n", ""))
    stage.owner.comment(asked, "/answer storage: 1\n/answer name: Cachet")
    yield TICK
    words = "\n".join(one.body.text for one in stage.words(asked))
    assert "DECISIONS_UNPARSED" in words
    assert labels(stage, asked) == {WAITING}
    stage.agent.edit_body(asked, ASKED)
    stage.owner.comment(asked, ALL)
    yield TICK
    assert labels(stage, asked) == {"ready-for-agent"}
    assert all("DECISIONS_UNPARSED" not in one.body.text for one in stage.words(asked))


@story("D15", "D11")
def a_ticket_that_others_answered_waits_for_the_owner(stage: Stage) -> Script:
    asked = ticket(stage)
    stage.agent.tick_box(asked, "On disk")
    stage.owner.comment(asked, "/answer name: Cachet")
    yield TICK
    assert labels(stage, asked) == {WAITING}
    assert any("DECISIONS_UNATTRIBUTED" in one.body.text for one in stage.words(asked))
    stage.owner.comment(asked, "/confirm")
    yield TICK
    assert labels(stage, asked) == {"ready-for-agent"}
    assert all("DECISIONS_UNATTRIBUTED" not in one.body.text for one in stage.words(asked))


@story("D15", "block case S13")
def assigned_and_unwanted_tickets_are_left_where_they_are(stage: Stage) -> Script:
    taken, unwanted = ticket(stage), ticket(stage, ASKED, "wontfix")
    stage.agent.assign(taken, stage.agent)
    for one in (taken, unwanted):
        stage.owner.comment(one, ALL)
    yield TICK
    assert labels(stage, taken) == {WAITING}
    assert labels(stage, unwanted) == {WAITING, "wontfix"}
    stage.agent.unassign(taken)
    stage.owner.unlabel(unwanted, "wontfix")
    yield TICK
    assert labels(stage, taken) == labels(stage, unwanted) == {"ready-for-agent"}


@story("D15", "block case S13")
def closed_tickets_and_those_that_wait_for_nothing_are_not_read(stage: Stage) -> Script:
    closed, other = ticket(stage), stage.agent.open_issue(APP, "Cache", ASKED)
    for one in (closed, other):
        stage.owner.comment(one, ALL)
    stage.owner.close(closed)
    told = yield TICK
    assert told.writes == []
    stage.owner.reopen(closed)
    yield TICK
    assert labels(stage, closed) == {"ready-for-agent"}
    assert labels(stage, other) == set()


@story("D15", "D13")
def boxes_ticked_in_a_ticket_move_it_on(stage: Stage) -> Script:
    asked = ticket(stage, ASKED.replace("(text)", "(text) (optional)"), "ready-for-agent")
    stage.owner.tick_box(asked, "In memory")
    told = yield TICK
    assert told.of("decisions_answered") == 1
    assert labels(stage, asked) == {"ready-for-agent"}
    assert len(stage.words(asked)) == 1
    told = yield TICK
    assert told.writes == []


@story("D15", "block case S7")
def a_pull_request_that_waits_for_information_keeps_its_label(stage: Stage) -> Script:
    pull = stage.pull(files={"src/app.py": "modified"}, body=ASKED)
    stage.gh.repo(APP)
    stage.owner.label(pull, WAITING)
    stage.owner.comment(pull, ALL)
    yield TICK
    assert set(stage.now(pull).label_names) == {WAITING}
