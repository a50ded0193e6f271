"""Questions in a pull request: asked, answered, held against a merge, acted on (D10-D19)."""

from __future__ import annotations

from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import APP, SAFE, Stage
from tests.stories.story import TICK, Script, story

GATE = "decision-inbox/decisions"
ASKED = """\
What it does.

## Decisions

<!-- decision-inbox:decisions -->

### storage: Where should the cache live?

- [ ] In memory
- [ ] On disk

### extras: What else? (pick any) (optional)

- [ ] Thumbnails
- [ ] Previews

### name: What is it called? (text)

## Tests

All green.
"""
VAGUE = "## Open questions\n\n- Should the cache live in memory or on disk?\n"


def gate(stage: Stage, pull: PullRequest) -> tuple[str, str]:
    """State and description of the gate's commit status on the head of the pull request."""
    found = stage.gh.status(pull, GATE)
    assert found is not None
    return found.state, found.description or ""


def asking(stage: Stage, body: str = ASKED) -> PullRequest:
    """A harmless pull request that asks."""
    return stage.pull(files=SAFE, body=body)


def text(stage: Stage, of: PullRequest | Issue) -> str:
    """The description as it is now."""
    said: str = stage.now(of).body.text
    return said


@story("D10")
def a_text_that_asks_nothing_passes(stage: Stage) -> Script:
    pull = asking(stage, "Nothing to choose.\n")
    yield TICK
    assert gate(stage, pull) == ("success", "no questions")


@story("D10", "D11", "D14", "block case G1", "block case G2")
def a_tick_of_the_owner_answers(stage: Stage) -> Script:
    pull = asking(stage)
    told = yield TICK
    assert gate(stage, pull) == ("pending", "DECISIONS_PENDING: storage, name")
    assert told.of("decisions_open") == 2
    stage.owner.tick_box(pull, "On disk")
    told = yield TICK
    assert gate(stage, pull)[1] == "DECISIONS_PENDING: name"
    assert told.of("decisions_answered") == 1
    (record,) = stage.words(pull)
    assert record.body.text.startswith("### Decisions from the owner\n")
    assert '"storage": {"choices": ["On disk"]}' in record.body.text
    stage.owner.comment(pull, "/answer name: Cachet")
    told = yield TICK
    assert gate(stage, pull)[0] == "success"
    assert told.of("decisions_answered") == 1
    assert "> **Answer:** Cachet" in text(stage, pull)
    assert len(stage.words(pull)) == 2


@story("D13", "D14", "D7")
def comments_answer_and_nothing_else_is_changed(stage: Stage) -> Script:
    pull = asking(stage)
    yield TICK
    said = ("/answer storage: on DISK", "/answer extras: 1 | Previews", "/note storage: For now.")
    stage.owner.comment(pull, "\n".join((*said, "/answer name: Cachet")))
    told = yield TICK
    assert told.of("decisions_answered") == 3
    assert text(stage, pull) == (
        ASKED.replace("[ ] On disk\n", "[x] On disk\n> **Note:** For now.\n")
        .replace("[ ] Thumb", "[x] Thumb")
        .replace("[ ] Prev", "[x] Prev")
        .replace("(text)\n", "(text)\n> **Answer:** Cachet\n")
    )
    assert (gate(stage, pull)[0], len(stage.words(pull))) == ("success", 1)


@story("D11", "D13", "block case G19")
def ticks_by_others_wait_for_the_owners_confirmation(stage: Stage) -> Script:
    pull = asking(stage, ASKED.replace("[ ] On disk", "[x] On disk"))
    stage.agent.edit_body(
        pull, text(stage, pull).replace("(text)\n", "(text)\n\n> **Answer:** X\n")
    )
    yield TICK
    assert gate(stage, pull) == ("failure", "DECISIONS_UNATTRIBUTED: storage, name")
    (sticky,) = stage.words(pull)
    assert "/confirm" in sticky.body.text
    stage.stranger.comment(pull, "/confirm")
    yield TICK
    assert gate(stage, pull)[0] == "failure"
    stage.owner.comment(pull, "/confirm")
    told = yield TICK
    assert gate(stage, pull)[0] == "success"
    assert told.of("decisions_answered") == 2
    assert [one.body.text[:4] for one in stage.words(pull)] == ["### "]


@story("D8", "D12", "block case G14")
def prose_is_too_vague_until_it_is_put_right(stage: Stage) -> Script:
    pull = asking(stage, VAGUE)
    yield TICK
    state, said = gate(stage, pull)
    assert (state, said[:24]) == ("failure", "Too vague: needs options")
    (sticky,) = stage.words(pull)
    assert "DECISIONS_UNSTRUCTURED" in sticky.body.text
    assert "### some-id: question" in sticky.body.text
    stage.author.edit_body(pull, ASKED.replace("- [ ] On disk\n", ""))
    yield TICK
    (edited,) = stage.words(pull)
    assert edited.id == sticky.id
    assert "DECISIONS_UNPARSED" in edited.body.text
    assert gate(stage, pull)[1].startswith("DECISIONS_UNPARSED: line ")
    stage.author.edit_body(pull, ASKED)
    yield TICK
    assert stage.words(pull) == []
    assert gate(stage, pull)[0] == "pending"


@story("D10", "D11")
def an_answered_question_that_changes_is_the_owners_again(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.tick_box(pull, "On disk")
    stage.owner.comment(pull, "/answer name: Cachet")
    yield TICK
    assert gate(stage, pull)[0] == "success"
    stage.agent.edit_body(pull, text(stage, pull).replace("the cache live", "all the data live"))
    yield TICK
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: storage"
    stage.owner.comment(pull, "/answer storage: 1")
    yield TICK
    assert gate(stage, pull)[0] == "success"
    stage.agent.edit_body(pull, "All gone.\n")
    yield TICK
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: storage, name"
    stage.owner.comment(pull, "/confirm")
    yield TICK
    assert gate(stage, pull)[0] == "success"


@story("D13", "P14")
def what_is_not_understood_is_answered_once(stage: Stage) -> Script:
    pull = asking(stage)
    yield TICK
    stage.owner.comment(pull, "/answer storage: In the cloud\n/anser name: X\n/answer nme: X")
    stage.stranger.comment(pull, "/answer storage: 7")
    yield TICK
    (answer,) = stage.words(pull)
    assert "`/answer storage: In the cloud`" in answer.body.text
    assert "`/anser name: X`" in answer.body.text
    assert "1 `In memory`, 2 `On disk`" in answer.body.text
    assert gate(stage, pull)[0] == "pending"


@story("P29", "P35", "D10")
def an_approval_waits_for_the_decisions(stage: Stage) -> Script:
    pull = stage.pull(body=ASKED)
    yield TICK
    ballot = stage.ballot()
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(ballot) == {"pending-owner"}
    (said,) = stage.words(ballot)
    assert said.body.text.startswith("Answer the decisions first.")
    assert "answer the decisions first" in str(stage.status(pull).description)
    stage.owner.comment(pull, "/answer storage: 1\n/answer name: Cachet")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == {"approved-A"}


@story("P36", "D10", "D16", "block case G17")
def an_approved_head_is_not_merged_while_a_question_is_open(stage: Stage) -> Script:
    pull = stage.pull()
    yield TICK
    stage.owner.react(stage.ballot(), "+1")
    yield TICK
    stage.gh.check_run(pull, "build")
    stage.author.edit_body(pull, ASKED)
    told = yield TICK
    assert told.of("merged") == 0
    assert "answer the decisions first" in str(stage.status(pull).description)
    stage.owner.comment(pull, "/answer storage: 1\n/answer name: Cachet")
    told = yield TICK
    assert told.of("merged") == 1
    assert stage.now(pull).merged


@story("D15", "block case S6")
def an_answered_ticket_goes_to_those_who_work_on_it(stage: Stage) -> Script:
    ticket = stage.agent.open_issue(APP, "Cache", ASKED, labels=("needs-info",))
    yield TICK
    assert stage.now(ticket).label_names == ["needs-info"]
    stage.owner.comment(ticket, "/answer storage: 2\n/answer name: Cachet")
    yield TICK
    assert stage.now(ticket).label_names == ["ready-for-agent"]
    assert "[x] On disk" in text(stage, ticket)
    (record,) = stage.words(ticket)
    assert '"storage": {"choices": ["On disk"]}' in record.body.text


def follow_ups(stage: Stage) -> list[Issue]:
    """The follow-ups, oldest first."""
    return [one for one in stage.gh.issues(APP) if one.title.startswith("Act on owner decisions")]


@story("D17", "D19", "block case F1", "block case F9")
def answers_that_rest_get_one_follow_up(stage: Stage) -> Script:
    pull = asking(stage)
    stage.owner.comment(pull, "/answer storage: 2\n/answer name: Cachet")
    yield TICK
    assert follow_ups(stage) == []
    stage.later(hours=4)
    told = yield TICK
    (filed,) = follow_ups(stage)
    assert filed.title == f"Act on owner decisions on PR #{pull.number}"
    assert set(filed.label_names) == {"ready-for-agent", "owner-decisions"}
    assert told.of("follow_ups_filed") == 1
    yield TICK
    stage.agent.comment(pull, "Done.\n\n<!-- decision-inbox:decisions-addressed -->")
    told = yield TICK
    assert told.of("follow_ups_closed") == 1
    assert stage.now(filed).state == "closed"
    assert "was acted on" in text(stage, filed)


@story("P36", "D10", "block case G18")
def a_draft_with_open_questions_is_left_as_it_is(stage: Stage) -> Script:
    pull = stage.pull()
    yield TICK
    stage.owner.react(stage.ballot(), "+1")
    yield TICK
    stage.gh.check_run(pull, "build")
    stage.author.set_draft(pull, True)
    stage.author.edit_body(pull, ASKED)
    said = len(stage.words(pull))
    told = yield TICK
    assert told.of("merged") == 0
    assert (stage.now(pull).state, stage.now(pull).draft) == ("open", True)
    assert len(stage.words(pull)) == said
    assert gate(stage, pull)[0] == "pending"
