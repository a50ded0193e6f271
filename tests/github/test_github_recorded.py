"""Answers of the real GitHub, recorded or given in its own description: each of ours is read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_httpx import HTTPXMock

from inbox.actions import AddLabel, OpenIssue, SetStatus
from inbox.errors import Refused
from inbox.github import routes
from inbox.github.answers import Complaint, shaped
from inbox.github.client import GitHub
from inbox.github.code_payloads import (
    ActivityPayload,
    ContentPayload,
    FilePayload,
    PullPayload,
    RepositoryPayload,
)
from inbox.github.payloads import (
    CommentPayload,
    EventPayload,
    IdPayload,
    IssuePayload,
    LabelPayload,
    OpenedPayload,
    ReactionPayload,
    StatePayload,
)
from inbox.github.writes import Writer
from inbox.refs import HeadSha, IssueRef, PullRef, RepoRef
from inbox.world import State

CONTRACT = Path(__file__).parent.parent / "contract"
EXAMPLES = CONTRACT / "examples"
GITHUB = "https://api.github.com"

OURS: dict[str, Any] = {
    "issues.list-for-repo.200": list[IssuePayload],
    "issues.get.200": IssuePayload,
    "issues.create.201": OpenedPayload,
    "issues.update.200": StatePayload,
    "issues.list-comments.200": list[CommentPayload],
    "issues.create-comment.201": IdPayload,
    "issues.list-events.200": list[EventPayload],
    "issues.add-labels.200": list[LabelPayload],
    "issues.remove-label.200": list[LabelPayload],
    "issues.list-labels-for-repo.200": list[LabelPayload],
    "reactions.list-for-issue.200": list[ReactionPayload],
    "pulls.list.200": list[PullPayload],
    "pulls.get.200": PullPayload,
    "pulls.list-files.200": list[FilePayload],
    "repos.get.200": RepositoryPayload,
    "repos.list-activities.200": list[ActivityPayload],
    "repos.get-content.200.response-if-content-is-a-file": ContentPayload,
}
"""The operations whose answers the client reads, and the shape it reads them in."""


def _examples(operation: str) -> list[Path]:
    return sorted(EXAMPLES.glob(f"{operation}*.json"))


@pytest.mark.parametrize("operation", OURS)
def test_githubs_own_examples_of_an_answer_are_read(operation: str) -> None:
    examples = _examples(operation)
    assert examples
    for example in examples:
        assert shaped(OURS[operation], json.loads(example.read_bytes()), operation)


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.4*.json")), ids=lambda path: path.stem)
def test_githubs_own_examples_of_refusals_are_read(example: Path) -> None:
    assert Complaint.model_validate(json.loads(example.read_bytes())).said


def _replay(httpx_mock: HTTPXMock, scenario: str, *methods: str) -> None:
    """The recorded exchanges of these methods are answered as GitHub answered them."""
    for one in json.loads((CONTRACT / "recorded" / f"{scenario}.json").read_bytes()):
        if one["method"] in methods:
            kept = ("link", "location", "content-type", "date")
            httpx_mock.add_response(
                method=one["method"].upper(),
                url=GITHUB + one["path"],
                status_code=one["status"],
                headers={name: one["headers"][name] for name in kept if name in one["headers"]},
                json=one["response"],
            )


def _repo(name: str) -> RepoRef:
    return RepoRef("octokit-fixture-org", name)


@pytest.fixture
def github() -> Iterator[GitHub]:
    with GitHub(GITHUB, f"{GITHUB}/graphql", "token", write_interval=0) as client:
        yield client


def test_recorded_pages_are_read_to_the_last(github: GitHub, httpx_mock: HTTPXMock) -> None:
    """GitHub's links lead from the repository's name to its id."""
    _replay(httpx_mock, "paginate-issues", "get")
    pages = list(github.pages(routes.issues(_repo("paginate-issues")), {"per_page": 3}))
    issues = [issue for page in pages for issue in page.read(list[IssuePayload])]
    assert len(pages) == 5
    assert len({issue.number for issue in issues}) == 13
    assert all(issue.ballot(_repo("paginate-issues")).author for issue in issues)


def test_a_recorded_renamed_repository_is_found(github: GitHub, httpx_mock: HTTPXMock) -> None:
    """Protocol P42: 301 for a reading."""
    _replay(httpx_mock, "rename-repository", "get")
    route = routes.repository(_repo("rename-repository"))
    found = github.get(route).read(RepositoryPayload).repository(frozenset())
    assert str(found.name) == "octokit-fixture-org/rename-repository-newname"


def test_a_recorded_write_to_a_renamed_repository_follows_it(
    github: GitHub, httpx_mock: HTTPXMock
) -> None:
    """Protocol P42: 307 for a write."""
    recorded = json.loads((CONTRACT / "recorded" / "rename-repository.json").read_bytes())
    redirect = next(one for one in recorded if one["status"] == 307)
    httpx_mock.add_response(
        method="PATCH",
        url=GITHUB + redirect["path"],
        status_code=307,
        headers={"location": redirect["headers"]["location"]},
        json=redirect["response"],
    )
    httpx_mock.add_response(method="PATCH", url=f"{GITHUB}/repositories/1000", json={})
    assert github.patch(routes.repository(_repo("rename-repository")), {}).status == 200


def test_a_recorded_refusal_names_its_code_and_field(github: GitHub, httpx_mock: HTTPXMock) -> None:
    _replay(httpx_mock, "errors", "post")
    with pytest.raises(Refused) as raised:
        github.post(routes.labels(_repo("errors")), {"name": "foo", "color": "invalid"})
    assert (raised.value.codes, raised.value.fields) == (("invalid",), ("color",))


def test_a_recorded_issue_is_opened_and_labelled(github: GitHub, httpx_mock: HTTPXMock) -> None:
    _replay(httpx_mock, "add-labels-to-issue", "post")
    repo, writer = _repo("add-labels-to-issue"), Writer(github)
    opened = writer.perform(OpenIssue(repo, "Issue", "", frozenset(), (), PullRef(repo, 1)))
    assert opened.issue == IssueRef(repo, 1)
    assert opened.url == "https://github.com/octokit-fixture-org/add-labels-to-issue/issues/1"
    labelled = writer.perform(AddLabel(opened.issue, "Foo"))
    assert labelled.labels is not None
    assert "Foo" in labelled.labels


def test_a_recorded_status_is_set(github: GitHub, httpx_mock: HTTPXMock) -> None:
    _replay(httpx_mock, "create-status", "post")
    head = HeadSha.parse("0" * 39 + "1")
    status = SetStatus(_repo("create-status"), head, State.FAILURE, "create-status failure", "")
    Writer(github).perform(status)
    Writer(github).perform(status)
    assert github.requests.writes == 2


@pytest.mark.parametrize(
    ("scenario", "route", "kind"),
    [
        ("get-repository", routes.repository(_repo("hello-world")), RepositoryPayload),
        ("labels", routes.labels(_repo("labels")), list[LabelPayload]),
    ],
)
def test_recorded_answers_are_read(
    scenario: str, route: routes.Route, kind: Any, github: GitHub, httpx_mock: HTTPXMock
) -> None:
    recorded = json.loads((CONTRACT / "recorded" / f"{scenario}.json").read_bytes())
    answers = [one for one in recorded if one["method"] == "get" and one["path"] == route.path]
    assert answers
    for one in answers:
        httpx_mock.add_response(url=GITHUB + route.path, json=one["response"])
        assert github.get(route).read(kind)
