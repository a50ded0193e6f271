"""Whether everybody on the allowlist is a person who can answer (protocol P9)."""

from __future__ import annotations

from collections.abc import Iterator

from inbox.doctor.facts import Facts, Person
from inbox.doctor.findings import Area, Finding, note, right, unchecked, unread, wrong
from inbox.errors import Forbidden, GitHubFault
from inbox.refs import Account, Kind, RepoRef


def people_findings(facts: Facts) -> Iterator[Finding]:
    """What is wrong with each entry of the allowlist, and who is as they should be."""
    if facts.policy is None:
        return
    good = []
    for person in facts.people:
        found = tuple(_person(person, facts.policy.inbox))
        yield from found
        if not found:
            good.append(person.actor.login)
    if good:
        yield right(Area.PEOPLE, f"These people exist, and may read the inbox: {', '.join(good)}.")
    for person in facts.people:
        if person.actor.login in good and person.actor.id is None:
            yield _unpinned(person)


def _person(person: Person, inbox: RepoRef) -> Iterator[Finding]:
    login = person.actor.login
    match person.account:
        case GitHubFault() as failure:
            yield unread(Area.PEOPLE, f"The account {login}", failure)
        case None:
            what = f"Nobody on GitHub is called {login}."
            yield wrong(
                Area.PEOPLE, what, "Write the login as in github.com/<login>.", person.place
            )
        case Account() as account if account.kind is not Kind.USER or account.is_ghost:
            what = f"{login} is no person's account, and only people's answers count."
            yield wrong(Area.PEOPLE, what, "Name a person, or take the entry out.", person.place)
        case Account() as account:
            yield from _living(person, account, inbox)


def _living(person: Person, account: Account, inbox: RepoRef) -> Iterator[Finding]:
    login = person.actor.login
    if person.actor.id is not None and account.id != person.actor.id:
        yield wrong(
            Area.PEOPLE,
            f"The allowlist pins the account id {person.actor.id} for {login}, whose id is"
            f" {account.id}: their answers would not count.",
            f"If that is the person you mean, write {{login: {login}, id: {account.id}}}.",
            person.place,
        )
    match person.may_read:
        case Forbidden() as failure:
            said = f"Whether {login} may read {inbox} is not shown to this token: {failure.what}"
            yield unchecked(Area.PEOPLE, said)
        case GitHubFault() as failure:
            yield unread(Area.PEOPLE, f"What {login} may do in {inbox}", failure)
        case False:
            what = f"{login} may not read the inbox {inbox}, and so cannot answer there."
            yield wrong(Area.PEOPLE, what, f"Give them access to {inbox}.", person.place)
        case True | None:
            pass


def _unpinned(person: Person) -> Finding:
    login = person.actor.login
    number = person.account.id if isinstance(person.account, Account) else None
    return note(
        Area.PEOPLE,
        f"{login} is known by login alone: whoever takes over that name counts, too.",
        f"To pin the account, write {{login: {login}, id: {number}}} under allowlisted_actors.",
        person.place,
    )
