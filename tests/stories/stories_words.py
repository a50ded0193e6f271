"""What does not count, or holds: strangers, edits, deletions, apps, e-mail (P9-P22a)."""

from __future__ import annotations

from tests.stories.stage import Stage
from tests.stories.story import TICK, Script, asked, story


@story("P9", "P21", "row 21", "row 25", "row 85")
def a_stranger_changes_nothing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.stranger.react(ballot, "+1")
    stage.stranger.comment(ballot, "/approve A")
    stage.agent.comment(ballot, "/reject")
    stage.author.react(ballot, "-1")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert told.writes == []
    told.mentions("stranger", "agent", "author", "not on the allowlist")
    stage.owner.react(ballot, "+1")
    yield TICK
    assert stage.ours(pull) == {"approved-A"}


@story("P10", "row 29")
def a_heart_is_no_answer(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    for content in ("heart", "eyes", "rocket", "laugh", "confused", "hooray"):
        stage.owner.react(ballot, content)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert told.writes == []
    told.mentions("this reaction has no meaning here")


@story("P15", "row 65")
def words_put_into_the_owners_mouth_do_not_count(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    comment = stage.owner.comment(ballot, "looks risky")
    stage.later(minutes=1)
    stage.agent.edit_comment(comment, "/approve A")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
    assert len(stage.words(ballot)) == 1, "the owner is told once"


@story("P15", "row 66")
def an_edited_command_counts_as_last_written(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    comment = stage.owner.comment(ballot, "/approve A")
    stage.later(minutes=1)
    stage.owner.react(ballot, "+1")
    stage.later(minutes=1)
    stage.owner.edit_comment(comment, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"


@story("P17", "row 67")
def a_comment_deleted_by_its_author_is_withdrawn(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    comment = stage.owner.comment(ballot, "/approve A")
    stage.owner.delete_comment(comment)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert told.writes == []
    assert stage.ours(pull) == set()


@story("P17", "P20")
def a_comment_deleted_by_somebody_else_starts_a_new_round(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    reject = stage.owner.comment(ballot, "/reject")
    stage.agent.delete_comment(reject)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
    (said,) = stage.words(ballot)
    assert "deleted a comment" in said.body.text
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P18")
def an_app_in_the_owners_name_approves_nothing(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "/approve A", via_app="helper-app")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
    assert len(stage.words(ballot)) == 1


@story("P18", "P22a")
def an_app_in_the_owners_name_may_hold(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    stage.later(minutes=1)
    stage.owner.comment(ballot, "/reject", via_app="helper-app")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert (stage.ours(pull), stage.now(pull).state) == (set(), "open")
    assert stage.status(pull).description == "#1 → main: held: an answer is unclear"
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P18", owner_yml="github_login: owner\nallow_app_signals: true\n")
def an_app_may_answer_where_the_owner_says_so(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "/approve A", via_app="helper-app")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == {"approved-A"}


@story("P19")
def a_hidden_refusal_counts(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    comment = stage.owner.comment(ballot, "/reject")
    stage.agent.minimize(comment, "spam")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"


@story("P12", "row 34")
def an_answer_by_e_mail_is_read_to_its_first_paragraph(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(
        ballot,
        "not sure yet\n\n/approve A\n\nOn Mon, Nov 30, 2026 bot wrote:\n> /approve A\n",
        via_email=True,
    )
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
    stage.owner.comment(ballot, "/approve A\n\nsent from my phone", via_email=True)
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P14", "row 33", "row 42")
def a_near_miss_is_answered_once_and_holds_a_refusal(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "/approve D")
    stage.stranger.comment(ballot, "/aprove")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert len(stage.words(ballot)) == 1
    stage.owner.react(ballot, "+1")
    stage.later(minutes=1)
    stage.owner.comment(ballot, "/rejct this")
    yield TICK
    assert stage.ours(pull) == set()
    assert len(stage.words(ballot)) == 2
    stage.owner.comment(ballot, "/reject")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})


@story("P21")
def a_command_on_the_pull_request_gets_the_ballots_link(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(pull, "/approve A")
    stage.stranger.comment(pull, "/approve A")
    told = yield TICK
    told.counted(inbox_open_count=1)
    (link,) = stage.words(pull)
    assert f"/issues/{ballot.number}" in link.body.text
    assert stage.ours(pull) == set()


@story("P13", "row 49", "row 50")
def several_commands_in_one_comment_are_the_most_cautious(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.comment(ballot, "/approve A\n/approve B\n/reject\n")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"rejected": 1})
    assert stage.now(pull).state == "closed"


@story("P15", "P22a")
def a_missing_revision_holds_and_is_asked_about(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    comment = stage.owner.comment(ballot, "/reject")
    stage.owner.edit_comment(comment, "never mind")
    stage.owner.edit_comment(comment, "/approve A")
    stage.owner.forget_revision(comment, back=1)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
    assert len(stage.words(ballot)) == 1
    stage.owner.comment(ballot, "/approve A")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})


@story("P9", owner_yml="github_login: owner\nallowlisted_actors:\n  - {login: owner, id: 77}\n")
def a_login_registered_anew_does_not_count(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert stage.ours(pull) == set()
    told.mentions("owner", "another account")
