"""The release: what it refuses, what it changes, and the order in which it makes it public.

What cannot run here (the push, the signatures, the other platform) is only looked at as text.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from ruamel.yaml import YAML

from inbox import __version__
from inbox.interface import INPUTS, OUTPUTS

ROOT = Path(__file__).parent.parent
WORKFLOWS = ROOT / ".github" / "workflows"
REPOSITORY = "Octo-Org/decision-inbox"
BUILT, VERSION = "b" * 40, "1.2.3"
IMAGE, DIGEST = "ghcr.io/octo-org/decision-inbox", f"sha256:{'d' * 64}"
CHANGELOG = (
    "# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.2.3 (2026-12-01)\n\n- Ballots.\n\n## 1.2.2\n"
)


def _module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release = _module()


def workflow(name: str) -> dict[str, Any]:
    """One workflow of this repository."""
    loaded: dict[str, Any] = YAML(typ="safe").load(WORKFLOWS / f"{name}.yml")
    return loaded


# Text


def test_a_version_with_notes_can_be_published() -> None:
    release.check(VERSION, f'__version__ = "{VERSION}"\n', CHANGELOG)
    assert release.notes(CHANGELOG, VERSION) == "- Ballots.\n"


@pytest.mark.parametrize(
    ("version", "package", "changelog", "why"),
    [
        ("v1.2.3", VERSION, CHANGELOG, "no version such as 1.2.3"),
        ("1.2", VERSION, CHANGELOG, "no version such as 1.2.3"),
        ("1.2.3\n", VERSION, CHANGELOG, "no version such as 1.2.3"),
        ("01.2.3", VERSION, CHANGELOG, "no version such as 1.2.3"),
        (VERSION, __version__, CHANGELOG, "inbox/__init__.py does not say 1.2.3"),
        (VERSION, VERSION, "# Changelog\n", "has nothing under the heading “## 1.2.3”"),
        ("1.2.0", "1.2.0", "\n## 1.2.01\n\n- Old.\n", "has nothing under the heading “## 1.2.0”"),
        ("1.2.2", "1.2.2", CHANGELOG, "has nothing under the heading “## 1.2.2”"),
    ],
)
def test_what_is_not_ready_is_refused(version: str, package: str, changelog: str, why: str) -> None:
    with pytest.raises(release.Refused, match=re.escape(why)):
        release.check(version, f'__version__ = "{package}"\n', changelog)


def test_the_released_action_names_the_image_by_its_digest_and_changes_nothing_else() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    made = release.released_action(text, f"{IMAGE}@{DIGEST}")
    before, after = YAML(typ="safe").load(text), YAML(typ="safe").load(made)
    assert after["runs"] == {"using": "docker", "image": f"docker://{IMAGE}@{DIGEST}"}
    assert {**after, "runs": before["runs"]} == before
    with pytest.raises(release.Refused, match="not say that it is built"):
        release.released_action(made, f"{IMAGE}@{DIGEST}")
    for image in (IMAGE, f"{IMAGE}:1.2.3", f"{IMAGE.upper()}@{DIGEST}", f"{IMAGE}@sha256:12"):
        with pytest.raises(release.Refused, match="no image of"):
            release.released_action(text, image)


def test_the_released_workflow_uses_its_own_commit() -> None:
    text = (WORKFLOWS / "inbox.yml").read_text(encoding="utf-8")
    made = release.released_workflow(text, REPOSITORY, VERSION, "a" * 40)
    assert f"uses: {REPOSITORY}@{'a' * 40} # v1.2.3\n" in made
    assert "@main" not in made
    assert len(made.splitlines()) == len(text.splitlines())
    for wrong in (made, text.replace("@main", "@v1")):
        with pytest.raises(release.Refused, match="exactly once"):
            release.released_workflow(wrong, REPOSITORY, VERSION, "a" * 40)
    with pytest.raises(release.Refused, match="no full commit id"):
        release.released_workflow(text, REPOSITORY, VERSION, "abc")


# Publishing, with the real gh


class _Api:
    """GitHub's git database, as far as a release needs it: every write, in order."""

    def __init__(self, *refs: str) -> None:
        self.refs = set(refs)
        self.writes: list[tuple[str, str, dict[str, Any]]] = []

    def answer(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """The status and the answer to one request."""
        path = path.partition(f"/repos/{REPOSITORY}/")[2]
        if method == "GET":
            assert path == f"git/commits/{BUILT}"
            return 200, {"sha": BUILT, "tree": {"sha": "1" * 40}}
        ref = body.get("ref", f"refs/{path.partition('git/refs/')[2]}")
        if (method == "PATCH" and ref not in self.refs) or (
            path == "git/refs" and ref in self.refs
        ):
            return 422, {"message": "Reference already exists"}
        self.writes.append((method, path, body))
        return 201, {"sha": f"{len(self.writes):040x}"}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A checkout that is ready for version 1.2.3, and a docker that only remembers."""
    for name in (".ci", ".github/workflows"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox/__init__.py").write_text(f'"""."""\n\n__version__ = "{VERSION}"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    shutil.copy(ROOT / "action.yml", tmp_path)
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/docker.log\n')
    docker.chmod(0o755)
    return tmp_path


def publish(place: Path, api: _Api) -> subprocess.CompletedProcess[str]:
    """`.ci/publish`, with the real gh talking to `api`."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(api)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        env = {
            "PATH": f"{place / 'bin'}:{Path(sys.executable).parent}:/usr/bin:/bin",
            "HOME": str(place),
            "GH_CONFIG_DIR": str(place / "gh"),
            "GH_HOST": "github.localhost",
            "GH_TOKEN": "no-secret",
            "http_proxy": f"http://127.0.0.1:{server.server_port}",
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_SHA": BUILT,
        }
        command = [str(place / ".ci/publish"), VERSION, IMAGE, DIGEST]
        done = subprocess.run(
            command, env=env, capture_output=True, text=True, timeout=60, check=False
        )
        server.shutdown()
        thread.join()
    return done


def _handler(api: _Api) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(length) or b"{}")
            status, answer = api.answer(self.command, self.path, body)
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PATCH = _answer  # noqa: N815 -- the names that the server looks for

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    return Handler


@pytest.fixture
def _real_gh() -> None:
    assert shutil.which("gh"), "these tests need the real gh (apt-get install gh)"


@pytest.mark.usefixtures("_real_gh")
@pytest.mark.parametrize("is_first", [True, False])
def test_a_release_makes_two_commits_and_then_its_tags(place: Path, is_first: bool) -> None:
    api = _Api(*([] if is_first else ["refs/tags/v1"]))
    done = publish(place, api)
    assert done.returncode == 0, done.stderr
    kinds = [(method, path) for method, path, _ in api.writes]
    moved = ("POST", "git/refs") if is_first else ("PATCH", "git/refs/tags/v1")
    assert kinds == [
        *(("POST", "git/trees"), ("POST", "git/commits")) * 2,
        ("POST", "git/refs"),
        ("POST", "releases"),
        moved,
    ]
    trees, commits = [w[2] for w in api.writes[:4:2]], [w[2] for w in api.writes[1:4:2]]
    ids = [f"{number:040x}" for number in range(1, 5)]
    assert [tree["base_tree"] for tree in trees] == ["1" * 40, ids[0]]
    assert [commit["parents"] for commit in commits] == [[BUILT], [ids[1]]]
    assert [commit["tree"] for commit in commits] == [ids[0], ids[2]]
    files = {entry["path"]: entry for tree in trees for entry in tree["tree"]}
    assert {(entry["mode"], entry["type"]) for entry in files.values()} == {("100644", "blob")}
    image = f'  image: "docker://{IMAGE}@{DIGEST}"\n'
    assert files["action.yml"]["content"].endswith(image)
    used = f"uses: {REPOSITORY}@{ids[1]} # v1.2.3\n"
    assert used in files[".github/workflows/inbox.yml"]["content"]
    assert api.writes[4][2] == {"ref": "refs/tags/v1.2.3", "sha": ids[3]}
    assert api.writes[5][2] == {"tag_name": "v1.2.3", "name": "v1.2.3", "body": "- Ballots.\n"}
    forced = {"ref": "refs/tags/v1"} if is_first else {"force": True}
    assert api.writes[6][2] == {"sha": ids[3], **forced}
    tags = f"--tag {IMAGE}:1.2.3 --tag {IMAGE}:1 {IMAGE}@{DIGEST}\n"
    assert (place / "docker.log").read_text() == f"buildx imagetools create {tags}"


@pytest.mark.usefixtures("_real_gh")
def test_a_version_that_exists_stays_as_it_is(place: Path) -> None:
    api = _Api("refs/tags/v1.2.3", "refs/tags/v1")
    done = publish(place, api)
    assert done.returncode != 0
    assert "Reference already exists" in done.stderr + done.stdout
    assert {path for _, path, _ in api.writes} == {"git/trees", "git/commits"}
    assert not (place / "docker.log").exists()


@pytest.mark.usefixtures("_real_gh")
def test_what_is_not_ready_makes_nothing(place: Path) -> None:
    (place / "CHANGELOG.md").write_text("# Changelog\n")
    api = _Api()
    done = publish(place, api)
    assert (done.returncode, api.writes) == (1, [])
    assert "write it first" in done.stderr


# The workflows


@pytest.mark.parametrize("path", sorted(WORKFLOWS.glob("*.yml")), ids=lambda path: path.stem)
def test_nothing_is_allowed_that_a_job_does_not_ask_for(path: Path) -> None:
    loaded = workflow(path.stem)
    assert loaded["permissions"] == {}
    assert all(job["permissions"] for job in loaded["jobs"].values())
    assert all(job["timeout-minutes"] <= 30 for job in loaded["jobs"].values())
    lines = path.read_text(encoding="utf-8").splitlines()
    for job in loaded["jobs"].values():
        for name, level in job["permissions"].items():
            found = [line for line in lines if line.strip().startswith(f"{name}: {level}")]
            assert found
            assert all(" # " in line for line in found)


@pytest.mark.parametrize("path", sorted(WORKFLOWS.glob("*.yml")), ids=lambda path: path.stem)
def test_everything_used_is_pinned_by_its_commit(path: Path) -> None:
    used = re.findall(r"\buses: (\S+)(.*)", path.read_text(encoding="utf-8"))
    assert used
    for name, comment in used:
        if name not in {"./", "octo-org/decision-inbox@main"}:  # the second a release pins
            assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", name), name
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), name


def test_nothing_is_public_before_it_is_signed_and_attested() -> None:
    jobs = workflow("release")["jobs"]
    assert jobs["tags"]["needs"] == "image"
    steps = jobs["image"]["steps"]
    names = [step.get("uses", step.get("run", "")) for step in steps]
    order = ["release.py check", "build-push", "sbom-action", "cosign sign", "attest", "attest"]
    places = [next(n for n, name in enumerate(names) if part in name) for part in order]
    assert places == sorted(places)
    (build,) = [step["with"] for step in steps if "build-push" in step.get("uses", "")]
    assert build["platforms"] == "linux/amd64,linux/arm64"
    assert "tags" not in build
    assert "push-by-digest=true" in build["outputs"]
    assert {job["environment"] for job in jobs.values()} == {"release"}
    text = (WORKFLOWS / "release.yml").read_text(encoding="utf-8")
    assert all("${{" not in step.get("run", "") for job in jobs.values() for step in job["steps"])
    assert text.count("persist-credentials: false") == text.count("actions/checkout@")


def test_the_reusable_workflow_passes_on_only_what_exists() -> None:
    called = workflow("inbox")
    given = called["on"]["workflow_call"]
    (step,) = called["jobs"]["tick"]["steps"]
    names = {field.name: field for field in INPUTS}
    assert step["with"].keys() == given["inputs"].keys() | given["secrets"].keys()
    assert step["with"].keys() <= names.keys()
    for name, entry in given["inputs"].items():
        assert str(entry["default"]).lower() == names[name].default
    assert given["outputs"].keys() <= {field.name for field in OUTPUTS}


def test_every_workflow_has_the_form_that_github_wants() -> None:
    files = [*WORKFLOWS.glob("*.yml"), *(ROOT / "examples" / "workflows").glob("*.yml")]
    program = [str(Path(sys.executable).with_name("check-jsonschema")), "--quiet"]
    schema = ["--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run(
        [*program, *schema, *map(str, files)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
