"""Answers of the real GitHub, recorded or given in its own description: each of ours is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inbox.github.answers import Complaint, shaped
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

EXAMPLES = Path(__file__).parent.parent / "contract" / "examples"

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
