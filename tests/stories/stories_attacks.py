"""Attacks that once got through, and an owner's word that once got lost: each has its story."""

from __future__ import annotations

import re

from inbox.simulator import Person, Role
from inbox.simulator.conversation import PullRequest
from tests.stories.stage import APP, PENDING, SAFE, Stage
from tests.stories.stories_merging import merge_calls
from tests.stories.story import TICK, Script, asked, run, story

AT_ONCE = "merge: {settle_minutes: 0}\n"
NO_MERGE = "merge: {enabled: false, settle_minutes: 0}\n"
REQUIRED = "decision:required"
APPROVED_A = "decision:approved-A"


def triage(stage: Stage) -> Person:
    """Somebody who may label and close, and no more."""
    return stage.gh.user("triager", role=Role.TRIAGE)


def is_open_and_waits(stage: Stage, pull: PullRequest) -> None:
    assert merge_calls(stage) == []
    assert stage.now(pull).state == "open"
    assert stage.status(pull).state == "pending"


@story("P25", "P27", projects_yml=AT_ONCE)
def a_head_that_is_swapped_out_while_the_owner_looks(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    first = stage.now(pull).head_sha
    stage.author.force_push(pull, files={"docs/harmless.md": "added"})
    stage.later(seconds=30)
    stage.owner.react(ballot, "+1")
    stage.later(seconds=30)
    stage.author.force_push(pull, to=first)
    told = yield TICK
    told.counted(inbox_head_sha_mismatches=1)
    assert stage.now(pull).head_sha == first
    is_open_and_waits(stage, pull)


@story("P5", "P6", "P28", projects_yml=NO_MERGE)
def labels_taken_off_do_not_hide_a_refusal(stage: Stage) -> Script:
    pull = stage.pull(files=SAFE)
    stage.owner.label(pull, REQUIRED)
    yield TICK
    ballot = stage.ballot()
    stage.owner.react(ballot, "-1")
    hider = triage(stage)
    hider.unlabel(ballot, PENDING)
    hider.unlabel(pull, REQUIRED)
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"
    assert stage.status(pull).state == "failure"


@story("P5", "P6", "P28", "P38", projects_yml=NO_MERGE)
def a_ballot_closed_and_unlabelled_by_others_is_heard_all_the_same(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "/reject")
    hider = triage(stage)
    hider.close(ballot)
    hider.unlabel(ballot, PENDING)
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"


@story("P34", projects_yml=NO_MERGE)
def an_approval_withdrawn_from_a_draft(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    yield TICK
    assert stage.status(pull).state == "success"
    stage.author.set_draft(pull, True)
    stage.owner.unlabel(pull, APPROVED_A)
    stage.owner.unreact(ballot, "+1")
    yield TICK
    assert stage.status(pull).state == "pending"
    assert APPROVED_A not in stage.now(pull).label_names


@story("P5", "P7", "P34", projects_yml=NO_MERGE)
def an_approval_withdrawn_where_nothing_asks_any_more(stage: Stage) -> Script:
    pull = stage.pull(files=SAFE)
    stage.owner.label(pull, REQUIRED)
    yield TICK
    stage.owner.react(stage.ballot(), "+1")
    yield TICK
    stage.owner.unlabel(pull, REQUIRED)
    stage.owner.unlabel(pull, APPROVED_A)
    told = yield TICK
    told.counted(inbox=1)
    assert stage.status(pull).state == "pending"


def _place_of_the_head(stage: Stage) -> str:
    """Where the answer to the first query holds what is said about the head of the newest run."""
    queries = [str(one.body) for one in stage.gh.journal.entries if one.path.endswith("/graphql")]
    found = [place for query in queries for place in re.findall(r"(i\d+): object\(oid", query)]
    return str(found[-1])


@story("P23", "P32", projects_yml=NO_MERGE)
def a_status_that_cannot_be_read_is_no_missing_one(stage: Stage) -> Script:
    pull = stage.pull(files=SAFE)
    yield TICK
    stage.gh.faults.graphql_partial(
        ("r0", _place_of_the_head(stage)), type="INTERNAL", message="Something went wrong"
    )
    told = yield run(exit_status=1)
    assert told.writes == []
    yield TICK
    assert stage.status(pull).state == "success"


@story("P5", "P7", projects_yml=NO_MERGE)
def a_workflow_asks_about_what_is_approved_already(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    yield TICK
    told = yield run(command="open", pull_request=f"{APP}#{pull.number}", reasoning="again")
    told.counted(inbox=0)
    assert APPROVED_A in stage.now(pull).label_names
    assert stage.status(pull).state == "success"


@story("P24", "P34", projects_yml=NO_MERGE)
def a_receipt_that_somebody_edits_takes_no_approval_away(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    yield TICK
    receipt = stage.now(pull).comments[0]
    stage.agent.edit_comment(receipt, "nothing to see")
    yield TICK
    assert APPROVED_A in stage.now(pull).label_names
    assert stage.status(pull).state == "success"


@story("P9", "P21", "P22a", projects_yml=NO_MERGE)
def an_owner_who_took_another_login_is_told(stage: Stage) -> Script:
    listed = f"github_login: owner\nallowlisted_actors: [{{login: owner, id: {stage.owner.id}}}]\n"
    stage.owner.commit(APP, {"config/owner.yml": listed})
    pull, ballot = yield from asked(stage)
    stage.gh.rename_account(stage.owner, "owner-new")
    stage.gh.person("owner-new").comment(ballot, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=0)
    assert "may be the person" in stage.now(ballot).comments[-1].body.text
    assert stage.now(pull).state == "open"


@story("P40", projects_yml=NO_MERGE)
def a_marker_that_another_workflow_forges_breaks_no_tick(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.bot.comment(ballot, "Hm.\n\n<!-- decision-inbox-said: about=earlier.ballot:5 -->")
    stage.owner.react(ballot, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"


@story("P22a", "P34", projects_yml=NO_MERGE)
def a_forged_question_about_the_future_locks_nobody_out(stage: Stage) -> Script:
    """A hold that no later word could end is none: nobody asks about what is not yet said."""
    pull, ballot = yield from asked(stage)
    marker = "<!-- decision-inbox-said: about=earlier.ballot:5:20990101T000000Z -->"
    stage.bot.comment(ballot, f"What was meant?\n\n{marker}")
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == {"approved-A"}


@story("P42", projects_yml=NO_MERGE)
def a_fork_of_an_old_login_blinds_nobody(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    fork = stage.gh.repository("old--name-/app", visibility="public", fork_of=APP)
    stage.gh.pull(APP, author=stage.stranger, files=SAFE, head_repo=fork)
    stage.owner.react(ballot, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"
