"""Comments and reactions."""

from __future__ import annotations

from typing import Any, cast

from inbox.simulator.accounts import Account, App
from inbox.simulator.conversation import REACTIONS, Comment, Conversation, Reaction
from inbox.simulator.deeds.issues import LARGEST_STORED, check_length
from inbox.simulator.minting import node_id
from inbox.simulator.refusals import invalid
from inbox.simulator.texts import EditableText
from inbox.simulator.world import World


def write(
    world: World,
    of: Conversation,
    author: Account,
    body: str,
    *,
    via_app: App | None = None,
    via_email: bool = False,
) -> Comment:
    """The new comment; 422 for an empty or too long one."""
    if not body.strip():
        raise invalid("IssueComment", "data", "unprocessable", message="Body cannot be blank")
    check_length(body, "IssueComment")
    now = world.clock.now
    number = world.mint.number("IC")
    comment = Comment(
        id=number,
        node_id=node_id("IC", number),
        of=cast(Any, of),
        author=author,
        body=EditableText(body, author, now),
        created_at=now,
        updated_at=now,
        via_app=via_app,
        via_email=via_email,
    )
    of.comments.append(comment)
    world.comments[comment.id] = world.keep(comment)
    world.touch(of)
    return comment


def edit(world: World, comment: Comment, body: str, editor: Account) -> None:
    """Reads `body` now; who wrote it is in the history."""
    if not body.strip():
        raise invalid("IssueComment", "data", "unprocessable", message="Body cannot be blank")
    if len(body.encode()) > LARGEST_STORED:
        raise invalid(
            "IssueComment",
            "body",
            "custom",
            message="body is too long (maximum is 65536 characters)",
        )
    if comment.body.edit(body, editor, world.clock.now, world.mint):
        comment.updated_at = world.clock.now
        world.touch(comment.of)


def delete(world: World, comment: Comment, actor: Account) -> None:
    """Gone with its history; the conversation keeps a `comment_deleted` event."""
    comment.of.comments.remove(comment)
    world.comments.pop(comment.id)
    world.nodes.pop(comment.node_id)
    world.record(comment.of, "comment_deleted", actor, author=comment.author, comment_id=comment.id)
    world.touch(comment.of)


def react(
    world: World, to: Conversation | Comment, user: Account, content: str
) -> tuple[Reaction, bool]:
    """The user's reaction and whether it is new; moves no `updated_at`."""
    if content not in REACTIONS:
        raise invalid("Reaction", "content", "invalid")
    for reaction in to.reactions:
        if reaction.user is user and reaction.content == content:
            return reaction, False
    number = world.mint.number("REA")
    reaction = Reaction(number, node_id("REA", number), user, content, world.clock.now)
    to.reactions.append(reaction)
    return world.keep(reaction), True


def unreact(world: World, to: Conversation | Comment, user: Account, content: str) -> bool:
    """Without the user's reaction of that content, and without a trace; False if there was none."""
    for reaction in to.reactions:
        if reaction.user is user and reaction.content == content:
            to.reactions.remove(reaction)
            world.nodes.pop(reaction.node_id)
            return True
    return False
