"""The real `gh`, as Debian has it, against a server that hears what it sends (decisions D22).

What this program reads from the arguments is what arrives there; what it passes on arrives
unchanged; what it refuses never arrives.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from inbox.gh.arguments import Call, Rejected, Unknown, Unsure, read
from inbox.gh.flags import COMMANDS
from inbox.gh.program import Gh, find
from tests.gh.forms import FORMS, REPO, Form
from tests.gh.running import BROKEN, FINE, VAGUE, environment, wrapped
from tests.gh.service import Service, listening

FROM_FILE, FROM_STDIN = "from the file\r\n\ttwice  \n", "from standard input\n"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with listening(t7="An old text.\n", t8=VAGUE, t9=BROKEN) as heard:
        yield heard


@pytest.fixture
def env(service: Service, tmp_path: Path) -> dict[str, str]:
    program = shutil.which("gh")
    assert program, "these tests need the real gh (apt-get install gh)"
    service.sent.clear()
    service.asked.clear()
    (tmp_path / "body.md").write_bytes(FROM_FILE.encode())
    home = {"HOME": str(tmp_path), "GH_CONFIG_DIR": str(tmp_path / "gh")}
    return environment(Path(program).parent, **service.env, **home)


def run_gh(
    arguments: list[str], env: dict[str, str], cwd: Path, stdin: str = FROM_STDIN
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["gh", *arguments],
        env=env,
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def body_of(body: str | None, file: str | None) -> str | None:
    """The body that counts: a file that is named goes before `--body`."""
    match file:
        case None | "":
            return body
        case "-" | "/dev/stdin":
            return FROM_STDIN
        case _:
            return FROM_FILE if file == "body.md" else None


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.line)
def test_gh_sends_what_this_program_reads_and_passes_on(
    form: Form, service: Service, env: dict[str, str], tmp_path: Path
) -> None:
    alone = run_gh(form.arguments, env, tmp_path)
    heard = list(service.sent)
    if form.fails:
        assert (alone.returncode, heard) == (1, [])
        assert form.fails in alone.stderr
    else:
        assert alone.returncode == 0, alone.stderr
        expected = body_of(form.body, form.file)
        assert [body for _, body in heard] == ([] if expected is None else [expected])
    service.sent.clear()
    done = wrapped(*form.arguments, env=env, cwd=tmp_path, stdin=FROM_STDIN)
    assert service.sent == heard
    assert (done.returncode, done.stdout) == (alone.returncode, alone.stdout)
    assert done.stderr == alone.stderr


WORDS = [
    *("-b B", "-bB", "-b=B", "--body B", "--body=B", "--body=", "-F body.md", "-Fbody.md", "-F -"),
    *("--body-file=body.md", "-F=-", "-b --", "-b -F", "-l --body", "-tT2", "--title -b"),
    *("--label=x", "-b -b", "--body --web", "-b", "-F", "--", "-d", "-db", "-dF", "pr", "create"),
]
WRITING = [["pr", "create"], ["issue", "create"], ["issue", "comment"], ["pr", "comment"]]


def drawn(seed: int) -> list[str]:
    """A call as nobody writes it."""
    dice = random.Random(seed)
    words = list(dice.choice(WRITING))
    fixed = [*REPO.split(), "-t", "T"] if words[1] == "create" else ["7", *REPO.split()]
    fixed += ["-H", "topic"] if words == ["pr", "create"] else []
    more = " ".join(dice.choice(WORDS) for _ in range(dice.randint(1, 4))).split()
    if dice.random() < 0.3:
        place = dice.randint(0, 2)
        return [*words[:place], *more, *words[place:], *fixed]
    return [*words, *fixed, *more]


@pytest.mark.parametrize("part", range(4))
def test_gh_and_this_program_read_any_arguments_alike(
    part: int, service: Service, env: dict[str, str], tmp_path: Path
) -> None:
    arrived = 0
    for seed in range(part * 60, part * 60 + 60):
        arguments = drawn(seed)
        service.sent.clear()
        done = run_gh(arguments, env, tmp_path)
        found = read(arguments)
        if not service.sent:
            continue
        if isinstance(found, Unsure):
            continue
        arrived += 1
        assert isinstance(found, Call), (arguments, found)
        body, file = found.last("body"), found.last("body-file")
        expected = body_of(body.value if body else None, file.value if file else None)
        assert [text for _, text in service.sent] == [expected], (arguments, done.stderr)
    assert arrived >= 10


HELP_LINE = re.compile(r"^ +(?:-(\w), )?(?: {4})?--([\w-]+)( \S+)?", re.MULTILINE)


@pytest.mark.parametrize(("group", "verb"), COMMANDS)
def test_the_table_of_flags_is_that_of_gh(
    group: str, verb: str, env: dict[str, str], tmp_path: Path
) -> None:
    shown = HELP_LINE.findall(run_gh([group, verb, "--help"], env, tmp_path).stdout)
    known = COMMANDS[group, verb]
    assert {"body", "body-file", "repo", "help"} <= {name for _, name, _ in shown}
    for letter, name, value in shown:
        assert known.takes_value[name] == bool(value), name
        assert not letter or known.short[letter] == name, name


def real(env: dict[str, str]) -> Gh:
    found = find(env)
    assert found
    return found


@pytest.mark.parametrize(
    ("flag", "takes"),
    [
        ("--title", True),
        ("-t", True),
        ("--draft", False),
        ("-d", False),
        ("--bod", None),
        ("-x", None),
    ],
)
def test_gh_tells_which_of_its_flags_take_a_value(
    flag: str, takes: bool | None, env: dict[str, str]
) -> None:
    assert real(env).takes_value(Unknown("pr", "create", flag)) is takes


def test_gh_tells_its_aliases(env: dict[str, str], tmp_path: Path) -> None:
    assert run_gh(["alias", "set", "ask", 'issue create -b "$1"'], env, tmp_path).returncode == 0
    assert run_gh(["alias", "set", "--shell", "sh", "echo hi"], env, tmp_path).returncode == 0
    known = real(env).aliases()
    assert known
    assert known["ask"] == 'issue create -b "$1"'
    assert known["sh"] == "!echo hi"


def test_an_alias_is_written_out_and_checked(
    service: Service, env: dict[str, str], tmp_path: Path
) -> None:
    alias = f'issue create {REPO} -t "a title" --body "$1"'
    assert run_gh(["alias", "set", "ask", alias], env, tmp_path).returncode == 0
    done = wrapped("ask", "What a day", env=env, cwd=tmp_path)
    assert (done.returncode, service.sent) == (0, [("createIssue", "What a day")])
    done = wrapped("ask", VAGUE, env=env, cwd=tmp_path)
    assert (done.returncode, len(service.sent)) == (1, 1)
    assert "DECISIONS_NOT_ASKABLE" in done.stderr


SAYING_ANYTHING = [form for form in FORMS if form.file or form.body in {"words", "last"}][::4]


@pytest.mark.parametrize("form", SAYING_ANYTHING, ids=lambda form: form.line)
def test_no_form_smuggles_a_vague_body_past(
    form: Form, service: Service, env: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "body.md").write_text(VAGUE)
    arguments = [re.sub("words|last", VAGUE, word) for word in form.arguments]
    done = wrapped(*arguments, env=env, cwd=tmp_path, stdin=VAGUE)
    assert (done.returncode, service.sent) == (1, [])
    assert "DECISIONS_NOT_ASKABLE" in done.stderr


EDITS = [
    ("8", f"Part of #3.\n\n{VAGUE}", 0),
    ("8", VAGUE, 0),
    ("8", BROKEN, 1),
    ("7", VAGUE, 1),
    ("9", BROKEN, 0),
    ("9", f"Part of #3.\n\n{BROKEN}", 0),
    ("7", FINE, 0),
]


@pytest.mark.parametrize("kind", ["pr", "issue"])
@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_may_leave_alone_what_was_there(  # decisions case L9
    kind: str, edit: tuple[str, str, int], service: Service, env: dict[str, str], tmp_path: Path
) -> None:
    number, body, status = edit
    done = wrapped(kind, "edit", number, "-F", "-", env=env, cwd=tmp_path, stdin=body)
    assert done.returncode == status, done.stderr
    assert [text for _, text in service.sent] == ([body] if status == 0 else [])


def test_gh_rejects_what_is_called_rejected(env: dict[str, str], tmp_path: Path) -> None:
    for line in ("pr create -b", "pr create ---b x", "pr create --=x", "issue edit 1 --title"):
        assert read(line.split()) == Rejected()
        done = run_gh(line.split(), env, tmp_path)
        assert done.returncode == 1
        assert "flag" in done.stderr
