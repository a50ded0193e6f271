"""The scout and the survey: what they see, what did not fit, what a failure costs (P43, P23)."""

from __future__ import annotations

import pytest

from inbox.errors import NotThere, Unavailable, Unreadable
from inbox.github import reads
from inbox.github.scout import scout
from inbox.github.survey import survey
from inbox.labels import PENDING
from inbox.policy import Visibility
from inbox.refs import Account, HeadSha, IssueRef, Kind, PullRef, RepoRef
from inbox.simulator import TokenKind
from inbox.world import EventKind, State
from tests.github.world import APP, INBOX, Stage, account, head, ref


def test_the_survey_is_one_query_about_repositories_heads_and_the_viewer(stage: Stage) -> None:
    pull, bare = stage.pull(), stage.pull()
    stage.gh.set_status(
        pull, "decision-inbox/approval", "success", by=stage.bot, description="#1 → main"
    )
    stage.gh.set_status(pull, "decision-inbox/decisions", "pending")
    stage.gh.set_status(pull, "ci", "failure")
    heads = [(APP, head(pull)), (APP, head(bare)), (APP, HeadSha("0" * 40))]
    found = survey(stage.client, [INBOX, APP], heads)
    assert found.faults == {}
    assert found.viewer == Account("merge-gate", stage.bot.id, Kind.BOT)
    assert found.repositories[INBOX].visibility is Visibility.PRIVATE
    assert found.repositories[INBOX].default_branch == "main"
    assert found.repositories[INBOX].has_issues
    assert not found.repositories[INBOX].is_archived
    status = found.statuses[APP, head(pull)]
    assert (status.state, status.description) == (State.SUCCESS, "#1 → main")
    assert status.by == account(stage.bot)
    assert status.at is not None
    assert found.decisions[APP, head(pull)].state is State.PENDING
    assert set(found.messages) == {(APP, head(pull)), (APP, head(bare))}
    assert set(found.statuses) == set(found.decisions) == {(APP, head(pull))}
    assert stage.asked() == ["POST /graphql"]
    assert stage.client.requests.points >= 1


def test_a_renamed_repository_is_found_under_the_name_that_was_asked(stage: Stage) -> None:
    """Protocol P42."""
    stage.gh.rename_repository("org/app", "org/product")
    found = survey(stage.client, [APP], [])
    assert str(found.repositories[APP].name) == "org/product"


def test_a_repository_that_is_not_there_costs_only_itself(stage: Stage) -> None:
    missing = RepoRef("org", "missing")
    pull = stage.pull()
    found = survey(stage.client, [missing, INBOX], [(missing, head(pull)), (APP, head(pull))])
    assert set(found.repositories) == {INBOX}
    assert set(found.faults) == {missing, (missing, head(pull))}
    assert isinstance(found.faults[missing], NotThere)
    assert "org/missing" in found.faults[missing].what


def test_labels_of_ours_are_known_in_any_letter_case(stage: Stage) -> None:
    stage.ballot()
    assert survey(stage.client, [INBOX], []).repositories[INBOX].labels == {PENDING}


def test_more_than_a_hundred_heads_take_a_second_query(stage: Stage) -> None:
    heads = [(APP, HeadSha(f"{number:040x}")) for number in range(1, 203)]
    found = survey(stage.client, [INBOX, APP], heads)
    assert found.faults == {}
    assert len(found.repositories) == 2
    assert stage.client.requests.graphql == 3


def test_a_part_of_a_repository_that_is_unreadable_costs_that_repository_alone(
    stage: Stage,
) -> None:
    """Protocol P23: any other error than "not found" is unreadable."""
    stage.gh.faults.graphql_partial(("r0", "labels"), type="SERVICE_ERROR", message="Oops")
    found = survey(stage.client, [INBOX, APP], [(INBOX, HeadSha("1" * 40))])
    assert set(found.faults) == {INBOX}
    assert isinstance(found.faults[INBOX], Unreadable)
    assert set(found.repositories) == {APP}


@pytest.mark.parametrize("kind", ["FORBIDDEN", "INSUFFICIENT_SCOPES"])
@pytest.mark.parametrize("within", [(), ("status",), ("status", "approval")])
def test_a_token_without_statuses_costs_the_statuses_alone(
    stage: Stage, kind: str, within: tuple[str, ...]
) -> None:
    """Protocol P35: the tick goes on, and knows that it does not know them."""
    pull = stage.pull()
    stage.gh.set_status(pull, "decision-inbox/approval", "success", by=stage.bot)
    stage.gh.faults.graphql_partial(("r0", "i1", *within), type=kind, message="No")
    found = survey(stage.client, [APP], [(APP, head(pull))])
    assert set(found.repositories) == {APP}
    assert found.unshown == {APP}
    assert (found.faults, found.statuses) == ({}, {})
    assert set(found.messages) == ({(APP, head(pull))} if within else set())


@pytest.mark.parametrize("kind", ["SERVICE_ERROR", "NOT_FOUND", "SOMETHING_NEW"])
def test_statuses_that_fail_to_come_are_a_fault_of_their_head(stage: Stage, kind: str) -> None:
    """Protocol P23: only a permission that lacks is lasting; anything else is this head's alone."""
    pull, other = stage.pull(), stage.pull()
    stage.gh.faults.graphql_partial(("r0", "i1", "status"), type=kind, message="Oops")
    found = survey(stage.client, [APP], [(APP, head(pull)), (APP, head(other))])
    assert set(found.faults) == {(APP, head(pull))}
    assert isinstance(found.faults[APP, head(pull)], Unreadable)
    assert found.unshown == set()


def test_a_repository_that_is_forbidden_is_a_fault_of_its_heads(stage: Stage) -> None:
    """Protocol P23: no permission of the token shows what an organisation protects."""
    pull = stage.pull()
    stage.gh.faults.graphql_partial(("r0",), type="FORBIDDEN", message="SAML enforcement")
    found = survey(stage.client, [APP], [(APP, head(pull))])
    assert set(found.faults) == {APP, (APP, head(pull))}
    assert found.unshown == set()


def test_an_unknown_viewer_is_none(stage: Stage) -> None:
    """Protocol P1: without a proven identity the tick does nothing, which others decide."""
    stage.gh.faults.graphql_partial(("viewer",), type="FORBIDDEN", message="No")
    found = survey(stage.client, [INBOX], [])
    assert found.viewer is None
    assert set(found.repositories) == {INBOX}


def test_the_scout_sees_a_ballot_and_its_pull_request_in_one_query(stage: Stage) -> None:
    pull = stage.pull()
    ballot = stage.ballot("- [ ] A\n")
    where = str(ballot)
    first = stage.owner.comment(where, "looks risky")
    answer = stage.stranger.comment(where, "/approve A", via_email=True)
    stage.owner.react(where, "+1")
    stage.stranger.react(where, "rocket")
    stage.owner.edit_comment(first, "looks fine")
    stage.owner.delete_comment(answer)
    stage.stranger.comment(where, "hello", via_email=True)
    stage.owner.rename(where, "Another title")
    stage.owner.close(where, reason="not_planned")
    stage.owner.reopen(where)
    stage.owner.label(where, "bug")
    stage.owner.unlabel(where, "bug")
    stage.bot.comment(pull, "ballot opened")
    stage.gh.repo("org/app")
    stage.client.requests.graphql = 0
    found = scout(stage.client, [ballot], [ref(pull)])
    seen = found.ballots[ballot]
    assert found.faults == {}
    assert stage.client.requests.graphql == 1
    assert (seen.title, seen.body, seen.is_open) == ("Another title", "- [ ] A\n", True)
    assert seen.author == account(stage.bot)
    assert seen.labels == {PENDING}
    assert (seen.whole, seen.overflow, seen.edited_at, seen.is_locked) == (
        False,
        frozenset(),
        None,
        False,
    )
    assert [(r.content, r.by) for r in seen.reactions] == [
        ("+1", account(stage.owner)),
        ("rocket", account(stage.stranger)),
    ]
    edited, by_mail = seen.comments
    assert (edited.body, edited.history, edited.via_app) == ("looks fine", None, None)
    assert edited.edited_at is not None
    assert edited.revisions is None
    assert (by_mail.body, by_mail.via_email, by_mail.edited_at) == ("hello", True, None)
    kinds = {event.kind: event for event in seen.events}
    assert set(kinds) == set(EventKind) - {
        EventKind.BASE_CHANGED,
        EventKind.HEAD_FORCED,
    }
    assert kinds[EventKind.COMMENT_DELETED].by == account(stage.owner)
    assert kinds[EventKind.COMMENT_DELETED].of == account(stage.stranger)
    assert kinds[EventKind.RENAMED].before == "Decision pending"
    assert kinds[EventKind.RENAMED].after == "Another title"
    assert kinds[EventKind.CLOSED].closer is None
    assert kinds[EventKind.CLOSED].reason == "not_planned"
    assert kinds[EventKind.UNLABELLED].before == "bug"
    talk = found.pulls[ref(pull)]
    assert [comment.body for comment in talk.comments] == ["ballot opened"]
    assert (talk.base_changes, talk.overflow) == ((), frozenset())


def test_the_scout_sees_a_changed_base(stage: Stage) -> None:
    """Protocol P24."""
    pull = stage.pull()
    stage.owner.commit("org/app", {"x": "1"}, branch="release")
    stage.owner.retarget(pull, "release")
    [change] = scout(stage.client, [], [ref(pull)]).pulls[ref(pull)].base_changes
    assert (change.kind, change.before, change.after) == (
        EventKind.BASE_CHANGED,
        "main",
        "release",
    )
    assert change.by == account(stage.owner)


def test_an_issue_closed_by_a_pull_request_names_its_closer(stage: Stage) -> None:
    """Protocol P38: that is nobody's closing."""
    pull, ballot = stage.pull(), stage.ballot()
    stage.owner.close(str(ballot), closer=pull)
    [event] = scout(stage.client, [ballot], []).ballots[ballot].events
    assert event.closer == "PullRequest"


def test_a_deleted_account_is_nobody(stage: Stage) -> None:
    """Protocol P9."""
    ballot = stage.ballot()
    stage.stranger.comment(str(ballot), "/approve A")
    stage.stranger.react(str(ballot), "+1")
    stage.gh.delete_account(stage.stranger)
    seen = scout(stage.client, [ballot], []).ballots[ballot]
    assert seen.comments[0].author is None or seen.comments[0].author.is_ghost
    assert all(r.by is None or r.by.is_ghost for r in seen.reactions)


def test_what_did_not_fit_is_named(stage: Stage) -> None:
    pull, ballot = stage.pull(), stage.ballot()
    for number in range(51):
        stage.stranger.comment(str(ballot), f"comment {number}")
    for number in range(101):
        stage.gh.user(f"user{number}").react(str(ballot), "heart")
        stage.owner.rename(str(ballot), f"title {number}")
    for number in range(21):
        stage.stranger.comment(pull, f"comment {number}")
    found = scout(stage.client, [ballot], [ref(pull)])
    seen = found.ballots[ballot]
    assert seen.overflow == {"comments", "reactions", "events"}
    assert [len(seen.comments), len(seen.reactions), len(seen.events)] == [50, 100, 100]
    assert seen.comments[-1].body == "comment 50"
    assert seen.events[-1].after == "title 100"
    assert found.pulls[ref(pull)].overflow == {"comments"}
    assert len(found.pulls[ref(pull)].comments) == 20


def test_a_ballot_that_is_gone_costs_only_itself(stage: Stage) -> None:
    """Protocol P40 and P42."""
    there, deleted = stage.ballot(), stage.ballot()
    stage.owner.delete(str(deleted))
    found = scout(stage.client, [there, deleted], [PullRef(APP, 999)])
    assert set(found.ballots) == {there}
    assert isinstance(found.faults[deleted], NotThere)
    assert isinstance(found.faults[PullRef(APP, 999)], NotThere)


def test_a_hole_in_one_ballot_is_never_an_empty_list(stage: Stage) -> None:
    """Protocol P23: ballot row 114."""
    one, other = stage.ballot(), stage.ballot()
    stage.gh.faults.graphql_partial(("r0", "i1", "reactions"), type="SERVICE_ERROR", message="Oops")
    found = scout(stage.client, [one, other], [])
    assert set(found.ballots) == {one}
    assert isinstance(found.faults[other], Unreadable)


def test_a_query_that_is_too_heavy_is_halved(stage: Stage) -> None:
    ballots = [stage.ballot() for _ in range(4)]
    stage.gh.faults.answer("POST", "*/graphql", status=502, body="<html>", times=1)
    stage.gh.faults.graphql_failure(times=1)
    stage.gh.faults.graphql_partial(("r0", "i1"), containing="i1:", times=1)
    found = scout(stage.client, ballots, [])
    assert list(found.ballots) == ballots
    assert found.faults == {}


def test_a_ballot_that_is_too_heavy_alone_costs_only_itself(stage: Stage) -> None:
    ballots = [stage.ballot() for _ in range(4)]
    heavy = f"issue(number: {ballots[1].number})"
    stage.gh.faults.answer(
        "POST", "*/graphql", status=504, body="<html>", containing=heavy, times=99
    )
    found = scout(stage.client, ballots, [])
    assert set(found.ballots) == set(ballots) - {ballots[1]}
    assert isinstance(found.faults[ballots[1]], Unavailable)


def test_a_github_that_is_down_is_asked_a_bounded_number_of_times(stage: Stage) -> None:
    ballots = [IssueRef(INBOX, number) for number in range(1, 101)]
    stage.gh.faults.drop(times=10**6)
    found = scout(stage.client, ballots, [])
    assert set(found.faults) == set(ballots)
    assert found.ballots == {}
    assert stage.client.requests.graphql < 25


def test_a_hundred_ballots_and_their_pull_requests_are_one_query(stage: Stage) -> None:
    """Protocol P43."""
    ballots = [stage.ballot() for _ in range(101)]
    found = scout(stage.client, ballots, [PullRef(APP, 1)] * 50)
    assert len(found.ballots) == 101
    assert stage.client.requests.graphql == 2
    assert stage.client.requests.points <= 8


def test_a_person_behind_a_token_is_the_viewer(stage: Stage) -> None:
    """Protocol P1: a machine account."""
    stage.gh.token("ghp_machine", stage.gh.user("machine"), TokenKind.CLASSIC)
    stage.client._http.headers["authorization"] = "Bearer ghp_machine"
    viewer = survey(stage.client, [INBOX], []).viewer
    assert viewer is not None
    assert (viewer.login, viewer.kind) == ("machine", Kind.USER)


def test_a_conversation_goes_onto_its_pull_request(stage: Stage) -> None:
    pull = stage.pull()
    stage.bot.comment(pull, "receipt")
    talk = scout(stage.client, [], [ref(pull)]).pulls[ref(pull)]
    seen = talk.onto(reads.pull(stage.client, ref(pull)))
    assert seen.comments == talk.comments
    assert (seen.base_changes, seen.overflow) == ((), frozenset())
