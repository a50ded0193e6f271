"""What a tick found and did, collected as it goes: for summary, metrics and exit status."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from inbox import page
from inbox.actions import Action, CreateLabel, describe
from inbox.ballot.signals import Uncounted
from inbox.counted import Counted
from inbox.errors import InboxError, RateLimited
from inbox.refs import IssueRef, PullRef, RepoRef
from inbox.world import Pull

BREAK_GLASS = "[break-glass-bot-self-update]"

Place = IssueRef | PullRef

_MOST_NAMED = 5
_BROKEN_OFF = "This tick ended early; the next goes on from here."


@dataclass(slots=True)
class Report:
    """Collected during one tick; `exit_status` is the gravest so far (interface.md).

    `stages` are those not yet done, and `left` what the first of them did not get to yet.
    """

    done: list[page.Done] = field(default_factory=list)
    uncounted: list[page.Uncounted] = field(default_factory=list)
    not_honoured: list[page.NotHonoured] = field(default_factory=list)
    warned: list[page.Warned] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    counted: Counter[Counted] = field(default_factory=Counter)
    exit_status: int = 0
    unread: set[RepoRef] = field(default_factory=set)
    stages: list[str] = field(default_factory=list)
    left: tuple[Place, ...] = ()
    stopped: str = ""
    ended: str = ""

    def wrote(self, action: Action) -> None:
        """A write was performed, or would be in a dry run; labels' creation is not listed (P46)."""
        if not isinstance(action, CreateLabel):
            self.writes.append(describe(action))

    def did(self, what: str, where: Place) -> None:
        """Something worth a line in the summary was done."""
        self.done.append(page.Done(what, where))

    def did_not_count(self, uncounted: Uncounted, where: Place) -> None:
        """A signal was seen and not counted (protocol P21)."""
        self.uncounted.append(
            page.Uncounted(
                who=str(uncounted.by) if uncounted.by else "somebody",
                what=uncounted.what,
                when=uncounted.at,
                where=where,
                reason=uncounted.why.value,
                comment=uncounted.source.id if uncounted.source.url else None,
            )
        )

    def warn(
        self,
        text: str,
        where: Place | None = None,
        advice: str = "",
        *,
        nameless: str = "",
        source: RepoRef | None = None,
    ) -> None:
        """Something needs a person's eye; `nameless` says it where names may not be read, or what
        stands in `source` (P48)."""
        self.warned.append(page.Warned(text, where, advice, nameless, source))

    def tell(self, failure: InboxError, where: Place | None = None, *, about: str = "") -> None:
        """What failed needs a person's eye, and changes no exit status; `about` goes before it."""
        text = f"{about} {failure.what}".strip()
        self.warn(text, where, failure.advice, nameless=failure.nameless)

    def failed(
        self, failure: InboxError, where: Place | None = None, *, said: bool = False
    ) -> None:
        """One item could not be processed; one already said in its ballot costs no status (P40)."""
        self.counted[Counted.FAILED] += 1
        self.tell(failure, where)
        if not said:
            self.exit_status = max(self.exit_status, failure.exit_status)

    def stop(self, limit: RateLimited) -> None:
        """A rate limit ends the tick; what it did not get to is named (protocol P44)."""
        self._end(f"{limit.what} {limit.advice}", f"{limit.nameless} {limit.advice}")

    def break_off(self, failure: InboxError) -> None:
        """A failure of no single item ends the tick; what was done before it, and what it did not
        get to, is told all the same (protocol P6, P40)."""
        self.failed(failure)
        self._end(_BROKEN_OFF, _BROKEN_OFF)

    def _end(self, why: str, nameless: str) -> None:
        self.ended = nameless
        named = ", ".join(map(str, self.left[:_MOST_NAMED]))
        more = len(self.left) - _MOST_NAMED
        first = f" ({named}{f' and {more} more' if more > 0 else ''})" if named else ""
        self.stopped = " ".join(filter(None, (why, self._undone(first))))

    @property
    def undone(self) -> str:
        """The stages that a stopped tick did not finish, without names; empty where there is none.

        Where more people read this than the ballots, no more may be told (protocol P48).
        """
        return self._undone("")

    def _undone(self, first: str) -> str:
        if not self.stages:
            return ""
        begun, *others = self.stages
        return f"Not done in this tick: {', '.join((begun + first, *others))}."

    def broke_glass(self, pull: Pull, message: str | None) -> None:
        """An open pull request of the bot's own repository, which the inbox does not gate (P5)."""
        said = "may carry" if message is None else "does not carry"
        if message and message.startswith(BREAK_GLASS):
            said = "carries"
        self.did(f"not gated, as the bot's own; its head commit {said} `{BREAK_GLASS}`", pull.ref)
