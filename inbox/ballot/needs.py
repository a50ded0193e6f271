"""Which texts must be looked into before anything is decided: edited ones that can matter (P15)."""

from __future__ import annotations

from inbox.ballot.notices import may_be_notice
from inbox.electorate import Electorate
from inbox.world import Ballot, Comment


def missing_histories(ballot: Ballot, electorate: Electorate) -> bool:
    """True while the history of the body or of a comment that can matter, or the reactions on a
    notice, are unread; for an issue that is not the bot's nothing is missing."""
    if not electorate.bot.is_same(ballot.author):
        return False
    return ballot.revisions is None or any(
        needs_closer_look(comment, electorate) for comment in ballot.comments
    )


def needs_closer_look(comment: Comment, electorate: Electorate) -> bool:
    """True for an edited comment of the bot or of a person who counts, and for a notice."""
    is_bots = electorate.bot.is_same(comment.author)
    if comment.revisions is None and (is_bots or electorate.allowlist.counts(comment.author)):
        return True
    return may_be_notice(comment, electorate.bot) and comment.reactions is None
