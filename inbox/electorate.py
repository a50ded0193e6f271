"""Whose words count, and who the bot is."""

from __future__ import annotations

from dataclasses import dataclass

from inbox.policy import Allowlist
from inbox.refs import Account


@dataclass(frozen=True, slots=True)
class Electorate:
    """Who counts today, who the bot is, and whether signals through apps count (P9, P18)."""

    allowlist: Allowlist
    bot: Account
    allow_app_signals: bool = False
