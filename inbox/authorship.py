"""Whose words a comment holds: the bot's own are evidence only if nobody else touched them."""

from __future__ import annotations

from inbox.refs import Account
from inbox.world import Comment


def own_words(bot: Account, comment: Comment) -> str:
    """What the bot itself last wrote in its comment, whatever others made of it; "" for nothing.

    The caller has looked into the history of every edited comment of the bot before.
    """
    if not bot.is_same(comment.author):
        return ""
    own = [one.text for one in comment.revisions or () if bot.is_same(one.by) and one.text]
    return own[-1] if own else ""


def is_only_by(bot: Account, comment: Comment) -> bool:
    """True when the bot wrote the comment and saved every revision of it (protocol P24).

    A revision whose editor GitHub no longer names is somebody else's. The caller has looked into
    the history of every edited comment of the bot before (see ballot/plan.py).
    """
    if not bot.is_same(comment.author):
        return False
    revisions = comment.revisions
    return revisions is not None and all(bot.is_same(revision.by) for revision in revisions)
