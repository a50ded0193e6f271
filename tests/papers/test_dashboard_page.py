"""docs/dashboard.md: its commands, its tables and its pictures are what the program has."""

from __future__ import annotations

import re
import struct
import tomllib

import pytest

from inbox.ballot.choice import Choice
from inbox.commands import parser
from inbox.dashboard.composing import COMMANDS, compose
from tests.papers.page import ROOT, Page
from tests.papers.test_pages import command
from tests.readme import quoted

PAGE = Page("docs/dashboard.md")
BLOCKS = ("install-dashboard", "install-from-anywhere", "run-dashboard")
TABLES = ("dashboard-options", "dashboard-sends", "dashboard-keys", "dashboard-guards")
PICTURES = {"pictures/dashboard.png": 1100, "pictures/dashboard-narrow.png": 360}


def test_every_block_and_every_table_is_tried_here() -> None:
    assert tuple(marker for marker, _, _ in PAGE.blocks) == BLOCKS
    assert PAGE.text.count("\n| --- |") == len(TABLES)
    assert all(PAGE.table(name) for name in TABLES)


@pytest.mark.parametrize("block", BLOCKS)
def test_each_command_is_one(block: str) -> None:
    (shown,) = PAGE.under(block)
    command(shown)


def test_what_is_installed_is_the_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "dashboard" in project["optional-dependencies"]
    for block in BLOCKS[:2]:
        assert "[dashboard]" in PAGE.under(block)[0]


def test_the_extra_is_not_in_the_image() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for wanted in project["optional-dependencies"]["dashboard"]:
        assert f"\n{re.split('[<>=]', wanted)[0]}==" not in f"\n{lock}"
    assert "\ninbox/dashboard\n" in (ROOT / ".dockerignore").read_text(encoding="utf-8")


def test_the_options_are_those_of_the_command() -> None:
    known = set(vars(parser().parse_args(["dashboard"])))
    options = [quoted(row[0])[0] for row in PAGE.table("dashboard-options")]
    assert options == ["--bot-login", "--repository", "--port"]
    named = {*options, *re.findall(r"`(--[\w-]+)`", PAGE.text)}
    assert {name.removeprefix("--").replace("-", "_") for name in named} <= known


def test_what_it_sends_is_what_the_table_says() -> None:
    sent = PAGE.table("dashboard-sends")
    assert [row[1].split(":")[0] for row in sent] == [
        "a comment on the ballot",
        "the description, with your ticks and words and nothing else changed",
        "a comment with the reasons and the format",
        "a comment with `/confirm`",
    ]
    assert compose(Choice.A, "Because.").splitlines() == [COMMANDS[Choice.A], "", "Because."]


def test_the_keys_are_those_that_the_page_explains() -> None:
    template = (ROOT / "inbox/dashboard/templates/page.html").read_text(encoding="utf-8")
    shown = re.findall(r"<kbd>(.+?)</kbd>", template)
    told = [key for row in PAGE.table("dashboard-keys") for key in quoted(row[0])]
    assert sorted(map(str.lower, shown)) == sorted(map(str.lower, told))


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_are_there_in_their_width(name: str) -> None:
    assert f"]({name})" in PAGE.text
    data = (ROOT / "docs" / name).read_bytes()
    assert data.startswith(b"\x89PNG")
    (width,) = struct.unpack(">I", data[16:20])
    assert width == PICTURES[name]
    assert len(data) < 400_000
