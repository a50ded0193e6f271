"""How long an answer may rest, where the environment says it (ruling D18)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from inbox.markdown import log_safe
from inbox.policy import Decisions, Policy

VARIABLES = ("DECISIONS_GRACE_HOURS", "MARVIN_DECISIONS_GRACE_HOURS")
MOST_HOURS = 168.0


def with_grace(policy: Policy, variables: Mapping[str, str]) -> Policy:
    """The policy with the grace period that the environment names, which wins over the file's.

    What is no number above 0 and up to 168 counts as the default, with a notice.
    """
    name = next((one for one in VARIABLES if variables.get(one, "").strip()), None)
    if name is None:
        return policy
    hours = _hours(variables[name])
    if hours is not None:
        return replace(policy, decisions=replace(policy.decisions, grace_hours=hours))
    default = Decisions().grace_hours
    notice = (
        f"{name} says {log_safe(variables[name], 40)}, which is no number of hours above 0 and up"
        f" to {MOST_HOURS:g}: {default:g} hours count"
    )
    decisions = replace(policy.decisions, grace_hours=default)
    return replace(policy, decisions=decisions, notices=(*policy.notices, notice))


def _hours(text: str) -> float | None:
    try:
        hours = float(text)
    except ValueError:
        return None
    return hours if math.isfinite(hours) and 0 < hours <= MOST_HOURS else None
