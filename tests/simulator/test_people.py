"""People act as GitHub lets them."""

from __future__ import annotations

from typing import Any

import pytest

from inbox.simulator import Person, Refusal, Simulator
from inbox.simulator.conversation import Issue

BODY = "- [ ] **Option A**: yes\n- [ ] **Option B**: other\n"


@pytest.fixture
def issue(gh: Simulator) -> Issue:
    return gh.bot().open_issue(gh.repository("org/app"), "T", BODY)


@pytest.mark.parametrize(
    "act",
    [
        lambda who, issue: who.tick_box(issue, "Option A"),
        lambda who, issue: who.edit_body(issue, "mine"),
        lambda who, issue: who.label(issue, "x"),
        lambda who, issue: who.close(issue),
        lambda who, issue: who.rename(issue, "mine"),
        lambda who, issue: who.lock(issue),
        lambda who, issue: who.delete(issue),
        lambda who, issue: who.edit_comment(issue.comments[0], "mine"),
        lambda who, issue: who.delete_comment(issue.comments[0]),
    ],
    ids=["tick", "edit", "label", "close", "rename", "lock", "delete", "comment", "uncomment"],
)
def test_readers_may_not_change_what_is_others(gh: Simulator, issue: Issue, act: Any) -> None:
    gh.user("owner").comment(issue, "hello")
    before = gh.snapshot()
    with pytest.raises(Refusal, match="reader is no"):
        act(gh.user("reader"), issue)
    assert gh.snapshot() == before
    act(gh.user("owner", role="admin"), issue)
    assert gh.snapshot() != before


def test_authors_keep_their_rights_without_any_role(gh: Simulator) -> None:
    gh.repository("org/app")
    reader = gh.user("reader")
    issue = reader.open_issue("org/app", "T", BODY)
    comment = reader.comment(issue, "one")
    reader.edit_comment(comment, "two")
    reader.tick_box(issue, "Option B")
    reader.rename(issue, "U")
    reader.close(issue)
    reader.reopen(issue)
    reader.delete_comment(comment)
    assert (issue.title, issue.state, issue.comments) == ("U", "open", [])


def test_a_click_needs_exactly_one_box(gh: Simulator, issue: Issue) -> None:
    writer = gh.user("writer", role="write")
    for option in ("Option", "Option C"):
        with pytest.raises(ValueError, match="boxes to click"):
            writer.tick_box(issue, option)
    writer.tick_box(issue, "Option A")
    with pytest.raises(ValueError, match="0 boxes"):
        writer.tick_box(issue, "Option A")


def test_roles_are_by_repository_where_said(gh: Simulator, issue: Issue) -> None:
    agent = gh.user("agent")
    gh.grant("org/app", agent, "write")
    agent.tick_box(issue, "Option A")
    other = gh.bot().open_issue(gh.repository("org/other"), "T", BODY)
    with pytest.raises(Refusal):
        agent.tick_box(other, "Option A")


@pytest.mark.parametrize("act", ["transfer", "delete", "convert_to_discussion"])
def test_issues_are_no_pull_requests(gh: Simulator, act: str) -> None:
    owner = gh.user("owner", role="admin")
    pull = gh.pull(gh.repository("org/app"), author=owner)
    arguments = ("org/app",) if act == "transfer" else ()
    with pytest.raises(TypeError, match="no issue"):
        getattr(owner, act)(pull, *arguments)
    with pytest.raises(TypeError, match="no pull request"):
        owner.push(owner.open_issue("org/app", "T"))


def test_a_public_issue_is_never_moved_out_of_its_owner_s_hands(gh: Simulator) -> None:
    owner = gh.user("owner", role="admin")
    hidden = owner.open_issue(gh.repository("org/hidden", visibility="private"), "T")
    for place in ("org/open", "else/where"):
        with pytest.raises(Refusal, match="cannot be transferred"):
            owner.transfer(hidden, gh.repository(place))


def test_a_merged_pull_request_and_a_lost_fork_cannot_be_reopened(gh: Simulator) -> None:
    owner = gh.user("owner", role="admin")
    app = gh.repository("org/app")
    fork = gh.repository("owner/app", fork_of=app)
    merged, lost = gh.pull(app, author=owner), gh.pull(app, author=owner, head_repo=fork)
    owner.merge(merged)
    owner.close(lost)
    gh.delete_repository(fork)
    for pull in (merged, lost):
        with pytest.raises(Refusal, match="PullRequest"):
            owner.reopen(pull)


def test_a_deleted_base_closes_what_wanted_to_go_there(gh: Simulator) -> None:
    owner = gh.user("owner", role="admin")
    app = gh.repository("org/app")
    owner.commit(app, {"x": "y"}, branch="release")
    pull = gh.pull(app, author=owner, base="release")
    owner.delete_branch(app, "release")
    assert pull.state == "closed"
    assert [event.kind for event in pull.events] == ["base_ref_deleted", "closed"]


def test_a_bot_and_a_person_of_one_name_are_two(gh: Simulator) -> None:
    person: Person = gh.user("github-actions")
    assert person.id != gh.bot().id
    assert (person.login, gh.bot().login) == ("github-actions", "github-actions[bot]")
    assert gh.person("github-actions[bot]").id == gh.bot().id
