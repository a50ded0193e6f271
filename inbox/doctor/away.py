"""Whether the file is there in which the owner says when they are away (lifecycle L1, L6)."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.ballot.availability import EXPECTED, read_calendar
from inbox.doctor.facts import Facts
from inbox.doctor.findings import Area, Finding, note, right, unread, written, wrong
from inbox.errors import GitHubFault
from inbox.policy import Availability, Place, Policy
from inbox.world import Repository


def availability_findings(facts: Facts) -> Iterator[Finding]:
    """What is wrong with the file; nothing where reminders are off, or need none."""
    policy, file = facts.policy, facts.availability
    if policy is None or file is None or policy.lifecycle.availability is None:
        return
    asked = policy.lifecycle.availability
    name = f"{file.repo}/{file.path}"
    key = "decision_inbox.lifecycle.availability"
    place = written(policy, f"{key}.path", key)
    if _tells_too_many(facts, policy, asked):
        what = f"Fewer people may read {file.repo} than the inbox, so {name} would not be used."
        advice = "Move the file, or write decision_inbox.allow_public: true."
        yield wrong(Area.AVAILABILITY, what, advice, place)
    match file.content:
        case GitHubFault() as failure:
            yield unread(Area.AVAILABILITY, name, failure)
        case None:
            what = f"There is no availability file {name}, or the token may not read it."
            advice = "Write the file, or its right place; without it nobody is reminded."
            yield wrong(Area.AVAILABILITY, what, advice, place)
        case bytes() as content:
            yield from _read(content, name, asked, place)


def _tells_too_many(facts: Facts, policy: Policy, asked: Availability) -> bool:
    home, inbox = (facts.repositories.get(one) for one in (asked.repository, policy.inbox))
    if policy.allow_public or not isinstance(home, Repository) or not isinstance(inbox, Repository):
        return False
    return home.visibility < inbox.visibility


def _read(content: bytes, name: str, asked: Availability, place: Place | None) -> Iterator[Finding]:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        yield wrong(Area.AVAILABILITY, f"{name} is no text in UTF-8.", "Save it as UTF-8.", place)
        return
    calendar = read_calendar(text, asked.line_prefix)
    if flaw := calendar.malformed:
        where = f"Line {flaw.line} of {name} is wrong" if flaw.line else f"{name} says nothing"
        what = f"{where}: {flaw.what} Nobody would be reminded."
        yield wrong(Area.AVAILABILITY, what, EXPECTED, Place(asked.path, flaw.line or 1))
    for flaw in calendar.flaws:
        if flaw is not calendar.malformed:
            what = f"Line {flaw.line} of {name} is skipped: {flaw.what}"
            yield note(Area.AVAILABILITY, what, EXPECTED, Place(asked.path, flaw.line))
    if not calendar.malformed and not calendar.flaws:
        yield right(Area.AVAILABILITY, f"{name} can be read.")
