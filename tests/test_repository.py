"""What holds for the repository as a whole: its layout, its size, and what its papers promise."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pathspec
import pytest

from inbox.labels import OURS, TICKET_LOOKS
from inbox.world import APPROVAL_CONTEXT, DECISIONS_CONTEXT

ROOT = Path(__file__).parent.parent

# Besides these, only names that begin with a dot.
TOP_LEVEL = {
    *("action.yml", "Dockerfile", "pyproject.toml", "requirements.lock", "entrypoint.py"),
    *("inbox", "tests", "examples", "docs"),
    *("README.md", "README.ko.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md"),
}
LONGEST_FILE = 280
LONGEST_FUNCTION = 50
RULING = re.compile(r"\b[PLD][1-9]\d*[a-z]?\b")
A_HOME = re.compile(r"(?<![\w.$}])/(?:work|farm|root|home|Users)/\w")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def _files() -> list[str]:
    """Every file that git knows; in an unpacked archive, every file that git would not ignore."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        git = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
        listed = subprocess.run(git, cwd=ROOT, capture_output=True, check=True, text=True).stdout
        return [name for name in listed.split("\0") if name and (ROOT / name).exists()]
    ignored = pathspec.GitIgnoreSpec.from_lines((ROOT / ".gitignore").read_text().splitlines())
    return list(ignored.match_tree_files(ROOT, negate=True))


FILES = _files()
PYTHON = [name for name in FILES if name.endswith(".py")]
PRODUCT = [name for name in PYTHON if not name.startswith("tests/")]
PAPERS = [name for name in FILES if name.endswith(".md")]
EVERY_FILE_OF_THE_PRODUCT = pytest.mark.parametrize("name", PRODUCT)


def text(name: str) -> str:
    """The text of one file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def commands(marker: str) -> list[str]:
    """The commands of the code block under `<!-- marker -->` in the README, one for each `&&`."""
    found = re.findall(rf"<!-- {marker} -->\n+```sh\n(.*?)\n```", text("README.md"), re.DOTALL)
    assert len(found) == 1, f"README.md has {len(found)} blocks marked {marker}"
    return [command.strip() for command in str(found[0]).split("&&")]


def test_the_top_level_holds_only_what_people_look_for_there() -> None:
    top = {name.split("/")[0] for name in FILES}
    assert {entry for entry in top if not entry.startswith(".")} <= TOP_LEVEL
    assert {"pyproject.toml", "inbox", "tests", "README.md"} <= top


def test_no_file_names_a_place_on_somebodys_computer() -> None:
    assert A_HOME.search(f"see /{'home'}/me")
    assert not A_HOME.search("/github/home/x")
    named = {name: A_HOME.findall(text(name)) for name in FILES if _is_text(name)}
    assert {name: places for name, places in named.items() if places} == {}


def _is_text(name: str) -> bool:
    return b"\0" not in (ROOT / name).read_bytes()[:8192]


@EVERY_FILE_OF_THE_PRODUCT
def test_a_file_fits_in_a_head(name: str) -> None:
    assert len(text(name).splitlines()) <= LONGEST_FILE


@EVERY_FILE_OF_THE_PRODUCT
def test_a_function_fits_on_a_screen(name: str) -> None:
    long = {
        node.name: length
        for node in ast.walk(ast.parse(text(name)))
        if isinstance(node, Function)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_FUNCTION
    }
    assert long == {}


@EVERY_FILE_OF_THE_PRODUCT
def test_everything_public_says_what_it_is(name: str) -> None:
    tree = ast.parse(text(name))
    assert ast.get_docstring(tree) or not tree.body, "the module has no docstring"
    assert [which for which, node in _public(tree) if not ast.get_docstring(node)] == []


def _public(
    tree: ast.Module | ast.ClassDef, prefix: str = ""
) -> Iterator[tuple[str, Function | ast.ClassDef]]:
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from _public(node, f"{node.name}.")


def test_every_ruling_that_code_cites_is_explained() -> None:
    cited = {ruling for name in PYTHON for ruling in RULING.findall(text(name))}
    explained = {ruling for name in PAPERS for ruling in RULING.findall(text(name))}
    assert cited - explained == set()


def test_the_protocol_has_an_anchor_for_every_ruling_in_order() -> None:
    anchors = re.findall(r'<a id="p(\d+a?)"></a>', text("docs/protocol.md"))
    whole = [str(number) for number in range(1, 49)]
    assert anchors == [*whole[:22], "22a", *whole[22:]]
    reminders = re.findall(r'<a id="l(\d+)"></a>', text("docs/protocol.md"))
    assert reminders == [str(number) for number in range(1, 13)]


def test_the_protocol_names_every_label_marker_and_status() -> None:
    kinds = {kind for name in PRODUCT for kind in re.findall(r'^KIND = "(.+)"$', text(name), re.M)}
    assert {"notice", "receipt"} <= kinds
    markers = {f"`<!-- decision-inbox-{kind}: … -->`" for kind in kinds}
    labels = {f"`{label}`" for label in OURS | TICKET_LOOKS.keys()}
    contexts = {f"`{APPROVAL_CONTEXT}`", f"`{DECISIONS_CONTEXT}`"}
    page = text("docs/protocol.md")
    assert {name for name in markers | labels | contexts if name not in page} == set()


@pytest.mark.parametrize("name", [name for name in PAPERS if name.startswith("docs/")])
def test_links_inside_a_page_lead_somewhere(name: str) -> None:
    page = text(name)
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}
    anchors = slugs | set(re.findall(r'<a id="([^"]+)"></a>', page))
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= anchors
    files = re.findall(r"\]\((?!#|https?:)([^)#]+)", page)
    assert [link for link in files if not (ROOT / name).parent.joinpath(link).exists()] == []


def test_ci_runs_what_the_readme_says_in_its_order() -> None:
    script = text(".ci/run").splitlines()
    steps = commands("test-command")
    assert len(steps) == 3
    places = [[n for n, line in enumerate(script) if line.startswith(step)] for step in steps]
    assert all(places), f".ci/run does not run {steps}"
    assert places == sorted(places)


def test_ci_tries_the_image_and_takes_no_missing_engine_for_a_pass() -> None:
    (command,) = commands("container-command")
    assert f"\nREQUIRE_ENGINE=1 {command}\n" in text(".ci/run")


def test_ci_tries_the_dashboard_and_takes_no_missing_browser_for_a_pass() -> None:
    (command,) = commands("browser-command")
    script = text(".ci/run")
    assert f"\nREQUIRE_BROWSER=1 {command} " in script
    assert '\nwait "$browser" || { cat "$scratch/browser"; exit 1; }\n' in script


def test_the_readme_shows_the_demo() -> None:
    assert commands("demo-command")[-1] == ".venv/bin/decision-inbox demo"


def test_every_runtime_dependency_is_pinned_with_hashes() -> None:
    lock = text("requirements.lock")
    pinned = {
        _normal(entry[1]): entry[0].count("--hash=sha256:")
        for entry in re.finditer(r"^([\w.-]+)==[\w.]+ \\\n(?: +--hash=.*\n)+", lock, re.MULTILINE)
    }
    wanted = tomllib.loads(text("pyproject.toml"))["project"]["dependencies"]
    assert {_normal(re.split(r"[^\w.-]", one)[0]) for one in wanted} <= pinned.keys()
    assert all(pinned.values())
    rest = re.sub(r"^#.*\n|^[\w.-]+==[\w.]+ \\\n(?: +--hash=.*\n)+", "", lock, flags=re.MULTILINE)
    assert rest == "", "every line of the lock file belongs to a pinned package"


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_image_holds_the_program_alone_and_starts_it_from_anywhere() -> None:
    lines = text("Dockerfile").splitlines()
    start = json.loads(lines[-1].removeprefix("ENTRYPOINT "))
    assert start[0].startswith("/")
    assert start[-1] == "/opt/decision-inbox/entrypoint.py"
    taken = [line.split()[1:-1] for line in lines if line.startswith("COPY ")]
    assert [one for line in taken for one in line if not one.startswith("--")] == [
        *("requirements.lock", "entrypoint.py", "inbox"),
        "/opt/decision-inbox",
    ]
    assert not any(line.startswith(("USER", "# syntax", "WORKDIR")) for line in lines)
