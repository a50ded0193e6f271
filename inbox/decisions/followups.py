"""Follow-ups: one issue for answers that nobody acted on, and when it goes again (D17-D19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from inbox.actions import AddLabel, CloseReason, FileIssue, RewriteIssue
from inbox.counted import Counted
from inbox.decisions.addressed import ADDRESSED
from inbox.decisions.records import Record
from inbox.labels import OWNER_DECISIONS, READY_FOR_AGENT
from inbox.markdown import find_markers, render_marker
from inbox.refs import Account, IssueRef, PullRef, RefError
from inbox.steps import Step

KIND = "follow-up"
CLOSED = "follow-up-closed"
LABELS = frozenset({READY_FOR_AGENT, OWNER_DECISIONS})
_LONGEST_ANSWERS = 40_000


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A follow-up issue of the bot, by what its hidden record names; `record` is a comment's id.

    `closed_by_us` is True where the bot wrote into it why it was closed.
    """

    ref: IssueRef
    pull: PullRef
    record: int
    is_open: bool
    labels: frozenset[str]
    body: str

    @property
    def closed_by_us(self) -> bool:
        """True where the bot closed it; closed otherwise, it silences its record (D19)."""
        return not self.is_open and bool(find_markers(self.body, CLOSED))


def read_follow_up(
    ref: IssueRef,
    author: Account | None,
    body: str,
    labels: frozenset[str],
    bot: Account,
    *,
    is_open: bool,
) -> FollowUp | None:
    """The follow-up that an issue is; None for what the bot did not write or names nothing."""
    markers = find_markers(body, KIND)
    if not bot.is_same(author) or len(markers) != 1:
        return None
    fields = markers[0].fields
    try:
        pull = PullRef.parse(fields["pull"])
        return FollowUp(ref, pull, int(fields["record"]), is_open, labels, body)
    except (KeyError, ValueError, RefError):
        return None


class Fate(Enum):
    """What becomes of the newest record of a pull request; the value says why."""

    NO_RECORD = "the owner answered nothing"
    PARTLY = "partly answered: questions are still open"
    ADDRESSED = "was acted on, as a reply says"
    ENDED = "the pull request has ended"
    YOUNG = "was answered less than the grace period ago"
    SILENCED = "its follow-up was closed by hand"
    WAITS = "was answered, and nobody acted on it"


@dataclass(frozen=True, slots=True)
class Answered:
    """A pull request as far as follow-ups care: its newest record, and what came after it.

    `is_newer` is True where an answer came just now that is on no record yet.
    """

    pull: PullRef
    is_open: bool
    is_complete: bool
    record: Record | None
    is_addressed: bool
    is_newer: bool = False


def fate(found: Answered, follow_ups: Iterable[FollowUp], now: datetime, grace: timedelta) -> Fate:
    """What holds for the newest record of a pull request (D17)."""
    record = found.record
    if not found.is_open:
        return Fate.ENDED
    if found.is_newer:
        return Fate.YOUNG
    if record is None or record.at is None:
        return Fate.NO_RECORD
    if found.is_addressed:
        return Fate.ADDRESSED
    if not found.is_complete:
        return Fate.PARTLY
    of_it = [one for one in follow_ups if one.record == record.id]
    if any(not one.is_open and not one.closed_by_us for one in of_it):
        return Fate.SILENCED
    return Fate.YOUNG if now - record.at < grace else Fate.WAITS


def plan_follow_up(
    found: Answered, follow_ups: Iterable[FollowUp], now: datetime, grace: timedelta
) -> tuple[Fate, tuple[Step, ...]]:
    """The writes that follow for one pull request, and why (D17, D19).

    `follow_ups` are all those of this pull request, open and closed.
    """
    known = sorted(follow_ups, key=lambda one: one.ref.number)
    found_fate = fate(found, known, now, grace)
    open_ones = [one for one in known if one.is_open]
    steps = [*_relabelled(open_ones[:1]), *_duplicates(open_ones)]
    match found_fate:
        case Fate.WAITS:
            assert found.record is not None
            steps += _filed(found.pull, found.record, known)
        case Fate.ADDRESSED | Fate.ENDED | Fate.NO_RECORD:
            steps += [_closing(one, found_fate.value) for one in open_ones[:1]]
        case Fate.YOUNG | Fate.PARTLY | Fate.SILENCED:
            pass
    return found_fate, tuple(steps)


def _relabelled(open_ones: list[FollowUp]) -> Iterator[Step]:
    """An open one from which somebody took a label has it back, so that it is found (D17)."""
    for one in open_ones:
        if OWNER_DECISIONS not in one.labels:
            yield Step(AddLabel(one.ref, OWNER_DECISIONS))


def _duplicates(open_ones: list[FollowUp]) -> Iterator[Step]:
    """The oldest stays, the others are closed: two ticks at once may have filed both (P47)."""
    for one in open_ones[1:]:
        why = f"another follow-up stands for it: {open_ones[0].ref.number}"
        yield Step(_closed(one, why, is_duplicate=True))


def _filed(pull: PullRef, record: Record, known: list[FollowUp]) -> Iterator[Step]:
    """The one follow-up says what the newest record says: updated, opened again, or filed."""
    body = render_follow_up(pull, record)
    open_one = next((one for one in known if one.is_open), None)
    again = next((one for one in known if one.record == record.id and one.closed_by_us), None)
    if open_one and (open_one.record != record.id or find_markers(open_one.body, CLOSED)):
        change = RewriteIssue(open_one.ref, body, is_open=True, reason="reopened")
        yield Step(change, (Counted.FOLLOW_UP_UPDATED,))
    elif not open_one and again:
        change = RewriteIssue(again.ref, body, is_open=True, reason="reopened")
        yield Step(change, (Counted.FOLLOW_UP_UPDATED,))
    elif not open_one:
        title = f"Act on owner decisions on PR #{pull.number}"
        yield Step(FileIssue(pull.repo, title, body, LABELS, pull), (Counted.FOLLOW_UP_FILED,))


def _closing(one: FollowUp, why: str) -> Step:
    return Step(_closed(one, why), (Counted.FOLLOW_UP_CLOSED,))


def _closed(one: FollowUp, why: str, *, is_duplicate: bool = False) -> RewriteIssue:
    """Closed, with a line why, in one request."""
    line = f"Closed: {why}.\n\n{render_marker(CLOSED, record=str(one.record))}"
    body = f"{one.body.rstrip()}\n\n{line}"
    reason: CloseReason = "not_planned" if is_duplicate else "completed"
    return RewriteIssue(one.ref, body, is_open=False, reason=reason)


def render_follow_up(pull: PullRef, record: Record) -> str:
    """The text of the follow-up; whatever the owner wrote stands in a fence (D19)."""
    when = f"{record.at:%Y-%m-%d %H:%M} UTC" if record.at else "an unknown time"
    # One line without backticks, which is the same JSON, opens and closes nothing in its fence.
    answers = " ".join(record.raw.splitlines()).replace("`", "\\u0060")[:_LONGEST_ANSWERS]
    return (
        f"The owner answered the questions of #{pull.number} at {when}, and nobody has replied yet "
        f"that they were acted on. All answers stand in its description; these are the newest:\n\n"
        f"```json\n{answers}\n```\n\n"
        "Once they are, reply on the pull request with this marker on a line of its own, and this "
        f"issue closes by itself:\n\n```text\n{ADDRESSED[0]}\n```\n\n"
        f"{render_marker(KIND, pull=str(pull), record=str(record.id))}"
    )
