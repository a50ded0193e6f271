"""Follow-ups: when one is filed, updated, closed, silenced, and found again (D17-D19)."""

from __future__ import annotations

from inbox.decisions.verdict import refusals
from inbox.simulator.conversation import Issue, PullRequest
from tests.stories.stage import APP, SAFE, Stage
from tests.stories.stories_decisions import ASKED, asking, follow_ups, text
from tests.stories.stories_repositories import SEVERAL
from tests.stories.story import TICK, Script, story

ALL = "/answer storage: 2\n/answer name: Cachet"
ADDRESSED = "Done.\n\n<!-- marvin:decisions-addressed -->"
AFTER_GRACE = 4


def answered(stage: Stage, words: str = ALL) -> PullRequest:
    """A pull request that asked and was answered by comment, before any tick."""
    pull = asking(stage)
    stage.owner.comment(pull, words)
    return pull


def about(stage: Stage, pull: PullRequest) -> Issue:
    """The follow-up of that pull request."""
    (found,) = (one for one in follow_ups(stage) if one.title.endswith(f"#{pull.number}"))
    return found


@story("D17", "D18", "block case F2", "block case F3", projects_yml="decisions: {grace_hours: 1}\n")
def grace_is_over_to_the_second(stage: Stage) -> Script:
    pull = answered(stage)
    yield TICK
    (record,) = stage.words(pull)
    passed = (stage.gh.clock.now - record.created_at).total_seconds()
    stage.later(seconds=3600 - passed - 181)
    yield TICK
    assert follow_ups(stage) == []
    now = stage.gh.clock.now
    passed = (now - record.created_at).total_seconds()
    stage.later(seconds=max(0, 3600 - passed - 180))
    yield TICK
    assert len(follow_ups(stage)) == 1


@story("D17", "block case F5", "block case F6", "block case F15", "block case F17")
def what_is_no_reply_of_a_writer_stops_nothing(stage: Stage) -> Script:
    pull = answered(stage)
    yield TICK
    stage.author.push(pull, files=SAFE)
    stage.agent.comment(pull, "Acted on it.")
    stage.agent.comment(pull, f"```\n{ADDRESSED}\n```")
    stage.agent.comment(pull, "> <!-- decision-inbox:decisions-addressed -->")
    stage.agent.comment(pull, "Done <!-- decision-inbox:decisions-addressed -->")
    stage.stranger.comment(pull, ADDRESSED)
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.of("follow_ups_filed") == 1
    (filed,) = follow_ups(stage)
    stage.stranger.comment(pull, ADDRESSED)
    told = yield TICK
    assert stage.now(filed).state == "open"


@story("D17", "block case F14")
def a_reply_of_a_writer_or_the_bot_comes_before_any_follow_up(stage: Stage) -> Script:
    one, two, three = answered(stage), answered(stage), answered(stage)
    yield TICK
    stage.agent.comment(one, ADDRESSED)
    stage.bot.comment(two, ADDRESSED)
    stage.author.close(three)
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.writes == []
    assert follow_ups(stage) == []


@story("D19", "block case F7", "block case F34")
def newer_answers_update_the_open_one(stage: Stage) -> Script:
    pull = answered(stage)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    yield TICK
    (filed,) = follow_ups(stage)
    assert "On disk" in text(stage, filed)
    stage.owner.comment(pull, "/answer storage: In memory")
    yield TICK
    assert "In memory" not in text(stage, filed), "the newer answer has its own grace"
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.of("follow_ups_updated") == 1
    assert "In memory" in text(stage, filed)
    assert len(follow_ups(stage)) == 1
    stage.agent.comment(pull, ADDRESSED)
    told = yield TICK
    assert told.of("follow_ups_closed") == 1
    stage.owner.comment(pull, "/answer name: Depot")
    yield TICK
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.of("follow_ups_filed") == 1
    first, second = follow_ups(stage)
    assert (first.state, second.state) == ("closed", "open")
    assert "Depot" in text(stage, second)


@story("D19", "block case F11", "block case F13")
def closed_by_hand_silences_that_record_only(stage: Stage) -> Script:
    pulls = answered(stage), answered(stage)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    yield TICK
    done, unwanted = follow_ups(stage)
    stage.agent.close(done)
    stage.owner.close(unwanted, reason="not_planned")
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.writes == []
    stage.owner.comment(pulls[0], "/answer name: Depot")
    yield TICK
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.of("follow_ups_filed") == 1
    assert [one.state for one in follow_ups(stage)] == ["closed", "closed", "open"]


@story("D19", "block case F10")
def it_ends_with_its_pull_request_and_comes_back_with_it(stage: Stage) -> Script:
    closed, merged = answered(stage), answered(stage)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.of("follow_ups_filed") == 2
    stage.author.close(closed)
    stage.owner.merge(merged)
    told = yield TICK
    assert told.of("follow_ups_closed") == 2
    first, second = (about(stage, pull) for pull in (closed, merged))
    assert (first.state, second.state) == ("closed", "closed")
    assert "the pull request has ended" in text(stage, first)
    stage.author.reopen(closed)
    told = yield TICK
    assert told.of("follow_ups_updated") == 1
    assert [stage.now(one).state for one in (first, second)] == ["open", "closed"]
    assert "has ended" not in text(stage, first)


@story("D17", "D19", "block case F30")
def one_without_its_label_is_found_and_not_filed_twice(stage: Stage) -> Script:
    pull = answered(stage)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    yield TICK
    (filed,) = follow_ups(stage)
    stage.agent.unlabel(filed, "owner-decisions")
    yield TICK
    assert len(follow_ups(stage)) == 1
    assert "owner-decisions" in stage.now(filed).label_names
    stage.agent.unlabel(filed, "owner-decisions", "ready-for-agent")
    stage.agent.close(filed)
    yield TICK
    assert len(follow_ups(stage)) == 1
    assert stage.now(filed).state == "closed"
    told = yield TICK
    assert told.writes == []
    stage.agent.unlabel(filed, "owner-decisions")
    stage.owner.comment(pull, "/answer name: Depot")
    stage.later(hours=AFTER_GRACE)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    yield TICK
    assert len(follow_ups(stage)) == 2


@story("D17", "block case F22")
def partial_answers_get_none_and_are_listed(stage: Stage) -> Script:
    pull = answered(stage, "/answer storage: 2")
    yield TICK
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert follow_ups(stage) == []
    assert f"#{pull.number}" in told.summary
    stage.owner.comment(pull, "/answer name: Cachet")
    yield TICK
    assert follow_ups(stage) == [], "the last answer has its grace, however old the first one is"
    stage.later(hours=AFTER_GRACE)
    yield TICK
    assert len(follow_ups(stage)) == 1


@story("D17", "block case F18", "block case F19", "block case F21")
def only_whole_records_of_the_bots_own_start_the_clock(stage: Stage) -> Script:
    forged, broken, edited = answered(stage), asking(stage, "Nothing.\n"), answered(stage)
    yield TICK
    record = stage.words(forged)[0].body.text
    stage.agent.edit_comment(stage.words(forged)[0], record)
    stage.stranger.comment(broken, record)
    stage.agent.comment(broken, record)
    stage.bot.comment(broken, record.replace('"answers"', "answers"))
    stage.later(hours=AFTER_GRACE)
    yield TICK
    assert all(f"#{broken.number}" not in one.title for one in follow_ups(stage))
    assert any(f"#{edited.number}" in one.title for one in follow_ups(stage))


@story("D17", "block case F31")
def forks_and_drafts_are_as_good_as_any(stage: Stage) -> Script:
    fork = stage.gh.repository("author/app", visibility="private", fork_of=APP)
    draft = stage.gh.pull(APP, author=stage.author, files=SAFE, body=ASKED, draft=True)
    foreign = stage.gh.pull(APP, author=stage.author, files=SAFE, body=ASKED, head_repo=fork)
    for one in (draft, foreign):
        stage.owner.comment(one, ALL)
    told = yield TICK
    assert told.of("decisions_answered") == 4
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.of("follow_ups_filed") == 2


@story("D17", "D14", "block case F31")
def in_a_locked_one_answers_arrive_and_nothing_is_said(stage: Stage) -> Script:
    recorded = answered(stage)
    yield TICK
    locked = asking(stage)
    stage.owner.lock(recorded)
    stage.owner.lock(locked)
    stage.owner.comment(locked, f"{ALL}\n/answer x: y")
    yield TICK
    assert "[x] On disk" in text(stage, locked)
    assert stage.words(locked) == []
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.of("follow_ups_filed") == 1
    stage.owner.unlock(locked)
    told = yield TICK
    assert told.of("decisions_answered") == 2
    assert len(stage.words(locked)) == 2


@story("D17", "D19", **SEVERAL)
def each_repository_has_its_own(stage: Stage) -> Script:
    one, two = (stage.pull(name, files=SAFE, body=ASKED) for name in ("org/app", "org/site"))
    for pull in (one, two):
        stage.owner.comment(pull, ALL)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    told = yield TICK
    assert told.of("follow_ups_filed") == 2
    for name, pull in (("org/app", one), ("org/site", two)):
        (filed,) = stage.ballots(name)
        assert filed.title == f"Act on owner decisions on PR #{pull.number}"
    assert stage.ballots("org/governance") == stage.ballots("org/inbox") == []


@story("D17", "P42", **SEVERAL)
def a_renamed_repository_keeps_its_follow_up(stage: Stage) -> Script:
    pull = stage.pull("org/app", files=SAFE, body=ASKED)
    stage.owner.comment(pull, ALL)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    yield TICK
    (filed,) = stage.ballots("org/app")
    stage.gh.rename_repository("org/app", "org/application")
    yield TICK
    assert stage.now(filed).state == "open"
    projects = str(SEVERAL["projects_yml"]).replace("org/app,", "org/application,")
    stage.owner.commit("org/governance", {"config/projects.yml": projects})
    told = yield TICK
    assert told.writes == []
    stage.agent.comment(pull, ADDRESSED)
    yield TICK
    assert [one.state for one in stage.ballots("org/application")] == ["closed"]


@story("D19", "block case F33")
def a_follow_up_passes_our_own_lint(stage: Stage) -> Script:
    words = "Which one: A, B or C? ``` ## Questions @team #1 <b> ${{ x }}"
    pull = answered(stage, f"/answer storage: 2\n/answer name: {words}")
    yield TICK
    assert words in text(stage, pull)
    stage.later(hours=AFTER_GRACE)
    yield TICK
    (filed,) = follow_ups(stage)
    assert "Which one: A, B or C?" in text(stage, filed)
    assert refusals(text(stage, filed)) == ()
    assert len(stage.words(pull)) == 1


@story("D19", "P47", "block case F25")
def two_of_one_pull_request_become_one(stage: Stage) -> Script:
    pull = answered(stage)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    yield TICK
    (filed,) = follow_ups(stage)
    stage.bot.open_issue(
        APP, filed.title, text(stage, filed), labels=("ready-for-agent", "owner-decisions")
    )
    yield TICK
    first, second = follow_ups(stage)
    assert (first.state, second.state) == ("open", "closed")
    stage.agent.comment(pull, ADDRESSED)
    yield TICK
    assert stage.now(filed).state == "closed"


@story("D17", "block case F26")
def labels_that_are_missing_are_made(stage: Stage) -> Script:
    answered(stage)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    assert "owner-decisions" not in stage.gh.repo(APP).labels
    told = yield TICK
    assert told.of("follow_ups_filed") == 1
    assert {"owner-decisions", "ready-for-agent"} <= set(stage.gh.repo(APP).labels)


@story("D17", "D19", "block case F27", "P46")
def one_tick_files_and_closes(stage: Stage) -> Script:
    closing = answered(stage)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    yield TICK
    answered(stage)
    yield TICK
    stage.later(hours=AFTER_GRACE)
    stage.author.close(closing)
    told = yield TICK
    assert (told.of("follow_ups_filed"), told.of("follow_ups_closed")) == (1, 1)
    assert [one.state for one in follow_ups(stage)] == ["closed", "open"]
