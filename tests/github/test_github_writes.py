"""The writes: each done once, or known to have been done, or refused with a type (P6, P8, P33)."""

from __future__ import annotations

from functools import partial

import pytest
from pytest_httpx import HTTPXMock

from inbox.actions import (
    Action,
    AddLabel,
    ClosePull,
    CreateLabel,
    EditComment,
    OpenIssue,
    PostComment,
    RemoveLabel,
    SetIssue,
    SetStatus,
    describe,
)
from inbox.errors import (
    AccessRefused,
    Forbidden,
    Gone,
    HeadMoved,
    NotThere,
    Refused,
    Unavailable,
)
from inbox.github.client import GitHub
from inbox.github.reads import own_open_issues
from inbox.github.writes import LONGEST_BODY, Performed, Writer
from inbox.labels import LOOKS, OURS, REJECTED
from inbox.refs import HeadSha, IssueRef, PullRef
from inbox.simulator.exchange import Request
from inbox.world import State
from tests.github.world import APP, INBOX, PENDING, Stage, account, gone, head, ref

API = "https://api.example"
ISSUE = IssueRef(INBOX, 7)


def _opening(*assignees: str, body: str = "The ballot.\n") -> OpenIssue:
    labels = frozenset({PENDING})
    return OpenIssue(INBOX, "Decision pending", body, labels, assignees, PullRef(APP, 1))


@pytest.fixture
def writer(stage: Stage) -> Writer:
    return Writer(stage.client)


def test_labels_are_created_with_colour_and_description_and_twice_is_once(
    stage: Stage, writer: Writer
) -> None:
    """Protocol P8."""
    for label in sorted(OURS):
        writer.perform(CreateLabel(INBOX, label))
        writer.perform(CreateLabel(INBOX, label))
    existing = stage.gh.repo("org/inbox").labels
    look = LOOKS[PENDING]
    created = next(one for one in existing.values() if one.name == PENDING)
    assert (created.color, created.description) == (look.color, look.description)
    assert writer.lines == ()


def test_a_ballot_is_opened_with_its_label_and_assignees(stage: Stage, writer: Writer) -> None:
    performed = writer.perform(_opening("owner"))
    url = "https://github.com/org/inbox/issues/1"
    assert performed == Performed(IssueRef(INBOX, 1), url, labels=frozenset({PENDING}))
    issue = stage.gh.find("org/inbox#1")
    assert issue.body.text == "The ballot.\n"
    assert [one.login for one in issue.assignees] == ["owner"]
    assert writer.lines == ("open a ballot in org/inbox about org/app#1",)


def test_at_most_ten_people_are_assigned(stage: Stage, writer: Writer) -> None:
    """Protocol P8."""
    people = [stage.gh.user(f"person{number}", role="write") for number in range(12)]
    for person in people:
        stage.gh.grant("org/inbox", person, "write")
    writer.perform(_opening(*(person.login for person in people)))
    assert len(stage.gh.find("org/inbox#1").assignees) == 10


def test_an_assignee_that_github_refuses_does_not_cost_the_ballot(
    stage: Stage, writer: Writer
) -> None:
    """Protocol P8: nothing was created by the refused request."""
    stage.gh.refuse_assignment("org/inbox", stage.owner)
    assert writer.perform(_opening("owner")).issue == IssueRef(INBOX, 1)
    assert len(stage.gh.issues("org/inbox")) == 1
    assert stage.gh.find("org/inbox#1").assignees == []


def test_those_who_can_be_assigned_are(stage: Stage, writer: Writer) -> None:
    """Protocol P8: one refusal drops nobody else; each is asked about once, and only then."""
    people = [stage.gh.user(name, role="write").login for name in ("ada", "bob", "eve")]
    for name in people:
        stage.gh.grant("org/inbox", stage.gh.person(name), "write")
    stage.gh.refuse_assignment("org/inbox", stage.gh.person("bob"))
    writer.perform(_opening(*people, "nobody-at-all"))
    assert [one.login for one in stage.gh.find("org/inbox#1").assignees] == ["ada", "eve"]
    create, check = "POST /repos/org/inbox/issues", "GET /repos/org/inbox/assignees/"
    asked = [f"{check}{name}" for name in (*people, "nobody-at-all")]
    assert stage.asked() == [create, *asked, create]


@pytest.mark.parametrize("status", [403, 500])
def test_where_nobody_says_who_can_be_assigned_the_ballot_is_opened_all_the_same(
    stage: Stage, writer: Writer, status: int
) -> None:
    """Protocol P8."""
    stage.gh.refuse_assignment("org/inbox", stage.owner)
    body = {"message": "No."}
    stage.gh.faults.answer("GET", "*/assignees/*", status=status, body=body, times=9)
    assert writer.perform(_opening("owner", "deputy")).issue == IssueRef(INBOX, 1)
    assert stage.gh.find("org/inbox#1").assignees == []


def test_a_refusal_that_nobody_explains_costs_the_assignments_alone(
    stage: Stage, writer: Writer
) -> None:
    """Protocol P8: GitHub calls everybody assignable, and refuses them once more."""
    deputy = stage.gh.user("deputy", role="write")
    stage.gh.grant("org/inbox", deputy, "write")
    error = {"resource": "Issue", "field": "assignees", "code": "invalid"}
    body = {"message": "Validation Failed", "errors": [error]}
    stage.gh.faults.answer("POST", "*/issues", status=422, body=body)
    assert writer.perform(_opening("owner", "deputy")).issue == IssueRef(INBOX, 1)
    assert stage.gh.find("org/inbox#1").assignees == []


def test_a_ballot_that_is_refused_for_another_reason_is_not_tried_again(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    errors = [{"resource": "Issue", "field": "title", "code": "missing_field"}]
    httpx_mock.add_response(
        status_code=422, json={"message": "Validation Failed", "errors": errors}
    )
    with pytest.raises(Refused):
        Writer(client).perform(_opening("owner"))
    assert client.requests.writes == 1


def test_a_ballot_without_its_label_stops_the_run(client: GitHub, httpx_mock: HTTPXMock) -> None:
    """Protocol P6: GitHub drops labels silently where the token may not set them."""
    opened = {"number": 9, "html_url": "https://x.example", "state": "open", "labels": []}
    httpx_mock.add_response(status_code=201, json=opened)
    with pytest.raises(AccessRefused) as raised:
        Writer(client).perform(_opening())
    assert raised.value.exit_status == 3
    assert "`issues: write`" in raised.value.advice
    assert "own repository" in raised.value.advice
    assert "org/inbox#9" in raised.value.what


@pytest.mark.parametrize("how", ["dropped", "status", "truncated"])
def test_a_lost_answer_is_unavailable_and_a_fresh_list_finds_the_ballot(
    stage: Stage, writer: Writer, how: str
) -> None:
    """Protocol P6: the connection dies after the write, and nothing is sent twice."""
    match how:
        case "dropped":
            stage.gh.faults.drop("POST", "*/issues", after=True)
        case "status":
            stage.gh.faults.answer("POST", "*/issues", status=502, body="<html>", after=True)
        case _:
            stage.gh.faults.answer("POST", "*/issues", status=201, body='{"num', after=True)
    gone(lambda: writer.perform(_opening()), Unavailable)
    assert writer.lines == ()
    [found] = own_open_issues(stage.client, INBOX, account(stage.bot))
    assert found.ref == IssueRef(INBOX, 1)
    assert stage.asked("POST") == ["POST /repos/org/inbox/issues"]


def test_a_comment_whose_answer_is_lost_is_not_posted_twice(stage: Stage, writer: Writer) -> None:
    ballot = stage.ballot()
    stage.gh.faults.drop("POST", "*/comments", after=True)
    gone(lambda: writer.perform(PostComment(ballot, "notice")), Unavailable)
    assert len(stage.gh.find(str(ballot)).comments) == 1


@pytest.mark.parametrize("after", [False, True])
def test_an_idempotent_write_survives_a_dropped_connection(
    stage: Stage, writer: Writer, after: bool
) -> None:
    """Protocol P44."""
    ballot = stage.ballot()
    for action in (
        AddLabel(ballot, "decision:deferred"),
        RemoveLabel(ballot, PENDING),
        SetIssue(ballot, False, "completed", frozenset({REJECTED})),
    ):
        stage.gh.faults.drop(after=after)
        writer.perform(action)
    issue = stage.gh.find(str(ballot))
    assert [label.name for label in issue.labels] == [REJECTED]
    assert issue.state == "closed"
    assert len(writer.lines) == 3


def test_state_and_labels_of_a_ballot_go_in_one_request(stage: Stage, writer: Writer) -> None:
    """Protocol P33."""
    ballot = stage.ballot()
    before = len(stage.gh.journal.entries)
    performed = writer.perform(SetIssue(ballot, False, "not_planned", frozenset({REJECTED, "bug"})))
    assert performed == Performed(ballot, labels=frozenset({REJECTED, "bug"}))
    [entry] = stage.gh.journal.entries[before:]
    assert entry.body == {
        "state": "closed",
        "state_reason": "not_planned",
        "labels": ["bug", REJECTED],
    }


@pytest.mark.parametrize(
    "left", [{"state": "open", "labels": [REJECTED]}, {"state": "closed", "labels": [PENDING]}]
)
def test_a_state_that_github_did_not_set_is_no_success(
    left: dict[str, object], client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(json={"number": 7, **left})
    with pytest.raises(Forbidden) as raised:
        Writer(client).perform(SetIssue(ISSUE, False, "completed", frozenset({REJECTED})))
    assert raised.value.permission == "issues: write"


def test_a_label_that_github_did_not_set_is_no_success(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    httpx_mock.add_response(json=[{"name": "bug"}])
    with pytest.raises(Forbidden):
        Writer(client).perform(AddLabel(ISSUE, PENDING))


def test_labels_are_put_on_and_taken_off_and_taken_off_again(stage: Stage, writer: Writer) -> None:
    pull = stage.pull()
    issue = IssueRef.of(ref(pull))
    added = writer.perform(AddLabel(issue, "decision:approved-A"))
    assert added.labels == frozenset({"decision:approved-A"})
    assert writer.perform(RemoveLabel(issue, "decision:approved-A")).labels == frozenset()
    assert writer.perform(RemoveLabel(issue, "decision:approved-A")) == Performed()
    gone(lambda: writer.perform(RemoveLabel(IssueRef(APP, 99), PENDING)), NotThere)


def test_comments_are_posted_and_edited(stage: Stage, writer: Writer) -> None:
    ballot = stage.ballot()
    posted = writer.perform(PostComment(ballot, "notice"))
    assert posted.comment_id is not None
    writer.perform(EditComment(ballot, posted.comment_id, "newer notice"))
    [comment] = stage.gh.find(str(ballot)).comments
    assert (comment.body.text, comment.id) == ("newer notice", posted.comment_id)
    stage.owner.delete_comment(comment)
    edit = EditComment(ballot, posted.comment_id, "newest notice")
    gone(lambda: writer.perform(edit), NotThere)


@pytest.mark.parametrize(
    "action",
    [
        PostComment(ISSUE, "x" * (LONGEST_BODY + 1)),
        EditComment(ISSUE, 1, "x" * (LONGEST_BODY + 1)),
        _opening(body="x" * (LONGEST_BODY + 1)),
        SetStatus(APP, HeadSha("a" * 40), State.PENDING, "x" * 141, ""),
    ],
    ids=lambda action: type(action).__name__,
)
@pytest.mark.parametrize("dry_run", [False, True])
def test_a_text_that_github_might_not_store_is_never_sent(
    stage: Stage, action: Action, dry_run: bool
) -> None:
    """Protocol P2."""
    gone(lambda: Writer(stage.client, dry_run=dry_run).perform(action), Refused)
    assert stage.asked() == []


def test_a_locked_conversation_is_forbidden_with_its_own_advice(
    client: GitHub, httpx_mock: HTTPXMock
) -> None:
    """Protocol P42."""
    message = "Unable to create comment because issue is locked."
    httpx_mock.add_response(status_code=403, json={"message": message})
    with pytest.raises(Forbidden, match="Unlock the conversation") as raised:
        Writer(client).perform(PostComment(ISSUE, "notice"))
    assert raised.value.permission is None


def test_a_pull_request_is_closed_at_the_expected_head_alone(stage: Stage, writer: Writer) -> None:
    """Protocol P27."""
    pull = stage.pull()
    expected = ClosePull(ref(pull), head(pull))
    stage.stranger.push(pull)
    gone(lambda: writer.perform(expected), HeadMoved)
    assert writer.lines == ()
    assert stage.asked("PATCH") == []
    writer.perform(ClosePull(ref(pull), head(pull)))
    assert stage.gh.find(pull).state == "closed"
    writer.perform(expected)
    assert stage.asked("PATCH") == ["PATCH /repos/org/app/pulls/1"]


def test_a_merged_pull_request_needs_no_closing(stage: Stage, writer: Writer) -> None:
    """Ballot row 107."""
    pull = stage.pull()
    stage.owner.merge(pull)
    writer.perform(ClosePull(ref(pull), head(pull)))
    assert stage.asked("PATCH") == []
    assert writer.lines == ()


def test_a_pull_request_merged_between_the_look_and_the_closing_is_no_failure(
    stage: Stage, writer: Writer
) -> None:
    pull = stage.pull()
    stage.gh.faults.answer("PATCH", "*/pulls/*", status=422, body={"message": "Validation Failed"})

    def merge(request: Request) -> None:
        if request.method == "PATCH":
            stage.owner.merge(pull)

    stage.gh.on_request.append(merge)
    writer.perform(ClosePull(ref(pull), head(pull)))


def test_our_status_is_set_on_the_head(stage: Stage, writer: Writer) -> None:
    """Protocol P35."""
    pull = stage.pull()
    url = "https://github.com/org/inbox/issues/1"
    writer.perform(SetStatus(APP, head(pull), State.SUCCESS, "#1 → main", url))
    status = stage.gh.status(pull, "decision-inbox/approval")
    assert status is not None
    assert (status.state, status.description, status.target_url) == ("success", "#1 → main", url)


def test_a_token_without_statuses_is_told_which_line_is_missing(stage: Stage) -> None:
    """Protocol P35: the tick goes on and says so."""
    pull = stage.pull()
    permissions = {"issues": "write", "pull_requests": "write", "metadata": "read"}
    stage.gh.app_token("merge-gate", ["org/inbox", "org/app"], permissions=permissions)
    status = SetStatus(APP, head(pull), State.SUCCESS, "#1 → main", "")
    with pytest.raises(Forbidden) as raised:
        Writer(stage.client).perform(status)
    assert raised.value.permission == "statuses: write"
    assert "`statuses: write`" in raised.value.advice


def test_a_workflow_token_cannot_write_elsewhere_and_is_told_why(stage: Stage) -> None:
    """The interface: several repositories need an app's or a machine account's token."""
    pull = stage.pull()
    stage.gh.app_token("merge-gate", ["org/inbox"])
    said = gone(
        lambda: Writer(stage.client).perform(AddLabel(IssueRef.of(ref(pull)), PENDING)), NotThere
    )
    assert "GitHub App or machine account token" in said


def test_an_archived_repository_says_so(stage: Stage, writer: Writer) -> None:
    """Protocol P42."""
    ballot = stage.ballot()
    stage.gh.archive("org/inbox")
    assert "unarchive" in gone(lambda: writer.perform(PostComment(ballot, "x")), Forbidden)


def test_issues_switched_off_is_gone(stage: Stage, writer: Writer) -> None:
    """Protocol P42."""
    stage.gh.enable_issues("org/inbox", False)
    gone(lambda: writer.perform(_opening()), Gone)


def test_a_write_to_a_renamed_repository_follows_it(stage: Stage, writer: Writer) -> None:
    """Protocol P42: 307 keeps the method."""
    ballot = stage.ballot()
    stage.gh.rename_repository("org/inbox", "org/decisions")
    assert writer.perform(AddLabel(ballot, "bug")).labels == frozenset({PENDING, "bug"})


def _every(stage: Stage) -> list[Action]:
    pull, ballot = stage.pull(), stage.ballot()
    comment = stage.bot.comment(str(ballot), "notice")
    return [
        CreateLabel(INBOX, REJECTED),
        _opening("owner"),
        SetIssue(ballot, False, "completed", frozenset({REJECTED})),
        AddLabel(ballot, "decision:deferred"),
        RemoveLabel(ballot, PENDING),
        PostComment(ballot, "receipt"),
        EditComment(ballot, comment.id, "newer"),
        SetStatus(APP, head(pull), State.PENDING, "#1 → main", "https://github.com"),
        ClosePull(ref(pull), head(pull)),
    ]


def test_a_dry_run_writes_nothing_and_names_exactly_what_a_real_run_writes(stage: Stage) -> None:
    """Protocol P46: it makes every reading that the writes make."""
    actions = _every(stage)
    dry, real = Writer(stage.client, dry_run=True), Writer(stage.client)
    before = len(stage.gh.journal.entries)
    assert {dry.perform(action) for action in actions} == {Performed()}
    assert stage.asked()[before:] == ["GET /repos/org/app/pulls/1"]
    for action in actions:
        real.perform(action)
    assert dry.lines == real.lines
    assert dry.lines == tuple(map(describe, actions[1:]))


def test_a_dry_run_sees_a_moved_head_too(stage: Stage) -> None:
    pull = stage.pull()
    action = ClosePull(ref(pull), HeadSha("0" * 40))
    gone(partial(Writer(stage.client, dry_run=True).perform, action), HeadMoved)


def test_a_failed_write_is_not_among_the_lines(writer: Writer) -> None:
    gone(partial(writer.perform, PostComment(IssueRef(INBOX, 99), "x")), NotThere)
    assert writer.lines == ()


@pytest.mark.parametrize(
    "action", [CreateLabel(INBOX, PENDING), _opening()], ids=["label", "issue"]
)
def test_other_refusals_are_passed_on(
    action: Action, client: GitHub, httpx_mock: HTTPXMock
) -> None:
    errors = [{"resource": "Label", "field": "name", "code": "invalid"}]
    httpx_mock.add_response(
        status_code=422, json={"message": "Validation Failed", "errors": errors}
    )
    with pytest.raises(Refused):
        Writer(client).perform(action)


def test_a_pull_request_that_stays_open_was_not_closed(stage: Stage, writer: Writer) -> None:
    pull = stage.pull()
    stage.gh.faults.answer("PATCH", "*/pulls/*", status=422, body={"message": "Validation Failed"})
    gone(lambda: writer.perform(ClosePull(ref(pull), head(pull))), Refused)
    assert writer.lines == ()
