"""The merge call: `sha` always, one token for it alone, and every answer known (P27, P36)."""

from __future__ import annotations

import pytest

from inbox.actions import Clearance, MergePull
from inbox.errors import (
    AccessRefused,
    Changed,
    Forbidden,
    GitHubFault,
    NotThere,
    RateLimited,
    Refused,
    Unavailable,
)
from inbox.github.client import GitHub
from inbox.github.writes import NOTHING, Writer
from inbox.policy import MergeMethod
from inbox.refs import HeadSha
from inbox.simulator import Transport
from inbox.simulator.conversation import PullRequest
from inbox.simulator.exchange import Request
from tests.github.stage import Stopwatch
from tests.github.world import Stage, head, ref

MERGE = "*/merge"


@pytest.fixture
def writer(stage: Stage) -> Writer:
    return Writer(stage.client)


def cleared(
    pull: PullRequest, method: MergeMethod = MergeMethod.MERGE, sha: HeadSha | None = None
) -> MergePull:
    """A merge at the present head, or at `sha`."""
    return MergePull(Clearance(ref(pull), sha or head(pull)), method)


def connected(stage: Stage, watch: Stopwatch, token: str) -> GitHub:
    """A client with another token on the same GitHub."""
    return GitHub(
        "https://api.github.com",
        "https://api.github.com/graphql",
        token,
        transport=Transport(stage.gh),
        sleep=watch.sleep,
        monotonic=watch.monotonic,
        write_interval=0,
    )


def is_merged(stage: Stage, pull: PullRequest) -> bool:
    """True once the pull request was merged."""
    found = stage.gh.find(pull)
    assert isinstance(found, PullRequest)
    return found.merged


def fails(writer: Writer, action: MergePull, kind: type[Exception]) -> str:
    """The sentence with which the merge fails; subclasses do not pass for `kind`."""
    with pytest.raises(kind) as raised:
        writer.perform(action)
    assert type(raised.value) is kind
    return str(raised.value)


@pytest.mark.parametrize("method", MergeMethod)
def test_the_call_names_head_and_method(stage: Stage, writer: Writer, method: MergeMethod) -> None:
    pull = stage.pull()
    assert writer.perform(cleared(pull, method)) == NOTHING
    (call,) = [one for one in stage.gh.journal.entries if one.method == "PUT"]
    assert call.body == {"sha": pull.head_sha, "merge_method": method.value}
    assert is_merged(stage, pull)
    assert writer.lines == (f"merge org/app#1 at {pull.head_sha[:7]} ({method.value})",)


def test_a_merge_token_that_is_refused_is_named(stage: Stage, watch: Stopwatch) -> None:
    """Exit 3 names the input to look at, which is not `token`."""
    secret = stage.gh.token("ghp_robot", stage.gh.user("robot", role="write"))
    stage.gh.revoke(secret)
    pull = stage.pull()
    with connected(stage, watch, secret) as merger:
        said = fails(Writer(stage.client, merger=merger), cleared(pull), AccessRefused)
    assert "check the input `merge-token`" in said


def test_a_token_that_is_refused_is_named(stage: Stage, writer: Writer) -> None:
    pull = stage.pull()
    stage.gh.revoke("ghs_app")
    assert "check the input `token`" in fails(writer, cleared(pull), AccessRefused)


def test_a_dry_run_merges_nothing(stage: Stage) -> None:
    """Protocol P46."""
    pull = stage.pull()
    writer = Writer(stage.client, dry_run=True)
    writer.perform(cleared(pull))
    assert writer.lines == (f"merge org/app#1 at {pull.head_sha[:7]} (merge)",)
    assert stage.asked("PUT") == []


def test_another_token_makes_the_merge_call_alone(stage: Stage, watch: Stopwatch) -> None:
    """Interface: `merge-token` is used for the merge call alone, reading back included."""
    robot = stage.gh.user("robot", role="write")
    pull = stage.pull()
    secret = stage.gh.token("ghp_robot", robot)
    stage.gh.faults.answer("PUT", MERGE, status=502, after=True)
    with connected(stage, watch, secret) as merger:
        Writer(stage.client, merger=merger).perform(cleared(pull))
    actors = {(one.method, one.actor) for one in stage.gh.journal.entries}
    assert actors == {("PUT", "robot"), ("GET", "merge-gate[bot]")}


def test_a_head_that_moved_is_not_merged_and_is_the_next_ticks(
    stage: Stage, writer: Writer
) -> None:
    """409: nothing is wrong, and nothing is said on the pull request."""
    pull = stage.pull()
    stale = head(pull)
    stage.stranger.push(pull)
    said = fails(writer, cleared(pull, sha=stale), Changed)
    assert "moved while it was merged" in said
    assert not is_merged(stage, pull)


def test_a_head_that_moves_between_two_calls_is_not_merged(stage: Stage, writer: Writer) -> None:
    """The push comes in the very moment of the merge call."""
    pull = stage.pull()
    action = cleared(pull)

    def push(request: Request) -> None:
        if request.method == "PUT":
            stage.gh.on_request.clear()
            stage.stranger.push(pull)

    stage.gh.on_request.append(push)
    fails(writer, action, Changed)
    assert not is_merged(stage, pull)


@pytest.mark.parametrize(
    "message",
    [
        "Base branch was modified. Review and try the merge again.",
        "BASE BRANCH WAS MODIFIED",
    ],
)
def test_a_base_that_moved_is_the_next_ticks(stage: Stage, writer: Writer, message: str) -> None:
    pull = stage.pull()
    stage.gh.refuse_merge(pull, 405, message)
    fails(writer, cleared(pull), Changed)


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (405, "Pull Request is not mergeable"),
        (405, "At least 1 approving review is required by reviewers with write access."),
        (405, "Changes must be made through the merge queue"),
        (405, 'Required status check "build" is expected.'),
        (405, "Squash merges are not allowed on this repository."),
        (422, "Validation Failed"),
    ],
)
def test_a_refusal_keeps_githubs_words(
    stage: Stage, writer: Writer, status: int, message: str
) -> None:
    pull = stage.pull()
    stage.gh.refuse_merge(pull, status, message)
    with pytest.raises(Refused) as raised:
        writer.perform(cleared(pull))
    assert (raised.value.status, raised.value.message) == (status, message)


@pytest.mark.parametrize(
    ("status", "kind"),
    [(403, Forbidden), (404, NotThere), (429, RateLimited), (503, Unavailable)],
)
def test_every_other_answer_has_its_type(
    stage: Stage, writer: Writer, status: int, kind: type[Exception]
) -> None:
    pull = stage.pull()
    headers = {"Retry-After": "600"} if status == 429 else {}
    body = {"message": "No."}
    stage.gh.faults.answer("PUT", MERGE, status=status, body=body, headers=headers, times=9)
    fails(writer, cleared(pull), kind)
    assert not is_merged(stage, pull)


def _answered(stage: Stage, times: int) -> None:
    stage.gh.faults.answer("PUT", MERGE, status=502, after=True, times=times)


def _dropped(stage: Stage, times: int) -> None:
    stage.gh.faults.drop("PUT", MERGE, after=True, times=times)


@pytest.mark.parametrize("times", [1, 9])
@pytest.mark.parametrize("lose", [_answered, _dropped])
def test_a_merge_whose_answer_is_lost_is_known_to_be_one(
    stage: Stage, writer: Writer, lose: object, times: int
) -> None:
    """A retry answers 405, for it is merged already; else the pull request is read again."""
    assert callable(lose)
    pull = stage.pull()
    lose(stage, times)
    assert writer.perform(cleared(pull)) == NOTHING
    assert is_merged(stage, pull)


def test_a_merge_that_never_arrived_is_no_merge(stage: Stage, writer: Writer) -> None:
    pull = stage.pull()
    stage.gh.faults.drop("PUT", MERGE, times=9)
    fails(writer, cleared(pull), Unavailable)
    assert not is_merged(stage, pull)


def test_what_was_merged_already_is_success(stage: Stage, writer: Writer) -> None:
    pull = stage.pull()
    stage.owner.merge(pull)
    assert writer.perform(cleared(pull)) == NOTHING


def test_what_was_closed_meanwhile_is_refused(stage: Stage, writer: Writer) -> None:
    pull = stage.pull()
    stage.owner.close(pull)
    fails(writer, cleared(pull), Refused)


def test_a_lost_answer_that_cannot_be_checked_is_an_error(stage: Stage, writer: Writer) -> None:
    """Whether it was merged is unknown: the next tick finds out."""
    pull = stage.pull()
    stage.gh.faults.drop("PUT", MERGE, times=9, after=True)
    stage.gh.faults.answer("GET", "*/pulls/1", status=502, times=9)
    with pytest.raises(GitHubFault):
        writer.perform(cleared(pull))
