"""Commits, branches, files, and the activity log they leave."""

from __future__ import annotations

from inbox.simulator.accounts import Account
from inbox.simulator.minting import node_id
from inbox.simulator.repository import Activity, Blob, Commit, Repository, Tree
from inbox.simulator.world import World

NO_COMMIT = "0" * 40


def blob(content: str | bytes | Blob) -> Blob:
    """The file with that content."""
    if isinstance(content, Blob):
        return content
    return Blob(content.encode() if isinstance(content, str) else content)


def commit(
    world: World,
    repo: Repository,
    author: Account,
    changes: dict[str, str | bytes | Blob | None],
    *,
    parents: tuple[str, ...] = (),
    message: str = "Change files",
    sha: str | None = None,
) -> Commit:
    """A commit on top of its first parent; None as content deletes the path."""
    tree: Tree = dict(repo.commits[parents[0]].tree) if parents else {}
    for path, content in changes.items():
        if content is None:
            tree.pop(path, None)
        else:
            tree[path] = blob(content)
    identity = sha or world.mint.sha(repo.id, message)
    made = Commit(identity, f"C_{identity}", message, author, world.clock.now, parents, tree)
    repo.commits[identity] = made
    return world.keep(made)


def move_branch(
    world: World, repo: Repository, name: str, sha: str, actor: Account, *, kind: str = "push"
) -> None:
    """The branch points at `sha`; the activity log says who moved it, when and from where."""
    before = repo.branches.get(name, NO_COMMIT)
    repo.branches[name] = sha
    if before == NO_COMMIT:
        kind = "branch_creation"
    log(world, repo, name, actor, kind, moved=(before, sha))


def delete_branch(world: World, repo: Repository, name: str, actor: Account) -> None:
    """The branch is gone; its commits stay reachable by id."""
    before = repo.branches.pop(name)
    log(world, repo, name, actor, "branch_deletion", moved=(before, NO_COMMIT))


def log(
    world: World,
    repo: Repository,
    name: str,
    actor: Account,
    kind: str,
    *,
    moved: tuple[str, str],
) -> None:
    """One more line of the activity log: from which commit to which."""
    number = world.mint.number("PUSH")
    entry = Activity(
        id=number,
        node_id=node_id("PUSH", number),
        kind=kind,
        ref=f"refs/heads/{name}",
        before=moved[0],
        after=moved[1],
        actor=actor,
        at=world.clock.now,
    )
    repo.activity.append(entry)


def resolve(repo: Repository, ref: str) -> Commit | None:
    """The commit that a branch name, `refs/heads/…`, `heads/…`, `HEAD` or a full id names."""
    if ref == "HEAD":
        ref = repo.default_branch
    for prefix in ("refs/heads/", "heads/"):
        ref = ref.removeprefix(prefix)
    return repo.commits.get(repo.branches.get(ref, ref))
