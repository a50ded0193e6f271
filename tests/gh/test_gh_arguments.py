"""The arguments of `gh`, read as `gh` reads them (decisions D22); no program runs here.

`test_gh_real.py` holds the same forms against the real `gh`.
"""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inbox.gh.arguments import Call, Elsewhere, Rejected, Unknown, Unsure, read, with_value
from inbox.gh.flags import COMMANDS
from tests.gh.forms import FORMS, Form

OTHER_COMMANDS = [
    ("", ()),
    ("--help", ()),
    ("api repos/o/r/issues -f body=x", ("api", "repos/o/r/issues")),
    ("pr list", ("pr", "list")),
    ("pr review -b x 1", ("pr", "review")),
    ("pr", ("pr",)),
    ("issue develop 1", ("issue", "develop")),
    ("co 1", ("co", "1")),
    ("PR create -b x", ("PR", "create")),
    ("-- pr create -b x", ()),
    ("pr -- create -b x", ("pr",)),
    ("-d pr create -b x", ("create",)),
    ("-h pr create -b x", ("create",)),
    ("pr -d create -b x", ("pr",)),
    ("-b pr create", ("create",)),
]
REJECTED = [
    *("pr create -b", "pr create --body", "pr create -dF", "issue edit 1 --title"),
    *("pr create ---b x", "pr create --=x", "pr create -b x --repo"),
]
UNKNOWN = [
    ("pr create --attach x", "--attach"),
    ("pr create --attach=x --later", "--attach"),
    ("pr create --bod x", "--bod"),
    ("pr create -x", "-x"),
    ("pr create -dxb y", "-x"),
    ("pr create -é", "-é"),
    ("pr create -d=", "-="),
    ("pr edit 1 --draft -b x", "--draft"),
    ("issue create -d", "-d"),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.line)
def test_each_form_is_read_as_gh_reads_it(form: Form) -> None:
    call = read(form.arguments)
    assert isinstance(call, Call)
    body, file = call.last("body"), call.last("body-file")
    assert (body.value if body else None) == form.body
    assert (file.value if file else None) == form.file
    assert call.command == form.command
    assert call.targets == form.targets


@pytest.mark.parametrize(("line", "words"), OTHER_COMMANDS)
def test_other_commands_are_left_alone(line: str, words: tuple[str, ...]) -> None:
    assert read(shlex.split(line)) == Elsewhere(words)


NEWER = [
    ("pr create -T --body -b x", "x"),
    ("pr create --template --body -b x", "x"),
    ("pr create --fill-first --fill-verbose -b x", "x"),
    ("pr create --dry-run -efb x", "x"),
    ("pr create --recover -b", None),
    ("pr create --fill", None),
    ("issue create -e --recover=-b --web -bx", "x"),
    ("issue create --editor", None),
    ("issue edit 1 2 --remove-milestone -b x", "x"),
    ("pr comment --edit-last --create-if-none -b x", "x"),
    ("pr comment --delete-last --yes", None),
]


@pytest.mark.parametrize(("line", "body"), NEWER)
def test_flags_of_newer_versions_hide_no_body(line: str, body: str | None) -> None:
    call = read(line.split())
    assert isinstance(call, Call)
    found = call.last("body")
    assert (found.value if found else None) == body


@pytest.mark.parametrize("line", REJECTED)
def test_what_gh_itself_rejects_is_known(line: str) -> None:
    assert read(shlex.split(line)) == Rejected()


@pytest.mark.parametrize(("line", "flag"), UNKNOWN)
def test_an_unknown_flag_is_named(line: str, flag: str) -> None:
    found = read(shlex.split(line))
    assert isinstance(found, Unknown)
    assert found.flag == flag


def test_a_learned_flag_takes_a_value_or_none() -> None:
    line = ["pr", "create", "--new", "-b", "-n", "x"]
    takes = read(line, {"--new": True, "-n": False})
    assert isinstance(takes, Call)
    assert (takes.last("body"), takes.targets) == (None, ("x",))
    bare = read(line, {"--new": False, "-n": False})
    assert isinstance(bare, Call)
    assert [(one.name, one.value) for one in bare.given] == [("new", "true"), ("body", "-n")]


def test_no_learned_flag_changes_a_known_one() -> None:
    found = read(["pr", "create", "--draft", "-b", "x"], {"--draft": True, "-b": False})
    assert isinstance(found, Call)
    assert [(one.name, one.value) for one in found.given] == [("draft", "true"), ("body", "x")]


@pytest.mark.parametrize(
    "line",
    ["--body pr -R o/r pr create", "pr -R create -b x create", "--title issue -dw issue edit"],
)
def test_where_versions_of_gh_differ_nobody_is_sure(line: str) -> None:
    assert read(shlex.split(line)) == Unsure()


@pytest.mark.parametrize("form", [form for form in FORMS if form.file], ids=lambda form: form.line)
def test_another_file_takes_the_place_of_the_one_that_counts(form: Form) -> None:
    call = read(form.arguments)
    assert isinstance(call, Call)
    file = call.last("body-file")
    assert file
    changed = read(with_value(form.arguments, file, "/dev/fd/9"))
    assert isinstance(changed, Call)
    now = changed.last("body-file")
    assert now
    assert now.value == "/dev/fd/9"
    assert changed.last("body") == call.last("body")
    assert changed.targets == call.targets


WORDS = st.sampled_from(
    ["pr", "issue", "create", "new", "edit", "--", "-", "", "--body", "-b", "-F", "-db", "--body=x"]
) | st.text(max_size=5)


@given(st.lists(WORDS, max_size=8))
def test_any_arguments_are_read(arguments: list[str]) -> None:
    found = read(arguments)
    if isinstance(found, Call):
        assert (found.group, found.verb) in COMMANDS
        for one in found.given:
            takes = COMMANDS[found.group, found.verb].takes_value[one.name]
            if takes:
                assert arguments[one.at] == one.lead + one.value
