"""The last table before what cannot be undone: when an approved head is cleared (P36)."""

from __future__ import annotations

import ast
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.actions import Clearance
from inbox.ballot.case import Approved
from inbox.ballot.merging import Obstacle, Obstructed, check_obstacle, clear, first_obstacle
from inbox.checks import CheckRun, Checks
from inbox.decisions.gate import ASKS_NOTHING, Gate, unchecked
from inbox.policy import Merge
from inbox.world import Pull
from tests.ballot.building import asked
from tests.ballot.cast import INBOX, PULL, H, clock

INBOX_FOLDER = Path(__file__).parents[2] / "inbox"
GREEN = Checks((CheckRun("build", "completed", "success"),))
RED = Checks((CheckRun("build", "completed", "failure"),))
RUNNING = Checks((CheckRun("build", "in_progress", ""),))
MERGEABLE = replace(asked().pull, mergeable=True)
APPROVED = Approved("A", clock("10:00"), INBOX)
NOW = clock("10:05")


def cleared(
    pull: Pull = MERGEABLE,
    approved: Approved = APPROVED,
    checks: Checks = GREEN,
    merge: Merge | None = None,
    at: str = "10:05",
    *,
    gate: Gate = ASKS_NOTHING,
) -> Clearance | Obstructed:
    """What becomes of an approval that nothing is wrong with, but for what is given."""
    return clear(pull, approved, checks, merge or Merge(), clock(at), gate=gate)


def test_a_green_head_that_settled_is_cleared_at_that_very_head() -> None:
    assert cleared() == Clearance(PULL, H)


OBSTACLES: list[tuple[dict[str, Any], Obstacle]] = [
    ({"merge": Merge(enabled=False)}, Obstacle.SWITCHED_OFF),
    ({"approved": replace(APPROVED, option="B")}, Obstacle.OPTION),
    ({"merge": Merge(options=("B",))}, Obstacle.OPTION),
    ({"pull": replace(MERGEABLE, is_open=False)}, Obstacle.ENDED),
    ({"pull": replace(MERGEABLE, is_draft=True)}, Obstacle.DRAFT),
    ({"at": "10:04:59"}, Obstacle.SETTLING),
    ({"merge": Merge(settle_minutes=5.5)}, Obstacle.SETTLING),
    ({"gate": unchecked("it could not be read")}, Obstacle.UNDECIDED),
    ({"checks": RED}, Obstacle.CHECKS_RED),
    ({"checks": RUNNING}, Obstacle.CHECKS_RUNNING),
    ({"checks": Checks()}, Obstacle.NO_CHECKS),
    ({"pull": replace(MERGEABLE, mergeable=None)}, Obstacle.UNKNOWN_MERGEABILITY),
    ({"pull": replace(MERGEABLE, mergeable=False)}, Obstacle.CONFLICT),
]


@pytest.mark.parametrize(("given_", "why"), OBSTACLES, ids=lambda one: str(one)[:60])
def test_each_thing_that_may_be_wrong_is_its_own_obstacle(
    given_: dict[str, Any], why: Obstacle
) -> None:
    outcome = cleared(**given_)
    assert isinstance(outcome, Obstructed)
    assert outcome.why is why


def test_every_obstacle_is_tried() -> None:
    assert {why for _, why in OBSTACLES} == set(Obstacle)


@pytest.mark.parametrize(
    "given_",
    [
        {"merge": Merge(options=("A", "B")), "approved": replace(APPROVED, option="B")},
        {"merge": Merge(settle_minutes=0), "at": "10:00"},
        {"merge": Merge(require_checks=False), "checks": Checks()},
        {"at": "23:00"},
    ],
    ids=str,
)
def test_what_the_owner_configured_clears(given_: dict[str, Any]) -> None:
    assert cleared(**given_) == Clearance(PULL, H)


@pytest.mark.parametrize("checks", [RED, RUNNING])
def test_optional_checks_count_where_there_are_any(checks: Checks) -> None:
    assert check_obstacle(checks, Merge(require_checks=False)) is not None


def test_only_what_a_person_must_mend_is_said_and_it_names_the_head() -> None:
    """The rest simply waits: a draft, a running check, a red one say so themselves."""
    said = {}
    for given_, why in OBSTACLES:
        outcome = cleared(**given_)
        assert isinstance(outcome, Obstructed)
        said[why] = outcome.saying
    spoken = {why for why, saying in said.items() if saying}
    assert spoken == {Obstacle.NO_CHECKS, Obstacle.CONFLICT}
    for why in spoken:
        saying = said[why]
        assert saying
        assert saying.about.endswith(f":{H}")
        assert H in saying.text
    no_checks = said[Obstacle.NO_CHECKS]
    assert no_checks
    assert "`merge.require_checks: false`" in no_checks.text


pulls = st.builds(
    lambda is_open, is_draft, mergeable: replace(
        MERGEABLE, is_open=is_open, is_draft=is_draft, mergeable=mergeable
    ),
    st.booleans(),
    st.booleans(),
    st.sampled_from([True, False, None]),
)
approvals = st.builds(
    lambda option, minutes: Approved(option, NOW - timedelta(minutes=minutes), INBOX),
    st.sampled_from("AB"),
    st.integers(-10, 20),
)
merges = st.builds(
    Merge,
    enabled=st.booleans(),
    options=st.sampled_from([("A",), ("B",), ("A", "B"), ()]),
    require_checks=st.booleans(),
    settle_minutes=st.sampled_from([0.0, 5.0, 7.5]),
)


gates = st.sampled_from([ASKS_NOTHING, unchecked("it could not be read")])


@given(pulls, approvals, st.sampled_from([GREEN, RED, RUNNING, Checks()]), merges, gates)
def test_a_clearance_means_that_nothing_at_all_is_wrong(
    pull: Pull, approved: Approved, checks: Checks, merge: Merge, gate: Gate
) -> None:
    outcome = clear(pull, approved, checks, merge, NOW, gate=gate)
    fine = (
        gate.passes
        and merge.enabled
        and approved.option in merge.options
        and pull.is_open
        and not pull.is_draft
        and pull.mergeable is True
        and NOW - approved.at >= merge.settle
        and (checks == GREEN or (checks == Checks() and not merge.require_checks))
    )
    assert isinstance(outcome, Clearance) is fine
    if fine:
        assert outcome == Clearance(pull.ref, pull.head)
        assert first_obstacle(pull, approved, merge, NOW) is None
        assert check_obstacle(checks, merge) is None


def _names_clearance(tree: ast.Module) -> bool:
    """True where the module calls `Clearance`, by any name it gave it, or makes one otherwise."""
    known = {"Clearance"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            known |= {one.asname for one in node.names if one.name == "Clearance" and one.asname}
    return any(
        isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Name) and node.func.id in known)
            or (isinstance(node.func, ast.Attribute) and node.func.attr in known)
            or any(isinstance(one, ast.Name) and one.id in known for one in node.args)
        )
        for node in ast.walk(tree)
    )


def _trees() -> dict[str, ast.Module]:
    return {
        str(path.relative_to(INBOX_FOLDER)): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(INBOX_FOLDER.rglob("*.py"))
    }


def test_only_the_table_makes_the_key_to_a_merge() -> None:
    """A value that proves that everything was checked is made in one place (design)."""
    assert [name for name, tree in _trees().items() if _names_clearance(tree)] == [
        "ballot/merging.py"
    ]


@pytest.mark.parametrize(
    "source",
    [
        "Clearance(pull, head)",
        "actions.Clearance(pull, head)",
        "from inbox.actions import Clearance as Key\nKey(pull, head)",
        "object.__new__(Clearance)",
        "partial(Clearance, pull)",
    ],
)
def test_the_search_for_other_makers_sees_each_way_to_make_one(source: str) -> None:
    assert _names_clearance(ast.parse(source))


def test_nothing_changes_a_clearance_that_was_made() -> None:
    """`replace` on one would let a cleared head pass for another."""
    for name, tree in _trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                shown = ast.unparse(node)
                assert not (node.func.id == "replace" and "clearance" in shown.lower()), name


def test_only_the_stage_of_merges_asks_for_a_merge() -> None:
    makers = [
        name
        for name, tree in _trees().items()
        if any(
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "MergePull"
            for node in ast.walk(tree)
        )
    ]
    assert makers == ["tick/merges.py"]
