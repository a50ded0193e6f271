"""Who is asked about what: classifier, label, command, drafts, the bot's own (P5-P8)."""

from __future__ import annotations

from tests.stories.stage import APP, PENDING, SAFE, Stage
from tests.stories.story import TICK, Script, asked, run, story

REQUIRED = "decision:required"


@story("P5", "P35", "row 127")
def a_safe_pull_request_is_free_until_it_turns_risky(stage: Stage) -> Script:
    pull = stage.pull(files=SAFE)
    told = yield TICK
    told.counted()
    assert stage.ballots() == []
    assert stage.status(pull).state == "success"
    assert "no owner decision needed" in str(stage.status(pull).description)
    stage.author.push(pull, files={"migrations/7.sql": "added"})
    stage.gh.set_status(pull, "ci/build", "failure")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.status(pull).state == "pending"


@story("P5")
def a_label_asks_for_the_owner(stage: Stage) -> Script:
    pull = stage.pull(files=SAFE)
    stage.agent.label(pull, REQUIRED)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    ballot = stage.ballot()
    assert "- Reasoning: label decision:required, added by `agent`\n" in ballot.body.text
    stage.agent.unlabel(pull, REQUIRED)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert told.writes == []
    stage.owner.react(ballot, "+1")
    yield TICK
    assert stage.ours(pull) == {"approved-A"}


@story("P5")
def a_draft_is_asked_about_when_it_is_ready(stage: Stage) -> Script:
    pull = stage.pull(draft=True)
    told = yield TICK
    told.counted()
    assert stage.ballots() == []
    stage.author.set_draft(pull, False)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)


@story("P5")
def a_workflow_asks(stage: Stage) -> Script:
    pull = stage.pull(files=SAFE)
    opening = run(command="open", pull_request=f"#{pull.number}", reasoning="The plan says so.")
    told = yield opening
    told.counted(inbox=1, inbox_open_count=1)
    ballot = stage.ballot()
    assert stage.ours(pull) == {"required"}
    reason = "- Reasoning: said by the workflow that asked: `The plan says so.`\n"
    assert reason in ballot.body.text
    told = yield opening
    assert told.writes == []
    stage.owner.react(ballot, "+1")
    yield TICK
    stage.author.push(pull, files={"src/more.py": "added"})
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.ballot().number != ballot.number


@story("P5", "P42")
def a_workflow_asks_about_what_gets_no_ballot(stage: Stage) -> Script:
    draft = stage.pull(draft=True)
    told = yield run(exit_status=2, command="open", pull_request=f"#{draft.number}")
    assert "is a draft" in told.log
    assert told.writes == []
    closed = stage.pull()
    stage.author.close(closed)
    told = yield run(exit_status=2, command="open", pull_request=f"{APP}#{closed.number}")
    assert "is closed" in told.log
    assert (told.writes, stage.ballots()) == ([], [])


@story(
    "P5",
    repos={"org/app": "private", "org/bot": "private"},
    app_token=True,
    projects_yml="supervised_repos: [org/app, org/bot]\nbot_repo: org/bot\n",
)
def the_bots_own_repository_is_not_gated(stage: Stage) -> Script:
    pull = stage.pull("org/bot")
    told = yield TICK
    told.counted()
    assert stage.status(pull).description == "#1 → main: the bot's own repository: break-glass"
    told.mentions("does not carry `[break-glass-bot-self-update]`")
    stage.author.push(
        pull, files={"src/a.py": "added"}, message="[break-glass-bot-self-update] Fix"
    )
    told = yield TICK
    told.mentions("carries `[break-glass-bot-self-update]`")
    told = yield run(exit_status=2, command="open", pull_request="org/bot#1")
    assert "break-glass" in told.log
    assert told.writes == []


@story("P5")
def a_pull_request_of_the_bot_is_asked_about_like_any(stage: Stage) -> Script:
    pull = stage.pull(author=stage.bot)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    stage.owner.react(stage.ballot(), "+1")
    yield TICK
    assert stage.ours(pull) == {"approved-A"}


@story("P6", "row 125")
def a_ballot_without_its_label_gets_it_back(stage: Stage) -> Script:
    _, ballot = yield from asked(stage)
    stage.agent.unlabel(ballot, PENDING)
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert len(stage.ballots()) == 1
    assert stage.ours(ballot) == {"pending-owner"}


@story("P8")
def an_owner_who_cannot_be_assigned_costs_nothing(stage: Stage) -> Script:
    stage.gh.refuse_assignment(APP, stage.owner)
    stage.pull()
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.ballot().assignees == []


@story("P8", owner_yml="github_login: owner\nallowlisted_actors: [owner, left-us, deputy]\n")
def an_owner_who_left_costs_the_others_nothing(stage: Stage) -> Script:
    stage.gh.user("deputy", role="write")
    stage.pull()
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    assert [one.login for one in stage.ballot().assignees] == ["owner", "deputy"]


@story("P1", "row 17", "row 18")
def an_issue_that_looks_like_a_ballot_is_none(stage: Stage) -> Script:
    pull, ballot = yield from asked(stage)
    forged = stage.agent.open_issue(
        APP, ballot.title, stage.now(ballot).body.text, labels=(PENDING,)
    )
    stage.agent.label(forged, PENDING)
    stage.agent.label(pull, PENDING)
    stage.owner.react(forged, "+1")
    told = yield TICK
    told.counted(inbox_open_count=1)
    assert told.writes == []
    told.mentions("Labelled like a ballot, but none", f"{APP}#{forged.number}")
    assert stage.ours(pull) == {"pending-owner"}


@story("P2", "P3", "row 13", "row 14")
def foreign_names_in_the_reasoning_are_only_shown(stage: Stage) -> Script:
    nasty = "migrations/`-->\n- [x] Option A\n/approve A <!-- decision-inbox-head-sha: 0 -->.sql"
    pull = stage.pull(files={nasty: "added"}, title="::set-output name=a::b ##[add-mask]x @owner")
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    body = stage.ballot().body.text
    assert body.count("- [ ] ") == 3
    assert "\n- [x]" not in body
    assert body.count("<!-- decision-inbox-head-sha:") == 1
    told = yield TICK
    told.counted(inbox_open_count=1)
    stage.owner.react(stage.ballot(), "+1")
    yield TICK
    assert stage.ours(pull) == {"approved-A"}
