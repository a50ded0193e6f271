"""What GitHub answers, read into the world's values: users, times, labels, states (bad input)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from inbox.github.code_payloads import ContentPayload, PullPayload, RepositoryPayload
from inbox.github.fields import instant, kind_of, label_name
from inbox.github.nodes import ActorNode, ReactionNode
from inbox.github.payloads import CommentPayload, IssuePayload, ReactionPayload, UserPayload
from inbox.github.scouted import BallotNode
from inbox.github.surveyed import StatusNode
from inbox.labels import PENDING
from inbox.policy import Visibility
from inbox.refs import Account, IssueRef, Kind, RepoRef
from inbox.world import State

INBOX = RepoRef("org", "inbox")
TEN = datetime(2026, 11, 30, 10, tzinfo=UTC)
USER = {"login": "Owner", "id": 1, "type": "User"}
ISSUE: dict[str, Any] = {
    "number": 7,
    "node_id": "I_7",
    "html_url": "https://github.com/org/inbox/issues/7",
    "repository_url": "https://api.github.com/repos/org/inbox",
    "title": "Decision pending",
    "body": "text",
    "user": USER,
    "labels": [{"id": 1, "name": PENDING, "color": "fbca04"}],
    "state": "open",
    "created_at": "2026-11-30T10:00:00Z",
    "something_new": {"of": 2027},
}


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-30T10:00:00Z", TEN),
        ("2026-11-30T10:00:00.500Z", TEN + timedelta(milliseconds=500)),
        ("2026-11-30T19:00:00+09:00", TEN),
        ("2026-11-30T10:00:00", None),
        ("2026-11-30", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("soon", None),
        ("", None),
        (None, None),
        (1796000000, None),
        ([], None),
    ],
)
def test_times_are_instants_and_garbage_is_none(text: object, moment: datetime | None) -> None:
    """Ballot rows 54 and 55."""
    assert instant(text) == moment


@given(st.datetimes(timezones=st.timezones()))
def test_every_time_with_an_offset_is_the_same_instant(moment: datetime) -> None:
    offset = moment.utcoffset()
    assert offset is not None
    fixed = moment.replace(tzinfo=timezone(offset), fold=0)
    try:
        expected = fixed.astimezone(UTC)
    except OverflowError:
        expected = None
    assert instant(fixed.isoformat()) == expected


@pytest.mark.parametrize("created_at", [None, "garbage", 12])
def test_one_item_without_a_time_stays_one_item(created_at: object) -> None:
    """Ballot row 55: that signal is ignored, the others still work."""
    good = {"id": 1, "content": "+1", "user": USER, "created_at": "2026-11-30T10:00:00Z"}
    bad = {**good, "id": 2, "created_at": created_at}
    missing = {key: value for key, value in bad.items() if key != "created_at"}
    read = [ReactionPayload.model_validate(raw).reaction for raw in (good, bad, missing)]
    assert [reaction.at for reaction in read] == [TEN, None, None]


@pytest.mark.parametrize(
    ("login", "kind", "account"),
    [
        ("Owner", "User", Account("Owner", 5, Kind.USER)),
        ("gate[bot]", "Bot", Account("gate", 5, Kind.BOT)),
        ("owner[bot]", "User", Account("owner", 5, Kind.BOT)),
        ("org", "Organization", Account("org", 5, Kind.OTHER)),
        ("someone", "Mannequin", Account("someone", 5, Kind.OTHER)),
        ("someone", "other", Account("someone", 5, Kind.OTHER)),
        ("someone", "", Account("someone", 5, Kind.OTHER)),
    ],
)
def test_accounts_are_told_by_type_and_suffix(login: str, kind: str, account: Account) -> None:
    """Ballot row 58: `owner[bot]` is never `owner` the person."""
    assert UserPayload(login=login, id=5, type=kind).account == account


def test_graphql_names_apps_without_their_suffix() -> None:
    """Protocol P1."""
    raw = {"__typename": "Bot", "login": "gate", "databaseId": 5}
    assert ActorNode.model_validate(raw).account == Account("gate", 5, Kind.BOT)
    assert kind_of("gate", "EnterpriseUserAccount") is Kind.OTHER


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Decision:Pending-OWNER", PENDING),
        ({"name": "decision:pending-owner"}, PENDING),
        ({"name": "Bug"}, "Bug"),
        ("bug", "bug"),
        ({"name": None}, None),
        (7, 7),
    ],
)
def test_labels_come_as_strings_or_objects_and_ours_are_spelt_our_way(
    raw: object, name: object
) -> None:
    assert label_name(raw) == name


def test_an_issue_becomes_a_ballot_and_unknown_fields_are_ignored() -> None:
    ballot = IssuePayload.model_validate(ISSUE).ballot(INBOX)
    assert ballot.ref == IssueRef(INBOX, 7)
    assert ballot.author == Account("Owner", 1, Kind.USER)
    assert (ballot.created_at, ballot.is_open, ballot.is_pending) == (TEN, True, True)


@pytest.mark.parametrize(
    "changes",
    [
        {"user": None, "body": None},
        {"labels": ["Decision:pending-owner"]},
        {"created_at": None, "locked": True},
    ],
)
def test_what_may_be_null_may_be_null(changes: dict[str, object]) -> None:
    """Ballot rows 9 and 57."""
    ballot = IssuePayload.model_validate({**ISSUE, **changes}).ballot(INBOX)
    assert ballot.is_pending
    assert ballot.body in ("", "text")
    assert (ballot.author is None) == ("user" in changes)


@pytest.mark.parametrize("field", sorted(set(ISSUE) - {"created_at", "something_new"}))
def test_what_is_missing_is_an_error_and_never_empty(field: str) -> None:
    """Protocol P23."""
    raw = {key: value for key, value in ISSUE.items() if key != field}
    with pytest.raises(ValidationError):
        IssuePayload.model_validate(raw)


@pytest.mark.parametrize(
    "changes",
    [{"state": "ajar"}, {"labels": None}, {"labels": [{"name": None}]}, {"repository_url": "x"}],
)
def test_what_github_does_not_have_is_an_error(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        IssuePayload.model_validate({**ISSUE, **changes})


@pytest.mark.parametrize(("app", "via_app"), [(None, False), ({"id": 3, "slug": "ide"}, True)])
def test_a_comment_tells_whether_an_app_spoke(app: object, via_app: bool) -> None:
    """Protocol P18."""
    raw = {
        "id": 9,
        "node_id": "IC_9",
        "html_url": "https://github.com/x",
        "body": None,
        "user": None,
        "performed_via_github_app": app,
    }
    comment = CommentPayload.model_validate(raw).comment
    assert (comment.via_app, comment.body, comment.author) == (via_app, "", None)


PULL: dict[str, Any] = {
    "number": 3,
    "node_id": "PR_3",
    "html_url": "https://github.com/org/app/pull/3",
    "title": "Change",
    "body": None,
    "user": USER,
    "state": "closed",
    "merged_at": None,
    "labels": [],
    "head": {"ref": "topic", "sha": "a" * 40, "repo": None},
    "base": {"ref": "main"},
}


@pytest.mark.parametrize("merged_at", ["2026-11-30T10:00:00Z", "garbage"])
def test_a_merge_is_never_mistaken_for_a_closing(merged_at: str) -> None:
    """Protocol P39: an unreadable time of the merge is still a merge."""
    assert PullPayload.model_validate({**PULL, "merged_at": merged_at}).pull(INBOX).is_merged
    assert PullPayload.model_validate({**PULL, "merged": True}).pull(INBOX).is_merged
    assert not PullPayload.model_validate(PULL).pull(INBOX).is_merged


@pytest.mark.parametrize("sha", ["abc1234", "A" * 40, "", None])
def test_a_head_is_forty_hex_digits(sha: object) -> None:
    """Protocol P1."""
    with pytest.raises(ValidationError):
        PullPayload.model_validate({**PULL, "head": {**PULL["head"], "sha": sha}})


@pytest.mark.parametrize(
    ("changes", "visibility"),
    [
        ({"private": True}, Visibility.PRIVATE),
        ({"private": False}, Visibility.PUBLIC),
        ({"private": True, "visibility": "internal"}, Visibility.INTERNAL),
    ],
)
def test_a_repository_without_a_visibility_is_private_or_public(
    changes: dict[str, object], visibility: Visibility
) -> None:
    """Protocol P48; an Enterprise Server may leave the key out."""
    raw = {"full_name": "org/app", "has_issues": True, "default_branch": "main", **changes}
    found = RepositoryPayload.model_validate(raw).repository(frozenset())
    assert found.visibility is visibility


@pytest.mark.parametrize(
    ("raw", "data"),
    [
        ({"type": "file", "encoding": "base64", "content": "w7Y6\nIDEK"}, "ö: 1\n".encode()),
        ({"type": "file", "encoding": "base64", "content": ""}, b""),
        ({"type": "file", "encoding": "base64", "content": "!"}, None),
        ({"type": "file", "encoding": "base64", "content": "ö"}, None),
        ({"type": "file", "encoding": "none", "content": ""}, None),
        ({"type": "submodule"}, None),
        ({"type": "symlink"}, None),
        ({"type": "dir"}, None),
    ],
)
def test_only_a_file_with_its_content_has_bytes(raw: dict[str, Any], data: bytes | None) -> None:
    assert ContentPayload.model_validate(raw).data == data


@pytest.mark.parametrize(
    ("said", "content"),
    [("THUMBS_UP", "+1"), ("THUMBS_DOWN", "-1"), ("HEART", "heart"), ("HOORAY", "hooray")],
)
def test_reactions_have_one_spelling(said: str, content: str) -> None:
    raw = {"databaseId": 4, "content": said, "createdAt": "2026-11-30T10:00:00Z", "user": None}
    reaction = ReactionNode.model_validate(raw).reaction
    assert (reaction.id, reaction.content, reaction.by, reaction.at) == (4, content, None, TEN)


def test_a_status_that_is_expected_is_pending() -> None:
    raw = {"state": "EXPECTED", "description": None, "targetUrl": None, "creator": None}
    status = StatusNode.model_validate(raw).status
    assert (status.state, status.description, status.by) == (State.PENDING, "", None)


def test_a_reaction_without_an_id_makes_the_scout_overflow() -> None:
    """A signal that cannot be told from another is read in full."""
    empty: dict[str, Any] = {"nodes": [], "pageInfo": {}}
    raw = {
        "id": "I_7",
        "url": "https://github.com/org/inbox/issues/7",
        "title": "Decision pending",
        "body": "text",
        "lastEditedAt": None,
        "state": "CLOSED",
        "locked": True,
        "author": None,
        "labels": empty,
        "comments": empty,
        "timelineItems": empty,
        "reactions": {
            "nodes": [{"databaseId": None, "content": "THUMBS_UP", "user": None}],
            "pageInfo": {"hasNextPage": False},
        },
    }
    ballot = BallotNode.model_validate(raw).ballot(IssueRef(INBOX, 7))
    assert ballot.overflow == {"reactions"}
    assert (ballot.is_open, ballot.is_locked, ballot.author) == (False, True, None)
    with pytest.raises(ValidationError):
        BallotNode.model_validate({**raw, "comments": {"nodes": [None], "pageInfo": {}}})
