"""An approved head is merged: when, how, with which token, and what keeps it waiting (P36, P37)."""

from __future__ import annotations

from collections.abc import Generator

from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import APP, Stage
from tests.stories.story import TICK, Run, Script, asked, run, story
from tests.stories.told import Told

AT_ONCE = "merge: {settle_minutes: 0}\n"
Approved = Generator[Run, Told, tuple[PullRequest, Issue]]


def approved(stage: Stage, **given: object) -> Approved:
    """A pull request whose build still runs was approved: it and its closed ballot."""
    pull, ballot = yield from asked(stage, **given)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(ballot, "+1")
    yield TICK
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    return pull, ballot


def is_merged(stage: Stage, pull: PullRequest) -> bool:
    """True when the pull request was merged at the head that it still has."""
    found = stage.now(pull)
    if not found.merged:
        return False
    merge = stage.gh.repo(found.repo).commits[found.merge_sha]
    assert found.head_sha in merge.parents
    return True


def merge_calls(stage: Stage) -> list[dict[str, str]]:
    """The bodies of all calls of the merge endpoint since the story began."""
    entries = stage.gh.journal.entries
    return [one.body for one in entries if one.method == "PUT" and one.path.endswith("/merge")]


@story("P36", "P37", projects_yml=AT_ONCE)
def a_green_head_is_merged_by_the_tick_that_applied_its_approval(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, merged=1, inbox_open_count=0, answers={"approved-A": 1})
    told.mentions("merged")
    assert is_merged(stage, pull)
    assert stage.now(pull).merged_by is stage.bot.account
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    assert stage.status(pull).state == "success"
    assert len(stage.words(pull)) == 1, "the receipt says all there is to say"
    told = yield TICK
    told.counted()
    assert told.writes == []


@story("P36", "P35")
def a_yes_settles_before_it_is_used(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert not is_merged(stage, pull)
    assert stage.status(pull).state == "pending"
    assert "settles until" in str(stage.status(pull).description)
    told = yield TICK
    told.counted(merged=1)
    assert is_merged(stage, pull)
    assert stage.status(pull).state == "success"


@story("P36", projects_yml="merge: {settle_minutes: 30}\n")
def how_long_a_yes_settles_is_the_owners_choice(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    stage.later(minutes=20)
    yield TICK
    assert not is_merged(stage, pull)
    told = yield TICK
    assert told.writes == []
    yield TICK
    assert is_merged(stage, pull)


@story("P36")
def a_tick_started_by_hand_waits_for_nothing(stage: Stage) -> Script:
    stage.event_name = "workflow_dispatch"
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, merged=1, answers={"approved-A": 1})
    assert is_merged(stage, pull)
    assert stage.status(pull).state == "success"


@story("P36", projects_yml="merge: {method: squash, settle_minutes: 0}\n")
def the_owner_says_how_it_is_merged(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    yield TICK
    assert merge_calls(stage) == [{"sha": pull.head_sha, "merge_method": "squash"}]
    assert stage.now(pull).merged


@story("P36", projects_yml="merge: {method: rebase, settle_minutes: 0}\n")
def a_method_that_the_repository_forbids_is_said_once(stage: Stage) -> Script:
    stage.gh.rules(APP).methods = ("merge", "squash")
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert "Rebase merges are not allowed" in stage.words(pull)[-1].body.text
    assert stage.ours(pull) == {"approved-A"}
    told = yield TICK
    assert told.writes == []
    stage.gh.rules(APP).methods = ("rebase",)
    told = yield TICK
    told.counted(merged=1)


@story("P35", "P36", projects_yml="merge: {enabled: false}\n")
def where_merging_is_switched_off_the_status_says_yes_all_the_same(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    yield TICK
    told = yield TICK
    assert stage.status(pull).state == "success"
    assert merge_calls(stage) == []
    told = yield TICK
    assert told.writes == []
    told.mentions("it waits to be merged by hand")
    stage.owner.merge(pull)
    told = yield TICK
    told.counted(bypassed=0)


# Tokens


@story("P36")
def the_merge_token_makes_the_merge_call_alone(stage: Stage) -> Script:
    robot = stage.gh.user("release-robot", role="write")
    secret = stage.gh.token("ghp_release", robot)
    with_token = run(merge_token=secret)
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    yield with_token
    told = yield with_token
    assert stage.now(pull).merged_by is robot.account
    by_robot = [one for one in told.entries if one.actor == "release-robot"]
    assert [(one.method, one.path) for one in by_robot] == [
        ("PUT", f"/repos/{APP}/pulls/{pull.number}/merge")
    ]


@story("P36")
def a_merge_token_that_may_not_merge_is_said_once(stage: Stage) -> Script:
    reader = stage.gh.user("reader")
    with_token = run(merge_token=stage.gh.token("ghp_reader", reader))
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    yield with_token
    told = yield with_token
    told.counted()
    assert "may not merge" in stage.words(pull)[-1].body.text
    told = yield with_token
    assert told.writes == []
    assert stage.ours(pull) == {"approved-A"}
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def files_of_workflows_need_another_token_and_it_says_so(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage, files={".github/workflows/ci.yml": "modified"})
    stage.gh.check_run(pull, "build")
    stage.owner.react(ballot, "+1")
    yield TICK
    told = yield TICK
    told.counted()
    why = stage.words(pull)[-1].body.text
    assert "`.github/workflows/`" in why
    assert "merge-token" in why
    told = yield TICK
    assert told.writes == []
    stage.owner.merge(pull)
    told = yield TICK
    told.counted()
    assert told.writes == []


# GitHub's word on it


@story("P36")
def while_github_computes_it_waits_without_a_word(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.gh.compute_mergeability(pull, reads=1_000)
    told = yield TICK
    assert not is_merged(stage, pull)
    assert len(stage.words(pull)) == 1
    told = yield TICK
    assert told.writes == []
    stage.gh.compute_mergeability(pull, reads=0)
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def a_conflict_is_said_once_for_its_head(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.gh.conflict(pull)
    told = yield TICK
    told.counted()
    assert len(stage.words(pull)) == 2
    assert "conflicts with its base" in stage.words(pull)[-1].body.text
    told = yield TICK
    assert told.writes == []
    assert merge_calls(stage) == []
    assert stage.ours(pull) == {"approved-A"}
    stage.gh.conflict(pull, False)
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def a_draft_waits_until_it_is_ready(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.author.set_draft(pull, True)
    told = yield TICK
    told.counted()
    assert stage.ours(pull) == {"approved-A"}
    assert stage.status(pull).state == "success", "whatever the draft state (P35)"
    told = yield TICK
    assert told.writes == []
    stage.author.set_draft(pull, False)
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def a_review_that_the_base_asks_for_is_said_once(stage: Stage) -> Script:
    stage.gh.rules(APP).required_reviews = 1
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted()
    assert "At least 1 approving review is required" in stage.words(pull)[-1].body.text
    told.mentions("GitHub refuses to merge it")
    told = yield TICK
    assert told.writes == []
    told.mentions("GitHub refuses to merge it")
    stage.agent.approve_review(pull)
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def a_merge_queue_is_for_people_and_is_said_once(stage: Stage) -> Script:
    stage.gh.rules(APP).merge_queue = True
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    yield TICK
    assert "merge queue" in stage.words(pull)[-1].body.text
    told = yield TICK
    assert told.writes == []
    assert stage.status(pull).state == "success"
    stage.owner.merge(pull)
    told = yield TICK
    told.counted()


@story("P36")
def a_refusal_is_said_again_for_another_head(stage: Stage) -> Script:
    stage.gh.rules(APP).required_reviews = 1
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    yield TICK
    assert len(stage.words(pull)) == 2
    stage.author.push(pull)
    yield TICK
    stage.gh.check_run(pull, "build")
    stage.owner.react(stage.ballot(), "+1")
    yield TICK
    yield TICK
    assert [one.body.text.count("not merged") for one in stage.words(pull)] == [0, 1, 0, 1]


# Answers of the merge call


@story("P36")
def a_base_that_moved_meanwhile_is_the_next_ticks(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.gh.refuse_merge(pull, 405, "Base branch was modified. Review and try the merge again.")
    told = yield TICK
    told.counted()
    assert len(stage.words(pull)) == 1
    stage.gh.allow_merge(pull)
    told = yield TICK
    told.counted(merged=1)


@story("P36")
def a_head_that_moved_in_the_last_moment_is_not_merged(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build")
    stage.gh.refuse_merge(pull, 409, "Head branch was modified. Review and try the merge again.")
    told = yield TICK
    told.counted()
    assert len(stage.words(pull)) == 1
    assert not is_merged(stage, pull)
    stage.gh.allow_merge(pull)
    told = yield TICK
    told.counted(merged=1)


# Forks and branches


@story("P36", "P42")
def a_fork_that_is_gone_costs_nothing(stage: Stage) -> Script:
    stage.gh.repository("author/app", visibility="private", fork_of=APP)
    pull, ballot = yield from asked(stage, head_repo="author/app")
    stage.gh.check_run(pull, "build")
    stage.gh.delete_repository("author/app")
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    told = yield TICK
    told.counted(merged=1)
    assert is_merged(stage, pull)


@story("P36", "P25", "P34")
def a_base_that_is_deleted_ends_an_approval(stage: Stage) -> Script:
    stage.owner.commit(APP, {"next.txt": "next\n"}, branch="next")
    pull, ballot = yield from approved(stage, base="next")
    stage.gh.check_run(pull, "build")
    stage.owner.delete_branch(APP, "next", move_pulls_to="main")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert not is_merged(stage, pull)
    assert stage.ours(pull) == set()
    assert stage.ballot().number != ballot.number
    assert "another base" in stage.words(ballot)[-1].body.text


@story("P36", "P39")
def a_base_that_is_deleted_may_close_the_pull_request(stage: Stage) -> Script:
    stage.owner.commit(APP, {"next.txt": "next\n"}, branch="next")
    pull, _ = yield from approved(stage, base="next")
    stage.gh.check_run(pull, "build")
    stage.owner.delete_branch(APP, "next")
    told = yield TICK
    told.counted()
    assert told.writes == []
    assert merge_calls(stage) == []
    assert stage.now(pull).state == "closed"


@story("P35", "P36", projects_yml=AT_ONCE)
def of_two_pull_requests_with_one_head_each_has_its_own_answer(stage: Stage) -> Script:
    stage.owner.commit(APP, {"next.txt": "next\n"}, branch="next")
    pull = stage.pull()
    twin = stage.pull(base="next")
    stage.author.force_push(twin, to=pull.head_sha)
    yield TICK
    one, other = (
        next(ballot for ballot in stage.ballots() if ballot.title.endswith(about.ref))
        for about in (pull, twin)
    )
    stage.gh.check_run(pull, "build")
    stage.owner.react(one, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, merged=1, inbox_open_count=1, answers={"approved-A": 1})
    assert is_merged(stage, pull)
    assert not is_merged(stage, twin)
    yield TICK
    assert stage.status(twin).state == "pending"
    stage.owner.react(other, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(twin).state == "closed"
