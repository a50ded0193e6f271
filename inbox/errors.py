"""Every failure that ends a run or an item: its type, exit status and sentence of advice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


class InboxError(Exception):
    """Something failed; `what` says it, `advice` says what to do, both one sentence, no secrets.

    `nameless` says it where `what` may not be read: without any name, as `advice` (protocol P48).
    """

    exit_status: ClassVar[int] = 70
    nameless: str = "The run could not do its work."

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(f"{what} {advice}".strip())
        self.what = what
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in an input or a configuration file: where, what, and what to write instead.

    `line` counts from 1; 0 where there are no lines (an input, an environment variable).
    """

    file: str
    line: int
    what: str
    advice: str = ""

    @property
    def place(self) -> str:
        """Where it is: `file:line`, or the input or variable alone."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" + (f"; {self.advice}" if self.advice else "")


class ConfigurationError(InboxError):
    """Inputs or configuration are wrong; carries every mistake at once (interface.md, exit 2)."""

    exit_status = 2

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes


class AccessRefused(InboxError):
    """GitHub refused the token, or a repository that the tick cannot do without (exit 3)."""

    nameless = "GitHub refused the token, or a repository that the run cannot do without."
    exit_status = 3


class GitHubFault(InboxError):
    """One request did not do what was asked; `status` is None where no answer came."""

    exit_status = 1

    def __init__(
        self, what: str, advice: str = "", *, request: str = "", status: int | None = None
    ) -> None:
        super().__init__(what, advice)
        self.request = request
        self.status = status


class NotThere(GitHubFault):
    """404: it does not exist, or this token may not see it; GitHub does not tell which."""

    nameless = "Something is not there, or not visible to this token."


class Gone(GitHubFault):
    """410: deleted, or the feature (issues) is switched off."""

    nameless = "Something is gone."


class Forbidden(GitHubFault):
    """403 that is neither a rate limit nor transient: a missing permission, a lock, a policy.

    `permission` is the missing line for a workflow (`issues: write`) where it is known.
    """

    nameless = "GitHub forbids this token something."

    def __init__(
        self,
        what: str,
        advice: str = "",
        *,
        request: str = "",
        status: int | None = 403,
        permission: str | None = None,
    ) -> None:
        super().__init__(what, advice, request=request, status=status)
        self.permission = permission


class Refused(GitHubFault):
    """400, 405, 409, 422 and the like: GitHub understood the request and said no."""

    nameless = "GitHub refused a request."

    def __init__(
        self,
        what: str,
        advice: str = "",
        *,
        request: str = "",
        status: int | None = None,
        message: str = "",
        codes: tuple[str, ...] = (),
        fields: tuple[str, ...] = (),
    ) -> None:
        super().__init__(what, advice, request=request, status=status)
        self.message = message
        self.codes = codes
        self.fields = fields


class Moved(GitHubFault):
    """The item was transferred or the repository renamed; `location` says where it is now."""

    nameless = "Something was moved or renamed."

    def __init__(
        self,
        what: str,
        advice: str = "",
        *,
        request: str = "",
        status: int | None = None,
        location: str = "",
    ) -> None:
        super().__init__(what, advice, request=request, status=status)
        self.location = location


class Unavailable(GitHubFault):
    """5xx or a broken connection after every allowed retry; what became of a write is unknown."""

    nameless = "GitHub did not answer a request, or not with what was asked for."


class Unreadable(GitHubFault):
    """An answer that GitHub does not document: truncated, HTML, fields missing, partial data."""

    nameless = "GitHub gave an answer that cannot be read."


class Changed(GitHubFault):
    """Something changed between two readings: nothing is wrong, the next tick looks again."""

    nameless = "Something changed while it was looked at."


class HeadMoved(Changed):
    """A write that needs the head found another one; nothing was written, the next tick sees it."""


class RateLimited(InboxError):
    """A primary or secondary limit that 60 seconds do not outlast: the tick stops cleanly (P44)."""

    nameless = "GitHub's rate limit stops this tick."
    exit_status = 0

    def __init__(self, what: str, advice: str = "", *, wait: float = 0.0) -> None:
        super().__init__(what, advice)
        self.wait = wait


class Bug(InboxError):
    """The program met a state it holds to be impossible."""

    exit_status = 70
    nameless = "The program has a bug."


class Stopped(InboxError):
    """Somebody stopped the run from outside: a cancelled workflow, a key at a terminal."""

    exit_status = 130  # what a shell says of an interrupted program
    nameless = "The run was stopped from outside."

    def __init__(self) -> None:
        super().__init__(
            self.nameless, "Nothing is lost: the next tick goes on from what GitHub holds."
        )


def without_names(failure: InboxError) -> InboxError:
    """What may be told of `failure` where not everybody may know what it is about: its kind and its
    advice, and of mistakes in a configuration also their places (protocol P48)."""
    if not isinstance(failure, ConfigurationError):
        return InboxError(failure.nameless, failure.advice)
    hidden = "there is a mistake, which is not shown to everybody who reads this"
    return ConfigurationError(
        tuple(Mistake(one.file, one.line, hidden, one.advice) for one in failure.mistakes)
    )


def bug(crash: Exception) -> Bug:
    """The failure that `crash` is: its type and place, never its text, which may be foreign."""
    frame, place = crash.__traceback__, ""
    while frame:
        name = frame.tb_frame.f_code.co_filename.replace("\\", "/").rpartition("/")[2]
        place, frame = f" at {name}:{frame.tb_lineno}", frame.tb_next
    found = Bug(
        f"The program has a bug: {type(crash).__name__}{place}.",
        "Nothing is lost: the next tick goes on from what GitHub holds. Please report this line.",
    )
    found.nameless = found.what
    return found
