"""Issues, and the issue side of pull requests: opening, editing, closing, moving, deleting."""

from __future__ import annotations

from typing import Any

from inbox.simulator.accounts import Account, App
from inbox.simulator.conversation import Conversation, Issue, PullRequest
from inbox.simulator.deeds import labels as labelling
from inbox.simulator.minting import node_id
from inbox.simulator.refusals import Refusal, invalid, unprocessable
from inbox.simulator.repository import Repository
from inbox.simulator.texts import EditableText
from inbox.simulator.world import World

LONGEST_BODY = 65_536
LARGEST_STORED = 262_144
LONGEST_TITLE = 256
MOST_ASSIGNEES = 10


def open_issue(
    world: World,
    repo: Repository,
    author: Account,
    title: str,
    body: str = "",
    *,
    labels: list[str] | None = None,
    assignees: list[str] | None = None,
    via_app: App | None = None,
) -> Issue:
    """The new issue, labelled and assigned; 422 and no issue where GitHub refuses (facts 1.3)."""
    check_title(title)
    check_length(body, "Issue")
    people = [assignable(world, repo, login, "Issue") for login in assignees or []]
    now = world.clock.now
    number = world.mint.number("I")
    issue = Issue(
        id=number,
        node_id=node_id("I", number),
        repo=repo,
        number=repo.next_number,
        title=title,
        author=author,
        body=EditableText(body, author, now),
        created_at=now,
        updated_at=now,
        via_app=via_app,
    )
    repo.next_number += 1
    repo.conversations[issue.number] = world.keep(issue)
    labelling.add(world, issue, labels or [], author)
    assign(world, issue, people, author)
    return issue


def check_title(title: str) -> None:
    """422 for a title that is blank or over 256 characters."""
    if not title.strip():
        raise invalid("Issue", "title", "missing_field")
    if len(title) > LONGEST_TITLE:
        raise invalid(
            "Issue", "title", "custom", message="title is too long (maximum is 256 characters)"
        )


def check_length(body: str, resource: str) -> None:
    """422 for a new text over 65,536 characters (facts 6.1)."""
    if len(body) > LONGEST_BODY:
        raise invalid(
            resource, "body", "custom", message="body is too long (maximum is 65536 characters)"
        )


def assignable(world: World, repo: Repository, login: str, resource: str) -> Account:
    """The account to assign; 422 `invalid` for one that cannot be assigned here."""
    account = world.find_account(login)
    if account is None or not may_be_assigned(repo, account):
        raise invalid(resource, "assignees", "invalid", value=login)
    return account


def may_be_assigned(repo: Repository, account: Account) -> bool:
    """True for people with a role in the repository, unless the story says otherwise."""
    return (
        not account.is_bot
        and account.id not in repo.unassignable
        and (account.id in repo.roles or account.id == repo.owner.id or account.role > 1)
    )


def assign(world: World, of: Conversation, people: list[Account], actor: Account) -> None:
    """Assigned to these people too; who was assigned already is no event."""
    for person in people:
        if person not in of.assignees:
            if len(of.assignees) >= MOST_ASSIGNEES:
                return
            of.assignees.append(person)
            world.record(of, "assigned", actor, assignee=person)
            world.touch(of)


def set_assignees(world: World, of: Conversation, people: list[Account], actor: Account) -> None:
    """Assigned to exactly these people."""
    for person in [one for one in of.assignees if one not in people]:
        of.assignees.remove(person)
        world.record(of, "unassigned", actor, assignee=person)
        world.touch(of)
    assign(world, of, people, actor)


def edit_body(world: World, of: Conversation, body: str, editor: Account) -> None:
    """Reads `body` now; over 262,144 bytes GitHub answers as if, and stores nothing (facts 6.1)."""
    if len(body.encode()) > LARGEST_STORED:
        return
    if of.body.edit(body, editor, world.clock.now, world.mint):
        world.touch(of)


def rename(world: World, of: Conversation, title: str, actor: Account) -> None:
    """Has the new title, and a `renamed` event."""
    check_title(title)
    if title != of.title:
        world.record(of, "renamed", actor, rename=(of.title, title))
        of.title = title
        world.touch(of)


def close(
    world: World,
    of: Conversation,
    actor: Account,
    *,
    reason: str | None = None,
    closer: Any = None,
    duplicate_of: Conversation | None = None,
    via_app: App | None = None,
) -> None:
    """Closed; `closer` is the commit or pull request whose keyword did it (GraphQL `closer`)."""
    if of.state == "closed":
        return
    of.state = "closed"
    of.closed_at = world.clock.now
    of.closed_by = actor
    about: dict[str, Any] = {"closer": closer, "via_app": via_app}
    if isinstance(of, Issue):
        of.state_reason = reason or "completed"
        about["state_reason"] = of.state_reason
        if duplicate_of is not None:
            of.duplicate_of = duplicate_of
            world.record(of, "marked_as_duplicate", actor, canonical=duplicate_of)
    world.record(of, "closed", actor, **about)
    world.touch(of)


def reopen(world: World, of: Conversation, actor: Account) -> None:
    """Open again; 422 for a merged pull request, or one whose head repository is gone."""
    if of.state == "open":
        return
    if isinstance(of, PullRequest) and (of.merged or of.head_repo is None):
        raise invalid("PullRequest", "state", "invalid", message="state cannot be changed.")
    of.state = "open"
    of.closed_at = None
    of.closed_by = None
    if isinstance(of, Issue):
        of.state_reason = "reopened"
    world.record(of, "reopened", actor)
    world.touch(of)


def lock(world: World, of: Conversation, actor: Account, reason: str | None = None) -> None:
    """Locked: only people with write access may comment, nobody may react."""
    if not of.locked:
        of.locked, of.lock_reason = True, reason
        world.record(of, "locked", actor, lock_reason=reason)
        world.touch(of)


def unlock(world: World, of: Conversation, actor: Account) -> None:
    """Open to comments again."""
    if of.locked:
        of.locked, of.lock_reason = False, None
        world.record(of, "unlocked", actor)
        world.touch(of)


def delete(world: World, issue: Issue) -> None:
    """Gone: 410 for those who could read it, 404 for others."""
    issue.repo.conversations.pop(issue.number)
    issue.repo.gone.add(issue.number)
    world.nodes.pop(issue.node_id)
    for comment in issue.comments:
        world.comments.pop(comment.id)
        world.nodes.pop(comment.node_id)


def transfer(world: World, issue: Issue, to: Repository, actor: Account) -> Issue:
    """The same issue in the other repository of the same owner, under a new number."""
    if to.owner is not issue.repo.owner or (issue.repo.is_private and not to.is_private):
        raise unprocessable("The issue cannot be transferred there.")
    old = issue.repo
    old.conversations.pop(issue.number)
    world.nodes.pop(issue.node_id)
    old.moved[issue.number] = issue
    issue.repo, issue.number = to, to.next_number
    to.next_number += 1
    issue.id = world.mint.number("I")
    issue.node_id = node_id("I", issue.id)
    to.conversations[issue.number] = world.keep(issue)
    kept = [to.label(label.name) for label in issue.labels]
    issue.labels = [label for label in kept if label is not None]
    world.record(issue, "transferred", actor, from_repository=old)
    world.touch(issue)
    return issue


def convert_to_discussion(world: World, issue: Issue, actor: Account) -> None:
    """Closed and locked, with the event that says where the talk went on."""
    close(world, issue, actor)
    lock(world, issue, actor)
    world.record(issue, "converted_to_discussion", actor)


def require_unarchived(repo: Repository) -> None:
    """403 for a write to an archived repository."""
    if repo.archived:
        raise Refusal(403, "Repository was archived so is read-only.")
