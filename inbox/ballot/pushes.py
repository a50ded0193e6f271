"""Whether the bound head was there before the answer about it (protocol P27).

Every workflow of a repository acts as `github-actions[bot]`, so any of them could forge a notice,
or a whole ballot, that names a head not yet pushed. The branch's activity log is kept by GitHub.
"""

from __future__ import annotations

from enum import Enum

from inbox.ballot.case import Case, Need
from inbox.ballot.choice import Choice
from inbox.ballot.judgement import Judgement
from inbox.ballot.round import second
from inbox.refs import Account

SHARED_BOT = Account.named("github-actions[bot]")


class Proof(Enum):
    """What is known of the order of push and answer."""

    NOT_NEEDED = "nobody but the bot writes as the bot, or nothing is approved"
    PUSHED_BEFORE = "the log shows the head before the answer"
    TOO_EARLY = "the log shows the head only after the answer"
    UNKNOWN = "the log may not be read, or does not hold the head"


def prove_push(case: Case, judgement: Judgement) -> Proof | Need:
    """How the push of the bound head stands to the deciding yes; needs the log where it matters."""
    verdict = judgement.verdict
    if verdict is None or verdict.choice not in (Choice.A, Choice.B):
        return Proof.NOT_NEEDED
    is_shared = case.terms.electorate.bot.is_same(SHARED_BOT)
    if not is_shared:
        return Proof.NOT_NEEDED
    if not case.is_whole:
        return Need.WHOLE
    if case.pushed is None:
        return Need.PUSHES
    if case.pushed.at is None:
        return Proof.UNKNOWN
    if second(case.pushed.at) < second(verdict.at):
        return Proof.PUSHED_BEFORE
    return Proof.TOO_EARLY
