"""The people, heads and clock of the ballot tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from inbox.ballot.body import BallotText, render_body
from inbox.policy import AllowedActor, Allowlist
from inbox.refs import Account, HeadSha, IssueRef, PullRef

OWNER = Account.named("owner", 1001)
DEPUTY = Account.named("deputy", 1002)
AGENT = Account.named("agent", 1003)
"""Not on the allowlist, with write access: may edit and delete whatever others wrote."""
BOT = Account.named("merge-gate[bot]", 2001)
ANY_WORKFLOW = Account.named("github-actions[bot]", 41898282)
"""The login that every workflow of a repository shares."""

H, G, K = (HeadSha(letter * 40) for letter in "abc")
PULL = PullRef.parse("o/r#42")
INBOX = IssueRef.parse("o/inbox#7")
NONCE = "3b9f1c9e-7f0e-4c8e-9a53-0f6c8e8f1d11"
URL = "https://github.example/o/inbox/issues/7"
PICTURES = {
    "👍": "+1",
    "👎": "-1",
    "❤️": "heart",
    "👀": "eyes",
    "🚀": "rocket",
    "😄": "laugh",
    "😕": "confused",
    "🎉": "hooray",
}

_DAY = datetime(2026, 8, 1, tzinfo=UTC)


def clock(text: str) -> datetime:
    """The instant that a clock of the one day shows: `10:05`, `10:05:30` or `10:05:30.5`."""
    hours, minutes, *seconds = text.split(":")
    passed = timedelta(hours=int(hours), minutes=int(minutes))
    return _DAY + passed + timedelta(seconds=float(seconds[0]) if seconds else 0)


def when(time: str | datetime | None) -> datetime | None:
    """A clock text as an instant; instants and None stay what they are."""
    return clock(time) if isinstance(time, str) else time


Time = str | datetime | None


def allowlist(*logins: str) -> Allowlist:
    """An allowlist of these logins."""
    return Allowlist(tuple(AllowedActor(login) for login in logins))


def body(head: HeadSha = H) -> str:
    """The ballot's original text."""
    reasoning = "rule migrations: `db/1.sql` changes the database schema"
    return render_body(BallotText(PULL, head, NONCE, reasoning, clock("09:00")))
