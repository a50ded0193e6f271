"""In whose name the page speaks: whose token it is, and why nothing can be sent with it (P9, P18).

Source for the beginnings of tokens:
https://docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
"""

from __future__ import annotations

from enum import Enum

from inbox.electorate import Electorate
from inbox.policy import Standing
from inbox.refs import Account

_ALL_THE_SAME = "so everything here is read-only"


class TokenKind(Enum):
    """Whose word a token speaks, as its beginning tells."""

    PERSON = "a person's own"
    APP_FOR_PERSON = "an app's, in a person's name"
    APP = "an app's own"

    @classmethod
    def of(cls, token: str) -> TokenKind:
        """What `token` is; one that GitHub made without a telling beginning is a person's."""
        if token.startswith("ghu_"):
            return cls.APP_FOR_PERSON
        return cls.APP if token.startswith("ghs_") else cls.PERSON


def read_only(viewer: Account | None, electorate: Electorate, kind: TokenKind) -> str:
    """Why nothing can be sent with this token, in one sentence; empty where it can.

    `viewer` is the token's account as GitHub says it, None where it does not.
    """
    if viewer is None:
        return f"GitHub does not say whose token this is, {_ALL_THE_SAME}."
    if electorate.bot.is_same(viewer):
        return f"The token belongs to `{viewer}`, which is the bot itself, {_ALL_THE_SAME}."
    if kind is TokenKind.APP:
        return f"The token is an app's own and speaks for no person, {_ALL_THE_SAME}."
    standing = electorate.allowlist.standing(viewer)
    if standing is Standing.UNLISTED:
        return f"`{viewer}` is not on the allowlist, {_ALL_THE_SAME}."
    if not standing.counts:
        return f"`{viewer}` does not count ({standing.value}), {_ALL_THE_SAME}."
    if kind is TokenKind.APP_FOR_PERSON and not electorate.allow_app_signals:
        return (
            f"The token is an app's that speaks for `{viewer}`, and what apps write does not count"
            f" unless `owner.yml` says `allow_app_signals: true`, {_ALL_THE_SAME}."
        )
    return ""
