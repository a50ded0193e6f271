"""What each answer will do, in the words of the page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inbox.ballot.choice import Choice
from inbox.checks import CheckRun, Checks, Context
from inbox.dashboard.consequences import Hindrance, Matter, against_a_yes, by_light, options
from inbox.decisions.gate import ASKS_NOTHING, Gate
from inbox.decisions.verdict import Code
from inbox.policy import Merge, MergeMethod
from inbox.refs import HeadSha, PullRef
from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT, State

MATTER = Matter(PullRef.parse("org/app#12"), HeadSha("abc1234" + "0" * 33), "main", "3 green")
FREE = Hindrance()


def does(choice: Choice, merge: Merge, matter: Matter = MATTER) -> str:
    """What that answer does."""
    (found,) = [one.does for one in options(matter, merge, FREE) if one.choice is choice]
    return found


@pytest.mark.parametrize(
    ("choice", "merge", "said"),
    [
        (
            Choice.A,
            Merge(method=MergeMethod.SQUASH, settle_minutes=0),
            "A merges #12 at `abc1234` by squash into `main`, once every check is green;"
            " checks: 3 green.",
        ),
        (
            Choice.A,
            Merge(method=MergeMethod.REBASE, require_checks=False, settle_minutes=2.5),
            "A merges #12 at `abc1234` by rebase into `main`, after 2.5 minutes,"
            " unless a check failed; checks: 3 green.",
        ),
        (
            Choice.A,
            Merge(enabled=False),
            "A approves #12 at `abc1234` into `main` and labels it `decision:approved-A`;"
            " nobody merges it until a person does.",
        ),
        (
            Choice.A,
            Merge(options=("B",)),
            "A approves #12 at `abc1234` into `main` and labels it `decision:approved-A`;"
            " nobody merges it until a person does.",
        ),
        (
            Choice.B,
            Merge(),
            "B chooses the alternate: #12 is labelled `decision:approved-B` and waits for its"
            " author; it is not merged.",
        ),
        (
            Choice.B,
            Merge(options=("A", "B"), settle_minutes=0),
            "B merges #12 at `abc1234` with a merge commit into `main`, once every check is green;"
            " checks: 3 green.",
        ),
        (
            Choice.C,
            Merge(),
            "C defers: #12 stays as it is, and this goes on waiting for you.",
        ),
        (Choice.REJECT, Merge(), "Reject closes #12 without merging it."),
    ],
)
def test_an_answer_says_what_it_does(choice: Choice, merge: Merge, said: str) -> None:
    assert does(choice, merge) == said


def test_a_draft_is_merged_later() -> None:
    said = does(Choice.A, Merge(settle_minutes=0), replace(MATTER, is_draft=True))
    assert "once it is no draft any more, once every check is green" in said


def test_what_hinders_a_yes_hinders_no_no() -> None:
    found = options(MATTER, Merge(), Hindrance(yes="Not yet."))
    assert [one.blocked for one in found] == ["Not yet.", "Not yet.", "", ""]
    found = options(MATTER, Merge(), Hindrance(all="Never.", yes="Not yet."))
    assert {one.blocked for one in found} == {"Never."}


@pytest.mark.parametrize(
    ("checks", "said"),
    [
        (Checks(), "none"),
        (Checks(open_suites=1), "1 running"),
        (
            Checks(
                (
                    CheckRun("a", "completed", "success"),
                    CheckRun("b", "completed", "skipped"),
                    CheckRun("c", "in_progress", ""),
                    CheckRun("d", "completed", "cancelled"),
                ),
                (
                    Context("e", State.SUCCESS),
                    Context("f", State.PENDING),
                    Context("g", State.ERROR),
                    Context(APPROVAL_CONTEXT, State.PENDING),
                    Context(DECISIONS_CONTEXT, State.FAILURE),
                ),
            ),
            "2 failed, 2 running, 3 green",
        ),
    ],
)
def test_checks_are_counted_without_ours(checks: Checks, said: str) -> None:
    assert by_light(checks) == said


@pytest.mark.parametrize(
    ("gate", "said"),
    [
        (ASKS_NOTHING, ""),
        (Gate(Code.PENDING, "", ("a", "b")), "Answer the decisions first: `a`, `b`."),
        (Gate(Code.UNATTRIBUTED, "", ("a",)), "Confirm the decisions first: `a`."),
        (
            Gate(Code.UNSTRUCTURED, ""),
            "Its description asks something that nobody can answer yet.",
        ),
        (Gate(Code.UNPARSED, ""), "Its description asks something that nobody can answer yet."),
        (
            Gate(Code.UNCHECKED, ""),
            "Whether its questions are answered is not sure yet: the next tick looks again.",
        ),
    ],
)
def test_a_gate_says_what_comes_before_a_yes(gate: Gate, said: str) -> None:
    assert against_a_yes(gate) == said
