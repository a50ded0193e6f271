"""Whose words a comment holds: the bot's own are evidence only if nobody else touched them."""

from __future__ import annotations

from inbox.refs import Account
from inbox.world import Comment


def is_only_by(bot: Account, comment: Comment) -> bool:
    """True when the bot wrote the comment and saved every revision of it (protocol P24).

    A revision whose editor GitHub no longer names is somebody else's. The caller has looked into
    the history of every edited comment of the bot before (see ballot/plan.py).
    """
    if not bot.is_same(comment.author):
        return False
    revisions = comment.revisions
    return revisions is not None and all(bot.is_same(revision.by) for revision in revisions)
