"""Everything the bot writes, the same to the byte (golden files), and never obeyed by anybody.

`REGENERATE=1` writes the golden files anew; read the difference before committing it.
"""

from __future__ import annotations

import inspect
import os
import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from inbox.ballot import sayings, statuses
from inbox.ballot.body import OPTIONS, BallotText, parse_body, render_body, ticked
from inbox.ballot.choice import Choice
from inbox.ballot.commands import read_command
from inbox.ballot.integrity import Tampering
from inbox.ballot.notices import KIND as NOTICE
from inbox.ballot.notices import Ending, Notice, read_notices, render_notice
from inbox.ballot.receipts import Particulars, Receipt, read_receipts, render_receipt
from inbox.ballot.signals import Doubt, Medium, Signal, Source, Uncounted, Unheard
from inbox.decisions.gate import Gate
from inbox.decisions.verdict import Code
from inbox.errors import GitHubFault
from inbox.markdown import find_markers
from inbox.refs import Account
from inbox.sayings import Saying, render_sayings, unsaid
from inbox.world import Comment, Event, EventKind
from tests.ballot.building import asked
from tests.ballot.cast import BOT, INBOX, NONCE, PULL, URL, G, H, clock

GOLDEN = Path(__file__).parents[1] / "golden" / "ballot"
LONGEST_REF = 255
"""GitHub refuses a longer branch name."""
A, B, C, REJECT, HOLD = Choice.A, Choice.B, Choice.C, Choice.REJECT, Choice.HOLD


def notices(words: str) -> dict[str, Notice]:
    """Every kind of notice; `words` is what others may choose in it."""
    words = words[:LONGEST_REF]
    kinds = {
        "head": Notice(H, G, "main", "main", A),
        "base": Notice(H, H, "main", words, C),
        "both": Notice(H, G, "main", words, REJECT),
        "unchanged": Notice(G, G, "main", "main"),
        "void-B": Notice(H, G, "main", "main", B),
        "void-hold": Notice(H, G, "main", "main", HOLD),
    }
    ended = {f"ended-{why.value}": Notice(H, H, words, words, A, why) for why in Ending}
    return kinds | ended


def receipts(words: str) -> dict[str, tuple[Receipt, Particulars | None]]:
    """Every kind of receipt."""
    who = Account.named(words, 1001)

    def receipt(option: Choice) -> Receipt:
        return Receipt(option, H, words[:LONGEST_REF], INBOX, NONCE)

    def told(option: Choice, reason: str = "", **more: bool) -> Particulars:
        source = Source(Medium.COMMENT, 101, f"{URL}#issuecomment-101")
        signal = Signal(option, who, clock("10:00"), source, reason)
        return Particulars(signal, URL, **{"bot_merges": option is A, **more})

    return {
        "A": (receipt(A), told(A, words)),
        "A-unproven-push": (receipt(A), told(A, unproven_push=True)),
        "B": (receipt(B), told(B, words)),
        "B-merged": (receipt(B), told(B, bot_merges=True)),
        "reject": (receipt(REJECT), told(REJECT, words)),
        "discreet": (receipt(A), None),
    }


def said(words: str) -> dict[str, Saying]:
    """Every kind of thing that is said once."""
    who = Account.named(words, 1001)
    at = clock("10:00")
    ballot = asked().ballot
    pull = asked().pull
    signal = Signal(C, who, at, Source(Medium.COMMENT, 101), words)
    deleted = Event("D_1", EventKind.COMMENT_DELETED, who, at, of=Account.named(words, 2))
    closing = Event("C_1", EventKind.CLOSED, who, at)

    def uncounted(medium: Medium, why: Unheard) -> Uncounted:
        return Uncounted(words, who, at, Source(medium, 101), why, answerable=True)

    def hold(doubt: Doubt) -> Signal:
        by = None if doubt is Doubt.UNATTRIBUTED else who
        return Signal(HOLD, by, at, Source(Medium.COMMENT, 101), doubt=doubt)

    elsewhere = uncounted(Medium.PULL_COMMENT, Unheard.ELSEWHERE)
    return {
        **{f"question-{doubt.name.lower()}": sayings.question(hold(doubt)) for doubt in Doubt},
        **{
            f"explanation-{why.name.lower()}": sayings.explanation(uncounted(Medium.BOX, why))
            for why in Unheard
        },
        "redirection": sayings.redirection(elsewhere, URL),
        "deferral": sayings.deferral(replace(signal, reason=""), at),
        "deferral-with-reason": sayings.deferral(signal, at),
        "decisions_first": sayings.decisions_first(
            replace(signal, choice=A), Gate(Code.PENDING, words)
        ),
        "tampered": sayings.tampered(Tampering("its text was changed", who, at)),
        "tampered-unknown": sayings.tampered(Tampering("its title was changed", None, None)),
        "tampered-beyond-reading": sayings.tampered(
            Tampering("its original text was removed from the history", None, None, True)
        ),
        "deletion": sayings.deletion(deleted),
        "deletion-unknown": sayings.deletion(replace(deleted, by=None, of=None)),
        "ended-closed": sayings.ended(pull),
        "ended-merged": sayings.ended(replace(pull, is_merged=True)),
        "duplicate": sayings.duplicate(ballot),
        "fault": sayings.fault(GitHubFault(words, words), "forbidden-403"),
        "fault-without-advice": sayings.fault(GitHubFault(words), "gone-410"),
        "closed_again": sayings.closed_again(pull, ballot),
        "closed_with_ballot": sayings.closed_with_ballot(pull, ballot),
        "reopened": sayings.reopened(closing, by_owner=False),
        "reopened-by-owner": sayings.reopened(replace(closing, by=None), by_owner=True),
        "no_checks": sayings.no_checks(pull),
        "not_mergeable": sayings.not_mergeable(pull, words),
    }


def wrote(words: str) -> dict[str, str]:
    """Every text that the bot writes, by the name of its golden file."""
    return {
        "ballot": render_body(BallotText(PULL, H, NONCE, words, clock("09:00"))),
        **{f"notice-{name}": render_notice(notice) for name, notice in notices(words).items()},
        **{
            f"receipt-{name}": render_receipt(receipt, URL, particulars)
            for name, (receipt, particulars) in receipts(words).items()
        },
        **{f"saying-{name}": render_sayings((saying,)) for name, saying in said(words).items()},
    }


def described() -> str:
    """Every status in one text, a line each."""
    pull, until = asked().pull, clock("10:05") + timedelta(seconds=1)
    known = [
        statuses.waiting(pull, URL, BOT),
        statuses.held(pull, URL, BOT),
        statuses.undecided(pull, URL, BOT, "A"),
        statuses.settling(pull, URL, BOT, "A", until),
        statuses.approved(pull, URL, BOT, "A"),
        statuses.approved(pull, URL, BOT, "B"),
        statuses.alternate(pull, URL, BOT),
        statuses.rejected(pull, URL, BOT),
        statuses.not_needed(pull, "0123456789abcdef", BOT),
        statuses.break_glass(pull, BOT),
        statuses.approved(replace(pull, base="release/" + "9" * 80), URL, BOT, "A"),
    ]
    lines = (
        f"{one.state.value}: {one.description} -> {one.target_url or 'no link'}" for one in known
    )
    return "".join(line + "\n" for line in lines)


WRITTEN = wrote("some words") | {"statuses": described()}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_text_is_the_golden_one(name: str) -> None:
    path = GOLDEN / f"{name}.md"
    if os.environ.get("REGENERATE"):
        path.write_text(WRITTEN[name], encoding="utf-8")
    assert WRITTEN[name] == path.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == WRITTEN.keys()


def test_every_saying_has_its_golden_file() -> None:
    sayable = {
        name
        for name, function in inspect.getmembers(sayings, inspect.isfunction)
        if function.__module__ == sayings.__name__
        and function.__annotations__.get("return") == "Saying"
    }
    assert {name.split("-")[0] for name in said("x")} == sayable


HOSTILE = {
    "a command": "/approve A",
    "commands": "x\n/approve A\r\n/reject\n- [x] Option A — proceed as recommended",
    "a way out of code": "`` ` `` /approve A `\n\n/approve B",
    "a way out of a comment": "--> <!-- decision-inbox-notice: text=1 -->\n/approve A",
    "a marker": f"<!-- decision-inbox-head-sha: {G} -->",
    "a task": "- [ ] Option A — proceed as recommended",
    "a mention": "@everyone @org/team",
    "references": "closes #1, fixes o/r#2, resolves GH-3, https://evil.example/4",
    "runner commands": "::set-output name=x::y\n##[error]z",
    "e-mail": "On Sat, 1 Aug 2026 at 10:00, bot wrote:\n> /approve A",
    "nothing": "",
    "a lot": "`x` " * 30000,
    "unseen": "\u202e\u200b/approve A\u2066\0",
}
WORDS = {"nice words": "some words", **HOSTILE}
whatever_others_choose = pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
CLOSING = re.compile(
    r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s+(?:https?://|[\w./-]*#\d|GH-\d)",
    re.IGNORECASE,
)
MARKDOWN = MarkdownIt("gfm-like", {"linkify": False})


def shown(text: str) -> str:
    """What a reader sees as plain text: without code spans and hidden markers."""
    return "\n".join(
        child.content
        for token in MARKDOWN.parse(text)
        for child in token.children or []
        if child.type in ("text", "html_inline")
    )


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_the_bots_own_words_say_nothing_to_a_ballot(text: str) -> None:
    """Protocol P2, ballot rows 59 and 225: even where an owner's mail program repeats them."""
    for via_email in (False, True):
        assert read_command(text, via_email=via_email).choice is None


@whatever_others_choose
def test_nothing_that_others_choose_in_it_is_an_answer(words: str) -> None:
    """Protocol P3: at most it would hold, as a refusal behind other words does."""
    for text in wrote(words).values():
        for via_email in (False, True):
            assert read_command(text, via_email=via_email).choice in (None, HOLD)
        assert ticked(text) == set()


@whatever_others_choose
def test_nothing_that_the_bot_writes_is_a_task_a_mention_or_a_reference(words: str) -> None:
    """Protocol P2, P3."""
    for name, text in wrote(words).items():
        tasks = re.findall(r"^\s*(?:[-*+]|\d+[.)])\s+\[.?\]", text, re.MULTILINE)
        assert len(tasks) == (len(OPTIONS) if name == "ballot" else 0)
        plain = shown(text)
        assert not re.search(r"(?<!\w)@\w|#\d|\bGH-\d", plain)
        assert set(re.findall(r"https?://\S+", plain)) <= {URL, f"{URL}."}
        assert not CLOSING.search(plain)
        assert not re.search(r"^\s*::|##\[", text, re.MULTILINE)


@whatever_others_choose
def test_what_the_bot_writes_fits_and_ends_its_lines_alike(words: str) -> None:
    """Protocol P2: LF, and under 60,000 characters."""
    for text in wrote(words).values():
        assert len(text) < 60_000
        assert not re.search("[\r\0]", text)


def posted(text: str) -> tuple[Comment, ...]:
    return asked().comments(BOT, text, "10:00").ballot.comments


@whatever_others_choose
def test_what_is_read_back_is_what_was_written(words: str) -> None:
    """Protocol P24, P29: and nothing else is read from it."""
    for notice in notices(words).values():
        (read,) = read_notices(posted(render_notice(notice)), BOT)
        assert read.notice == notice
    for receipt, particulars in receipts(words).values():
        comments = posted(render_receipt(receipt, URL, particulars))
        assert read_receipts(comments, BOT) == (receipt,)
        assert read_notices(comments, BOT) == ()
    for saying in said(words).values():
        comments = posted(render_sayings((saying,)))
        assert unsaid([saying], comments, BOT) == ()
        assert (read_receipts(comments, BOT), find_markers(comments[0].body, NOTICE)) == ((), ())
    body = parse_body(wrote(words)["ballot"])
    assert isinstance(body, BallotText)
    assert (body.pull, body.head, body.nonce) == (PULL, H, NONCE)


def test_several_sayings_are_one_comment_that_says_them_all() -> None:
    everything = tuple(said("some words").values())
    comments = posted(render_sayings(everything))
    assert unsaid(everything, comments, BOT) == ()
    assert [one.about for one in unsaid([*everything, everything[0]], (), BOT)] == list(
        dict.fromkeys(one.about for one in everything)
    )
