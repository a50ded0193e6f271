"""What becomes of an approval: it stands, ends, or is overruled (protocol P7, P34)."""

from __future__ import annotations

from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import Stage
from tests.stories.story import TICK, Asked, Script, asked, story

APPROVED = "decision:approved-A"


def approved(stage: Stage) -> Asked:
    """A pull request whose owner chose A, applied and settled; nothing checks its head."""
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    yield TICK
    yield TICK
    assert stage.status(pull).state == "success"
    return pull, ballot


def _is_asked_anew(stage: Stage, pull: PullRequest, earlier: Issue) -> None:
    fresh = stage.ballot()
    assert fresh.number != earlier.number
    assert f"`{earlier.ref}` has ended" in fresh.body.text
    assert stage.ours(fresh) == {"pending-owner"}
    assert stage.ours(earlier) == {"approved-A"}
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "pending"


@story("P7", "P34", "row 133")
def a_push_ends_an_approval(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.author.push(pull)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    _is_asked_anew(stage, pull, ballot)
    assert len(stage.words(ballot)) == 1
    stage.owner.react(stage.ballot(), "+1")
    yield TICK
    yield TICK
    assert stage.ours(pull) == {"approved-A"}
    assert stage.status(pull).state == "success"


@story("P7", "P34")
def an_ended_approval_never_yields_again(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    old = stage.now(pull).head_sha
    stage.author.push(pull)
    yield TICK
    stage.author.force_push(pull, to=old)
    stage.agent.label(pull, APPROVED)
    told = yield TICK
    assert told.of("inbox_resolved") == 0
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "pending"
    assert len(stage.words(ballot)) == 1


@story("P34")
def another_base_ends_an_approval(stage: Stage) -> Script:
    stage.owner.commit(stage.home, {"next.txt": "next\n"}, branch="next")
    pull, ballot = yield from approved(stage)
    stage.author.retarget(pull, "next")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    _is_asked_anew(stage, pull, ballot)


@story("P34", "P17")
def a_thumb_taken_back_ends_an_approval(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.owner.unreact(ballot, "+1")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    _is_asked_anew(stage, pull, ballot)


@story("P34", "P9")
def an_owner_who_left_the_allowlist_approves_no_longer(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.gh.user("successor")
    stage.owner.commit(stage.home, {"config/owner.yml": "github_login: successor\n"})
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    _is_asked_anew(stage, pull, ballot)


@story("P34", "P31")
def a_deferral_on_the_closed_ballot_ends_an_approval(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.owner.comment(ballot, "/approve C")
    told = yield TICK
    assert told.of("inbox") == 1
    assert stage.ballot().number != ballot.number
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "pending"


@story("P34", "P32")
def a_reject_on_the_closed_ballot_is_applied_there(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.owner.comment(ballot, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"
    assert (stage.ours(ballot), stage.ours(pull)) == ({"rejected"}, set())


@story("P34", "P22a")
def an_unclear_word_on_the_closed_ballot_holds_and_ends_nothing(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.owner.comment(ballot, "/rejct, wait")
    yield TICK
    assert stage.status(pull).state == "pending"
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-A"}
    stage.owner.comment(ballot, "/approve A")
    yield TICK
    yield TICK
    yield TICK
    assert stage.status(pull).state == "success"


@story("P34")
def a_label_that_somebody_took_off_is_put_back(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.agent.unlabel(pull, APPROVED)
    told = yield TICK
    told.counted()
    assert stage.ours(pull) == {"approved-A"}
    assert len(stage.ballots()) == 1


@story("P34")
def a_label_that_the_owner_took_off_withdraws(stage: Stage) -> Script:
    pull, ballot = yield from approved(stage)
    stage.owner.unlabel(pull, APPROVED)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    _is_asked_anew(stage, pull, ballot)


@story("P34", "row 131")
def a_label_that_nobody_approved_is_taken_off(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.agent.label(pull, APPROVED)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
    assert stage.now(ballot).state == "open"


@story("P34", "P7", "row 131")
def a_label_before_any_ballot_saves_no_question(stage: Stage) -> Script:
    pull = stage.pull()
    stage.agent.label(pull, APPROVED)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.ours(pull) == set()


@story("P34")
def a_forged_receipt_and_label_prove_nothing(stage: Stage) -> Script:
    first, ballot = yield from approved(stage)
    second, other = yield from asked(stage)
    receipt = stage.words(first)[0].body.text
    stage.bot.comment(
        second,
        receipt.replace(first.head_sha, second.head_sha)
        .replace(ballot.ref, other.ref)
        .replace(stage.home + "#1", stage.home + "#3"),
    )
    stage.bot.label(second, APPROVED)
    told = yield TICK
    assert told.of("inbox_resolved") == 0
    assert stage.ours(second) == set()
    assert stage.status(second).state == "pending"
    assert stage.ours(first) == {"approved-A"}


@story("P32")
def a_rejected_head_that_others_reopen_is_closed_again(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "-1")
    yield TICK
    stage.author.reopen(pull)
    told = yield TICK
    told.counted()
    assert stage.now(pull).state == "closed"
    assert len(stage.words(pull)) == 2
    stage.author.reopen(pull)
    yield TICK
    assert stage.now(pull).state == "closed"
    assert len(stage.words(pull)) == 2


@story("P32", "P41")
def a_rejected_pull_request_that_its_owner_reopens_is_asked_about(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "-1")
    yield TICK
    stage.owner.reopen(pull)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.now(pull).state == "open"
    assert stage.ballot().number != ballot.number
    assert stage.status(pull).state == "pending"


@story("P41", "P20")
def an_owner_who_reopens_ballot_and_pull_request_is_asked_there(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "-1")
    yield TICK
    stage.owner.reopen(pull)
    stage.owner.reopen(ballot)
    told = yield TICK
    assert told.of("inbox_open_count") == 1
    assert stage.now(pull).state == "open"
    stage.owner.unreact(ballot, "-1")
    waiting = [one for one in stage.ballots() if one.state == "open"]
    assert len(waiting) == 1
    stage.owner.comment(waiting[0], "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P29", "P36")
def an_approval_waits_for_checks_and_is_merged(stage: Stage) -> Script:
    pull, _ = yield from approved(stage)
    stage.gh.check_run(pull, "build", None)
    told = yield TICK
    assert (told.writes, stage.now(pull).merged) == ([], False)
    stage.gh.check_run(pull, "build", "success")
    told = yield TICK
    assert stage.now(pull).merged
    assert told.of("merged") == 1
    told = yield TICK
    assert told.writes == []
