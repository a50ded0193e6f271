"""The client over a real connection: what only sockets can do (protocol P44)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from inbox.actions import AddLabel, PostComment
from inbox.errors import Unavailable
from inbox.github import reads
from inbox.github.client import GitHub
from inbox.github.survey import survey
from inbox.github.writes import Writer
from inbox.refs import IssueRef
from inbox.simulator import Server, Simulator
from tests.github.world import APP, INBOX, PENDING


@pytest.fixture
def gh() -> Simulator:
    gh = Simulator()
    gh.repository("org/inbox")
    gh.repository("org/app")
    gh.bot("gate").open_issue("org/inbox", "Decision pending", "text", labels=(PENDING,))
    gh.app_token("gate", ["org/inbox", "org/app"], secret="ghs_wire")
    return gh


@pytest.fixture
def wire(gh: Simulator) -> Iterator[GitHub]:
    with Server(gh) as server:
        url = server.url
        with GitHub(
            url, f"{url}/graphql", "ghs_wire", sleep=lambda _: None, write_interval=0
        ) as client:
            yield client
    assert gh.violations == []


def test_lists_and_queries_come_over_the_wire(wire: GitHub) -> None:
    assert [ballot.ref for ballot in reads.pending_ballots(wire, INBOX)] == [IssueRef(INBOX, 1)]
    found = survey(wire, [INBOX, APP], [])
    assert set(found.repositories) == {INBOX, APP}
    assert str(found.viewer) == "gate[bot]"


@pytest.mark.parametrize("fault", ["drop", "truncate"])
def test_a_reading_survives_two_broken_connections_and_not_three(
    gh: Simulator, wire: GitHub, fault: str
) -> None:
    getattr(gh.faults, fault)("GET", times=2)
    assert len(reads.pending_ballots(wire, INBOX)) == 1
    getattr(gh.faults, fault)("GET", times=3)
    with pytest.raises(Unavailable):
        reads.pending_ballots(wire, INBOX)


@pytest.mark.parametrize("fault", ["drop", "truncate"])
def test_a_write_whose_answer_is_lost_is_repeated_only_if_that_does_no_harm(
    gh: Simulator, wire: GitHub, fault: str
) -> None:
    ballot, writer = IssueRef(INBOX, 1), Writer(wire)
    lost = {"after": True} if fault == "drop" else {}
    getattr(gh.faults, fault)("POST", **lost)
    assert writer.perform(AddLabel(ballot, "bug")).labels == frozenset({PENDING, "bug"})
    getattr(gh.faults, fault)("POST", **lost)
    with pytest.raises(Unavailable):
        writer.perform(PostComment(ballot, "notice"))
    assert len(gh.find("org/inbox#1").comments) == 1
