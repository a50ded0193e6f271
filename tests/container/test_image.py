"""What is in the image, and what is not."""

from __future__ import annotations

import json

from tests.benchmark.start_up import image_cost
from tests.container.engine import bytes_added, docker, in_image, inspected
from tests.stories.actions_runner import ROOT

MOST_BYTES = 80_000_000
WHERE = "/opt/decision-inbox"
FILES = """
import json, pathlib, sys
top = pathlib.Path(sys.argv[1])
files = (path for path in top.rglob("*") if path.is_file() and path.suffix != ".pyc")
print(json.dumps([str(path.relative_to(top)) for path in files]))
"""


def test_it_adds_little_to_its_base() -> None:
    assert 0 < bytes_added() < MOST_BYTES


def test_the_benchmark_knows_what_it_costs() -> None:
    cost = image_cost()
    assert cost is not None
    assert (cost.added, cost.cpu > 0) == (bytes_added(), True)


def test_nothing_can_be_installed_or_compiled_in_it(image: str) -> None:
    code = """
import importlib.util, json, shutil
modules = ("pip", "ensurepip", "setuptools", "wheel")
programs = ("pip", "pip3", "cc", "gcc", "c++", "g++", "make", "ld")
print(json.dumps([
    *filter(importlib.util.find_spec, modules), *filter(shutil.which, programs),
]))
"""
    assert image
    assert json.loads(in_image(code)) == []


def test_every_module_is_compiled_for_good() -> None:
    """A compiled file that is never checked has the flags 1: PEP 552."""
    code = """
import importlib.util, json, pathlib, sys
found = {}
for source in pathlib.Path(sys.argv[1]).rglob("*.py"):
    compiled = pathlib.Path(importlib.util.cache_from_source(source))
    found[str(source)] = compiled.read_bytes()[4] if compiled.exists() else None
print(json.dumps(found))
"""
    found = json.loads(in_image(code, WHERE))
    assert f"{WHERE}/inbox/tick/run.py" in found
    assert {name: flags for name, flags in found.items() if flags != 1} == {}


def test_it_holds_the_program_and_what_is_locked_and_nothing_else() -> None:
    held = set(json.loads(in_image(FILES, WHERE)))
    tops = {name.partition("/")[0] for name in held}
    assert {"inbox", "entrypoint.py", "httpx", "pydantic"} <= tops
    assert tops & {path.name for path in ROOT.iterdir()} == {"inbox", "entrypoint.py"}
    ours = {f"inbox/{path.relative_to(ROOT / 'inbox')}" for path in (ROOT / "inbox").rglob("*")}
    ours = {name for name in ours if (ROOT / name).is_file() and not name.endswith(".pyc")}
    ours = {name for name in ours if not name.startswith("inbox/dashboard/")}
    assert {name for name in held if name.startswith("inbox/")} == ours


def test_it_starts_the_program_as_root_from_anywhere() -> None:
    config = inspected("decision-inbox-under-test")["Config"]
    assert config.get("User", "") == ""  # newer engines leave out what is empty
    assert config["Entrypoint"][0] == "/usr/local/bin/python"
    said = docker("run", "--rm", "--network", "none", "--workdir", "/proc", *_tight(), "--version")
    assert said.stdout.strip()


def test_its_commands_need_neither_network_nor_a_writable_root() -> None:
    schema = docker("run", "--rm", "--network", "none", *_tight(), "schema", "owner").stdout
    assert schema == (ROOT / "inbox/schemas/owner.schema.json").read_text(encoding="utf-8")


def test_the_dashboard_is_not_in_it_and_says_where_it_is() -> None:
    done = docker("run", "--rm", "--network", "none", *_tight(), "dashboard", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("The dashboard is an extra that is not installed here: ")


def _tight() -> tuple[str, ...]:
    return ("--read-only", "--cap-drop", "ALL", "decision-inbox-under-test")
