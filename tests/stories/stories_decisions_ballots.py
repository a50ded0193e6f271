"""Questions beside a ballot, and where they are switched off or hidden (P29, P36, P48, D16)."""

from __future__ import annotations

from tests.stories.stage import APP, Stage
from tests.stories.stories_decisions import ASKED, GATE, gate, text
from tests.stories.stories_repositories import INBOX, PUBLIC_WORKFLOW
from tests.stories.story import TICK, Script, asked, story

ALL = "/answer storage: 2\n/answer name: Cachet"
FIRST = "Answer the decisions first."
BOTH = "merge: {options: [A, B]}\n"
OFF = "decisions: {enabled: false}\n"
SECRETS = ("Where should", "storage", "Cachet", "On disk", "org/app", INBOX, "owner`", "stranger")


@story("P29", "D16")
def the_alternate_waits_for_the_decisions_as_well(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage, body=ASKED)
    stage.owner.comment(ballot, "/approve B")
    yield TICK
    assert stage.ours(ballot) == {"pending-owner"}
    assert [one.body.text.startswith(FIRST) for one in stage.words(ballot)] == [True]
    stage.owner.comment(pull, ALL)
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-B": 1})


@story("P29", "P32")
def a_reject_waits_for_no_question(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage, body=ASKED)
    stage.owner.comment(pull, "/answer storage: 2")
    yield TICK
    assert gate(stage, pull)[0] == "pending"
    stage.owner.react(ballot, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"
    stage.owner.comment(pull, "/answer name: Cachet")
    told = yield TICK
    assert told.writes == [], "what has ended is not looked at"


@story("P29", "P31")
def a_deferral_waits_for_no_question(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage, body=ASKED)
    stage.owner.comment(ballot, "/approve C")
    told = yield TICK
    told.counted(
        inbox_resolved=1,
        issues_deferred=1,
        inbox_open_count=1,
        answers={"approved-C-deferred": 1},
    )
    stage.owner.comment(pull, ALL)
    yield TICK
    assert gate(stage, pull)[0] == "success"
    assert stage.ours(ballot) == {"pending-owner", "deferred"}


@story("P36", "P29", "D10")
def a_question_that_is_added_after_the_approval_holds_the_merge(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage, body="Plain.\n")
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    stage.gh.check_run(pull, "build")
    stage.agent.edit_body(pull, ASKED.replace("[ ] On disk", "[x] On disk"))
    told = yield TICK
    assert told.of("merged") == 0
    assert gate(stage, pull)[1] == "DECISIONS_UNATTRIBUTED: storage"
    stage.owner.comment(pull, "/answer name: Cachet")
    told = yield TICK
    assert told.of("merged") == 0
    stage.owner.comment(pull, "/confirm")
    told = yield TICK
    assert told.of("merged") == 1


@story("P36", "D8")
def prose_that_asks_holds_the_merge(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    yield TICK
    stage.gh.check_run(pull, "build")
    stage.agent.edit_body(pull, "Should we take option A, B or C?\n")
    told = yield TICK
    assert told.of("merged") == 0
    assert stage.ours(pull) == {"approved-A"}
    stage.agent.edit_body(pull, "We took A.\n")
    told = yield TICK
    assert told.of("merged") == 1


@story("P36", "P35", "D16", projects_yml=BOTH)
def a_push_ends_the_approval_and_keeps_the_answers(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage, body=ASKED)
    stage.owner.comment(pull, ALL)
    stage.owner.comment(ballot, "/approve B")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-B": 1})
    stage.gh.check_run(pull, "build")
    stage.author.push(pull)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert gate(stage, pull)[0] == "success"
    assert stage.ours(pull) == set()
    stage.owner.comment(stage.ballot(), "/approve B")
    stage.gh.check_run(pull, "build")
    yield TICK
    told = yield TICK
    assert stage.now(pull).merged


@story("P29", "D11")
def an_answer_on_the_ballot_is_no_answer(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage, body=ASKED)
    stage.owner.comment(ballot, f"{ALL}\n/confirm")
    yield TICK
    assert gate(stage, pull)[0] == "pending"
    assert "[x]" not in text(stage, pull)


@story("D10", projects_yml=OFF)
def where_questions_are_switched_off_nobody_looks(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage, body=ASKED)
    ticket = stage.agent.open_issue(APP, "Cache", ASKED, labels=("needs-info",))
    stage.owner.comment(pull, ALL)
    stage.owner.comment(ticket, ALL)
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.gh.status(pull, GATE) is None
    assert text(stage, pull) == text(stage, ticket) == ASKED

    stage.gh.check_run(pull, "build")
    told = yield TICK
    assert told.of("merged") == 1
    stage.later(hours=9)
    told = yield TICK
    assert told.writes == []


@story("P48", "D14", **PUBLIC_WORKFLOW)
def a_more_visible_workflow_says_nothing_of_questions(stage: Stage) -> Script:
    pull = stage.pull("org/app", body=ASKED)
    told = yield TICK
    assert told.of("decisions_open") == 2
    said = [told.said]
    stage.owner.comment(pull, "/answer storage: 2\n/answer nmae: Cachet")
    stage.stranger.comment(pull, "/answer storage: 1")
    told = yield TICK
    said.append(told.said)
    stage.agent.edit_body(pull, text(stage, pull).replace("- [ ] In memory\n", ""))
    told = yield TICK
    said.append(told.said)
    stage.agent.edit_body(pull, ASKED)
    stage.owner.comment(pull, ALL)
    told = yield TICK
    said.append(told.said)
    assert gate(stage, pull)[0] == "success"
    stage.bot.comment(pull, stage.words(pull)[0].body.text.replace('"answers"', "answers"))
    stage.later(hours=4)
    told = yield TICK
    said.append(told.said)
    assert told.of("follow_ups_filed") == 1
    stage.agent.comment(pull, "<!-- decision-inbox:decisions-addressed -->")
    told = yield TICK
    said.append(told.said)
    for secret in SECRETS:
        assert all(secret not in one for one in said), secret
