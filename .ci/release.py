"""What a release is made of, as text: its version, its notes, and the two files that it changes.

`.github/workflows/release.yml` and `.ci/publish` call it; it reads files, and prints.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
ACTION = ROOT / "action.yml"
WORKFLOW = ROOT / ".github" / "workflows" / "inbox.yml"
CHANGELOG = ROOT / "CHANGELOG.md"
PACKAGE = ROOT / "inbox" / "__init__.py"

_VERSION = re.compile(r"(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}")
_IMAGE = re.compile(r"ghcr\.io/[a-z0-9._-]+/[a-z0-9._-]+@sha256:[0-9a-f]{64}")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_BUILT = '  image: "Dockerfile"\n'
_ANY_USE = re.compile(r"uses: [\w.-]+/[\w.-]+@main(?: #[^\n]*)?\n")


class Refused(Exception):
    """The release cannot be made; the message says why, in one sentence."""


def notes(changelog: str, version: str) -> str:
    """What the changelog says under that version's heading; raises Refused where nothing."""
    found = re.search(rf"^## {re.escape(version)}(?: .*)?$", changelog, re.MULTILINE)
    text = changelog[found.end() :].partition("\n## ")[0].strip() if found else ""
    if not text:
        raise Refused(f"CHANGELOG.md has nothing under the heading “## {version}”; write it first")
    return text + "\n"


def check(version: str, package: str, changelog: str) -> None:
    """Nothing, where that version can be published; raises Refused."""
    if not _VERSION.fullmatch(version):
        raise Refused(f"{version!r} is no version such as 1.2.3")
    if f'__version__ = "{version}"\n' not in package:
        raise Refused(f"inbox/__init__.py does not say {version}; change it, merge that, try again")
    notes(changelog, version)


def released_action(text: str, image: str) -> str:
    """`action.yml` with the image by its digest instead of a Dockerfile; raises Refused."""
    if not _IMAGE.fullmatch(image):
        raise Refused(f"{image!r} is no image of ghcr.io with its digest")
    if text.count(_BUILT) != 1:
        raise Refused("action.yml does not say that it is built from the Dockerfile")
    return text.replace(_BUILT, f'  image: "docker://{image}"\n')


def released_workflow(text: str, repository: str, version: str, commit: str) -> str:
    """`inbox.yml` with the action at that commit of this repository; raises Refused."""
    if not _COMMIT.fullmatch(commit):
        raise Refused(f"{commit!r} is no full commit id")
    if len(_ANY_USE.findall(text)) != 1:
        raise Refused("inbox.yml does not use the action exactly once, at main")
    return _ANY_USE.sub(f"uses: {repository}@{commit} # v{version}\n", text)


def _run(arguments: list[str]) -> None:
    match arguments:
        case ["check", version]:
            check(version, PACKAGE.read_text("utf-8"), CHANGELOG.read_text("utf-8"))
        case ["notes", version]:
            sys.stdout.write(notes(CHANGELOG.read_text("utf-8"), version))
        case ["action", image]:
            sys.stdout.write(released_action(ACTION.read_text("utf-8"), image))
        case ["workflow", repository, version, commit]:
            text = WORKFLOW.read_text("utf-8")
            sys.stdout.write(released_workflow(text, repository, version, commit))
        case _:
            raise Refused("usage: release.py check|notes VERSION, action IMAGE, workflow …")


if __name__ == "__main__":
    try:
        _run(sys.argv[1:])
    except Refused as refused:
        sys.exit(f"{refused}.")
