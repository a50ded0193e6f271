"""Imports point one way, the core touches nothing, and each library has its one place.

The tables say it; the tests below them read every import and every call with `ast`. A new module
has to find its row first.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# A part is a module or a package of `inbox`. It may import its own row and the rows above it.
# The core: values in, values out. Time, nonces and randomness are parameters here.
CORE = (
    ("errors",),
    ("refs", "markdown", "labels", "counted", "layout"),
    ("policy", "electorate"),
    ("world", "authorship"),
    ("actions", "checks"),
    ("steps", "sayings", "effects"),
    ("quadrant",),
    ("decisions",),
    ("ballot",),
    ("metrics", "page", "summary"),
)
# The borders: configuration, the runner and GitHub; then what is built of all that.
BORDERS = (
    ("usage",),
    ("interface", "paths", "textfile", "environment", "inputs", "yamltext", "config", "vetting"),
    ("runner", "github", "results"),
    ("tick",),
    ("grace", "tick_command"),
    ("scan_command",),
    ("schema", "demo", "lint", "availability", "doctor", "init", "dashboard", "decisions_command"),
    ("gh",),
    ("commands",),
    ("cli",),
    ("entrypoint",),
)
ROWS = CORE + BORDERS
ROW_OF = {part: number for number, row in enumerate(ROWS) for part in row}

PURE_IMPORTS = {
    *("__future__", "abc", "bisect", "collections", "collections.abc", "dataclasses", "datetime"),
    *("enum", "functools", "graphlib", "hashlib", "html", "itertools", "json", "math", "operator"),
    *("re", "string", "textwrap", "types", "typing", "unicodedata", "urllib.parse"),
    *("markdown_it", "markdown_it.token"),
}
CLOCKS_AND_FILES = {"open", "input", "print", "eval", "exec", "__import__"}
CLOCK_METHODS = {"now", "utcnow", "today"}

# The simulated GitHub knows the product's words and nothing of how it works.
SIMULATOR_MAY_IMPORT = {"errors", "refs", "markdown", "simulator"}
SIMULATOR_IS_IMPORTED_BY = {"demo", "simulator"}

# Where a library that touches the world, or checks what comes from it, is at home.
HOMES: Mapping[str, set[str]] = {
    "httpx": {"github", "results", "simulator"},
    "tenacity": {"github"},
    "pydantic": {"github", "config", "schema"},
    "ruamel": {"yamltext"},
    "graphql": {"simulator"},
    "markdown_it": {"decisions", "markdown", "dashboard"},
    "starlette": {"dashboard"},
    "uvicorn": {"dashboard"},
    "jinja2": {"dashboard"},
}


@dataclass(frozen=True)
class Module:
    """One source file: its dotted name, the part of the product that it belongs to, its tree."""

    name: str
    part: str
    tree: ast.Module


def _module(path: Path) -> Module:
    dotted = path.relative_to(ROOT).with_suffix("").parts
    name = ".".join(dotted[:-1] if dotted[-1] == "__init__" else dotted)
    part = name.split(".")[1] if name.startswith("inbox.") else name
    return Module(name, part, ast.parse(path.read_text(encoding="utf-8"), str(path)))


MODULES = {
    module.name: module
    for module in map(_module, [*sorted(ROOT.glob("inbox/**/*.py")), *ROOT.glob("entrypoint.py")])
    if module.name != "inbox"
}
CORE_MODULES = {name: m for name, m in MODULES.items() if any(m.part in row for row in CORE)}
EVERY_MODULE = pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
EVERY_CORE_MODULE = pytest.mark.parametrize("module", CORE_MODULES.values(), ids=CORE_MODULES)


def imports(tree: ast.AST) -> Iterator[str]:
    """Every module that the tree imports, at any depth; `from inbox import x` means `inbox.x`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: write the import from `inbox`"
            assert node.module
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in MODULES else node.module


class _AtRunTime(ast.NodeTransformer):
    """Leaves out what stands under `if TYPE_CHECKING:`, which nothing ever executes."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse
        return self.generic_visit(node)


def at_run_time(module: Module) -> Module:
    """The module without the imports that only a type checker sees."""
    return replace(module, tree=_AtRunTime().visit(deepcopy(module.tree)))


def own_imports(module: Module) -> set[str]:
    """The modules of the product that `module` imports; fails for one that is not there."""
    own = {name for name in imports(module.tree) if name.split(".")[0] in {"inbox", "entrypoint"}}
    assert own <= {*MODULES, "inbox"}, f"{module.name} imports what is not there"
    return own - {"inbox"}


def foreign_imports(module: Module) -> set[str]:
    """The modules of the standard library and of other projects that `module` imports."""
    return {name for name in imports(module.tree) if name.split(".")[0] != "inbox"}


def test_the_table_names_every_part_once() -> None:
    named = [part for row in ROWS for part in row] + ["simulator"]
    assert len(named) == len(set(named))
    assert {module.part for module in MODULES.values()} <= set(named)


def test_the_table_is_checked_against_real_modules() -> None:
    assert {"inbox.errors", "inbox.refs", "inbox.world"} <= MODULES.keys()
    assert {"inbox.refs", "inbox.labels"} <= own_imports(MODULES["inbox.world"])


@EVERY_MODULE
def test_imports_point_one_way(module: Module) -> None:
    parts = {MODULES[name].part for name in own_imports(module)}
    if module.part == "simulator":
        assert parts <= SIMULATOR_MAY_IMPORT
        return
    if module.part not in SIMULATOR_IS_IMPORTED_BY:
        assert "simulator" not in parts, "only the demo plays on the simulated GitHub"
    assert {*parts, module.part} <= {*ROW_OF, "simulator"}, "a part has no row yet"
    below = {part for part in parts - {"simulator"} if ROW_OF[part] > ROW_OF[module.part]}
    assert not below, f"{module.name} imports {below} from a lower row"


def test_imports_make_no_circle() -> None:
    graph = {name: own_imports(at_run_time(module)) - {name} for name, module in MODULES.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(reversed(circle.args[1])))


@EVERY_CORE_MODULE
def test_the_core_imports_nothing_that_touches_the_world(module: Module) -> None:
    assert foreign_imports(module) <= PURE_IMPORTS


@EVERY_CORE_MODULE
def test_the_core_asks_no_clock_and_opens_no_file(module: Module) -> None:
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Name(id=name)):
                assert name not in CLOCKS_AND_FILES, f"line {node.lineno}: {name}()"
            case ast.Call(func=ast.Attribute(attr=name)):
                assert name not in CLOCK_METHODS, f"line {node.lineno}: .{name}()"


@EVERY_MODULE
def test_each_library_has_its_place(module: Module) -> None:
    libraries = {name.split(".")[0] for name in foreign_imports(module)} & HOMES.keys()
    strays = {library for library in libraries if module.part not in HOMES[library]}
    assert not strays, f"{strays} have their place in {[HOMES[name] for name in strays]}"


def test_a_tick_loads_no_simulated_github() -> None:
    code = "import sys, entrypoint, inbox.cli, inbox.tick; print(*sys.modules)"
    run = [sys.executable, "-W", "error", "-c", code]
    loaded = subprocess.run(
        run, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split()
    assert {"inbox.cli", "inbox.tick", "entrypoint"} <= set(loaded)
    assert [name for name in loaded if name.startswith(("inbox.simulator", "inbox.demo"))] == []
    assert "graphql" not in loaded
