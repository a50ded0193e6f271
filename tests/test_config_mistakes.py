"""Every mistake in both files at once, as `file:line: what; what to do` (interface.md, exit 2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from inbox.config import Source, Surroundings, load
from inbox.errors import ConfigurationError
from inbox.refs import RepoRef

WORKFLOW = RepoRef("mona", "work")
GOLDEN = Path(__file__).parent / "golden" / "config"
OWNER = "github_login: mona"


def mistakes(projects: str | None, owner: str | None = OWNER) -> list[str]:
    """What is said about the two files; the names of the files shortened to o and p."""

    def source(name: str, text: str | None) -> Source:
        return Source(name, None if text is None else text.encode())

    with pytest.raises(ConfigurationError) as refused:
        load(source("./o", owner), source("p", projects), Surroundings(WORKFLOW))
    assert refused.value.exit_status == 2
    return [str(mistake) for mistake in refused.value.mistakes]


def golden(name: str) -> pytest.MarkDecorator:
    """The cases of one golden file: what is written, and after `=> ` what is said about it."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")
    parts = [case.partition("=> ") for case in text.split("\n\n")]
    pairs = [(written, said) for written, _, said in parts]
    return pytest.mark.parametrize(("written", "said"), pairs, ids=[said[:60] for _, said in pairs])


@golden("owner")
def test_the_owner_file_is_refused_in_words(written: str, said: str) -> None:
    assert mistakes(None, written) == [said]


def test_the_owner_file_has_to_be_there() -> None:
    said = "o:1: there is no such file; write github_login: <your login>"
    assert mistakes(None, None) == [said]


@golden("projects")
def test_the_projects_file_is_refused_in_words(written: str, said: str) -> None:
    assert mistakes(written) == [said]


@golden("lifecycle")
def test_the_lifecycle_is_checked_even_while_it_is_off_l1(written: str, said: str) -> None:
    assert mistakes(written) == [said]


@golden("rules")
def test_a_rule_is_refused_in_words(written: str, said: str) -> None:
    assert mistakes(written) == [said]


@pytest.mark.parametrize(
    ("name", "defaults", "taken"),
    [
        ("migrations", "true", True),
        ("Migrations", "true", True),
        ("migrations", "false", False),
        ("submodules", "false", True),
        ("prices", "true", False),
    ],
)
def test_the_names_of_rules_in_force_are_taken(name: str, defaults: str, taken: bool) -> None:
    rule = f"{{name: {name}, paths: [x], critical: true}}"
    projects = f"classifier:\n  defaults: {defaults}\n  rules:\n  - {rule}"
    if not taken:
        owner_source, source = Source("o", OWNER.encode()), Source("p", projects.encode())
        assert load(owner_source, source, Surroundings(WORKFLOW)).rules[0].name == name
        return
    said = f"p:4: '{name}' is the name of a built-in rule; choose another name"
    assert mistakes(projects) == [said]


def test_two_rules_cannot_share_a_name() -> None:
    rules = "".join(f"  - {{name: {n}, paths: [x], critical: true}}\n" for n in ("a", "b", "A"))
    said = "p:5: classifier.rules names 'A' twice, first on line 3; keep one of them"
    assert mistakes("classifier:\n  rules:\n" + rules) == [said]


@pytest.mark.parametrize("key", ["governance_repo", "bot_repo"])
def test_no_mistake_repeats_a_whole_page(key: str) -> None:
    (said,) = mistakes(f"{key}: {'a' * 50_000}")
    assert len(said) < 300


@pytest.mark.parametrize(
    ("projects", "said"),
    [
        (
            f"supervised_repos: [{', '.join(f'o/r{n}' for n in range(1001))}]",
            "p:1: supervised_repos has 1001 entries; write at most 1000",
        ),
        (
            f"classifier: {{rules: [{{name: a, paths: [b],critical: true,reason: {'c' * 301}}}]}}",
            "p:1: classifier.rules[0].reason: this has 301 characters; write at most 300",
        ),
    ],
    ids=["repositories", "reason"],
)
def test_what_is_too_long_is_counted(projects: str, said: str) -> None:
    assert mistakes(projects) == [said]


def test_every_mistake_of_both_files_is_said_at_once_in_order() -> None:
    owner = """\
github_login: ghost
allowlisted_actors: [a, A, 5]
alow_app_signals: true
display_name: !x y
github_login: b
"""
    projects = """\
governance: a/b
supervised_repos: [a/b, c]
bot_repo:
decision_inbox:
  lifecycle: {reminder_hours: 200, availability: {path: a}}
merge: {method: ff, options: [B, B]}
classifier:
  rules:
  - {name: migrations, paths: ["[a", "#b"]}
  - {name: x, paths: [y], critical: maybe}
decisions: {grace_hours: 500}
"""
    said = mistakes(projects, owner)
    assert [entry.split(" ")[0] for entry in said] == [
        *("o:1:", "o:2:", "o:2:", "o:3:", "o:4:", "o:5:"),
        *("p:1:", "p:2:", "p:3:", "p:5:", "p:5:", "p:5:", "p:6:", "p:6:", "p:6:"),
        *("p:9:", "p:9:", "p:9:", "p:9:", "p:10:", "p:11:"),
    ]
    assert len(set(said)) == len(said)
    assert all("; " in entry or "did you mean" in entry for entry in said)
