"""What was approved is this pull request, this head, this base: moves and notices (P24-P27)."""

from __future__ import annotations

from tests.stories.stage import Stage
from tests.stories.story import TICK, Script, asked, story

RECONFIRM = "Please re-confirm your verdict if applicable."


@story("P25", "P26", "row 91", "row 94")
def a_push_after_the_vote_asks_again(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    old = pull.head_sha
    stage.owner.react(ballot, "+1")
    new = stage.author.push(pull)
    told = yield TICK
    told.counted(inbox_open_count=1, inbox_head_sha_mismatches=1)
    assert stage.ours(ballot) == {"pending-owner", "stale-approval"}
    assert (stage.ours(pull), stage.words(pull)) == (set(), [])
    (notice,) = stage.words(ballot)
    assert notice.body.text.startswith(f"PR head changed from {old} to {new}. {RECONFIRM}")
    assert stage.status(pull).description == "#1 → main: moved, waits for its owner"
    told = yield TICK
    assert told.writes == []
    stage.owner.unreact(ballot, "+1")
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(ballot) == {"approved-A"}
    (receipt,) = stage.words(pull)
    assert new in receipt.body.text
    assert old not in receipt.body.text


@story("P25", "P43")
def a_push_before_any_vote_is_said_without_a_stale_label(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.author.push(pull)
    told = yield TICK
    told.counted(inbox_open_count=1, inbox_head_sha_mismatches=1)
    assert stage.ours(ballot) == {"pending-owner"}
    stage.author.push(pull)
    stage.author.push(pull)
    told = yield TICK
    told.counted(inbox_open_count=1, inbox_head_sha_mismatches=1)
    (notice,) = stage.words(ballot)
    assert stage.now(pull).head_sha in notice.body.text
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P25", "P27", "row 95")
def a_vote_for_a_head_that_moved_again_is_void(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.author.push(pull)
    yield TICK
    stage.owner.comment(ballot, "/approve A")
    newest = stage.author.push(pull)
    told = yield TICK
    told.counted(inbox_open_count=1, inbox_head_sha_mismatches=1)
    assert stage.ours(ballot) == {"pending-owner", "stale-approval"}
    assert len(stage.words(ballot)) == 2
    assert newest in stage.words(ballot)[-1].body.text
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert newest in stage.words(pull)[0].body.text


@story("P25", "row 93")
def a_head_that_returns_has_moved_all_the_same(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    first = pull.head_sha
    stage.owner.react(ballot, "+1")
    stage.author.push(pull)
    yield TICK
    stage.author.force_push(pull, to=first)
    told = yield TICK
    told.counted(inbox_open_count=1, inbox_head_sha_mismatches=1)
    assert stage.ours(ballot) == {"pending-owner", "stale-approval"}
    assert len(stage.words(ballot)) == 1
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert first in stage.words(pull)[0].body.text


@story("P25", "row 97")
def a_move_voids_a_refusal_and_a_deferral_too(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "/reject")
    stage.author.push(pull)
    told = yield TICK
    told.counted(inbox_open_count=1, inbox_head_sha_mismatches=1)
    assert "The reject given before" in stage.words(ballot)[-1].body.text
    stage.owner.comment(ballot, "/approve C")
    yield TICK
    assert stage.ours(ballot) == {"pending-owner", "deferred"}
    stage.author.push(pull)
    yield TICK
    assert stage.ours(ballot) == {"pending-owner", "stale-approval"}
    assert "C (defer) given before" in stage.words(ballot)[-1].body.text
    assert stage.now(pull).state == "open"


@story("P25", "P35")
def another_base_asks_again(stage: Stage) -> Script:
    stage.owner.commit(stage.home, {"next.txt": "next\n"}, branch="next")
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.author.retarget(pull, "next")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(ballot) == {"pending-owner", "stale-approval"}
    (notice,) = stage.words(ballot)
    assert notice.body.text.startswith(f"PR base changed from `main` to `next`. {RECONFIRM}")
    assert stage.status(pull).description == "#1 → next: moved, waits for its owner"
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P25")
def a_base_that_left_and_came_back_has_moved(stage: Stage) -> Script:
    stage.owner.commit(stage.home, {"next.txt": "next\n"}, branch="next")
    pull, ballot = yield from asked(stage)
    stage.author.retarget(pull, "next")
    stage.owner.react(ballot, "+1")
    stage.author.retarget(pull, "main")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
    assert len(stage.words(ballot)) == 1


@story("P24")
def a_notice_that_somebody_edited_binds_nothing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.author.push(pull)
    yield TICK
    (notice,) = stage.words(ballot)
    hidden = stage.author.push(pull)
    old = notice.body.text.split(" to ")[1][:40]
    stage.agent.edit_comment(notice, notice.body.text.replace(old, hidden))
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_open_count=1, inbox_head_sha_mismatches=1)
    assert stage.ours(pull) == set()
    assert len(stage.words(ballot)) == 2


@story("P27")
def a_forged_notice_about_a_head_not_yet_pushed_binds_nothing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.author.push(pull)
    yield TICK
    (genuine,) = stage.words(ballot)
    first, second = genuine.body.text.split("from ")[1][:40], stage.now(pull).head_sha
    coming = stage.author.push(pull)
    stage.author.force_push(pull, to=second)
    forged = genuine.body.text.replace(second, coming).replace(first, second)
    stage.bot.comment(ballot, forged)
    stage.owner.comment(ballot, "/approve A")
    stage.author.force_push(pull, to=coming)
    told = yield TICK
    assert told.of("inbox_resolved") == 0, told.said
    assert stage.ours(pull) == set()


@story("P10")
def a_thumb_up_on_a_notice_says_seen_and_a_thumb_down_no(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.author.push(pull)
    yield TICK
    (notice,) = stage.words(ballot)
    stage.owner.react(notice, "+1")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
    stage.owner.react(notice, "-1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"


@story("P35")
def open_pull_requests_that_share_a_head_share_the_most_cautious_status(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.commit(stage.home, {"next.txt": "next\n"}, branch="next")
    twin = stage.pull(base="next")
    stage.author.force_push(twin, to=pull.head_sha)
    assert twin.head_sha == pull.head_sha
    stage.owner.react(ballot, "+1")
    yield TICK
    yield TICK
    assert stage.status(pull).state == "pending"
    stage.owner.react(stage.ballot(), "+1")
    yield TICK
    yield TICK
    assert stage.status(pull).state == "success"
