"""What GitHub checks of an approved head, and when that is green (protocol P36)."""

from __future__ import annotations

from tests.stories.stage import APP, SAFE, Stage
from tests.stories.stories_merging import approved, is_merged
from tests.stories.story import TICK, Script, asked, story

OPTIONAL = "merge: {require_checks: false}\n"
READS_NO_CHECKS = {
    "issues": "write",
    "pull_requests": "write",
    "contents": "write",
    "statuses": "write",
}
READS_NO_STATUSES = {
    "issues": "write",
    "pull_requests": "write",
    "contents": "write",
    "checks": "read",
}


@story("P36")
def a_check_that_failed_keeps_an_approval_waiting_until_it_is_mended(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build", "failure")
    told = yield TICK
    told.counted()
    for ended in ("timed_out", "cancelled", "stale", "action_required"):
        stage.gh.check_run(pull, "build", ended)
        told = yield TICK
        assert told.writes == [], ended
        told.mentions("A (approve) | checks failed")
    assert stage.ours(pull) == {"approved-A"}
    assert stage.status(pull).state == "success", "whatever the checks (P35)"
    assert len(stage.words(pull)) == 1, "that a check failed is said by the check"
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(merged=1)


@story("P36", "P43")
def a_check_that_never_finishes_is_told_on_the_page_and_nowhere_else(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    for days in (0, 1, 30):
        told = yield TICK
        told.mentions("Approved, and not merged", "checks are still running")
        assert days == 0 or told.writes == []
        stage.later(days=days)
    assert stage.ours(pull) == {"approved-A"}
    assert len(stage.words(pull)) == 1
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(merged=1)
    assert "Approved, and not merged" not in told.summary


@story("P36")
def neutral_and_skipped_checks_are_green(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build", "neutral")
    stage.gh.check_run(pull, "docs", "skipped")
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def every_check_of_every_app_must_be_green(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.gh.check_run(pull, "build", "failure", app="other-ci")
    stage.gh.set_status(pull, "ci/lint", "success")
    yield TICK
    stage.gh.check_run(pull, "build", app="other-ci")
    stage.gh.set_status(pull, "ci/lint", "error")
    yield TICK
    stage.gh.set_status(pull, "ci/lint", "pending")
    yield TICK
    assert not is_merged(stage, pull)
    stage.gh.set_status(pull, "ci/lint", "success")
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def a_suite_without_runs_is_nobodys_check(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_suite(pull, app="dependency-bot")
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def a_suite_that_is_asked_for_more_runs_is_still_open(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.gh.check_suite(pull, app="github-actions", status="in_progress")
    told = yield TICK
    told.counted()
    told = yield TICK
    assert (told.writes, is_merged(stage, pull)) == ([], False)
    stage.gh.check_suite(pull, app="github-actions", status="completed", conclusion="success")
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def statuses_alone_are_enough(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.set_status(pull, "ci/build", "failure")
    stage.owner.react(ballot, "+1")
    yield TICK
    yield TICK
    assert not is_merged(stage, pull)
    stage.gh.set_status(pull, "ci/build", "success")
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def a_head_that_nothing_checks_is_said_once_and_names_the_key(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    yield TICK
    told = yield TICK
    told.counted()
    assert not is_merged(stage, pull)
    assert "`merge.require_checks: false`" in stage.words(pull)[-1].body.text
    assert len(stage.words(pull)) == 2
    told = yield TICK
    assert told.writes == []
    stage.owner.commit(APP, {"config/projects.yml": OPTIONAL})
    told = yield TICK
    told.counted(merged=1)


@story("P36", projects_yml=OPTIONAL)
def where_checks_are_optional_those_that_are_there_count(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    told = yield TICK
    assert not is_merged(stage, pull)
    stage.gh.check_run(pull, "build", "failure")
    yield TICK
    assert not is_merged(stage, pull)
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def our_own_contexts_count_neither_way(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    decisions = "decision-inbox/decisions"
    stage.gh.set_status(pull, decisions, "success", by=stage.bot)
    stage.owner.react(ballot, "+1")
    yield TICK
    yield TICK
    assert not is_merged(stage, pull)
    assert "nothing checks" in stage.words(pull)[-1].body.text
    stage.gh.set_status(pull, "Decision-Inbox/Approval", "failure", by=stage.agent)
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(merged=1)


@story("P36", "P43")
def the_oldest_of_very_many_checks_is_seen(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "the oldest of all", "failure")
    for number in range(130):
        stage.gh.check_run(pull, f"shard {number}")
    stage.owner.react(ballot, "+1")
    yield TICK
    yield TICK
    assert not is_merged(stage, pull)
    stage.gh.check_run(pull, "the oldest of all")
    told = yield TICK
    told.counted(merged=1)


@story("P36", permissions=READS_NO_CHECKS)
def checks_that_cannot_be_read_are_not_green(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    yield TICK
    told = yield TICK
    assert not is_merged(stage, pull)
    told.mentions("checks: read")
    assert stage.ours(pull) == {"approved-A"}
    told = yield TICK
    assert told.writes == []


@story("P35", "P36", permissions=READS_NO_STATUSES)
def without_statuses_all_goes_on_but_the_merge(stage: Stage) -> Script:
    harmless = stage.pull(files=SAFE)
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    told = yield TICK
    assert (told.writes, is_merged(stage, pull)) == ([], False), "what cannot be read may be red"
    assert told.log.count("`statuses: write`") == told.summary.count("`statuses: write`") == 1
    assert told.of("failures") == 0
    stage.gh.permit(stage.token, statuses="write")
    told = yield TICK
    told.counted(merged=1)
    assert stage.status(harmless).state == "success"
    assert "no owner decision needed" in (stage.status(harmless).description or "")


@story("P35", "P32", permissions=READS_NO_STATUSES)
def without_statuses_a_rejected_head_that_is_reopened_is_closed_again(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "-1")
    yield TICK
    stage.author.reopen(pull)
    told = yield TICK
    told.counted()
    assert stage.now(pull).state == "closed"
