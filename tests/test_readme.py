"""What README.md shows is so: every block is parsed or run, every list is complete."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from inbox import errors
from inbox.ballot.body import BallotText, parse_body, render_body, render_title
from inbox.ballot.opening import because_of_rule
from inbox.config import Source, Surroundings, load
from inbox.interface import INPUTS
from inbox.policy import Policy
from inbox.quadrant.builtin import FIXED_RULES, built_in_rules
from inbox.quadrant.classify import classify
from inbox.quadrant.files import ChangedFile, FileStatus
from inbox.refs import RepoRef
from inbox.simulator import Server
from tests.papers.page import Page
from tests.readme import BLOCKS, ROOT, TEXT, blocks, quoted, table
from tests.town import Town

BALLOT = Page("docs/ballot.md")
CONFIG = ("config/owner.yml", "config/projects.yml")


# Blocks


def test_every_block_says_what_it_is_and_is_tried_here() -> None:
    tried = {"owner.yml", "projects.yml", "solo.yml", "open", "comment-with-reason"}
    commands = {"demo-command", "test-command"}  # test_demo.py and test_repository.py
    commands |= {"container-command", "browser-command"}  # test_repository.py
    commands |= {"gh-shim"}  # gh/test_gh_wrapper.py
    commands |= {"init-command", "doctor-command"}  # papers/test_setting_up_page.py
    tried |= {"decisions"}  # decisions/test_decisions_page.py
    commands |= {"lint-command"}
    kinds = {(kind, marker) for marker, kind, _ in BLOCKS}
    assert {marker for kind, marker in kinds if kind in {"yaml", "text"}} == tried
    assert {marker for kind, marker in kinds if kind == "sh"} == commands
    assert {kind for kind, _ in kinds} == {"yaml", "text", "sh"}
    assert TEXT.count("```") == 2 * len(BLOCKS)


def test_the_workflow_to_paste_is_the_example() -> None:
    (shown,) = blocks("solo.yml")
    assert shown == (ROOT / "examples/workflows/solo.yml").read_text(encoding="utf-8")


def policy(owner: str, projects: str | None = None) -> Policy:
    """The policy of these two files; raises ConfigurationError."""
    return load(
        Source(CONFIG[0], owner.encode()),
        Source(CONFIG[1], projects.encode() if projects else None),
        Surroundings(RepoRef("octo-org", "governance"), None),
    )


@pytest.mark.parametrize("shown", blocks("owner.yml"))
def test_each_owner_file_loads(shown: str) -> None:
    assert "mona" in {actor.login for actor in policy(shown).allowlist.actors}


def test_the_projects_file_loads() -> None:
    (shown,) = blocks("projects.yml")
    assert [str(repo) for repo in policy("github_login: mona", shown).supervised] == [
        "octo-org/app",
        "octo-org/site",
    ]


def test_the_step_that_asks_on_request_opens_a_ballot(tmp_path: Path) -> None:
    (shown,) = blocks("open")
    inputs = YAML(typ="safe").load(shown)[0]["with"]
    assert inputs.keys() <= {field.name for field in INPUTS}
    town = Town("mona/shop", {"mona/shop": {CONFIG[0]: b"github_login: mona\n"}})
    town.secret = town.gh.workflow_token("mona/shop")
    pulls = [town.gh.pull("mona/shop", author=town.author, files=["a.txt"]) for _ in range(12)]
    with Server(town.gh) as server:
        assert town.tick(tmp_path, server.url, inputs) == 0
    ballot = town.gh.find(town.ballots()[pulls[-1].ref])
    assert inputs["pull-request"] == f"#{pulls[-1].number}"
    assert inputs["reasoning"] in ballot.body.text


# The ballot


def test_the_picture_is_a_ballot_to_the_letter() -> None:
    title, _, body = re.sub(r"^> ?", "", BALLOT.part("ballot"), flags=re.M).partition("\n\n")
    text = parse_body(body)
    assert isinstance(text, BallotText)
    assert title == f"**{render_title(text.pull)}**"
    assert render_body(text) == body + "\n"


def test_the_picture_gives_the_classifiers_reason() -> None:
    files = (ChangedFile("migrations/0042_drop_old_orders.sql", FileStatus.ADDED),)
    found = classify(files, complete=True, rules=built_in_rules(CONFIG))
    assert f"> - Reasoning: {because_of_rule(found)}\n" in BALLOT.part("ballot")


# What is asked about


def test_every_built_in_rule_is_in_the_table() -> None:
    words = {True: "yes", False: "no"}
    rules = (*built_in_rules(CONFIG), *FIXED_RULES)
    named = {
        (f"`{rule.name}`", words[rule.critical], words[rule.irreversible])
        for rule in rules
        if rule.paths
    }
    assert {tuple(row[:3]) for row in table("rules")} == named


@pytest.mark.parametrize("row", table("rules"), ids=lambda row: str(row[0]))
def test_each_example_meets_its_rule(row: list[str]) -> None:
    (path,) = quoted(row[3])
    found = classify(
        (ChangedFile(path, FileStatus.MODIFIED),), complete=True, rules=built_in_rules(CONFIG)
    )
    assert row[0].strip("`") in because_of_rule(found)
    assert (found.quadrant.value == "D") is (row[1:3] == ["yes", "yes"])


def test_a_deleted_dockerfile_is_asked_about() -> None:
    gone = (ChangedFile("Dockerfile", FileStatus.REMOVED),)
    assert classify(gone, complete=True, rules=built_in_rules(CONFIG)).quadrant.value == "D"


# Numbers and promises


def test_every_exit_status_is_explained() -> None:
    statuses = {
        failure.exit_status
        for failure in vars(errors).values()
        if isinstance(failure, type) and issubclass(failure, errors.InboxError)
    }
    assert {int(row[0]) for row in table("exits")} == statuses


@pytest.mark.parametrize("row", table("minutes"), ids=lambda row: str(row[0]))
def test_a_clock_runs_as_often_as_is_said(row: list[str]) -> None:
    minute, rest = row[0].strip("`").split(" ", 1)
    assert rest == "* * * *"
    span, _, step = minute.partition("/")
    first, _, last = span.partition("-")
    an_hour = len(range(int(first), int(last) + 1, int(step))) if step else minute.count(",") + 1
    assert int(row[1]) == an_hour * 24 * 30


def test_every_dependency_is_there_for_something() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = {re.split(r"[<>=]", one)[0] for one in wanted if not one.startswith(project["name"])}
    assert {name for row in table("dependencies") for name in quoted(row[0])} == names


def test_links_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}
    for link in re.findall(r"\]\((?!https:)([^)]+)\)", TEXT):
        file, _, anchor = link.partition("#")
        if file:
            assert (ROOT / file).exists(), link
            assert not anchor or f'<a id="{anchor}">' in (ROOT / file).read_text(encoding="utf-8")
        else:
            assert anchor in slugs
