"""What the lifecycle writes: a reminder, an escalation, and a digest after a return (L3, L8, L12).

The tags are the documents' own and stay what they are, whatever the configured hours; the hidden
marker beside them is what later ticks recognise.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from inbox.ballot.case import Stage
from inbox.ballot.clock import Clock
from inbox.ballot.sayings import HOW_TO_ANSWER
from inbox.counted import Counted
from inbox.layout import age
from inbox.policy import Lifecycle
from inbox.sayings import Saying
from inbox.world import Pull

MOST_MENTIONED = 50
"""GitHub notifies no more people of one comment."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a ballot asks, of whom, since when, and where it stands."""

    pull: Pull
    people: tuple[str, ...]
    clock: Clock
    stage: Stage = Stage.WAITING


def reminder(asked: Asked, rules: Lifecycle) -> Saying:
    """Says once that an answer is missing (L3)."""
    return _saying(
        "reminder",
        "[REMINDER_72H]",
        f"{_people(asked)}: {_question(asked)} It waits for your answer.",
        f"{_waited(asked.clock)} This reminder comes once, after {rules.reminder_hours:g} h.",
        asked,
    )


def escalation(asked: Asked, rules: Lifecycle) -> Saying:
    """Says once, and for the last time, that an answer is still missing (L3, L4)."""
    return _saying(
        "escalation",
        "[ESCALATION_7D]",
        f"{_people(asked)}: {_question(asked)} It still waits for your answer.",
        f"{_waited(asked.clock)} This second and last reminder comes after "
        f"{rules.escalate_hours:g} h. Nobody decides in your place: everything stays as it is "
        "until you answer.",
        asked,
    )


def return_digest(asked: Asked) -> Saying:
    """Says once, after a return, what waits here and for how long (L8)."""
    return _saying(
        "return-digest",
        "[OWNER_RETURN_DIGEST]",
        f"{_people(asked)}, welcome back. This waited for you: {_question(asked)}",
        _waited(asked.clock),
        asked,
    )


def hours(span: timedelta) -> float:
    """A span in hours."""
    return span / timedelta(hours=1)


def _saying(name: str, tag: str, question: str, waited: str, asked: Asked) -> Saying:
    works = "" if asked.stage is Stage.LOST else HOW_TO_ANSWER
    how = " ".join(filter(None, (_STANDING.get(asked.stage, ""), works)))
    return Saying(name, "\n\n".join((tag, question, waited, how)), Counted.REMINDED)


def _people(asked: Asked) -> str:
    return " ".join(f"@{login}" for login in asked.people[:MOST_MENTIONED])


def _question(asked: Asked) -> str:
    return f"may [`{asked.pull.ref}`]({asked.pull.url}) be merged?"


def _waited(clock: Clock) -> str:
    asked, effective = age(hours(clock.age)), age(hours(clock.effective_age))
    if clock.age == clock.effective_age:
        return f"Asked {asked} ago."
    return f"Asked {asked} ago; without the time you were away, {effective}."


_STANDING = {
    Stage.DEFERRED: "It was deferred; any other answer takes the place of that.",
    Stage.HELD: "An answer given here was unclear, so it holds until a clear one follows.",
    Stage.STALE: (
        "The pull request moved since it was answered: look at what changed, then answer anew "
        "(take an old reaction off first, untick an old box)."
    ),
    Stage.TAMPERED: (
        "The text of this ballot was changed: nothing can be approved before it is restored, "
        "a reject counts."
    ),
    Stage.LOST: (
        "Its original text was removed, so no answer counts here, not even a reject. Close it: "
        "where an answer is needed, a fresh ballot asks for it."
    ),
}
