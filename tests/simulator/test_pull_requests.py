"""Pull requests, their files and the merge endpoint (github-facts 1.16-1.23)."""

from __future__ import annotations

from typing import Any

import pytest

from inbox.simulator import Blob, BlobKind, ChangedFile, Person, Simulator
from inbox.simulator.repository import Repository
from tests.simulator.asking import Ask

R = "/repos/org/app"


@pytest.fixture
def author(gh: Simulator) -> Person:
    return gh.user("author", role="write")


def _merge(ask: Ask, status: int, **body: Any) -> str:
    return str(ask("PUT", f"{R}/pulls/1/merge", body, status=status)["message"])


def test_a_push_moves_the_head_and_leaves_a_line_in_the_log(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    pull = gh.pull(app, author=author)
    before = pull.head_sha
    gh.advance(minutes=1)
    after = author.push(pull)
    assert ask("GET", f"{R}/pulls/1")["head"]["sha"] == after != before
    log = ask("GET", f"{R}/activity?ref=change-1")
    assert [(one["activity_type"], one["before"], one["after"]) for one in log] == [
        ("push", before, after),
        ("branch_creation", "0" * 40, before),
    ]
    assert log[0]["timestamp"] == "2026-11-30T10:01:00Z"
    assert log[0]["actor"]["login"] == "author"
    author.push(pull, to=before)
    assert ask("GET", f"{R}/pulls/1")["head"]["sha"] == before


def test_files_are_cut_off_after_three_thousand(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    files = [f"file-{number}" for number in range(3_100)]
    gh.pull(app, author=author, files=files)
    assert ask("GET", f"{R}/pulls/1")["changed_files"] == 3_100
    path, count = f"{R}/pulls/1/files?per_page=100", 0
    while path:
        count += len(ask("GET", path))
        path = ask.last.links.get("next", {}).get("url", "")
    assert count == 3_000
    gh.claim_changed_files("org/app#1", 7)
    assert ask("GET", f"{R}/pulls/1")["changed_files"] == 7


def test_files_say_what_became_of_them(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    renamed = ChangedFile("new.py", "renamed", previous_filename="old.py", patch=None)
    gh.pull(app, author=author, files=[renamed])
    (told,) = ask("GET", f"{R}/pulls/1/files")
    assert (told["status"], told["previous_filename"]) == ("renamed", "old.py")
    assert "patch" not in told


def test_mergeability_is_null_until_it_was_computed(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    pull = gh.pull(app, author=author)
    gh.compute_mergeability(pull, reads=2)
    seen = [ask("GET", f"{R}/pulls/1") for _ in range(3)]
    assert [one["mergeable"] for one in seen] == [None, None, True]
    assert [one["mergeable_state"] for one in seen] == ["unknown", "unknown", "clean"]


@pytest.mark.parametrize(
    ("rule", "value", "said"),
    [
        ("required_contexts", ("ci",), 'Required status check "ci" is expected.'),
        ("required_reviews", 1, "At least 1 approving review is required by reviewers."),
        ("merge_queue", True, "Changes must be made through the merge queue"),
    ],
)
def test_what_the_rules_do_not_allow_is_405_in_github_s_words(
    gh: Simulator, app: Repository, ask: Ask, *, rule: str, value: object, said: str
) -> None:
    gh.pull(app, author=gh.user("author"))
    setattr(gh.rules(app), rule, value)
    told = ask("GET", f"{R}/pulls/1")
    assert (told["mergeable"], told["mergeable_state"]) == (True, "blocked")
    assert _merge(ask, 405) == said


def test_rules_are_met_by_checks_and_reviews(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    pull = gh.pull(app, author=author)
    rules = gh.rules(app)
    rules.required_contexts, rules.required_reviews = ("ci", "test"), 1
    gh.set_status(pull, "ci", "success")
    gh.check_run(pull, "test", "skipped")
    gh.user("owner", role="admin").approve_review(pull)
    assert ask("GET", f"{R}/pulls/1")["mergeable_state"] == "clean"
    _merge(ask, 200)


def test_conflicts_and_drafts_cannot_be_merged(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    pull = gh.pull(app, author=author)
    gh.conflict(pull)
    told = ask("GET", f"{R}/pulls/1")
    assert (told["mergeable"], told["mergeable_state"]) == (False, "dirty")
    assert _merge(ask, 405) == "Pull Request is not mergeable"
    gh.conflict(pull, False)
    author.set_draft(pull, True)
    assert ask("GET", f"{R}/pulls/1")["mergeable_state"] == "draft"
    assert _merge(ask, 405) == "Pull Request is still a draft"


def test_a_merge_is_bound_to_the_head(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    pull = gh.pull(app, author=author)
    approved = pull.head_sha
    author.push(pull)
    assert _merge(ask, 409, sha=approved).startswith("Head branch was modified")
    _merge(ask, 422, sha="abc123")
    assert _merge(ask, 200, sha=pull.head_sha) == "Pull Request successfully merged"
    assert _merge(ask, 405, sha=pull.head_sha) == "Pull Request is not mergeable"
    told = ask("GET", f"{R}/pulls/1")
    assert (told["merged"], told["state"], told["mergeable"]) == (True, "closed", None)
    assert [one["event"] for one in ask("GET", f"{R}/issues/1/events")] == ["merged", "closed"]
    assert ask("GET", f"{R}/activity?activity_type=pr_merge")[0]["ref"] == "refs/heads/main"


def test_a_method_that_is_switched_off_is_405(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    gh.pull(app, author=author)
    gh.rules(app).methods = ("squash",)
    assert "not allowed" in _merge(ask, 405, merge_method="rebase")


def test_workflow_files_need_a_permission_that_workflow_tokens_never_have(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    gh.pull(app, author=author, files=[".github/workflows/ci.yml"])
    assert "`workflows` permission" in _merge(ask, 403)
    person = ask.with_token(gh.token("ghp_author", author))
    person("PUT", f"{R}/pulls/1/merge", {})


def test_a_refusal_can_be_told_and_taken_back(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    pull = gh.pull(app, author=author)
    gh.refuse_merge(pull, 405, "Repository rule violations found")
    assert _merge(ask, 405) == "Repository rule violations found"
    gh.allow_merge(pull)
    _merge(ask, 200)


def test_checks_and_statuses_add_up_as_github_adds_them(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    pull = gh.pull(app, author=author)
    at = f"{R}/commits/{pull.head_sha}"
    none = ask("GET", f"{at}/status")
    assert (none["state"], none["total_count"]) == ("pending", 0)
    gh.set_status(pull, "ci", "failure")
    gh.set_status(pull, "CI", "success")
    gh.set_status(pull, "docs", "success")
    told = ask("GET", f"{at}/status")
    assert (told["state"], told["total_count"]) == ("success", 2)
    assert len(ask("GET", f"{at}/statuses")) == 3
    gh.check_run(pull, "test", "failure")
    gh.check_run(pull, "test", "success")
    gh.check_run(pull, "slow", None)
    gh.check_suite(pull, app="sleepy")
    runs = ask("GET", f"{at}/check-runs")
    assert {(one["name"], one["status"], one["conclusion"]) for one in runs["check_runs"]} == {
        ("test", "completed", "success"),
        ("slow", "in_progress", None),
    }
    assert ask("GET", f"{at}/check-runs?filter=all")["total_count"] == 3
    suites = ask("GET", f"{at}/check-suites")["check_suites"]
    assert [(one["status"], one["latest_check_runs_count"]) for one in suites] == [
        ("in_progress", 3),
        ("queued", 0),
    ]


def test_statuses_have_limits(gh: Simulator, app: Repository, ask: Ask, author: Person) -> None:
    pull = gh.pull(app, author=author)
    unknown = "f" * 40
    told = ask("POST", f"{R}/statuses/{unknown}", {"state": "success"}, status=422)
    assert told["message"] == f"No commit found for SHA: {unknown}"
    at = f"{R}/statuses/{pull.head_sha}"
    long = {"state": "success", "description": "x" * 141}
    ask("POST", at, long, status=422)
    for _ in range(1_000):
        gh.set_status(pull, "ci", "pending")
    ask("POST", at, {"state": "success", "context": "ci"}, status=422)
    ask("POST", at, {"state": "success", "context": "other"}, status=201)


def test_check_runs_are_made_by_apps_alone(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    pull = gh.pull(app, author=author)
    gh.grant(app, author, "admin")
    token = gh.token("ghp_author", author, permissions={"checks": "write"})
    body = {"name": "x", "head_sha": pull.head_sha}
    ask.with_token(token)("POST", f"{R}/check-runs", body, status=403)


RAW = {"Accept": "application/vnd.github.raw+json"}


def test_files_come_raw_or_as_json_at_any_ref(
    gh: Simulator, app: Repository, ask: Ask, author: Person
) -> None:
    changed = ChangedFile("config/owner.yml", content="github_login: author\n")
    pull = gh.pull(app, author=author, files=[changed])
    at = f"{R}/contents/config/owner.yml"
    assert ask("GET", at, headers=RAW) == b"github_login: owner\n"
    assert ask("GET", f"{at}?ref={pull.head_sha}", headers=RAW) == b"github_login: author\n"
    told = ask("GET", at)
    assert (told["encoding"], told["size"]) == ("base64", 20)
    ask("GET", f"{R}/contents/nope.yml", status=404)
    assert "ref nope" in ask("GET", f"{at}?ref=nope", status=404)["message"]


def test_files_have_sizes_kinds_and_links(gh: Simulator, ask: Ask) -> None:
    gh.repository(
        "org/odd",
        files={
            "big": b"x" * 1_000_001,
            "link": Blob(b"docs/real", BlobKind.SYMLINK),
            "docs/real": "real\n",
            "vendor": Blob(b"a" * 40, BlobKind.SUBMODULE, "https://example.org/v.git"),
            "docs/dangling": Blob(b"../nowhere", BlobKind.SYMLINK),
        },
    )
    at = "/repos/org/odd/contents"
    big = ask("GET", f"{at}/big")
    assert (big["encoding"], big["content"]) == ("none", "")
    assert len(ask("GET", f"{at}/big", headers=RAW)) == 1_000_001
    assert ask("GET", f"{at}/link", headers=RAW) == b"real\n"
    assert ask("GET", f"{at}/vendor")["type"] == "submodule"
    assert ask("GET", f"{at}/docs/dangling")["target"] == "../nowhere"
    listed = ask("GET", f"{at}/docs", headers=RAW)
    assert [(one["name"], one["type"]) for one in listed] == [
        ("dangling", "symlink"),
        ("real", "file"),
    ]
