"""`decision-inbox init`: what it writes is right by every measure, and it never writes twice."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from inbox import cli
from inbox.config import Source, Surroundings, load
from inbox.init import remote
from inbox.init.answers import STAND_IN
from inbox.init.files import OWNER, PROJECTS, WORKFLOW
from inbox.init.remote import parse_remote
from inbox.policy import Policy
from inbox.refs import RepoRef
from tests.readme import ROOT

EXAMPLES = ROOT / "examples" / "workflows"
FILES = (OWNER, PROJECTS, WORKFLOW)
SHOP, INBOX = RepoRef("mona", "shop"), RepoRef("octo-org", "inbox")
TEAM = ("--owner=mona,hubot-keeper", "--repositories=octo-org/app,octo-org/site")


class Person(io.BytesIO):
    """Somebody at a terminal, with these lines to type."""

    def isatty(self) -> bool:
        return True


class Said:
    """What one run of the command left: exit status, output, errors."""

    def __init__(self, *arguments: str, stdin: io.BytesIO | None = None, **env: str) -> None:
        out, err = io.StringIO(), io.StringIO()
        stdin = stdin or io.BytesIO()
        self.status = cli.run(["init", *arguments], env, out=out, err=err, stdin=stdin)
        self.out, self.err = out.getvalue(), err.getvalue()
        assert "Traceback" not in self.out + self.err


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone of mona/shop, as the current folder."""
    for name in ("GIT_DIR", "GIT_WORK_TREE"):
        monkeypatch.delenv(name, raising=False)
    git = ["git", "-C", str(tmp_path)]
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    address = "git@github.com:mona/shop.git"
    subprocess.run([*git, "remote", "add", "origin", address], check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of no repository, as the current folder."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path) -> dict[str, str]:
    """Every file below the folder, without what belongs to git."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }


def policy(texts: dict[str, str], home: RepoRef) -> Policy:
    """What our own loader makes of the files."""
    owner = Source(OWNER, texts[OWNER].encode())
    return load(owner, Source(PROJECTS, texts[PROJECTS].encode()), Surroundings(home))


def checked(schema: list[str], path: Path) -> None:
    """The file fits the schema, as editors and CI would check it."""
    command = [sys.executable, "-m", "check_jsonschema", *schema, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def check_all(folder: Path) -> None:
    """Every file fits its schema; the workflow GitHub's."""
    checked(["--builtin-schema", "vendor.github-workflows"], folder / WORKFLOW)
    for name, kind in ((OWNER, "owner"), (PROJECTS, "projects")):
        schema = str(ROOT / "inbox" / "schemas" / f"{kind}.schema.json")
        checked(["--schemafile", schema], folder / name)


# What it writes


def test_in_a_clone_the_owner_is_all_that_has_to_be_said(clone: Path) -> None:
    said = Said("--owner", "mona")
    assert (said.status, said.err) == (0, "")
    texts = written(clone)
    assert tuple(sorted(texts)) == tuple(sorted(FILES))
    found = policy(texts, SHOP)
    assert (found.supervised, found.inbox, found.allowlist.logins) == ((SHOP,), SHOP, ("mona",))
    assert found.notices == ()
    check_all(clone)
    for name in FILES:
        assert f"Wrote {name}." in said.out


def test_for_one_repository_the_workflow_is_the_example_to_the_letter(clone: Path) -> None:
    Said("--owner", "mona")
    example = (EXAMPLES / "solo.yml").read_text(encoding="utf-8")
    assert (ROOT / "inbox/init/solo.yml").read_text(encoding="utf-8") == example
    assert written(clone)[WORKFLOW] == example


@pytest.mark.usefixtures("clone")
def test_who_pays_for_minutes_is_told_of_a_slower_clock() -> None:
    (step,) = [line for line in Said("--owner", "mona").out.splitlines() if "private?" in line]
    cron = step.rpartition("example: ")[2]
    workflow = YAML(typ="safe").load((EXAMPLES / "private.yml").read_text(encoding="utf-8"))
    assert workflow["on"]["schedule"] == [{"cron": cron}]
    assert WORKFLOW in step


def test_for_several_it_says_what_the_example_says(empty: Path) -> None:
    repositories = f"{TEAM[1]},octo-org/governance"
    said = Said(TEAM[0], repositories, "--inbox=octo-org/inbox")
    assert (said.status, said.err) == (0, "")
    texts = written(empty)
    yaml = YAML(typ="safe")
    expected = yaml.load((EXAMPLES / "team-inbox.yml").read_text(encoding="utf-8"))
    found = yaml.load(texts[WORKFLOW])
    given = expected["jobs"]["tick"]["steps"]
    assert given[1]["with"].pop("config-repo") == "octo-org/governance"
    names = found["jobs"]["tick"]["steps"][0]["with"].pop("repositories").split(",")
    assert set(names) == set(given[0]["with"].pop("repositories").split(","))
    assert found == expected
    assert "<" not in texts[WORKFLOW]
    in_force = policy(texts, INBOX)
    assert in_force.allowlist.logins == ("mona", "hubot-keeper")
    assert (in_force.owner_login, in_force.inbox) == ("mona", INBOX)
    assert list(map(str, in_force.supervised)) == repositories.partition("=")[2].split(",")
    check_all(empty)


def test_each_file_names_the_schema_that_fits_it(clone: Path) -> None:
    Said("--owner=mona", "--action=acme/decision-inbox@v1")
    for name, kind in ((OWNER, "owner"), (PROJECTS, "projects")):
        first = written(clone)[name].splitlines()[0]
        begin, _, path = first.partition("/v1/")
        assert begin == (
            "# yaml-language-server: $schema=https://raw.githubusercontent.com/acme/decision-inbox"
        )
        assert path == f"inbox/schemas/{kind}.schema.json"
        assert json.loads((ROOT / path).read_text(encoding="utf-8"))["$schema"]
    assert "- uses: acme/decision-inbox@v1\n" in written(clone)[WORKFLOW]


@pytest.mark.parametrize("login", ["123", "1e3", "0x1F", "true", "No", "null", "on", "a_corp"])
def test_a_login_that_looks_like_something_else_stays_a_login(empty: Path, login: str) -> None:
    repo = f"{login.replace('_', '-')}/1.5"
    said = Said(f"--owner={login},mona", f"--repositories={repo}", "--action=1/2@3")
    assert (said.status, said.err) == (0, "")
    found = policy(written(empty), RepoRef.parse(repo))
    assert found.allowlist.logins == (login, "mona")
    assert str(found.inbox) == repo


@pytest.mark.usefixtures("clone")
def test_the_next_steps_are_told_and_the_stand_in_is_among_them() -> None:
    out = Said("--owner", "mona").out
    assert f"1. In {WORKFLOW}, {STAND_IN} stands for this action" in out
    assert "doctor --repository mona/shop --bot-login 'github-actions[bot]'" in out
    assert "Run workflow" in out
    assert "GitHub App" not in out


@pytest.mark.usefixtures("clone")
def test_for_several_the_app_is_told_and_where_the_files_belong() -> None:
    out = Said(*TEAM, "--inbox=octo-org/inbox", "--action=acme/decision-inbox@v1").out
    assert "1. This is a clone of mona/shop. Move the files to octo-org/inbox" in out
    assert "DECISION_INBOX_CLIENT_ID" in out
    assert STAND_IN not in out


# What it never does


@pytest.mark.parametrize("there", FILES)
def test_a_file_that_is_there_is_left_and_named(clone: Path, there: str) -> None:
    path = clone / there
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine\n", encoding="utf-8")
    said = Said("--owner", "mona")
    assert said.status == 1
    assert f"Left {there} as it is: it is there already." in said.out
    texts = written(clone)
    assert texts[there] == "mine\n"
    assert texts.keys() == set(FILES)


def test_a_second_time_nothing_is_left_to_write(clone: Path) -> None:
    Said("--owner", "mona")
    before = written(clone)
    said = Said("--owner", "mona")
    assert said.status == 0
    assert said.out.count("is there already, as it would be written.") == 3
    assert written(clone) == before


def test_a_link_is_not_followed(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "owner.yml"
    (clone / "config").mkdir()
    (clone / OWNER).symlink_to(elsewhere)
    assert Said("--owner", "mona").status == 1
    assert not elsewhere.exists()


def test_print_shows_every_file_and_writes_none(clone: Path) -> None:
    (clone / "config").mkdir()
    (clone / OWNER).write_text("mine\n", encoding="utf-8")
    said = Said("--owner", "mona", "--print")
    assert (said.status, said.err) == (0, "")
    assert written(clone) == {OWNER: "mine\n"}
    for name in FILES:
        assert f"==> {name} <==\n" in said.out
    assert (EXAMPLES / "solo.yml").read_text(encoding="utf-8") in said.out


def test_what_cannot_be_written_is_one_sentence(clone: Path) -> None:
    (clone / "config").write_text("a file where a folder should be\n", encoding="utf-8")
    said = Said("--owner", "mona")
    assert said.status == 1
    assert said.err.startswith(f"decision-inbox init: {OWNER} cannot be written (")


def test_below_the_root_nothing_is_written(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = clone / "src"
    inner.mkdir()
    monkeypatch.chdir(inner)
    said = Said("--owner", "mona")
    assert said.status == 2
    assert "run it at its root" in said.err
    assert written(clone) == {}
    assert Said("--owner", "mona", "--folder", str(clone)).status == 0
    assert Said("--owner", "mona", "--folder", str(clone / "none")).status == 2


# Answers


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            (),
            "nobody is there to answer its questions; give --owner and --rep",
        ),
        (("--owner=mona",), "give --repositories and --inbox"),
        (TEAM, "give --inbox"),
        (("--owner=mona corp!",), "'corp!' is no login"),
        (("--owner=dependabot[bot]", "--repositories=a/b"), "is no person"),
        (("--owner=ghost", "--repositories=a/b"), "is no person"),
        (("--owner=mona", "--repositories=shop"), "'shop' is no repository; write owner/name"),
        (("--owner=mona", "--repositories=,"), "nothing is named"),
        (("--owner=mona", "--repositories=a/b", "--inbox=a/b c"), "is no repository"),
        (("--owner=mona", "--repositories=a/b", "--action=decision-inbox"), "is no action"),
        (("--owner=mona", "--repositories=a/b,c/d", "--inbox=a/b"), "belong to a, c"),
        (("--owner=::error::x", "--repositories=a/b"), "is no login"),
    ],
)
def test_what_is_not_said_is_not_guessed(
    empty: Path, arguments: tuple[str, ...], said: str
) -> None:
    found = Said(*arguments)
    assert (found.status, found.out) == (2, "")
    assert said in found.err
    assert found.err.count("\n") == 1
    assert not found.err.startswith("::")
    assert written(empty) == {}


def test_without_git_one_repository_is_its_own_inbox(empty: Path) -> None:
    assert Said("--owner=mona", "--repositories=mona/shop").status == 0
    assert policy(written(empty), SHOP).inbox == SHOP


def test_somebody_at_a_terminal_is_asked_and_may_take_the_defaults(clone: Path) -> None:
    said = Said(stdin=Person(b"mona\n\n\n"))
    assert (said.status, said.err) == (0, "")
    assert "Who decides? (GitHub login) " in said.out
    assert "[mona/shop]" in said.out
    assert policy(written(clone), SHOP).supervised == (SHOP,)


def test_an_odd_answer_is_explained_and_asked_again(clone: Path) -> None:
    said = Said(stdin=Person(b"not a login!\nmona\nshop\nmona/shop\nmona/shop\r\n"))
    assert said.status == 0
    assert "'login!' is no login; write it as in github.com/<login>." in said.out
    assert "'shop' is no repository; write owner/name." in said.out
    assert written(clone).keys() == set(FILES)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (b"", "stopped before every question was answered; nothing was written"),
        (b"mona\n", "stopped before every question was answered; nothing was written"),
        (b"!\n?\n\xff\n", "no usable answer"),
        (b"\n\n\n", "no usable answer"),
    ],
)
def test_nothing_is_written_without_every_answer(clone: Path, typed: bytes, said: str) -> None:
    found = Said(stdin=Person(typed))
    assert found.status == 2
    assert said in found.err
    assert written(clone) == {}


@pytest.mark.usefixtures("clone")
def test_what_flags_say_is_not_asked() -> None:
    said = Said("--owner=mona", "--inbox=mona/shop", stdin=Person(b"\n"))
    assert said.status == 0
    assert "Who decides?" not in said.out
    assert "Which repositories" in said.out


# The clone


@pytest.mark.parametrize(
    "address",
    [
        "https://github.com/mona/shop.git",
        "https://github.com/mona/shop",
        "https://x-access-token:secret@github.com/mona/shop.git",
        "git@github.com:mona/shop.git",
        "ssh://git@github.com/mona/shop.git",
        "ssh://git@GitHub.com:22/mona/shop/",
    ],
)
def test_an_address_names_a_repository(address: str) -> None:
    assert parse_remote(address, "https://github.com") == SHOP


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/srv/git/shop.git",
        "../shop",
        "https://gitlab.com/mona/shop.git",
        "git@example.com:mona/shop.git",
        "https://github.com/mona",
        "https://github.com/mona/shop/wiki",
        "https://[github.com/mona/shop",
        "file:///srv/mona/shop",
    ],
)
def test_other_addresses_name_none(address: str) -> None:
    assert parse_remote(address, "https://github.com") is None


def test_on_a_server_of_ones_own_its_clones_count(clone: Path) -> None:
    assert remote.repository_of(clone) == SHOP
    assert remote.repository_of(clone, "https://git.example.com") is None
    address = "https://git.example.com/mona/shop"
    assert parse_remote(address, "https://git.example.com") == SHOP


def test_without_the_program_git_nothing_is_known(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert remote.repository_of(clone) is None
    assert Said("--owner=mona").status == 2
    assert Said("--owner=mona", "--repositories=mona/shop").status == 0
