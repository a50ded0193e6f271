"""The job summary: pages that people like to read, the same to the byte (golden files).

`REGENERATE=1` writes the golden files anew; read the difference before committing it.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inbox.counted import Counted
from inbox.errors import AccessRefused, ConfigurationError, Mistake
from inbox.metrics import count
from inbox.page import (
    AlternateRow,
    ApprovedRow,
    Done,
    NotHonoured,
    Page,
    PendingRow,
    Person,
    Uncounted,
    Warned,
)
from inbox.refs import IssueRef, PullRef
from inbox.summary import failure_page, render

GOLDEN = Path(__file__).parent / "golden" / "summary"
NOW = datetime(2026, 8, 1, 12, 0, tzinfo=UTC)
SERVER = "https://github.example"
ANSWERS = "👍 A, 👎 reject, or `/approve A`, `/approve B`, `/approve C`, `/reject`"
IDLE = Page(
    SERVER,
    count((), pending_since=(), now=NOW, requests={"REST": 2, "GraphQL": 1}, seconds=0.84),
)


def issue(number: int) -> IssueRef:
    return IssueRef.parse(f"org/inbox#{number}")


def pull(number: int) -> PullRef:
    return PullRef.parse(f"org/app#{number}")


def waiting(number: int, hours: float, title: str, state: str = "waits") -> PendingRow:
    return PendingRow(issue(number), pull(number + 700), title, hours, state, ANSWERS)


def busy() -> Page:
    """A page with something in every section."""
    pending = (
        waiting(31, 0.4, "Drop the audit table"),
        waiting(12, 190.25, "Rotate | the `root` keys", "deferred (C)"),
        waiting(25, 26.5, "Change the licence", "asks again: the head moved"),
    )
    happened = (Counted.OPENED, Counted.RESOLVED_A, Counted.REJECTED, Counted.HEAD_MOVED)
    return Page(
        SERVER,
        count(
            (*happened, Counted.FAILED),
            pending_since=[NOW - timedelta(hours=row.age_hours) for row in pending],
            now=NOW,
            requests={"REST": 61, "GraphQL": 3},
            seconds=14.2,
        ),
        owners=(Person("mona", "Mona Lisa"), Person("deputy")),
        pending=pending,
        alternates=(
            AlternateRow(pull(702), "Move the | `audit` table", "hubot", issue(9)),
            AlternateRow(pull(703), "Drop it", "", issue(10)),
        ),
        approved=(
            ApprovedRow(pull(701), "Sign | the images", "A (approve)", "checks are still running"),
            ApprovedRow(pull(720), "Move the data", "B (alternate)", "it is a draft"),
        ),
        done=(
            Done("opened a ballot: rule `migrations`, and 2 more files", issue(31)),
            Done("option A applied, said by `owner` with 👍", pull(718)),
            Done("rejected by `owner`, and closed", pull(715)),
        ),
        uncounted=(
            Uncounted("stranger", "👍", NOW, issue(31), "is not on the allowlist"),
            Uncounted("owner", "`/aprove A`", None, issue(12), "no command", comment=900),
            Uncounted("owner", "❤️", NOW, pull(725), "only 👍 and 👎 are answers"),
        ),
        not_honoured=(NotHonoured(issue(40), "written by `mallory`, not by the bot"),),
        warned=(
            Warned(
                "The status of `org/app#725` could not be set.",
                pull(725),
                "Add `statuses: write` to the workflow's permissions.",
            ),
            Warned("`owner.yml` pins an account id that now has another login."),
        ),
    )


def dry_run() -> Page:
    pending = (PendingRow(None, pull(731), "Drop the audit table", 0.0, "waits", ANSWERS),)
    return Page(
        SERVER,
        count(
            (Counted.OPENED, Counted.DEFERRED),
            pending_since=[NOW],
            now=NOW,
            requests={"REST": 9},
            seconds=2.0,
            dry_run=True,
        ),
        pending=pending,
        writes=(
            "open a ballot in org/inbox about org/app#731",
            "add label decision:deferred to org/inbox#12",
            "comment on org/inbox#12",
            "set status pending on org/app@0123456: #31 → main",
        ),
    )


def reminding() -> Page:
    """A page of a tick with reminders, while the owner is away."""
    one, two, three = busy().pending
    return replace(
        busy(),
        pending=(
            replace(one, effective="24 min", next="return digest 2026-08-02 08:00"),
            replace(two, effective="5 d 4 h", next="return digest 2026-08-02 08:00"),
            replace(three, effective="–", next="–"),
        ),
        owner="The owner is outing until 2026-08-02 08:00 UTC: until then the clocks stand.",
    )


def rate_limited() -> Page:
    return Page(
        SERVER,
        count((), pending_since=None, now=NOW, requests={"REST": 1}, seconds=0.2, complete=False),
        stopped="GitHub's rate limit lasts 41 minutes more; the ballots of `org/inbox` were not"
        " read.",
    )


PAGES = {
    "empty": render(IDLE),
    "busy": render(busy()),
    "dry-run": render(dry_run()),
    "reminders": render(reminding()),
    "counts-only": render(busy(), counts_only=True),
    "rate-limited": render(rate_limited()),
    "wrong-configuration": failure_page(
        ConfigurationError(
            (
                Mistake("config/owner.yml", 3, "unknown key `github_logn`", "write `github_login`"),
                Mistake("input dry-run", 0, "'yes' is neither true nor false", "write one of them"),
            )
        )
    ),
    "refused": failure_page(
        AccessRefused("The token may not read `org/inbox`.", "Give it `issues: write` there.")
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_the_golden_one(name: str) -> None:
    path = GOLDEN / f"{name}.md"
    if os.environ.get("REGENERATE"):
        path.write_text(PAGES[name], encoding="utf-8")
    assert PAGES[name] == path.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == PAGES.keys()


def test_counts_alone_name_nobody_and_nothing() -> None:
    """Protocol P48."""
    page = replace(busy(), stopped="`org/secret` was not read.", writes=("label `org/secret`",))
    text = render(page, counts_only=True)
    named = (
        "org/",
        "inbox#",
        "app#",
        "owner.yml",
        "stranger",
        "mallory",
        "audit",
        "licence",
        "mona",
        "Mona",
        "hubot",
        "http",
    )
    assert [name for name in named if name in text] == []
    assert "signals seen and not counted: 3" in text


def test_counts_alone_say_that_a_tick_stopped_but_not_where() -> None:
    text = render(rate_limited(), counts_only=True)
    assert "This tick stopped early" in text
    assert "org/" not in text


def test_many_owners_are_not_all_named() -> None:
    owners = tuple(Person(f"owner{number}") for number in range(13))
    text = render(replace(busy(), owners=owners))
    assert "`owner9`, and 3 more." in text
    assert "`owner10`" not in text


@pytest.mark.parametrize(
    ("hours", "is_advised"), [([1.0] * 9, False), ([1.0] * 10, True), ([168.0], True), ([], False)]
)
def test_above_a_healthy_limit_the_path_rules_are_to_be_looked_at(
    hours: list[float], is_advised: bool
) -> None:
    since = [NOW - timedelta(hours=each) for each in hours]
    metrics = count((), pending_since=since, now=NOW, requests={}, seconds=0)
    text = render(Page(SERVER, metrics))
    assert ("Look at the path rules first" in text) is is_advised
    assert ("⚠️" in text) is is_advised


def test_the_longest_waiting_ballot_comes_first() -> None:
    found = re.findall(r"^\| \[`org/inbox#(\d+)`\]", render(busy()), re.MULTILINE)
    assert found == ["12", "25", "31"]


ATTACKS = [
    "a | b | c",
    "` | x",
    "x` [click](https://evil.example) `",
    "<img src=x onerror=alert(1)>",
    "</details></td></table><h1>Approved</h1>",
    "<!-- hidden",
    "-->",
    "@org/everyone please",
    "fixes org/app#1, #2 and GH-3",
    "https://evil.example www.evil.example",
    "line\r\n\r\n# Heading\n- [x] Option A\n\n/approve A",
    "**bold** _it_ ~~no~~ $x$",
    "![](https://evil.example/pixel)",
    "\u202eevil\u200b\u2066",
    "[a]: https://evil.example",
    "\\",
    "",
    "x" * 5000,
    "::set-output name=complete::true",
    "##[add-mask]e",
]


def page_full_of(text: str) -> Page:
    page = busy()
    return replace(
        page,
        pending=(PendingRow(issue(1), pull(2), text, 1.0, text, text),),
        done=(Done(text, pull(2)),),
        uncounted=(Uncounted(text, text, NOW, issue(1), text),) * 12,
        not_honoured=(NotHonoured(issue(3), text),),
        warned=(Warned(text, None, text),),
        stopped=text,
        metrics=replace(page.metrics, complete=False),
    )


MARKDOWN = MarkdownIt("gfm-like", {"linkify": False})


def shape(text: str) -> list[str]:
    """The page's structure as a reader of Markdown sees it: every tag, and where links lead."""
    tags: list[str] = []
    for token in MARKDOWN.parse(text):
        tags += [token.type] if token.type != "inline" else []
        for child in token.children or []:
            if child.type == "link_open":
                tags.append(f"link to {child.attrs['href']}")
            elif child.type not in {"text", "code_inline"}:
                tags.append(f"{child.type} {child.content}")
    return tags


HARMLESS = shape(render(page_full_of("harmless words")))


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_foreign_text_changes_the_structure_of_the_page(attack: str) -> None:
    """Protocol P3."""
    assert shape(render(page_full_of(attack))) == HARMLESS


@settings(deadline=None)
@given(st.text(alphabet=list("`|<>*_[]()!#@\\~\r\n -/ab:$&1.")))
def test_no_mixture_of_markup_does(text: str) -> None:
    assert shape(render(page_full_of(text))) == HARMLESS


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_foreign_text_mentions_links_or_references_outside_code(attack: str) -> None:
    text = render(page_full_of(attack))
    outside = "".join(
        child.content
        for token in MARKDOWN.parse(text)
        for child in token.children or []
        if child.type == "text"
    )
    assert not re.search(r"[@#<>]|://|www\.|GH-\d", outside.replace("⚠️", ""))


def many(ballots: int, signals: int, text: str) -> Page:
    return replace(
        IDLE,
        pending=tuple(waiting(number, float(number), text) for number in range(1, ballots + 1)),
        uncounted=(Uncounted("stranger", "👍", NOW, issue(1), "is not on the allowlist"),)
        * signals,
        warned=(Warned(text),) * 100,
    )


def test_a_large_page_stays_below_the_runners_limit_and_says_what_was_cut() -> None:
    text = render(many(300, 9000, "ä`" * 400))
    assert len(text.encode()) < 1024 * 1024
    cuts = [int(number) for number in re.findall(r"^…and (\d+) more", text, re.MULTILINE)]
    rows = text.count("\n| `stranger` |")
    assert rows + cuts[-1] == 9000
    assert "9000 signals. Most often: 9000 × is not on the allowlist." in text


def test_a_page_of_usual_size_lists_every_signal() -> None:
    """Protocol P21."""
    text = render(many(300, 5000, "Change the licence"))
    assert len(text.encode()) < 1024 * 1024
    assert text.count("\n| `stranger` |") == 5000
    assert "more, which do not fit" not in text


def test_few_signals_are_shown_unfolded_and_many_folded() -> None:
    assert "<details>" not in render(many(0, 10, ""))
    assert "<details>" in render(many(0, 11, ""))


def test_every_section_says_how_much_of_it_is_missing() -> None:
    page = Page(
        SERVER,
        replace(IDLE.metrics, dry_run=True),
        pending=(waiting(1, 1.0, "t" * 300),) * 3000,
        not_honoured=(NotHonoured(issue(1), "w" * 300),) * 3000,
        warned=(Warned("w" * 300),) * 3000,
        writes=("w" * 300,) * 3000,
        uncounted=(Uncounted("u", "w" * 300, NOW, issue(1), "r" * 300),) * 3000,
    )
    text = render(page)
    assert len(text.encode()) < 1024 * 1024
    assert len(re.findall(r"^…and \d+ more, which do not fit on this page\.$", text, re.M)) == 5
