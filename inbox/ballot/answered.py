"""Comments that a whole reading found to be an app's, as our own answers tell it (protocol P43).

GraphQL does not tell that an app wrote a comment in a person's name, so the scout takes it for the
person's. The bot answers each such comment once; that answer saves reading it at every tick.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from inbox.authorship import is_only_by
from inbox.ballot.pushes import SHARED_BOT
from inbox.ballot.signals import Medium
from inbox.markdown import find_markers
from inbox.refs import Account
from inbox.sayings import KIND
from inbox.world import Ballot, Comment

_HOURS_A_DAY = 24


def as_answered(ballot: Ballot, bot: Account) -> Ballot:
    """The scouted ballot, each comment that the bot has answered taken for an app's.

    Where the answer had another reason this changes nothing: what was answered never counts again,
    unless it is edited, and then the answer names another signal.
    """
    answered = tuple(
        marker.fields.get("about", "")
        for comment in ballot.comments
        if is_only_by(bot, comment)
        for marker in find_markers(comment.body, KIND)
    )
    return replace(ballot, comments=tuple(_taken(one, answered) for one in ballot.comments))


def _taken(comment: Comment, answered: tuple[str, ...]) -> Comment:
    its_keys = f"{Medium.COMMENT.word}:{comment.id}:"
    is_answered = any(about.startswith(its_keys) for about in answered)
    return replace(comment, via_app=True) if comment.via_app is None and is_answered else comment


def is_due(ballot: Ballot, bot: Account, now: datetime) -> bool:
    """True when the ballot is read whole all the same, in its hour of the day.

    Any workflow could forge the answers of the bot that all of them share: they are a hint there,
    and must not keep a refusal unheard for longer than a day.
    """
    return bot.is_same(SHARED_BOT) and ballot.ref.number % _HOURS_A_DAY == now.hour
