"""The ballot's page and the Korean pages say the same as the English README, row by row.

Prose is translated by people. Code, commands, labels and numbers are the same to the letter:
`REGENERATE=1` copies changed blocks of code; the rows of tables have to be written.
"""

from __future__ import annotations

import os
import re

import pytest

from inbox.labels import OURS
from tests.papers.page import ROOT, Page
from tests.readme import quoted, rows

README, BALLOT = Page("README.md"), Page("docs/ballot.md")
PAIRS = [(Page("README.ko.md"), README), (Page("docs/ballot.ko.md"), BALLOT)]
EVERY_PAIR = pytest.mark.parametrize(("korean", "english"), PAIRS, ids=lambda page: page.name)
_PART = re.compile(r"^<!-- (?!/)([\w-]+) -->\n\n(.*?)\n\n<!-- /\1 -->$", re.MULTILINE | re.DOTALL)
HANGUL = re.compile(r"[가-힣]")
FACTS = re.compile(r"`[^`]+`|\*\*(?:A|B|C|reject)\*\*|👍|👎|\b(?:pending|success|failure)\b")


def parts(page: Page) -> dict[str, str]:
    """What stands between each pair of comments."""
    return dict(_PART.findall(page.text))


def facts(text: str) -> list[str]:
    """What no translation changes: code, options, reactions, states."""
    return FACTS.findall(text)


def test_the_ballots_page_has_the_readmes_tables() -> None:
    """Two tables stand in both, because both are read alone."""
    for name in ("answers", "outcomes"):
        assert BALLOT.part(name) == README.part(name)
    assert BALLOT.under("comment-with-reason") == README.under("comment-with-reason")


def test_the_ballots_page_has_the_protocols_labels() -> None:
    (shown,) = re.findall(
        r"### Labels\n\n(.*?)\n\nA closed", Page("docs/protocol.md").text, re.DOTALL
    )
    assert BALLOT.part("labels") == shown
    assert {name for row in BALLOT.table("labels") for name in quoted(row[0])} == OURS


@EVERY_PAIR
def test_each_block_of_code_is_the_english_one(korean: Page, english: Page) -> None:
    if os.environ.get("REGENERATE"):
        text = korean.text
        for marker, kind, code in korean.blocks:
            now = english.under(str(marker))[0]
            text = text.replace(f"```{kind}\n{code}```", f"```{kind}\n{now}```")
        (ROOT / korean.name).write_text(text, encoding="utf-8")
        korean.__dict__.pop("text")
        korean.__dict__.pop("blocks")
    shown = [(marker, text) for marker, _, text in korean.blocks]
    assert shown
    assert shown == [(marker, english.under(str(marker))[0]) for marker, _ in shown]


@EVERY_PAIR
def test_each_table_has_the_english_rows(korean: Page, english: Page) -> None:
    there, wanted = parts(korean), parts(english)
    assert there.keys() <= wanted.keys()
    for name, text in there.items():
        if name == "ballot":  # the bot writes it in English
            assert text == wanted[name]
            continue
        pairs = zip(rows(text), rows(wanted[name]), strict=True)
        for mine, theirs in pairs:
            assert len(mine) == len(theirs)
            assert facts(" | ".join(mine)) == facts(" | ".join(theirs)), name
        assert HANGUL.search(text)


def test_the_korean_readme_is_enough_to_set_it_up_and_to_answer() -> None:
    korean = PAIRS[0][0]
    assert parts(korean).keys() == {"answers", "outcomes", "rules"}
    assert [marker for marker, _, _ in korean.blocks] == [
        *("demo-command", "init-command", "doctor-command"),
        *("owner.yml", "solo.yml", "comment-with-reason"),
    ]


def test_the_yes_and_no_of_the_rules_are_the_english_ones() -> None:
    said = {"예": "yes", "아니요": "no"}
    mine = [[said[cell] for cell in row[1:3]] for row in PAIRS[0][0].table("rules")]
    assert mine == [row[1:3] for row in README.table("rules")]


def test_what_the_ballots_page_needs_is_all_there_in_korean() -> None:
    assert parts(PAIRS[1][0]).keys() == parts(BALLOT).keys()
    for name in ("답하기", "그다음에 일어나는 일", "라벨"):
        assert f"\n## {name}\n" in PAIRS[1][0].text


@EVERY_PAIR
def test_the_points_name_the_same_keys_and_labels(korean: Page, english: Page) -> None:
    """Below the tables: each point of a list has the code of its English twin."""
    mine, theirs = (
        re.findall(r"^- (.*?)(?=^- |^$)", re.sub(r"^>.*$", "", page.text, flags=re.M), re.M | re.S)
        for page in (korean, english)
    )
    assert len(mine) == (6 if "ballot" in korean.name else 0)
    if mine:
        assert [facts(point) for point in mine] == [facts(point) for point in theirs]


@EVERY_PAIR
def test_it_is_korean_and_leads_to_the_english_page_and_back(korean: Page, english: Page) -> None:
    prose = re.sub(r"```.*?```|^[>|].*$|`[^`]+`", "", korean.text, flags=re.DOTALL | re.MULTILINE)
    letters = re.findall(r"[A-Za-z가-힣]", prose)
    assert len(HANGUL.findall(prose)) > len(letters) / 2
    assert english.name.rpartition("/")[2] in korean.links
    assert korean.name.rpartition("/")[2] in english.links
