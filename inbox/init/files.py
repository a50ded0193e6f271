"""The files that the answers make, as text: nothing is written here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from inbox.init.answers import STAND_IN, Answers

OWNER = "config/owner.yml"
PROJECTS = "config/projects.yml"
WORKFLOW = ".github/workflows/decision-inbox.yml"

_SCHEMAS = "https://raw.githubusercontent.com/{repo}/{ref}/inbox/schemas/{kind}.schema.json"
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(?:[./][A-Za-z0-9_.-]+)*")
_NO_TEXT = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def texts(answers: Answers) -> Mapping[str, str]:
    """Each file by its path in the repository."""
    return {OWNER: owner(answers), PROJECTS: projects(answers), WORKFLOW: workflow(answers)}


def owner(answers: Answers) -> str:
    """`config/owner.yml`: the owner, and who else may answer."""
    lines = [
        _schema(answers, "owner"),
        "# Whoever is named here answers; nobody else's answers count.",
        f"github_login: {_scalar(answers.owners[0])}",
    ]
    if len(answers.owners) > 1:
        lines += ["allowlisted_actors:", *(f"  - {_scalar(one)}" for one in answers.owners)]
    return _joined(lines)


def projects(answers: Answers) -> str:
    """`config/projects.yml`: what is watched, and where the ballots are."""
    watched = [f"  - {_scalar(str(repo))}" for repo in answers.repositories]
    return _joined(
        [
            _schema(answers, "projects"),
            "# Whose pull requests are asked about, and where the owner answers.",
            "supervised_repos:",
            *watched,
            "",
            "decision_inbox:",
            f"  repository: {_scalar(str(answers.inbox))}",
        ]
    )


def workflow(answers: Answers) -> str:
    """The workflow: with its own token for one repository, with an app's for several."""
    name = "solo.yml" if answers.is_solo else "team.yml"
    text = files("inbox.init").joinpath(name).read_text(encoding="utf-8")
    names = dict.fromkeys(repo.name for repo in (answers.inbox, *answers.repositories))
    for placeholder, value in (
        (STAND_IN, answers.action),
        ("<inbox>", str(answers.inbox)),
        ("<owner>", _scalar(answers.inbox.owner)),
        ("<repositories>", _scalar(",".join(names))),
    ):
        text = text.replace(placeholder, value)
    return text


def _schema(answers: Answers, kind: str) -> str:
    repo, _, ref = answers.action.partition("@")
    return f"# yaml-language-server: $schema={_SCHEMAS.format(repo=repo, ref=ref, kind=kind)}"


def _scalar(text: str) -> str:
    """`text` as YAML that means that text: a login may look like a number, or like a yes."""
    is_plain = _PLAIN.fullmatch(text) and text.lower() not in _NO_TEXT
    return text if is_plain else f'"{text}"'


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)
