"""Ticked boxes, and what else may have been changed in a ballot (protocol P28; cases 3C)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inbox.ballot.body import OPTIONS, BallotText, render_body, ticked, untick
from inbox.ballot.choice import Choice
from inbox.refs import HeadSha, PullRef

BODY = render_body(
    BallotText(
        PullRef.parse("alice/repo-a#42"),
        HeadSha("0123456789abcdef0123456789abcdef01234567"),
        "f47ac10b-58cc-4372-a567-0e02b2c3d479",
        "rule `migrations`: `db/1.sql` changes the schema",
        datetime(2026, 11, 30, 12, 0, 5, tzinfo=UTC),
    )
)
A_LINE, B_LINE, C_LINE = (f"- [ ] {label}" for label in OPTIONS.values())


def tick(line: str, body: str = BODY, mark: str = "x") -> str:
    return body.replace(line, line.replace("[ ]", f"[{mark}]"))


@pytest.mark.parametrize(
    ("body", "choices"),
    [
        pytest.param(BODY, "", id="none"),
        pytest.param(tick(B_LINE), "B", id="row 70"),
        pytest.param(tick(A_LINE, mark="X"), "A", id="row 77"),
        pytest.param(tick(A_LINE).replace("\n", "\r\n"), "A", id="row 77, CRLF"),
        pytest.param(tick(A_LINE, tick(C_LINE)), "AC", id="P17"),
        pytest.param(tick(A_LINE).replace("- [x]", "* [x]"), "", id="row 77, another mark"),
        pytest.param(tick(A_LINE).replace("- [x]", " - [x]"), "", id="row 77, indented"),
        pytest.param(tick(A_LINE).replace("- [x]", "> - [x]"), "", id="row 77, quoted"),
        pytest.param(tick(A_LINE).replace("proceed", "stop"), "", id="row 77, rewritten"),
        pytest.param(tick(A_LINE).replace("[x]", "[\u00a0]"), "", id="row 77, no-break space"),
        pytest.param(BODY + "- [x] Option D — do both\n", "", id="row 78"),
    ],
)
def test_which_boxes_are_ticked(body: str, choices: str) -> None:
    assert ticked(body) == {Choice(letter) for letter in choices}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(tick(B_LINE), id="row 70"),
        pytest.param(tick(A_LINE, mark="X"), id="row 77"),
        pytest.param(BODY.replace("\n", "\r\n"), id="row 77, CRLF alone"),
        pytest.param(BODY.replace("\n", "\r\n", 5), id="row 77, mixed"),
        pytest.param(tick(A_LINE, tick(C_LINE)), id="two boxes"),
        pytest.param(BODY.rstrip("\n"), id="no final newline"),
        pytest.param(BODY + "\n\r\n", id="more final newlines"),
    ],
)
def test_p28_ticks_and_line_endings_alone_are_no_tampering(body: str) -> None:
    assert untick(body) == BODY


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(tick(A_LINE).replace("- [x]", "* [x]"), id="row 77, another mark"),
        pytest.param(tick(A_LINE).replace("proceed", "stop"), id="row 77, rewritten"),
        pytest.param(BODY.replace("[ ] Option A", "[] Option A"), id="row 77, no box"),
        pytest.param(BODY.replace(B_LINE, "- [ ] #12"), id="row 77, made an issue"),
        pytest.param(BODY.replace(C_LINE, f"{C_LINE}\n- [ ] Option D — both"), id="row 78"),
        pytest.param(tick(A_LINE).replace("alice/", "mallory/"), id="row 79"),
        pytest.param(BODY.replace("alice", "alic\u0435"), id="row 79, a look-alike"),
        pytest.param(BODY + " ", id="a blank at the end"),
        pytest.param("\n" + BODY, id="a line above"),
        pytest.param("", id="nothing"),
    ],
)
def test_p28_any_other_change_is_seen(body: str) -> None:
    assert untick(body) != BODY
