"""What `decision-inbox gh` asks the real `gh`: flags, aliases, present bodies (decisions D22)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inbox.gh.aliases import called, listed, may_be_alias, written_out
from tests.gh.running import BROKEN, FINE, VAGUE, FakeGh, environment, wrapped

Answers = dict[str, tuple[str, str, int]]
ALIASES = """\
co: pr checkout
ask: issue create -t "a title" -b "$1"
new: pr create
pr mine: pr create -d
sh: '!gh issue create -b "$1"'
one: two
two: one
"""
HELP = "Create a pull request on GitHub.\n"
NEEDS = "flag needs an argument: {}\n\nUsage: gh pr create [flags]\n"
NO_FLAG = "unknown flag: {}\n\nUsage: gh pr create [flags]\n"


def put(tmp_path: Path, answers: Answers) -> FakeGh:
    return FakeGh.put(tmp_path / "bin", answers=answers)


def run(gh: FakeGh, *arguments: str) -> tuple[int, str]:
    env = environment(gh.folder, GH_FORCE_TTY="1", CLICOLOR_FORCE="1")
    done = wrapped(*arguments, env=env, cwd=gh.folder)
    return done.returncode, done.stderr


def passed(gh: FakeGh) -> list[list[str]]:
    return [call["arguments"] for call in gh.calls]


# Flags that this program does not know.


def test_a_new_flag_with_a_value_is_read_as_gh_reads_it(tmp_path: Path) -> None:
    said = ("", NEEDS.format("--new"), 1)
    gh = put(tmp_path, {"pr create --help --new": said})
    assert run(gh, "pr", "create", "--new", "-b", "--body", "Fine.")[0] == 0
    status, err = run(gh, "pr", "create", "--new", "x", "-b", VAGUE)
    assert (status, err.split(":")[0]) == (1, "DECISIONS_NOT_ASKABLE")
    assert gh.asked == [["pr", "create", "--help", "--new"]] * 2
    assert passed(gh) == [["pr", "create", "--new", "-b", "--body", "Fine."]]


def test_a_new_flag_without_a_value_hides_no_body(tmp_path: Path) -> None:
    gh = put(tmp_path, {"pr create --help -n": (HELP, "", 0)})
    assert run(gh, "pr", "create", "-nb", VAGUE)[0] == 1
    assert run(gh, "pr", "create", "-n", "-b", VAGUE)[0] == 1
    assert passed(gh) == []


def test_a_flag_that_gh_rejects_is_left_to_gh(tmp_path: Path) -> None:
    gh = put(tmp_path, {"pr create --help --bod": ("", NO_FLAG.format("--bod"), 1)})
    assert run(gh, "pr", "create", "--bod", VAGUE)[0] == 0
    assert passed(gh) == [["pr", "create", "--bod", VAGUE]]


def test_a_flag_that_gh_says_nothing_about_is_refused(tmp_path: Path) -> None:
    gh = put(tmp_path, {"pr create --help --odd": ("", "panic\n", 2)})
    status, err = run(gh, "pr", "create", "--odd", "-b", "Fine.")
    assert (status, passed(gh)) == (1, [])
    assert err.startswith("DECISIONS_UNCHECKED: gh does not say what its flag --odd is.\n")


def test_a_reading_that_depends_on_the_version_is_refused(tmp_path: Path) -> None:
    gh = put(tmp_path, {})
    status, err = run(gh, "--body", "pr", "-R", "o/r", "pr", "create")
    assert (status, passed(gh)) == (1, [])
    assert "DECISIONS_UNCHECKED: versions of gh read these arguments differently" in err


# Aliases.


def test_an_alias_is_written_out_checked_and_passed_on(tmp_path: Path) -> None:
    gh = put(tmp_path, {"alias list": (ALIASES, "", 0)})
    assert (
        run(
            gh,
            "ask",
            "Fine.",
        )[0]
        == 0
    )
    assert run(gh, "new", "-b", "Fine.")[0] == 0
    assert run(gh, "pr", "mine", "-b", "Fine.")[0] == 0
    assert run(gh, "co", "7")[0] == 0
    assert passed(gh) == [
        ["issue", "create", "-t", "a title", "-b", "Fine."],
        ["pr", "create", "-b", "Fine."],
        ["pr", "create", "-d", "-b", "Fine."],
        ["pr", "checkout", "7"],
    ]
    for arguments in (("ask", VAGUE), ("new", "-b", VAGUE), ("pr", "mine", f"-b{BROKEN}")):
        assert run(gh, *arguments)[0] == 1
    assert len(gh.calls) == 4


@pytest.mark.parametrize("arguments", [("sh", VAGUE), ("an-extension", "-b", VAGUE), ("ask",)])
def test_what_is_a_program_of_its_own_is_left_alone(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    gh = put(tmp_path, {"alias list": (ALIASES, "", 0)})
    assert run(gh, *arguments)[0] == 0
    assert passed(gh) == [list(arguments)]


@pytest.mark.parametrize(
    ("arguments", "answer", "why"),
    [
        (("-R", "o/r", "new", "-b", "x"), (ALIASES, "", 0), "the alias new has flags before it"),
        (("one",), (ALIASES, "", 0), "these aliases of gh stand for one another"),
        (("ask", "x"), ("", "broken config\n", 1), "the aliases of gh cannot be read"),
        (("ask", "x"), ("- a list\n", "", 0), "the aliases of gh cannot be read"),
    ],
)
def test_an_alias_that_nobody_understands_is_refused(
    arguments: tuple[str, ...], answer: tuple[str, str, int], why: str, tmp_path: Path
) -> None:
    gh = put(tmp_path, {"alias list": answer})
    status, err = run(gh, *arguments)
    assert (status, passed(gh)) == (1, [])
    assert err.startswith(f"DECISIONS_UNCHECKED: {why}")


def test_no_aliases_are_no_obstacle(tmp_path: Path) -> None:
    gh = put(tmp_path, {"alias list": ("", "no aliases configured\n", 1)})
    assert run(gh, "an-extension")[0] == 0
    assert run(gh, "api", "user")[0] == 0
    assert len(gh.asked) == 1


def test_aliases_are_written_out_as_gh_does_it() -> None:
    assert written_out("pr create -b $1 -t '$2'", ["x y", "z"]) == [
        *("pr", "create", "-b", "x", "y", "-t", "z"),
    ]
    assert written_out("pr create -b $1$1", ["x", "-d"]) == ["pr", "create", "-b", "xx", "-d"]
    assert written_out("pr create -b $2", ["x", "y"]) == ["pr", "create", "-b", "y"]
    assert written_out("pr create", ["-b", "a b"]) == ["pr", "create", "-b", "a b"]
    assert written_out("pr create -b $2", ["x"]) is None
    assert written_out("pr create -b 'x", []) is None
    assert written_out("pr create # why", []) == ["pr", "create"]


def test_lists_of_aliases_are_read_or_not() -> None:
    assert listed("") == {}
    assert listed("co: pr checkout\n'y': '!x'\n") == {"co": "pr checkout", "y": "!x"}
    assert listed("co: [a]\n") is None
    assert listed("co: !x\n") is None
    assert called(("pr", "mine"), {"pr mine": "x"}) == "pr mine"
    assert called(("co", "1"), {"co": "x"}) == "co"
    assert called(("pr", "list"), {"co": "x"}) is None
    assert called(("pr", "mine"), {"pr": "x"}) is None
    assert may_be_alias(("co", "1"))
    assert may_be_alias(("pr", "mine"))
    assert [
        words for words in ((), ("pr",), ("pr", "list"), ("api", "x")) if may_be_alias(words)
    ] == []


# Edits.


def body(text: str) -> tuple[str, str, int]:
    return json.dumps({"body": text}), "", 0


def test_the_present_body_is_asked_for_only_when_the_new_one_is_refused(tmp_path: Path) -> None:
    gh = put(tmp_path, {"pr view": body(VAGUE)})
    assert run(gh, "pr", "edit", "7", "-b", FINE)[0] == 0
    assert gh.asked == []
    assert run(gh, "pr", "edit", "-Ro/r", "7", "-b", f"Part of #3.\n\n{VAGUE}")[0] == 0
    assert gh.asked == [["pr", "view", "--repo=o/r", "--json", "body", "--", "7"]]


def test_the_pull_request_of_the_branch_is_asked_for_without_a_number(tmp_path: Path) -> None:
    gh = put(tmp_path, {"pr view": body(VAGUE)})
    assert run(gh, "pr", "edit", "-b", VAGUE)[0] == 0
    assert gh.asked == [["pr", "view", "--json", "body", "--"]]


@pytest.mark.parametrize(
    "answer",
    [
        ("", "HTTP 502\n", 1),
        ("<html>", "", 0),
        ("[]", "", 0),
        ('{"body": null}', "", 0),
        body("An old text."),
        body(""),
    ],
)
def test_a_present_body_that_cannot_be_read_or_asks_nothing_excuses_nothing(
    answer: tuple[str, str, int], tmp_path: Path
) -> None:
    gh = put(tmp_path, {"issue view": answer})
    status, err = run(gh, "issue", "edit", "7", "-b", VAGUE)
    assert (status, passed(gh)) == (1, [])
    assert err.startswith("DECISIONS_NOT_ASKABLE: ")


def test_every_issue_that_is_edited_must_have_asked_before(tmp_path: Path) -> None:
    view = "issue view --json body -- "
    answers = {f"{view}7": body(VAGUE), f"{view}8": body(""), f"{view}9": ("", "HTTP 502\n", 1)}
    gh = put(tmp_path, answers)
    assert run(gh, "issue", "edit", "7", "9", "-b", VAGUE)[0] == 1
    assert run(gh, "issue", "edit", "7", "-b", VAGUE)[0] == 0
    assert run(gh, "issue", "edit", "7", "8", "-b", VAGUE)[0] == 1


def test_only_an_edit_may_leave_an_ask_alone(tmp_path: Path) -> None:
    gh = put(tmp_path, {"pr view": body(VAGUE)})
    assert run(gh, "pr", "comment", "7", "--edit-last", "-b", VAGUE)[0] == 1
    assert run(gh, "pr", "create", "-b", VAGUE)[0] == 1
    assert (gh.asked, passed(gh)) == ([], [])
