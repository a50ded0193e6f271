"""Edit histories: every revision, who saved it, and what is missing (protocol P15, P16, P23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from inbox.errors import Changed, Unavailable, Unreadable
from inbox.github.closer import look_closer
from inbox.github.scout import scout
from inbox.github.texts import TextNode, text_of
from inbox.refs import IssueRef
from inbox.world import Ballot, Revision
from tests.github.world import Stage, account, gone, ref


def _scouted(stage: Stage, ballot: IssueRef) -> Ballot:
    return scout(stage.client, [ballot], []).ballots[ballot]


def _story(revisions: tuple[Revision, ...] | None) -> list[tuple[str | None, str | None]]:
    assert revisions is not None
    return [(str(r.by) if r.by else None, r.text) for r in revisions]


def test_an_edited_body_has_every_text_and_who_saved_it(stage: Stage) -> None:
    ballot = stage.ballot("- [ ] A\n")
    stage.owner.tick_box(str(ballot), "A")
    stage.owner.untick_box(str(ballot), "A")
    found = look_closer(stage.client, [_scouted(stage, ballot)])
    assert found.faults == {}
    body = found.ballots[ballot]
    assert _story(body.history) == [
        ("merge-gate[bot]", "- [ ] A\n"),
        ("owner", "- [x] A\n"),
        ("owner", "- [ ] A\n"),
    ]
    assert body.revisions is body.history
    assert body.edited_at == body.history[-1].at  # type: ignore[index]  # it was edited, so it has a history
    assert not body.whole


def test_edited_comments_of_ballots_and_pull_requests_share_one_query(stage: Stage) -> None:
    pull, ballot = stage.pull(), stage.ballot()
    comment = stage.owner.comment(str(ballot), "/reject")
    stage.stranger.comment(str(ballot), "hi")
    receipt = stage.bot.comment(pull, "receipt")
    stage.owner.edit_comment(comment, "/approve A")
    stage.owner.edit_comment(receipt, "forged")
    seen = scout(stage.client, [ballot], [ref(pull)])
    before = stage.client.requests.graphql
    found = look_closer(stage.client, seen.ballots.values(), seen.pulls)
    assert stage.client.requests.graphql == before + 1
    edited, untouched = found.ballots[ballot].comments
    assert _story(edited.history) == [("owner", "/reject"), ("owner", "/approve A")]
    assert edited.via_app is None
    assert (untouched.history, untouched.reactions) == (None, None)
    [forged] = found.pulls[ref(pull)].comments
    assert _story(forged.history) == [("merge-gate[bot]", "receipt"), ("owner", "forged")]


def test_what_was_never_edited_costs_no_query(stage: Stage) -> None:
    ballot = stage.ballot()
    stage.owner.comment(str(ballot), "/approve A")
    seen = _scouted(stage, ballot)
    before = stage.client.requests.total
    assert look_closer(stage.client, [seen]).ballots == {ballot: seen}
    assert stage.client.requests.total == before


def test_notices_come_with_their_reactions(stage: Stage) -> None:
    """Protocol P10."""
    ballot = stage.ballot()
    notice = stage.bot.comment(str(ballot), "PR head changed")
    stage.owner.react(notice, "-1")
    stage.owner.react(stage.bot.comment(str(ballot), "other"), "-1")
    found = look_closer(stage.client, [_scouted(stage, ballot)], notices={notice.id})
    first, second = found.ballots[ballot].comments
    assert first.reactions is not None
    assert [(r.content, r.by) for r in first.reactions] == [("-1", account(stage.owner))]
    assert second.reactions is None


def test_a_removed_text_is_missing_and_its_author_is_not(stage: Stage) -> None:
    ballot = stage.ballot("one")
    for text in ("two", "three"):
        stage.owner.edit_body(str(ballot), text)
    stage.owner.forget_revision(str(ballot), back=1)
    found = look_closer(stage.client, [_scouted(stage, ballot)]).ballots[ballot]
    assert _story(found.history) == [
        ("merge-gate[bot]", "one"),
        ("owner", None),
        ("owner", "three"),
    ]


def test_crlf_in_the_history_is_no_change(stage: Stage) -> None:
    """Protocol P2."""
    ballot = stage.ballot("one\ntwo\n")
    stage.owner.edit_body(str(ballot), "one\ntwo\n", browser=True)
    found = look_closer(stage.client, [_scouted(stage, ballot)]).ballots[ballot]
    assert found.body == "one\r\ntwo\r\n"
    assert found.history is not None
    assert found.history[0].text == "one\ntwo\n"


def test_more_than_ninety_nine_edits_leave_a_gap_after_the_original(stage: Stage) -> None:
    ballot = stage.ballot("text 0")
    for number in range(1, 131):
        stage.owner.edit_body(str(ballot), f"text {number}")
    found = look_closer(stage.client, [_scouted(stage, ballot)]).ballots[ballot]
    assert found.history is not None
    assert len(found.history) == 101
    assert _story(found.history)[:3] == [
        ("merge-gate[bot]", "text 0"),
        (None, None),
        ("owner", "text 32"),
    ]
    assert found.history[-1].text == "text 130"


def test_a_text_that_changed_since_it_was_scouted_is_not_decided_on(stage: Stage) -> None:
    """Protocol P23; the other ballot is."""
    one, other = stage.ballot("one"), stage.ballot("other")
    for ballot in (one, other):
        stage.owner.edit_body(str(ballot), "edited")
    seen = scout(stage.client, [one, other], []).ballots.values()
    stage.owner.edit_body(str(one), "edited again")
    found = look_closer(stage.client, seen)
    assert set(found.ballots) == {other}
    assert isinstance(found.faults[one], Changed)
    assert "changed while" in found.faults[one].what


def test_a_comment_deleted_since_it_was_scouted_is_a_change(stage: Stage) -> None:
    """Protocol P17: the next tick sees the deletion."""
    ballot = stage.ballot()
    comment = stage.owner.comment(str(ballot), "/reject")
    stage.owner.edit_comment(comment, "/approve A")
    seen = _scouted(stage, ballot)
    stage.owner.delete_comment(comment)
    failure = look_closer(stage.client, [seen]).faults[ballot]
    assert isinstance(failure, Changed)


@pytest.mark.parametrize("part", ["userContentEdits", "body", "author"])
def test_a_hole_in_a_history_is_a_fault_of_its_ballot_alone(stage: Stage, part: str) -> None:
    one, other = stage.ballot("one"), stage.ballot("other")
    for ballot in (one, other):
        stage.owner.edit_body(str(ballot), "edited")
    seen = scout(stage.client, [one, other], []).ballots.values()
    stage.gh.faults.graphql_partial(("nodes", 1, part), type="SERVICE_ERROR", message="Oops")
    found = look_closer(stage.client, seen)
    assert set(found.ballots) == {one}
    assert isinstance(found.faults[other], Unreadable)


def test_a_conversation_that_changed_is_a_fault_of_its_pull_request(stage: Stage) -> None:
    pull = stage.pull()
    receipt = stage.bot.comment(pull, "receipt")
    stage.owner.edit_comment(receipt, "forged")
    talks = scout(stage.client, [], [ref(pull)]).pulls
    stage.owner.edit_comment(receipt, "forged again")
    found = look_closer(stage.client, [], talks)
    assert found.pulls == {}
    assert isinstance(found.faults[ref(pull)], Changed)


def test_a_github_that_is_down_is_a_fault_of_each_ballot(stage: Stage) -> None:
    ballot = stage.ballot("one")
    stage.owner.edit_body(str(ballot), "two")
    seen = _scouted(stage, ballot)
    stage.gh.faults.drop(times=99)
    assert isinstance(look_closer(stage.client, [seen]).faults[ballot], Unavailable)


def _node(edits: list[dict[str, Any]] | None, **changes: Any) -> TextNode:
    """A node as GitHub answers it; `edits` newest first."""
    kept = {"nodes": edits, "pageInfo": {"hasNextPage": False, "endCursor": None}}
    raw: Mapping[str, Any] = {
        "id": "X",
        "body": "now",
        "createdAt": "2026-11-30T10:00:00Z",
        "lastEditedAt": "2026-11-30T12:00:00Z",
        "createdViaEmail": False,
        "includesCreatedEdit": True,
        "author": {"__typename": "Bot", "login": "gate", "databaseId": 5},
        "editor": {"__typename": "User", "login": "eve", "databaseId": 6},
        "userContentEdits": None if edits is None else kept,
        **changes,
    }
    return TextNode.model_validate(raw)


def _edit(diff: str | None, *, by: str | None = "eve") -> dict[str, Any]:
    editor = {"__typename": "User", "login": by, "databaseId": 6} if by else None
    return {"editedAt": "2026-11-30T12:00:00Z", "diff": diff, "editor": editor}


def test_without_the_created_edit_the_original_is_unknown_and_its_author_is_known() -> None:
    """Protocol P28: an unreadable original is tampering."""
    text = text_of([_node([_edit("now")], includesCreatedEdit=False)])
    assert _story(text.history) == [("gate[bot]", None), ("eve", "now")]


@pytest.mark.parametrize("edits", [[], None])
def test_an_edited_text_without_a_history_is_known_in_its_present_form_alone(
    edits: list[dict[str, Any]] | None,
) -> None:
    assert _story(text_of([_node(edits)]).history) == [("gate[bot]", None), ("eve", "now")]


def test_a_text_that_was_never_edited_has_no_history() -> None:
    assert text_of([_node([], lastEditedAt=None)]).history is None


def test_a_newest_revision_that_is_not_the_body_is_a_contradiction() -> None:
    """Protocol P23."""
    assert "changed while" in gone(lambda: text_of([_node([_edit("then")])]), Changed)


def test_a_history_without_a_last_edit_time_counts_as_edited() -> None:
    text = text_of([_node([_edit("now"), _edit("then", by=None)], lastEditedAt=None)])
    assert _story(text.history) == [(None, "then"), ("eve", "now")]
    assert text.edited_at is not None


@pytest.mark.parametrize("garbage", ["yesterday", "2026-11-30T12:00:00", 7, ""])
def test_a_garbage_time_of_the_last_edit_is_never_read_as_never(garbage: object) -> None:
    """Protocol P23: "never edited" is only what an answer without errors says."""
    with pytest.raises(ValueError, match="lastEditedAt"):
        _node([], lastEditedAt=garbage)
