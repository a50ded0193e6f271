"""What happens in the middle of a run, or changes who runs it, and so cannot be replayed (P36)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from inbox.simulator.conversation import Issue, PullRequest
from inbox.simulator.exchange import Request
from tests.stories.stage import APP, Stage, Way

INBOX = "org/inbox"
AT_ONCE = "merge: {settle_minutes: 0}\n"


@pytest.fixture
def stage() -> Iterator[Stage]:
    """A stage where a yes is used at once."""
    built = Stage(way=Way.DIRECT, projects_yml=AT_ONCE)
    yield built
    built.close()


def asked(stage: Stage) -> tuple[PullRequest, Issue]:
    """A pull request with green checks, and its pending ballot."""
    pull = stage.pull()
    stage.tick()
    stage.gh.check_run(pull, "build")
    stage.later(minutes=1)
    return pull, stage.ballot()


def quiet(stage: Stage) -> bool:
    """True when nothing is left to do."""
    stage.later(minutes=20)
    stage.tick()
    return stage.tick().writes == []


@contextmanager
def at(stage: Stage, method: str, ending: str, act: Callable[[], object]) -> Iterator[None]:
    """People act right before the first request of that kind."""
    happened: list[bool] = []

    def hook(request: Request) -> None:
        if not happened and request.method == method and request.path.endswith(ending):
            happened.append(True)
            act()

    stage.gh.on_request.append(hook)
    yield
    stage.gh.on_request.remove(hook)
    assert happened


# The last moment before a merge


MOMENTS = [
    ("GET", "/check-runs"),
    ("GET", "/issues/1/comments"),
    ("GET", "/issues/2/reactions"),
    ("PUT", "/merge"),
]


@pytest.mark.parametrize(("method", "path"), MOMENTS)
def test_a_push_at_any_moment_is_not_merged(stage: Stage, method: str, path: str) -> None:
    """Protocol P27: the last read and the merge call itself hold the head."""
    pull, ballot = asked(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(ballot, "+1")
    stage.tick()
    stage.gh.check_run(pull, "build")
    with at(stage, method, path, lambda: stage.author.push(pull)):
        told = stage.tick()
    assert told.exit_status == 0
    assert told.of("merged") == 0
    assert not stage.now(pull).merged
    assert len(stage.words(pull)) == 1
    told = stage.tick()
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.ours(pull) == set()
    assert quiet(stage)


WITHDRAWALS: dict[str, Callable[[Stage, Issue, PullRequest], object]] = {
    "the thumb is taken back": lambda stage, ballot, _: stage.owner.unreact(ballot, "+1"),
    "a reject": lambda stage, ballot, _: stage.owner.comment(ballot, "/reject"),
    "a deferral": lambda stage, ballot, _: stage.owner.comment(ballot, "/approve C"),
    "an unclear word": lambda stage, ballot, _: stage.owner.comment(ballot, "/rejct"),
    "its owner takes the label off": lambda stage, _, pull: stage.owner.unlabel(
        pull, "decision:approved-A"
    ),
    "another base": lambda stage, _, pull: stage.author.retarget(pull, "next"),
    "it becomes a draft": lambda stage, _, pull: stage.author.set_draft(pull, True),
    "it conflicts": lambda stage, _, pull: stage.gh.conflict(pull),
    "it is closed": lambda stage, _, pull: stage.author.close(pull),
}


@pytest.mark.parametrize("what", WITHDRAWALS)
def test_what_is_said_after_the_first_look_still_stops_a_merge(stage: Stage, what: str) -> None:
    """Protocol P36: everything is read once more right before the merge."""
    stage.owner.commit(APP, {"next.txt": "next\n"}, branch="next")
    pull, ballot = asked(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(ballot, "+1")
    stage.tick()
    stage.gh.check_run(pull, "build")
    with at(stage, "GET", "/check-runs", lambda: WITHDRAWALS[what](stage, ballot, pull)):
        told = stage.tick()
    assert told.exit_status == 0
    assert told.of("merged") == 0
    assert not stage.now(pull).merged
    stage.tick()
    assert not stage.now(pull).merged
    assert quiet(stage)


def test_a_merge_by_a_person_in_the_last_moment_is_success(stage: Stage) -> None:
    pull, ballot = asked(stage)
    stage.owner.react(ballot, "+1")
    with at(stage, "PUT", "/merge", lambda: stage.owner.merge(pull)):
        told = stage.tick()
    assert told.exit_status == 0
    assert stage.now(pull).merged_by is stage.owner.account
    assert len(stage.words(pull)) == 1
    assert quiet(stage)


# What becomes of a merge call


@pytest.mark.parametrize("times", [1, 9])
@pytest.mark.parametrize("status", [502, 503, 0])
def test_a_merge_whose_answer_is_lost_is_a_merge(stage: Stage, status: int, times: int) -> None:
    """Issue 2/6: a merge that GitHub accepts and answers with 502, or with nothing at all."""
    pull, ballot = asked(stage)
    stage.owner.react(ballot, "+1")
    if status:
        stage.gh.faults.answer("PUT", "*/merge", status=status, after=True, times=times)
    else:
        stage.gh.faults.drop("PUT", "*/merge", after=True, times=times)
    told = stage.tick()
    assert told.exit_status == 0
    told.counted(inbox_resolved=1, merged=1, answers={"approved-A": 1})
    assert stage.now(pull).merged
    assert len(stage.words(pull)) == 1
    assert quiet(stage)


def test_a_merge_call_that_never_arrives_is_the_next_ticks(stage: Stage) -> None:
    pull, ballot = asked(stage)
    stage.owner.react(ballot, "+1")
    lost = stage.gh.faults.answer("PUT", "*/merge", status=500, times=3)
    told = stage.tick()
    assert (told.exit_status, told.of("merged"), lost.acted) == (1, 0, 3)
    assert len(stage.words(pull)) == 1, "a failure of GitHub's is not said on the pull request"
    told = stage.tick()
    told.counted(merged=1)


def test_a_merge_token_that_is_refused_ends_the_run_and_names_its_input(stage: Stage) -> None:
    secret = stage.gh.token("ghp_release", stage.gh.user("release-robot", role="write"))
    stage.gh.revoke(secret)
    pull, ballot = asked(stage)
    stage.owner.react(ballot, "+1")
    told = stage.tick(merge_token=secret)
    assert told.exit_status == 3
    assert "check the input `merge-token`" in told.log
    assert not stage.now(pull).merged
    stage.tick()
    assert stage.now(pull).merged


def test_a_merge_token_that_cannot_see_the_repository_is_said_once(stage: Stage) -> None:
    pull, ballot = asked(stage)
    stage.gh.repository("org/other", visibility="private")
    secret = stage.gh.app_token("release", ["org/other"], secret="ghs_other")
    stage.owner.react(ballot, "+1")
    told = stage.tick(merge_token=secret)
    assert told.exit_status == 0
    assert "may not merge it" in stage.words(pull)[-1].body.text
    told = stage.tick(merge_token=secret)
    assert (told.exit_status, told.writes) == (0, [])
    told = stage.tick()
    told.counted(merged=1)


# Who runs it, and where the inbox is


def test_ballots_of_a_former_inbox_are_left_alone() -> None:
    """Protocol P42, P4."""
    stage = Stage(way=Way.DIRECT, repos={APP: "private", INBOX: "private"}, app_token=True)
    pull, ballot = asked(stage)
    stage.owner.commit(APP, {"config/projects.yml": f"decision_inbox: {{repository: {INBOX}}}\n"})
    stage.owner.react(ballot, "+1")
    told = stage.tick()
    told.counted(inbox=1, inbox_open_count=1)
    assert stage.ours(pull) == set()
    assert stage.now(ballot).state == "open"
    stage.later(minutes=1)
    stage.owner.react(stage.ballot(INBOX), "+1")
    told = stage.tick()
    told.counted(inbox_resolved=1, answers={"approved-A": 1})
    assert quiet(stage)
    stage.close()


def another_bot(stage: Stage) -> None:
    """From now on the runs have the token of an app of their own."""
    stage.token = stage.gh.app_token("merge-gate", [APP])
    stage.bot = stage.gh.bot("merge-gate")


def test_ballots_of_a_former_bot_are_listed_and_asked_again(stage: Stage) -> None:
    """Protocol P42, P1."""
    pull, ballot = asked(stage)
    stage.owner.react(ballot, "+1")
    another_bot(stage)
    told = stage.tick()
    told.counted(inbox=1, inbox_open_count=1)
    told.mentions("its author is not the bot")
    assert stage.ours(pull) == set()
    assert stage.ballot().number != ballot.number
    assert quiet(stage)


def test_approvals_of_a_former_bot_are_asked_again(stage: Stage) -> None:
    """Protocol P42, P34."""
    pull, ballot = asked(stage)
    stage.gh.check_run(pull, "build", None)
    stage.owner.react(ballot, "+1")
    stage.tick()
    assert stage.ours(pull) == {"approved-A"}
    stage.gh.check_run(pull, "build")
    another_bot(stage)
    told = stage.tick()
    told.counted(inbox=1, inbox_open_count=1)
    assert not stage.now(pull).merged
    assert stage.ours(pull) == set()


def test_a_ballot_that_became_a_discussion_waits_for_its_unlocking(stage: Stage) -> None:
    """GitHub leaves a closed and locked issue behind, in which no app can say why it opens it."""
    pull, ballot = asked(stage)
    stage.agent.convert_to_discussion(ballot)
    told = stage.tick()
    assert told.exit_status == 1
    told.mentions("Unlock the conversation")
    told = stage.tick()
    assert told.exit_status == 0
    assert not any(entry.is_write for entry in told.entries), "what was refused is not tried again"
    told.mentions("Unlock the conversation")
    assert stage.now(pull).state == "open"
    stage.owner.unlock(ballot)
    told = stage.tick()
    told.counted(inbox_open_count=1)
    assert stage.ours(ballot) == {"pending-owner"}
    assert stage.now(ballot).state == "open"
    assert quiet(stage)
