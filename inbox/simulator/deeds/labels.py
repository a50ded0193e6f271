"""Labels of a repository and of a conversation."""

from __future__ import annotations

import re

from inbox.simulator.accounts import Account
from inbox.simulator.conversation import Conversation
from inbox.simulator.minting import node_id
from inbox.simulator.refusals import Refusal, invalid
from inbox.simulator.repository import Label, Repository
from inbox.simulator.world import World

GREY = "ededed"
LONGEST_NAME = 50
LONGEST_DESCRIPTION = 100
MOST_ON_ONE = 100
_COLOR = re.compile(r"[0-9A-Fa-f]{6}")


def create(
    world: World, repo: Repository, name: str, color: str = GREY, description: str | None = None
) -> Label:
    """The new label; 422 `already_exists` for a name taken in any letter case."""
    _check(name, color, description)
    if repo.label(name):
        raise invalid("Label", "name", "already_exists")
    number = world.mint.number("LA")
    label = Label(number, node_id("LA", number), name, color.lower(), description, world.clock.now)
    repo.labels[name.casefold()] = label
    return world.keep(label)


def change(
    repo: Repository,
    label: Label,
    *,
    name: str | None = None,
    color: str | None = None,
    description: str | None = None,
) -> None:
    """The label with what was given; it stays on every conversation that carries it."""
    new_name = label.name if name is None else name
    new_color = label.color if color is None else color
    _check(new_name, new_color, description)
    taken = repo.label(new_name)
    if taken is not None and taken is not label:
        raise invalid("Label", "name", "already_exists")
    del repo.labels[label.name.casefold()]
    label.name, label.color = new_name, new_color.lower()
    if description is not None:
        label.description = description
    repo.labels[new_name.casefold()] = label


def _check(name: str, color: str, description: str | None) -> None:
    if not name.strip() or len(name) > LONGEST_NAME:
        raise invalid("Label", "name", "invalid")
    if not _COLOR.fullmatch(color):
        raise invalid("Label", "color", "invalid")
    if description is not None and len(description) > LONGEST_DESCRIPTION:
        raise invalid("Label", "description", "invalid")


def add(world: World, of: Conversation, names: list[str], actor: Account) -> None:
    """Carries these labels too; unknown ones are made in grey, present ones are no event."""
    for name in names:
        label = of.repo.label(name) or create(world, of.repo, name)
        if label in of.labels:
            continue
        if len(of.labels) >= MOST_ON_ONE:
            raise invalid("Issue", "labels", "invalid")
        of.labels.append(label)
        world.record(of, "labeled", actor, label=(label.name, label.color))
        world.touch(of)


def remove(world: World, of: Conversation, name: str, actor: Account) -> None:
    """No longer carries the label; 404 `Label does not exist` when it did not."""
    label = of.repo.label(name)
    if label is None or label not in of.labels:
        raise Refusal(404, "Label does not exist")
    of.labels.remove(label)
    world.record(of, "unlabeled", actor, label=(label.name, label.color))
    world.touch(of)


def replace(world: World, of: Conversation, names: list[str], actor: Account) -> None:
    """Carries exactly these labels."""
    wanted = {name.casefold() for name in names}
    for label in list(of.labels):
        if label.name.casefold() not in wanted:
            remove(world, of, label.name, actor)
    add(world, of, names, actor)
