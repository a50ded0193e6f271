"""Every text about questions, the same to the byte (golden files), and obeyed by nobody (P3, D12).

`REGENERATE=1` writes the golden files anew; read the difference before committing it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from inbox.actions import RewriteIssue
from inbox.ballot.choice import Choice
from inbox.ballot.commands import read_command
from inbox.decisions import telling
from inbox.decisions.addressed import says_addressed
from inbox.decisions.block import read_block
from inbox.decisions.commands import read_commands
from inbox.decisions.followups import (
    CLOSED,
    Answered,
    plan_follow_up,
    read_follow_up,
    render_follow_up,
)
from inbox.decisions.followups import KIND as FOLLOW_UP
from inbox.decisions.gate import status, unchecked
from inbox.decisions.given import Given, Medium, Misheard, Source
from inbox.decisions.records import KIND as RECORD
from inbox.decisions.records import read_records
from inbox.decisions.verdict import FORMAT, refusals
from inbox.markdown import find_markers
from inbox.refs import Account, IssueRef, PullRef
from inbox.sayings import KIND as SAID
from inbox.sayings import Saying, render_sayings, unsaid
from tests.ballot.cast import clock
from tests.ballot.test_ballot_texts import CLOSING, HOSTILE
from tests.decisions.asked import AGENT, ASKED, BOT, OWNER, Asked, asked
from tests.decisions.texts import MARKER, OURS, section

GOLDEN = Path(__file__).parents[1] / "golden" / "decisions"
PULL = PullRef.parse("o/r#42")
GRACE = clock("04:00") - clock("00:00")
MARKDOWN = MarkdownIt("gfm-like", {"linkify": False})


def one_line(words: str) -> str:
    """The words as they may stand in one line of a description."""
    return " ".join(words.split())[:20_000] or "x"


def foreign(words: str) -> str:
    """A description whose question, options and other lines are of somebody's choosing."""
    line = one_line(words)
    options = (f"- [ ] {line} one", f"- [ ] {line} two", "- [ ] three")
    return section(f"### a: {line}?", *options, "", "### b: c? (pick any)", *options)


def answered(words: str) -> dict[str, Asked]:
    """Answers of each kind, in the owner's words."""
    line = one_line(words)
    choice = asked(foreign(words))
    first = asked().ticks(OWNER, "On disk", "10:00").tick("10:05")
    return {
        "choice": choice.says(OWNER, "/answer a: 1\n/answer b: 1 | 3", "10:00"),
        "text-and-note": asked().saves(
            OWNER,
            ASKED.replace("(text)\n", f"(text)\n> **Answer:** y {line}\n").replace(
                "On disk\n", f"On disk\n> **Note:** z {line}\n"
            ),
            "10:00",
        ),
        "taken-back": first.unticks(OWNER, "On disk", "11:00"),
        "taken-out": first.saves(AGENT, "Gone.\n", "11:00").says(OWNER, "/confirm", "12:00"),
    }


def recorded(words: str) -> dict[str, str]:
    """The newest record of each kind."""
    return {
        f"record-{name}": reading.tick("12:05").ours[-1]
        for name, reading in answered(words).items()
    }


def misheard(words: str) -> dict[str, Saying]:
    """What is said of a comment that was not understood, and of what cannot be written."""
    lines = tuple(words.splitlines()) or ("",)
    who = Account.named("owner", 1001)
    source = Source(Medium.COMMENT, "comment:7:20260801T100000Z", comment=7)
    given = Given("a", (words,), "form", who, clock("10:00"), source)
    why = ("no command is written like that", "no option is called so")
    return {
        "misunderstanding": telling.misunderstanding(
            Misheard(7, who, lines, why), read_block(foreign(words))
        ),
        "misunderstanding-without-questions": telling.misunderstanding(
            Misheard(7, who, (), why[:1]), read_block("")
        ),
        "not_written": telling.not_written([(given, "The text is full.")])[0],
    }


def stuck(words: str) -> dict[str, str]:
    """Every kind of sticky comment."""
    line = one_line(words)
    theirs = asked().ticks(AGENT, "On disk", "10:00")
    return {
        "sticky-vague": asked(f"- [ ] {line} a?\n\n## Open questions\n\nx\n").posted[0],
        "sticky-broken": asked(section("### a: q (text)", f"### {line}", f"+ [ ] {line}")).posted[
            0
        ],
        "sticky-unattributed": theirs.posted[0],
        "sticky-both": theirs.rewrites(AGENT, "- [ ] Covers", f"+ [ ] {line}", "11:00").posted[0],
    }


def followed_up(words: str) -> dict[str, str]:
    """A follow-up, open, and closed for each reason."""
    first = answered(words)["choice"].tick("10:05")
    record = read_records(first.subject.comments, BOT).read[-1]
    body = render_follow_up(PULL, record)
    found = read_follow_up(IssueRef(PULL.repo, 50), BOT, body, frozenset(), BOT, is_open=True)
    other = read_follow_up(IssueRef(PULL.repo, 51), BOT, body, frozenset(), BOT, is_open=True)
    assert found
    assert other
    texts = {"follow-up": body}
    for name, addressed, is_open in (("addressed", True, True), ("ended", False, False)):
        about = Answered(PULL, is_open, True, record, addressed)
        steps = plan_follow_up(about, [found, other], clock("23:00"), GRACE)[1]
        rewritten = [one.action for one in steps if isinstance(one.action, RewriteIssue)]
        texts["follow-up-duplicate"], texts[f"follow-up-{name}"] = (one.body for one in rewritten)
    return texts


def wrote(words: str) -> dict[str, str]:
    """Every text that the bot writes about questions, by the name of its golden file."""
    said = {name: render_sayings((one,)) for name, one in misheard(words).items()}
    return {**recorded(words), **said, **stuck(words), **followed_up(words)}


def described(words: str) -> list[str]:
    """Every status, a line each."""
    all_ = "/answer storage: 1\n/answer name: x"
    gone = asked().ticks(OWNER, "On disk", "10:00").saves(AGENT, "Gone.\n", "11:00")
    gates = [
        *(asked("").gate, asked().gate, asked().says(OWNER, all_, "10:00").gate, gone.gate),
        gone.says(OWNER, "/confirm", "12:00").gate,
        asked(f"- [ ] {one_line(words)} a?\n").gate,
        asked(section("### a: q (text)", f"### {one_line(words)}")).gate,
        unchecked(words),
    ]
    found = [status(gate, "https://github.example/o/r/pull/42", BOT) for gate in gates]
    return [f"{one.state.value}: {one.description} -> {one.target_url or '-'}" for one in found]


WRITTEN = wrote("some words") | {"statuses": "\n".join(described("some words")) + "\n"}


@pytest.mark.parametrize("name", WRITTEN)
def test_the_text_is_the_golden_one(name: str) -> None:
    path = GOLDEN / f"{name}.md"
    if os.environ.get("REGENERATE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(WRITTEN[name], encoding="utf-8")
    assert WRITTEN[name] == path.read_text(encoding="utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == WRITTEN.keys()


MORE = {
    "an answer": "/answer storage: 1\n/note a: b\n/confirm",
    "a section": f"{OURS}\n### z: q (text)",
    "an old section": f"{MARKER}\n### z: q (text)",
    "an ask": "## Open questions\n\n- [ ] A, B or C?",
    "acted on": "<!-- marvin:decisions-addressed -->",
    "a record": "<!-- decision-inbox-record: v=1 -->",
    "a sticky": "<!-- decision-inbox-decisions: v=1 -->",
    "a fence": "```\n~~~\n````marvin-decisions\n{}\n````",
    "HTML": "<b>x</b> <pre> <details> <!-- x",
    "odd lines": "a\u2028b\u2029c\x85d\re\vf\u202eg",
}
WORDS = {"nice words": "some words", **HOSTILE, **MORE}
whatever_others_choose = pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)


def shown(text: str) -> str:
    """What a reader sees as plain text: without code spans and hidden markers."""
    return "\n".join(
        child.content
        for token in MARKDOWN.parse(text)
        for child in token.children or []
        if child.type in ("text", "html_inline")
    )


@whatever_others_choose
def test_nothing_that_the_bot_writes_is_a_task_a_mention_or_a_reference(words: str) -> None:
    """Protocol P2, P3; the format itself, in its fence, shows tasks."""
    for name, text in wrote(words).items():
        own = text.replace(FORMAT, "")
        assert not re.search(r"^\s*(?:[-*+]|\d+[.)])\s+\[.?\]", own, re.MULTILINE)
        plain = shown(text).replace("The owner answered the questions of #42", "")
        assert not re.search(r"(?<!\w)@\w|#\d|\bGH-\d|https?://|<", plain), name
        assert not CLOSING.search(plain)
        assert not re.search(r"^\s*::|##\[", text, re.MULTILINE)
        assert len(text) < 60_000
        assert not re.search("[\r\0\u2028\u2029\u202e]", text)


@whatever_others_choose
def test_what_the_bot_writes_says_nothing_to_its_other_readers(words: str) -> None:
    """Decisions D1, D8, D13, D17: no section, ask, answer or reply, and no marker but its own."""
    for name, text in wrote(words).items():
        assert not read_block(text).present
        assert refusals(text) == ()
        assert not says_addressed(text)
        for via_email in (False, True):
            heard = read_commands(text, via_email=via_email)
            assert (heard.commands, heard.missed) == ((), ())
            assert read_command(text, via_email=via_email).choice in (None, Choice.HOLD)
        own = {
            RECORD: name.startswith("record"),
            telling.STICKY: name.startswith("sticky"),
            SAID: name.startswith(("mis", "not")),
            FOLLOW_UP: name.startswith("follow-up"),
            CLOSED: name.startswith("follow-up-"),
        }
        assert {kind: len(find_markers(text, kind)) for kind in own} == own


@whatever_others_choose
def test_what_was_said_is_known_to_be_said(words: str) -> None:
    for saying in misheard(words).values():
        comments = asked().says(BOT, render_sayings((saying,)), "10:00").subject.comments
        assert unsaid([saying], comments, BOT) == ()


@whatever_others_choose
def test_a_status_fits_and_is_one_harmless_line(words: str) -> None:
    for line in described(words):
        said = line.partition(": ")[2].partition(" -> ")[0]
        assert 0 < len(said) <= 140
        assert not re.search("[\r\n\0\u202e\u2028]|::|##\\[", line)
