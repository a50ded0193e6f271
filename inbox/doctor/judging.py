"""From facts to findings, in the order in which people mend what is wrong. Nothing is read here."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.doctor.away import availability_findings
from inbox.doctor.branches import branch_findings
from inbox.doctor.facts import Facts
from inbox.doctor.findings import Area, Finding, mistaken, note, right
from inbox.doctor.people import people_findings
from inbox.doctor.places import label_findings, repository_findings
from inbox.doctor.token import identity_findings, permission_findings
from inbox.doctor.workflow_file import workflow_findings

_JUDGES = (
    identity_findings,
    permission_findings,
    people_findings,
    repository_findings,
    label_findings,
    branch_findings,
    workflow_findings,
    availability_findings,
)


def judged(facts: Facts) -> tuple[Finding, ...]:
    """Every finding, each area together, in the order of `Area`."""
    found = [*_configuration(facts), *(one for judge in _JUDGES for one in judge(facts))]
    order = list(Area)
    return tuple(sorted(dict.fromkeys(found), key=lambda one: order.index(one.area)))


def _configuration(facts: Facts) -> Iterator[Finding]:
    yield from map(mistaken, facts.mistakes)
    if facts.policy is None:
        return
    yield right(Area.CONFIGURATION, "The configuration is well formed.")
    for notice in facts.policy.notices:
        yield note(Area.CONFIGURATION, f"{notice}.")
