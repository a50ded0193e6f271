"""Why an order was not carried out, and what its giver can do about it."""

from __future__ import annotations

from math import ceil

from inbox.errors import Changed, Forbidden, GitHubFault, InboxError, NotThere, RateLimited, bug

LOOK_AGAIN = "Look at it as it is now, then decide again."
_LONGEST_LIMIT = 3600  # seconds; GitHub's own limits end within them
_TRY_AGAIN = "Usually this passes: send it again."


class NotSent(InboxError):
    """Nothing was written, and that is sure; `to_copy` are lines that would do it as a comment."""

    nameless = "Nothing was sent."
    exit_status = 1

    def __init__(self, what: str, advice: str = "", *, to_copy: tuple[str, ...] = ()) -> None:
        super().__init__(what, advice)
        self.to_copy = to_copy


class PerhapsSent(InboxError):
    """Something was written, perhaps, and no reading shows that it stands there as it was meant."""

    nameless = "Nobody knows whether it was sent."
    exit_status = 1


def not_sent(failure: InboxError) -> NotSent:
    """What stopped an order before anything was written, as its giver should read it."""
    if isinstance(failure, RateLimited):
        failure = limited(failure, "Nothing does it by itself: send it again after that.")
    return NotSent(failure.what, _advice(failure))


def limited(limit: RateLimited, advice: str) -> RateLimited:
    """The limit in words for somebody at the page, whom no tick stops and none goes on for."""
    minutes = ceil(min(limit.wait, _LONGEST_LIMIT) / 60) or 1
    what = f"GitHub's rate limit lets this token ask again in about {minutes} min."
    return RateLimited(what, advice, wait=limit.wait)


def crashed(crash: Exception) -> NotSent:
    """A bug that stopped an order before anything was written: its place, never its text."""
    return NotSent(bug(crash).what, "Nothing was sent. Please report this line.")


def _advice(failure: InboxError) -> str:
    said = failure.what.lower()
    match failure:
        case Forbidden() if "archived" in said:
            return "Unarchive the repository; until then nothing in it can be changed."
        case Forbidden() if "locked" in said:
            return "Unlock the conversation on GitHub, then send it again."
        case Forbidden(permission=str(permission)):
            return (
                f"Give the token `{permission}` for this repository, or use one of an account"
                " that may do this."
            )
        case Changed():
            return LOOK_AGAIN
        case NotThere():
            return "It may be gone, or the token may not see it or may not write there."
        case GitHubFault(status=status) if status is None or status >= 500:
            return _TRY_AGAIN
        case _:
            return failure.advice
