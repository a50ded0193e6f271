"""Pull requests: opening, pushing, changing the base, merging."""

from __future__ import annotations

import re
from dataclasses import replace

from inbox.simulator.accounts import Account
from inbox.simulator.conversation import ChangedFile, Issue, PullRequest
from inbox.simulator.deeds import branches, issues
from inbox.simulator.minting import node_id
from inbox.simulator.refusals import unprocessable
from inbox.simulator.repository import Blob, Repository
from inbox.simulator.texts import EditableText
from inbox.simulator.world import World

_KEYWORD = re.compile(
    r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)(?::\s*|\s+)"
    r"(?:(?P<repo>[\w.-]+/[\w.-]+))?#(?P<number>\d+)",
    re.IGNORECASE,
)

Files = dict[str, str] | list[str] | list[ChangedFile]


def changed_files(files: Files) -> list[ChangedFile]:
    """The files of a pull request from the short ways a story names them.

    A mapping gives each path its status; a list of paths means `modified`.
    """
    if isinstance(files, dict):
        return [ChangedFile(path, status) for path, status in files.items()]
    return [ChangedFile(one) if isinstance(one, str) else replace(one) for one in files]


def _changes(files: list[ChangedFile], round_of: object) -> dict[str, str | bytes | Blob | None]:
    changes: dict[str, str | bytes | Blob | None] = {}
    for file in files:
        if file.previous_filename and file.status == "renamed":
            changes[file.previous_filename] = None
        text = f"{file.filename} {round_of}\n" if file.content is None else file.content
        changes[file.filename] = None if file.status == "removed" else text
    return changes


def open_pull(
    world: World,
    repo: Repository,
    author: Account,
    *,
    title: str,
    body: str,
    files: Files,
    head: str,
    base: str,
    head_repo: Repository,
    draft: bool = False,
) -> PullRequest:
    """An open pull request with one commit on a new branch of `head_repo`."""
    now = world.clock.now
    listed = changed_files(files)
    number = world.mint.number("PR")
    pull = PullRequest(
        id=number,
        node_id=node_id("PR", number),
        repo=repo,
        number=repo.next_number,
        title=title,
        author=author,
        body=EditableText(body, author, now),
        created_at=now,
        updated_at=now,
        issue_id=world.mint.number("I"),
        head_repo=head_repo,
        head_ref=head,
        head_owner=head_repo.owner,
        base_ref=base,
        draft=draft,
        files=listed,
    )
    repo.next_number += 1
    repo.conversations[pull.number] = world.keep(pull)
    _first_commit(world, pull)
    return pull


def _first_commit(world: World, pull: PullRequest) -> None:
    repo, home = pull.repo, pull.head_repo
    parent = repo.commits[repo.branches[pull.base_ref]]
    if home is not None and home is not repo:
        home.commits.setdefault(parent.sha, parent)
    changes = _changes(pull.files, 0)
    made = branches.commit(
        world, repo, pull.author, changes, parents=(parent.sha,), message=pull.title
    )
    _point_at(world, pull, made.sha, pull.author, "push")
    pull.commits = [made.sha]


def _point_at(world: World, pull: PullRequest, sha: str, actor: Account, kind: str) -> None:
    pull.head_sha = sha
    home = pull.head_repo
    if home is not None:
        home.commits[sha] = pull.repo.commits[sha]
        branches.move_branch(world, home, pull.head_ref, sha, actor, kind=kind)


def push(
    world: World,
    pull: PullRequest,
    actor: Account,
    *,
    files: Files | None = None,
    message: str = "More work",
    force: bool = False,
    to: str | None = None,
) -> str:
    """The new head; `to` is an existing commit that returns, `force` drops the old ones."""
    before = pull.head_sha
    if files is not None:
        pull.files = changed_files(files)
    if to is None:
        old = pull.repo.commits[before]
        parent = old.parents[0] if force else before
        made = branches.commit(
            world,
            pull.repo,
            actor,
            _changes(pull.files, len(pull.repo.commits)),
            parents=(parent,),
            message=message,
        )
        to = made.sha
    pull.commits = [to] if force else [*pull.commits, to]
    _point_at(world, pull, to, actor, "force_push" if force else "push")
    if force:
        world.record(pull, "head_ref_force_pushed", actor, old=before, new=to)
    world.touch(pull)
    return to


def retarget(world: World, pull: PullRequest, base: str, actor: Account) -> None:
    """Asks to go into another branch; leaves a `base_ref_changed` event."""
    if base not in pull.repo.branches:
        raise unprocessable(f"Proposed base branch '{base}' was not found")
    if base != pull.base_ref:
        world.record(pull, "base_ref_changed", actor, old=pull.base_ref, new=base)
        pull.base_ref = base
        world.touch(pull)


def base_deleted(world: World, repo: Repository, gone: str, into: str, actor: Account) -> None:
    """Open pull requests against the branch `gone` now ask to go into `into`, by GitHub itself."""
    for pull in repo.conversations.values():
        if isinstance(pull, PullRequest) and pull.state == "open" and pull.base_ref == gone:
            world.record(pull, "automatic_base_change_succeeded", actor, old=gone, new=into)
            pull.base_ref = into
            world.touch(pull)


def merge(world: World, pull: PullRequest, actor: Account, *, message: str | None = None) -> str:
    """The merge commit; the pull request and the issues its keywords name are closed."""
    repo = pull.repo
    text = message or f"Merge pull request #{pull.number} from {pull.head_ref}"
    made = branches.commit(
        world,
        repo,
        actor,
        _changes(pull.files, pull.head_sha),
        parents=(repo.branches[pull.base_ref], pull.head_sha),
        message=text,
    )
    branches.move_branch(world, repo, pull.base_ref, made.sha, actor, kind="pr_merge")
    pull.merged_at = world.clock.now
    pull.merged_by = actor
    pull.merge_sha = made.sha
    world.record(pull, "merged", actor, commit_id=made.sha)
    issues.close(world, pull, actor)
    if pull.base_ref == repo.default_branch:
        close_named(world, repo, f"{pull.body.text}\n{text}", actor, pull)
    if repo.rules.delete_branch and pull.head_repo is repo and pull.head_ref in repo.branches:
        branches.delete_branch(world, repo, pull.head_ref, actor)
        world.record(pull, "head_ref_deleted", actor)
        base_deleted(world, repo, pull.head_ref, pull.base_ref, actor)
    return made.sha


def close_named(
    world: World, home: Repository, text: str, actor: Account, closer: object
) -> list[Issue]:
    """The issues that closing keywords in `text` name are closed, with `closer` on the event."""
    closed: list[Issue] = []
    for match in _KEYWORD.finditer(text):
        repo = world.find_repository(match["repo"]) if match["repo"] else home
        issue = repo.conversations.get(int(match["number"])) if repo else None
        if isinstance(issue, Issue) and issue.state == "open":
            issues.close(world, issue, actor, closer=closer)
            closed.append(issue)
    return closed
