"""Rate limits that count down: the primary one per token and hour, secondary ones on request.

Numbers and words from github-facts section 3 (docs.github.com, rate limits for the REST API).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from inbox.simulator.accounts import Allowance, Token
from inbox.simulator.refusals import Refusal

_SECONDARY = (
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
)


@dataclass(slots=True)
class LimitRules:
    """How limits are told: the status of a refusal, and secondary limits (None: not applied)."""

    refusal_status: int = 403
    creations_per_minute: int | None = None
    retry_after: int = 60


def charge(allowance: Allowance, points: int, now: datetime) -> bool:
    """Counts `points` off the running hour; False, and nothing counted, when they do not fit."""
    if now.timestamp() >= allowance.reset:
        allowance.used = 0
        allowance.reset = int(now.timestamp()) + 3600
    if allowance.remaining < points:
        return False
    allowance.used += points
    return True


def headers(allowance: Allowance, resource: str) -> dict[str, str]:
    """The `X-RateLimit-*` headers of every answer."""
    return {
        "X-RateLimit-Limit": str(allowance.limit),
        "X-RateLimit-Remaining": str(allowance.remaining),
        "X-RateLimit-Reset": str(allowance.reset),
        "X-RateLimit-Used": str(min(allowance.used, allowance.limit)),
        "X-RateLimit-Resource": resource,
    }


def primary_refusal(rules: LimitRules, token: Token | None) -> Refusal:
    """403 or 429 with nothing remaining."""
    whose = "installation" if token is not None and token.is_installation else "user"
    number = token.account.id if token is not None else "127.0.0.1"
    return Refusal(rules.refusal_status, f"API rate limit exceeded for {whose} ID {number}.")


def check_creation(rules: LimitRules, token: Token, now: datetime) -> None:
    """Counts one creation; raises the secondary limit's refusal when there were too many."""
    if rules.creations_per_minute is None:
        return
    recent = [moment for moment in token.creations if now - moment < timedelta(minutes=1)]
    if len(recent) >= rules.creations_per_minute:
        raise secondary_refusal(rules)
    token.creations = [*recent, now]


def secondary_refusal(rules: LimitRules) -> Refusal:
    """403 or 429 with `Retry-After` and requests still remaining."""
    return Refusal(
        rules.refusal_status, _SECONDARY, headers={"Retry-After": str(rules.retry_after)}
    )
