"""Tells one refusal of GitHub from another, and says in each what to do.

Sources: https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api and
https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from inbox.errors import (
    AccessRefused,
    Forbidden,
    Gone,
    InboxError,
    Moved,
    NotThere,
    Refused,
    Unavailable,
    Unreadable,
)
from inbox.github.answers import Answer
from inbox.github.routes import READING

OTHER_REPOSITORIES = (
    "The workflow's own token writes only to its own repository: several repositories need a"
    " GitHub App or machine account token (input `token`)."
)
_UNSTATED_WAIT = 60.0  # GitHub's advice for a secondary limit that names no time
_RATE_LIMIT_WORDS = ("rate limit", "abuse detection")
_POLICIES = (
    ("locked", "Unlock the conversation, or let the bot's account write to the repository."),
    ("archived", "The repository is archived: unarchive it, or take it out of the configuration."),
    ("blocked", "The bot's account or the repository is blocked: its owner can lift that."),
    ("suspended", "The bot's account or app is suspended: its owner can lift that."),
    ("saml", "Authorise the token for the organisation's single sign-on."),
    ("ip allow list", "Add the runner's address to the organisation's IP allow list."),
    ("upgrade to", "The plan of the repository's owner does not include that."),
    ("administrative rules", "A rule of GitHub or of a proxy refuses this client."),
)
_SAFE_HOST = re.compile(r"[A-Za-z0-9.:\[\]-]+")


class LabelAbsent(NotThere):
    """The issue is there and does not carry the label that was to be taken off."""


def asked_wait(answer: Answer, now: datetime) -> float | None:
    """The seconds that a rate limit asks to wait; None for an answer that is no rate limit.

    Primary and secondary limits come as 403 or 429 (protocol P44). A missing permission or a lock
    keeps its meaning even when the hour's last request met it.
    """
    is_limit = answer.status == 429 or (answer.status == 403 and _is_limit(answer))
    return stated_wait(answer, now) if is_limit else None


def _is_limit(answer: Answer) -> bool:
    said = answer.complaint.text
    if "retry-after" in answer.headers or any(words in said for words in _RATE_LIMIT_WORDS):
        return True
    is_spent = answer.headers.get("x-ratelimit-remaining") == "0"
    return is_spent and "not accessible by" not in said and _policy(answer) is None


def stated_wait(answer: Answer, now: datetime) -> float:
    """The seconds until the limit ends: `Retry-After`, else the reset of a spent limit, else 60."""
    headers = answer.headers
    if (seconds := _number(headers.get("retry-after"))) is not None:
        return seconds
    reset = _number(headers.get("x-ratelimit-reset"))
    if headers.get("x-ratelimit-remaining") == "0" and reset is not None:
        here = (answer.date or now).astimezone(UTC).timestamp()
        return max(reset - here, 1.0)
    return _UNSTATED_WAIT


def _number(text: str | None) -> float | None:
    return float(text) if text and text.isascii() and text.isdigit() else None


def refusal(answer: Answer) -> InboxError:
    """The typed error for an answer that is neither a success nor a rate limit."""
    request, status, complaint = answer.request, answer.status, answer.complaint
    said = f": {complaint.said}" if complaint.said else ""
    match status:
        case 401:
            return AccessRefused(
                f"GitHub does not accept the token ({request}, 401).",
                "It may be wrong, expired or revoked: check the input `token`, or GITHUB_TOKEN at a"
                " terminal.",
            )
        case 403:
            return _forbidden(answer)
        case 404:
            return _absent(answer)
        case 410:
            return Gone(
                f"{request} is gone{said}.",
                "It was deleted, or issues are switched off: switch them on in the settings.",
                request=request,
                status=status,
            )
        case 301 | 302 | 303 | 307 | 308:
            return moved(answer, answer.headers.get("location", ""))
        case _ if status >= 500 or status == 408:
            return unavailable(request, f"GitHub answered {status}", status)
        case _ if status >= 400:
            return Refused(
                f"GitHub refused {request} ({status}){said}{_named(answer)}.",
                request=request,
                status=status,
                message=complaint.message,
                codes=tuple(entry.code for entry in complaint.errors if entry.code),
                fields=tuple(entry.field for entry in complaint.errors if entry.field),
            )
        case _:
            return Unreadable(
                f"GitHub answered {request} with the unexpected status {status}.",
                request=request,
                status=status,
            )


def unavailable(request: str, how: str, status: int | None = None) -> Unavailable:
    """The error for a request that GitHub did not answer, or answered with its own failure."""
    method = request.split(" ", 1)[0]
    doubt = "" if method in READING else " Whether it took effect is unknown."
    return Unavailable(
        f"{request} failed: {how}.{doubt}",
        "Usually this passes: the next tick tries again.",
        request=request,
        status=status,
    )


def moved(answer: Answer, location: str, why: str = "") -> Moved:
    """The error for a redirect that is not followed; names the host it points to, if it is one."""
    host = re.match(r"https?://([^/?#]+)", location)
    where = f" to {host[1]}" if host and _SAFE_HOST.fullmatch(host[1]) else ""
    return Moved(
        f"{answer.request} is redirected{where} ({answer.status}){why and ', ' + why}.",
        "If a repository was renamed or an issue transferred, write its new name in the"
        " configuration.",
        request=answer.request,
        status=answer.status,
        location=location,
    )


def _named(answer: Answer) -> str:
    parts = sorted(
        {
            f"{entry.field or 'request'} {entry.code}".strip()
            for entry in answer.complaint.errors
            if re.fullmatch(r"[\w -]{1,80}", entry.field + entry.code, re.ASCII)
        }
    )
    return f" ({', '.join(parts)})" if parts else ""


def _is_write(answer: Answer) -> bool:
    return answer.request.split(" ", 1)[0] not in READING


def _absent(answer: Answer) -> NotThere:
    request = answer.request
    if answer.complaint.text.startswith("label does not exist"):
        return LabelAbsent(f"The label is not there ({request}).", request=request, status=404)
    what = f"{request}: not there, or not visible to this token."
    if _is_write(answer):
        advice = f"Check the name and `{permission(answer)}`. {OTHER_REPOSITORIES}"
    else:
        advice = (
            "Check the name. The workflow's own token sees no other private repository: that"
            " needs a GitHub App or machine account token (input `token`)."
        )
    return NotThere(what, advice, request=request, status=404)


def _forbidden(answer: Answer) -> Forbidden | Refused:
    request, complaint = answer.request, answer.complaint
    said = f": {complaint.said}" if complaint.said else ""
    if any(entry.code == "too_large" for entry in complaint.errors):
        return Refused(
            f"GitHub does not hand out {request}: it is too large.",
            request=request,
            status=403,
            message=complaint.message,
            codes=("too_large",),
        )
    if (policy := _policy(answer)) is not None:
        return Forbidden(f"GitHub forbids {request}{said}.", policy, request=request)
    line = permission(answer)
    advice = f"Give the job `{line}` under `permissions:`, or the token that permission."
    if _is_write(answer):
        advice += f" {OTHER_REPOSITORIES}"
    return Forbidden(f"GitHub forbids {request}{said}.", advice, request=request, permission=line)


def _policy(answer: Answer) -> str | None:
    """What to do about a refusal that no permission of the token would change."""
    said = answer.complaint.text
    if "x-github-sso" in answer.headers:
        said += " saml"
    return next((advice for word, advice in _POLICIES if re.search(rf"\b{word}\b", said)), None)


def permission(answer: Answer) -> str:
    """The workflow's permission line that is missing: as GitHub names it, else as documented.

    `x-accepted-github-permissions` lists alternatives (`issues=write; pull_requests=write`), of
    which the one that the examples give is preferred.
    """
    method = answer.request.split(" ", 1)[0]
    documented = answer.route.permission(method)
    header = answer.headers.get("x-accepted-github-permissions", "")
    alternatives = [_lines(part) for part in header.split(";")]
    if [documented] in alternatives:
        return documented
    return ", ".join(next(filter(None, alternatives), [documented]))


def _lines(accepted: str) -> list[str]:
    named = re.findall(r"([a-z_]+)=(read|write|admin)", accepted)
    return [f"{area.replace('_', '-')}: {level}" for area, level in named if area != "metadata"]
