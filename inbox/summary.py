"""The job summary: what waits, what was done, what did not count and why, as a page of Markdown."""

from __future__ import annotations

from collections import Counter

from inbox.counted import Counted
from inbox.errors import ConfigurationError, InboxError
from inbox.layout import age, fitting, instant, link, section, size, table
from inbox.markdown import neutral, neutral_cell, safe_sentence
from inbox.metrics import HEALTHY_AGE_BELOW_HOURS, HEALTHY_OPEN_BELOW, Metrics
from inbox.page import Page, PendingRow

PAGE_LIMIT = 1_000_000
"""In bytes: what the sections of a page may take together; a runner drops more than 1 MiB."""

_ROOM_PENDING = 300_000
_ROOM_OTHERS = 150_000
_FOLDED_ABOVE = 10
_REASONS_NAMED = 5
_OWNERS_NAMED = 10


def render(page: Page, *, counts_only: bool = False) -> str:
    """The page as Markdown, under 1 MiB, saying of each section how much of it was cut.

    `counts_only` leaves every name and title out, for a workflow repository that more people may
    read than the repositories the page is about (protocol P48).
    """
    metrics = page.metrics
    parts = [_headline(metrics), _early_end(page, counts_only), _health(metrics), _tally(metrics)]
    if counts_only:
        parts.append(_hidden(page))
    else:
        parts += [
            _attention(page),
            _owner(page),
            _pending(page),
            _alternates(page),
            _approved(page),
            _asking(page),
            _writes(page) if metrics.dry_run else _done(page),
            _not_honoured(page),
        ]
        parts.append(_uncounted(page, PAGE_LIMIT - sum(map(size, parts))))
    parts.append(_cost(metrics))
    return "\n\n".join(filter(None, parts)) + "\n"


def failure_page(failure: InboxError) -> str:
    """The page of a run that ended before it could look: every mistake, or the one failure."""
    if isinstance(failure, ConfigurationError):
        opening = "The inputs or the configuration are wrong. Nothing was read, nothing written."
        lines = [
            f"- {neutral(mistake.place)}: {safe_sentence(mistake.what)}"
            + (f"; {safe_sentence(mistake.advice)}" if mistake.advice else "")
            for mistake in failure.mistakes
        ]
    else:
        opening = "The run could not do its work."
        lines = [f"- {_with_advice(failure.what, failure.advice)}"]
    return f"## Decision inbox: stopped\n\n{opening}\n\n{fitting(lines, PAGE_LIMIT)}\n"


def _headline(metrics: Metrics) -> str:
    match metrics.open_count:
        case None:
            said = "what waits is not known"
        case 0:
            said = "nothing waits for an answer"
        case 1:
            said = "1 ballot waits for an answer"
        case many:
            said = f"{many} ballots wait for an answer"
    return f"## Decision inbox: {said}" + (" (dry run)" if metrics.dry_run else "")


def _early_end(page: Page, counts_only: bool) -> str:
    if page.metrics.complete:
        return ""
    why = page.undone if counts_only else page.stopped
    told = f" {safe_sentence(why)}" if why else ""
    return f"⚠️ **This tick stopped early.**{told} The next one looks again."


def _health(metrics: Metrics) -> str:
    if metrics.open_count is None or metrics.oldest_age_hours is None:
        return ""
    many = metrics.open_count >= HEALTHY_OPEN_BELOW
    old = metrics.oldest_age_hours >= HEALTHY_AGE_BELOW_HOURS
    numbers = table(
        ("health", "now", "healthy", ""),
        [
            f"| ballots that wait | {metrics.open_count} | under {HEALTHY_OPEN_BELOW} |"
            f" {_mark(many)} |",
            f"| the oldest waits | {metrics.oldest_age_hours:.1f} h"
            f" | under {HEALTHY_AGE_BELOW_HOURS:g} h | {_mark(old)} |",
        ],
    )
    if not (many or old):
        return numbers
    return (
        f"{numbers}\n\n**Above the healthy limits.** Look at the path rules first: they may call"
        " too much irreversible and critical. If they are right, the owner has too much to decide."
    )


def _mark(is_bad: bool) -> str:
    return "⚠️" if is_bad else "✅"


def _tally(metrics: Metrics) -> str:
    counts = [f"{kind.value} {number}" for kind in Counted if (number := metrics.of(kind))]
    when = "In a real run" if metrics.dry_run else "In this tick"
    return f"{when}: {' · '.join(counts) or 'no ballot opened, answered or moved'}."


def _attention(page: Page) -> str:
    lines = [
        f"- ⚠️ {link(page.server_url, warned.where) + ': ' if warned.where else ''}"
        f"{_with_advice(warned.text, warned.advice)}"
        for warned in page.warned
    ]
    return section("Needs attention", fitting(lines, _ROOM_OTHERS))


def _owner(page: Page) -> str:
    return section("Reminders", safe_sentence(page.owner) if page.owner else "")


def _pending(page: Page) -> str:
    has_reminders = any(row.next for row in page.pending)
    rows = [
        f"| {link(page.server_url, row.ballot) if row.ballot else 'new'}"
        f" | {link(page.server_url, row.pull)} {neutral_cell(row.title)}"
        f" | {age(row.age_hours)} |{_reminding(row) if has_reminders else ''} {_cell(row.state)}"
        f" | {_cell(row.can_do)} |"
        for row in sorted(page.pending, key=lambda row: -row.age_hours)
    ]
    ages = ("age", "not away", "comes next (UTC)") if has_reminders else ("age",)
    head = ("ballot", "pull request", *ages, "state", "what the owner can do")
    listed = fitting(rows, _ROOM_PENDING, head)
    return section("Waiting for an answer", listed and f"{_who_answers(page)}{listed}")


def _who_answers(page: Page) -> str:
    """The people to turn to, by name where they have one."""
    named = [
        f"{neutral(one.name)} ({neutral(one.login)})" if one.name else neutral(one.login)
        for one in page.owners[:_OWNERS_NAMED]
    ]
    more = len(page.owners) - len(named)
    listed = ", ".join([*named, *([f"and {more} more"] if more else [])])
    return f"Who can answer: {listed}.\n\n" if named else ""


def _alternates(page: Page) -> str:
    """What B was chosen for: nobody but the author can go on there (protocol P30)."""
    lines = [
        f"- {link(page.server_url, row.pull)} {neutral(row.title)}: waits for its author"
        f"{f' ({neutral(row.author)})' if row.author else ''}, who puts the alternate (option B)"
        " into the description and pushes it. To merge it as it is, the owner comments `/approve A`"
        f" on {link(page.server_url, row.ballot)}."
        for row in page.alternates
    ]
    return section("Waiting for the author", fitting(lines, _ROOM_OTHERS))


def _asking(page: Page) -> str:
    """A table for each text that asks, with its link (D10)."""
    parts = []
    for row in page.asking:
        where = f"**{link(page.server_url, row.where)}** {neutral(row.title)}: {neutral(row.says)}"
        rows = [f"| {neutral_cell(id_)} | {neutral_cell(text)} |" for id_, text in row.questions]
        listed = "\n\n" + table(("id", "question"), rows) if rows else ""
        parts.append(where + listed)
    return section("Decisions in pull requests", fitting(parts, _ROOM_OTHERS, between="\n\n"))


def _reminding(row: PendingRow) -> str:
    return f" {_cell(row.effective)} | {_cell(row.next)} |"


def _approved(page: Page) -> str:
    rows = [
        f"| {link(page.server_url, row.pull)} {neutral_cell(row.title)}"
        f" | {_cell(row.option)} | {_cell(row.why)} |"
        for row in page.approved
    ]
    head = ("pull request", "option", "why")
    return section("Approved, and not merged", fitting(rows, _ROOM_OTHERS, head))


def _done(page: Page) -> str:
    lines = [
        f"- {link(page.server_url, done.where)}: {safe_sentence(done.what)}" for done in page.done
    ]
    return section("Done in this tick", fitting(lines, _ROOM_OTHERS))


def _writes(page: Page) -> str:
    if not page.writes:
        return section("What a real run would write", "Nothing.")
    lines = [f"{number}. {neutral(write)}" for number, write in enumerate(page.writes, 1)]
    return section("What a real run would write", fitting(lines, _ROOM_OTHERS))


def _uncounted(page: Page, room: int) -> str:
    rows = [
        f"| {neutral_cell(each.who)} | {_cell(each.what)} | {instant(each.when)}"
        f" | {link(page.server_url, each.where, each.comment)}"
        f" | {_cell(each.reason)} |"
        for each in page.uncounted
    ]
    text = fitting(rows, room, ("who", "what", "when (UTC)", "where", "why not"))
    if len(rows) > _FOLDED_ABOVE:
        reasons = Counter(each.reason for each in page.uncounted).most_common(_REASONS_NAMED)
        named = "; ".join(f"{times} × {safe_sentence(reason)}" for reason, times in reasons)
        text = (
            f"{len(rows)} signals. Most often: {named}.\n\n"
            f"<details><summary>All of them</summary>\n\n{text}\n\n</details>"
        )
    return section("Seen, and not counted", text)


def _not_honoured(page: Page) -> str:
    lines = [
        f"- {link(page.server_url, each.issue)}: {safe_sentence(each.why)}"
        for each in page.not_honoured
    ]
    listed = fitting(lines, _ROOM_OTHERS)
    return section("Labelled like a ballot, but none", listed)


def _hidden(page: Page) -> str:
    """How many there are of everything that the whole page would name."""
    counts: list[str] = []
    for what, listed in (
        ("pull requests that wait for their author", page.alternates),
        ("approved pull requests that are not merged", page.approved),
        ("signals seen and not counted", page.uncounted),
        ("issues labelled like a ballot, but none", page.not_honoured),
        ("texts with questions that wait", page.asking),
        ("what a real run would write", page.writes),
    ):
        if listed:
            counts.append(f"- {what}: {len(listed)}")
    why = (
        "Names are left out: more people may read this workflow's repository than the"
        " repositories it decides about."
    )
    lines = [f"- ⚠️ {_with_advice(what, advice)}" for what, advice in page.nameless]
    attention = section("Needs attention", fitting(lines, _ROOM_OTHERS))
    return "\n\n".join(filter(None, (why, "\n".join(counts), attention)))


def _cost(metrics: Metrics) -> str:
    total = sum(metrics.requests.values())
    kinds = ", ".join(f"{kind} {number}" for kind, number in metrics.requests.items())
    said = f"{total} request{'s' * (total != 1)}" + (f" ({kinds})" if kinds else "")
    return f"<sub>{said} in {metrics.seconds:g} s</sub>"


def _cell(sentence: str) -> str:
    """A sentence for a table cell, where even a code span ends at a pipe."""
    return safe_sentence(sentence.replace("|", "¦"))


def _with_advice(what: str, advice: str) -> str:
    """Two sentences, each judged for itself: foreign words in one do not make code of the other."""
    return " ".join(map(safe_sentence, filter(None, (what, advice))))
