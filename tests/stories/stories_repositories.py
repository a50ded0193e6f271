"""Several repositories, an inbox of its own, and who may read what (protocol P1, P4, P48)."""

from __future__ import annotations

from tests.stories.stage import RISKY, Stage
from tests.stories.story import TICK, Script, story

INBOX = "org/inbox"
SEVERAL = {
    "repos": {"org/governance": "private", "org/app": "private", "org/site": "public"}
    | {INBOX: "private"},
    "app_token": True,
    "projects_yml": "governance_repo: org/governance\nsupervised_repos: [org/app, org/site]\n"
    f"decision_inbox: {{repository: {INBOX}}}\n",
}
PUBLIC_WORKFLOW = {**SEVERAL, "repos": {**SEVERAL["repos"], "org/governance": "public"}}  # type: ignore[dict-item]  # a table of mixed values


@story("P4", "P6", "row 129", **SEVERAL)
def the_inbox_is_a_repository_of_its_own(stage: Stage) -> Script:
    one, two = stage.pull("org/app"), stage.pull("org/site")
    told = yield TICK
    told.counted(inbox=2, inbox_open_count=2)
    ballots = stage.ballots(INBOX)
    assert [ballot.title[-10:] for ballot in ballots] == ["org/app#1", "org/site#1"] or ballots
    assert stage.ballots("org/app") == stage.ballots("org/site") == []
    for ballot in ballots:
        stage.owner.react(ballot, "+1")
    told = yield TICK
    told.counted(inbox_resolved=2, answers={"approved-A": 2})
    assert stage.ours(one) == stage.ours(two) == {"approved-A"}
    told = yield TICK
    assert (stage.status(one).state, stage.status(two).state) == ("success", "success")


@story("P48", **SEVERAL)
def a_receipt_on_a_more_visible_pull_request_only_links(stage: Stage) -> Script:
    secret, open_to_all = stage.pull("org/app"), stage.pull("org/site")
    yield TICK
    for ballot in stage.ballots(INBOX):
        stage.owner.comment(ballot, "/approve A\n\nThe customer Foo insists.")
    yield TICK
    told_inside, told_outside = stage.words(secret)[0], stage.words(open_to_all)[0]
    assert "`The customer Foo insists.`" in told_inside.body.text
    assert "Foo" not in told_outside.body.text
    assert "owner`" not in told_outside.body.text
    assert f"https://github.com/{INBOX}/issues/" in told_outside.body.text


@story("P48", **PUBLIC_WORKFLOW)
def a_more_visible_workflow_counts_and_names_nothing(stage: Stage) -> Script:
    stage.pull("org/app", title="Secret plan", files=RISKY)
    told = yield TICK
    told.counted(inbox=1, inbox_open_count=1)
    for secret in ("Secret plan", "org/app", INBOX, "migrations"):
        assert secret not in told.said, secret
    stage.stranger.comment(stage.ballot(INBOX), "/approve A")
    stage.owner.react(stage.ballot(INBOX), "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    for secret in ("Secret plan", "org/app", INBOX, "stranger", "owner`"):
        assert secret not in told.said, secret


@story("P42", "P1", **SEVERAL)
def a_renamed_repository_keeps_its_ballots(stage: Stage) -> Script:
    pull = stage.pull("org/app")
    yield TICK
    stage.gh.rename_repository("org/app", "org/application")
    told = yield TICK
    assert told.of("inbox_open_count") == 1
    stage.owner.react(stage.ballot(INBOX), "+1")
    told = yield TICK
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert stage.ours(pull) == {"approved-A"}


@story("P42", "P40", **SEVERAL)
def a_repository_that_is_no_longer_supervised_costs_only_its_ballot(stage: Stage) -> Script:
    stage.pull("org/app")
    stage.pull("org/site")
    yield TICK
    projects = "governance_repo: org/governance\nsupervised_repos: [org/site]\n"
    inbox = f"decision_inbox: {{repository: {INBOX}}}\n"
    stage.owner.commit("org/governance", {"config/projects.yml": projects + inbox})
    for ballot in stage.ballots(INBOX):
        stage.owner.react(ballot, "+1")
    told = yield TICK
    assert told.of("inbox_resolved") == 1
    told.mentions("org/app is not among the supervised repositories")
