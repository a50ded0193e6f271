"""All pages: links lead somewhere, public claims name their source, no block is untried."""

from __future__ import annotations

import json
import re
import shlex
from datetime import UTC, datetime

import pytest
from ruamel.yaml import YAML

from inbox.ballot.body import BallotText, render_body
from inbox.commands import parser
from inbox.refs import HeadSha, PullRef
from tests.papers.page import PAGES, ROOT, Page
from tests.readme import rows

EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
OWN_TESTS = {
    "README.md": "test_readme.py",
    "docs/decisions.md": "decisions/test_decisions_page.py",
    "docs/configuration.md": "papers/test_configuration_page.py",
    "docs/setting-up.md": "papers/test_setting_up_page.py",
    "docs/dashboard.md": "papers/test_dashboard_page.py",
    "docs/lifecycle.md": "papers/test_lifecycle_page.py",
    "SECURITY.md": "papers/test_security_page.py",
    "CONTRIBUTING.md": "papers/test_pages.py",
    "docs/operations.md": "papers/test_operations_page.py",
    "docs/ballot.md": "papers/test_ballot_pages.py",
    "docs/ballot.ko.md": "papers/test_ballot_pages.py",
    "README.ko.md": "papers/test_ballot_pages.py",
}
"""The pages with blocks of code, and the tests that try each of them."""


@EVERY_PAGE
def test_links_lead_somewhere(page: Page) -> None:
    for link in page.links:
        if re.match(r"https?:", link):
            assert link.startswith("https://"), link
            continue
        file, _, anchor = link.partition("#")
        target = (ROOT / page.name).parent.joinpath(file).resolve() if file else ROOT / page.name
        assert target.exists(), link
        if anchor:
            assert anchor in Page(str(target.relative_to(ROOT))).anchors, link


@EVERY_PAGE
def test_a_page_with_blocks_of_code_has_its_tests(page: Page) -> None:
    if page.blocks:
        test = ROOT / "tests" / OWN_TESTS[page.name]
        assert page.name in test.read_text(encoding="utf-8")
        assert all(kind for _, kind, _ in page.blocks)


@EVERY_PAGE
def test_every_block_of_code_is_what_it_says(page: Page) -> None:
    """Whatever else its own test tries: it can be read, and names programs and options that are."""
    for _, kind, text in page.blocks:
        match kind:
            case "yaml":
                assert YAML(typ="safe").load(text)
            case "json":
                assert json.loads(text)
            case "sh":
                for line in text.splitlines():
                    command(line)
            case _:
                assert kind in {"text", "markdown"}


def command(line: str) -> None:
    """The line has only known programs, and ours with arguments that it takes."""
    words = shlex.split(line, comments=True)
    while words:
        end = words.index("&&") if "&&" in words else len(words)
        one, words = words[:end], words[end + 1 :]
        one = [word for word in one if not re.match(r"[A-Z_]+=", word)]
        program, *arguments = [word for word in one if word != "exec"]
        name = program.rpartition("/")[2]
        assert name in PROGRAMS, line
        if name == "decision-inbox" and arguments[0] != "gh":
            told = arguments[: arguments.index(">")] if ">" in arguments else arguments
            assert parser().parse_args(told)


PROGRAMS = {"decision-inbox", "engine", "python3", "pip", "pytest", "gh", "cosign", "git", "rm"}


def test_the_protocols_ballot_is_the_ballot() -> None:
    (shown,) = re.findall(r"~~~~markdown\n(.*?)~~~~", Page("docs/protocol.md").text, re.DOTALL)
    opened = datetime(2026, 11, 30, 10, 3, tzinfo=UTC)
    values = {
        "<owner>/<repo>#<number>": "octo-org/shop#1",
        "<short-sha>": "b0d95d0",
        "<one sentence>": "said",
        "<ISO-8601 timestamp>": "2026-11-30T10:03:00Z",
        "<random-uuid>": "54390e6e-479a-40b7-854e-782f1f9a8e64",
        "<full sha of the head>": "b0d95d073b7b4f82aa7ef6acc2105b0a9e7179fd",
    }
    text = BallotText(
        pull=PullRef.parse(values["<owner>/<repo>#<number>"]),
        head=HeadSha(values["<full sha of the head>"]),
        reasoning="said",
        opened_at=opened,
        nonce=values["<random-uuid>"],
    )
    for placeholder, value in values.items():
        assert placeholder in shown
        shown = shown.replace(placeholder, value)
    assert shown == render_body(text)


def test_the_comparison_names_where_it_was_read() -> None:
    page = Page("docs/comparison.md")
    parts = re.split(r"^## ", page.text, flags=re.MULTILINE)[1:]
    for part in parts[:-1]:
        assert "**Better**" in part, "says where the other way is better"
        assert re.search(r"\]\(https://(?:docs\.)?github\.com/", part), "names a public page"
    assert parts[-1].startswith("When not to use it")
    table = rows(page.part("overview"))
    assert [len(row) for row in table] == [6] * (len(parts))
    assert [row[0] for row in table[1:]] == [part.splitlines()[0] for part in parts[:-1]]


def test_the_commands_for_contributors_are_commands() -> None:
    page = Page("CONTRIBUTING.md")
    assert {marker for marker, _, _ in page.blocks} == {"one-file", "regenerate"}
    named = [shlex.split(line) for _, _, text in page.blocks for line in text.splitlines()]
    assert [line[-1] for line in named] == ["tests/test_policy.py", "tests/papers", "diff"]
    assert all((ROOT / line[-1]).exists() for line in named[:-1])


def test_the_readme_leads_to_every_page() -> None:
    led = {link.partition("#")[0] for link in Page("README.md").links}
    assert {page.name for page in PAGES} - led == {"README.md"}
