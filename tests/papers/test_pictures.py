"""The pictures are what their texts make of them, and are shown with words for who cannot see them.

`REGENERATE=1` draws them anew; look at them before committing.
"""

from __future__ import annotations

import os
import re
from xml.etree import ElementTree

import pytest

from tests.papers.page import PAGES, ROOT
from tests.papers.pictures import FOLDER, GOLDEN, PICTURES, write
from tests.papers.svg import Words, broken

EVERY_PICTURE = pytest.mark.parametrize("name", PICTURES)
_SHOWN = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")


@EVERY_PICTURE
def test_the_picture_is_what_its_text_makes_of_it(name: str) -> None:
    if os.environ.get("REGENERATE"):
        write()
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == PICTURES[name]()


@EVERY_PICTURE
def test_it_is_an_image_that_needs_nothing_else(name: str) -> None:
    text = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.find("{http://www.w3.org/2000/svg}title") is not None
    assert not re.search(r"href|url\(|<script|<style|<image|http(?!://www\.w3\.org/2000/svg)", text)
    assert len(text) < 60_000


def seen(name: str) -> str:
    """All the words of a picture, without blanks."""
    root = ElementTree.fromstring((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    texts = root.iter("{http://www.w3.org/2000/svg}text")
    return re.sub(r"\s", "", "".join("".join(text.itertext()) for text in texts))


def test_nothing_of_the_demo_is_lost() -> None:
    told = (GOLDEN / "demo.txt").read_text(encoding="utf-8").partition("\n3  ")[0]
    assert seen("demo").endswith(re.sub(r"\s", "", told))


def test_nothing_of_the_summary_is_lost() -> None:
    told = (GOLDEN / "summary" / "busy.md").read_text(encoding="utf-8")
    told = re.sub(r"\[([^\]]+)\]\([^)]+\)|<[^>]+>", r"\1", told)
    words = set(re.findall(r"\w+", told)) - {"sub"}
    picture = seen("summary")
    assert {word for word in words if word not in picture} == set()


def test_pages_show_every_picture_and_say_what_is_on_it() -> None:
    shown = {
        (ROOT / page.name).parent.joinpath(path).resolve(): words
        for page in PAGES
        for words, path in _SHOWN.findall(page.text)
    }
    drawn = {f"{name}.svg" for name in PICTURES}
    taken = {"dashboard.png", "dashboard-narrow.png"}  # papers/test_dashboard_page.py
    assert shown.keys() == {FOLDER / name for name in drawn | taken}
    assert {path.name for path in FOLDER.iterdir()} == drawn | taken
    assert all(len(words.split()) >= 10 for words in shown.values())


def test_lines_break_between_words_and_lose_none() -> None:
    words = [Words("one two"), Words(" three", bold=True), Words(" fourfourfour five")]
    lines = broken(words, 80)
    assert len(lines) == 4
    assert all(sum(piece.width for piece in line) <= 80 for line in lines)
    flat = ["".join(piece.text for piece in line) for line in lines]
    assert " ".join(flat).split() == ["one", "two", "three", "fourfourfour", "five"]
    assert broken([Words("indivisible" * 9)], 80) == [[Words("indivisible" * 9)]]
