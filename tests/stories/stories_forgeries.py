"""Forged approvals: other workflows share the bot's login, anybody with triage labels (P34).

Every workflow of a repository acts as `github-actions[bot]`: it can write whatever the bot writes.
Checks are green in all of these, so whatever is taken for an approval would be merged at once.
"""

from __future__ import annotations

from inbox.ballot.choice import Choice
from inbox.ballot.receipts import Receipt, render_receipt
from inbox.refs import HeadSha, IssueRef
from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import APP, CONTEXT, PENDING, Stage
from tests.stories.stories_merging import merge_calls
from tests.stories.story import TICK, Asked, Script, asked, story

AT_ONCE = "merge: {settle_minutes: 0}\n"
APPROVED_A = "decision:approved-A"


def green(stage: Stage) -> Asked:
    """A pull request with green checks, and its pending ballot."""
    pull, ballot = yield from asked(stage)
    stage.gh.check_run(pull, "build")
    return pull, ballot


def nonce_of(stage: Stage, ballot: Issue) -> str:
    """The nonce that the ballot's original text names."""
    text: str = stage.now(ballot).body.text
    return text.split("nonce: ")[1].split(maxsplit=1)[0]


def forge(stage: Stage, pull: PullRequest, ballot: Issue, **other: str) -> None:
    """Another workflow writes a receipt of A, to the letter, and puts the labels on."""
    now = stage.now(pull)
    receipt = Receipt(
        Choice(other.get("option", "A")),
        HeadSha.parse(other.get("head", now.head_sha)),
        other.get("base", now.base_ref),
        IssueRef.parse(other.get("ref", stage.now(ballot).ref)),
        nonce_of(stage, ballot),
    )
    url = f"https://github.com/{APP}/issues/{ballot.number}"
    stage.bot.comment(pull, render_receipt(receipt, url, None))
    stage.bot.label(pull, APPROVED_A)
    stage.gh.set_status(pull, CONTEXT, "success", by=stage.bot)


def hide(stage: Stage, ballot: Issue, resolution: str = "decision:superseded") -> None:
    """Another workflow closes the ballot as if the bot had resolved it."""
    stage.bot.label(ballot, resolution)
    stage.bot.close(ballot)
    if PENDING in stage.now(ballot).label_names:
        stage.bot.unlabel(ballot, PENDING)


def nothing_was_merged(stage: Stage, pull: PullRequest) -> None:
    """The pull request is open, says that it waits, and carries no approval."""
    assert merge_calls(stage) == []
    assert stage.now(pull).state == "open"
    assert "approved-A" not in stage.ours(pull)
    assert stage.status(pull).state == "pending"


@story("P34", "row 131", projects_yml=AT_ONCE)
def a_receipt_for_a_ballot_that_nobody_answered(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    forge(stage, pull, ballot)
    told = yield TICK
    told.counted(inbox_open_count=1)
    nothing_was_merged(stage, pull)


@story("P34", projects_yml=AT_ONCE)
def a_ballot_that_is_closed_as_if_it_were_answered(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    forge(stage, pull, ballot)
    hide(stage, ballot, APPROVED_A)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    nothing_was_merged(stage, pull)
    assert stage.ballot().number != ballot.number


@story("P34", projects_yml=AT_ONCE)
def a_strangers_thumb_under_a_forged_receipt(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.stranger.react(ballot, "+1")
    stage.agent.tick_box(ballot, "Option A")
    stage.bot.comment(ballot, "/approve A")
    forge(stage, pull, ballot)
    hide(stage, ballot)
    told = yield TICK
    assert told.of("inbox_resolved") == 0
    nothing_was_merged(stage, pull)


@story("P34", projects_yml=AT_ONCE)
def a_receipt_that_names_the_ballot_of_another_pull_request(stage: Stage) -> Script:
    first, answered = yield from green(stage)
    stage.owner.react(answered, "+1")
    second = stage.pull()
    yield TICK
    assert stage.now(first).merged
    calls = merge_calls(stage)
    ballot = stage.ballot()
    stage.gh.check_run(second, "build")
    forge(stage, second, answered)
    hide(stage, ballot)
    told = yield TICK
    assert told.of("inbox_resolved") == 0
    assert merge_calls(stage) == calls
    assert stage.ours(second) == set()
    assert stage.status(second).state == "pending"
    assert stage.ballot().state == "open"


@story("P34", "P24", projects_yml=AT_ONCE)
def a_receipt_for_the_new_head_that_names_the_old_ballot(stage: Stage) -> Script:
    stage.gh.rules(APP).required_reviews = 1
    pull, ballot = yield from green(stage)
    stage.owner.react(ballot, "+1")
    yield TICK
    calls = merge_calls(stage)
    stage.gh.rules(APP).required_reviews = 0
    stage.author.push(pull)
    stage.gh.check_run(pull, "build")
    forge(stage, pull, ballot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert merge_calls(stage) == calls
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "pending"


@story("P24", "P34", projects_yml=AT_ONCE)
def a_notice_that_moves_an_answer_to_the_new_head(stage: Stage) -> Script:
    """Forged as the bot would have written it, in the ballot that the owner had answered."""
    pull, ballot = yield from green(stage)
    old = pull.head_sha
    stage.author.push(pull)
    yield TICK
    (genuine,) = stage.words(ballot)
    new = stage.now(pull).head_sha
    stage.gh.set_status(pull, "ci/slow", "pending")
    stage.owner.comment(ballot, "/approve A")
    yield TICK
    assert stage.ours(pull) == {"approved-A"}
    newest = stage.author.push(pull)
    stage.gh.check_run(pull, "build")
    forged = genuine.body.text.replace(new, newest).replace(old, new)
    stage.bot.comment(ballot, forged)
    forge(stage, pull, ballot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    nothing_was_merged(stage, pull)


@story("P24", "P34", projects_yml=AT_ONCE)
def a_notice_that_is_rewritten_under_the_bots_login(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.author.push(pull)
    yield TICK
    (genuine,) = stage.words(ballot)
    new = stage.now(pull).head_sha
    stage.gh.set_status(pull, "ci/slow", "pending")
    stage.owner.comment(ballot, "/approve A")
    yield TICK
    newest = stage.author.push(pull)
    stage.gh.check_run(pull, "build")
    stage.bot.edit_comment(genuine, genuine.body.text.replace(new, newest))
    forge(stage, pull, ballot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    nothing_was_merged(stage, pull)


@story("P24", "P34", projects_yml=AT_ONCE)
def an_approval_whose_notice_somebody_edits_ends(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.author.push(pull)
    yield TICK
    (genuine,) = stage.words(ballot)
    stage.gh.check_run(pull, "build", None)
    stage.owner.comment(ballot, "/approve A")
    yield TICK
    assert stage.ours(pull) == {"approved-A"}
    stage.agent.edit_comment(genuine, "Nothing to see here.")
    stage.gh.check_run(pull, "build")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    nothing_was_merged(stage, pull)


@story("P34", "P47", projects_yml=AT_ONCE)
def a_receipt_that_somebody_edits_is_none(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(ballot, "+1")
    yield TICK
    (receipt,) = stage.words(pull)
    new = stage.author.push(pull)
    stage.gh.check_run(pull, "build")
    stage.agent.edit_comment(receipt, receipt.body.text.replace(pull.head_sha, new))
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    nothing_was_merged(stage, pull)


@story("P34", projects_yml=AT_ONCE)
def a_receipt_that_is_no_receipt_of_the_bot(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(ballot, "+1")
    yield TICK
    (receipt,) = stage.words(pull)
    other = stage.pull()
    yield TICK
    stage.gh.check_run(other, "build")
    stage.agent.comment(other, receipt.body.text)
    stage.agent.label(other, APPROVED_A)
    told = yield TICK
    told.counted(inbox_open_count=1)
    nothing_was_merged(stage, other)


@story("P34", "P4", projects_yml=AT_ONCE)
def a_ballot_outside_the_inbox(stage: Stage) -> Script:
    """The owner liked a report that a workflow wrote elsewhere: no inbox, so no ballot."""
    stage.gh.repository("org/elsewhere", visibility="private")
    pull, ballot = yield from green(stage)
    text = stage.now(ballot).body.text
    elsewhere = stage.bot.open_issue("org/elsewhere", ballot.title, text, labels=())
    stage.owner.react(elsewhere, "+1")
    hide(stage, elsewhere, APPROVED_A)
    forge(stage, pull, ballot, ref=f"org/elsewhere#{elsewhere.number}")
    hide(stage, ballot)
    told = yield TICK
    assert told.of("inbox_resolved") == 0
    nothing_was_merged(stage, pull)


@story("P34", "P28", projects_yml=AT_ONCE)
def a_report_that_becomes_a_ballot_once_it_was_liked(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    report = stage.bot.open_issue(APP, ballot.title, "All builds of this week were green.")
    stage.owner.react(report, "+1")
    stage.bot.edit_body(report, stage.now(ballot).body.text)
    forge(stage, pull, ballot, ref=f"{APP}#{report.number}")
    hide(stage, report, APPROVED_A)
    hide(stage, ballot)
    told = yield TICK
    assert told.of("inbox_resolved") == 0
    nothing_was_merged(stage, pull)


@story("P34", "P28", projects_yml=AT_ONCE)
def a_ballot_about_something_harmless_that_is_renamed_later(stage: Stage) -> Script:
    harmless, answered = yield from green(stage)
    stage.gh.check_run(harmless, "build", None)
    stage.owner.react(answered, "+1")
    yield TICK
    pull, ballot = yield from green(stage)
    stage.bot.edit_body(answered, stage.now(ballot).body.text)
    stage.bot.rename(answered, ballot.title)
    forge(stage, pull, answered)
    hide(stage, ballot)
    told = yield TICK
    assert told.of("inbox_resolved") == 0
    nothing_was_merged(stage, pull)


@story("P34", "P13", projects_yml=AT_ONCE)
def a_receipt_that_says_a_where_the_owner_said_b(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.owner.comment(ballot, "/approve B")
    yield TICK
    assert stage.ours(pull) == {"approved-B"}
    forge(stage, pull, ballot)
    yield TICK
    nothing_was_merged(stage, pull)
    assert stage.ours(pull) == stage.ours(ballot) == {"approved-B"}


@story("P34", "P32", projects_yml=AT_ONCE)
def a_receipt_that_says_a_where_the_owner_rejected(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.owner.react(ballot, "-1")
    yield TICK
    stage.agent.reopen(pull)
    forge(stage, pull, ballot)
    yield TICK
    assert merge_calls(stage) == []
    assert stage.now(pull).state == "closed"
    assert stage.ours(pull) == set()
    assert stage.status(pull).state == "failure"


@story("P34", "P25", projects_yml=AT_ONCE)
def a_receipt_for_another_base(stage: Stage) -> Script:
    stage.owner.commit(APP, {"next.txt": "next\n"}, branch="next")
    pull, ballot = yield from green(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(ballot, "+1")
    yield TICK
    stage.author.retarget(pull, "next")
    stage.gh.check_run(pull, "build")
    forge(stage, pull, ballot, base="next")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    nothing_was_merged(stage, pull)


@story("P34", "P17", projects_yml=AT_ONCE)
def an_end_that_is_deleted_and_a_head_that_returns(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.comment(ballot, "/approve A")
    yield TICK
    approved_head = pull.head_sha
    stage.author.push(pull)
    yield TICK
    fresh = stage.ballot()
    assert fresh.number != ballot.number
    (end,) = stage.words(ballot)
    stage.bot.delete_comment(end)
    stage.author.force_push(pull, to=approved_head)
    stage.gh.check_run(pull, "build")
    forge(stage, pull, ballot)
    hide(stage, fresh)
    told = yield TICK
    assert told.of("inbox_resolved") == 0
    nothing_was_merged(stage, pull)


@story("P34", "P6", "P22", projects_yml=AT_ONCE)
def a_yes_on_the_duplicate_of_a_ballot_that_was_rejected(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    text = stage.now(ballot).body.text.replace("nonce: ", "nonce: 0")
    double = stage.bot.open_issue(APP, ballot.title, text, labels=(PENDING,))
    stage.owner.react(double, "+1")
    stage.later(minutes=1)
    stage.owner.comment(ballot, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.ours(double) == {"duplicate"}
    stage.agent.reopen(pull)
    forge(stage, pull, double)
    yield TICK
    nothing_was_merged(stage, pull)
    stage.bot.delete_comment(stage.words(double)[-1])
    forge(stage, pull, double)
    hide(stage, stage.ballot())
    yield TICK
    nothing_was_merged(stage, pull)


@story("P34", "P39", projects_yml=AT_ONCE)
def a_yes_on_a_ballot_that_ended_with_its_pull_request(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.owner.react(ballot, "+1")
    stage.author.close(pull)
    yield TICK
    assert stage.ours(ballot) == {"auto-resolved-pr-closed"}
    assert len(stage.words(ballot)) == 1
    stage.author.reopen(pull)
    yield TICK
    fresh = stage.ballot()
    assert fresh.number != ballot.number
    stage.owner.comment(fresh, "/reject")
    yield TICK
    stage.agent.reopen(pull)
    forge(stage, pull, ballot)
    yield TICK
    nothing_was_merged(stage, pull)


@story("P34", "P6", projects_yml=AT_ONCE)
def a_yes_on_a_ballot_that_was_hidden_before_a_tick_saw_it(stage: Stage) -> Script:
    pull, ballot = yield from green(stage)
    stage.owner.react(ballot, "+1")
    hide(stage, ballot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    fresh = stage.ballot()
    assert "taken off the list" in stage.words(ballot)[-1].body.text
    stage.owner.comment(fresh, "/reject")
    yield TICK
    assert stage.now(pull).state == "closed"
    for word in stage.words(pull):
        stage.bot.delete_comment(word)
    stage.agent.reopen(pull)
    forge(stage, pull, ballot)
    yield TICK
    nothing_was_merged(stage, pull)
