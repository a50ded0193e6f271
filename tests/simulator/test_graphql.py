"""GraphQL where it differs from REST (github-facts 1.25, 2.3, 2.4, 3.3)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inbox.simulator import Simulator
from inbox.simulator.exchange import Request
from inbox.simulator.repository import Repository
from tests.simulator.asking import Ask

REPOSITORY = 'repository(owner: "org", name: "app")'


def test_the_viewer_of_a_workflow_token_is_the_actions_bot(ask: Ask) -> None:
    told = ask.data("{ viewer { __typename login databaseId } }")
    expected = {"__typename": "User", "login": "github-actions[bot]", "databaseId": 41898282}
    assert told["viewer"] == expected


def test_bots_lose_their_suffix_elsewhere(gh: Simulator, app: Repository, ask: Ask) -> None:
    issue = gh.bot("merge-gate").open_issue(app, "T")
    gh.bot("merge-gate").react(issue, "+1")
    told = ask.data(
        f"""{{ {REPOSITORY} {{ issue(number: 1) {{
             author {{ __typename login ... on Bot {{ databaseId }} }}
             reactions(first: 1) {{ totalCount nodes {{ content user {{ login }} }} }} }} }} }}"""
    )["repository"]["issue"]
    assert told["author"]["__typename"] == "Bot"
    assert told["author"]["login"] == "merge-gate"
    assert told["reactions"]["totalCount"] == 1
    assert told["reactions"]["nodes"] == [{"content": "THUMBS_UP", "user": None}]
    rest = ask("GET", "/repos/org/app/issues/1")["user"]
    assert (rest["login"], rest["type"]) == ("merge-gate[bot]", "Bot")
    assert ask("GET", "/repos/org/app/issues/1/reactions")[0]["user"]["login"] == rest["login"]


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ('repository(owner: "org", name: "nope") { id }', "Repository"),
        (f"{REPOSITORY} {{ issue(number: 9) {{ id }} }}", "Issue"),
        (f"{REPOSITORY} {{ issue(number: 1) {{ id }} }}", "Issue"),
        (f"{REPOSITORY} {{ pullRequest(number: 9) {{ id }} }}", "PullRequest"),
        ('node(id: "I_nope") { id }', "node"),
    ],
)
def test_what_is_not_there_is_null_and_an_error_with_status_200(
    gh: Simulator, app: Repository, ask: Ask, field: str, message: str
) -> None:
    gh.pull(app, author=gh.user("author"))
    told = ask.graphql(f"{{ {field} }}")
    assert told["errors"][0]["type"] == "NOT_FOUND"
    assert message in told["errors"][0]["message"]


def test_labels_are_joined_by_or_and_by_and_in_rest(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    owner = gh.user("owner", role="admin")
    for labels in (("a",), ("b",), ("a", "b"), ()):
        owner.open_issue(app, "T", labels=labels)
    told = ask.data(
        f'{{ {REPOSITORY} {{ issues(first: 9, labels: ["A", "b"]) {{ nodes {{ number }} }} }} }}'
    )
    assert [one["number"] for one in told["repository"]["issues"]["nodes"]] == [1, 2, 3]
    assert [one["number"] for one in ask("GET", "/repos/org/app/issues?labels=a,B")] == [3]


def test_a_closing_keyword_is_the_closer_and_a_hand_is_none(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    owner = gh.user("owner", role="admin")
    by_hand, by_pull, by_commit = (owner.open_issue(app, "T") for _ in range(3))
    owner.close(by_hand, reason="not_planned")
    owner.merge(gh.pull(app, author=owner, body=f"Closes #{by_pull.number}."))
    owner.commit(app, {"x": "y"}, message=f"fix: resolved org/app#{by_commit.number}")
    told = ask.data(
        f"""{{ {REPOSITORY} {{ issues(first: 3) {{ nodes {{ stateReason
             timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) {{ nodes {{ ... on ClosedEvent {{
               actor {{ login }} closer {{ __typename }} }} }} }} }} }} }} }}"""
    )["repository"]["issues"]["nodes"]
    events = [one["timelineItems"]["nodes"][0] for one in told]
    assert [one["closer"] and one["closer"]["__typename"] for one in events] == [
        None,
        "PullRequest",
        "Commit",
    ]
    assert {one["actor"]["login"] for one in events} == {"owner"}
    assert told[0]["stateReason"] == "NOT_PLANNED"
    (event,) = ask("GET", "/repos/org/app/issues/3/events")
    assert event["commit_id"] == app.branches["main"]


def test_base_changes_and_force_pushes_are_told(gh: Simulator, app: Repository, ask: Ask) -> None:
    owner = gh.user("owner", role="admin")
    owner.commit(app, {"x": "y"}, branch="release")
    owner.commit(app, {"x": "y"}, branch="next")
    pull = gh.pull(app, author=owner, base="next")
    before = pull.head_sha
    after = owner.force_push(pull)
    owner.retarget(pull, "release")
    owner.delete_branch(app, "release", move_pulls_to="main")
    nodes = ask.data(
        f"""{{ {REPOSITORY} {{ pullRequest(number: 1) {{ timelineItems(first: 9, itemTypes: [
             HEAD_REF_FORCE_PUSHED_EVENT, BASE_REF_CHANGED_EVENT,
             AUTOMATIC_BASE_CHANGE_SUCCEEDED_EVENT]) {{ nodes {{ __typename
               ... on HeadRefForcePushedEvent {{ beforeCommit {{ oid }} afterCommit {{ oid }} }}
               ... on BaseRefChangedEvent {{ previousRefName currentRefName }}
               ... on AutomaticBaseChangeSucceededEvent {{ oldBase newBase }} }} }} }} }} }}"""
    )["repository"]["pullRequest"]["timelineItems"]["nodes"]
    assert nodes == [
        {
            "__typename": "HeadRefForcePushedEvent",
            "beforeCommit": {"oid": before},
            "afterCommit": {"oid": after},
        },
        {
            "__typename": "BaseRefChangedEvent",
            "previousRefName": "next",
            "currentRefName": "release",
        },
        {
            "__typename": "AutomaticBaseChangeSucceededEvent",
            "oldBase": "release",
            "newBase": "main",
        },
    ]


def test_a_context_is_found_by_name_and_is_the_newest(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    pull = gh.pull(app, author=gh.user("author"))
    path = f"/repos/org/app/statuses/{pull.head_sha}"
    for state in ("pending", "success"):
        ask("POST", path, {"state": state, "context": "inbox", "description": state}, status=201)
    told = ask.data(
        f"""query($oid: GitObjectID!) {{ {REPOSITORY} {{ object(oid: $oid) {{ ... on Commit {{
             status {{ state none: context(name: "none") {{ state }}
               context(name: "Inbox") {{ state description creator {{ login }} }} }} }} }} }} }}""",
        oid=pull.head_sha,
    )["repository"]["object"]["status"]
    assert told["state"] == "SUCCESS"
    assert told["none"] is None
    assert told["context"]["description"] == "success"
    assert told["context"]["creator"]["login"] == "github-actions"


def test_duplicates_show_as_such_only_when_asked(gh: Simulator, app: Repository, ask: Ask) -> None:
    owner = gh.user("owner", role="admin")
    first, second = owner.open_issue(app, "one"), owner.open_issue(app, "two")
    owner.close(second, duplicate_of=first)
    told = ask.data(
        f"""{{ {REPOSITORY} {{ issue(number: 2) {{
             plain: stateReason exact: stateReason(enableDuplicate: true)
             timelineItems(first: 1, itemTypes: [MARKED_AS_DUPLICATE_EVENT]) {{ nodes {{
               ... on MarkedAsDuplicateEvent {{ canonical {{ ... on Issue {{ number }} }} }} }} }}
           }} }} }}"""
    )["repository"]["issue"]
    assert (told["plain"], told["exact"]) == ("NOT_PLANNED", "DUPLICATE")
    assert told["timelineItems"]["nodes"] == [{"canonical": {"number": 1}}]
    assert ask("GET", "/repos/org/app/issues/2")["state_reason"] == "duplicate"


NESTED = """issues(first: 50) { nodes { labels(first: 20) { nodes { name } }
  reactions(first: 100) { nodes { content } } comments(first: 50) { nodes { body %s } }
  userContentEdits(first: 10) { nodes { diff } } } }"""


DEEPER = "userContentEdits(first: 5) { nodes { diff } } reactions(first: 20) { nodes { id } }"


@pytest.mark.parametrize(
    ("inner", "cost", "nodes"),
    [
        ("", 2, 9_050),
        (DEEPER, 52, 71_550),
    ],
    ids=["variant A", "variant B"],
)
def test_a_query_costs_what_github_says(
    gh: Simulator, ask: Ask, inner: str, cost: int, nodes: int
) -> None:
    query = f"{{ rateLimit {{ cost nodeCount remaining }} {REPOSITORY} {{ {NESTED % inner} }} }}"
    told = ask.data(query)["rateLimit"]
    assert told == {"cost": cost, "nodeCount": nodes, "remaining": 1_000 - cost}
    assert ask.last.headers["X-RateLimit-Remaining"] == str(1_000 - cost)
    assert ask.last.headers["X-RateLimit-Resource"] == "graphql"
    assert gh.journal.entries[-1].points == cost


def test_nodes_by_id_are_in_order_and_missing_ones_are_null(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    ids = [gh.user("owner").open_issue(app, title).node_id for title in ("one", "two")]
    told = ask.graphql(
        "query($ids: [ID!]!) { nodes(ids: $ids) { ... on Issue { title } } }",
        ids=[ids[1], "I_nope", ids[0]],
    )
    assert told["data"]["nodes"] == [{"title": "two"}, None, {"title": "one"}]
    assert [error["path"] for error in told["errors"]] == [["nodes", 1]]


def test_an_exhausted_limit_is_status_200_with_an_error(gh: Simulator, ask: Ask) -> None:
    gh.limit("ghs_workflow", graphql=0)
    told = ask.graphql("{ viewer { login } }")
    assert told["errors"][0]["type"] == "RATE_LIMITED"
    assert "data" not in told
    assert ask.last.headers["X-RateLimit-Remaining"] == "0"
    gh.advance(hours=1)
    assert ask.data("{ viewer { login } }")


def test_partial_data_is_a_fault(gh: Simulator, app: Repository, ask: Ask) -> None:
    for title in ("one", "two"):
        gh.user("owner").open_issue(app, title)
    query = f"""{{ {REPOSITORY} {{ issues(first: 5) {{ nodes {{ title
                   comments(first: 1) {{ totalCount }} }} }} }} }}"""
    gh.faults.graphql_partial(("repository", "issues", "nodes", 1, "comments"))
    told = ask.graphql(query)
    nodes = told["data"]["repository"]["issues"]["nodes"]
    assert nodes == [{"title": "one", "comments": {"totalCount": 0}}, None]
    assert told["errors"][0]["type"] == "RESOURCE_LIMITS_EXCEEDED"
    assert told["errors"][0]["path"] == ["repository", "issues", "nodes", 1, "comments"]
    assert "errors" not in ask.graphql(query)


def test_a_token_without_the_permission_reads_nothing_private(
    gh: Simulator, app: Repository, ask: Ask
) -> None:
    gh.user("owner").open_issue(app, "T")
    token = gh.workflow_token(app, secret="ghs_poor", permissions={"contents": "read"})
    told = ask.with_token(token).graphql(f"{{ {REPOSITORY} {{ id issue(number: 1) {{ id }} }} }}")
    assert told["data"]["repository"]["issue"] is None
    assert told["errors"][0]["type"] == "FORBIDDEN"


def test_a_query_without_token_is_401(ask: Ask) -> None:
    ask.with_token(None).graphql("{ viewer { login } }", status=401)


@pytest.mark.parametrize(
    "query",
    [
        "{ viewer { nickname } }",
        f"{{ {REPOSITORY} {{ issues(first: 5, mentioned: true) {{ totalCount }} }} }}",
        "{ viewer",
        f"{{ {REPOSITORY} {{ issues {{ nodes {{ id }} }} }} }}",
        f"{{ {REPOSITORY} {{ issues(first: 101) {{ nodes {{ id }} }} }} }}",
        f"""{{ {REPOSITORY} {{ issues(first: 100) {{ nodes {{ comments(first: 100) {{ nodes {{
              reactions(first: 100) {{ nodes {{ id }} }} }} }} }} }} }} }}""",
    ],
    ids=["unknown field", "unknown argument", "syntax", "no page", "page of 101", "node limit"],
)
def test_a_query_that_github_refuses_is_a_violation(query: str) -> None:
    gh = Simulator()
    gh.repository("org/app")
    answer = _posted(gh, query)
    assert len(gh.violations) == 1
    assert "data" not in answer


def _posted(gh: Simulator, query: str) -> Any:
    gh.workflow_token("org/app")
    headers = {"user-agent": "tests", "authorization": "Bearer ghs_workflow"}
    body = json.dumps({"query": query}).encode()
    return gh.handle(Request("POST", "/graphql", headers, body)).json()
